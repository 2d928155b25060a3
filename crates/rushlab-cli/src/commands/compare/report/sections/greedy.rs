//! Where greed pays: what greedy search loses in cost against A with the same heuristic, and what it saves in states.

use super::super::data::Data;
use super::super::document::{Picture, Section};
use super::super::words::{begin, number, ratio, time};
use crate::commands::compare::model::{Ending, Run};
use crate::output::count;

/// A greedy search and A with the same heuristic, on the puzzles that both solved.
struct Rivals<'a> {
    greedy: usize,
    careful: usize,
    pairs: Vec<(&'a Run, &'a Run)>,
}

fn cost(run: &Run) -> f64 {
    f64::from(run.finding.cost.unwrap_or(0))
}

fn states(run: &Run) -> f64 {
    run.finding.statistics.states as f64
}

impl Rivals<'_> {
    /// What the greedy one loses on average.
    fn loss(&self) -> f64 {
        let lost: f64 = self.pairs.iter().map(|(greedy, careful)| cost(greedy) - cost(careful)).sum();
        lost / self.pairs.len() as f64
    }

    /// What it takes, as a share of what the careful one takes.
    fn share(&self, value: fn(&Run) -> f64) -> f64 {
        let (greedy, careful) = self
            .pairs
            .iter()
            .fold((0.0, 0.0), |(greedy, careful), pair| (greedy + value(pair.0), careful + value(pair.1)));
        if careful > 0.0 { greedy / careful } else { 1.0 }
    }
}

fn rivals<'a>(data: &Data<'a>) -> Vec<Rivals<'a>> {
    let of_heuristic = |name: &str| {
        let (greedy, careful) = (data.configuration("greedy", name)?, data.configuration("astar", name)?);
        let solved = |run: &Run| run.finding.ending == Ending::Solved;
        let mut pairs = data.duels(greedy, careful);
        pairs.retain(|(greedy, careful)| solved(greedy) && solved(careful));
        (!pairs.is_empty()).then_some(Rivals { greedy, careful, pairs })
    };
    data.checks.heuristics.iter().filter_map(|checked| of_heuristic(checked.heuristic.about().name)).collect()
}

pub(super) fn tell(data: &Data<'_>, section: &mut Section) {
    section.heading("Where greed pays");
    let rivals = rivals(data);
    if rivals.is_empty() {
        section.text("No heuristic was asked both by GBFS and by A/A* on a puzzle that both solved.");
        return;
    }
    section.list(rivals.iter().map(|rivals| told(data, rivals)).collect());
    section.pictures(boards(data, &rivals));
}

/// The best bargain.
pub(super) fn headline(data: &Data<'_>) -> Option<String> {
    let rivals = rivals(data);
    let best = rivals.iter().min_by(|one, other| one.share(states).total_cmp(&other.share(states)))?;
    Some(if best.share(states) < 1.0 {
        told(data, best)
    } else {
        format!("Greed saves no states: {}", told(data, best))
    })
}

fn told(data: &Data<'_>, rivals: &Rivals<'_>) -> String {
    let (greedy, careful, unit) = (data.title(rivals.greedy), data.title(rivals.careful), data.unit());
    let longer = rivals.pairs.iter().filter(|(greedy, careful)| cost(greedy) > cost(careful)).count();
    let loss = match rivals.loss() {
        loss if loss > 0.0 => format!("its solutions are {} {unit} longer on average", number(loss)),
        loss if loss < 0.0 => format!("its solutions are {} {unit} shorter on average", number(-loss)),
        _ => "its solutions are no longer on average".to_owned(),
    };
    format!(
        "{greedy} searches {} of the states of {careful} in {} of its time, and {loss}; they are longer on {} of {}.",
        ratio(rivals.share(states)),
        ratio(rivals.share(|run| run.finding.seconds)),
        longer,
        count(rivals.pairs.len(), "puzzle"),
    )
}

/// Where it pays most, at no loss; and where it both loses and saves nothing.
fn boards(data: &Data<'_>, rivals: &[Rivals<'_>]) -> Vec<Picture> {
    let pairs = || rivals.iter().flat_map(|rivals| rivals.pairs.iter());
    let saved = |pair: &(&Run, &Run)| states(pair.1) - states(pair.0);
    let lost = |pair: &(&Run, &Run)| cost(pair.0) - cost(pair.1);
    let free = pairs().filter(|pair| lost(pair) <= 0.0 && saved(pair) > 0.0);
    let best = free.max_by(|one, other| saved(one).total_cmp(&saved(other)));
    let vain = pairs().filter(|pair| lost(pair) > 0.0 && saved(pair) < 0.0);
    let worst = vain.max_by(|one, other| lost(one).total_cmp(&lost(other)));
    let caption = |words: &str, (greedy, careful): &(&Run, &Run)| {
        let of_run = |run: &Run| {
            let (cost, states) =
                (run.finding.cost.unwrap_or(0), count(run.finding.statistics.states as usize, "state"));
            format!(
                "{} takes {cost} {} after {states} in {}",
                data.title(run.configuration),
                data.unit(),
                time(run.finding.seconds)
            )
        };
        format!("{words}: {}; {}. {}.", of_run(greedy), of_run(careful), begin(&data.name(greedy.entry)))
    };
    let best = best.map(|pair| data.board(pair.0.entry, caption("Greed pays", pair)));
    let worst = worst.map(|pair| data.board(pair.0.entry, caption("Greed does not pay", pair)));
    best.into_iter().chain(worst).collect()
}
