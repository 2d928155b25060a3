//! Why the searches differ: which heuristic is higher than another and by how much, which put all positions in the same
//! order, and what a better estimate costs. The general statements hold for every comparison; the figures are those of
//! this one.

use std::borrow::Cow;
use std::cmp::Ordering;

use rushlab::analysis::Dominance;

use super::super::checks::{HeuristicCheck, HeuristicPair};
use super::super::data::Data;
use super::heuristic_cost::{Effort, relative_effort};
use crate::comparison::SearchRun;
use crate::report::axis::{Axis, format_count};
use crate::report::canvas::colour;
use crate::report::document::{Picture, Section};
use crate::report::plot::{self, Row};
use crate::words::{count, grouped, list, number, or_dash, part_of, ratio, time};

pub(super) fn section(data: &Data<'_>) -> Section {
    let mut section = Section::new("reasons", "Why", Some("Why do the heuristics give these results?"));
    let checked = &data.checks.heuristics;
    if checked.is_empty() || data.checks.clusters.is_empty() {
        section.answer("No heuristic was checked, so there is nothing to explain.");
        return section;
    }
    section.answer(headline(data).unwrap_or_else(|| "Only one heuristic was checked.".to_owned()));
    section.heading("Which heuristic is higher");
    section.text(
        "One heuristic dominates another if it is never lower. Of two admissible heuristics, the one that dominates is nearer to the \
         distance, and A* with it need not expand more positions, except for ties.",
    );
    section.list(data.checks.pairs.iter().map(|pair| describe_pair(data, pair)).collect());
    section.table("Estimates of two heuristics, over all solvable positions", HEADS, rows(data));
    section.list(blocked_cells(data).into_iter().collect());
    section.heading("What greedy search can distinguish");
    section.list(same_order(data));
    let weighted = weighted(data);
    if !weighted.is_empty() {
        section.heading("What a weight changes");
        section.list(weighted);
    }
    let informed = informed_rows(data);
    if !informed.is_empty() {
        section.heading("Informedness, and its price");
        section.table("A/A* with each heuristic", INFORMED_HEADS, informed);
        section.list(prices(data));
        section.pictures(plots(data));
    }
    section
}

/// States the main reasons in one sentence each.
pub(super) fn headline(data: &Data<'_>) -> Option<String> {
    let mut sentences = Vec::new();
    let same: Vec<Vec<&str>> = groups_of_same_order(data);
    for group in &same {
        sentences.push(format!(
            "{} put all positions in the same order, so greedy search cannot distinguish them.",
            list(group)
        ));
    }
    let dominating = data.checks.pairs.iter().filter(|pair| pair.dominance.lower == 0 && pair.dominance.higher > 0);
    let dominating: Vec<String> = dominating
        .map(|pair| format!("{} ≥ {}", name(data, pair.second), name(data, pair.first)))
        .chain(
            data.checks
                .pairs
                .iter()
                .filter(|pair| pair.dominance.higher == 0 && pair.dominance.lower > 0)
                .map(|pair| format!("{} ≥ {}", name(data, pair.first), name(data, pair.second))),
        )
        .collect();
    if !dominating.is_empty() {
        sentences.push(format!("{} in every position of these puzzles.", list(&dominating)));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn name(data: &Data<'_>, heuristic: usize) -> &'static str {
    data.checks.heuristics[heuristic].heuristic.about().name
}

/// Describes how the second heuristic of a pair compares with the first.
pub(super) fn describe_pair(data: &Data<'_>, pair: &HeuristicPair) -> String {
    let Dominance { positions, higher, lower, most, .. } = pair.dominance;
    let (first, second) = (name(data, pair.first), name(data, pair.second));
    let mean = or_dash(pair.dominance.mean_difference(), |mean| format!("{mean:+.3}").replace('-', "−"));
    let verdict = match (higher, lower) {
        (0, 0) => return format!("{second} equals {first} in every position."),
        (_, 0) => format!("{second} is never lower than {first}"),
        (0, _) => format!("{second} is never higher than {first}"),
        _ => format!("{second} does not dominate {first}, nor the reverse"),
    };
    let mut parts = Vec::new();
    parts.extend(
        (higher > 0).then(|| format!("it is higher in {} positions, by {most} at most", part_of(higher, positions))),
    );
    parts.extend((lower > 0).then(|| format!("lower in {}", part_of(lower, positions))));
    format!("{verdict}: {}; the mean difference is {mean}.", parts.join(", "))
}

const HEADS: &[&str] = &["Heuristics", "Higher", "Equal", "Lower", "Mean difference", "Most", "Same order"];

fn rows(data: &Data<'_>) -> Vec<Vec<String>> {
    let row = |pair: &HeuristicPair| {
        let Dominance { positions, higher, lower, most, same_order, .. } = pair.dominance;
        vec![
            format!("{} − {}", name(data, pair.second), name(data, pair.first)).replace(' ', "\u{a0}"),
            grouped(higher),
            grouped(positions - higher - lower),
            grouped(lower),
            or_dash(pair.dominance.mean_difference(), |mean| format!("{mean:+.3}").replace('-', "−")),
            most.to_string(),
            if same_order { "yes" } else { "no" }.to_owned(),
        ]
    };
    data.checks.pairs.iter().map(row).collect()
}

/// Explains the difference of `h2` and `h1`, if both were checked.
pub(super) fn blocked_cells(data: &Data<'_>) -> Option<String> {
    let pair = data.checks.pairs.iter().find(|pair| {
        let names = [name(data, pair.first), name(data, pair.second)];
        names == ["h1", "h2"] || names == ["h2", "h1"]
    })?;
    let differ = pair.dominance.higher + pair.dominance.lower;
    let valet = data.comparison.entries.iter().any(|entry| entry.puzzle.rules().valet);
    let mut text = "h1 counts the vehicles between the primary and the exit, h2 the cells that they cover. Every such vehicle covers at \
                    least one cell, so h2 ≥ h1. A vehicle across the line covers one cell, so h2 > h1 only where a vehicle stands in the \
                    line of the primary, in front of it"
        .to_owned();
    text += &match (differ, valet) {
        (0, true) => ", and no position here has one. ".to_owned(),
        (differ, true) => format!(": in {} positions here. ", part_of(differ, pair.dominance.positions)),
        (_, false) => ". Without the valet such a vehicle never leaves, so no solvable position has one. ".to_owned(),
    };
    if valet {
        text += "With the valet such a vehicle may need one move only, but h2 counts two cells or more: so h2 can be too high, and its \
                 admissibility is not guaranteed.";
    }
    Some(text)
}

/// Returns the groups of heuristics that put all positions of each puzzle in the same order, two or more in each.
fn groups_of_same_order(data: &Data<'_>) -> Vec<Vec<&'static str>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for heuristic in 0..data.checks.heuristics.len() {
        let same = |other: usize| {
            let pair = data.checks.pairs.iter().find(|pair| (pair.first, pair.second) == (other, heuristic));
            pair.is_some_and(|pair| pair.dominance.same_order)
        };
        match groups.iter_mut().find(|group| same(group[0])) {
            Some(group) => group.push(heuristic),
            None => groups.push(vec![heuristic]),
        }
    }
    let named = groups.into_iter().filter(|group| group.len() > 1);
    named.map(|group| group.into_iter().map(|heuristic| name(data, heuristic)).collect()).collect()
}

/// Explains which heuristics greedy search cannot distinguish.
pub(super) fn same_order(data: &Data<'_>) -> Vec<String> {
    let groups = groups_of_same_order(data);
    let mut items = vec![
        "GBFS expands the position with the lowest estimate and ignores the cost so far. So only the order of the estimates matters to it, \
         not their size."
            .to_owned(),
    ];
    for group in &groups {
        let mut text = format!("{} order all positions of every puzzle in the same way", list(group));
        if let (Some(weight), true) = (weight(data), group.contains(&"h1") && group.contains(&"h3")) {
            text += &format!(": h3 is λ · h1 with λ = {weight}, and a positive factor keeps the order");
        }
        text.push('.');
        let searches: Vec<usize> = group.iter().filter_map(|name| data.configuration("greedy", name)).collect();
        if let [first, rest @ ..] = searches.as_slice()
            && !rest.is_empty()
        {
            let same = |run: &SearchRun, other: &SearchRun| {
                run.result.cost() == other.result.cost() && run.result.statistics == other.result.statistics
            };
            let entries = data.comparison.entries.len();
            let equal = (0..entries)
                .filter(|entry| rest.iter().all(|other| same(data.run(*entry, *first), data.run(*entry, *other))))
                .count();
            text += &format!(
                " {} did the same on {}: equal lengths, and equal numbers of states, expanded positions and generated moves.",
                data.titles(&searches),
                part_of(equal, entries)
            );
        }
        items.push(text);
    }
    let alone: Vec<&str> = (0..data.checks.heuristics.len())
        .map(|heuristic| name(data, heuristic))
        .filter(|name| groups.iter().all(|group| !group.contains(name)))
        .collect();
    if !alone.is_empty() && data.checks.heuristics.len() > 1 {
        items.push(match alone.as_slice() {
            [one] => format!("{one} has an order of its own."),
            several => format!("Each of {} has an order of its own.", list(several)),
        });
    }
    items
}

/// Returns the weight λ of `h3`, if it was checked.
fn weight(data: &Data<'_>) -> Option<String> {
    let h3 = data.checks.heuristics.iter().find(|checked| checked.heuristic.about().name == "h3")?;
    h3.heuristic.title().split_once('=').map(|(_, weight)| weight.to_owned())
}

pub(super) fn weighted(data: &Data<'_>) -> Vec<String> {
    let (Some(weight), Some(heavy)) = (weight(data), data.configuration("astar", "h3")) else { return Vec::new() };
    let mut items = vec![format!(
        "A/A* orders positions by g + h, the cost so far plus the estimate. h3 = λ · h1 with λ = {weight} changes the balance between them: \
         progress towards the exit counts more than a short path. This is weighted A* (Pohl 1970)."
    )];
    let ratios = data.results.by(heavy).filter_map(|run| {
        let (cost, optimum) = run.result.cost().zip(data.results.optimum(run))?;
        (optimum > 0).then(|| f64::from(cost) / f64::from(optimum))
    });
    let ratios: Vec<f64> = ratios.collect();
    let longer = ratios.iter().filter(|ratio| **ratio > 1.0).count();
    let greatest = ratios.iter().copied().fold(1.0, f64::max);
    let title = data.title(heavy);
    let bound = format!(
        "h1 never exceeds the distance, so h3 is at most {weight} times the distance, and with exact duplicates no solution is longer than {weight} times the optimum"
    );
    items.push(match longer {
        0 => format!("{title} is not guaranteed to be optimal, but its solutions are shortest on all {}. {bound}.", count(ratios.len(), "puzzle")),
        longer => format!(
            "{title} is no longer optimal: its solutions are too long on {} of {}, by a factor of {greatest:.2} at most. {bound}.",
            grouped(longer),
            count(ratios.len(), "puzzle")
        ),
    });
    if let Some(effort) = data.configuration("astar", "h1").and_then(|light| relative_effort(data, heavy, light)) {
        items.push(format!(
            "In return, it expands {} of the positions that A/A*\u{a0}h1 does, in {}.",
            ratio(effort.expanded),
            effort.share_of_time()
        ));
    }
    items
}

const INFORMED_HEADS: &[&str] = &[
    "Heuristic",
    "Mean estimate / mean distance",
    "Exact",
    "Expanded by A/A*",
    "Share of the uninformed search",
    "Time per position",
    "Time in total",
];

/// Returns the heuristics that A* used, by informedness, with the index of its configuration.
fn by_informedness<'d>(data: &'d Data<'_>) -> Vec<(&'d HeuristicCheck, usize)> {
    let checked = data.checks.heuristics.iter();
    let mut used: Vec<(&HeuristicCheck, usize)> = checked
        .filter_map(|checked| Some((checked, data.configuration("astar", checked.heuristic.about().name)?)))
        .collect();
    let informedness = |checked: &HeuristicCheck| checked.informedness().unwrap_or(0.0);
    used.sort_by(|one, other| informedness(one.0).total_cmp(&informedness(other.0)));
    used
}

fn informed_rows(data: &Data<'_>) -> Vec<Vec<String>> {
    let row = |(checked, configuration): (&HeuristicCheck, usize)| {
        let effort = Effort::of(data.results.by(configuration));
        let relative = data.baseline().and_then(|baseline| relative_effort(data, configuration, baseline));
        vec![
            checked.heuristic.about().name.to_owned(),
            or_dash(checked.informedness(), ratio),
            or_dash(checked.total.exact_share(), ratio),
            grouped(effort.expanded as usize),
            or_dash(relative, |relative| ratio(relative.expanded)),
            or_dash(effort.seconds_per_position(), time),
            effort.time.text(),
        ]
    };
    by_informedness(data).into_iter().map(row).collect()
}

/// Describes what the most informed admissible heuristic costs per position and what it saves.
pub(super) fn prices(data: &Data<'_>) -> Vec<String> {
    let admissible: Vec<(&HeuristicCheck, usize)> =
        by_informedness(data).into_iter().filter(|(checked, _)| checked.total.is_admissible()).collect();
    let Some(((best, configuration), others)) = admissible.split_last() else { return Vec::new() };
    let others = others.iter().map(|(_, configuration)| *configuration);
    let sentence = |baseline: usize| {
        let effort = relative_effort(data, *configuration, baseline)?;
        let verdict: Cow<'static, str> = match effort.compare() {
            Ordering::Less => format!("so it pays: {}", effort.share_of_time()).into(),
            Ordering::Greater => format!("so it does not pay: {}", effort.share_of_time()).into(),
            Ordering::Equal => "and the difference is within the noise".into(),
        };
        Some(format!(
            "Against {}: {} expands {} of the positions, so a position may take up to {} times as long; it takes {} times as long, {verdict}.",
            data.title(baseline),
            data.title(*configuration),
            ratio(effort.expanded),
            number(1.0 / effort.expanded),
            number(effort.seconds_per_position),
        ))
    };
    let mut items = vec![format!(
        "{} is the most informed of the heuristics that are admissible here{}. What it saves in positions must exceed what it costs for each.",
        best.heuristic.about().name,
        or_dash(best.informedness(), |share| format!(", with {} of the distance on average", ratio(share)))
    )];
    items.extend(data.baseline().into_iter().chain(others).filter_map(sentence));
    items
}

/// Plots the positions expanded and the time for each, for the uninformed search and A* with each heuristic.
pub(super) fn plots(data: &Data<'_>) -> Vec<Picture> {
    let used = by_informedness(data).into_iter().map(|(_, configuration)| configuration);
    let configurations: Vec<usize> = data.baseline().into_iter().chain(used).collect();
    let rows = |value: fn(&Effort) -> Option<f64>| -> Vec<Row> {
        let row = |configuration: &usize| Row {
            label: data.title(*configuration),
            colour: colour(data.comparison.configurations[*configuration].algorithm.about()),
            values: value(&Effort::of(data.results.by(*configuration))).into_iter().collect(),
        };
        configurations.iter().map(row).collect()
    };
    let values = |rows: &[Row]| rows.iter().flat_map(|row| row.values.clone()).collect::<Vec<f64>>().into_iter();
    let expanded = rows(|effort| Some(effort.expanded as f64));
    let axis = Axis::linear("positions expanded on all puzzles", values(&expanded), 1.0, format_count);
    let title = "What a heuristic saves: positions";
    let saved = Picture::plot(title, plot::bars(title, &axis, &expanded, |value| grouped(value as usize)));
    let price = rows(|effort| effort.seconds_per_position().map(|seconds| 1e9 * seconds));
    let axis = Axis::linear("nanoseconds per position", values(&price), 1.0, format_count);
    let title = "What it costs: time per position";
    let price = Picture::plot(title, plot::bars(title, &axis, &price, |value| time(value / 1e9)));
    vec![saved, price]
}
