//! Help for the player: par, hints of increasing detail, and the solution from the current position.

use super::Session;
use crate::position::{Move, Position};
use crate::puzzle::{Metric, Problems, Puzzle};
use crate::search::{self, Algorithm, Limit, Limits, Observer, Outcome, Status, Task};
use crate::solution::Solution;

/// A hint. Each kind shows more than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub enum Hint {
    /// The optimal remaining cost.
    Remaining {
        /// Cost of a shortest solution from the current position.
        cost: u32,
        metric: Metric,
    },
    /// Index of the vehicle that a shortest solution moves next.
    Vehicle(usize),
    /// The next move of a shortest solution.
    Move(Move),
}

impl Hint {
    /// Returns the hint as a sentence that uses the puzzle's labels.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        match *self {
            Hint::Remaining { cost: 1, metric } => format!("one {} is left", metric.unit()),
            Hint::Remaining { cost, metric } => format!("{cost} {metric} are left"),
            Hint::Vehicle(vehicle) => format!("move {}", puzzle.vehicles()[vehicle].label),
            Hint::Move(Move { vehicle, direction, cells }) => {
                format!("move {} {direction} by {cells}", puzzle.vehicles()[vehicle].label)
            }
        }
    }
}

/// The reason why no hint, par or solution is available.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum HintError {
    #[error("the puzzle is solved")]
    Solved,
    #[error("the exit cannot be reached from here; undo a move or start again")]
    Unsolvable,
    #[error("the search reached its limit on {}", .0.word())]
    Limit(Limit),
    #[error("the search was stopped before it found the answer")]
    Interrupted,
    #[error("this position is not a valid puzzle: {0}")]
    InvalidPosition(#[from] Problems),
}

/// Cached search results, so that no search runs twice.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchCache {
    /// Cost of a shortest solution of the whole puzzle.
    pub(super) par: Option<u32>,
    /// A shortest solution from the current position, and its cost.
    path: Option<(Vec<Move>, u32)>,
    /// Number of hints given in the current position.
    pub(super) hints_here: u8,
}

impl SearchCache {
    /// Discards everything that depends on the current position.
    pub(super) fn clear_position(&mut self) {
        (self.path, self.hints_here) = (None, 0);
    }
}

impl Session {
    /// Returns the cost of a shortest solution in the puzzle's metric. The search runs once.
    pub fn par(&mut self, limits: Limits, observer: &mut dyn Observer) -> Result<u32, HintError> {
        if let Some(par) = self.cache.par {
            return Ok(par);
        }
        let outcome = search::DEFAULT.run(&Task::new(&self.puzzle).with_limits(limits), observer);
        let par = solution_of(outcome)?.cost();
        self.cache.par = Some(par);
        Ok(par)
    }

    /// Returns par if it is known already.
    pub fn known_par(&self) -> Option<u32> {
        self.cache.par
    }

    /// Sets par, when another search has found it.
    pub fn set_par(&mut self, par: u32) {
        self.cache.par = Some(par);
    }

    /// Returns a hint. The first hint in a position is the remaining cost, the second the vehicle to move, and every
    /// later one the move.
    pub fn hint(&mut self, limits: Limits, observer: &mut dyn Observer) -> Result<Hint, HintError> {
        let (path, cost) = self.shortest_path(limits, observer)?;
        let first = *path.first().ok_or(HintError::Solved)?;
        let hint = match self.cache.hints_here {
            0 => Hint::Remaining { cost, metric: self.puzzle.rules().metric },
            1 => Hint::Vehicle(first.vehicle),
            _ => Hint::Move(first),
        };
        self.cache.hints_here = self.cache.hints_here.saturating_add(1);
        self.hints = self.hints.saturating_add(1);
        self.move_revealed |= matches!(hint, Hint::Move(_));
        Ok(hint)
    }

    /// Returns the moves of a shortest solution from the current position. This counts as showing a move.
    pub fn solution(&mut self, limits: Limits, observer: &mut dyn Observer) -> Result<Vec<Move>, HintError> {
        let path = self.shortest_path(limits, observer)?.0;
        self.move_revealed = true;
        Ok(path)
    }

    /// Solves the current position with any algorithm. This counts as showing a move. The solution belongs to the
    /// puzzle that starts at the current position; [`own_moves`](Session::own_moves) gives its moves with the indices
    /// of this session's puzzle.
    pub fn solve(
        &mut self,
        algorithm: &dyn Algorithm,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Problems> {
        self.move_revealed = true;
        solve_from(self.position(), algorithm, limits, observer)
    }

    /// Returns the moves of a solution of the current position, with the vehicle indices of this session's puzzle.
    pub fn own_moves(&self, solution: &Solution) -> Vec<Move> {
        // Vehicles that have moved may be listed in another order, and those that the valet has removed are missing.
        let own = |mv: &Move| {
            let label = solution.puzzle().vehicles().get(mv.vehicle)?.label;
            Some(Move { vehicle: self.puzzle.vehicle_named(label)?, ..*mv })
        };
        solution.moves().iter().filter_map(own).collect()
    }

    /// Returns a shortest solution from the current position, and its cost.
    pub(super) fn shortest_path(
        &mut self,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<(Vec<Move>, u32), HintError> {
        if self.finished() {
            return Err(HintError::Solved);
        }
        if let Some(path) = &self.cache.path {
            return Ok(path.clone());
        }
        let solution = solution_of(solve_from(self.position(), search::DEFAULT, limits, observer)?)?;
        let path = (self.own_moves(&solution), solution.cost());
        self.cache.path = Some(path.clone());
        Ok(path)
    }
}

/// Solves the puzzle that starts with a position.
pub(super) fn solve_from(
    position: &Position,
    algorithm: &dyn Algorithm,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Outcome, Problems> {
    Ok(algorithm.run(&Task::new(&position.to_puzzle()?).with_limits(limits), observer))
}

/// Returns the solution of a search that guarantees an optimal one.
pub(super) fn solution_of(outcome: Outcome) -> Result<Solution, HintError> {
    match outcome.status {
        Status::Solved => outcome.solution.ok_or(HintError::Unsolvable),
        Status::Unsolvable => Err(HintError::Unsolvable),
        Status::Limit(limit) => Err(HintError::Limit(limit)),
        Status::Interrupted => Err(HintError::Interrupted),
    }
}
