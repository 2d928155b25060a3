//! The fitness of runs over their generations: one by one, or as medians and quartiles of many runs.

use super::Run;
use crate::statistics::quantile;

/// Number of generations at which medians and quartiles are computed.
const SAMPLES: usize = 120;

/// Medians and quartiles are drawn until this share of the runs has ended.
const ENDED: f64 = 0.99;

/// The fitness of a run over its generations.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Curve {
    /// Best and mean fitness of each generation.
    pub(super) fitness: Vec<[f32; 2]>,
    /// Generation in which the solution was found.
    pub(super) found: Option<usize>,
}

impl Curve {
    /// Takes the fitness of a run out of it.
    pub fn take(run: &mut Run) -> Curve {
        let found = run.solution.as_ref().map(|solution| solution.generation as usize);
        Curve { fitness: std::mem::take(&mut run.fitness), found }
    }

    /// Returns the last generation.
    pub(super) fn end(&self) -> usize {
        self.fitness.len().saturating_sub(1)
    }

    /// Returns the best and mean fitness in a generation; after the end of the run, those of the last generation.
    pub(super) fn at(&self, generation: usize) -> Option<[f32; 2]> {
        self.fitness.get(generation).or(self.fitness.last()).copied()
    }
}

/// Quartiles of many runs in one generation.
pub(super) struct Quartiles {
    pub(super) generation: f64,
    /// Lower quartile, median and upper quartile of the best fitness, and of the mean fitness.
    pub(super) fitness: [[f64; 3]; 2],
}

/// Returns the quartiles of many runs.
pub(super) fn bands(curves: &[Curve]) -> Vec<Quartiles> {
    let mut ends: Vec<f64> = curves.iter().map(|curve| curve.end() as f64).collect();
    ends.sort_by(f64::total_cmp);
    // A line has at least two points.
    let last = quantile(&ends, ENDED).unwrap_or(0.0).ceil().max(1.0) as usize;
    let samples = last.min(SAMPLES - 1);
    let generations = (0..=samples).map(|sample| sample * last / samples);
    let quartiles = |generation: usize, which: usize| {
        let mut values: Vec<f64> =
            curves.iter().filter_map(|curve| Some(f64::from(curve.at(generation)?[which]))).collect();
        values.sort_by(f64::total_cmp);
        [0.25, 0.5, 0.75].map(|share| quantile(&values, share).unwrap_or(0.0))
    };
    let at = |generation: usize| Quartiles {
        generation: generation as f64,
        fitness: [0, 1].map(|which| quartiles(generation, which)),
    };
    generations.map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a run of `length` generations with a constant fitness.
    fn constant(fitness: f32, length: usize) -> Curve {
        Curve { fitness: vec![[fitness, fitness - 1.0]; length], found: None }
    }

    #[test]
    fn quartiles_are_those_of_all_runs_in_every_generation() {
        let curves: Vec<Curve> = (0..101_u8).map(|run| constant(f32::from(run), 40 + usize::from(run))).collect();
        let bands = bands(&curves);
        assert_eq!(bands.first().unwrap().generation, 0.0);
        assert_eq!(bands.last().unwrap().generation, 138.0, "99% of the runs have ended");
        assert!(bands.len() <= SAMPLES);
        // Runs that have ended keep their last value.
        for at in &bands {
            assert_eq!(at.fitness, [[25.0, 50.0, 75.0], [24.0, 49.0, 74.0]]);
        }
    }

    #[test]
    fn a_short_plot_has_every_generation_once() {
        for length in [2, 60] {
            let curves: Vec<Curve> = (0..60).map(|_| constant(1.0, length)).collect();
            let generations: Vec<f64> = bands(&curves).iter().map(|at| at.generation).collect();
            assert_eq!(generations, (0..length).map(|number| number as f64).collect::<Vec<_>>());
        }
        let single = bands(&[constant(1.0, 1)]);
        assert_eq!(
            single.iter().map(|at| (at.generation, at.fitness[0][1])).collect::<Vec<_>>(),
            [(0.0, 1.0), (1.0, 1.0)]
        );
    }
}
