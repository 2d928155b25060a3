//! The place of a puzzle in the table of GRH.

use rushlab::Puzzle;
use rushlab::analysis::Level;
use rushlab::collection::PUZZLES_PER_LEVEL;
use rushlab::puzzle::{Metric, Rules};

use crate::arguments::EvolveOptions;
use crate::input::{Input, PuzzleOrigin};

pub(super) struct Place {
    pub(super) level: String,
    pub(super) level_index: usize,
    /// The number in the level, from 1.
    pub(super) number: usize,
}

impl Place {
    /// Returns the place of a puzzle: its level and number in the built-in collection, or its file and number in it.
    pub(super) fn of(origin: &PuzzleOrigin<'_>) -> Place {
        let index = origin.number.saturating_sub(1);
        if let Some(level) = Level::ALL.get(index / PUZZLES_PER_LEVEL).filter(|_| origin.input.is_built_in()) {
            let (level_index, number) = (index / PUZZLES_PER_LEVEL, index % PUZZLES_PER_LEVEL + 1);
            return Place { level: level.word().to_owned(), level_index, number };
        }
        let stem = std::path::Path::new(&origin.input.name).file_stem();
        let level = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        Place { level, level_index: origin.input.number.saturating_sub(1), number: origin.number }
    }
}

/// Returns a puzzle with the metric of the table. The paper counts steps, so the table of the built-in levels does too,
/// if no metric is given.
pub(super) fn with_metric(options: &EvolveOptions, input: &Input, puzzle: Puzzle) -> Puzzle {
    if !options.prints_table() || !input.is_built_in() || options.input.parse.metric.is_some() {
        return puzzle;
    }
    let rules = Rules { metric: Metric::Steps, ..puzzle.rules() };
    puzzle.with_rules(rules)
}
