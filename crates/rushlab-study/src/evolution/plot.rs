//! The plot of fitness over generations: a panel for each puzzle and configuration. A panel of a few runs has thin
//! lines for the best and mean fitness of each run, and a dot where a solution was found. A panel of many runs has
//! their medians and quartiles. The panels of a puzzle have one scale of fitness, unless their ranges differ much.

use rushlab_genetic::Method;

use super::GeneticConfiguration;
use super::curves::{Curve, Quartiles, bands};
use crate::report::axis::{Axis, format_count};
use crate::report::canvas::{Anchor, Canvas, Mark, Plot, TEXT, WIDTH};
use crate::words::{count, grouped};

const BEST: &str = "#0072b2";
const MEAN: &str = "#e69f00";
const FOUND: &str = "#009e73";

/// The least number of runs that are drawn as medians and quartiles.
const MANY_RUNS: usize = 10;

/// Panels have one scale if all of them together span at most this many times the range of each.
const SAME_SCALE: f64 = 3.0;

const MAX_PANELS: usize = 50;

/// Margins of a panel.
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 16.0;
const ABOVE: f64 = 50.0;
const BELOW: f64 = 50.0;

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
pub struct FitnessPlot {
    panels: Vec<Panel>,
    /// Number of panels, drawn or not.
    number: usize,
}

impl FitnessPlot {
    /// Adds the panel of the runs on a puzzle in a configuration. Only the first panels are drawn.
    pub fn add(&mut self, puzzle: &str, configuration: &GeneticConfiguration, curves: Vec<Curve>) {
        self.number += 1;
        if curves.is_empty() || self.panels.len() == MAX_PANELS {
            return;
        }
        let solved = curves.iter().filter(|curve| curve.found.is_some()).count();
        let label = &configuration.label;
        let title = format!("puzzle {puzzle}, {label}: {} of {} solved", grouped(solved), count(curves.len(), "run"));
        let title = title.replace("puzzle board", "board");
        let content = if curves.len() >= MANY_RUNS { Content::Bands(bands(&curves)) } else { Content::Lines(curves) };
        self.panels.push(Panel { puzzle: puzzle.to_owned(), algorithm: configuration.algorithm, title, content });
    }

    /// Returns the plot of all panels.
    pub fn finish(self, configurations: &[GeneticConfiguration]) -> Plot {
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
        let mut notes =
            vec!["Across: the generation, 0 being the first population. Up: fitness; more is better.".to_owned()];
        if has(false) {
            notes.push("Line: median of the runs; band: from lower to upper quartile.".to_owned());
            notes.push("A run that has ended keeps its last value; drawn until 99% have ended.".to_owned());
        }
        if self.number > self.panels.len() && self.panels.len() == MAX_PANELS {
            notes.push(format!("The first {MAX_PANELS} of {} panels.", grouped(self.number)));
        }
        let scales = self.scales();
        if self.panels.iter().zip(&scales).any(|(panel, scale)| panel.range() != *scale) {
            notes.push("The panels of a puzzle and algorithm have the same scale of fitness.".to_owned());
        } else if self.panels.len() > 1 {
            notes.push("Each panel has a scale of its own.".to_owned());
        }
        for note in notes {
            y += 1.4 * TEXT;
            canvas.text(&note, (8.0, y), Anchor::Start);
        }
        let height = if self.panels.len() == 1 { 254.0 } else { 150.0 };
        for (panel, scale) in self.panels.iter().zip(scales) {
            y += 12.0;
            canvas.text(&panel.title, (8.0, y + TEXT), Anchor::Start);
            let (top, bottom) = (y + ABOVE, y + ABOVE + height);
            let up = Axis::linear_range("fitness", scale.into_iter(), format_count);
            panel.draw(&mut canvas, &up, top, bottom);
            y = bottom + BELOW;
        }
        canvas.into_plot(y, &format!("{what} over generations"))
    }
}

impl FitnessPlot {
    /// Returns the range of fitness of each panel: that of all panels of its puzzle and algorithm, or its own if they
    /// differ much.
    fn scales(&self) -> Vec<[f64; 2]> {
        let scale = |panel: &Panel| {
            let same = |other: &&Panel| other.puzzle == panel.puzzle && other.algorithm == panel.algorithm;
            let ranges: Vec<[f64; 2]> = self.panels.iter().filter(same).map(Panel::range).collect();
            let all = ranges.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], [least, most]| {
                [low.min(*least), high.max(*most)]
            });
            let length = |[low, high]: [f64; 2]| (high - low).max(1.0);
            let is_similar = |range: &[f64; 2]| length(all) <= SAME_SCALE * length(*range);
            if ranges.iter().all(is_similar) { all } else { panel.range() }
        };
        self.panels.iter().map(scale).collect()
    }
}

impl Panel {
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
            canvas.curve(points, colour, width);
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
        canvas.curve(line(1), colour, 2.0);
    }
}
