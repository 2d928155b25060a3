//! The summary: what was compared, and the main result of each section.

use super::super::data::Data;
use super::{difficulty, effort, fuel, greedy, heuristic_cost, heuristics, lengths};
use crate::comparison::SearchResult;
use crate::report::document::Section;
use crate::statistics::quantile;
use crate::words::{count, grouped, number, or_dash, plural, time};
use rushlab::search::{Duplicates, Verdict};

pub(super) fn section(data: &Data<'_>) -> Section {
    let mut section = Section::new("summary", "Summary", None);
    section.text(compared(data));
    let best = [
        lengths::headline(data),
        heuristics::headline(data),
        effort::headline(data).map(|answer| format!("Is informed search always faster? {answer}")),
        heuristic_cost::headline(data),
        greedy::headline(data),
        difficulty::headline(data),
        fuel::headline(data),
    ];
    section.list(best.into_iter().flatten().collect());
    section
}

fn compared(data: &Data<'_>) -> String {
    let comparison = data.comparison;
    let [solved, unsolvable, undecided] =
        [Verdict::Solved, Verdict::Unsolvable, Verdict::Limit].map(|status| data.ended(status).len());
    let mut parts = vec![format!("{} with a solution", grouped(solved))];
    parts.extend((unsolvable > 0).then(|| format!("{} without", grouped(unsolvable))));
    parts.extend((undecided > 0).then(|| format!("{} undecided", grouped(undecided))));
    let configurations: Vec<usize> = (0..comparison.configurations.len()).collect();
    let seconds: f64 = data.summaries.iter().map(|summary| summary.total_time.seconds).sum();
    let mut text = format!(
        "{} {} run on {} ({}). The total search time was {}; times are {}.",
        data.titles(&configurations),
        plural(configurations.len(), "was", "were"),
        count(comparison.entries.len(), "puzzle"),
        parts.join(", "),
        time(seconds),
        data.results.method(),
    );
    let mut optima: Vec<f64> = data.results.optima().filter_map(SearchResult::cost).map(f64::from).collect();
    optima.sort_by(f64::total_cmp);
    if let (Some(least), Some(most)) = (optima.first(), optima.last()) {
        let median = or_dash(quantile(&optima, 0.5), |median| {
            number(median).trim_end_matches('0').trim_end_matches('.').to_owned()
        });
        if least == most {
            text += &format!(" Every shortest solution takes {}.", data.cost(*least as u32));
        } else {
            text +=
                &format!(" The shortest solutions take {least} to {most} {}, with a median of {median}.", data.unit());
        }
    }
    let same = match comparison.duplicates() {
        Duplicates::Exact => "their vehicles and fuel are equal",
        Duplicates::Board => "their vehicles are equal; fuel is ignored",
    };
    let rules = data.rules().text();
    if !rules.is_empty() {
        text += &format!(" {rules}");
    }
    text + &format!(" Two positions are duplicates if {same}.")
}
