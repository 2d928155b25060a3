//! Plays a written list of moves, as far as it is legal.

use pyo3::prelude::*;
use rushlab::notation;

use crate::arguments;
use crate::errors::remedy;
use crate::moves::Move;
use crate::position::Position;
use crate::puzzle::Puzzle;

/// Plays a list of moves; with `strict=False` the moves may stand in prose. Returns the moves played, the last
/// position, the steps, and the reason why the next move cannot be read or played.
#[pyfunction]
#[pyo3(name = "_replay", signature = (puzzle, text, *, notation=None, strict=true))]
pub(crate) fn replay(
    puzzle: &Bound<'_, Puzzle>,
    text: &str,
    notation: Option<&str>,
    strict: bool,
) -> PyResult<(Vec<Move>, Position, u32, Option<String>)> {
    let puzzle = &puzzle.get().0;
    let notation = arguments::notation(notation)?;
    let written = if strict { notation::read(text, notation) } else { notation::read_answer(puzzle, text, notation) };
    let written = match written {
        Ok(written) => written,
        Err(error) => return Ok((Vec::new(), Position(puzzle.start()), 0, Some(error.to_string()))),
    };
    let replay = rushlab::position::replay(puzzle, &written);
    let last = replay.played.last().map_or_else(|| puzzle.start(), |(_, position)| position.clone());
    let reason = replay
        .error
        .map(|error| format!("move {} cannot be played: {}", replay.played.len() + 1, error.explain(&remedy)));
    let moves = replay.played.iter().map(|(mv, _)| Move::of(puzzle, *mv)).collect();
    Ok((moves, Position(last), replay.steps, reason))
}
