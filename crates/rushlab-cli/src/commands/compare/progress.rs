//! The progress display of a comparison: the searches done, the remaining time, and the searches that are running.

use std::sync::Mutex;

use crate::progress::ProgressLine;

pub(super) struct ComparisonProgress {
    line: ProgressLine,
    running: Mutex<Vec<String>>,
}

impl ComparisonProgress {
    /// Returns the display for a number of searches that are not finished yet, including those for the optima.
    pub(super) fn new(searches: usize) -> ComparisonProgress {
        let template = "{bar:20} {pos} of {len} searches and optima, {eta} left: {wide_msg}";
        let line = ProgressLine::ticking(Some(searches as u64), template);
        ComparisonProgress { line, running: Mutex::new(Vec::new()) }
    }

    pub(super) fn begin(&self, what: &str) {
        self.change(|running| running.push(what.to_owned()));
    }

    pub(super) fn end(&self, what: &str) {
        self.change(|running| {
            if let Some(index) = running.iter().position(|other| other == what) {
                running.remove(index);
            }
        });
        self.line.increment(1);
    }

    pub(super) fn finish(&self) {
        self.line.finish();
    }

    fn change(&self, change: impl FnOnce(&mut Vec<String>)) {
        if let Ok(mut running) = self.running.lock() {
            change(&mut running);
            self.line.show(|| running.join(", "));
        }
    }
}
