//! Predictions of how many states a search will have, from the growth of those before.

use super::Schedule;

/// The growth of the layers of breadth-first search, so far as they are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LayerGrowth {
    pub(super) states: u64,
    pub(super) layer: u32,
    /// The expected factor from one layer to the next.
    pub(super) factor: f64,
}

impl LayerGrowth {
    pub(super) const START: LayerGrowth = LayerGrowth { states: 1, layer: 0, factor: 1.0 };

    /// Returns the growth when more layers are known. It slows down: the expected factor is a root of the mean factor
    /// of the layers between.
    pub(super) fn continued(&self, schedule: &Schedule, states: u64, layer: u32) -> LayerGrowth {
        let layers = layer.saturating_sub(self.layer).max(1);
        let exponent = schedule.layer_growth_exponent / f64::from(layers);
        let factor = (states as f64 / self.states as f64).max(1.0).powf(exponent);
        LayerGrowth { states, layer, factor }
    }

    /// Returns whether breadth-first search with a state budget may reach a layer.
    pub(super) fn is_worth(&self, schedule: &Schedule, budget: u64, layer: u32) -> bool {
        self.states < budget && self.predicted_states(layer) / schedule.layer_tolerance <= budget
    }

    pub(super) fn predicted_states(&self, layer: u32) -> u64 {
        (self.states as f64 * self.factor.powi(layer.saturating_sub(self.layer) as i32)) as u64
    }
}

/// The growth of the iterations of iterative deepening.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deepening {
    /// Number of states of the last iteration.
    pub(super) states: u64,
    /// The factor of the number of states if the bound rises by one.
    pub(super) factor: f64,
    /// Number of states and bound of the last A* search.
    astar: (u64, u32),
}

impl Deepening {
    /// Returns the expected growth if nothing is known.
    pub(super) fn unknown(schedule: &Schedule) -> Deepening {
        Deepening { states: 0, factor: schedule.first_iteration_factor, astar: (0, 0) }
    }

    /// Estimates the factor from the last two A* searches, until there are iterations.
    pub(super) fn observe_astar(&mut self, schedule: &Schedule, states: u64, bound: u32) {
        let (states_before, bound_before) = std::mem::replace(&mut self.astar, (states, bound));
        if self.states == 0 && states_before > 0 && bound > bound_before {
            self.factor = factor(states_before, states, bound - bound_before).min(schedule.first_iteration_factor);
        }
    }

    pub(super) fn continued(&self, states: u64, raised: u32) -> Deepening {
        let factor = if self.states == 0 { self.factor } else { factor(self.states, states, raised) };
        Deepening { states, factor, astar: self.astar }
    }

    /// Returns by how much the next iteration may raise the bound, so that it has at most `growth` times as many states
    /// and, if possible, no more than a maximum.
    pub(super) fn step(&self, schedule: &Schedule, max_states: u64) -> u32 {
        if self.states == 0 {
            return 1;
        }
        let growth = (max_states as f64 / self.states as f64).min(schedule.growth as f64);
        (growth.ln() / self.factor.ln()).clamp(1.0, schedule.max_step.into()) as u32
    }

    /// Returns whether the number of states hardly grows.
    pub(super) fn is_saturated(&self, schedule: &Schedule) -> bool {
        self.factor < schedule.saturated_factor
    }

    /// Returns the expected number of states of an iteration that raises the bound by a step.
    pub(super) fn expected_states(&self, schedule: &Schedule, step: u32) -> u64 {
        (self.states as f64 * self.factor.powi(step as i32).min(schedule.max_iteration_factor)) as u64
    }
}

/// Returns the mean factor from one bound to the next.
fn factor(before: u64, after: u64, raised: u32) -> f64 {
    (after as f64 / before as f64).max(1.0).powf(1.0 / f64::from(raised))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_astar_searches_predict_the_iterations() {
        let schedule = &Schedule::DEFAULT;
        let mut deepening = Deepening::unknown(schedule);
        deepening.observe_astar(schedule, 1000, 10);
        assert_eq!(deepening.factor, schedule.first_iteration_factor, "one search says nothing");
        deepening.observe_astar(schedule, 4000, 12);
        assert_eq!((deepening.factor, deepening.step(schedule, u64::MAX)), (2.0, 1));
        let deepening = deepening.continued(5000, 1);
        assert_eq!((deepening.step(schedule, u64::MAX), deepening.expected_states(schedule, 2)), (2, 20_000));
        assert_eq!(deepening.step(schedule, 10_000), 1, "two bounds at once would exceed the maximum");
        assert_eq!(deepening.continued(40_000, 3).factor, 2.0);
        assert!(deepening.continued(5500, 1).is_saturated(schedule));
    }
}
