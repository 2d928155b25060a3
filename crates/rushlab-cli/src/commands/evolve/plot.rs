//! The plot of fitness over generations: thin lines for the best and mean of each run, and a dot where a solution was found.

use super::run::{Job, Run};
use crate::arguments::EvolveOptions;
use crate::output::count;
use crate::report::axis::{Axis, format_count};
use crate::report::canvas::{Anchor, Canvas, Mark, TEXT, WIDTH};

const BEST: &str = "#0072b2";
const MEAN: &str = "#e69f00";
const FOUND: &str = "#009e73";

/// The maximum number of runs that are drawn.
const MAX_RUNS: usize = 50;

pub(super) fn fitness(options: &EvolveOptions, history: &[(Job, Run)]) -> String {
    let shown = &history[..history.len().min(MAX_RUNS)];
    let all = || shown.iter().flat_map(|(_, run)| &run.generations);
    let fitness = all().flat_map(|generation| [generation.best, generation.mean]);
    let across = Axis::linear("generation", all().map(|generation| f64::from(generation.number)), 1.0, format_count);
    let up = Axis::linear_range("fitness", fitness, format_count);
    let mut canvas = Canvas::default();
    let (left, right) = (64.0, WIDTH - 16.0);
    let (top, bottom) = (86.0, 340.0);
    let puzzles = shown.iter().filter(|(job, _)| job.number == 0).count();
    let what = format!(
        "{} {}: {}, {}",
        options.algorithm.name(),
        options.setting.name(),
        count(puzzles, "puzzle"),
        count(shown.len(), "run")
    );
    canvas.text(&what, (8.0, 20.0), Anchor::Start);
    for (index, (word, colour)) in [("best", BEST), ("mean", MEAN), ("solution found", FOUND)].into_iter().enumerate() {
        let x = 8.0 + 80.0 * index as f64;
        canvas.mark(Mark::Dot, (x + 5.0, 42.0), colour);
        canvas.text(word, (x + 14.0, 42.0 + 0.36 * TEXT), Anchor::Start);
    }
    across.draw_below(&mut canvas, (left, right), (top, bottom));
    up.draw_left(&mut canvas, (left, right), (top, bottom));
    let point = |number: u32, fitness: f64| {
        let x = left + across.position(f64::from(number)) * (right - left);
        (x, bottom - up.position(fitness) * (bottom - top))
    };
    let width = if shown.len() == 1 { 2.0 } else { 1.0 };
    for (_, run) in shown {
        let curve = |value: fn(&rushlab::genetic::Generation) -> f64| -> Vec<(f64, f64)> {
            run.generations.iter().map(|generation| point(generation.number, value(generation))).collect()
        };
        canvas.curve(&curve(|generation| generation.mean), MEAN, width);
        canvas.curve(&curve(|generation| generation.best), BEST, width);
        let found = run.solution.as_ref().and_then(|solution| run.generations.get(solution.generation as usize));
        if let Some(generation) = found {
            canvas.mark(Mark::Dot, point(generation.number, generation.best), FOUND);
        }
    }
    canvas.into_svg_file(bottom + 46.0, &format!("Fitness over generations, {what}"))
}
