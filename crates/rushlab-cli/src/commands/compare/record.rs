//! The record of a finished run: a small JSON file.

use rushlab::notation::{self, Motion, Who, Written};
use rushlab::puzzle::Puzzle;
use rushlab::reference::Move;
use rushlab::search::Statistics;
use serde::{Deserialize, Serialize};

use super::model::{Ending, Finding};

/// A finding in JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// The fingerprint of everything that the finding depends on.
    fingerprint: String,
    status: String,
    cost: Option<u32>,
    seconds: f64,
    expanded: u64,
    generated: u64,
    reopened: u64,
    states: u64,
    peak_open: u64,
    peak_memory: u64,
    solution: String,
}

impl Record {
    pub(super) fn new(fingerprint: &str, puzzle: &Puzzle, finding: &Finding) -> Record {
        let Statistics { expanded, generated, reopened, states, peak_open, peak_memory } = finding.statistics;
        let letters = notation::named("letters").map(|letters| notation::write(letters, puzzle, &finding.moves));
        Record {
            fingerprint: fingerprint.to_owned(),
            status: finding.ending.word().to_owned(),
            cost: finding.cost,
            seconds: finding.seconds,
            expanded,
            generated,
            reopened,
            states,
            peak_open,
            peak_memory,
            solution: letters.unwrap_or_default().trim_end().to_owned(),
        }
    }

    /// Returns the finding, if the record belongs to the same puzzle and options.
    pub(super) fn finding(&self, fingerprint: &str, puzzle: &Puzzle) -> Option<Finding> {
        let Record { expanded, generated, reopened, states, peak_open, peak_memory, .. } = *self;
        let moves = notation::read(&self.solution, notation::named("letters")).ok()?;
        let finding = Finding {
            ending: Ending::from_word(&self.status)?,
            cost: self.cost,
            moves: moves.iter().map(|written| mv(puzzle, written)).collect::<Option<_>>()?,
            statistics: Statistics { expanded, generated, reopened, states, peak_open, peak_memory },
            seconds: self.seconds,
        };
        (self.fingerprint == fingerprint).then_some(finding)
    }
}

fn mv(puzzle: &Puzzle, written: &Written) -> Option<Move> {
    let (Who::Label(label), Motion::Towards(direction, cells)) = (written.who, written.motion) else { return None };
    Some(Move { vehicle: puzzle.vehicle_named(label)?, direction, cells: u8::try_from(cells).ok()? })
}
