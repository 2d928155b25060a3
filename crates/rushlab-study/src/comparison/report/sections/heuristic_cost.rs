//! What a heuristic costs and what it saves. The time of a search is the number of expanded positions times the time
//! per position, so both effects can be separated.

use super::super::data::Data;
use crate::comparison::SearchRun;
use crate::report::document::Section;
use crate::words::{grouped, number, or_dash, plural, ratio, time};

/// The effort of a configuration on some puzzles.
pub(super) struct Effort {
    pub(super) expanded: u64,
    pub(super) seconds: f64,
}

impl Effort {
    pub(super) fn of<'a>(runs: impl Iterator<Item = &'a SearchRun>) -> Effort {
        runs.fold(Effort { expanded: 0, seconds: 0.0 }, |effort, run| Effort {
            expanded: effort.expanded + run.result.statistics.expanded,
            seconds: effort.seconds + run.result.seconds,
        })
    }

    pub(super) fn seconds_per_position(&self) -> Option<f64> {
        (self.expanded > 0).then(|| self.seconds / self.expanded as f64)
    }
}

/// An informed search against the uninformed one, on the puzzles that both decided.
pub(super) struct RelativeEffort {
    pub(super) configuration: usize,
    /// Its expanded positions as a share of the baseline's.
    pub(super) expanded: f64,
    /// The ratio of the times per position.
    pub(super) seconds_per_position: f64,
    /// The ratio of the total times: the product of both.
    pub(super) seconds: f64,
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
        seconds: effort.seconds / other.seconds,
    })
}

pub(super) fn add_to(data: &Data<'_>, section: &mut Section) {
    section.heading("What a heuristic costs, and what it saves");
    let efforts = relative_efforts(data);
    match data.baseline().filter(|_| !efforts.is_empty()) {
        None => section.text("No puzzle was decided by both an informed search and an uninformed one."),
        Some(baseline) => describe_efforts(data, section, &efforts, &data.title(baseline)),
    }
    section.table("Expanded positions, and the time per position", &heads(), rows(data, &efforts));
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
    let best = efforts.iter().min_by(|one, other| one.seconds.total_cmp(&other.seconds))?;
    Some(format!(
        "{} expands {} of the positions that {title} does, and each takes {} times as long: {} of the time in total{}.",
        data.title(best.configuration),
        ratio(best.expanded),
        number(best.seconds_per_position),
        ratio(best.seconds),
        if efforts.len() > 1 { ", and no other informed search takes less" } else { "" },
    ))
}

fn describe_efforts(data: &Data<'_>, section: &mut Section, efforts: &[RelativeEffort], title: &str) {
    let (faster, slower): (Vec<&RelativeEffort>, Vec<&RelativeEffort>) =
        efforts.iter().partition(|effort| effort.seconds < 1.0);
    for (efforts, is_faster) in [(faster, true), (slower, false)] {
        if efforts.is_empty() {
            continue;
        }
        let configurations: Vec<usize> = efforts.iter().map(|effort| effort.configuration).collect();
        let verb = plural(configurations.len(), "takes", "take");
        let conclusion = if is_faster {
            "less time in total: the heuristic saves more than it costs."
        } else {
            "no less time in total: the heuristic costs at least as much as it saves."
        };
        section.text(format!("Against {title}, {} {verb} {conclusion}", data.titles(&configurations)));
    }
}

fn heads() -> [&'static str; 6] {
    [
        "Search",
        "Expanded in total",
        "Time per position",
        "Share of the positions",
        "Ratio of times per position",
        "Share of the time",
    ]
}

fn rows(data: &Data<'_>, efforts: &[RelativeEffort]) -> Vec<Vec<String>> {
    let row = |configuration: usize| {
        let effort = Effort::of(data.results.by(configuration));
        let relative = efforts.iter().find(|effort| effort.configuration == configuration);
        vec![
            data.title(configuration),
            grouped(effort.expanded as usize),
            or_dash(effort.seconds_per_position(), time),
            or_dash(relative, |effort| ratio(effort.expanded)),
            or_dash(relative, |effort| number(effort.seconds_per_position)),
            or_dash(relative, |effort| ratio(effort.seconds)),
        ]
    };
    (0..data.comparison.configurations.len()).map(row).collect()
}
