//! The fitness of a heuristic: how much effort IDA* saves with it, and how much longer its solutions are.

use std::ops::ControlFlow;

use rushlab::heuristic::{Expression, H4, Heuristic};
use rushlab::search::{IDASTAR, Limits, Observer, Progress};
use rushlab::{Puzzle, Solver};

/// A solution that is longer than the shortest by a share s costs as much fitness as e^(`EXCESS_WEIGHT` · s) times the
/// expanded positions.
const EXCESS_WEIGHT: f64 = 10.0;

/// A search is stopped when it has expanded this many times the positions that `h4` needs, and some more.
const BUDGET_FACTOR: u64 = 2;
const BUDGET_BASE: u64 = 500;

/// A puzzle with what IDA* with `h4` needs for it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TrainingPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The cost of a shortest solution.
    pub optimum: u32,
    /// Number of positions that IDA* with `h4` expands.
    pub reference: u64,
}

/// What IDA* with a heuristic needs for a training puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Trial {
    /// Number of expanded positions.
    pub expanded: u64,
    /// The cost of the solution; `None` if the search was stopped.
    pub cost: Option<u32>,
    /// The logarithm of the ratio of the positions that `h4` needs to those of the heuristic, less the excess of the
    /// solution. A search that was stopped counts as a solution of twice the optimum.
    pub score: f64,
}

impl TrainingPuzzle {
    /// Solves a puzzle with IDA* and `h4`. Returns `None` if it is not solved within the limits, if it has no solution,
    /// or if it is solved at the start.
    pub fn new(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Option<TrainingPuzzle> {
        let outcome = Solver::new(puzzle).algorithm(IDASTAR).heuristic(&H4).limits(limits).run_with(observer);
        let optimum = outcome.cost().filter(|cost| *cost > 0 && outcome.is_optimal())?;
        Some(TrainingPuzzle { puzzle: puzzle.clone(), optimum, reference: outcome.statistics.expanded })
    }

    /// Solves the puzzle with IDA* and an expression. Returns `None` if `is_stopped` becomes true.
    pub fn trial(&self, expression: &Expression, is_stopped: &dyn Fn() -> bool) -> Option<Trial> {
        let heuristic = expression.clone().heuristic("expression");
        self.trial_of(&heuristic, is_stopped)
    }

    fn trial_of(&self, heuristic: &dyn Heuristic, is_stopped: &dyn Fn() -> bool) -> Option<Trial> {
        let budget = BUDGET_FACTOR * self.reference + BUDGET_BASE;
        let mut observer = Budget { budget, is_stopped };
        let outcome = Solver::new(&self.puzzle).algorithm(IDASTAR).heuristic(heuristic).run_with(&mut observer);
        if is_stopped() {
            return None;
        }
        // Budgets are checked now and then, so a search may end a little above its own.
        let expanded = outcome.statistics.expanded;
        let cost = outcome.cost().filter(|_| expanded <= budget);
        let (expanded, excess) = match cost {
            Some(cost) => (expanded, f64::from(cost) / f64::from(self.optimum) - 1.0),
            None => (budget, 1.0),
        };
        let saved = ((self.reference + 1) as f64 / (expanded + 1) as f64).ln();
        Some(Trial { expanded, cost, score: saved - EXCESS_WEIGHT * excess })
    }
}

/// Stops a search that expands too many positions.
struct Budget<'a> {
    budget: u64,
    is_stopped: &'a dyn Fn() -> bool,
}

impl Observer for Budget<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let ends = progress.statistics.expanded > self.budget || (self.is_stopped)();
        if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
