//! The plot of fitness over generations: a panel for each puzzle and configuration. A panel of a few runs has thin lines for the best and
//! mean fitness of each run, and a dot where a solution was found. A panel of many runs has their medians and quartiles.

use std::sync::Arc;

use rushlab_genetic::Method;

use super::configuration::Configuration;
use super::run::{Job, Run};
use crate::output::{count, grouped};
use rushlab_study::report::axis::{Axis, format_count};
use rushlab_study::report::canvas::{Anchor, Canvas, Mark, TEXT, WIDTH};
use rushlab_study::report::ranks::quantile;

const BEST: &str = "#0072b2";
const MEAN: &str = "#e69f00";
const FOUND: &str = "#009e73";

/// The maximum number of runs that are drawn one by one.
const MAX_LINES: usize = 50;

/// The maximum number of panels.
const MAX_PANELS: usize = 50;

/// The number of generations at which medians and quartiles are computed.
const SAMPLES: usize = 120;

/// Medians and quartiles are drawn until this share of the runs has ended.
const ENDED: f64 = 0.99;

/// The margins of a panel.
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 16.0;
const ABOVE: f64 = 50.0;
const BELOW: f64 = 50.0;

/// The fitness of a run.
pub(super) struct Curve {
    /// The best and mean fitness of each generation.
    fitness: Vec<[f32; 2]>,
    /// The generation in which the solution was found.
    found: Option<usize>,
}

impl Curve {
    /// Takes the fitness of a run.
    pub(super) fn new(run: &mut Run) -> Curve {
        let found = run.solution.as_ref().map(|solution| solution.generation as usize);
        Curve { fitness: std::mem::take(&mut run.fitness), found }
    }

    /// Returns the last generation.
    fn end(&self) -> usize {
        self.fitness.len().saturating_sub(1)
    }

    /// Returns the best and mean fitness in a generation; after the end of the run, those of the last generation.
    fn at(&self, generation: usize) -> Option<[f32; 2]> {
        self.fitness.get(generation).or(self.fitness.last()).copied()
    }
}

/// The quartiles of many runs in one generation.
struct Quartiles {
    generation: f64,
    /// The lower quartile, the median and the upper quartile of the best fitness, and of the mean fitness.
    fitness: [[f64; 3]; 2],
}

enum Content {
    Lines(Vec<Curve>),
    Bands(Vec<Quartiles>),
}

/// The runs of a puzzle in a configuration.
struct Panel {
    puzzle: String,
    algorithm: Method,
    title: String,
    content: Content,
}

/// A plot under construction.
#[derive(Default)]
pub(super) struct FitnessPlot {
    panels: Vec<Panel>,
    /// The number of panels, drawn or not.
    number: usize,
    /// The runs of the next panel.
    curves: Vec<Curve>,
}

impl FitnessPlot {
    /// Adds a run to the current panel.
    pub(super) fn add(&mut self, curve: Curve) {
        if self.panels.len() < MAX_PANELS {
            self.curves.push(curve);
        }
    }

    /// Ends the panel of a puzzle and configuration.
    pub(super) fn end_panel(&mut self, job: &Job) {
        self.number += 1;
        let curves = std::mem::take(&mut self.curves);
        if curves.is_empty() {
            return;
        }
        let solved = curves.iter().filter(|curve| curve.found.is_some()).count();
        let (id, label) = (&job.id, &job.configuration.label);
        let title = format!("puzzle {id}, {label}: {} of {} solved", grouped(solved), count(curves.len(), "run"));
        let title = title.replace("puzzle board", "board");
        let content = if curves.len() > MAX_LINES { Content::Bands(bands(&curves)) } else { Content::Lines(curves) };
        self.panels.push(Panel { puzzle: id.clone(), algorithm: job.configuration.algorithm, title, content });
    }

    /// Returns the plot as an SVG document.
    pub(super) fn into_svg(self, configurations: &[Arc<Configuration>]) -> String {
        let mut canvas = Canvas::default();
        let what = match configurations {
            [only] => format!("Fitness of {}", only.label),
            [first, rest @ ..] if rest.iter().all(|other| other.algorithm == first.algorithm) => {
                format!("Fitness of {} in {} configurations", first.algorithm.name(), configurations.len())
            }
            several => format!("Fitness in {}", count(several.len(), "configuration")),
        };
        canvas.text(&what, (8.0, 20.0), Anchor::Start);
        let has = |lines: bool| self.panels.iter().any(|panel| matches!(panel.content, Content::Lines(_)) == lines);
        let words = [("best", BEST), ("mean", MEAN)].into_iter().chain(has(true).then_some(("solution found", FOUND)));
        for (index, (word, colour)) in words.enumerate() {
            let x = 8.0 + 80.0 * index as f64;
            canvas.mark(Mark::Dot, (x + 5.0, 42.0), colour);
            canvas.text(word, (x + 14.0, 42.0 + 0.36 * TEXT), Anchor::Start);
        }
        let mut y = 52.0;
        let mut notes = Vec::new();
        if has(false) {
            notes.push("Line: median of the runs; band: from lower to upper quartile.".to_owned());
            notes.push("A run that has ended keeps its last value; drawn until 99% have ended.".to_owned());
        }
        if self.number > self.panels.len() && self.panels.len() == MAX_PANELS {
            notes.push(format!("The first {MAX_PANELS} of {} panels.", grouped(self.number)));
        }
        for note in notes {
            y += 1.4 * TEXT;
            canvas.text(&note, (8.0, y), Anchor::Start);
        }
        let height = if self.panels.len() == 1 { 254.0 } else { 150.0 };
        for panel in &self.panels {
            y += 12.0;
            canvas.text(&panel.title, (8.0, y + TEXT), Anchor::Start);
            let (top, bottom) = (y + ABOVE, y + ABOVE + height);
            // The panels of a puzzle and algorithm have the same scale of fitness.
            let same = |other: &&Panel| other.puzzle == panel.puzzle && other.algorithm == panel.algorithm;
            let fitness = self.panels.iter().filter(same).flat_map(Panel::range);
            let up = Axis::linear_range("fitness", fitness, format_count);
            panel.draw(&mut canvas, &up, top, bottom);
            y = bottom + BELOW;
        }
        canvas.into_svg_file(y, &format!("{what} over generations"))
    }
}

/// Returns the quartiles of many runs.
fn bands(curves: &[Curve]) -> Vec<Quartiles> {
    let mut ends: Vec<f64> = curves.iter().map(|curve| curve.end() as f64).collect();
    ends.sort_by(f64::total_cmp);
    // A line has at least two points.
    let last = quantile(&ends, ENDED).unwrap_or(0.0).ceil().max(1.0) as usize;
    let samples = last.min(SAMPLES - 1);
    let generations = (0..=samples).map(|sample| sample * last / samples);
    let quartiles = |generation: usize, which: usize| {
        let mut values: Vec<f64> =
            curves.iter().filter_map(|curve| Some(f64::from(curve.at(generation)?[which]))).collect();
        values.sort_by(f64::total_cmp);
        [0.25, 0.5, 0.75].map(|share| quantile(&values, share).unwrap_or(0.0))
    };
    let at = |generation: usize| Quartiles {
        generation: generation as f64,
        fitness: [0, 1].map(|which| quartiles(generation, which)),
    };
    generations.map(at).collect()
}

impl Panel {
    /// Returns the least and the greatest fitness.
    fn range(&self) -> [f64; 2] {
        let values: Vec<f64> = match &self.content {
            Content::Lines(curves) => {
                let values = curves.iter().flat_map(|curve| curve.fitness.iter().flatten());
                values.copied().map(f64::from).collect()
            }
            Content::Bands(bands) => bands.iter().flat_map(|at| at.fitness.into_iter().flatten()).collect(),
        };
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        [least, values.into_iter().fold(f64::NEG_INFINITY, f64::max)]
    }

    /// Returns the last generation.
    fn end(&self) -> f64 {
        match &self.content {
            Content::Lines(curves) => curves.iter().map(Curve::end).max().unwrap_or(0) as f64,
            Content::Bands(bands) => bands.last().map_or(0.0, |at| at.generation),
        }
    }

    fn draw(&self, canvas: &mut Canvas, up: &Axis, top: f64, bottom: f64) {
        let across = Axis::linear("generation", [self.end()].into_iter(), 1.0, format_count);
        across.draw_below(canvas, (LEFT, RIGHT), (top, bottom));
        up.draw_left(canvas, (LEFT, RIGHT), (top, bottom));
        let point = |generation: f64, fitness: f64| {
            (LEFT + across.position(generation) * (RIGHT - LEFT), bottom - up.position(fitness) * (bottom - top))
        };
        match &self.content {
            Content::Lines(curves) => draw_lines(canvas, curves, point),
            Content::Bands(bands) => draw_bands(canvas, bands, point),
        }
    }
}

fn draw_lines(canvas: &mut Canvas, curves: &[Curve], point: impl Fn(f64, f64) -> (f64, f64)) {
    let width = if curves.len() == 1 { 2.0 } else { 1.0 };
    for curve in curves {
        for (which, colour) in [(1, MEAN), (0, BEST)] {
            let points = curve.fitness.iter().enumerate();
            let points: Vec<(f64, f64)> =
                points.map(|(number, fitness)| point(number as f64, f64::from(fitness[which]))).collect();
            canvas.curve(&points, colour, width);
        }
        let found = curve.found.and_then(|number| Some((number, curve.at(number)?[0])));
        if let Some((number, best)) = found {
            canvas.mark(Mark::Dot, point(number as f64, f64::from(best)), FOUND);
        }
    }
}

fn draw_bands(canvas: &mut Canvas, bands: &[Quartiles], point: impl Fn(f64, f64) -> (f64, f64)) {
    for (which, colour) in [(1, MEAN), (0, BEST)] {
        let line = |quartile: usize| -> Vec<(f64, f64)> {
            bands.iter().map(|at| point(at.generation, at.fitness[which][quartile])).collect()
        };
        canvas.band(&line(0), &line(2), colour);
        canvas.curve(&line(1), colour, 2.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a run of `length` generations with a constant fitness.
    fn constant(fitness: f32, length: usize) -> Curve {
        Curve { fitness: vec![[fitness, fitness - 1.0]; length], found: None }
    }

    #[test]
    fn quartiles_are_those_of_all_runs_in_every_generation() {
        let curves: Vec<Curve> = (0..101_u8).map(|run| constant(f32::from(run), 40 + usize::from(run))).collect();
        let bands = bands(&curves);
        assert_eq!(bands.first().unwrap().generation, 0.0);
        assert_eq!(bands.last().unwrap().generation, 138.0, "99% of the runs have ended");
        assert!(bands.len() <= SAMPLES);
        // Runs that have ended keep their last value.
        for at in &bands {
            assert_eq!(at.fitness, [[25.0, 50.0, 75.0], [24.0, 49.0, 74.0]]);
        }
    }

    #[test]
    fn a_short_plot_has_every_generation_once() {
        for length in [2, 60] {
            let curves: Vec<Curve> = (0..60).map(|_| constant(1.0, length)).collect();
            let generations: Vec<f64> = bands(&curves).iter().map(|at| at.generation).collect();
            assert_eq!(generations, (0..length).map(|number| number as f64).collect::<Vec<_>>());
        }
        let single = bands(&[constant(1.0, 1)]);
        assert_eq!(
            single.iter().map(|at| (at.generation, at.fitness[0][1])).collect::<Vec<_>>(),
            [(0.0, 1.0), (1.0, 1.0)]
        );
    }
}
