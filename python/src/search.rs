//! Searches: the arguments, the outcome, and its exceptions.

use std::sync::Arc;
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rushlab::search::{Configuration, HeuristicChoice, Selection, Status};
use rushlab::{Limit, Limits};

use crate::arguments;
use crate::errors::{InvalidArgument, LimitReached, SearchTimeout, Unsolvable, invalid_search};
use crate::heuristic::PythonHeuristic;
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::watch::Watch;

/// The effort of a search.
///
/// >>> rushlab.search(rushlab.Puzzle.parse("......A..B..AXXB..A..B......CC......"), "bfs").statistics.expanded > 0
/// True
#[pyclass(frozen, eq, hash, get_all, module = "rushlab")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Statistics {
    /// Number of expanded states.
    expanded: u64,
    /// Number of generated successors.
    generated: u64,
    /// Number of states that were expanded again because a cheaper path was found.
    reopened: u64,
    /// Number of distinct states stored.
    states: u64,
    /// The greatest length of the open list.
    peak_open: u64,
    /// The greatest memory in bytes.
    peak_memory: u64,
}

impl From<rushlab::Statistics> for Statistics {
    fn from(statistics: rushlab::Statistics) -> Statistics {
        let rushlab::Statistics { expanded, generated, reopened, states, peak_open, peak_memory, .. } = statistics;
        Statistics { expanded, generated, reopened, states, peak_open, peak_memory }
    }
}

#[pymethods]
impl Statistics {
    #[new]
    fn new(expanded: u64, generated: u64, reopened: u64, states: u64, peak_open: u64, peak_memory: u64) -> Statistics {
        Statistics { expanded, generated, reopened, states, peak_open, peak_memory }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Statistics { expanded, generated, reopened, states, peak_open, peak_memory } = slf.get();
        (slf.get_type(), (expanded, generated, reopened, states, peak_open, peak_memory)).into_pyobject(slf.py())
    }

    fn __repr__(&self) -> String {
        let Statistics { expanded, generated, reopened, states, .. } = self;
        format!("Statistics(expanded={expanded}, generated={generated}, reopened={reopened}, states={states})")
    }
}

/// The progress of a search, for the callback.
///
/// >>> bounds = []
/// >>> solution = rushlab.built_in("expert")[0].solve(progress=lambda progress: bounds.append(progress.bound))
/// >>> all(bound <= solution.cost for bound in bounds)
/// True
#[pyclass(frozen, eq, get_all, module = "rushlab")]
#[derive(PartialEq, Eq)]
pub(crate) struct Progress {
    /// The effort so far.
    statistics: Statistics,
    /// A proved lower bound on the cost of every solution.
    bound: u32,
    /// The cost of the best solution known, or None.
    best: Option<u32>,
}

impl From<&rushlab::Progress> for Progress {
    fn from(progress: &rushlab::Progress) -> Progress {
        Progress { statistics: progress.statistics.into(), bound: progress.bound, best: progress.best }
    }
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let best = self.best.map_or_else(|| "None".to_owned(), |best| best.to_string());
        format!("Progress(bound={}, best={best}, statistics={})", self.bound, self.statistics.__repr__())
    }
}

/// The result of a search.
///
/// >>> outcome = rushlab.search(rushlab.Puzzle.parse("......A..B..AXXB..A..B......CC......"))
/// >>> outcome.status, outcome.cost, outcome.bound, outcome.optimal
/// ('solved', 2, 2, True)
#[pyclass(frozen, get_all, module = "rushlab")]
pub(crate) struct Outcome {
    /// How the search ended: `solved`, `unsolvable`, or `limit` if a limit stopped it, also the timeout.
    status: &'static str,
    /// The solution, or the best one known if the search did not end; None if there is none.
    solution: Option<Py<Solution>>,
    /// A proved lower bound on the cost of every solution.
    bound: u32,
    /// The effort.
    statistics: Statistics,
    /// The duration in seconds.
    seconds: f64,
}

#[pymethods]
impl Outcome {
    #[new]
    fn new(
        status: &str,
        solution: Option<Py<Solution>>,
        bound: u32,
        statistics: &Bound<'_, Statistics>,
        seconds: f64,
    ) -> PyResult<Outcome> {
        let known = [Status::Solved, Status::Unsolvable, Status::Limit(Limit::States)].map(Status::word);
        let status = known.into_iter().find(|known| *known == status);
        let status = status.ok_or_else(|| InvalidArgument::new_err("an outcome is solved, unsolvable or limit"))?;
        Ok(Outcome { status, solution, bound, statistics: statistics.get().clone(), seconds })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Outcome { status, solution, bound, statistics, seconds } = slf.get();
        (slf.get_type(), (*status, solution, *bound, statistics.clone(), *seconds)).into_pyobject(slf.py())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Outcome>() else { return false };
        let other = other.get();
        let solution = |outcome: &Outcome| outcome.solution.as_ref().map(|solution| solution.get().solution.clone());
        (self.status, self.bound, &self.statistics) == (other.status, other.bound, &other.statistics)
            && self.seconds == other.seconds
            && solution(self) == solution(other)
    }

    /// Returns the cost of the solution in the metric of the puzzle, or None.
    #[getter]
    fn cost(&self) -> Option<u32> {
        self.solution.as_ref().map(|solution| solution.get().solution.cost())
    }

    /// Returns whether the solution is proved to be optimal.
    #[getter]
    fn optimal(&self) -> bool {
        self.solution.as_ref().is_some_and(|solution| solution.get().optimal)
    }

    fn __repr__(&self) -> String {
        let cost = self.cost().map_or_else(|| "None".to_owned(), |cost| cost.to_string());
        format!("<Outcome: {}, cost {cost}, {} expanded>", self.status, self.statistics.expanded)
    }
}

/// A heuristic: the name of a registered one, an expression, or a function of a position.
#[derive(FromPyObject)]
pub(crate) enum HeuristicArgument<'py> {
    Name(String),
    Function(Bound<'py, PyAny>),
}

/// A search that is ready to run.
pub(crate) struct Search {
    pub(crate) puzzle: rushlab::Puzzle,
    pub(crate) configuration: Configuration,
    /// The heuristic, if it is a Python function.
    function: Option<Arc<PythonHeuristic>>,
    pub(crate) limits: Limits,
    /// Number of threads, if the heuristic is no Python function.
    pub(crate) threads: usize,
}

impl Search {
    /// Finds the algorithm and the heuristic.
    pub(crate) fn new(
        puzzle: rushlab::Puzzle,
        algorithm: Option<&str>,
        heuristic: Option<HeuristicArgument<'_>>,
        admissible: bool,
    ) -> PyResult<Search> {
        let (heuristic, function) = match heuristic {
            None => (None, None),
            Some(HeuristicArgument::Name(name)) => (Some(HeuristicChoice::Name(name)), None),
            Some(HeuristicArgument::Function(function)) => {
                let function = Arc::new(PythonHeuristic::new(&function, admissible)?);
                (Some(HeuristicChoice::Custom(function.clone())), Some(function))
            }
        };
        let selection = Selection { algorithm: algorithm.map(str::to_owned), heuristic, ..Selection::default() };
        let configuration =
            selection.resolve(&rushlab_genetic::ALL_ALGORITHMS).map_err(|error| invalid_search(&error))?;
        Ok(Search { puzzle, configuration, function, limits: Limits::default(), threads: 1 })
    }

    /// Runs the search. A Python function is called on this thread only.
    pub(crate) fn run(&self, observer: &mut dyn rushlab::Observer) -> rushlab::Outcome {
        let threads = if self.function.is_some() { 1 } else { self.threads };
        self.configuration.solver(&self.puzzle).limits(self.limits).threads(threads).run_with(observer)
    }

    /// Runs the search and returns its outcome, or the exception that stopped it.
    fn outcome(
        &self,
        py: Python<'_>,
        timeout: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(rushlab::Outcome, Watch)> {
        let mut watch = Watch::new(arguments::deadline(timeout)?, progress);
        let outcome = match &self.function {
            // The function needs the interpreter for every state, so it is not released.
            Some(function) => {
                let outcome = self.run(&mut function.observe(&mut watch));
                function.finish()?;
                outcome
            }
            None => py.detach(|| self.run(&mut watch)),
        };
        watch.finish()?;
        Ok((outcome, watch))
    }
}

/// Searches for a solution and returns the outcome, whatever it is.
///
/// The heuristic is the name of a registered one, an expression such as `(max h4 pdb)`, the text of a file of one, or
/// a function that takes a Position and returns a number from 0, or None if the position is known to have no solution.
/// Fractions are rounded down to multiples of 1/1024. With `admissible=True` the caller guarantees that the function
/// never overestimates, so that A* proves its solutions optimal. On large boards `auto` uses several threads, by
/// default one for each core.
///
/// >>> puzzle = rushlab.Puzzle.parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K")
/// >>> outcome = rushlab.search(puzzle, "astar", heuristic=lambda position: 0 if position.solved else 1)
/// >>> outcome.status, outcome.cost
/// ('solved', 25)
#[pyfunction]
#[pyo3(signature = (puzzle, algorithm=None, *, heuristic=None, metric=None, rules=None, max_states=None, max_memory=None,
    timeout=None, progress=None, seed=1, duplicates="exact", admissible=false, threads=None))]
#[allow(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
pub(crate) fn search(
    py: Python<'_>,
    puzzle: &Bound<'_, Puzzle>,
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
) -> PyResult<Outcome> {
    let puzzle = arguments::with_rules(&puzzle.get().0, rules, metric)?;
    let duplicates = arguments::duplicates(duplicates)?;
    let limits = arguments::limits(max_states, max_memory, 1);
    let threads = arguments::threads_or_all(threads)?;
    let mut search = Search { limits, threads, ..Search::new(puzzle, algorithm, heuristic, admissible)? };
    (search.configuration.seed, search.configuration.duplicates) = (seed, duplicates);
    let start = Instant::now();
    let (outcome, _) = search.outcome(py, timeout, progress)?;
    let seconds = start.elapsed().as_secs_f64();
    let (status, statistics, bound) = (outcome.status.word(), outcome.statistics, outcome.bound);
    let solution = into_solution(outcome).map(|solution| Py::new(py, solution)).transpose()?;
    Ok(Outcome { status, solution, bound, statistics: statistics.into(), seconds })
}

/// Solves a puzzle, and raises an exception if there is no proved answer.
pub(crate) fn solve(
    py: Python<'_>,
    search: &Search,
    timeout: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Solution> {
    let (outcome, _) = search.outcome(py, timeout, progress)?;
    let (status, bound) = (outcome.status, outcome.bound);
    let random = search.configuration.algorithm.about().random;
    let metric = search.puzzle.rules().metric;
    let best = into_solution(outcome);
    let error = match (status, best) {
        (Status::Solved, Some(solution)) => return Ok(solution),
        (Status::Unsolvable, _) => return Err(Unsolvable::new_err("the puzzle has no solution")),
        (Status::Limit(limit), best) => (LimitReached::new_err(limit_message(limit, bound, metric, random)), best),
        (Status::Interrupted | Status::Solved, best) => {
            let message = format!("the time is up before an answer; {}; raise timeout=", bound_words(bound, metric));
            (SearchTimeout::new_err(message), best)
        }
    };
    let (error, best) = error;
    let value = error.value(py);
    value.setattr("bound", bound)?;
    value.setattr("best", best)?;
    Err(error)
}

fn limit_message(limit: Limit, bound: u32, metric: rushlab::Metric, random: bool) -> String {
    let remedy = match limit {
        Limit::States => "raise max_states=",
        Limit::Memory => "raise max_memory=",
        _ => "try another seed=, or an algorithm that is not random",
    };
    if random {
        return format!("the algorithm found no solution within its limit on {}; {remedy}", limit.word());
    }
    format!(
        "the search reached its limit on {} before an answer; {}; {remedy}",
        limit.word(),
        bound_words(bound, metric)
    )
}

fn bound_words(bound: u32, metric: rushlab::Metric) -> String {
    format!("a solution has at least {bound} {metric}")
}

fn into_solution(outcome: rushlab::Outcome) -> Option<Solution> {
    let (optimal, statistics) = (outcome.is_optimal(), Some(outcome.statistics.into()));
    outcome.solution.map(|solution| Solution { solution, optimal, statistics })
}
