//! Boards as numpy arrays of integers: 0 is empty, -1 a wall, 1 the primary, and from 2 on the other vehicles in the
//! order of the board.

use numpy::PyReadonlyArray2;
use numpy::ndarray::{Array2, ArrayView2};
use pyo3::prelude::*;
use rushlab::puzzle::{CellContent, Draft, Label};
use rushlab::{Position, Puzzle};

use crate::errors::InvalidArgument;

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

/// Reads an array of numbers, each of them whole and in range.
pub(crate) fn read(grid: &Bound<'_, PyAny>) -> PyResult<Array2<i64>> {
    let invalid = || InvalidArgument::new_err("a grid is an array of whole numbers with rows and columns");
    let numpy = grid.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (grid,)).map_err(|_| invalid())?;
    if !["i", "u", "f"].contains(&array.getattr("dtype")?.getattr("kind")?.extract::<String>()?.as_str()) {
        return Err(invalid());
    }
    let array = numpy.call_method1("asarray", (array, "float64"))?;
    let array: PyReadonlyArray2<'_, f64> = array.extract().map_err(|_| invalid())?;
    let array = array.as_array();
    let wrong = array
        .indexed_iter()
        .find(|(_, value)| value.fract() != 0.0 || !(f64::from(WALL)..=f64::from(i16::MAX)).contains(*value));
    if let Some(((row, column), value)) = wrong {
        let message = format!(
            "the value {value} at row {}, column {} is not a whole number from {WALL} (a wall) to {}",
            row + 1,
            column + 1,
            i16::MAX
        );
        return Err(InvalidArgument::new_err(message));
    }
    Ok(array.mapv(|value| value as i64))
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
