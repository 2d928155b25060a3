//! Boards as numpy arrays of integers: 0 is empty, -1 a wall, 1 the primary, and from 2 on the other vehicles in the
//! order of the board.

use numpy::ndarray::{Array2, ArrayView2};
use rushlab::puzzle::{CellContent, Draft, Label};
use rushlab::{Position, Puzzle};

/// The value of a wall.
pub(crate) const WALL: i16 = -1;

/// The value of the primary.
pub(crate) const PRIMARY: i16 = 1;

/// Returns the value of each vehicle.
pub(crate) fn values(puzzle: &Puzzle) -> Vec<i16> {
    let mut next = PRIMARY;
    (0..puzzle.vehicles().len())
        .map(|vehicle| {
            if vehicle == puzzle.primary_index() {
                return PRIMARY;
            }
            next += 1;
            next
        })
        .collect()
}

/// Returns the grid of a position.
pub(crate) fn of_position(position: &Position) -> Array2<i16> {
    let puzzle = position.puzzle();
    let mut grid = Array2::zeros((usize::from(puzzle.height()), usize::from(puzzle.width())));
    for wall in puzzle.walls() {
        grid[[usize::from(wall.row), usize::from(wall.column)]] = WALL;
    }
    for ((vehicle, offset), value) in puzzle.vehicles().iter().zip(position.offsets()).zip(values(puzzle)) {
        for cell in offset.iter().flat_map(|offset| vehicle.cells_at(*offset)) {
            grid[[usize::from(cell.row), usize::from(cell.column)]] = value;
        }
    }
    grid
}

/// Returns the draft of a grid. The labels are the numbers.
pub(crate) fn to_draft(grid: ArrayView2<'_, i64>) -> Draft {
    let content = |value: &i64| match *value {
        0 => CellContent::Empty,
        value if value < 0 => CellContent::Wall,
        value => CellContent::Vehicle(Label::from_number(u32::try_from(value).unwrap_or(u32::MAX))),
    };
    let mut draft = Draft::from_cells(grid.ncols(), grid.iter().map(content).collect());
    let primary = Label::from_number(PRIMARY as u32);
    draft.primary = draft.vehicles.iter().any(|vehicle| vehicle.label == primary).then_some(primary);
    draft
}
