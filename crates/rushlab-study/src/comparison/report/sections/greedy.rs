//! Greedy search against A with the same heuristic: how much longer its solutions are, and how many states it saves.

use super::super::data::Data;
use crate::comparison::{Measured, SearchRun};
use crate::report::document::{Picture, Section};
use crate::words::{capitalise, count, number, ratio};
use rushlab::search::Verdict;

/// A greedy search and A with the same heuristic, on the puzzles that both solved.
struct Pairing<'a> {
    greedy: usize,
    astar: usize,
    pairs: Vec<(&'a SearchRun, &'a SearchRun)>,
}

fn cost(run: &SearchRun) -> f64 {
    f64::from(run.result.cost().unwrap_or(0))
}

fn states(run: &SearchRun) -> f64 {
    run.result.statistics.states as f64
}

impl Pairing<'_> {
    fn mean_excess(&self) -> f64 {
        let lost: f64 = self.pairs.iter().map(|(greedy, astar)| cost(greedy) - cost(astar)).sum();
        lost / self.pairs.len() as f64
    }

    /// Returns the states of the greedy search as a share of those of A.
    fn share_of_states(&self) -> f64 {
        let (greedy, astar) = self
            .pairs
            .iter()
            .fold((0.0, 0.0), |(greedy, astar), pair| (greedy + states(pair.0), astar + states(pair.1)));
        if astar > 0.0 { greedy / astar } else { 1.0 }
    }

    /// Returns the time of the greedy search as a share of that of A, in words.
    fn share_of_time(&self) -> String {
        let measured = |run: &SearchRun| run.result.times.measured();
        let greedy: Measured = self.pairs.iter().map(|pair| measured(pair.0)).sum();
        greedy.share_of(self.pairs.iter().map(|pair| measured(pair.1)).sum())
    }
}

fn pairings<'a>(data: &Data<'a>) -> Vec<Pairing<'a>> {
    let of_heuristic = |name: &str| {
        let (greedy, astar) = (data.configuration("greedy", name)?, data.configuration("astar", name)?);
        let solved = |run: &SearchRun| run.result.status == Verdict::Solved;
        let mut pairs = data.pairs(greedy, astar);
        pairs.retain(|(greedy, astar)| solved(greedy) && solved(astar));
        (!pairs.is_empty()).then_some(Pairing { greedy, astar, pairs })
    };
    data.checks.heuristics.iter().filter_map(|checked| of_heuristic(checked.heuristic.about().name)).collect()
}

pub(super) fn add_to(data: &Data<'_>, section: &mut Section) {
    section.heading("Greedy search against A/A*");
    let pairings = pairings(data);
    if pairings.is_empty() {
        section.text("No heuristic was used both by GBFS and by A/A* on a puzzle that both solved.");
        return;
    }
    section.list(pairings.iter().map(|pairing| describe(data, pairing)).collect());
    section.pictures(boards(data, &pairings));
}

/// Describes the configuration with the best result.
pub(super) fn headline(data: &Data<'_>) -> Option<String> {
    let pairings = pairings(data);
    let best = pairings.iter().min_by(|one, other| one.share_of_states().total_cmp(&other.share_of_states()))?;
    Some(if best.share_of_states() < 1.0 {
        describe(data, best)
    } else {
        format!("Greedy search saves no states: {}", describe(data, best))
    })
}

fn describe(data: &Data<'_>, pairing: &Pairing<'_>) -> String {
    let (greedy, astar, unit) = (data.title(pairing.greedy), data.title(pairing.astar), data.unit());
    let longer = pairing.pairs.iter().filter(|(greedy, astar)| cost(greedy) > cost(astar)).count();
    let loss = match pairing.mean_excess() {
        loss if loss > 0.0 => format!("its solutions are {} {unit} longer on average", number(loss)),
        loss if loss < 0.0 => format!("its solutions are {} {unit} shorter on average", number(-loss)),
        _ => "its solutions are no longer on average".to_owned(),
    };
    format!(
        "{greedy} searches {} of the states of {astar} in {}, and {loss}; they are longer on {} of {}.",
        ratio(pairing.share_of_states()),
        pairing.share_of_time(),
        longer,
        count(pairing.pairs.len(), "puzzle"),
    )
}

/// Draws the puzzle where greedy search saves most without a loss, and the one where it loses most without a saving.
fn boards(data: &Data<'_>, pairings: &[Pairing<'_>]) -> Vec<Picture> {
    let pairs = || pairings.iter().flat_map(|pairing| pairing.pairs.iter());
    let saved = |pair: &(&SearchRun, &SearchRun)| states(pair.1) - states(pair.0);
    let lost = |pair: &(&SearchRun, &SearchRun)| cost(pair.0) - cost(pair.1);
    let without_loss = pairs().filter(|pair| lost(pair) <= 0.0 && saved(pair) > 0.0);
    let best = without_loss.max_by(|one, other| saved(one).total_cmp(&saved(other)));
    let without_gain = pairs().filter(|pair| lost(pair) > 0.0 && saved(pair) < 0.0);
    let worst = without_gain.max_by(|one, other| lost(one).total_cmp(&lost(other)));
    let caption = |words: &str, (greedy, astar): &(&SearchRun, &SearchRun)| {
        let of_run = |run: &SearchRun| {
            let (cost, states) =
                (run.result.cost().unwrap_or(0), count(run.result.statistics.states as usize, "state"));
            format!(
                "{}: {}, {states}, {}",
                data.title(run.configuration),
                data.cost(cost),
                run.result.times.measured().text()
            )
        };
        format!("{words}. {}; {}. {}.", of_run(greedy), of_run(astar), capitalise(&data.name(greedy.entry)))
    };
    let best = best.map(|pair| data.board(pair.0.entry, caption("Greedy search is better", pair)));
    let worst = worst.map(|pair| data.board(pair.0.entry, caption("Greedy search is worse", pair)));
    best.into_iter().chain(worst).collect()
}
