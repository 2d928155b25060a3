//! The features of a move: what makes people choose it.

use rushlab::{Cell, Move};

use super::and_or::{Reasoning, Tree};
use super::game::Game;
use super::view::{Seen, View};

/// A feature of a move.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The name.
    pub name: &'static str,
    /// What it says about a move.
    pub meaning: &'static str,
    /// The weight that was fitted to people.
    pub weight: f64,
}

/// A number for each of [`FEATURES`].
pub type Features = [f64; FEATURES.len()];

/// The features, with the weights fitted to 20,913 moves of 34 people. A weight of 1 makes a move 2.7 times as likely.
pub const FEATURES: [Feature; 10] = [
    Feature { name: "far", meaning: "the vehicle moves as far as it can", weight: 2.75 },
    Feature { name: "new", meaning: "the last move made it possible", weight: 0.89 },
    Feature { name: "away", meaning: "logarithm of its distance from the vehicle moved last", weight: -0.78 },
    Feature { name: "recent", meaning: "1 divided by the moves since the vehicle moved", weight: -1.19 },
    Feature { name: "onward", meaning: "the vehicle moves in the same direction as the last time", weight: 0.68 },
    Feature { name: "plan", meaning: "backward reasoning from the exit comes to its vehicle", weight: 0.59 },
    Feature { name: "goal", meaning: "logarithm of its probability in backward reasoning from the exit", weight: 0.13 },
    Feature { name: "subgoal", meaning: "the same, from what the last move was for", weight: 0.18 },
    Feature { name: "opens", meaning: "logarithm of how much of the plan gets room to move", weight: 0.32 },
    Feature { name: "blocks", meaning: "puts another vehicle in the way of the primary", weight: -0.46 },
];

/// Returns the weights of [`FEATURES`].
pub(super) const fn fitted_weights() -> Features {
    let mut weights = [0.0; FEATURES.len()];
    let mut index = 0;
    while index < weights.len() {
        weights[index] = FEATURES[index].weight;
        index += 1;
    }
    weights
}

/// The probability of moves that backward reasoning does not find, divided among all moves.
const WITHOUT_REASON: f64 = 0.07;

impl Game {
    /// Returns the probability that a thought comes to each legal move; none moves the same vehicle as the last move.
    /// A thought can stop before its first step.
    pub(super) fn thoughts(&self, reasoning: &Reasoning) -> Vec<f64> {
        let (layout, now) = (&self.views.layout, &self.now);
        let tree = Tree::new(layout, &now.grid, &now.offsets, reasoning);
        let visits = tree.visits(&[(layout.goal(), 1.0 - reasoning.stop)]);
        now.moves.iter().map(|seen| if self.is_repeated(seen.mv) { 0.0 } else { visits[seen.aim] }).collect()
    }

    /// Returns whether a move is of the vehicle that moved last.
    fn is_repeated(&self, mv: Move) -> bool {
        self.before.as_ref().is_some_and(|(_, last)| last.vehicle == mv.vehicle)
    }

    /// Returns how often a thought comes to each aim that begins with what the last move was for.
    fn visits_from_subgoals(&self) -> Option<Vec<f64>> {
        let layout = &self.views.layout;
        let (before, last) = self.before.as_ref()?;
        let served = before.tree.served(layout.aim(last.vehicle, before.after(*last)[last.vehicle]), &before.visits);
        let is_open = |(aim, _): &(usize, f64)| {
            let (vehicle, to) = layout.of_aim(*aim);
            self.now.offsets[vehicle] != to
        };
        Some(self.now.tree.visits(&served.into_iter().filter(is_open).collect::<Vec<_>>()))
    }

    /// Returns the logarithm of the distance between the vehicle moved last and the cells that a move covers; 0 if it
    /// is the same vehicle.
    fn log_distance(&self, mv: Move) -> f64 {
        let Some((_, last)) = self.before.as_ref().filter(|(_, last)| last.vehicle != mv.vehicle) else { return 0.0 };
        let vehicles = self.puzzle().vehicles();
        let cells = |vehicle: usize, from: u8, to: u8| -> Vec<Cell> {
            let covered = from.min(to)..from.max(to) + vehicles[vehicle].length;
            covered.map(|along| vehicles[vehicle].orientation.cell(vehicles[vehicle].line(), along)).collect()
        };
        let now: &View = &self.now;
        let covered = cells(mv.vehicle, now.offsets[mv.vehicle], now.after(mv)[mv.vehicle]);
        let moved = cells(last.vehicle, now.offsets[last.vehicle], now.offsets[last.vehicle]);
        let distance = |one: &Cell, other: &Cell| one.row.abs_diff(other.row) + one.column.abs_diff(other.column);
        let nearest = covered.iter().flat_map(|one| moved.iter().map(move |other| distance(one, other))).min();
        f64::from(nearest.unwrap_or(1).max(1)).ln()
    }

    fn features_of(&self, seen: &Seen, subgoals: Option<&[f64]>) -> Features {
        let (mv, spread) = (seen.mv, WITHOUT_REASON / self.now.moves.len() as f64);
        let is_repeated = self.is_repeated(mv);
        let is_new = !is_repeated
            && self.before.as_ref().is_some_and(|(before, _)| before.room(mv.vehicle, mv.direction) < mv.cells);
        let (recent, onward) = match self.last_moves[mv.vehicle] {
            Some((turn, last)) => (1.0 / f64::from(self.played() - turn), last.direction == mv.direction),
            None => (0.0, false),
        };
        let thought = if is_repeated { 0.0 } else { self.now.visits[seen.aim] };
        let in_subgoal = subgoals.map_or(0.0, |visits| visits[seen.aim]);
        let number = |holds: bool| f64::from(u8::from(holds));
        [
            number(seen.far),
            number(is_new),
            self.log_distance(mv),
            recent,
            number(onward),
            number(self.now.in_plan[mv.vehicle]),
            (thought + spread).ln(),
            (in_subgoal + spread).ln(),
            seen.opens,
            number(seen.blocks),
        ]
    }
}

/// Returns the features of each legal move, in the order of [`Game::moves`].
pub fn features(game: &Game) -> Vec<Features> {
    let subgoals = game.visits_from_subgoals();
    game.now.moves.iter().map(|seen| game.features_of(seen, subgoals.as_deref())).collect()
}
