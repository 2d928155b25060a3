//! The fitness that the algorithms give to a sequence of moves.

use std::collections::HashMap;

use super::blockers::blockers;
use super::grh::GrhFitness;
use super::parameter::ParameterValues;
use super::{Method, Setting};
use rushlab::position::Move;
use rushlab::puzzle::Puzzle;
use rushlab::simulator::Simulator;

/// The fitness of a board without blockers in Schlegel's algorithm.
pub(super) const MAX_FITNESS: f64 = 100.0;

/// The fitness of a board at the end of a sequence of moves, with its terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fitness {
    /// Schlegel: 100, minus one for every vehicle that blocks the primary, directly or by blocking another blocker.
    Schlegel {
        /// Number of these vehicles.
        blockers: u32,
    },
    /// GRH.
    Grh(GrhFitness),
}

impl Fitness {
    /// Returns the fitness as one number.
    pub fn value(&self) -> f64 {
        match self {
            Fitness::Schlegel { blockers } => MAX_FITNESS - f64::from(*blockers),
            Fitness::Grh(stages) => stages.fitness,
        }
    }
}

/// Returns the fitness of the start and of the board after each move, up to the first illegal move. The repetitions
/// that GRH counts are those within the sequence, without the start.
pub fn fitness_history(method: Method, puzzle: &Puzzle, moves: &[Move]) -> Vec<Fitness> {
    let parameters = ParameterValues::new(method, Setting::Faithful);
    let mut simulator = Simulator::new(puzzle);
    let mut visits: HashMap<Vec<u8>, u32> = HashMap::new();
    let mut blocking = Vec::new();
    let mut fitness = |simulator: &Simulator, repetitions: u32| match method {
        Method::Schlegel => {
            blockers(simulator, &mut blocking);
            Fitness::Schlegel { blockers: blocking.len() as u32 }
        }
        Method::Grh => Fitness::Grh(GrhFitness::of(simulator, &mut blocking, &parameters, repetitions)),
    };
    let mut history = vec![fitness(&simulator, 0)];
    for mv in moves {
        if simulator.play_move(*mv).is_none() {
            break;
        }
        let occurrences = visits.entry(simulator.placement().board_key().to_vec()).or_insert(0);
        history.push(fitness(&simulator, *occurrences));
        *occurrences += 1;
    }
    history
}

/// Returns the fitness that Schlegel's algorithm gives to a sequence of moves. Returns `None` if a move is illegal.
pub fn fitness(puzzle: &Puzzle, moves: &[Move]) -> Option<f64> {
    let history = fitness_history(Method::Schlegel, puzzle, moves);
    history.get(moves.len()).map(Fitness::value)
}
