//! Progress displays on stderr, visible only on a terminal.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::arguments::InputArgs;
use crate::{input, output};

/// How long a delayed display waits before it appears.
const DELAY: Duration = Duration::from_secs(1);

/// How often a ticking display is redrawn.
const TICK: Duration = Duration::from_millis(250);

/// A display of one or more lines that is redrawn in place.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    /// When a delayed display may appear.
    visible_from: Instant,
}

impl ProgressLine {
    /// Returns a message that appears when the command has run for a second.
    pub(crate) fn message() -> ProgressLine {
        ProgressLine::delayed(None, "{spinner} {elapsed_precise} {wide_msg}")
    }

    /// Returns a display that appears when the command has run for a second.
    pub(crate) fn delayed(length: Option<u64>, template: &str) -> ProgressLine {
        ProgressLine { bar: bar(length, template, ProgressDrawTarget::hidden()), visible_from: Instant::now() + DELAY }
    }

    pub(crate) fn immediate(length: Option<u64>, template: &str) -> ProgressLine {
        ProgressLine { bar: bar(length, template, target()), visible_from: Instant::now() }
    }

    /// Returns a display that is visible from the start and redrawn also when nothing changes.
    pub(crate) fn ticking(length: Option<u64>, template: &str) -> ProgressLine {
        let line = ProgressLine::immediate(length, template);
        if !line.is_hidden() {
            line.bar.enable_steady_tick(TICK);
        }
        line
    }

    /// Replaces the message, unless the display is still delayed.
    pub(crate) fn show(&self, message: impl FnOnce() -> String) {
        if Instant::now() < self.visible_from {
            return;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(target());
        }
        self.bar.set_message(message());
        self.bar.tick();
    }

    pub(crate) fn set_position(&self, position: u64) {
        self.bar.set_position(position);
    }

    /// Sets where the work starts, so that the remaining time is estimated from there.
    pub(crate) fn start_at(&self, position: u64) {
        self.bar.set_position(position);
        self.bar.reset_eta();
    }

    pub(crate) fn increment(&self, amount: u64) {
        self.bar.inc(amount);
    }

    /// Returns whether nothing is drawn: stderr is not a terminal, or the display is still delayed.
    pub(crate) fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Clears the display while `print` writes to the terminal. `print` must not use the display: it is locked.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Returns the length and the template of a display of the puzzles that are done. On a terminal it shows how many are
/// left, if that is known without reading standard input.
pub(crate) fn of_puzzles(args: &InputArgs, done: &str) -> (Option<u64>, String) {
    let total = std::io::stderr().is_terminal().then(|| input::count(args)).flatten();
    let template = match total {
        Some(_) => format!("{{bar:20}} {{human_pos}} of {{human_len}} puzzles {done}, {{eta}} left {{wide_msg}}"),
        None => format!("{{spinner}} {{human_pos}} puzzles {done}, {{per_sec}} ({{elapsed}}) {{wide_msg}}"),
    };
    (total, template)
}

/// Returns where displays are drawn: on stderr, unless they are suppressed.
fn target() -> ProgressDrawTarget {
    if output::is_quiet() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() }
}

fn bar(length: Option<u64>, template: &str, target: ProgressDrawTarget) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, target);
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar
}
