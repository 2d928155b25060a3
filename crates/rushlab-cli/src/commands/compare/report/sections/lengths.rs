//! How long the solutions are, and who finds the shortest.

use rushlab::search::Duplicates;

use super::super::axis::{Axis, counts};
use super::super::data::Data;
use super::super::document::{Picture, Section};
use super::super::plot;
use super::super::words::{alike, begin, either, known, number, percent};
use crate::commands::compare::model::{Ending, Run};
use crate::commands::compare::summary::Summary;
use crate::output::{count, grouped};

/// How many puzzles are drawn.
const DRAWN: usize = 3;

pub(super) fn section(data: &Data<'_>) -> Section {
    let question = "How long are the solutions, and when do you have the lowest-cost solution?";
    let mut section = Section::new("lengths", "Length of the solutions", Some(question));
    let Some(headline) = headline(data) else {
        section.answer("No puzzle has a solution that is known, so there are no lengths to compare.");
        return section;
    };
    section.answer(headline);
    section.list(promises(data));
    section.table("Solutions by search", &heads(), rows(data));
    section.pictures(plots(data));
    let boards = boards(data);
    if !boards.is_empty() {
        let puzzles = count(boards.len(), "puzzle");
        section.text(format!("The {puzzles} where the lengths differ most:"));
        section.pictures(boards);
    }
    section
}

/// Who is always optimal, and how often the others are.
pub(super) fn headline(data: &Data<'_>) -> Option<String> {
    let solvable = data.ended(Ending::Solved).len();
    if solvable == 0 {
        return None;
    }
    let (always, mut others): (Vec<usize>, Vec<usize>) =
        (0..data.summaries.len()).partition(|entrant| data.summaries[*entrant].optimal == solvable);
    let puzzles = match solvable {
        1 => "the one puzzle that has one".to_owned(),
        many => format!("all {} puzzles that have one", grouped(many)),
    };
    let first = match always.as_slice() {
        [] => format!("No search finds a lowest-cost solution of {puzzles}"),
        _ if others.is_empty() => format!("Every search finds a lowest-cost solution of {puzzles}"),
        some => {
            format!("{} {} a lowest-cost solution of {puzzles}", data.titles(some), either(some.len(), "finds", "find"))
        }
    };
    others.sort_by_key(|entrant| std::cmp::Reverse(data.summaries[*entrant].optimal));
    let others = alike(others.iter().map(|entrant| (data.summaries[*entrant].optimal, *entrant)));
    let others = others.iter().map(|(optimal, entrants)| {
        let share = percent(*optimal, solvable);
        let each = if entrants.len() > 1 { " each" } else { "" };
        format!("; {} on {}{each} ({share})", data.titles(entrants), grouped(*optimal))
    });
    Some(format!("{first}{}.", others.collect::<String>()))
}

/// Whether the searches that ought to be optimal are.
fn promises(data: &Data<'_>) -> Vec<String> {
    let kept = |entrant: &usize| data.comparison.by(*entrant).all(|run| !falls_short(data, run));
    let (promising, others): (Vec<usize>, Vec<usize>) =
        (0..data.summaries.len()).partition(|entrant| data.promises(*entrant));
    let (good, bad): (Vec<usize>, Vec<usize>) = promising.into_iter().partition(kept);
    let mut items = Vec::new();
    if !good.is_empty() {
        let (searches, verb) = (data.titles(&good), either(good.len(), "is", "are"));
        items.push(match data.comparison.duplicates {
            Duplicates::Exact => format!("Under these rules {searches} must be optimal, and {verb}."),
            Duplicates::Board => {
                format!("{searches} would be optimal if duplicates were exact, and {verb} so by the board alone, too.")
            }
        });
    }
    for entrant in bad {
        let short = data.comparison.by(entrant).filter(|run| falls_short(data, run)).count();
        let (title, puzzles) = (data.title(entrant), count(short, "puzzle"));
        let missed = grouped(data.summaries[entrant].missed);
        items.push(match data.comparison.duplicates {
            Duplicates::Exact => format!("{title} must be optimal, but is not on {puzzles}: this is an error in rushlab."),
            Duplicates::Board => format!(
                "{title} would be optimal if duplicates were exact; by the board alone it is not on {puzzles}, and finds nothing on \
                 {missed} of these."
            ),
        });
    }
    let lucky: Vec<usize> =
        others.iter().copied().filter(|entrant| data.summaries[*entrant].solved > 0 && kept(entrant)).collect();
    if !lucky.is_empty() {
        let (searches, verb) = (data.titles(&lucky), either(lucky.len(), "promises", "promise"));
        items.push(format!("{searches} {verb} nothing under these rules, but no solution is too long here."));
    }
    for (told, entrants) in alike(others.iter().filter_map(|entrant| Some((worst(data, *entrant)?, *entrant)))) {
        let (searches, verb) = (data.titles(&entrants), either(entrants.len(), "takes", "take"));
        items.push(format!("{searches} {verb} {told}."));
    }
    items
}

/// Whether a run found a longer solution than there is, or missed all of them.
fn falls_short(data: &Data<'_>, run: &Run) -> bool {
    data.comparison.missed(run) || data.comparison.excess(run).is_some_and(|excess| excess > 0)
}

/// How bad an entrant's solutions are, if any is.
fn worst(data: &Data<'_>, entrant: usize) -> Option<String> {
    let excess = |run: &&Run| data.comparison.excess(run).unwrap_or(0);
    let run = data.comparison.by(entrant).max_by_key(|run| (excess(run), std::cmp::Reverse(run.subject)))?;
    let (cost, optimum) =
        run.finding.cost.zip(data.comparison.optimum(run)).filter(|(cost, optimum)| cost > optimum)?;
    let mean = data.summaries[entrant].mean_excess?;
    let (unit, name) = (data.unit(), data.name(run.subject));
    Some(format!(
        "{} {unit} more than need be on average, and {cost} instead of {optimum} at worst, on {name}",
        number(mean)
    ))
}

fn heads() -> [&'static str; 7] {
    ["Search", "Solved", "Optimal", "Share optimal", "Mean length", "Mean over the optimum", "Most over the optimum"]
}

fn rows(data: &Data<'_>) -> Vec<Vec<String>> {
    let row = |(entrant, summary): (usize, &Summary)| {
        let excesses: Vec<u32> = data.comparison.by(entrant).filter_map(|run| data.comparison.excess(run)).collect();
        vec![
            data.title(entrant),
            grouped(summary.solved),
            grouped(summary.optimal),
            known(summary.optimal_share, |_| percent(summary.optimal, excesses.len())),
            known(summary.mean_length, |mean| format!("{mean:.2}")),
            known(summary.mean_excess, |mean| format!("{mean:.2}")),
            known(excesses.iter().max(), ToString::to_string),
        ]
    };
    data.summaries.iter().enumerate().map(row).collect()
}

fn plots(data: &Data<'_>) -> Vec<Picture> {
    let shares = data.rows(|entrant| data.summaries[entrant].optimal_share.iter().map(|share| 100.0 * share).collect());
    let axis = Axis::linear("% of its solutions", std::iter::once(100.0), 1.0, counts);
    let title = "How many solutions are as short as can be";
    let share = Picture::plot(title, plot::bars(title, &axis, &shares, |share| format!("{share:.0}%")));
    let excess =
        |entrant| data.comparison.by(entrant).filter_map(|run| data.comparison.excess(run)).map(f64::from).collect();
    let excesses = data.rows(excess);
    let label = format!("{} over the optimum, a dot a puzzle", data.unit());
    let axis = Axis::linear(label, excesses.iter().flat_map(|row| row.values.iter().copied()), 1.0, counts);
    let title = "How much longer than need be the solutions are";
    vec![share, Picture::plot(title, plot::strips(title, &axis, &excesses))]
}

/// The puzzles where the lengths differ most.
fn boards(data: &Data<'_>) -> Vec<Picture> {
    let spread = |subject: &usize| {
        let costs = data.comparison.on(*subject).iter().filter_map(|run| run.finding.cost);
        costs.clone().max().zip(costs.min()).map_or(0, |(most, least)| most - least)
    };
    let mut subjects = data.ended(Ending::Solved);
    subjects.retain(|subject| spread(subject) > 0);
    subjects.sort_by_key(|subject| std::cmp::Reverse(spread(subject)));
    subjects.into_iter().take(DRAWN).map(|subject| data.board(subject, caption(data, subject))).collect()
}

fn caption(data: &Data<'_>, subject: usize) -> String {
    let runs = data.comparison.on(subject);
    let mut longer: Vec<(u32, usize)> = runs
        .iter()
        .filter(|run| data.comparison.excess(run).is_some_and(|excess| excess > 0))
        .filter_map(|run| Some((run.finding.cost?, run.entrant)))
        .collect();
    longer.sort_by_key(|(cost, entrant)| (std::cmp::Reverse(*cost), *entrant));
    let longer = alike(longer.into_iter()).into_iter();
    let longer: Vec<String> = longer.map(|(cost, entrants)| format!("{} {cost}", data.titles(&entrants))).collect();
    let optimal = runs.iter().filter(|run| data.comparison.excess(run) == Some(0)).count();
    let optimum = known(data.comparison.optima[subject].cost, |cost| cost.to_string());
    let (name, unit) = (begin(&data.name(subject)), data.unit());
    let searches = runs.len();
    format!("{name}: {optimum} {unit} are enough, found by {optimal} of {searches} searches; {}.", longer.join("; "))
}
