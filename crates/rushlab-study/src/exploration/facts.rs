//! The findings about a cluster in words.

use rushlab::analysis::Redundant;
use rushlab::puzzle::RulesInWords;

use super::difficulty_words;
use super::findings::{ExploredPosition, Findings, Solved};
use crate::words::{self, count, grouped};

impl Findings {
    /// Returns facts in words, each with its name.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let rules = Some(RulesInWords::of(&self.puzzle).text()).filter(|rules| !rules.is_empty());
        let rules = rules.map(|rules| ("rules", rules)).into_iter();
        let of_solutions = self.solved.iter().flat_map(|solved| solutions(self, solved));
        let hardest = self.solved.as_ref().and_then(Solved::hardest_line).map(|line| ("hardest", line));
        rules.chain(of_solutions).chain(branching(self)).chain(hardest).collect()
    }
}

fn solutions(findings: &Findings, solved: &Solved) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some(difficulty) = &solved.start.difficulty {
        facts.push(("difficulty", difficulty_words::difficulty(difficulty)));
        facts.push(("hard because", difficulty_words::reasons(difficulty)));
    }
    let mut solutions = count_solutions(&solved.start);
    if !solved.starts_at_hardest() {
        solutions += &format!("; from the hardest position {}", count_solutions(&solved.hardest));
    }
    facts.push(("solutions", solutions));
    facts.push(("bottlenecks", bottlenecks(findings, solved)));
    facts.push(("minimal", minimal(findings, solved)));
    facts
}

fn count_solutions(position: &ExploredPosition) -> String {
    match (position.solutions, position.same_moves) {
        (1, _) => "1 shortest solution".to_owned(),
        (number, true) => format!("{} shortest solutions, which differ only in the order of moves", large(number)),
        (number, false) => format!("{} shortest solutions", large(number)),
    }
}

/// Formats a number, in scientific notation if it is very large.
fn large(number: u128) -> String {
    usize::try_from(number)
        .ok()
        .filter(|number| *number < 1_000_000_000)
        .map_or_else(|| format!("{:.1e}", number as f64), grouped)
}

fn bottlenecks(findings: &Findings, solved: &Solved) -> String {
    let after: Vec<String> =
        solved.bottlenecks.iter().map(|bottleneck| bottleneck.cost_from_start.to_string()).collect();
    let unit = findings.puzzle.rules().metric.unit();
    match after.as_slice() {
        [] => "none: no intermediate position is on every shortest solution".to_owned(),
        [one] => format!("one position is on every shortest solution, after {unit} {one}"),
        many => {
            format!(
                "{} positions are on every shortest solution, after {unit}s {}",
                grouped(many.len()),
                words::list(many)
            )
        }
    }
}

fn minimal(findings: &Findings, solved: &Solved) -> String {
    let Redundant { vehicles, walls, .. } = &solved.redundant;
    let mut removable: Vec<String> =
        vehicles.iter().map(|vehicle| findings.puzzle.vehicles()[*vehicle].label.to_string()).collect();
    removable.extend(walls.iter().map(|wall| format!("the wall at {wall}")));
    let start = match removable.as_slice() {
        [] => "yes: removing any vehicle or wall makes the solution shorter".to_owned(),
        [one] => format!("no: {one} can be removed without making the solution shorter"),
        many => format!("no: {} can each be removed without making the solution shorter", words::list(many)),
    };
    match (solved.starts_at_hardest(), solved.hardest.minimal) {
        (true, _) => start,
        (false, true) => format!("{start}; the hardest position is minimal"),
        (false, false) => format!("{start}; the hardest position is not minimal"),
    }
}

fn branching(findings: &Findings) -> Vec<(&'static str, String)> {
    let summary = &findings.summary;
    let mut facts = vec![(
        "branching",
        format!(
            "{:.1} moves from a position on average, from {} to {}",
            findings.branching_factor, summary.min_moves, summary.max_moves
        ),
    )];
    facts.push(("dead ends", format!("{} with at most one move", count(summary.dead_ends, "position"))));
    let local_maxima = count(summary.local_maxima, "position");
    facts.push(("local maxima", format!("{local_maxima} from which no move leads farther away")));
    if summary.unsolvable > 0 && findings.solved.is_some() {
        let unsolvable = count(summary.unsolvable, "position");
        facts.push(("unsolvable", format!("{unsolvable} from which the exit cannot be reached")));
    }
    facts
}
