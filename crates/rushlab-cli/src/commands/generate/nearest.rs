//! The failed attempts of a run, in words.

use rushlab::generate::{AttemptFailure, Constraints};
use rushlab::puzzle::Metric;

use crate::output::count;

/// The failed attempts that came nearest to the constraints.
#[derive(Default)]
pub(super) struct Nearest {
    /// The nearest length outside the requested range, in moves and in steps.
    lengths: [Option<u32>; 2],
    /// The largest numbers of vehicles and walls of a minimal puzzle.
    largest_minimal: Option<(usize, usize)>,
    /// The lowest and the highest difficulty of puzzles of another level, in tenths.
    rated: Option<(u32, u32)>,
    /// Number of puzzles with several different shortest solutions.
    not_unique: usize,
    not_minimal: usize,
    /// Number of puzzles with another board or other fuel.
    other_boards: usize,
    /// Number of attempts without a board.
    no_board: usize,
    /// Number of puzzles that were found before.
    pub(super) duplicates: usize,
}

impl Nearest {
    pub(super) fn note(&mut self, constraints: &Constraints, miss: AttemptFailure) {
        match miss {
            AttemptFailure::Interrupted => {}
            AttemptFailure::Length { length, metric } => {
                let (range, nearest) = match metric {
                    Metric::Moves => (&constraints.moves, &mut self.lengths[0]),
                    Metric::Steps => (&constraints.steps, &mut self.lengths[1]),
                };
                // Without a range, the level asks for a longer solution.
                let (first, last) =
                    range.as_ref().map_or((usize::MAX, usize::MAX), |range| (*range.start(), *range.end()));
                let off = |length: u32| {
                    let length = length as usize;
                    first.saturating_sub(length) + length.saturating_sub(last)
                };
                if nearest.is_none_or(|nearest| off(length) < off(nearest)) {
                    *nearest = Some(length);
                }
            }
            AttemptFailure::TooFewVehiclesOrWalls { vehicles, walls } => {
                self.largest_minimal = self.largest_minimal.max(Some((vehicles, walls)));
            }
            AttemptFailure::Level { difficulty } => {
                let tenths = difficulty.in_tenths();
                let (least, most) = self.rated.unwrap_or((tenths, tenths));
                self.rated = Some((least.min(tenths), most.max(tenths)));
            }
            AttemptFailure::NotUnique => self.not_unique += 1,
            AttemptFailure::NotMinimal => self.not_minimal += 1,
            AttemptFailure::OtherBoard => self.other_boards += 1,
            AttemptFailure::NoBoard => self.no_board += 1,
        }
    }

    /// Describes the failed attempts, if there were any.
    pub(super) fn describe(&self) -> Option<String> {
        let [moves, steps] = self.lengths;
        let mut parts = Vec::new();
        parts.extend(moves.map(|length| format!("the nearest had {}", count(length as usize, "move"))));
        parts.extend(steps.map(|length| format!("the nearest had {}", count(length as usize, "step"))));
        parts.extend(self.largest_minimal.map(|(vehicles, walls)| {
            let walls = if walls == 0 { String::new() } else { format!(" and {}", count(walls, "wall")) };
            format!("minimal puzzles had at most {}{walls}", count(vehicles, "vehicle"))
        }));
        parts.extend(
            self.rated
                .map(|(least, most)| format!("other puzzles had difficulties from {} to {}", least / 10, most / 10)),
        );
        let times = |number: usize, what: &str| (number > 0).then(|| format!("{what} {}", count(number, "time")));
        parts.extend(times(self.not_unique, "the shortest solutions differed"));
        let puzzles = |number: usize, what: &str| (number > 0).then(|| format!("{} {what}", count(number, "puzzle")));
        parts.extend(puzzles(self.not_minimal, "not minimal"));
        parts.extend(puzzles(self.other_boards, "with other vehicles or fuel"));
        parts.extend(times(self.no_board, "no board was found"));
        parts.extend(times(self.duplicates, "a board was found again"));
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}
