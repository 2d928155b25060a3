//! What a heuristic costs against what it saves. The time of a search is the number of positions it expands, times what each of them
//! takes: so both can be told apart.

use super::super::data::Data;
use super::super::document::Section;
use super::super::words::{either, known, number, ratio, time};
use crate::commands::compare::model::Run;
use crate::output::grouped;

/// What a configuration took, on some puzzles.
struct Bill {
    expanded: u64,
    seconds: f64,
}

impl Bill {
    fn of<'a>(runs: impl Iterator<Item = &'a Run>) -> Bill {
        runs.fold(Bill { expanded: 0, seconds: 0.0 }, |bill, run| Bill {
            expanded: bill.expanded + run.finding.statistics.expanded,
            seconds: bill.seconds + run.finding.seconds,
        })
    }

    /// What a position took.
    fn each(&self) -> Option<f64> {
        (self.expanded > 0).then(|| self.seconds / self.expanded as f64)
    }
}

/// An informed search against the uninformed one, on the puzzles that both decided.
struct Trade {
    configuration: usize,
    /// The share of the positions that it expands.
    expanded: f64,
    /// How many times as long each of them takes.
    each: f64,
    /// The product of both.
    seconds: f64,
}

fn trade(data: &Data<'_>, configuration: usize, baseline: usize) -> Option<Trade> {
    let pairs = data.duels(configuration, baseline);
    let (bill, other) = (Bill::of(pairs.iter().map(|pair| pair.0)), Bill::of(pairs.iter().map(|pair| pair.1)));
    let (each, other_each) = bill.each().zip(other.each()).filter(|(_, other)| *other > 0.0)?;
    let expanded = bill.expanded as f64 / other.expanded as f64;
    Some(Trade { configuration, expanded, each: each / other_each, seconds: bill.seconds / other.seconds })
}

pub(super) fn tell(data: &Data<'_>, section: &mut Section) {
    section.heading("What a heuristic costs, and what it saves");
    let trades = trades(data);
    match data.baseline().filter(|_| !trades.is_empty()) {
        None => section.text("No puzzle was decided by both an informed search and an uninformed one."),
        Some(baseline) => verdicts(data, section, &trades, &data.title(baseline)),
    }
    section.table("Positions expanded, and the time that each takes", &heads(), rows(data, &trades));
}

fn trades(data: &Data<'_>) -> Vec<Trade> {
    let against = |baseline| data.informed().filter_map(move |(configuration, _)| trade(data, configuration, baseline));
    data.baseline().into_iter().flat_map(against).collect()
}

/// The best bargain.
pub(super) fn headline(data: &Data<'_>) -> Option<String> {
    let title = data.title(data.baseline()?);
    let trades = trades(data);
    let best = trades.iter().min_by(|one, other| one.seconds.total_cmp(&other.seconds))?;
    Some(format!(
        "{} expands {} of the positions that {title} does, and each takes {} times as long: {} of the time in all{}.",
        data.title(best.configuration),
        ratio(best.expanded),
        number(best.each),
        ratio(best.seconds),
        if trades.len() > 1 { ", and no other informed search takes less" } else { "" },
    ))
}

fn verdicts(data: &Data<'_>, section: &mut Section, trades: &[Trade], title: &str) {
    let (good, bad): (Vec<&Trade>, Vec<&Trade>) = trades.iter().partition(|trade| trade.seconds < 1.0);
    for (trades, pays) in [(good, true), (bad, false)] {
        if trades.is_empty() {
            continue;
        }
        let configurations: Vec<usize> = trades.iter().map(|trade| trade.configuration).collect();
        let verb = either(configurations.len(), "takes", "take");
        let verdict = if pays {
            "less time in all: what the heuristic saves is more than it costs."
        } else {
            "no less time in all: what the heuristic saves does not make up for what it costs."
        };
        section.text(format!("Against {title}, {} {verb} {verdict}", data.titles(&configurations)));
    }
}

fn heads() -> [&'static str; 6] {
    [
        "Search",
        "Expanded in all",
        "Time for each",
        "Share of the positions",
        "Times as long for each",
        "Share of the time",
    ]
}

fn rows(data: &Data<'_>, trades: &[Trade]) -> Vec<Vec<String>> {
    let row = |configuration: usize| {
        let bill = Bill::of(data.comparison.by(configuration));
        let trade = trades.iter().find(|trade| trade.configuration == configuration);
        vec![
            data.title(configuration),
            grouped(bill.expanded as usize),
            known(bill.each(), time),
            known(trade, |trade| ratio(trade.expanded)),
            known(trade, |trade| number(trade.each)),
            known(trade, |trade| ratio(trade.seconds)),
        ]
    };
    (0..data.comparison.configurations.len()).map(row).collect()
}
