//! Roulette-wheel selection (Holland 1975; Goldberg 1989) with the weights of GRH.

use rushlab::random::RandomStream;

/// The slot of a board on the roulette wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RouletteSlot {
    /// Its size: the fitness minus half of the worst fitness on the wheel; 0 if that is negative.
    pub weight: f64,
    /// The probability that one draw selects it.
    pub probability: f64,
}

/// A roulette wheel with a slot for each board of a list.
#[derive(Debug)]
pub(super) struct Roulette {
    weights: Vec<f64>,
}

impl Roulette {
    /// Creates the wheel of a list of boards with their fitness.
    pub(super) fn new(fitness: impl Iterator<Item = f64> + Clone) -> Roulette {
        let worst = fitness.clone().fold(f64::INFINITY, f64::min);
        Roulette { weights: fitness.map(|fitness| (fitness - worst / 2.0).max(0.0)).collect() }
    }

    /// Draws indices, with replacement.
    pub(super) fn draw(&self, draws: usize, random: &mut RandomStream) -> Vec<usize> {
        random.roulette(self.weights.iter().copied(), draws)
    }

    /// Returns the slot of a board.
    pub(super) fn slot(&self, index: usize) -> RouletteSlot {
        let (weight, sum) = (self.weights[index], self.weights.iter().sum::<f64>());
        // Without a positive weight, all boards are equally likely.
        let probability = if sum > 0.0 { weight / sum } else { 1.0 / self.weights.len() as f64 };
        RouletteSlot { weight, probability }
    }
}

#[cfg(test)]
mod tests {
    use super::{Roulette, RouletteSlot};
    use rushlab::random::RandomStream;

    #[test]
    fn half_of_the_worst_fitness_is_subtracted_and_negative_weights_are_zero() {
        let wheel = Roulette::new([9.6, 4.6, 5.2].into_iter());
        let weights = [0, 1, 2].map(|index| wheel.slot(index).weight);
        assert!(weights.iter().zip([7.3, 2.3, 2.9]).all(|(weight, expected)| (weight - expected).abs() < 1e-9));
        // For -20, the text gives a weight of -20 + 10.
        let wheel = Roulette::new([-20.0, 10.0].into_iter());
        assert_eq!(wheel.slot(0), RouletteSlot { weight: 0.0, probability: 0.0 });
        assert_eq!(wheel.slot(1), RouletteSlot { weight: 20.0, probability: 1.0 });
        // Of two boards with -20, each has a weight below zero, and so both are equally likely.
        assert_eq!(Roulette::new([-20.0, -20.0].into_iter()).slot(1).probability, 0.5);
    }

    #[test]
    fn boards_are_drawn_as_often_as_their_slots_say() {
        let wheel = Roulette::new([8.0, 2.0, 5.0, 1.0].into_iter());
        let mut drawn = [0_u32; 4];
        for index in wheel.draw(100_000, &mut RandomStream::from_seed(1)) {
            drawn[index] += 1;
        }
        for (index, drawn) in drawn.into_iter().enumerate() {
            assert!((f64::from(drawn) / 100_000.0 - wheel.slot(index).probability).abs() < 0.01, "{index}: {drawn}");
        }
    }
}
