//! The line about a running search: lower bound, best solution, gap, positions, positions per second, and memory.

use std::time::{Duration, Instant};

use rushlab::search::{Progress, Statistics};

use crate::output;

/// The columns that the display uses before the message: a spinner and the elapsed time, as in `⠋ 00:01:40 `.
const COLUMNS_BEFORE: usize = 11;

/// Describes the progress of a search that starts when this value is created.
pub(crate) struct SearchProgress<'a> {
    id: &'a str,
    started: Instant,
}

impl<'a> SearchProgress<'a> {
    pub(crate) fn new(id: &'a str) -> SearchProgress<'a> {
        SearchProgress { id, started: Instant::now() }
    }

    /// Returns a message that fits into the terminal.
    pub(crate) fn describe(&self, progress: &Progress) -> String {
        message(self.id, &figures(progress, self.started.elapsed()), output::columns())
    }
}

/// Returns the id and the figures. If they are too long for a line, the beginning of the id is left out.
fn message(id: &str, figures: &str, columns: usize) -> String {
    let room = columns.saturating_sub(COLUMNS_BEFORE + figures.chars().count() + ": ".len());
    let length = id.chars().count();
    let id = if length <= room {
        id.to_owned()
    } else {
        let rest = id.chars().skip(length - room.saturating_sub(1).min(length));
        std::iter::once('…').chain(rest).collect()
    };
    format!("{id}: {figures}")
}

fn figures(progress: &Progress, elapsed: Duration) -> String {
    let Progress { statistics: Statistics { expanded, peak_memory, .. }, bound, best, .. } = *progress;
    let mut parts = Vec::new();
    if bound > 0 {
        parts.push(format!("bound {bound}"));
    }
    match best {
        Some(best) => parts.push(format!("best {best}")),
        None => parts.push("no solution yet".to_owned()),
    }
    if let Some(gap) = progress.gap().filter(|_| bound > 0) {
        parts.push(format!("gap {gap}"));
    }
    let rate = expanded as f64 / elapsed.as_secs_f64().max(0.001);
    parts.push(format!("{} positions", rounded(expanded)));
    parts.push(format!("{}/s", rounded(rate as u64)));
    parts.push(output::memory(peak_memory));
    parts.join(", ")
}

/// Returns a number with three or four digits: `950`, `12.3k`, `850k`, `123.4M`.
fn rounded(number: u64) -> String {
    let value = number as f64;
    match number {
        0..1_000 => number.to_string(),
        1_000..100_000 => format!("{:.1}k", value / 1e3),
        100_000..1_000_000 => format!("{:.0}k", value / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1}M", value / 1e6),
        _ => format!("{:.1}G", value / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(bound: u32, best: Option<u32>, expanded: u64, peak_memory: u64) -> Progress {
        let mut progress = Progress::default();
        (progress.statistics.expanded, progress.statistics.peak_memory) = (expanded, peak_memory);
        (progress.bound, progress.best) = (bound, best);
        progress
    }

    #[test]
    fn a_running_search_shows_its_bound_its_best_solution_and_its_effort() {
        let after = Duration::from_secs(100);
        let line = |progress: &Progress| figures(progress, after);
        assert_eq!(
            line(&progress(20, Some(25), 85_000_000, 1_234_567_890)),
            "bound 20, best 25, gap 5, 85.0M positions, 850k/s, 1.2 GB"
        );
        assert_eq!(
            line(&progress(7, None, 99_400, 313_000)),
            "bound 7, no solution yet, 99.4k positions, 994/s, 313 kB"
        );
        assert_eq!(line(&progress(0, Some(30), 5, 0)), "best 30, 5 positions, 0/s, 0 kB");
    }

    #[test]
    fn the_line_fits_into_eighty_columns() {
        let largest = figures(&progress(120, Some(250), 3_999_999_999, 999_900_000), Duration::from_secs(90));
        for id in
            ["3", "9x9-boards.txt#12", "a/very/long/path/to/some/boards-of-9x9.txt#1234", "größe/straße/übung.txt#7"]
        {
            let message = message(id, &largest, 80);
            assert!(COLUMNS_BEFORE + message.chars().count() <= 80, "{message}");
            assert!(message.ends_with(&largest) && message.contains(&id[id.len() - 1..]), "{message}");
        }
        assert_eq!(message("boards.txt#12", "gap 5", 80), "boards.txt#12: gap 5");
    }
}
