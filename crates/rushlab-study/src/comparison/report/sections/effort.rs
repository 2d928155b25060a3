//! The effort of the searches, and whether informed search is always faster.

use std::cmp::Ordering;

use super::super::data::{Column, Data};
use super::repetitions;
use crate::comparison::summary::median;
use crate::comparison::{Measured, SearchRun};
use crate::report::axis::{Axis, format_count, format_time};
use crate::report::document::{Picture, Section};
use crate::report::plot;
use crate::words::{capitalise, count, group_by_key, grouped, number, or_dash, part_of, ratio, time};
use rushlab::search::Verdict;

/// Number of counterexamples of each kind that are drawn.
const DRAWN: usize = 3;

/// The labels of the axes.
const STATES: &str = "states, log scale; stroke: median, band: middle half";
const TIME: &str = "time, log scale; stroke: median, band: middle half";

pub(super) fn section(data: &Data<'_>) -> Section {
    let question = "How long do the searches take? Is an informed search always faster?";
    let mut section = Section::new("effort", "Time and states searched", Some(question));
    section.answer(headline(data).unwrap_or_else(|| {
        "No puzzle was decided by both an informed search and an uninformed one, so there is no answer.".to_owned()
    }));
    section.list(extremes(data));
    add_table(data, &mut section);
    section.pictures(vec![states_plot(data), time_plot(data)]);
    if let Some(baseline) = data.baseline().filter(|_| data.informed().next().is_some()) {
        let title = data.title(baseline);
        add_pair_table(data, baseline, &mut section);
        let boards = counterexamples(data, baseline);
        if !boards.is_empty() {
            section.text(format!("Puzzles where informed search took more than {title}:"));
            section.pictures(boards);
        }
    }
    repetitions::add_to(data, &mut section);
    section
}

/// Compares the times of two runs.
fn compare(run: &SearchRun, other: &SearchRun) -> Ordering {
    run.result.times.measured().compare(other.result.times.measured())
}

/// States whether informed search is always faster.
pub(super) fn headline(data: &Data<'_>) -> Option<String> {
    let baseline = data.baseline()?;
    let pairs: Vec<(&SearchRun, &SearchRun)> =
        data.informed().flat_map(|(configuration, _)| data.pairs(configuration, baseline)).collect();
    if pairs.is_empty() {
        return None;
    }
    let title = data.title(baseline);
    let [faster, slower] = [Ordering::Less, Ordering::Greater]
        .map(|order| pairs.iter().filter(|(run, other)| compare(run, other) == order).count());
    let more = pairs.iter().filter(|(run, other)| states(run) > states(other)).count();
    let all = pairs.len();
    let close = all - faster - slower;
    let mut text = match (faster, slower) {
        (0, 0) => {
            format!("The times do not show it: all {} differences from {title} are within the noise", grouped(all))
        }
        (faster, 0) if close == 0 => {
            format!("Yes, on these puzzles: informed search is faster than {title} in all {} runs", grouped(faster))
        }
        (faster, 0) => format!(
            "{title} is never faster: informed search is faster in {} runs, and the other differences are within the noise",
            part_of(faster, all)
        ),
        (faster, slower) => format!(
            "No: {title} is faster than informed search in {} runs and slower in {}",
            part_of(slower, all),
            grouped(faster)
        ),
    };
    if slower > 0 && close > 0 {
        text += "; the other differences are within the noise";
    }
    text += &match more {
        0 => format!(". {title} never searches fewer states."),
        more => format!(". {title} searches fewer states in {}.", part_of(more, all)),
    };
    Some(text)
}

fn states(run: &SearchRun) -> u64 {
    run.result.statistics.states
}

fn total_states(data: &Data<'_>, configuration: usize) -> u64 {
    data.results.by(configuration).map(states).sum()
}

/// Describes which searches took least and most, which gave identical results, and what the times do not show.
fn extremes(data: &Data<'_>) -> Vec<String> {
    let mut items: Vec<String> = least_and_most_states(data).into_iter().chain(least_and_most_time(data)).collect();
    items.extend(identical(data));
    items.extend(undecided(data));
    items.extend(data.results.noise());
    items
}

pub(super) fn least_and_most_states(data: &Data<'_>) -> Option<String> {
    let mut order: Vec<usize> = data.searches().collect();
    order.sort_by_key(|configuration| total_states(data, *configuration));
    let groups = group_by_key(order.iter().map(|configuration| (total_states(data, *configuration), *configuration)));
    let [(low, first), .., (high, last)] = groups.as_slice() else { return None };
    let (first, last) = (data.titles(first), data.titles(last));
    let (low, high) = (grouped(*low as usize), grouped(*high as usize));
    Some(format!("{first} searched the fewest states ({low} in total); {last} the most ({high})."))
}

/// Describes which searches took the least and the most time on the puzzles that all decided, if that is clear.
pub(super) fn least_and_most_time(data: &Data<'_>) -> Option<String> {
    let decided = |entry: &usize| data.results.on(*entry).iter().all(|run| run.result.status != Verdict::Limit);
    let entries: Vec<usize> = (0..data.comparison.entries.len()).filter(decided).collect();
    let total = |configuration| -> Measured {
        entries.iter().map(|entry| data.run(*entry, configuration).result.times.measured()).sum()
    };
    let mut totals: Vec<(Measured, usize)> = data.searches().map(|index| (total(index), index)).collect();
    totals.sort_by(|one, other| one.0.seconds.total_cmp(&other.0.seconds));
    let [(least, _), .., (most, _)] = totals.as_slice() else { return None };
    let alike = |time: &Measured| -> Vec<usize> {
        let close = totals.iter().filter(|(other, _)| time.compare(*other) == Ordering::Equal);
        close.map(|(_, configuration)| *configuration).collect()
    };
    if entries.is_empty() || least.compare(*most) == Ordering::Equal {
        return Some(
            "No search is clearly the fastest: the differences of the total times are within the noise.".to_owned(),
        );
    }
    let describe = |time: &Measured| match alike(time).as_slice() {
        [_] => time.text(),
        _ => format!("{}, and differences within the noise", time.text()),
    };
    let on = match entries.len() == data.comparison.entries.len() {
        true => String::new(),
        false => format!(" on the {} that all decided", count(entries.len(), "puzzle")),
    };
    Some(format!(
        "{} took the least time{on} ({} in total); {} the most ({}).",
        data.titles(&alike(least)),
        describe(least),
        data.titles(&alike(most)),
        describe(most)
    ))
}

/// Describes which searches gave the same results on every puzzle.
pub(super) fn identical(data: &Data<'_>) -> Vec<String> {
    let path = |configuration| -> Vec<(Option<u32>, u64)> {
        data.results.by(configuration).map(|run| (run.result.cost(), run.result.statistics.generated)).collect()
    };
    let groups = group_by_key(data.searches().map(|configuration| (path(configuration), configuration)));
    let is_decided = |group: &[usize]| group.iter().all(|configuration| data.summaries[*configuration].undecided == 0);
    let equals = groups.into_iter().map(|(_, group)| group).filter(|group| group.len() > 1 && is_decided(group));
    equals
        .map(|group| {
            let searches = data.titles(&group);
            format!("{searches} gave identical results: on every puzzle they generated the same number of moves and found solutions of the same length.")
        })
        .collect()
}

/// Describes how many searches ended at a limit, if any did.
pub(super) fn undecided(data: &Data<'_>) -> Option<String> {
    let undecided = data.summaries.iter().map(|summary| summary.undecided).sum::<usize>();
    (undecided > 0).then(|| format!("{} searches ended at a limit.", part_of(undecided, data.results.runs().count())))
}

fn add_table(data: &Data<'_>, section: &mut Section) {
    let summary = |search: usize| &data.summaries[search];
    let rounded = |states: f64| grouped(states.round() as usize);
    let median_states = |search: usize| median(decided(data, search).map(|run| states(run) as f64).collect());
    let columns: [Column<'_>; 6] = [
        ("States: mean", &|search| or_dash(summary(search).mean_states, rounded)),
        ("States: median", &|search| or_dash(median_states(search), rounded)),
        ("States: total", &|search| grouped(total_states(data, search) as usize)),
        ("Time: mean", &|search| or_dash(summary(search).mean_seconds, time)),
        ("Time: median", &|search| or_dash(summary(search).median_seconds, time)),
        ("Time: total", &|search| time(summary(search).total_time.seconds)),
    ];
    data.table(section, "Effort of each search; undecided ones count only in totals", data.searches(), &columns);
}

fn decided<'a>(data: &Data<'a>, configuration: usize) -> impl Iterator<Item = &'a SearchRun> + use<'a> {
    data.results.by(configuration).filter(|run| run.result.status != Verdict::Limit)
}

pub(super) fn states_plot(data: &Data<'_>) -> Picture {
    let searched = data.rows(|configuration| decided(data, configuration).map(|run| states(run) as f64).collect());
    let axis = Axis::log(STATES, searched.iter().flat_map(|row| row.values.iter().copied()), 1.0, format_count);
    let title = "States searched, puzzle by puzzle";
    Picture::plot(title, plot::strips(title, &axis, &searched))
}

pub(super) fn time_plot(data: &Data<'_>) -> Picture {
    let seconds = data.rows(|configuration| decided(data, configuration).map(|run| run.result.seconds()).collect());
    let axis = Axis::log(TIME, seconds.iter().flat_map(|row| row.values.iter().copied()), 1e-8, format_time);
    let title = "Time taken, puzzle by puzzle";
    Picture::plot(title, plot::strips(title, &axis, &seconds))
}

fn add_pair_table(data: &Data<'_>, baseline: usize, section: &mut Section) {
    let pairs = |search: usize| data.pairs(search, baseline).into_iter();
    let share = |search: usize, value: fn(&SearchRun) -> f64| {
        let positive = pairs(search).filter(|(_, other)| value(other) > 0.0);
        or_dash(median(positive.map(|(run, other)| value(run) / value(other)).collect()), ratio)
    };
    let on = |search: usize, holds: fn(&SearchRun, &SearchRun) -> bool| {
        grouped(pairs(search).filter(|(run, other)| holds(run, other)).count())
    };
    let columns: [Column<'_>; 6] = [
        ("Puzzles", &|search| grouped(pairs(search).count())),
        ("Fewer states on", &|search| on(search, |run, other| states(run) < states(other))),
        ("Equal on", &|search| on(search, |run, other| states(run) == states(other))),
        ("Clearly faster on", &|search| on(search, |run, other| compare(run, other) == Ordering::Less)),
        ("Median share of the states", &|search| share(search, |run| states(run) as f64)),
        ("Median share of the time", &|search| share(search, |run| run.result.seconds())),
    ];
    let caption = format!("Informed searches against {}, puzzle by puzzle", data.title(baseline));
    data.table(section, caption, data.informed().map(|(search, _)| search), &columns);
}

/// Draws the puzzles where informed search is worst: in states by ratio; in time by difference, as short times vary.
fn counterexamples(data: &Data<'_>, baseline: usize) -> Vec<Picture> {
    let pairs = || data.informed().flat_map(|(configuration, _)| data.pairs(configuration, baseline));
    let mut more: Vec<(&SearchRun, &SearchRun)> = pairs().filter(|(run, other)| states(run) > states(other)).collect();
    let state_ratio = |pair: &(&SearchRun, &SearchRun)| states(pair.0) as f64 / states(pair.1).max(1) as f64;
    more.sort_by(|one, other| state_ratio(other).total_cmp(&state_ratio(one)));
    let is_slower = |(run, other): &(&SearchRun, &SearchRun)| {
        compare(run, other) == Ordering::Greater && other.result.seconds() > 0.0
    };
    let mut slower: Vec<(&SearchRun, &SearchRun)> = pairs().filter(is_slower).collect();
    let extra_seconds = |pair: &(&SearchRun, &SearchRun)| pair.0.result.seconds() - pair.1.result.seconds();
    slower.sort_by(|one, other| extra_seconds(other).total_cmp(&extra_seconds(one)));
    let mut drawn = Vec::new();
    let title = data.title(baseline);
    let more = chosen(&more, &mut drawn).into_iter().map(|(run, other)| {
        let (many, few) = (count(states(run) as usize, "state"), grouped(states(other) as usize));
        (run, format!("{} searches {many}, {title} {few}", data.title(run.configuration)))
    });
    let more: Vec<(&SearchRun, String)> = more.collect();
    let slower = chosen(&slower, &mut drawn).into_iter().map(|(run, other)| {
        let (long, short) = (run.result.times.measured().text(), other.result.times.measured().text());
        let times = number(run.result.seconds() / other.result.seconds());
        (run, format!("{} takes {long}, {title} {short}: {times} times as long", data.title(run.configuration)))
    });
    let picture = |(run, text): (&SearchRun, String)| {
        data.board(run.entry, format!("{}: {text}.", capitalise(&data.name(run.entry))))
    };
    more.into_iter().chain(slower).map(picture).collect()
}

/// Returns the first few pairs, without puzzles that are already drawn. Different searches are preferred.
fn chosen<'a>(pairs: &[(&'a SearchRun, &'a SearchRun)], drawn: &mut Vec<usize>) -> Vec<(&'a SearchRun, &'a SearchRun)> {
    let mut chosen: Vec<(&SearchRun, &SearchRun)> = Vec::new();
    for allow_same_search in [false, true] {
        for (run, other) in pairs {
            let is_new =
                allow_same_search || chosen.iter().all(|(earlier, _)| earlier.configuration != run.configuration);
            if chosen.len() < DRAWN && is_new && !drawn.contains(&run.entry) {
                drawn.push(run.entry);
                chosen.push((run, other));
            }
        }
    }
    chosen
}
