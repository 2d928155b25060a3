//! Puzzles without a solution: here a heuristic has nothing to lead to, and helps only if it sees that there is no way.

use rushlab::heuristic::hopeless;

use super::super::data::Data;
use super::super::document::Section;
use super::super::words::{begin, either, known, list};
use crate::commands::compare::model::{Ending, Run};
use crate::output::{count, grouped};

/// How many puzzles are drawn.
const DRAWN: usize = 3;

pub(super) fn tell(data: &Data<'_>, section: &mut Section) {
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
    let evident = dead.iter().filter(|entry| hopeless(puzzle(**entry)).is_some()).count();
    section.text(format!(
        "{} of {} {} no solution; for {} of these the reason can be told without any search.",
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
    let heads = ["Search", "Ended without a solution", "States in all", "States at most"];
    section.table("What it took to find out that there is no solution", &heads, rows);
    let board = |entry: &usize| {
        let name = begin(&data.name(*entry));
        let why = hopeless(puzzle(*entry)).map_or_else(|| "only search tells".to_owned(), |why| why.to_string());
        data.board(*entry, format!("{name}: {why}."))
    };
    section.pictures(dead.iter().take(DRAWN).map(board).collect());
}
