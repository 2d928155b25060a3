//! What a heuristic costs and what it saves. The time of a search is the number of expanded positions times the time
//! per position, so both effects can be separated.

use std::cmp::Ordering;

use super::super::data::{Column, Data};
use crate::comparison::{Measured, SearchRun};
use crate::report::document::Section;
use crate::words::{grouped, number, or_dash, plural, ratio, time};

/// The effort of a configuration on some puzzles.
pub(super) struct Effort {
    pub(super) expanded: u64,
    pub(super) time: Measured,
}

impl Effort {
    pub(super) fn of<'a>(runs: impl Iterator<Item = &'a SearchRun>) -> Effort {
        let runs: Vec<&SearchRun> = runs.collect();
        Effort {
            expanded: runs.iter().map(|run| run.result.statistics.expanded).sum(),
            time: runs.iter().map(|run| run.result.times.measured()).sum(),
        }
    }

    pub(super) fn seconds_per_position(&self) -> Option<f64> {
        (self.expanded > 0).then(|| self.time.seconds / self.expanded as f64)
    }
}

/// An informed search against the uninformed one, on the puzzles that both decided.
pub(super) struct RelativeEffort {
    pub(super) configuration: usize,
    /// Its expanded positions as a share of the baseline's.
    pub(super) expanded: f64,
    /// The ratio of the times per position.
    pub(super) seconds_per_position: f64,
    /// Its total time, and that of the baseline.
    pub(super) times: [Measured; 2],
}

impl RelativeEffort {
    /// Returns the ratio of the total times: the product of the other two ratios.
    fn seconds(&self) -> f64 {
        self.times[0].seconds / self.times[1].seconds
    }

    /// Returns whether it takes less time or more than the baseline; `Equal` if the difference is within the noise.
    pub(super) fn compare(&self) -> Ordering {
        self.times[0].compare(self.times[1])
    }

    /// Returns its time as a share of that of the baseline, in words.
    pub(super) fn share_of_time(&self) -> String {
        self.times[0].share_of(self.times[1])
    }
}

pub(super) fn relative_effort(data: &Data<'_>, configuration: usize, baseline: usize) -> Option<RelativeEffort> {
    let pairs = data.pairs(configuration, baseline);
    let (effort, other) = (Effort::of(pairs.iter().map(|pair| pair.0)), Effort::of(pairs.iter().map(|pair| pair.1)));
    let (seconds_per_position, other_seconds_per_position) =
        effort.seconds_per_position().zip(other.seconds_per_position()).filter(|(_, other)| *other > 0.0)?;
    let expanded = effort.expanded as f64 / other.expanded as f64;
    Some(RelativeEffort {
        configuration,
        expanded,
        seconds_per_position: seconds_per_position / other_seconds_per_position,
        times: [effort.time, other.time],
    })
}

pub(super) fn add_to(data: &Data<'_>, section: &mut Section) {
    section.heading("What a heuristic costs, and what it saves");
    let efforts = relative_efforts(data);
    match data.baseline().filter(|_| !efforts.is_empty()) {
        None => section.text("No puzzle was decided by both an informed search and an uninformed one."),
        Some(baseline) => describe_efforts(data, section, &efforts, &data.title(baseline)),
    }
    let effort = |search: usize| Effort::of(data.results.by(search));
    let relative = |search: usize| efforts.iter().find(|effort| effort.configuration == search);
    let columns: [Column<'_>; 5] = [
        ("Expanded in total", &|search| grouped(effort(search).expanded as usize)),
        ("Time per position", &|search| or_dash(effort(search).seconds_per_position(), time)),
        ("Share of the positions", &|search| or_dash(relative(search), |effort| ratio(effort.expanded))),
        ("Ratio of times per position", &|search| {
            or_dash(relative(search), |effort| number(effort.seconds_per_position))
        }),
        ("Share of the time", &|search| or_dash(relative(search), |effort| ratio(effort.seconds()))),
    ];
    data.table(section, "Expanded positions, and the time per position", data.searches(), &columns);
}

fn relative_efforts(data: &Data<'_>) -> Vec<RelativeEffort> {
    let against =
        |baseline| data.informed().filter_map(move |(configuration, _)| relative_effort(data, configuration, baseline));
    data.baseline().into_iter().flat_map(against).collect()
}

/// Describes the configuration with the best result.
pub(super) fn headline(data: &Data<'_>) -> Option<String> {
    let title = data.title(data.baseline()?);
    let efforts = relative_efforts(data);
    let best = efforts.iter().min_by(|one, other| one.seconds().total_cmp(&other.seconds()))?;
    let is_less = |other: &RelativeEffort| best.times[0].compare(other.times[0]) == Ordering::Less;
    let is_least = efforts.iter().filter(|other| other.configuration != best.configuration).all(is_less);
    Some(format!(
        "{} expands {} of the positions that {title} does, and each takes {} times as long: {} in total{}.",
        data.title(best.configuration),
        ratio(best.expanded),
        number(best.seconds_per_position),
        best.share_of_time(),
        if efforts.len() > 1 && is_least { ", and every other informed search takes more" } else { "" },
    ))
}

fn describe_efforts(data: &Data<'_>, section: &mut Section, efforts: &[RelativeEffort], title: &str) {
    for order in [Ordering::Less, Ordering::Greater, Ordering::Equal] {
        let alike = efforts.iter().filter(|effort| effort.compare() == order);
        let configurations: Vec<usize> = alike.map(|effort| effort.configuration).collect();
        if configurations.is_empty() {
            continue;
        }
        let verb = plural(configurations.len(), "takes", "take");
        let conclusion = match order {
            Ordering::Less => "less time in total: the heuristic saves more than it costs.",
            Ordering::Greater => "more time in total: the heuristic costs more than it saves.",
            Ordering::Equal => "about the same time in total: the difference is within the noise.",
        };
        section.text(format!("Against {title}, {} {verb} {conclusion}", data.titles(&configurations)));
    }
}
