//! The lengths of the solutions, and which searches find shortest ones.

use rushlab::search::{Duplicates, Verdict};

use super::super::data::{Column, Data};
use crate::comparison::SearchRun;
use crate::report::axis::{Axis, format_count};
use crate::report::document::{Picture, Section};
use crate::report::plot;
use crate::words::{capitalise, count, group_by_key, grouped, number, or_dash, percent, plural};

const DRAWN: usize = 3;

pub(super) fn section(data: &Data<'_>) -> Section {
    let question = "How long are the solutions, and when do you have the lowest-cost solution?";
    let mut section = Section::new("lengths", "Length of the solutions", Some(question));
    let Some(headline) = headline(data) else {
        section.answer("No solution is known, so there are no lengths to compare.");
        return section;
    };
    section.answer(headline);
    section.list(guarantees(data));
    add_table(data, &mut section);
    section.pictures(plots(data));
    let boards = boards(data);
    if !boards.is_empty() {
        section.text(match boards.len() {
            1 => "The puzzle where the lengths differ most:".to_owned(),
            many => format!("The {many} puzzles where the lengths differ most:"),
        });
        section.pictures(boards);
    }
    section
}

/// States which searches are always optimal, and how often the others are.
pub(super) fn headline(data: &Data<'_>) -> Option<String> {
    let solvable = data.ended(Verdict::Solved).len();
    if solvable == 0 {
        return None;
    }
    let (always, mut others): (Vec<usize>, Vec<usize>) =
        data.searches().partition(|configuration| data.summaries[*configuration].optimal == solvable);
    let puzzles = match solvable {
        1 => "the only solvable puzzle".to_owned(),
        many => format!("all {} solvable puzzles", grouped(many)),
    };
    let first = match always.as_slice() {
        [] => format!("No search finds an optimal solution for {puzzles}"),
        _ if others.is_empty() => format!("Every search finds an optimal solution for {puzzles}"),
        some => {
            format!("{} {} an optimal solution for {puzzles}", data.titles(some), plural(some.len(), "finds", "find"))
        }
    };
    others.sort_by_key(|configuration| std::cmp::Reverse(data.summaries[*configuration].optimal));
    let others =
        group_by_key(others.iter().map(|configuration| (data.summaries[*configuration].optimal, *configuration)));
    let others = others.iter().map(|(optimal, configurations)| {
        let share = percent(*optimal, solvable);
        let each = if configurations.len() > 1 { " each" } else { "" };
        format!("; {} for {}{each} ({share})", data.titles(configurations), grouped(*optimal))
    });
    Some(format!("{first}{}.", others.collect::<String>()))
}

/// States whether the searches that guarantee optimal solutions found them.
pub(super) fn guarantees(data: &Data<'_>) -> Vec<String> {
    let is_always_optimal =
        |configuration: &usize| data.results.by(*configuration).all(|run| !is_suboptimal(data, run));
    let (guaranteed, others): (Vec<usize>, Vec<usize>) =
        data.searches().partition(|configuration| data.guarantees_optimal(*configuration));
    let (confirmed, violated): (Vec<usize>, Vec<usize>) = guaranteed.into_iter().partition(is_always_optimal);
    let mut items = Vec::new();
    if !confirmed.is_empty() {
        let (searches, verb) = (data.titles(&confirmed), plural(confirmed.len(), "is", "are"));
        items.push(match data.comparison.duplicates() {
            Duplicates::Exact => format!("Under these rules {searches} must be optimal, and {verb}."),
            Duplicates::Board => {
                format!("{searches} must be optimal with exact duplicates, and {verb} here also with duplicates detected by the board alone.")
            }
        });
    }
    for configuration in violated {
        let short = data.results.by(configuration).filter(|run| is_suboptimal(data, run)).count();
        let (title, puzzles) = (data.title(configuration), count(short, "puzzle"));
        let missed = grouped(data.summaries[configuration].missed);
        items.push(match data.comparison.duplicates() {
            Duplicates::Exact => format!("{title} must be optimal, but is not on {puzzles}: this is a bug in rushlab."),
            Duplicates::Board => format!(
                "{title} would be optimal with exact duplicates; with duplicates detected by the board alone it is not on {puzzles}, and finds \
                 nothing on {missed} of these."
            ),
        });
    }
    let optimal_without_guarantee: Vec<usize> = others
        .iter()
        .copied()
        .filter(|configuration| data.summaries[*configuration].solved > 0 && is_always_optimal(configuration))
        .collect();
    if !optimal_without_guarantee.is_empty() {
        let (searches, verb) = (
            data.titles(&optimal_without_guarantee),
            plural(optimal_without_guarantee.len(), "guarantees", "guarantee"),
        );
        items.push(format!("{searches} {verb} nothing under these rules, but all solutions are shortest here."));
    }
    for (text, configurations) in group_by_key(
        others.iter().filter_map(|configuration| Some((describe_excess(data, *configuration)?, *configuration))),
    ) {
        let (searches, verb) = (data.titles(&configurations), plural(configurations.len(), "takes", "take"));
        items.push(format!("{searches} {verb} {text}."));
    }
    items
}

/// Returns whether a run found a solution that is not shortest, or none although there is one.
fn is_suboptimal(data: &Data<'_>, run: &SearchRun) -> bool {
    data.results.missed(run) || data.results.excess(run).is_some_and(|excess| excess > 0)
}

fn describe_excess(data: &Data<'_>, configuration: usize) -> Option<String> {
    let excess = |run: &&SearchRun| data.results.excess(run).unwrap_or(0);
    let run = data.results.by(configuration).max_by_key(|run| (excess(run), std::cmp::Reverse(run.entry)))?;
    let (cost, optimum) = run.result.cost().zip(data.results.optimum(run)).filter(|(cost, optimum)| cost > optimum)?;
    let mean = data.summaries[configuration].mean_excess?;
    let (unit, name) = (data.unit(), data.name(run.entry));
    Some(format!(
        "{} {unit} more than the optimum on average, and {cost} instead of {optimum} at worst, on {name}",
        number(mean)
    ))
}

fn add_table(data: &Data<'_>, section: &mut Section) {
    let summary = |search: usize| &data.summaries[search];
    let excesses = |search: usize| data.results.by(search).filter_map(|run| data.results.excess(run));
    let share = |search: usize| percent(summary(search).optimal, excesses(search).count());
    let columns: [Column<'_>; 6] = [
        ("Solved", &|search| grouped(summary(search).solved)),
        ("Optimal", &|search| grouped(summary(search).optimal)),
        ("Share optimal", &|search| or_dash(summary(search).optimal_share, |_| share(search))),
        ("Mean length", &|search| or_dash(summary(search).mean_length, |mean| format!("{mean:.2}"))),
        ("Mean over the optimum", &|search| or_dash(summary(search).mean_excess, |mean| format!("{mean:.2}"))),
        ("Most over the optimum", &|search| or_dash(excesses(search).max(), |most| most.to_string())),
    ];
    data.table(section, "Solutions by search", data.searches(), &columns);
}

pub(super) fn plots(data: &Data<'_>) -> Vec<Picture> {
    let shares = data
        .rows(|configuration| data.summaries[configuration].optimal_share.iter().map(|share| 100.0 * share).collect());
    let axis = Axis::linear("% of its solutions", std::iter::once(100.0), 1.0, format_count);
    let title = "Share of shortest solutions";
    let share = Picture::plot(title, plot::bars(title, &axis, &shares, |share| format!("{share:.0}%")));
    let excess = |configuration| {
        data.results.by(configuration).filter_map(|run| data.results.excess(run)).map(f64::from).collect()
    };
    let excesses = data.rows(excess);
    let label = format!("{} over the optimum, one dot per puzzle", data.unit());
    let axis = Axis::linear(label, excesses.iter().flat_map(|row| row.values.iter().copied()), 1.0, format_count);
    let title = "Length of the solutions over the optimum";
    vec![share, Picture::plot(title, plot::strips(title, &axis, &excesses))]
}

/// Draws the puzzles where the lengths differ most.
fn boards(data: &Data<'_>) -> Vec<Picture> {
    let spread = |entry: &usize| {
        let costs = data.results.on(*entry).iter().filter_map(|run| run.result.cost());
        costs.clone().max().zip(costs.min()).map_or(0, |(most, least)| most - least)
    };
    let mut entries = data.ended(Verdict::Solved);
    entries.retain(|entry| spread(entry) > 0);
    entries.sort_by_key(|entry| std::cmp::Reverse(spread(entry)));
    entries.into_iter().take(DRAWN).map(|entry| data.board(entry, caption(data, entry))).collect()
}

fn caption(data: &Data<'_>, entry: usize) -> String {
    let runs = data.results.on(entry);
    let mut longer: Vec<(u32, usize)> = runs
        .iter()
        .filter(|run| data.results.excess(run).is_some_and(|excess| excess > 0))
        .filter_map(|run| Some((run.result.cost()?, run.configuration)))
        .collect();
    longer.sort_by_key(|(cost, configuration)| (std::cmp::Reverse(*cost), *configuration));
    let longer = group_by_key(longer.into_iter()).into_iter();
    let longer: Vec<String> =
        longer.map(|(cost, configurations)| format!("{} {cost}", data.titles(&configurations))).collect();
    let optimal = runs.iter().filter(|run| data.results.excess(run) == Some(0)).count();
    let optimum = data.results.puzzles[entry].optimum.cost();
    let verb = if optimum == Some(1) { "is" } else { "are" };
    let (name, optimum) = (capitalise(&data.name(entry)), or_dash(optimum, |cost| data.cost(cost)));
    let searches = runs.len();
    format!("{name}: {optimum} {verb} enough, found by {optimal} of {searches} searches; {}.", longer.join("; "))
}
