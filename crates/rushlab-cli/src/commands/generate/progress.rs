//! A bar on stderr, where that is a terminal, that tells how many puzzles there are.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::count;

/// After so long somebody waits, and wants to know what for.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) struct Bar {
    bar: ProgressBar,
    begun: Instant,
}

impl Bar {
    pub(super) fn new(wanted: usize) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(wanted as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} puzzles, {msg}, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Bar { bar, begun: Instant::now() }
    }

    pub(super) fn tell(&self, made: usize, attempts: u64) {
        if self.bar.is_hidden() && self.begun.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(count(attempts as usize, "attempt"));
        self.bar.set_position(made as u64);
    }

    /// Prints something that the bar must not run into.
    pub(super) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
