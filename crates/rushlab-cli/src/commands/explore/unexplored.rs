//! A puzzle whose cluster is too large: what was reached, and what a search knows about its shortest solution.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rushlab::Puzzle;
use rushlab::analysis::Stopped;
use rushlab::puzzle::Metric;
use rushlab::search::{Limits, Observer, Outcome, Progress, Solver, Status};
use serde_json::json;

use crate::commands::solve;
use crate::output::{self, BAD, STRONG, count};
use crate::watchdog::Watchdog;

/// The search takes at least this time, and otherwise as much as the exploration took.
const LEAST_TIME: Duration = Duration::from_secs(1);

pub(super) struct Unexplored {
    pub(super) id: String,
    puzzle: Puzzle,
    /// A message about the reason, with the puzzle's location in front.
    pub(super) message: String,
    pub(super) stopped: Stopped,
    /// Number of positions that were reached.
    reached: u64,
    outcome: Outcome,
}

impl Unexplored {
    /// Searches the puzzle of an exploration that was stopped after it had begun at `started`.
    pub(super) fn search(
        id: String,
        puzzle: Puzzle,
        message: String,
        stopped: Stopped,
        (reached, started): (u64, Instant),
        limits: Limits,
    ) -> Unexplored {
        let deadline = Instant::now() + started.elapsed().max(LEAST_TIME);
        let outcome = Solver::new(&puzzle).limits(limits).run_with(&mut Watchdog::until(Some(deadline)));
        Unexplored { id, puzzle, message, stopped, reached, outcome }
    }

    /// Returns the cost of a shortest solution, if it is known.
    pub(super) fn optimum(&self) -> Option<u32> {
        self.outcome.cost().filter(|_| self.outcome.is_optimal())
    }

    /// Returns the least number of moves, if it is known and minimised.
    pub(super) fn moves(&self) -> Option<u32> {
        self.optimum().filter(|_| self.metric() == Metric::Moves)
    }

    /// Returns whether the puzzle has a solution, if it is known.
    pub(super) fn solvable(&self) -> Option<bool> {
        let is_unsolvable = self.outcome.status == Status::Unsolvable;
        if is_unsolvable { Some(false) } else { self.outcome.solution.as_ref().map(|_| true) }
    }

    pub(super) fn metric(&self) -> Metric {
        self.puzzle.rules().metric
    }

    pub(super) fn text(&self) -> String {
        let (name, reached) = (output::name_of(&self.puzzle), count(self.reached as usize, "position"));
        let bounds = solve::result_sentence(&self.puzzle, &self.outcome);
        format!("{STRONG}{}{name}{STRONG:#}: {BAD}too large to explore{BAD:#}; {reached} reached\n{bounds}\n", self.id)
    }

    pub(super) fn json(&self) -> serde_json::Value {
        json!({
            "puzzle": self.id,
            "name": self.puzzle.name(),
            "positions": null,
            "reached": self.reached,
            "solvable": self.solvable(),
            "moves": self.moves(),
            "cost": self.optimum(),
            "bound": self.outcome.bound,
            "best": self.outcome.cost(),
            "metric": self.metric().word(),
        })
    }
}

/// An observer that counts the positions that are reached.
pub(super) struct CountReached<'a> {
    pub(super) watchdog: Watchdog<'a>,
    pub(super) reached: u64,
}

impl Observer for CountReached<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.reached = self.reached.max(progress.statistics.states);
        self.watchdog.progress(progress)
    }
}
