//! Puzzles without a solution, on which a heuristic helps only if it detects that there is none.

use rushlab::heuristic::relaxed_unsolvable;
use rushlab::search::Verdict;

use super::super::data::{Column, Data};
use crate::report::document::Section;
use crate::words::{capitalise, count, grouped, list, or_dash, plural};

const DRAWN: usize = 3;

pub(super) fn add_to(data: &Data<'_>, section: &mut Section) {
    section.heading("Puzzles without a solution");
    let (unsolvable, open) = (data.ended(Verdict::Unsolvable), data.ended(Verdict::Limit));
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
    if unsolvable.is_empty() {
        section.text(if open.is_empty() {
            "Every puzzle has a solution."
        } else {
            "No puzzle is known to have no solution."
        });
        return;
    }
    let puzzle = |entry: usize| &data.comparison.entries[entry].puzzle;
    let without_search = unsolvable.iter().filter(|entry| relaxed_unsolvable(puzzle(**entry)).is_some()).count();
    section.text(format!(
        "{} of {} {} no solution; for {} of these this is known without a search.",
        grouped(unsolvable.len()),
        count(all, "puzzle"),
        plural(unsolvable.len(), "has", "have"),
        grouped(without_search)
    ));
    let proved = |search: usize| {
        let runs = unsolvable.iter().map(move |entry| data.run(*entry, search));
        runs.filter(|run| run.result.status == Verdict::Unsolvable).map(|run| run.result.statistics.states as usize)
    };
    let columns: [Column<'_>; 3] = [
        ("Proved unsolvable", &|search| grouped(proved(search).count())),
        ("Total states", &|search| grouped(proved(search).sum())),
        ("Maximum states", &|search| or_dash(proved(search).max(), grouped)),
    ];
    data.table(section, "Effort to prove that there is no solution", data.searches(), &columns);
    let board = |entry: &usize| {
        let name = capitalise(&data.name(*entry));
        let why =
            relaxed_unsolvable(puzzle(*entry)).map_or_else(|| "proved by search".to_owned(), |why| why.to_string());
        data.board(*entry, format!("{name}: {why}."))
    };
    section.pictures(unsolvable.iter().take(DRAWN).map(board).collect());
}
