//! The observer of every search: it shows progress, and stops the work at a deadline, at Ctrl-C, or when a flag is set.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rushlab::SpacePlan;
use rushlab::search::{Observer, Progress, Visit};
use rushlab_study::comparison::ComparisonObserver;

use crate::interrupt;
use crate::progress::ProgressLine;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    Interrupted,
    Deadline,
    Cancelled,
    /// The visitor returned `Break`.
    VisitorStopped,
}

/// A display and the function that describes the progress.
type ProgressDisplay<'a> = (&'a ProgressLine, Box<dyn Fn(&Progress) -> String + 'a>);

/// A visitor: a function that receives the number of the pass, from 1, and every position expanded in it.
type Visitor<'a> = Box<dyn FnMut(usize, &Visit<'_>) -> ControlFlow<()> + 'a>;

/// Follows work that only Ctrl-C interrupts.
pub(crate) struct UntilInterrupt;

impl ComparisonObserver for UntilInterrupt {
    fn is_interrupted(&self) -> bool {
        interrupt::requested()
    }
}

/// An observer that always stops at Ctrl-C; everything else is optional.
pub(crate) struct Watchdog<'a> {
    deadline: Option<Instant>,
    cancelled: Option<&'a AtomicBool>,
    display: Option<ProgressDisplay<'a>>,
    visitor: Option<Visitor<'a>>,
    visitor_stopped: bool,
    pass: usize,
}

impl<'a> Watchdog<'a> {
    /// Returns a watchdog that stops only at Ctrl-C.
    pub(crate) fn until_interrupt() -> Watchdog<'a> {
        Watchdog { deadline: None, cancelled: None, display: None, visitor: None, visitor_stopped: false, pass: 0 }
    }

    /// Returns a watchdog that also stops at a deadline, if there is one.
    pub(crate) fn until(deadline: Option<Instant>) -> Watchdog<'a> {
        Watchdog { deadline, ..Watchdog::until_interrupt() }
    }

    /// Adds a flag that stops the work when it is set.
    pub(crate) fn cancelled_by(self, flag: &'a AtomicBool) -> Watchdog<'a> {
        Watchdog { cancelled: Some(flag), ..self }
    }

    /// Adds a display of the progress; `describe` returns its text.
    pub(crate) fn with_progress(
        self,
        line: &'a ProgressLine,
        describe: impl Fn(&Progress) -> String + 'a,
    ) -> Watchdog<'a> {
        Watchdog { display: Some((line, Box::new(describe))), ..self }
    }

    /// Adds a visitor. The search stops when it returns `Break`.
    pub(crate) fn with_visitor(self, visitor: impl FnMut(usize, &Visit<'_>) -> ControlFlow<()> + 'a) -> Watchdog<'a> {
        Watchdog { visitor: Some(Box::new(visitor)), ..self }
    }

    /// Returns the reason why the work must stop now, if there is one.
    pub(crate) fn stop_reason(&self) -> Option<StopReason> {
        if interrupt::requested() {
            Some(StopReason::Interrupted)
        } else if self.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(StopReason::Cancelled)
        } else if self.visitor_stopped {
            Some(StopReason::VisitorStopped)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(StopReason::Deadline)
        } else {
            None
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
        self.visitor.is_some()
    }

    fn begin_pass(&mut self, _: &SpacePlan) {
        self.pass += 1;
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        if let Some(visitor) = self.visitor.as_mut().filter(|_| !self.visitor_stopped) {
            self.visitor_stopped = visitor(self.pass.max(1), visit).is_break();
        }
    }
}
