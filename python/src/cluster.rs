//! Clusters as arrays, and the difficulty of a puzzle.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
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
}

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
    Ok(Cluster { cluster, positions: PyOnceLock::new(), distances: PyOnceLock::new(), edges: PyOnceLock::new() })
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

impl Cluster {
    fn check(&self, number: usize) -> PyResult<usize> {
        if number < self.cluster.size() {
            return Ok(number);
        }
        let message = format!("there is no position {number}; the cluster has {}", self.cluster.size());
        Err(pyo3::exceptions::PyIndexError::new_err(message))
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
            array.into_pyarray(py).unbind()
        });
        array.clone_ref(py)
    }

    /// Returns the exact distance of each position to the nearest goal, in the metric of the puzzle; -1 if no goal can
    /// be reached.
    #[getter]
    fn distances(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        let array = self.distances.get_or_init(py, || {
            let distance = |number| self.cluster.distance(number).map_or(-1, |distance| distance as i32);
            (0..self.cluster.size()).map(distance).collect::<Vec<i32>>().into_pyarray(py).unbind()
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
            (indptr.into_pyarray(py).unbind(), indices.into_pyarray(py).unbind())
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
    /// `distance`, edges the attribute `move`.
    fn to_networkx<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("rushlab.graph")?.call_method1("to_networkx", (slf,))
    }

    /// Returns a position.
    fn position(&self, number: usize) -> PyResult<Position> {
        Ok(Position(self.cluster.position(self.check(number)?)))
    }

    /// Returns the moves of a position and the numbers of the positions that they lead to.
    fn moves(&self, number: usize) -> PyResult<Vec<(Move, usize)>> {
        let moves = self.cluster.moves(self.check(number)?);
        Ok(moves.map(|(mv, next)| (Move::of(self.cluster.puzzle(), mv), next)).collect())
    }

    /// Rates how difficult a position is for a person; None if it has no solution, or if difficulty is not defined for
    /// its rules.
    #[pyo3(signature = (number=0))]
    pub(crate) fn difficulty(&self, number: usize) -> PyResult<Option<Difficulty>> {
        Ok(analysis::Difficulty::of(&self.cluster, self.check(number)?).map(Difficulty::from))
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
