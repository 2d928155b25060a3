//! The competition of the COMP 472 handout, section 4: contestants are ranked by puzzles solved, then total cost, then
//! total time.
//!
//! A contestant is a folder of solution files. Every solution is replayed, and only legal ones count.

use rushlab::search::Verdict;
use std::cmp::Ordering;
use std::io::Write as _;

use anyhow::Result;
use rushlab_study::comparison::{Comparison, PuzzleEntry, PuzzleResults, Results, SearchResult};

use super::UntilInterrupt;
use super::contestant::{Contestant, ContestantSolution};
use crate::arguments::{CompareOptions, Output};
use crate::output::{self, BAD, Rows, Value, count, grouped};
use crate::{ExitStatus, interrupt};

const COLUMNS: &[&str] = &["rank", "contestant", "solved", "missing", "illegal", "cost", "excess", "seconds"];

struct Standing {
    contestant: Contestant,
    solved: usize,
    /// Number of puzzles without a legal solution, except those proved unsolvable.
    missing: usize,
    cost: u64,
    /// The cost above the optimum.
    excess: u64,
    /// The total time, if every solution file has one.
    seconds: Option<f64>,
}

impl Standing {
    fn new(contestant: Contestant, optima: &[SearchResult]) -> Standing {
        let solutions: Vec<ContestantSolution> = contestant.best.iter().copied().flatten().collect();
        let pairs = || contestant.best.iter().zip(optima);
        let excess = |(best, optimum): (&Option<ContestantSolution>, &SearchResult)| {
            best.zip(optimum.cost()).map_or(0, |(best, optimum)| u64::from(best.cost.saturating_sub(optimum)))
        };
        Standing {
            solved: solutions.len(),
            missing: pairs().filter(|(best, optimum)| best.is_none() && optimum.status != Verdict::Unsolvable).count(),
            cost: solutions.iter().map(|solution| u64::from(solution.cost)).sum(),
            excess: pairs().map(excess).sum(),
            seconds: solutions.iter().try_fold(0.0, |sum, solution| Some(sum + solution.seconds?)),
            contestant,
        }
    }

    fn order(&self, other: &Standing) -> Ordering {
        let seconds = |standing: &Standing| standing.seconds.unwrap_or(f64::INFINITY);
        (other.solved.cmp(&self.solved)).then(self.cost.cmp(&other.cost)).then(seconds(self).total_cmp(&seconds(other)))
    }
}

/// Ranks the entries. The comparison has no configurations: only the optima are searched.
pub(super) fn run(options: &CompareOptions, comparison: Comparison) -> Result<ExitStatus> {
    let Ok(Results { comparison, puzzles, .. }) = comparison.run(&UntilInterrupt) else {
        return Ok(interrupt::report("the shortest solutions are not known, so there is no ranking"));
    };
    let entries = &comparison.entries;
    let optima: Vec<SearchResult> = puzzles.into_iter().map(|PuzzleResults { optimum, .. }| optimum).collect();
    let mut status = ExitStatus::Success;
    let mut standings = Vec::new();
    for folder in &options.competition {
        match Contestant::read(folder, entries) {
            Ok(contestant) => standings.push(Standing::new(contestant, &optima)),
            Err(error) => {
                status = ExitStatus::Invalid;
                output::error(&format!("{error:#}"));
            }
        }
    }
    standings.sort_by(Standing::order);
    if standings.iter().any(|standing| !standing.contestant.illegal.is_empty()) {
        status = ExitStatus::Invalid;
    }
    print(options.style.or_text(), entries, &standings, &optima)?;
    Ok(status)
}

fn print(style: Output, entries: &[PuzzleEntry], standings: &[Standing], optima: &[SearchResult]) -> Result<()> {
    let mut out = output::stdout();
    let mut rows = Rows::new(&mut out, style, COLUMNS)?;
    for standing in standings {
        let better = standings.iter().filter(|other| other.order(standing) == Ordering::Less).count();
        rows.row(&[
            Value::Number(better as u64 + 1),
            standing.contestant.folder.display().to_string().into(),
            Value::Number(standing.solved as u64),
            Value::Number(standing.missing as u64),
            Value::Number(standing.contestant.illegal.len() as u64),
            Value::Number(standing.cost),
            Value::Number(standing.excess),
            standing.seconds.map_or(Value::Missing, Value::seconds),
        ])?;
    }
    rows.finish()?;
    let illegal = standings.iter().flat_map(|standing| &standing.contestant.illegal);
    if !matches!(style, Output::Text | Output::Table) {
        illegal.for_each(|what| output::error(what));
        return Ok(());
    }
    let solvable = optima.iter().filter(|optimum| optimum.status == Verdict::Solved).count();
    let least: u32 = optima.iter().filter_map(SearchResult::cost).sum();
    let metric = entries.first().map_or("moves", |entry| entry.puzzle.rules().metric.word());
    let puzzles = count(entries.len(), "puzzle");
    writeln!(out, "\n{puzzles}, {solvable} with a solution; optimal total {} {metric}", grouped(least as usize))?;
    illegal.into_iter().try_for_each(|what| writeln!(out, "{BAD}illegal:{BAD:#} {what}"))?;
    Ok(out.flush()?)
}
