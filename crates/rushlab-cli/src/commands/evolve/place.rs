//! The place of a puzzle in the table of GRH.

use rushlab::analysis::Level;
use rushlab::collection::PUZZLES_PER_LEVEL;
use rushlab_study::evolution::paper;

use crate::input::{Input, PuzzleOrigin};

pub(super) struct Place {
    pub(super) level: String,
    pub(super) level_index: usize,
    /// The number in the level, from 1.
    pub(super) number: usize,
}

impl Place {
    /// Returns the place of a puzzle: its level and number in a collection with levels, or its file and number in it.
    pub(super) fn of(origin: &PuzzleOrigin<'_>) -> Place {
        let index = origin.number.saturating_sub(1);
        let (level_index, number) = (index / PUZZLES_PER_LEVEL, index % PUZZLES_PER_LEVEL + 1);
        let level = match origin.input {
            input if input.is_built_in() => Level::ALL.get(level_index).map(|level| level.word()),
            input if input.is_grh_table() => paper::LEVELS.get(level_index).map(|(name, _)| *name),
            _ => None,
        };
        if let Some(level) = level {
            return Place { level: level.to_owned(), level_index, number };
        }
        let stem = std::path::Path::new(&origin.input.name).file_stem();
        let level = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        Place { level, level_index: origin.input.number.saturating_sub(1), number: origin.number }
    }
}

/// Returns whether a collection has the levels of the paper's table, ten boards each.
pub(super) fn has_levels(input: &Input) -> bool {
    input.is_built_in() || input.is_grh_table()
}
