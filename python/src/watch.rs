//! The observer of every search: a deadline, Ctrl-C, and the progress callback.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rushlab::search::{self, Observer};

use crate::errors::SearchTimeout;
use crate::search::Progress;

/// The time between two checks for Ctrl-C.
const POLL: Duration = Duration::from_millis(10);

/// The time between two calls of the progress callback.
const REPORT: Duration = Duration::from_millis(100);

/// An observer that attaches to the interpreter every few milliseconds.
pub(crate) struct Watch {
    deadline: Option<Instant>,
    callback: Option<Py<PyAny>>,
    polled: Instant,
    reported: Instant,
    /// The exception that stopped the search: of a signal handler, of the callback, or the timeout.
    error: Option<PyErr>,
}

impl Watch {
    pub(crate) fn new(deadline: Option<Instant>, callback: Option<Py<PyAny>>) -> Watch {
        let now = Instant::now();
        Watch { deadline, callback, polled: now, reported: now, error: None }
    }

    /// Returns whether the deadline has passed.
    pub(crate) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns the exception that stopped the search, if one did. A passed deadline is not an exception.
    pub(crate) fn finish(&mut self) -> PyResult<()> {
        self.error.take().map_or(Ok(()), Err)
    }

    /// Returns the exception for work that the observer stopped.
    pub(crate) fn stop_error(&mut self) -> PyErr {
        self.error.take().unwrap_or_else(|| SearchTimeout::new_err("the time is up; raise timeout="))
    }

    /// Checks for Ctrl-C and the deadline. `progress` describes a search, for the callback.
    pub(crate) fn check(&mut self, progress: Option<&search::Progress>) -> ControlFlow<()> {
        if let Err(error) = self.poll(progress) {
            self.error = Some(error);
        }
        if self.error.is_some() || self.is_late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn poll(&mut self, progress: Option<&search::Progress>) -> PyResult<()> {
        let now = Instant::now();
        if now.duration_since(self.polled) < POLL {
            return Ok(());
        }
        self.polled = now;
        Python::attach(|py| {
            py.check_signals()?;
            match (&self.callback, progress) {
                (Some(callback), Some(progress)) if now.duration_since(self.reported) >= REPORT => {
                    self.reported = now;
                    callback.call1(py, (Progress::from(progress),)).map(drop)
                }
                _ => Ok(()),
            }
        })
    }
}

impl Observer for Watch {
    fn progress(&mut self, progress: &search::Progress) -> ControlFlow<()> {
        self.check(Some(progress))
    }
}
