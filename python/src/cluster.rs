//! Clusters as arrays, and the difficulty of a puzzle.

use std::collections::HashMap;

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use rushlab::analysis::{self, Stopped};

use crate::arguments;
use crate::errors::{InvalidArgument, LimitReached};
use crate::moves::Move;
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::watch::Watch;

/// Every position that is reachable from the start of a puzzle, with its exact distance to the nearest goal. Positions
/// are numbered in the order of breadth-first search; the start has number 0. A distance of -1 means that no goal can
/// be reached.
///
/// >>> cluster = rushlab.Puzzle.parse("......A..B..AXXB..A..B......CC......").cluster()
/// >>> len(cluster), len(cluster.goals), int(cluster.distances[0])
/// (144, 56, 2)
#[pyclass(frozen, module = "rushlab")]
pub(crate) struct Cluster {
    pub(crate) cluster: analysis::Cluster,
    positions: PyOnceLock<Py<PyArray2<i8>>>,
    distances: PyOnceLock<Py<PyArray1<i32>>>,
    edges: PyOnceLock<Edges>,
    numbers: PyOnceLock<HashMap<Key, u32>>,
}

/// What distinguishes the positions of a cluster: offsets, and the fuel in the tanks that its positions track.
type Key = (Box<[Option<u8>]>, Box<[u16]>);

/// The moves of a cluster in compressed sparse row form.
type Edges = (Py<PyArray1<i64>>, Py<PyArray1<i32>>);

/// Explores a puzzle.
pub(crate) fn explore(
    py: Python<'_>,
    puzzle: &rushlab::Puzzle,
    max_states: Option<u64>,
    max_memory: Option<u64>,
    timeout: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Cluster> {
    let mut watch = Watch::new(arguments::deadline(timeout)?, progress);
    let limits = arguments::limits(max_states, max_memory, 1);
    let cluster = py.detach(|| analysis::Cluster::new(puzzle, limits, &mut watch));
    let cluster = cluster.map_err(|stopped| stopped_error(stopped, &mut watch))?;
    Ok(Cluster {
        cluster,
        positions: PyOnceLock::new(),
        distances: PyOnceLock::new(),
        edges: PyOnceLock::new(),
        numbers: PyOnceLock::new(),
    })
}

/// Returns the exception for an exploration that stopped early.
pub(crate) fn stopped_error(stopped: Stopped, watch: &mut Watch) -> PyErr {
    match stopped {
        Stopped::Interrupted => watch.stop_error(),
        Stopped::Limit(limit) => {
            let remedy = if limit == rushlab::Limit::States { "raise max_states=" } else { "raise max_memory=" };
            LimitReached::new_err(format!("{stopped}; {remedy}"))
        }
    }
}

/// Returns an array that cannot be written to, because the cluster keeps it.
fn read_only<'py, T, D>(array: Bound<'py, PyArray<T, D>>) -> Py<PyArray<T, D>>
where
    T: numpy::Element,
    D: numpy::ndarray::Dimension,
{
    array.readwrite().make_nonwriteable();
    array.unbind()
}

impl Cluster {
    fn check(&self, number: &Bound<'_, PyAny>) -> PyResult<usize> {
        let index = number.call_method0("__index__")?;
        let found = index.extract().ok().filter(|number| *number < self.cluster.size());
        found.ok_or_else(|| {
            let message = format!("there is no position {number}; the cluster has {}", self.cluster.size());
            pyo3::exceptions::PyIndexError::new_err(message)
        })
    }

    /// Returns the difficulty of a position of the cluster.
    pub(crate) fn rate(&self, number: usize) -> Option<Difficulty> {
        analysis::Difficulty::of(&self.cluster, number).map(Difficulty::from)
    }

    fn key(&self, position: &rushlab::Position) -> Key {
        let plan = self.cluster.plan();
        let fuel = position.fuel().iter().enumerate().filter(|(vehicle, _)| plan.tracks(*vehicle));
        (position.offsets().into(), fuel.map(|(_, units)| units.unwrap_or_default()).collect())
    }

    /// Returns the number of a position of this puzzle.
    fn number_of(&self, py: Python<'_>, position: &rushlab::Position) -> Option<u32> {
        let numbers = self.numbers.get_or_init(py, || {
            self.cluster.positions().zip(0..).map(|(position, number)| (self.key(&position), number)).collect()
        });
        let same = *position.puzzle() == *self.cluster.puzzle();
        same.then(|| numbers.get(&self.key(position)).copied()).flatten()
    }
}

#[pymethods]
impl Cluster {
    /// Returns the puzzle.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        Puzzle(self.cluster.puzzle().clone())
    }

    /// Returns the offset of each vehicle in each position: one row a position, one column a vehicle; -1 for a vehicle
    /// that the valet has removed.
    #[getter]
    fn positions(&self, py: Python<'_>) -> Py<PyArray2<i8>> {
        let array = self.positions.get_or_init(py, || {
            let mut array = Array2::zeros((self.cluster.size(), self.cluster.puzzle().vehicles().len()));
            for (mut row, position) in array.rows_mut().into_iter().zip(self.cluster.positions()) {
                for (cell, offset) in row.iter_mut().zip(position.offsets()) {
                    *cell = offset.map_or(-1, |offset| offset as i8);
                }
            }
            read_only(array.into_pyarray(py))
        });
        array.clone_ref(py)
    }

    /// Returns the exact distance of each position to the nearest goal, in the metric of the puzzle; -1 if no goal can
    /// be reached.
    #[getter]
    fn distances(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        let array = self.distances.get_or_init(py, || {
            let distance = |number| self.cluster.distance(number).map_or(-1, |distance| distance as i32);
            read_only((0..self.cluster.size()).map(distance).collect::<Vec<i32>>().into_pyarray(py))
        });
        array.clone_ref(py)
    }

    /// Returns the moves in compressed sparse row form: `indptr` and `indices`. The moves of position i lead to
    /// `indices[indptr[i]:indptr[i + 1]]`.
    #[getter]
    fn edges(&self, py: Python<'_>) -> Edges {
        let (indptr, indices) = self.edges.get_or_init(py, || {
            let mut indptr = Vec::with_capacity(self.cluster.size() + 1);
            let mut indices = Vec::with_capacity(self.cluster.move_count());
            for number in 0..self.cluster.size() {
                indptr.push(indices.len() as i64);
                indices.extend(self.cluster.successors(number).map(|next| next as i32));
            }
            indptr.push(indices.len() as i64);
            (read_only(indptr.into_pyarray(py)), read_only(indices.into_pyarray(py)))
        });
        (indptr.clone_ref(py), indices.clone_ref(py))
    }

    /// Returns the number of the hardest position: the farthest from a goal; None if no goal can be reached.
    #[getter]
    fn hardest(&self) -> Option<usize> {
        analysis::hardest(&self.cluster)
    }

    /// Returns the numbers of the goals: the positions with the primary at the exit.
    #[getter]
    fn goals<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let goals = (0..self.cluster.size()).filter(|number| self.cluster.distance(*number) == Some(0));
        goals.map(|number| number as i64).collect::<Vec<i64>>().into_pyarray(py)
    }

    /// Returns the cluster as a directed graph of networkx, which must be installed. Nodes have the attribute
    /// `distance`, edges the attribute `move`; with `moves=False` they have none, which large clusters need.
    #[pyo3(signature = (*, moves=true))]
    fn to_networkx<'py>(slf: &Bound<'py, Self>, moves: bool) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("rushlab.graph")?.call_method1("to_networkx", (slf, moves))
    }

    /// Returns a table of pyarrow, which must be installed: number, distance and board of each position.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("rushlab.graph")?.call_method1("to_arrow", (slf,))
    }

    /// Returns a data frame of polars, which must be installed: number, distance and board of each position.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("rushlab.graph")?.call_method1("to_polars", (slf,))
    }

    /// Returns the number of a position. Raises InvalidArgument if the cluster does not have it.
    fn index(&self, py: Python<'_>, position: &Position) -> PyResult<u32> {
        let missing = || InvalidArgument::new_err(format!("the cluster does not have the position {}", position.0));
        self.number_of(py, &position.0).ok_or_else(missing)
    }

    fn __contains__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> bool {
        position.cast::<Position>().is_ok_and(|position| self.number_of(py, &position.get().0).is_some())
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("rushlab.graph")?.call_method1("positions", (slf,))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Cluster>().is_ok_and(|other| other.get().cluster.puzzle() == self.cluster.puzzle())
    }

    fn __hash__(&self) -> u64 {
        Puzzle(self.cluster.puzzle().clone()).__hash__()
    }

    /// Pickles the puzzle, which is explored again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type().getattr("_explore")?, (slf.get().puzzle(),)).into_pyobject(slf.py())
    }

    #[staticmethod]
    fn _explore(py: Python<'_>, puzzle: &Bound<'_, Puzzle>) -> PyResult<Cluster> {
        explore(py, &puzzle.get().0, None, None, None, None)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Returns a position.
    fn position(&self, number: &Bound<'_, PyAny>) -> PyResult<Position> {
        Ok(Position(self.cluster.position(self.check(number)?)))
    }

    /// Returns the moves of a position and the numbers of the positions that they lead to.
    fn moves(&self, number: &Bound<'_, PyAny>) -> PyResult<Vec<(Move, usize)>> {
        let moves = self.cluster.moves(self.check(number)?);
        Ok(moves.map(|(mv, next)| (Move::of(self.cluster.puzzle(), mv), next)).collect())
    }

    /// Rates how difficult a position is for a person; None if it has no solution, or if difficulty is not defined for
    /// its rules.
    #[pyo3(signature = (number=None))]
    fn difficulty(&self, number: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Difficulty>> {
        Ok(self.rate(number.map_or(Ok(0), |number| self.check(number))?))
    }

    fn __len__(&self) -> usize {
        self.cluster.size()
    }

    fn __repr__(&self) -> String {
        let depth = self.cluster.greatest_distance().map_or_else(|| "none".to_owned(), |depth| depth.to_string());
        format!(
            "<Cluster: {} positions, {} goals, greatest distance {depth}>",
            self.cluster.size(),
            self.cluster.goals()
        )
    }
}

/// How difficult a puzzle is for a person, with the features it is made of.
///
/// >>> difficulty = rushlab.built_in("expert")[0].difficulty()
/// >>> difficulty.level, difficulty.length == len(rushlab.built_in("expert")[0].solve().moves)
/// ('expert', True)
#[pyclass(frozen, eq, get_all, module = "rushlab")]
#[derive(Clone, PartialEq)]
pub(crate) struct Difficulty {
    /// The difficulty: a number.
    value: f64,
    /// The level: `beginner`, `intermediate`, `advanced` or `expert`.
    level: &'static str,
    /// The length of a shortest solution, in moves.
    length: u32,
    /// How badly apparent distances order the positions in reach, from 0 to 1.
    misleading: f64,
    /// The share of the unsolved positions in reach from which no move lowers the apparent distance.
    stuck: f64,
    /// The distance of the hardest position of the cluster, in moves.
    depth: u32,
}

impl From<analysis::Difficulty> for Difficulty {
    fn from(difficulty: analysis::Difficulty) -> Difficulty {
        let analysis::Difficulty { length, misleading, stuck, depth, .. } = difficulty;
        Difficulty {
            value: f64::from(difficulty.in_tenths()) / 10.0,
            level: difficulty.level().word(),
            length,
            misleading: f64::from(misleading) / 1000.0,
            stuck: f64::from(stuck) / 1000.0,
            depth,
        }
    }
}

#[pymethods]
impl Difficulty {
    #[new]
    fn new(value: f64, level: &str, length: u32, misleading: f64, stuck: f64, depth: u32) -> PyResult<Difficulty> {
        Ok(Difficulty { value, level: self::level(level)?.word(), length, misleading, stuck, depth })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Difficulty { value, level, length, misleading, stuck, depth } = slf.get();
        (slf.get_type(), (value, level, length, misleading, stuck, depth)).into_pyobject(slf.py())
    }

    fn __repr__(&self) -> String {
        format!("<Difficulty: {:.1}, {}>", self.value, self.level)
    }
}

/// Returns the level with a name.
pub(crate) fn level(word: &str) -> PyResult<analysis::Level> {
    let words = || analysis::Level::ALL.map(analysis::Level::word).join(", ");
    analysis::Level::from_word(word)
        .ok_or_else(|| InvalidArgument::new_err(format!("there is no level {word:?}; choose one of {}", words())))
}
