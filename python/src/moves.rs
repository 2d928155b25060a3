//! Moves with the labels of their vehicles.

use pyo3::prelude::*;
use rushlab::notation::{Displacement, VehicleName};
use rushlab::{Direction, WrittenMove};

use crate::arguments::{self, label};
use crate::errors::{InvalidArgument, unknown_name};

/// A move: one vehicle moves any number of cells in one direction.
///
/// >>> move = rushlab.Move("A", "right", 3)
/// >>> str(move), rushlab.Move.parse("A right 3") == move
/// ('AR3', True)
#[pyclass(frozen, eq, hash, module = "rushlab")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    /// The label of the vehicle.
    #[pyo3(get)]
    vehicle: String,
    direction: Direction,
    /// The distance in cells.
    #[pyo3(get)]
    cells: u32,
}

impl Move {
    /// Makes the Python object of a move.
    pub(crate) fn of(puzzle: &rushlab::Puzzle, mv: rushlab::Move) -> Move {
        let vehicle = puzzle.vehicles().get(mv.vehicle).map_or_else(String::new, |vehicle| vehicle.label.to_string());
        Move { vehicle, direction: mv.direction, cells: mv.cells.into() }
    }

    /// Returns the move as a text would write it.
    pub(crate) fn written(&self) -> PyResult<WrittenMove> {
        let displacement = Displacement::Towards(self.direction, self.cells);
        Ok(WrittenMove { vehicle: VehicleName::Label(label(&self.vehicle)?), displacement })
    }
}

#[pymethods]
impl Move {
    #[new]
    fn new(
        vehicle: &str,
        direction: &str,
        #[pyo3(from_py_with = arguments::cells)] cells: Option<u32>,
    ) -> PyResult<Move> {
        let direction = (Direction::ALL.into_iter().find(|known| known.word() == direction))
            .ok_or_else(|| unknown_name("direction", direction, Direction::ALL.map(Direction::word)))?;
        let cells = cells.ok_or_else(|| InvalidArgument::new_err("a move has a number of cells"))?;
        Ok(Move { vehicle: label(vehicle)?.to_string(), direction, cells })
    }

    /// Reads one move in any notation that names vehicles by label and directions by word, letter or arrow.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Move> {
        let written: WrittenMove = text
            .parse()
            .map_err(|error: rushlab::notation::NotationError| InvalidArgument::new_err(error.to_string()))?;
        match (written.vehicle, written.displacement) {
            (VehicleName::Label(label), Displacement::Towards(direction, cells)) => {
                Ok(Move { vehicle: label.to_string(), direction, cells })
            }
            _ => Err(InvalidArgument::new_err("this notation needs a board; use position.play(text)")),
        }
    }

    /// Returns the direction: `up`, `down`, `left` or `right`.
    #[getter]
    fn direction(&self) -> &'static str {
        self.direction.word()
    }

    fn __str__(&self) -> String {
        let letter = self.direction.word()[..1].to_uppercase();
        format!("{}{letter}{}", self.vehicle, self.cells)
    }

    fn __repr__(&self) -> String {
        format!("Move({:?}, {:?}, {})", self.vehicle, self.direction.word(), self.cells)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, pyo3::types::PyType>, (String, &'static str, u32)) {
        let this = slf.get();
        (slf.get_type(), (this.vehicle.clone(), this.direction.word(), this.cells))
    }
}
