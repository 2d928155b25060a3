//! The competition of the handout, section 4: students are ranked by puzzles solved, then total cost, then total time.

use std::cmp::Ordering;

use super::assignment::{Assignment, Optimum};
use super::report::{FoundSolution, StudentReport};

/// The place of a student.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The rank, from 1. Equals share one.
    pub rank: usize,
    /// Number of puzzles with a legal solution.
    pub solved: usize,
    /// The cost of the best solutions together.
    pub cost: u64,
    /// The cost above the optimum, over the puzzles whose optimum is known.
    pub excess: u64,
    /// The time of the best solutions together, if all of them have one.
    pub seconds: Option<f64>,
}

/// Returns the standing of each student, in the order of the reports.
pub fn standings(assignment: &Assignment, reports: &[StudentReport]) -> Vec<Standing> {
    let mut standings: Vec<Standing> = reports.iter().map(|report| standing(assignment, report)).collect();
    let ranks: Vec<usize> = standings
        .iter()
        .map(|own| 1 + standings.iter().filter(|other| order(other, own) == Ordering::Less).count())
        .collect();
    standings.iter_mut().zip(ranks).for_each(|(standing, rank)| standing.rank = rank);
    standings
}

fn standing(assignment: &Assignment, report: &StudentReport) -> Standing {
    let found: Vec<FoundSolution> = report.best.iter().flatten().copied().collect();
    let excess = assignment.puzzles.iter().zip(&report.best).filter_map(|(puzzle, best)| match puzzle.optimum {
        Optimum::Cost(optimum) => Some(u64::from((*best)?.cost.saturating_sub(optimum))),
        _ => None,
    });
    Standing {
        rank: 1,
        solved: found.len(),
        cost: found.iter().map(|solution| u64::from(solution.cost)).sum(),
        excess: excess.sum(),
        seconds: found.iter().try_fold(0.0, |sum, solution| Some(sum + solution.seconds?)),
    }
}

fn order(standing: &Standing, other: &Standing) -> Ordering {
    let seconds = |standing: &Standing| standing.seconds.unwrap_or(f64::INFINITY);
    let by_cost = standing.cost.cmp(&other.cost);
    other.solved.cmp(&standing.solved).then(by_cost).then(seconds(standing).total_cmp(&seconds(other)))
}
