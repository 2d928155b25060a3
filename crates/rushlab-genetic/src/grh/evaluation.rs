//! The fitness of a board in three stages: the vehicles that block the primary, the free cells around all vehicles, and
//! the earlier occurrences of the board.

use super::GrhPopulation;
use crate::blockers::{Blocker, blockers};
use crate::parameter::{ParameterKey, ParameterValues};
use rushlab::simulator::Simulator;

/// The paper's weights of the first two stages.
const BLOCKER_WEIGHT: f64 = 0.8;
const MOBILITY_WEIGHT: f64 = 0.2;

/// The stages of the fitness that GRH gives to a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrhFitness {
    /// Stage 1: a theoretical maximum, minus a weight for every vehicle that blocks the primary, directly or by
    /// blocking another blocker.
    pub blockers: f64,
    /// Stage 2: the number of cells that vehicles can move, summed over all vehicles and both directions.
    pub mobility: u32,
    /// Stage 3: how often the board has occurred before.
    pub repetitions: u32,
    /// The fitness: 0.8 × stage 1 + 0.2 × stage 2 − 5 × stage 3.
    pub fitness: f64,
}

impl GrhFitness {
    /// Returns the fitness of the board on a simulator, and fills `blocking` with its blockers.
    pub(crate) fn of(
        simulator: &Simulator,
        blocking: &mut Vec<Blocker>,
        parameters: &ParameterValues,
        repetitions: u32,
    ) -> Self {
        blockers(simulator, blocking);
        let weight = parameters.get(ParameterKey::Blocking);
        let maximum = weight * simulator.vehicle_count().saturating_sub(1) as f64;
        let sum: f64 = blocking.iter().map(|blocker| weight / f64::from(blocker.depth)).sum();
        let mobility: u32 =
            (0..simulator.vehicle_count()).flat_map(|vehicle| simulator.reach(vehicle)).map(u32::from).sum();
        let fitness = BLOCKER_WEIGHT * (maximum - sum) + MOBILITY_WEIGHT * f64::from(mobility)
            - parameters.get(ParameterKey::Repetition) * f64::from(repetitions);
        GrhFitness { blockers: maximum - sum, mobility, repetitions, fitness }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluation {
    pub(super) fitness: f64,
    pub(super) can_exit: bool,
    /// Lower bound on the cost of a solution from this board.
    pub(super) remaining: u32,
    pub(super) blockers: u32,
}

impl GrhPopulation {
    /// Evaluates the board on the simulator, which has occurred `visits` times before.
    pub(super) fn evaluate(&mut self, parameters: &ParameterValues, visits: u32) -> Evaluation {
        let GrhFitness { fitness, .. } = GrhFitness::of(&self.simulator, &mut self.blockers, parameters, visits);
        let direct = self.blockers.iter().filter(|blocker| blocker.depth == 1).count() as u32;
        let can_exit = self.blockers.is_empty() && self.simulator.primary_can_exit();
        let remaining = direct + self.simulator.cost(self.simulator.distance_to_exit());
        Evaluation { fitness, can_exit, remaining, blockers: self.blockers.len() as u32 }
    }
}
