//! Whether each heuristic is admissible and consistent, checked on whole clusters, and how that affects the solutions.

use rushlab::analysis::{Inconsistency, Overestimate};
use rushlab::heuristic::Heuristic;
use rushlab::search::Optimality;

use super::super::checks::{HeuristicCheck, MAX_CLUSTER_SIZE, MAX_TOTAL_POSITIONS, ReportChecks};
use super::super::data::Data;
use crate::report::axis::{Axis, format_count};
use crate::report::canvas::NEUTRAL;
use crate::report::document::{Picture, Section};
use crate::report::plot::{self, Row};
use crate::words::{count, grouped, list, number, or_dash, percent, plural, ratio};

pub(super) fn section(data: &Data<'_>) -> Section {
    let question = "Is each heuristic admissible, and how does that influence the optimality of the solution?";
    let mut section = Section::new("heuristics", "Admissibility and consistency", Some(question));
    let Some(headline) = headline(data) else {
        section.answer(if data.checks.heuristics.is_empty() {
            "No search of this comparison uses a heuristic.".to_owned()
        } else {
            format!("No heuristic could be checked: {}.", list(&unchecked(&data.checks)))
        });
        return section;
    };
    section.answer(headline);
    section.text(coverage(data));
    section.list(data.checks.heuristics.iter().map(|checked| describe(data, checked)).collect());
    section.table("The registry's claims about each heuristic, and the results on these clusters", HEADS, rows(data));
    section.pictures(vec![informedness(data)]);
    section.list(influence(data));
    let boards: Vec<Picture> =
        data.checks.heuristics.iter().flat_map(|checked| counterexamples(data, checked)).collect();
    if !boards.is_empty() {
        section.text("Positions where they fail, as near to the goal as possible:");
        section.pictures(boards);
    }
    section
}

/// States which heuristics are admissible and consistent, if any was checked.
pub(super) fn headline(data: &Data<'_>) -> Option<String> {
    let ReportChecks { heuristics, clusters, positions, .. } = &data.checks;
    if heuristics.is_empty() || clusters.is_empty() {
        return None;
    }
    let groups = [
        (true, true, "admissible and consistent"),
        (true, false, "admissible, but not consistent"),
        (false, true, "consistent, but not admissible"),
        (false, false, "neither admissible nor consistent"),
    ];
    let parts = groups.into_iter().filter_map(|(admissible, consistent, words)| {
        let has_properties = |checked: &&HeuristicCheck| {
            (checked.total.is_admissible(), checked.total.is_consistent()) == (admissible, consistent)
        };
        let names: Vec<&str> =
            heuristics.iter().filter(has_properties).map(|checked| checked.heuristic.about().name).collect();
        (!names.is_empty()).then(|| format!("{} {} {words}", list(&names), plural(names.len(), "is", "are")))
    });
    let parts: Vec<String> = parts.collect();
    let positions = match positions {
        1 => "the only position".to_owned(),
        many => format!("all {} positions", grouped(*many)),
    };
    Some(format!("{}: checked on {positions} of {}.", parts.join("; "), count(clusters.len(), "puzzle")))
}

/// Describes what was checked.
fn coverage(data: &Data<'_>) -> String {
    let checks = &data.checks;
    let (moves, clusters) = (count(checks.moves, "move"), clusters(checks, data.comparison.entries.len()));
    let mut text = format!(
        "A heuristic is admissible if it never exceeds the distance to the exit, and consistent if no move lowers it by more \
         than the move costs. Both were checked on every position and on all {moves} of the clusters of {clusters}, where a cluster \
         is the set of positions reachable from the start."
    );
    for clause in unchecked(checks) {
        text += &format!(" Left out: {clause}.");
    }
    let rules = || data.comparison.entries.iter().map(|entry| entry.puzzle.rules());
    if let Some(units) = rules().find_map(|rules| rules.default_fuel) {
        text += &format!(
            " Vehicles without a given amount of fuel start with {units} units; this check treats their fuel as unlimited."
        );
    }
    text
}

/// Describes how many clusters were checked.
fn clusters(checks: &ReportChecks, all: usize) -> String {
    match checks.clusters.len() {
        1 if all == 1 => "the puzzle".to_owned(),
        checked if checked == all => format!("all {}", count(all, "puzzle")),
        checked => format!("{} of {}", grouped(checked), count(all, "puzzle")),
    }
}

/// Returns the reasons why some clusters were not checked.
fn unchecked(checks: &ReportChecks) -> Vec<String> {
    let mut clauses = Vec::new();
    if checks.too_large > 0 {
        clauses.push(format!(
            "{} of more than {} positions",
            count(checks.too_large, "cluster"),
            grouped(MAX_CLUSTER_SIZE)
        ));
    }
    if checks.left_out > 0 {
        let left_out = count(checks.left_out, "cluster");
        clauses.push(format!("{left_out} after the first {} positions", grouped(MAX_TOTAL_POSITIONS)));
    }
    clauses
}

/// Returns the values of a heuristic's parameters, as in `; here λ = 5`; nothing if it has none.
pub(super) fn parameters(heuristic: &dyn Heuristic) -> String {
    let title = heuristic.title();
    let parameters = title.strip_prefix(heuristic.about().name).unwrap_or(&title).trim();
    if parameters.is_empty() { String::new() } else { format!("; here {}", parameters.replace('=', " = ")) }
}

fn describe(data: &Data<'_>, checked: &HeuristicCheck) -> String {
    let (about, total) = (checked.heuristic.about(), &checked.total);
    let mut text = format!("{} ({}{})", about.name, about.summary, parameters(checked.heuristic.as_ref()));
    if total.is_admissible() {
        text += " is never too high";
    } else {
        let most = total.worst.map_or_else(|| "infinitely".to_owned(), |worst| format!("by {worst} at most"));
        let (part, whole, share) =
            (total.overestimate_count, total.solvable, percent(total.overestimate_count, total.solvable));
        text +=
            &format!(" is too high in {} of {} solvable positions ({share}), {most}", grouped(part), grouped(whole));
    }
    match total.solvable {
        0 => text += ", because no position can be solved",
        known => text += &format!(", and exact in {} of the positions", percent(total.exact, known)),
    }
    if !total.is_consistent() {
        let (moves, verb) =
            (count(total.inconsistency_count, "move"), plural(total.inconsistency_count, "lowers", "lower"));
        let more = if checked.heuristic.scale() == 1 { "2 or more" } else { "more than 1" };
        text += &format!("; {moves} {verb} it by {more} at once");
    }
    text.push('.');
    for word in &checked.refuted {
        text += &format!(" The registry claims that it is {word} under these rules: this is a bug in rushlab.");
    }
    let claims = [
        ("admissible", about.admissible, total.is_admissible()),
        ("consistent", about.consistent, total.is_consistent()),
    ];
    let rules = |claim: rushlab::heuristic::Claim| {
        data.checks.clusters.iter().all(|entry| claim.holds(data.comparison.entries[*entry].puzzle.rules()))
    };
    let unrefuted: Vec<&str> =
        claims.iter().filter(|(_, claim, holds)| *holds && !rules(*claim)).map(|(word, ..)| *word).collect();
    if !unrefuted.is_empty() {
        text += &format!(
            " Under these rules it is not guaranteed to be {}, but there is no counterexample here.",
            list(&unrefuted)
        );
    }
    text
}

pub(super) const HEADS: &[&str] = &[
    "Heuristic",
    "Admissible: claimed",
    "Admissible: found",
    "Consistent: claimed",
    "Consistent: found",
    "Too high at most by",
    "Mean estimate / mean distance",
    "Exact",
];

pub(super) fn rows(data: &Data<'_>) -> Vec<Vec<String>> {
    let row = |checked: &HeuristicCheck| {
        let (about, total) = (checked.heuristic.about(), &checked.total);
        let moves = data.checks.moves;
        let found = |failures: usize, of: usize| match failures {
            0 => "yes".to_owned(),
            failures => format!("no: {}", percent(failures, of)),
        };
        vec![
            about.name.to_owned(),
            about.admissible.words().to_owned(),
            found(total.overestimate_count, total.solvable),
            about.consistent.words().to_owned(),
            found(total.inconsistency_count, moves),
            total.worst.map_or_else(|| "no bound".to_owned(), |worst| worst.to_string()),
            or_dash(checked.informedness(), ratio),
            or_dash(total.exact_share(), |_| percent(total.exact, total.solvable)),
        ]
    };
    data.checks.heuristics.iter().map(row).collect()
}

pub(super) fn informedness(data: &Data<'_>) -> Picture {
    let row = |checked: &HeuristicCheck| Row {
        label: checked.heuristic.about().name.to_owned(),
        colour: NEUTRAL,
        values: checked.informedness().iter().map(|share| 100.0 * share).collect(),
    };
    let rows: Vec<Row> = data.checks.heuristics.iter().map(row).collect();
    let values = rows.iter().flat_map(|row| row.values.iter().copied()).chain([100.0]);
    let axis = Axis::linear("mean estimate, % of the mean distance", values, 1.0, format_count);
    let title = "Mean estimate of each heuristic";
    Picture::plot(title, plot::bars(title, &axis, &rows, |share| format!("{share:.0}%")))
}

/// Describes the solutions of searches whose optimality depends on admissibility.
pub(super) fn influence(data: &Data<'_>) -> Vec<String> {
    let depends = data
        .informed()
        .filter(|(_, configuration)| configuration.algorithm.about().optimal == Optimality::IfAdmissible);
    let sentences = depends.filter_map(|(index, configuration)| {
        let name = configuration.heuristic.as_ref()?.about().name;
        let checked = data.checks.heuristics.iter().find(|checked| checked.heuristic.about().name == name)?;
        let word = if checked.total.is_admissible() { "admissible here" } else { "not admissible" };
        let excesses: Vec<u32> = data.results.by(index).filter_map(|run| data.results.excess(run)).collect();
        let longer = excesses.iter().filter(|excess| **excess > 0).count();
        let title = configuration.title();
        let puzzles = count(excesses.len(), "puzzle");
        Some(match excesses.iter().max() {
            None => format!("{title} solved no puzzle with a known optimum."),
            Some(0) => {
                let link = if checked.total.is_admissible() { "and" } else { "but" };
                format!("{name} is {word}, {link} the solutions of {title} are shortest for all {puzzles}.")
            }
            Some(most) => format!(
                "{name} is {word}, and the solutions of {title} are too long on {} of {puzzles}: by {} {} on average over all, \
                 by {most} at most.",
                grouped(longer),
                or_dash(data.summaries[index].mean_excess, number),
                data.unit(),
            ),
        })
    });
    sentences.collect()
}

pub(super) fn counterexamples(data: &Data<'_>, checked: &HeuristicCheck) -> Vec<Picture> {
    let name = checked.heuristic.about().name;
    let high = checked.overestimate.iter().map(|(entry, Overestimate { position, estimate, distance })| {
        let estimate_text = estimate.map_or_else(|| "that there is no solution".to_owned(), |estimate| estimate.to_string());
        let (distance, puzzle_name) = (data.cost(*distance), data.name(*entry));
        let caption = format!(
            "{name} is not admissible: it estimates {estimate_text}, but the solution takes {distance}. In the cluster of {puzzle_name}."
        );
        data.board_at(*entry, position, caption)
    });
    let inconsistencies = checked.inconsistency.iter().map(|(entry, Inconsistency { position, mv, before, after })| {
        let label = data.comparison.entries[*entry].puzzle.vehicles()[mv.vehicle].label;
        let before = before.map_or_else(|| "no solution".to_owned(), |before| before.to_string());
        let (move_text, puzzle_name) = (format!("{label} {} {}", mv.direction, mv.cells), data.name(*entry));
        let caption =
            format!("{name} is not consistent: {move_text} costs 1 and lowers it from {before} to {after}. In the cluster of {puzzle_name}.");
        data.board_at(*entry, position, caption)
    });
    high.chain(inconsistencies).collect()
}
