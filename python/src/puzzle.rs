//! Puzzles and their vehicles.

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};
use rushlab::format::{ReadError, Reader};
use rushlab::puzzle::{Draft, Given, Orientation};
use rushlab::{Error, collection, format};
use rushlab_census::compact;

use crate::cluster::{Cluster, Difficulty, explore, stopped_error};
use crate::errors::{InvalidPuzzle, exception, remedy};
use crate::position::Position;
use crate::search::{HeuristicArgument, Search};
use crate::solution::Solution;
use crate::watch::Watch;
use crate::{arguments, grid};

/// A valid puzzle: vehicles on a board with walls, an exit, and the rules. It cannot be changed.
///
/// >>> puzzle = rushlab.Puzzle.parse("......A..B..AXXB..A..B......CC......")
/// >>> puzzle.primary, puzzle.exit, puzzle.width, len(puzzle.vehicles)
/// ('X', ('right', 2), 6, 4)
/// >>> str(puzzle.solve())
/// 'BD2 XR3'
#[pyclass(frozen, eq, from_py_object, module = "rushlab")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Puzzle(pub(crate) rushlab::Puzzle);

/// A vehicle at its start.
///
/// >>> rushlab.Puzzle.parse("...XX....").vehicles[0]
/// Vehicle(label="X", horizontal=True, length=2, row=1, column=0)
#[pyclass(frozen, eq, hash, get_all, module = "rushlab")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Vehicle {
    /// The label.
    label: String,
    /// Whether it moves along a row.
    horizontal: bool,
    /// Number of cells that it covers.
    length: u8,
    /// The row of its top or left cell, from 0.
    row: u8,
    /// The column of its top or left cell, from 0.
    column: u8,
    /// The units of fuel that the puzzle gives it, or None.
    fuel: Option<u16>,
}

#[pymethods]
impl Vehicle {
    #[new]
    #[pyo3(signature = (label, horizontal, length, row, column, fuel=None))]
    fn new(label: String, horizontal: bool, length: u8, row: u8, column: u8, fuel: Option<u16>) -> Vehicle {
        Vehicle { label, horizontal, length, row, column, fuel }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Vehicle { label, horizontal, length, row, column, fuel } = slf.get();
        (slf.get_type(), (label, horizontal, length, row, column, fuel)).into_pyobject(slf.py())
    }

    fn __repr__(&self) -> String {
        let Vehicle { label, horizontal, length, row, column, .. } = self;
        let horizontal = if *horizontal { "True" } else { "False" };
        format!("Vehicle(label={label:?}, horizontal={horizontal}, length={length}, row={row}, column={column})")
    }
}

/// Returns what keyword arguments say about a puzzle besides its text.
fn given(primary: Option<&str>, exit: Option<&str>, rules: Option<&str>, metric: Option<&str>) -> PyResult<Given> {
    let (primary, exit) = (primary.map(arguments::label).transpose()?, exit.map(arguments::side).transpose()?);
    Ok(Given { primary, exit, ..arguments::given(rules, metric)? })
}

/// Validates a puzzle.
pub(crate) fn validate(given: Given, draft: Draft) -> PyResult<rushlab::Puzzle> {
    given.validate(draft).map_err(|problems| exception(&Error::Invalid(problems)))
}

#[pymethods]
impl Puzzle {
    /// Reads the first puzzle of a text. The format is detected unless it is given.
    #[staticmethod]
    #[pyo3(signature = (text, *, format=None, primary=None, exit=None, rules=None, metric=None))]
    fn parse(
        text: &str,
        format: Option<&str>,
        primary: Option<&str>,
        exit: Option<&str>,
        rules: Option<&str>,
        metric: Option<&str>,
    ) -> PyResult<Puzzle> {
        let format = arguments::format(format)?;
        let given = given(primary, exit, rules, metric)?;
        let reader = Reader::open(text.as_bytes(), format, None).map_err(|error| exception(&error.into()))?;
        let draft = reader.given(&given).first().map_err(|error| exception(&error.into()))?;
        validate(given, draft).map(Puzzle)
    }

    /// Makes a puzzle of a grid of whole numbers: 0 is empty, -1 a wall, 1 the primary, every other number a vehicle.
    #[staticmethod]
    #[pyo3(signature = (grid, *, primary=None, exit=None, rules=None, metric=None))]
    fn from_grid(
        grid: &Bound<'_, PyAny>,
        primary: Option<&str>,
        exit: Option<&str>,
        rules: Option<&str>,
        metric: Option<&str>,
    ) -> PyResult<Puzzle> {
        let draft = grid::to_draft(grid::read(grid)?.view());
        let puzzle = validate(given(primary, exit, rules, metric)?, draft)?;
        Ok(Puzzle(
            format::relabel(format::LINE, &puzzle)
                .or_else(|_| format::relabel(format::JSON, &puzzle))
                .unwrap_or(puzzle),
        ))
    }

    /// Returns the board as a grid of 16-bit integers: 0 is empty, -1 a wall, 1 the primary, from 2 on the other
    /// vehicles.
    fn to_grid<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i16>> {
        grid::of_position(&self.0.start()).into_pyarray(py)
    }

    /// Writes the puzzle in a format, by default as one line, or as JSON if a line cannot represent it.
    #[pyo3(signature = (format=None, *, relabel=false))]
    fn to_text(&self, format: Option<&str>, relabel: bool) -> PyResult<String> {
        let Some(format) = arguments::format(format)? else { return Ok(self.__str__()) };
        let unsupported = |error: format::UnsupportedPuzzle| InvalidPuzzle::new_err(error.explain(&remedy));
        let relabelled = if relabel { Some(format::relabel(format, &self.0).map_err(unsupported)?) } else { None };
        format::write(format, relabelled.as_ref().unwrap_or(&self.0)).map_err(unsupported)
    }

    /// Returns the same puzzle with other rules: `plain` or `comp472`, and the metric `moves` or `steps`.
    #[pyo3(signature = (rules=None, *, metric=None))]
    fn with_rules(&self, rules: Option<&str>, metric: Option<&str>) -> PyResult<Puzzle> {
        arguments::with_rules(&self.0, rules, metric).map(Puzzle)
    }

    /// Solves the puzzle. Raises Unsolvable if there is no solution, and LimitReached if the search ends at a limit.
    /// The arguments are those of `rushlab.search`.
    ///
    /// The default algorithm is the fastest optimal one; with a heuristic and no algorithm it is A*. The heuristic is
    /// the name of a registered one or a function of a Position. The timeout is in seconds, the memory in bytes (4 GiB
    /// by default). The callback `progress` gets a Progress about ten times a second. On large boards the default
    /// algorithm uses several threads, by default one for each core; the solution is the same for any number.
    #[pyo3(signature = (algorithm=None, *, heuristic=None, metric=None, rules=None, max_states=None, max_memory=None,
        timeout=None, progress=None, seed=1, duplicates="exact", admissible=false, threads=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        algorithm: Option<&str>,
        heuristic: Option<HeuristicArgument<'_>>,
        metric: Option<&str>,
        rules: Option<&str>,
        #[pyo3(from_py_with = arguments::max_states)] max_states: Option<u64>,
        #[pyo3(from_py_with = arguments::max_memory)] max_memory: Option<u64>,
        timeout: Option<f64>,
        progress: Option<Py<PyAny>>,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        duplicates: &str,
        admissible: bool,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<usize>,
    ) -> PyResult<Solution> {
        let puzzle = arguments::with_rules(&self.0, rules, metric)?;
        let mut search = Search::new(puzzle, algorithm, heuristic, admissible)?;
        search.limits = arguments::limits(max_states, max_memory, 1);
        search.configuration.seed = seed;
        search.configuration.duplicates = arguments::duplicates(duplicates)?;
        search.threads = arguments::threads_or_all(threads)?;
        crate::search::solve(py, &search, timeout, progress)
    }

    /// Explores every position that is reachable from the start.
    #[pyo3(signature = (*, max_states=None, max_memory=None, timeout=None, progress=None))]
    fn cluster(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::max_states)] max_states: Option<u64>,
        #[pyo3(from_py_with = arguments::max_memory)] max_memory: Option<u64>,
        timeout: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Cluster> {
        explore(py, &self.0, max_states, max_memory, timeout, progress)
    }

    /// Returns the id: a short text that contains the whole puzzle except its name and its labels. `Puzzle.parse` reads
    /// it.
    #[getter]
    fn id(&self) -> String {
        self.0.id()
    }

    /// Returns the name that the text gives the puzzle, or None.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.0.name()
    }

    /// Returns the number of columns.
    #[getter]
    fn width(&self) -> u8 {
        self.0.width()
    }

    /// Returns the number of rows.
    #[getter]
    fn height(&self) -> u8 {
        self.0.height()
    }

    /// Returns the vehicles, in the order in which they first appear on the board, row by row.
    #[getter]
    fn vehicles(&self) -> Vec<Vehicle> {
        let vehicle = |vehicle: &rushlab::Vehicle| Vehicle {
            label: vehicle.label.to_string(),
            horizontal: vehicle.orientation == Orientation::Horizontal,
            length: vehicle.length,
            row: vehicle.cell.row,
            column: vehicle.cell.column,
            fuel: vehicle.fuel,
        };
        self.0.vehicles().iter().map(vehicle).collect()
    }

    /// Returns the label of the primary: the vehicle that must leave.
    #[getter]
    fn primary(&self) -> &str {
        self.0.primary().label.as_str()
    }

    /// Returns the index of the primary in `vehicles`.
    #[getter]
    fn primary_index(&self) -> usize {
        self.0.primary_index()
    }

    /// Returns the side of the exit (`right`, `left`, `top` or `bottom`) and its row or column, from 0.
    #[getter]
    fn exit(&self) -> (&'static str, u8) {
        (self.0.exit().side.word(), self.0.exit().line)
    }

    /// Returns the walls: (row, column), from 0.
    #[getter]
    fn walls(&self) -> Vec<(u8, u8)> {
        self.0.walls().iter().map(|wall| (wall.row, wall.column)).collect()
    }

    /// Returns what a solution minimises: `moves` or `steps`.
    #[getter]
    fn metric(&self) -> &'static str {
        self.0.rules().metric.word()
    }

    /// Returns whether a vehicle in the line of the exit is removed when it reaches the exit.
    #[getter]
    fn valet(&self) -> bool {
        self.0.rules().valet
    }

    /// Returns the units of fuel at the start of each vehicle; None means unlimited.
    #[getter]
    fn fuel(&self) -> Vec<Option<u16>> {
        (0..self.0.vehicles().len()).map(|vehicle| self.0.tank(vehicle)).collect()
    }

    /// Returns the start position.
    #[getter]
    fn start(&self) -> Position {
        Position(self.0.start())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Puzzle.parse({:?})", self.0.to_string())
    }

    pub(crate) fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.0.vehicles(), self.0.walls(), self.0.rules()).hash(&mut hasher);
        hasher.finish()
    }

    /// Pickles the puzzle as JSON, which represents it completely.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let json = slf.get().to_text(Some("json"), false)?;
        Ok((slf.py().get_type::<Puzzle>().getattr("_unpickle")?, (json,)))
    }

    #[classmethod]
    fn _unpickle<'py>(class: &Bound<'py, PyType>, json: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        class.call_method1("parse", (json,))
    }

    /// Rates how difficult the puzzle is for a person; None if it has no solution.
    #[pyo3(signature = (*, max_states=None, max_memory=None, timeout=None))]
    fn difficulty(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::max_states)] max_states: Option<u64>,
        #[pyo3(from_py_with = arguments::max_memory)] max_memory: Option<u64>,
        timeout: Option<f64>,
    ) -> PyResult<Option<Difficulty>> {
        Ok(explore(py, &self.0, max_states, max_memory, timeout, None)?.rate(0))
    }

    /// Returns whether removing any vehicle but the primary, or any wall, changes the optimum; False if there is no
    /// solution.
    #[pyo3(signature = (*, max_states=None, max_memory=None, timeout=None))]
    fn is_minimal(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::max_states)] max_states: Option<u64>,
        #[pyo3(from_py_with = arguments::max_memory)] max_memory: Option<u64>,
        timeout: Option<f64>,
    ) -> PyResult<bool> {
        let mut watch = Watch::new(arguments::deadline(timeout)?, None);
        let limits = arguments::limits(max_states, max_memory, 1);
        let redundant = py.detach(|| rushlab::analysis::redundant(&self.0, limits, &mut watch));
        let redundant = redundant.map_err(|stopped| stopped_error(stopped, &mut watch))?;
        Ok(redundant.is_some_and(|redundant| redundant.is_empty()))
    }

    fn _repr_svg_(&self) -> String {
        crate::render::svg_of(&rushlab_render::Scene::of(&self.0))
    }
}

/// Reads all puzzles of a text.
#[pyfunction]
#[pyo3(name = "_parse_all", signature = (text, *, format=None, primary=None, exit=None, rules=None, metric=None))]
pub(crate) fn parse_all(
    text: &str,
    format: Option<&str>,
    primary: Option<&str>,
    exit: Option<&str>,
    rules: Option<&str>,
    metric: Option<&str>,
) -> PyResult<Vec<Puzzle>> {
    let reader = Reader::open(text.as_bytes(), arguments::format(format)?, None);
    all_puzzles(reader, given(primary, exit, rules, metric)?)
}

/// Reads all puzzles of a file or a compact list. The name of the file may give the size of the board, as in
/// `Rushhour9x9_4.csv`.
#[pyfunction]
#[pyo3(name = "_load", signature = (path, *, format=None, primary=None, exit=None, rules=None, metric=None))]
pub(crate) fn load(
    path: PathBuf,
    format: Option<&str>,
    primary: Option<&str>,
    exit: Option<&str>,
    rules: Option<&str>,
    metric: Option<&str>,
) -> PyResult<Vec<Puzzle>> {
    let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let reader = compact::open(File::open(&path)?, arguments::format(format)?, file_name.as_deref());
    all_puzzles(reader, given(primary, exit, rules, metric)?)
}

fn all_puzzles(reader: Result<Reader<'_>, ReadError>, given: Given) -> PyResult<Vec<Puzzle>> {
    let reader = reader.map_err(|error| exception(&error.into()))?.given(&given);
    let none = exception(&reader.no_puzzle().into());
    let puzzles: Vec<Puzzle> = reader
        .map(|draft| validate(given, draft.map_err(|error| exception(&error.into()))?).map(Puzzle))
        .collect::<PyResult<_>>()?;
    if puzzles.is_empty() { Err(none) } else { Ok(puzzles) }
}

/// Returns the PDDL domain of a puzzle: the rules as actions, which planners need beside the problem that
/// `puzzle.to_text("pddl")` writes.
///
/// >>> "(define (domain rush-hour-moves-6)" in rushlab.pddl_domain(rushlab.built_in()[0])
/// True
#[pyfunction]
pub(crate) fn pddl_domain(puzzle: &Bound<'_, Puzzle>) -> PyResult<String> {
    let preamble = format::preamble(format::PDDL, &puzzle.get().0);
    preamble.map(|preamble| preamble.text).ok_or_else(|| InvalidPuzzle::new_err("this puzzle has no PDDL domain"))
}

/// Returns the built-in puzzles, each with its level.
#[pyfunction]
#[pyo3(name = "_built_in")]
pub(crate) fn built_in() -> Vec<(&'static str, Puzzle)> {
    collection::built_in().map(|(level, puzzle)| (level.word(), Puzzle(puzzle))).collect()
}
