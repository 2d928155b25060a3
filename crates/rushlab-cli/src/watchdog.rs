//! The observer of every search and exploration: it shows progress, and stops the work at a deadline, at Ctrl-C, or when a flag is set.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rushlab::SpacePlan;
use rushlab::search::{Observer, Progress, Visit};

use crate::interrupt;
use crate::progress::ProgressLine;

/// Why the work must stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    Interrupted,
    Deadline,
    Cancelled,
    /// The function that receives the visits returned `Break`.
    VisitsEnded,
}

/// A display and the function that describes the progress.
type Display<'a> = (&'a ProgressLine, Box<dyn Fn(&Progress) -> String + 'a>);

/// A function that receives the number of the pass, from 1, and every position expanded in it.
type OnVisit<'a> = Box<dyn FnMut(usize, &Visit<'_>) -> ControlFlow<()> + 'a>;

/// An observer that always stops at Ctrl-C; everything else is optional.
pub(crate) struct Watchdog<'a> {
    deadline: Option<Instant>,
    cancelled: Option<&'a AtomicBool>,
    display: Option<Display<'a>>,
    on_visit: Option<OnVisit<'a>>,
    visits_ended: bool,
    /// The number of passes begun.
    pass: usize,
}

impl<'a> Watchdog<'a> {
    /// A watchdog that stops only at Ctrl-C.
    pub(crate) fn until_interrupt() -> Watchdog<'a> {
        Watchdog { deadline: None, cancelled: None, display: None, on_visit: None, visits_ended: false, pass: 0 }
    }

    /// A watchdog that also stops at a deadline, if there is one.
    pub(crate) fn until(deadline: Option<Instant>) -> Watchdog<'a> {
        Watchdog { deadline, ..Watchdog::until_interrupt() }
    }

    /// Also stops when the flag is set.
    pub(crate) fn cancelled_by(self, flag: &'a AtomicBool) -> Watchdog<'a> {
        Watchdog { cancelled: Some(flag), ..self }
    }

    /// Shows the progress, as `describe` words it.
    pub(crate) fn showing(self, line: &'a ProgressLine, describe: impl Fn(&Progress) -> String + 'a) -> Watchdog<'a> {
        Watchdog { display: Some((line, Box::new(describe))), ..self }
    }

    /// Passes the number of the pass and every expanded position to `on_visit`, until that returns `Break`; then the search stops.
    pub(crate) fn visiting(self, on_visit: impl FnMut(usize, &Visit<'_>) -> ControlFlow<()> + 'a) -> Watchdog<'a> {
        Watchdog { on_visit: Some(Box::new(on_visit)), ..self }
    }

    /// Why the work must stop now, if it must.
    pub(crate) fn stop_reason(&self) -> Option<StopReason> {
        match () {
            () if interrupt::requested() => Some(StopReason::Interrupted),
            () if self.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed)) => Some(StopReason::Cancelled),
            () if self.visits_ended => Some(StopReason::VisitsEnded),
            () if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) => Some(StopReason::Deadline),
            () => None,
        }
    }
}

impl Observer for Watchdog<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if let Some((line, describe)) = &self.display {
            line.show(|| describe(progress));
        }
        if self.stop_reason().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn wants_visits(&self) -> bool {
        self.on_visit.is_some()
    }

    fn begin_pass(&mut self, _: &SpacePlan) {
        self.pass += 1;
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        if let Some(on_visit) = self.on_visit.as_mut().filter(|_| !self.visits_ended) {
            self.visits_ended = on_visit(self.pass, visit).is_break();
        }
    }
}
