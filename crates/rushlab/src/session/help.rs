//! Help for the player: par, hints in three grades, the solution from here.

use super::Session;
use crate::analysis::puzzle_at;
use crate::puzzle::{Metric, Problems, Puzzle};
use crate::position::{Move, Position};
use crate::search::{self, Algorithm, Limit, Limits, Observer, Outcome, Status, Task};

/// Help, in grades: each says more than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// What is left to the exit at least.
    Left {
        /// How much.
        cost: u32,
        /// Of what.
        metric: Metric,
    },
    /// The vehicle that a shortest solution moves next.
    Vehicle(usize),
    /// Its move.
    Move(Move),
}

impl Hint {
    /// The hint in words, with the labels of the puzzle.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        match *self {
            Hint::Left { cost: 1, metric } => format!("one {} is left", metric.word().trim_end_matches('s')),
            Hint::Left { cost, metric } => format!("{cost} {metric} are left"),
            Hint::Vehicle(vehicle) => format!("move {}", puzzle.vehicles()[vehicle].label),
            Hint::Move(Move { vehicle, direction, cells }) => {
                format!("move {} {direction} by {cells}", puzzle.vehicles()[vehicle].label)
            }
        }
    }
}

/// Why there is no help.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWay {
    /// Nothing is left to do.
    #[error("the puzzle is solved")]
    Finished,
    /// It is proved.
    #[error("the exit cannot be reached from here; undo a move or start again")]
    Unsolvable,
    /// Not within the limits.
    #[error("the search gave up at its limit on {}", .0.word())]
    Limit(Limit),
    /// Whoever watched the search stopped it.
    #[error("the search was stopped before it found the answer")]
    Interrupted,
    /// The position at hand is no puzzle.
    #[error("no puzzle begins here: {0}")]
    Problems(#[from] Problems),
}

/// What was found out, so that nothing is searched for twice.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// What a shortest solution of the whole puzzle costs.
    pub(super) par: Option<u32>,
    /// A shortest way from the position at hand, and what it costs.
    way: Option<(Vec<Move>, u32)>,
    /// How many hints were given in the position at hand.
    pub(super) grade: u8,
}

impl Known {
    /// The position has changed.
    pub(super) fn moved(&mut self) {
        (self.way, self.grade) = (None, 0);
    }
}

impl Session {
    /// What a shortest solution costs in the puzzle's metric. It is searched for once.
    pub fn par(&mut self, limits: Limits, observer: &mut dyn Observer) -> Result<u32, NoWay> {
        if let Some(par) = self.known.par {
            return Ok(par);
        }
        let outcome = search::DEFAULT.run(&Task::new(&self.puzzle).limited(limits), observer);
        let par = shortest(outcome)?.1;
        self.known.par = Some(par);
        Ok(par)
    }

    /// Par, if it is known.
    pub fn known_par(&self) -> Option<u32> {
        self.known.par
    }

    /// Tells par to a session, when it is known from elsewhere.
    pub fn set_par(&mut self, par: u32) {
        self.known.par = Some(par);
    }

    /// A hint. The first one in a position says how much is left, the next one which vehicle to move, and from the third on the move.
    pub fn hint(&mut self, limits: Limits, observer: &mut dyn Observer) -> Result<Hint, NoWay> {
        let (way, cost) = self.way(limits, observer)?;
        let first = *way.first().ok_or(NoWay::Finished)?;
        let hint = match self.known.grade {
            0 => Hint::Left { cost, metric: self.puzzle.rules().metric },
            1 => Hint::Vehicle(first.vehicle),
            _ => Hint::Move(first),
        };
        self.known.grade = self.known.grade.saturating_add(1);
        self.hints = self.hints.saturating_add(1);
        self.helped |= matches!(hint, Hint::Move(_));
        Ok(hint)
    }

    /// Gives all moves of a shortest way to the exit away.
    pub fn solution(&mut self, limits: Limits, observer: &mut dyn Observer) -> Result<Vec<Move>, NoWay> {
        let way = self.way(limits, observer)?.0;
        self.helped = true;
        Ok(way)
    }

    /// Solves the position at hand with any algorithm; what it finds is given away.
    pub fn solve(
        &mut self,
        algorithm: &dyn Algorithm,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Problems> {
        self.helped = true;
        solve_from(&self.puzzle, self.position(), algorithm, limits, observer)
    }

    /// A shortest way from the position at hand, and what it costs.
    fn way(&mut self, limits: Limits, observer: &mut dyn Observer) -> Result<(Vec<Move>, u32), NoWay> {
        if self.finished() {
            return Err(NoWay::Finished);
        }
        if let Some(way) = &self.known.way {
            return Ok(way.clone());
        }
        let way = shortest(solve_from(&self.puzzle, self.position(), search::DEFAULT, limits, observer)?)?;
        self.known.way = Some(way.clone());
        Ok(way)
    }
}

/// Solves a position of a puzzle; the moves name the vehicles of that puzzle.
fn solve_from(
    puzzle: &Puzzle,
    position: &Position,
    algorithm: &dyn Algorithm,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Outcome, Problems> {
    let here = puzzle_at(puzzle, position)?;
    let mut outcome = algorithm.run(&Task::new(&here).limited(limits), observer);
    for mv in &mut outcome.moves {
        // Vehicles that have moved may stand in another order, and some may be gone.
        let label = here.vehicles()[mv.vehicle].label;
        mv.vehicle = puzzle.vehicle_named(label).unwrap_or(mv.vehicle);
    }
    Ok(outcome)
}

/// The solution of a search that was to find a shortest one.
fn shortest(outcome: Outcome) -> Result<(Vec<Move>, u32), NoWay> {
    match outcome.status {
        Status::Solved => Ok((outcome.moves, outcome.cost)),
        Status::Unsolvable => Err(NoWay::Unsolvable),
        Status::Limit(limit) => Err(NoWay::Limit(limit)),
        Status::Interrupted => Err(NoWay::Interrupted),
    }
}
