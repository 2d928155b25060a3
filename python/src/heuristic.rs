//! Heuristics written in Python: used by the searches, and checked on every position of a cluster.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rushlab::analysis::{Estimates, Properties};
use rushlab::heuristic::{About, Claim, Estimator, Heuristic};
use rushlab::{Observer, Puzzle};

use crate::cluster::Cluster;
use crate::errors::InvalidArgument;
use crate::moves::Move;
use crate::position::Position;
use crate::watch::Watch;

/// Number of units of an estimate in a cost of 1. Rounding estimates down to whole units makes no consistent heuristic
/// inconsistent.
const SCALE: u32 = 1024;

/// A heuristic that calls a Python function.
pub(crate) struct PythonHeuristic {
    function: Arc<Function>,
    admissible: bool,
}

/// A function, and the first exception it raised.
struct Function {
    function: Py<PyAny>,
    error: Mutex<Option<PyErr>>,
}

impl Function {
    fn failed(&self) -> bool {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

impl PythonHeuristic {
    pub(crate) fn new(function: &Bound<'_, PyAny>, admissible: bool) -> PyResult<PythonHeuristic> {
        if !function.is_callable() {
            let message = "a heuristic is the name of one, or a function that takes a position and returns a number";
            return Err(InvalidArgument::new_err(message));
        }
        let function = Function { function: function.clone().unbind(), error: Mutex::new(None) };
        Ok(PythonHeuristic { function: Arc::new(function), admissible })
    }

    /// Returns an observer that also stops the search when the function has raised an exception.
    pub(crate) fn observe<'a>(&self, watch: &'a mut Watch) -> impl Observer + use<'a> {
        FailureObserver { watch, function: self.function.clone() }
    }

    /// Returns the exception that the function raised, if it did.
    pub(crate) fn finish(&self) -> PyResult<()> {
        self.function.error.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

impl Heuristic for PythonHeuristic {
    fn about(&self) -> About {
        let claim = if self.admissible { Claim::Always } else { Claim::Never };
        About::new("function", "a Python function", claim, Claim::Never)
    }

    fn compile(&self, _: &Puzzle) -> Box<dyn Estimator> {
        Box::new(FunctionEstimator(self.function.clone()))
    }

    fn scale(&self) -> u32 {
        SCALE
    }
}

struct FunctionEstimator(Arc<Function>);

impl Estimator for FunctionEstimator {
    fn estimate(&mut self, position: &rushlab::Position) -> Option<u32> {
        // After an exception the function is not called again; the search stops at its next report.
        if self.0.failed() {
            return Some(0);
        }
        Python::attach(|py| {
            call(self.0.function.bind(py), position).unwrap_or_else(|error| {
                *self.0.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                Some(0)
            })
        })
    }
}

/// Calls a function with a position. `None` means that the position has no solution.
fn call(function: &Bound<'_, PyAny>, position: &rushlab::Position) -> PyResult<Option<u32>> {
    let value = function.call1((Position(position.clone()),))?;
    if value.is_none() {
        return Ok(None);
    }
    let number: f64 = value.extract().map_err(|_| {
        let kind = value.get_type();
        InvalidArgument::new_err(format!(
            "the heuristic returned a {kind}; return a number from 0, or None for \"no solution\""
        ))
    })?;
    if number.is_nan() || number < 0.0 {
        return Err(InvalidArgument::new_err(format!(
            "the heuristic returned {number}; an estimate is a number from 0"
        )));
    }
    Ok(number.is_finite().then(|| (number * f64::from(SCALE)) as u32))
}

struct FailureObserver<'a> {
    watch: &'a mut Watch,
    function: Arc<Function>,
}

impl Observer for FailureObserver<'_> {
    fn progress(&mut self, progress: &rushlab::Progress) -> ControlFlow<()> {
        if self.function.failed() { ControlFlow::Break(()) } else { self.watch.progress(progress) }
    }
}

/// Checks a function on every position and every move of a cluster. Returns the figures by name.
#[pyfunction]
#[pyo3(name = "_check_heuristic")]
pub(crate) fn check_estimates<'py>(
    py: Python<'py>,
    function: &Bound<'py, PyAny>,
    cluster: &Bound<'py, Cluster>,
) -> PyResult<Bound<'py, PyDict>> {
    let cluster = &cluster.get().cluster;
    let values = match function.extract::<String>() {
        Ok(name) => {
            let heuristic = crate::arguments::heuristic(&name)?;
            py.detach(|| Estimates::of(cluster, heuristic))
        }
        Err(_) => {
            PythonHeuristic::new(function, false)?;
            let values = cluster.positions().map(|position| call(function, &position)).collect::<PyResult<_>>()?;
            Estimates { values, scale: SCALE }
        }
    };
    let properties = py.detach(|| Properties::of_estimates(cluster, &values));
    let result = PyDict::new(py);
    result.set_item("positions", cluster.size())?;
    result.set_item("solvable", properties.solvable)?;
    result.set_item("overestimates", properties.overestimate_count)?;
    result.set_item("inconsistencies", properties.inconsistency_count)?;
    result.set_item("exact", properties.exact)?;
    let infinite = |value: Option<f64>| value.unwrap_or(f64::INFINITY);
    if let Some(example) = properties.overestimate_example {
        result.set_item("overestimate", (Position(example.position), infinite(example.estimate), example.distance))?;
    }
    if let Some(example) = properties.inconsistency_example {
        let next = example.position.play(example.mv).ok().map(Position);
        let mv = Move::of(cluster.puzzle(), example.mv);
        let distance = cluster
            .positions()
            .position(|position| position == example.position)
            .and_then(|number| cluster.distance(number));
        result.set_item(
            "inconsistency",
            (Position(example.position), infinite(example.before), distance, mv, next, example.after),
        )?;
    }
    Ok(result)
}
