//! The live display of an evolution: a few lines on stderr, on a terminal.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use indicatif::HumanDuration;
use rushlab_genetic::{Evolution, Rate};

use super::run::Job;
use crate::arguments::EvolveOptions;
use crate::output::{columns, count, grouped};
use crate::progress::ProgressLine;

/// The maximum width of a curve in characters.
const MAX_WIDTH: usize = 60;

/// The characters of a curve, from low to high.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The display, which shows one run at a time.
pub(super) struct LiveDisplay {
    line: ProgressLine,
    started: Instant,
    counts_runs: bool,
    /// Number of runs of all puzzles read so far.
    runs: AtomicUsize,
    finished: AtomicUsize,
    /// Whether a run is displayed.
    busy: AtomicBool,
}

/// A running evolution. It is displayed if no other one was when it started.
pub(super) struct DisplayedRun<'a> {
    display: &'a LiveDisplay,
    shown: Option<Mutex<Curves>>,
}

/// The best and mean fitness of each generation.
#[derive(Default)]
struct Curves {
    best: Vec<f64>,
    mean: Vec<f64>,
}

impl LiveDisplay {
    pub(super) fn new(options: &EvolveOptions) -> LiveDisplay {
        LiveDisplay {
            line: ProgressLine::immediate(None, "{msg}"),
            started: Instant::now(),
            counts_runs: options.prints_statistics(),
            runs: AtomicUsize::new(0),
            finished: AtomicUsize::new(0),
            busy: AtomicBool::new(false),
        }
    }

    pub(super) fn add_runs(&self, number: usize) {
        self.runs.fetch_add(number, Ordering::Relaxed);
    }

    /// Describes how many runs are done, and the time that the others will take.
    fn progress(&self) -> String {
        let (done, all) = (self.finished.load(Ordering::Relaxed), self.runs.load(Ordering::Relaxed));
        let left = (done > 0).then(|| self.started.elapsed().mul_f64(all.saturating_sub(done) as f64 / done as f64));
        let left = left.map_or_else(String::new, |left| format!(", about {} left", HumanDuration(left)));
        format!("{} of {} done{left}", grouped(done), count(all, "run"))
    }

    /// Starts a run. It is displayed if no other run is.
    pub(super) fn start_run(&self) -> DisplayedRun<'_> {
        let free = !self.line.is_hidden() && !self.busy.swap(true, Ordering::SeqCst);
        DisplayedRun { display: self, shown: free.then(Mutex::default) }
    }

    pub(super) fn line(&self) -> &ProgressLine {
        &self.line
    }

    pub(super) fn finish(&self) {
        self.line.finish();
    }
}

impl DisplayedRun<'_> {
    pub(super) fn show(&self, job: &Job, evolution: &Evolution) {
        let Some(mut curves) = self.shown.as_ref().and_then(|shown| shown.lock().ok()) else { return };
        let generation = evolution.generation();
        curves.best.push(generation.best);
        curves.mean.push(generation.mean);
        let LiveDisplay { counts_runs, line, .. } = self.display;
        let mut head = format!("{} on {}, seed {}", job.configuration.label, job.id, job.seed);
        if *counts_runs {
            head = format!("{}\n{head}", self.display.progress());
        }
        let solution = evolution.solution().map_or_else(String::new, |solution| {
            format!(", solved in {} {}", solution.cost, evolution.puzzle().rules().metric)
        });
        let (population, boards) =
            (count(generation.population, "individual"), count(generation.boards, "distinct board"));
        let operators = generation.operators;
        let width = columns().saturating_sub(8).min(MAX_WIDTH);
        let message = format!(
            "{head}{solution}\ngeneration {:<5} {population}, {boards}\n\
             diversity {:<6.2} legal mutations {}, crossovers {}\nbest {:>8.2} {}\nmean {:>8.2} {}",
            generation.number,
            generation.diversity,
            percent(operators.mutations),
            percent(operators.crossovers),
            generation.best,
            curve(&curves.best, width),
            generation.mean,
            curve(&curves.mean, width),
        );
        line.show(|| message);
    }
}

impl Drop for DisplayedRun<'_> {
    fn drop(&mut self) {
        self.display.finished.fetch_add(1, Ordering::Relaxed);
        if self.shown.is_some() {
            self.display.busy.store(false, Ordering::SeqCst);
        }
    }
}

pub(super) fn percent(rate: Rate) -> String {
    rate.share().map_or_else(|| "-".to_owned(), |share| format!("{:.0}%", 100.0 * share))
}

/// Draws values as a curve of characters. If there are more values than characters, neighbours are averaged.
fn curve(values: &[f64], width: usize) -> String {
    let width = width.min(values.len()).max(1);
    let parts = (0..width).map(|part| &values[part * values.len() / width..(part + 1) * values.len() / width]);
    let means: Vec<f64> = parts.map(|part| part.iter().sum::<f64>() / part.len().max(1) as f64).collect();
    let low = means.iter().copied().fold(f64::INFINITY, f64::min);
    let high = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let height = |mean: &f64| {
        let share = if high > low { (mean - low) / (high - low) } else { 0.5 };
        HEIGHTS[((share * 7.0).round() as usize).min(7)]
    };
    means.iter().map(height).collect()
}

#[cfg(test)]
mod tests {
    use super::curve;

    #[test]
    fn a_curve_is_scaled_to_the_range_of_its_values() {
        assert_eq!(curve(&[0.0, 1.0, 7.0], 60), "▁▂█");
        assert_eq!(curve(&[5.0; 4], 60), "▅▅▅▅");
        assert_eq!(curve(&[0.0, 0.0, 7.0, 7.0], 2), "▁█");
    }
}
