//! The appendix: every puzzle with its board and results.

use super::super::data::Data;
use super::super::document::{Block, Entry, Section, Table};
use super::super::words::{begin, known, time};
use crate::commands::compare::model::{Ending, Run};
use crate::output::grouped;

/// The maximum number of puzzles, to limit the size of the page.
const MOST: usize = 200;

pub(super) fn section(data: &Data<'_>) -> Section {
    let mut section = Section::new("puzzles", "Every puzzle", None);
    let all = data.comparison.entries.len();
    section.text(if all > MOST {
        format!("The first {MOST} of {} puzzles; analysis.csv has all of them.", grouped(all))
    } else {
        "Open a puzzle to see its board and the result of each search.".to_owned()
    });
    let entries = (0..all.min(MOST)).map(|index| Block::Entry(entry(data, index)));
    section.blocks.extend(entries);
    section
}

fn entry(data: &Data<'_>, entry: usize) -> Entry {
    let optimum = &data.comparison.optima[entry];
    let result = match (optimum.ending, optimum.cost()) {
        (Ending::Solved, Some(cost)) => format!("{cost} {}", data.comparison.entries[entry].puzzle.rules().metric),
        (Ending::Unsolvable, _) => "no solution".to_owned(),
        _ => "undecided".to_owned(),
    };
    let name = begin(&data.name(entry));
    let row = |run: &Run| {
        let statistics = run.finding.statistics;
        vec![
            data.title(run.configuration),
            match run.finding.ending {
                Ending::Solved => known(run.finding.cost(), |cost| cost.to_string()),
                Ending::Unsolvable => "none".to_owned(),
                Ending::Limit => "limit".to_owned(),
            },
            known(
                data.comparison.excess(run),
                |excess| if excess == 0 { "0".to_owned() } else { format!("+{excess}") },
            ),
            grouped(statistics.states as usize),
            grouped(statistics.expanded as usize),
            time(run.finding.seconds),
        ]
    };
    let heads = vec!["Search", "Length", "Over the optimum", "States", "Expanded", "Time"];
    let rows = data.comparison.on(entry).iter().map(row).collect();
    Entry {
        title: format!("{name}: {result}"),
        picture: data.board(entry, ""),
        table: Table { caption: format!("{name}, search by search"), heads, rows },
    }
}
