//! `h3`: `h1` times a weight λ. It overestimates on purpose: A* becomes greedier, expands fewer positions and is no
//! longer optimal (weighted A*, Pohl 1970). λ is a fraction, so that the estimates are exact: λ = 1.5 is 3/2, and the
//! estimates are in halves.

use std::sync::Arc;

use super::exit_path::blockers;
use super::{About, Claim, Estimator, Heuristic, Parameter, Parameters};
use crate::position::Position;
use crate::puzzle::Puzzle;

static WEIGHT: Parameter = Parameter {
    name: "weight",
    symbol: "λ",
    summary: "the weight of h1 in h3: above 1, with at most 3 decimals",
    default: 5.0,
    min: 1.0,
    min_is_excluded: true,
    max: 1000.0,
    decimals: 3,
};

/// `h3` with its weight, as a fraction in lowest terms.
pub(super) struct WeightedBlockers {
    numerator: u32,
    denominator: u32,
}

impl WeightedBlockers {
    pub(super) const DEFAULT: WeightedBlockers = WeightedBlockers { numerator: WEIGHT.default as u32, denominator: 1 };

    /// Returns `h3` with a weight in the range of the parameter.
    fn new(weight: f64) -> WeightedBlockers {
        let thousandths = (weight * 1000.0).round() as u32;
        let divisor = greatest_common_divisor(thousandths, 1000);
        WeightedBlockers { numerator: thousandths / divisor, denominator: 1000 / divisor }
    }
}

fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

struct Compiled {
    puzzle: Puzzle,
    numerator: u32,
}

impl Heuristic for WeightedBlockers {
    fn about(&self) -> About {
        About::new("h3", "λ times h1, where λ is the weight, 5 by default", Claim::Never, Claim::Never)
            .plain("Weighted blockers", "the blocking vehicles times a weight: too much, but fast")
            .parameters(std::slice::from_ref(&WEIGHT))
    }

    fn compile(&self, puzzle: &Puzzle) -> Box<dyn Estimator> {
        Box::new(Compiled { puzzle: puzzle.clone(), numerator: self.numerator })
    }

    fn scale(&self) -> u32 {
        self.denominator
    }

    fn configured(&self, parameters: &Parameters) -> Option<Arc<dyn Heuristic>> {
        Some(Arc::new(WeightedBlockers::new(parameters.get(&WEIGHT))))
    }

    fn title(&self) -> String {
        format!("h3 λ={}", f64::from(self.numerator) / f64::from(self.denominator))
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some(blockers(&self.puzzle, position).count() as u32 * self.numerator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_a_fraction_in_lowest_terms() {
        for (weight, fraction) in
            [(5.0, (5, 1)), (1.5, (3, 2)), (1.1, (11, 10)), (2.125, (17, 8)), (1.001, (1001, 1000))]
        {
            let WeightedBlockers { numerator, denominator } = WeightedBlockers::new(weight);
            assert_eq!((numerator, denominator), fraction, "{weight}");
            assert_eq!(WeightedBlockers::new(weight).title(), format!("h3 λ={weight}"));
        }
    }
}
