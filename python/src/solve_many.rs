//! Many puzzles on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use rushlab::{Observer, Progress};

use crate::arguments;
use crate::puzzle::Puzzle;
use crate::search::{HeuristicArgument, Search};
use crate::solution::Solution;

/// The time between two checks for Ctrl-C.
const POLL: Duration = Duration::from_millis(20);

/// Stops a search at its deadline, or when all must stop.
struct Stop<'a> {
    all: &'a AtomicBool,
    deadline: Option<Instant>,
}

impl Observer for Stop<'_> {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.all.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

type Columns<'py> = (
    Vec<&'static str>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<f64>>,
    Vec<Option<Solution>>,
);

/// Solves many puzzles on several threads. Returns columns; the timeout is for each puzzle.
#[pyfunction]
#[pyo3(name = "_solve_many", signature = (puzzles, *, algorithm=None, heuristic=None, metric=None, rules=None, max_states=None,
    max_memory=None, timeout=None, threads=None, progress=None))]
#[allow(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    puzzles: Vec<Bound<'py, Puzzle>>,
    algorithm: Option<&str>,
    heuristic: Option<&str>,
    metric: Option<&str>,
    rules: Option<&str>,
    #[pyo3(from_py_with = arguments::max_states)] max_states: Option<u64>,
    #[pyo3(from_py_with = arguments::max_memory)] max_memory: Option<u64>,
    timeout: Option<f64>,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Columns<'py>> {
    let all_threads = arguments::threads_or_all(threads)?;
    let threads = all_threads.min(puzzles.len().max(1));
    let timeout = arguments::timeout(timeout)?;
    let limits = arguments::limits(max_states, max_memory, threads);
    let searches: Vec<Search> = puzzles
        .iter()
        .enumerate()
        .map(|(index, puzzle)| {
            let puzzle = arguments::with_rules(&puzzle.get().0, rules, metric)?;
            let heuristic = heuristic.map(|name| HeuristicArgument::Name(name.to_owned()));
            let mut search = Search::new(puzzle, algorithm, heuristic, false)?;
            search.limits = limits;
            // With fewer puzzles than threads, each search gets several; the first ones get those that remain.
            search.threads = all_threads / threads + usize::from(index < all_threads % threads);
            Ok(search)
        })
        .collect::<PyResult<_>>()?;
    let results = py.detach(|| run_all(&searches, threads, timeout, progress.as_ref()))?;
    let mut columns = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (outcome, seconds) in results {
        let number = |number: Option<u32>| number.map_or(-1, |number| i32::try_from(number).unwrap_or(i32::MAX));
        let optimal = outcome.is_optimal();
        let moves = outcome.solution.as_ref().map(|solution| solution.moves().len() as u32);
        columns.0.push(outcome.status.word());
        columns.1.push(number(outcome.cost()));
        columns.2.push(number(moves));
        columns.3.push(number(outcome.solution.as_ref().map(rushlab::Solution::steps)));
        columns.4.push(outcome.statistics.expanded as i64);
        columns.5.push(outcome.statistics.generated as i64);
        columns.6.push(seconds);
        let statistics = Some(outcome.statistics.into());
        columns.7.push(outcome.solution.map(|solution| Solution { solution, optimal, statistics }));
    }
    let (status, cost, moves, steps, expanded, generated, seconds, solutions) = columns;
    Ok((
        status,
        cost.into_pyarray(py),
        moves.into_pyarray(py),
        steps.into_pyarray(py),
        expanded.into_pyarray(py),
        generated.into_pyarray(py),
        seconds.into_pyarray(py),
        solutions,
    ))
}

/// Runs all searches; this thread waits for them, checks for Ctrl-C and reports the progress.
fn run_all(
    searches: &[Search],
    threads: usize,
    timeout: Option<Duration>,
    progress: Option<&Py<PyAny>>,
) -> PyResult<Vec<(rushlab::Outcome, f64)>> {
    let (stop, next) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut results: Vec<Option<(rushlab::Outcome, f64)>> = searches.iter().map(|_| None).collect();
    let error = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, stop, next) = (sender.clone(), &stop, &next);
            scope.spawn(move || {
                while let Some((index, search)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    searches.get(index).map(|search| (index, search))
                } {
                    let start = Instant::now();
                    let mut observer = Stop { all: stop, deadline: timeout.map(|timeout| start + timeout) };
                    let outcome = search.run(&mut observer);
                    if stop.load(Ordering::Relaxed) || sender.send((index, outcome, start.elapsed())).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut done, mut polled) = (0, Instant::now());
        loop {
            match receiver.recv_timeout(POLL) {
                Ok((index, outcome, elapsed)) => {
                    results[index] = Some((outcome, elapsed.as_secs_f64()));
                    done += 1;
                }
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if polled.elapsed() < POLL && done < searches.len() {
                continue;
            }
            polled = Instant::now();
            let polled = Python::attach(|py| {
                py.check_signals()?;
                progress.map_or(Ok(()), |callback| callback.call1(py, (done, searches.len())).map(drop))
            });
            if let Err(error) = polled {
                stop.store(true, Ordering::Relaxed);
                return Some(error);
            }
        }
    });
    match error {
        Some(error) => Err(error),
        // Every search ends when nothing stops it.
        None => Ok(results.into_iter().flatten().collect()),
    }
}
