//! Positions.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rushlab::position::Occupant;
use rushlab::puzzle::Cell;
use rushlab::{Error, WrittenMove};

use crate::errors::{IllegalMove, InvalidArgument, exception, remedy};
use crate::grid;
use crate::moves::Move;
use crate::puzzle::Puzzle;

/// A position of a puzzle: where every vehicle is, and how much fuel it has left. It cannot be changed.
///
/// >>> start = rushlab.Puzzle.parse("......A..B..AXXB..A..B......CC......").start
/// >>> print(start.rows()[2])
/// AXXB..
/// >>> start.play("BD2").play("XR3").solved
/// True
#[pyclass(frozen, eq, module = "rushlab")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Position(pub(crate) rushlab::Position);

/// A move, or a text that is one.
pub(crate) enum MoveArgument<'py> {
    Move(Bound<'py, Move>),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for MoveArgument<'py> {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = argument.extract() {
            return Ok(MoveArgument::Text(text));
        }
        let wrong =
            |_| InvalidArgument::new_err(format!("a move is a Move or a text such as \"AR3\", not {argument:?}"));
        argument.cast::<Move>().map(|mv| MoveArgument::Move(mv.to_owned())).map_err(wrong)
    }
}

impl Position {
    /// Returns the move that an argument means in this position.
    fn resolve(&self, argument: &MoveArgument<'_>) -> PyResult<rushlab::Move> {
        let written: WrittenMove = match argument {
            MoveArgument::Move(mv) => mv.get().written()?,
            MoveArgument::Text(text) => text
                .parse()
                .map_err(|error: rushlab::notation::NotationError| InvalidArgument::new_err(error.to_string()))?,
        };
        self.0.resolve(&written).map_err(|error| IllegalMove::new_err(error.explain(&remedy)))
    }
}

#[pymethods]
impl Position {
    /// Returns the puzzle.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        Puzzle(self.0.puzzle().clone())
    }

    /// Returns the offset of each vehicle in its row or column; None for a vehicle that the valet has removed.
    #[getter]
    fn offsets(&self) -> Vec<Option<u8>> {
        self.0.offsets().to_vec()
    }

    /// Returns the fuel left in each tank; None means unlimited.
    #[getter]
    fn fuel(&self) -> Vec<Option<u16>> {
        self.0.fuel().to_vec()
    }

    /// Returns whether the primary is at the exit.
    #[getter]
    fn solved(&self) -> bool {
        self.0.is_solved()
    }

    /// Returns the label of the vehicle in a cell, `#` for a wall, or None; rows and columns count from 0.
    fn at(&self, row: &Bound<'_, PyAny>, column: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let puzzle = self.0.puzzle();
        let index = |at: &Bound<'_, PyAny>, size: u8| -> PyResult<Option<u8>> {
            Ok(at.call_method0("__index__")?.extract().ok().filter(|at| *at < size))
        };
        let cell = index(row, puzzle.height())?.zip(index(column, puzzle.width())?);
        let Some((row, column)) = cell else {
            let message = format!("the board has {} rows and {} columns", puzzle.height(), puzzle.width());
            return Err(pyo3::exceptions::PyIndexError::new_err(message));
        };
        Ok(self.0.occupant(Cell { row, column }).map(|occupant| match occupant {
            Occupant::Wall => "#".to_owned(),
            Occupant::Vehicle(label) => label.to_string(),
        }))
    }

    /// Returns the board as a grid of 16-bit integers: 0 is empty, -1 a wall, 1 the primary, from 2 on the other
    /// vehicles.
    fn to_grid<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i16>> {
        grid::of_position(&self.0).into_pyarray(py)
    }

    /// Returns the rows of the board as text.
    fn rows(&self) -> Vec<String> {
        let width = usize::from(self.0.puzzle().width());
        let board = self.0.to_string();
        if board.contains(' ') {
            let cells: Vec<&str> = board.split(' ').collect();
            return cells.chunks(width).map(|row| row.join(" ")).collect();
        }
        let cells: Vec<char> = board.chars().collect();
        cells.chunks(width).map(|row| row.iter().collect()).collect()
    }

    /// Returns the legal moves; under the metric `steps` only those of one cell.
    fn legal_moves(&self) -> Vec<Move> {
        self.0.legal_moves().into_iter().map(|mv| Move::of(self.0.puzzle(), mv)).collect()
    }

    /// Returns the position after a move, given as a Move or as text. Raises IllegalMove if the rules forbid it.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: MoveArgument<'_>) -> PyResult<Position> {
        let next = self.0.play(self.resolve(&r#move)?).map_err(|error| IllegalMove::new_err(error.to_string()))?;
        Ok(Position(next))
    }

    /// Returns the puzzle that starts here.
    fn to_puzzle(&self) -> PyResult<Puzzle> {
        self.0.to_puzzle().map(Puzzle).map_err(|problems| exception(&Error::Invalid(problems)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        let parts = (this.puzzle(), this.offsets(), this.fuel());
        (slf.get_type().getattr("_restore")?, parts).into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _restore(puzzle: &Bound<'_, Puzzle>, offsets: Vec<Option<u8>>, fuel: Vec<Option<u16>>) -> PyResult<Position> {
        let position = rushlab::Position::restore(&puzzle.get().0, offsets, fuel);
        position.map(Position).ok_or_else(|| InvalidArgument::new_err("this is no position of the puzzle"))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Position {}>", self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn _repr_svg_(&self) -> String {
        crate::render::svg_of(&rushlab_render::Scene::at(&self.0))
    }
}
