//! A line on stderr, where that is a terminal: how many searches are done, how long is left, and what is running.

use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The line.
pub(super) struct Line {
    bar: ProgressBar,
    running: Mutex<Vec<String>>,
}

impl Line {
    /// So many searches are to be done.
    pub(super) fn new(searches: usize) -> Line {
        let bar = ProgressBar::with_draw_target(Some(searches as u64), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:20} {pos} of {len} searches, {eta} left: {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        if !bar.is_hidden() {
            // The time goes on also while no search ends.
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Line { bar, running: Mutex::new(Vec::new()) }
    }

    /// A search begins.
    pub(super) fn begin(&self, what: &str) {
        self.change(|running| running.push(what.to_owned()));
    }

    /// A search has ended.
    pub(super) fn end(&self, what: &str) {
        self.change(|running| {
            if let Some(place) = running.iter().position(|other| other == what) {
                running.remove(place);
            }
        });
        self.bar.inc(1);
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn change(&self, change: impl FnOnce(&mut Vec<String>)) {
        if let Ok(mut running) = self.running.lock() {
            change(&mut running);
            self.bar.set_message(running.join(", "));
        }
    }
}
