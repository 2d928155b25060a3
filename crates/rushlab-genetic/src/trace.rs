//! The trace of a generation: which individuals were crossed and where, which children were legal, and what mutations
//! changed.
//!
//! A trace is recorded on demand ([`Evolution::set_tracing`](super::Evolution::set_tracing)). Recording makes no random
//! choice, so an evolution is the same with and without it.

use super::{OperatorRates, RouletteSlot};
use rushlab::notation::NamedMove;
use rushlab::position::{IllegalMove, Move};
use rushlab::puzzle::{Cell, Label};

/// How a generation was made from the one before it. Individuals are given by their indices.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The couples that were crossed, in order.
    pub couples: Vec<Couple>,
    /// The origin of each individual of the generation.
    pub origins: Vec<Origin>,
    /// Number of legal children that are not in the generation.
    pub discarded: usize,
}

/// Two individuals that were crossed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Couple {
    /// The parents.
    pub parents: [Parent; 2],
    /// The crossovers of the parents that were tried, in order.
    pub attempts: Vec<Attempt>,
}

/// A parent.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Parent {
    /// Its index in the generation before; `None` for a known board that was not in it ([`ParameterKey::Revive`]).
    ///
    /// [`ParameterKey::Revive`]: super::ParameterKey::Revive
    pub index: Option<usize>,
    /// Its moves, without the final move of the primary to the exit.
    pub moves: Vec<Move>,
    /// Its fitness.
    pub fitness: f64,
    /// GRH: its slot on the roulette wheel; `None` for a board that was not in the generation before.
    pub slot: Option<RouletteSlot>,
}

/// One crossover of a couple.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// What was crossed.
    pub crossover: Crossover,
    /// Why it gave no legal child; `None` if it did.
    pub failure: Option<Failure>,
    /// The index of the child in the generation; `None` if there is no child or it was not kept.
    pub individual: Option<usize>,
}

/// A crossover.
#[derive(Clone, Debug, PartialEq)]
pub enum Crossover {
    /// Schlegel: the head of the first parent is joined to the tail of the second.
    Cut {
        /// Number of moves taken from the first parent.
        head: usize,
        /// Number of moves left out at the beginning of the second parent.
        tail: usize,
        /// The joined sequence, before any repair.
        moves: Vec<NamedMove>,
    },
    /// GRH: each parent makes one move; then a vehicle of one of the boards moves to its place on the other.
    Transfer {
        /// The move that each parent makes first.
        mates: [NamedMove; 2],
        /// The slot of each of these two boards on the roulette wheel of its list.
        slots: [RouletteSlot; 2],
        /// Which of the two boards the vehicle moves on.
        board: usize,
        /// The move of the vehicle.
        mv: NamedMove,
    },
}

/// The origin of an individual.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// What it was before it was mutated.
    pub source: Source,
    /// The mutations that were tried on it, in order. At most the last one is legal.
    pub mutations: Vec<MutationAttempt>,
}

/// What an individual was before it was mutated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A member of the first population, or of a restarted one.
    Initial,
    /// The individual of the generation before with this index, which survived.
    Survivor(usize),
    /// A copy of the individual of the generation before with this index, because no crossover gave a legal child.
    Copy {
        /// The index of the individual.
        of: usize,
        /// The index of the couple in [`Trace::couples`]; `None` if no couple at all had a child.
        couple: Option<usize>,
    },
    /// A child.
    Child {
        /// The index of the couple in [`Trace::couples`].
        couple: usize,
        /// The index of the crossover in [`Couple::attempts`].
        attempt: usize,
    },
}

/// One mutation that was tried.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MutationAttempt {
    /// What it changed; `None` if there was nothing to change.
    pub change: Option<Change>,
    /// Why the result was not legal; `None` if it was.
    pub failure: Option<Failure>,
}

/// A change of a sequence of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The index of the move.
    pub index: usize,
    /// The move before; `None` if a move was inserted.
    pub before: Option<NamedMove>,
    /// The move after; `None` if a move was removed.
    pub after: Option<NamedMove>,
}

/// Why an operator gave no legal individual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Number of the move that fails, from 1; `None` if the failure is not one of a move.
    pub move_number: Option<usize>,
    /// The reason.
    pub reason: FailureReason,
}

/// The reason of a failure.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FailureReason {
    /// A move is against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A vehicle moves twice in a row.
    #[error("{0} moves twice in a row")]
    MovesTwice(Label),
    /// The vehicle is not in the cell that the move names ([`ParameterKey::Cells`](super::ParameterKey::Cells)).
    #[error("{label} is not at {cell}")]
    Elsewhere {
        /// The label of the vehicle.
        label: Label,
        /// The cell that the move names.
        cell: Cell,
    },
    /// The sequence has no moves.
    #[error("no move is left")]
    Empty,
    /// After the repair, the sequence is what it was before.
    #[error("the repaired sequence is the same as before")]
    Unchanged,
    /// The chosen vehicle cannot move.
    #[error("{0} cannot move")]
    Immobile(Label),
    /// No mutation of the chosen kind exists.
    #[error("there is nothing to change")]
    NoCandidate,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.move_number {
            Some(number) => write!(f, "move {number}: {}", self.reason),
            None => self.reason.fmt(f),
        }
    }
}

impl From<FailureReason> for Failure {
    fn from(reason: FailureReason) -> Failure {
        Failure { move_number: None, reason }
    }
}

/// How an individual entered its generation. It is always stored; the details only if they are recorded.
#[derive(Clone, Copy, Debug)]
pub(super) enum Birth {
    Initial,
    /// The index in the generation before.
    Survivor(usize),
    /// The number among the children and copies of the generation, from 0.
    New(usize),
}

/// Counts the operators of a generation, and records their details if there is a trace.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    pub(super) operators: OperatorRates,
    details: Option<Details>,
}

#[derive(Debug, Default)]
struct Details {
    couples: Vec<Couple>,
    /// The origins of the children and copies, in the order of their numbers.
    origins: Vec<Origin>,
}

impl Recorder {
    pub(super) fn new(tracing: bool) -> Recorder {
        Recorder { operators: OperatorRates::default(), details: tracing.then(Details::default) }
    }

    pub(super) fn couple(&mut self, parents: impl FnOnce() -> [Parent; 2]) {
        if let Some(details) = &mut self.details {
            details.couples.push(Couple { parents: parents(), attempts: Vec::new() });
        }
    }

    pub(super) fn attempt(&mut self, attempt: impl FnOnce() -> (Crossover, Option<Failure>)) {
        if let Some(couple) = self.details.as_mut().and_then(|details| details.couples.last_mut()) {
            let (crossover, failure) = attempt();
            couple.attempts.push(Attempt { crossover, failure, individual: None });
        }
    }

    /// Records that the last crossover gave the next child.
    pub(super) fn child(&mut self) {
        if let Some(details) = &mut self.details {
            let couple = details.couples.len().saturating_sub(1);
            let attempt = details.couples.last().map_or(0, |couple| couple.attempts.len().saturating_sub(1));
            details.origins.push(Source::Child { couple, attempt }.into());
        }
    }

    /// Records that the next individual is a copy of a parent of the last couple.
    pub(super) fn copy_of_parent(&mut self, of: usize) {
        if let Some(details) = &mut self.details {
            let couple = details.couples.len().checked_sub(1);
            details.origins.push(Source::Copy { of, couple }.into());
        }
    }

    /// Records that all individuals of the generation before are copied, because no couple had a child.
    pub(super) fn copies(&mut self, individuals: usize) {
        if let Some(details) = &mut self.details {
            details.origins.extend((0..individuals).map(|of| Origin::from(Source::Copy { of, couple: None })));
        }
    }

    pub(super) fn mutation(&mut self, number: usize, attempt: impl FnOnce() -> (Option<Change>, Option<Failure>)) {
        if let Some(origin) = self.details.as_mut().and_then(|details| details.origins.get_mut(number)) {
            let (change, failure) = attempt();
            origin.mutations.push(MutationAttempt { change, failure });
        }
    }

    pub(super) fn trace(self, births: impl Iterator<Item = Birth>) -> Option<Trace> {
        let Details { mut couples, origins: mut new } = self.details?;
        let mut kept = 0;
        let mut origins: Vec<Origin> = Vec::new();
        for (index, birth) in births.enumerate() {
            origins.push(match birth {
                Birth::Initial => Source::Initial.into(),
                Birth::Survivor(of) => Source::Survivor(of).into(),
                Birth::New(number) => {
                    kept += 1;
                    let initial = Origin::from(Source::Initial);
                    let origin =
                        new.get_mut(number).map_or(initial.clone(), |origin| std::mem::replace(origin, initial));
                    if let Source::Child { couple, attempt } = origin.source {
                        couples[couple].attempts[attempt].individual = Some(index);
                    }
                    origin
                }
            });
        }
        let discarded = new.len().saturating_sub(kept);
        Some(Trace { couples, origins, discarded })
    }
}

impl From<Source> for Origin {
    fn from(source: Source) -> Origin {
        Origin { source, mutations: Vec::new() }
    }
}
