//! Models of people who solve Rush Hour: the probability of each move that they can make next.
//!
//! [`Logit`] predicts people best: a multinomial logit (McFadden 1974) of ten features of a move. [`AndOr`] is the
//! published anchor, and [`Uniform`] the zero of the scale. `docs/difficulty.md` compares them.
//!
//! ```
//! use rushlab::Puzzle;
//! use rushlab_study::people::{Game, Logit, MoveModel};
//!
//! let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
//! let game = Game::new(&puzzle).ok_or("plain rules only")?;
//! let probabilities = Logit::PEOPLE.probabilities(&game);
//! let likeliest = game.moves().zip(probabilities).max_by(|a, b| a.1.total_cmp(&b.1)).ok_or("no move")?;
//! let label = puzzle.vehicles()[likeliest.0.vehicle].label;
//! assert_eq!((label.as_str(), likeliest.0.cells), ("B", 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod and_or;
mod features;
mod fit;
mod game;
mod layout;
mod record;
mod simulation;

#[cfg(test)]
mod tests;
mod view;

pub use and_or::Reasoning;
pub use features::{FEATURES, Feature, Features, features};
pub use fit::{Choice, fit};
pub use game::Game;
pub use record::{Boards, Likelihood, Record, RecordError, Table, TableError};
pub use simulation::{Players, Simulated, simulate};

/// A model of the next move of a person.
pub trait MoveModel {
    /// Returns the name.
    fn name(&self) -> &'static str;

    /// Returns the probability of each legal move, in the order of [`Game::moves`].
    fn probabilities(&self, game: &Game) -> Vec<f64>;
}

/// All legal moves are equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Uniform;

impl MoveModel for Uniform {
    fn name(&self) -> &'static str {
        "uniform"
    }

    fn probabilities(&self, game: &Game) -> Vec<f64> {
        let count = game.moves().len();
        vec![1.0 / count as f64; count]
    }
}

/// Backward reasoning from the exit. A thought that stops before it comes to a legal move ends in any legal move. No
/// thought moves the same vehicle twice in a row.
#[derive(Clone, Copy, Debug)]
pub struct AndOr(pub Reasoning);

impl MoveModel for AndOr {
    fn name(&self) -> &'static str {
        "and-or"
    }

    fn probabilities(&self, game: &Game) -> Vec<f64> {
        let found = game.thoughts(&self.0);
        let unfinished = (1.0 - found.iter().sum::<f64>()).max(0.0);
        let share = unfinished / found.len() as f64;
        found.into_iter().map(|found| found + share).collect()
    }
}

/// A multinomial logit: the probability of a move is proportional to the exponential of the weighted sum of its
/// features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Logit {
    /// The weight of each feature.
    pub weights: Features,
}

impl Logit {
    /// The weights that were fitted to people: those of [`FEATURES`].
    pub const PEOPLE: Logit = Logit { weights: features::fitted_weights() };
}

impl MoveModel for Logit {
    fn name(&self) -> &'static str {
        "logit"
    }

    fn probabilities(&self, game: &Game) -> Vec<f64> {
        fit::softmax(&features(game), &self.weights)
    }
}
