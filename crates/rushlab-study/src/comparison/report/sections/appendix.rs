//! The appendix: every puzzle with its board and results.

use super::super::data::Data;
use crate::comparison::SearchRun;
use crate::report::document::{Block, Entry, Section, Table};
use crate::words::{capitalise, grouped, or_dash};
use rushlab::search::Verdict;

/// The maximum number of puzzles, to limit the size of the page.
const MAX_PUZZLES: usize = 200;

pub(super) fn section(data: &Data<'_>) -> Section {
    let mut section = Section::new("puzzles", "Every puzzle", None);
    let all = data.comparison.entries.len();
    section.text(if all > MAX_PUZZLES {
        format!("The first {MAX_PUZZLES} of {} puzzles; analysis.csv has all of them.", grouped(all))
    } else {
        "Open a puzzle to see its board and the result of each search.".to_owned()
    });
    let entries = (0..all.min(MAX_PUZZLES)).map(|index| Block::Entry(entry(data, index)));
    section.blocks.extend(entries);
    section
}

fn entry(data: &Data<'_>, entry: usize) -> Entry {
    let result = data.results.optimum_in_words(entry);
    let name = capitalise(&data.name(entry));
    let row = |run: &SearchRun| {
        let statistics = run.result.statistics;
        vec![
            data.title(run.configuration),
            match run.result.status {
                Verdict::Solved => or_dash(run.result.cost(), |cost| cost.to_string()),
                Verdict::Unsolvable => "none".to_owned(),
                Verdict::Limit => "limit".to_owned(),
            },
            or_dash(data.results.excess(run), |excess| if excess == 0 { "0".to_owned() } else { format!("+{excess}") }),
            grouped(statistics.states as usize),
            grouped(statistics.expanded as usize),
            run.result.times.measured().text(),
        ]
    };
    let id = data.comparison.entries[entry].puzzle.id();
    let headings = ["Search", "Length", "Over the optimum", "States", "Expanded", "Time"];
    let rows = data.results.on(entry).iter().map(row).collect();
    Entry {
        title: format!("{name}: {result}"),
        picture: data.board(entry, ""),
        table: Table::new(format!("{name} ({id}), search by search"), &headings, rows),
    }
}
