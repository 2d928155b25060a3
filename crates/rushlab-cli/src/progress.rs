//! A line that tells what is going on while somebody waits.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rushlab::search::{Observer, Progress};

use crate::interrupt;
use crate::output::count;

/// After so long somebody waits, and wants to know what for.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line on stderr, where that is a terminal.
pub(crate) struct Line {
    bar: ProgressBar,
    begun: Instant,
}

impl Line {
    pub(crate) fn new() -> Line {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        Line { bar, begun: Instant::now() }
    }

    /// Tells something, if somebody waits already.
    pub(crate) fn tell(&self, message: impl FnOnce() -> String) {
        if self.begun.elapsed() < PATIENCE {
            return;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(message());
        self.bar.tick();
    }

    /// Prints something that the line must not run into.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Tells how far the exploration of a puzzle's cluster has come, and lets it go on until its time is up or Ctrl-C comes.
pub(crate) struct Exploring<'a> {
    pub(crate) id: &'a str,
    pub(crate) line: &'a Line,
    pub(crate) deadline: Option<Instant>,
}

impl Observer for Exploring<'_> {
    fn watch(&mut self, progress: &Progress) -> ControlFlow<()> {
        let positions = count(progress.statistics.states as usize, "position");
        self.line.tell(|| format!("{}: {positions} so far", self.id));
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
