//! Plays a written list of moves, as far as it is legal.

use pyo3::prelude::*;
use rushlab::notation;

use crate::arguments;
use crate::errors::{InvalidArgument, remedy};
use crate::moves::Move;
use crate::position::Position;
use crate::puzzle::Puzzle;

/// Plays a list of moves. Returns the moves played, the last position, the steps, and the reason why the next move
/// cannot be played.
#[pyfunction]
#[pyo3(name = "_replay", signature = (puzzle, text, *, notation=None))]
pub(crate) fn replay(
    puzzle: &Bound<'_, Puzzle>,
    text: &str,
    notation: Option<&str>,
) -> PyResult<(Vec<Move>, Position, u32, Option<String>)> {
    let puzzle = &puzzle.get().0;
    let written = notation::read(text, arguments::notation(notation)?)
        .map_err(|error| InvalidArgument::new_err(error.to_string()))?;
    let replay = rushlab::position::replay(puzzle, &written);
    let last = replay.played.last().map_or_else(|| puzzle.start(), |(_, position)| position.clone());
    let reason = replay
        .error
        .map(|error| format!("move {} cannot be played: {}", replay.played.len() + 1, error.explain(&remedy)));
    let moves = replay.played.iter().map(|(mv, _)| Move::of(puzzle, *mv)).collect();
    Ok((moves, Position(last), replay.steps, reason))
}
