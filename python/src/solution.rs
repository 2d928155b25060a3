//! Solutions.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rushlab::SolutionError;
use rushlab::notation;

use crate::arguments;
use crate::errors::{IllegalMove, InvalidArgument, remedy};
use crate::moves::Move;
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::search::Statistics;

/// A list of legal moves that solves a puzzle.
///
/// >>> solution = rushlab.Puzzle.parse("......A..B..AXXB..A..B......CC......").solve()
/// >>> print(solution)
/// BD2 XR3
/// >>> len(solution.moves), solution.steps, solution.cost, solution.optimal
/// (2, 5, 2, True)
#[pyclass(frozen, module = "rushlab")]
pub(crate) struct Solution {
    pub(crate) solution: rushlab::Solution,
    /// Whether it is proved to be optimal.
    #[pyo3(get)]
    pub(crate) optimal: bool,
    pub(crate) statistics: Option<Statistics>,
}

#[pymethods]
impl Solution {
    /// Reads a list of moves in any notation and checks it against the rules. Raises IllegalMove if it is not a
    /// solution.
    #[staticmethod]
    #[pyo3(signature = (puzzle, text, *, notation=None))]
    fn parse(puzzle: &Bound<'_, Puzzle>, text: &str, notation: Option<&str>) -> PyResult<Solution> {
        let puzzle = &puzzle.get().0;
        let written = notation::read(text, arguments::notation(notation)?)
            .map_err(|error| InvalidArgument::new_err(error.to_string()))?;
        let replay = rushlab::position::replay(puzzle, &written);
        if let Some(error) = replay.error {
            let number = replay.played.len() + 1;
            return Err(IllegalMove::new_err(format!("move {number} cannot be played: {}", error.explain(&remedy))));
        }
        let moves: Vec<rushlab::Move> = replay.played.into_iter().map(|(mv, _)| mv).collect();
        let solution = rushlab::Solution::from_moves(puzzle, &moves)
            .map_err(|error: SolutionError| IllegalMove::new_err(error.to_string()))?;
        Ok(Solution { solution, optimal: false, statistics: None })
    }

    /// Returns the puzzle that it solves.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        Puzzle(self.solution.puzzle().clone())
    }

    /// Returns the moves.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.solution.moves().iter().map(|mv| Move::of(self.solution.puzzle(), *mv)).collect()
    }

    /// Returns the number of cells driven.
    #[getter]
    fn steps(&self) -> u32 {
        self.solution.steps()
    }

    /// Returns the cost in the metric of the puzzle.
    #[getter]
    fn cost(&self) -> u32 {
        self.solution.cost()
    }

    /// Returns the effort of the search; None if the solution was read from a text.
    #[getter]
    fn statistics(&self) -> Option<Statistics> {
        self.statistics.clone()
    }

    /// Returns the start and the position after each move.
    fn positions(&self) -> Vec<Position> {
        self.solution.positions().map(Position).collect()
    }

    /// Writes the moves in a notation, such as `words` or `json`.
    fn to_text(&self, notation: &str) -> PyResult<String> {
        let notation = arguments::notation(Some(notation))?.unwrap_or(rushlab::notation::LETTERS);
        Ok(self.solution.to_notation(notation))
    }

    /// Returns an animation of the solution for a notebook.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("rushlab.notebook")?.call_method1("animation", (slf,))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        let parts = (this.puzzle(), this.to_text("json")?, this.optimal, this.statistics());
        (slf.get_type().getattr("_restore")?, parts).into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _restore(
        puzzle: &Bound<'_, Puzzle>,
        moves: &str,
        optimal: bool,
        statistics: Option<&Bound<'_, Statistics>>,
    ) -> PyResult<Solution> {
        let read = Solution::parse(puzzle, moves, Some("json"))?;
        Ok(Solution { optimal, statistics: statistics.map(|statistics| statistics.get().clone()), ..read })
    }

    fn __str__(&self) -> String {
        self.solution.to_string()
    }

    fn __repr__(&self) -> String {
        let (moves, steps) = (self.solution.moves().len(), self.solution.steps());
        format!("<Solution: {moves} moves, {steps} steps: {}>", self.solution)
    }

    fn __len__(&self) -> usize {
        self.solution.moves().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
        pyo3::types::PyList::new(py, self.moves())?.try_iter()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Solution>().is_ok_and(|other| other.get().solution == self.solution)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.solution.moves().hash(&mut hasher);
        hasher.finish()
    }
}
