//! The exit path: the cells between the primary and the exit, and the vehicles that block them.

use crate::position::Position;
use crate::puzzle::{Puzzle, Side, Vehicle};

/// Returns the cells between the primary and the exit as indices within the line: first, and after the last.
pub(super) fn exit_path(puzzle: &Puzzle, position: &Position) -> (u8, u8) {
    let primary = puzzle.primary();
    let offset = position.offsets[puzzle.primary_index()].unwrap_or_else(|| puzzle.goal_offset());
    match puzzle.exit().side {
        Side::Right | Side::Bottom => (offset + primary.length, puzzle.line_length(primary.orientation)),
        Side::Left | Side::Top => (0, offset),
    }
}

/// Returns the vehicles that block cells between the primary and the exit, each with its index and the number of cells.
pub(super) fn blockers<'a>(
    puzzle: &'a Puzzle,
    position: &'a Position,
) -> impl Iterator<Item = (usize, &'a Vehicle, u8)> {
    let (first, end) = exit_path(puzzle, position);
    let primary = puzzle.primary();
    puzzle.vehicles().iter().enumerate().filter_map(move |(index, vehicle)| {
        let offset = position.offsets[index].filter(|_| index != puzzle.primary_index())?;
        let cells = offset..offset + vehicle.length;
        let blocked = if vehicle.orientation == primary.orientation {
            if vehicle.shares_line_with(primary) {
                cells.end.min(end).saturating_sub(cells.start.max(first))
            } else {
                0
            }
        } else {
            u8::from((first..end).contains(&vehicle.line()) && cells.contains(&primary.line()))
        };
        (blocked > 0).then_some((index, vehicle, blocked))
    })
}
