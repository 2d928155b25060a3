//! Puzzles without a solution, on which a heuristic helps only if it detects that there is none.

use rushlab::heuristic::relaxed_unsolvable;

use super::super::data::Data;
use super::super::document::Section;
use super::super::words::{begin, either, known, list};
use crate::commands::compare::model::{Ending, Run};
use crate::output::{count, grouped};

/// The number of puzzles that are drawn.
const DRAWN: usize = 3;

pub(super) fn add_to(data: &Data<'_>, section: &mut Section) {
    section.heading("Puzzles without a solution");
    let (dead, open) = (data.ended(Ending::Unsolvable), data.ended(Ending::Limit));
    let all = data.comparison.entries.len();
    if !open.is_empty() {
        let names: Vec<String> = open.iter().take(10).map(|entry| data.name(*entry)).collect();
        let more = if open.len() > names.len() { " among others" } else { "" };
        section.text(format!(
            "Undecided at a limit: {} of {}, {}{more}.",
            grouped(open.len()),
            count(all, "puzzle"),
            list(&names)
        ));
    }
    if dead.is_empty() {
        section.text(if open.is_empty() {
            "Every puzzle has a solution."
        } else {
            "No puzzle is known to have no solution."
        });
        return;
    }
    let puzzle = |entry: usize| &data.comparison.entries[entry].puzzle;
    let evident = dead.iter().filter(|entry| relaxed_unsolvable(puzzle(**entry)).is_some()).count();
    section.text(format!(
        "{} of {} {} no solution; for {} of these the reason is known without a search.",
        grouped(dead.len()),
        count(all, "puzzle"),
        either(dead.len(), "has", "have"),
        grouped(evident)
    ));
    let row = |configuration: usize| {
        let runs = || dead.iter().map(|entry| data.run(*entry, configuration));
        let proved = runs().filter(|run| run.finding.ending == Ending::Unsolvable);
        let states = |run: &Run| run.finding.statistics.states;
        vec![
            data.title(configuration),
            grouped(proved.clone().count()),
            grouped(proved.clone().map(states).sum::<u64>() as usize),
            known(proved.map(states).max(), |most| grouped(most as usize)),
        ]
    };
    let rows = (0..data.comparison.configurations.len()).map(row).collect();
    let heads = ["Search", "Proved unsolvable", "States in all", "States at most"];
    section.table("Effort to prove that there is no solution", &heads, rows);
    let board = |entry: &usize| {
        let name = begin(&data.name(*entry));
        let why =
            relaxed_unsolvable(puzzle(*entry)).map_or_else(|| "known only by search".to_owned(), |why| why.to_string());
        data.board(*entry, format!("{name}: {why}."))
    };
    section.pictures(dead.iter().take(DRAWN).map(board).collect());
}
