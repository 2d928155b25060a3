//! Whether puzzles with long solutions are hard to search, by rank correlation, which is robust against outliers.

use super::super::data::{Column, Data};
use crate::comparison::SearchRun;
use crate::report::axis::{Axis, format_count};
use crate::report::canvas::colour;
use crate::report::document::{Picture, Section};
use crate::report::plot::{self, Series};
use crate::statistics::spearman;
use crate::words::{count, or_dash};
use rushlab::search::{Configuration, Verdict};

pub(super) fn add_to(data: &Data<'_>, section: &mut Section) {
    section.heading("Are long solutions hard to find?");
    section.text(
        headline(data).unwrap_or_else(|| {
            "Too few puzzles were solved, or all are equally long, so there is no answer.".to_owned()
        }),
    );
    let shown = |search: usize, value: fn(&SearchRun) -> f64| {
        or_dash(correlation(data, search, value), |rank| format!("{rank:+.2}"))
    };
    let caption = "Rank correlation (Spearman’s ρ) of the optimal length with states searched and with time";
    let columns: [Column<'_>; 3] = [
        ("Puzzles", &|search| pairs(data, search, states).len().to_string()),
        ("With states", &|search| shown(search, states)),
        ("With time", &|search| shown(search, |run| run.result.seconds())),
    ];
    data.table(section, caption, data.searches(), &columns);
    section.pictures(scatter_plot(data).into_iter().collect());
}

/// Describes the correlation of length and effort.
pub(super) fn headline(data: &Data<'_>) -> Option<String> {
    let mut correlations: Vec<(f64, usize)> = data
        .searches()
        .filter_map(|configuration| Some((correlation(data, configuration, states)?, configuration)))
        .collect();
    correlations.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (highest, first) = correlations.first()?;
    let (title, words) = (data.title(*first), strength(*highest));
    let mut text = match *highest {
        rank if rank >= 0.2 => format!(
            "The longer the shortest solution, the more states are searched: the rank correlation is {highest:+.2} for {title}, which is \
             {words}"
        ),
        _ => format!(
            "Long solutions are no harder to find: the rank correlation of length and states is at most {highest:+.2}, for {title}"
        ),
    };
    if let [_, .., (lowest, last)] = correlations.as_slice() {
        text += &format!(", and {lowest:+.2} for {}, which is {}", data.title(*last), strength(*lowest));
    }
    Some(format!("{text} ({}).", count(data.ended(Verdict::Solved).len(), "puzzle")))
}

fn strength(rank: f64) -> &'static str {
    match rank.abs() {
        rank if rank >= 0.8 => "very strong",
        rank if rank >= 0.6 => "strong",
        rank if rank >= 0.4 => "moderate",
        rank if rank >= 0.2 => "weak",
        _ => "negligible",
    }
}

fn states(run: &SearchRun) -> f64 {
    run.result.statistics.states as f64
}

/// Returns the optimal length of each puzzle that a configuration solved, and a value of its search.
fn pairs(data: &Data<'_>, configuration: usize, value: fn(&SearchRun) -> f64) -> Vec<(f64, f64)> {
    let solved = data.results.by(configuration).filter(|run| run.result.status == Verdict::Solved);
    solved.filter_map(|run| Some((f64::from(data.results.optimum(run)?), value(run)))).collect()
}

fn correlation(data: &Data<'_>, configuration: usize, value: fn(&SearchRun) -> f64) -> Option<f64> {
    spearman(&pairs(data, configuration, value))
}

/// Plots the first configuration of each algorithm, at most one per mark.
fn scatter_plot(data: &Data<'_>) -> Option<Picture> {
    let is_first = |index: usize, configuration: &Configuration| {
        let name = |configuration: &Configuration| configuration.algorithm.about().name;
        data.comparison.configurations[..index].iter().all(|earlier| name(earlier) != name(configuration))
    };
    let firsts = data.configurations().filter(|(index, configuration)| is_first(*index, configuration)).take(3);
    let series: Vec<Series> = firsts
        .map(|(index, configuration)| Series {
            label: configuration.title(),
            colour: colour(configuration.algorithm.about()),
            points: pairs(data, index, states),
        })
        .collect();
    let points = || series.iter().flat_map(|series| series.points.iter().copied());
    points().next()?;
    let across =
        Axis::linear(format!("shortest solution ({})", data.unit()), points().map(|point| point.0), 1.0, format_count);
    let up = Axis::log("states (log scale)", points().map(|point| point.1), 1.0, format_count);
    let title = "States searched by length of the shortest solution";
    Some(Picture::plot(title, plot::scatter_plot(title, &across, &up, &series)))
}
