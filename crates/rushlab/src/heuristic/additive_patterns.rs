//! `pdb`: additive pattern databases (Felner, Korf & Hanan 2004; GRH names them as an alternative).
//!
//! The first pattern counts every vehicle, and is refined by conflicts until its table is full. The next one counts
//! only the vehicles that are not in the first; the vehicles of the first may be part of it, but move at no cost. And
//! so on, as long as a pattern adds to the estimate of the start. Each vehicle is counted in at most one pattern, so
//! the sum is admissible and consistent.

use std::sync::Arc;

use super::pattern_database::PatternDatabase;
use super::{About, Claim, Estimator, Heuristic, Parameter, Parameters};
use crate::position::Position;
use crate::puzzle::{Puzzle, VehicleGeometry};

static ENTRIES: Parameter = Parameter {
    name: "entries",
    symbol: "n",
    summary: "the most entries of each pattern database",
    default: 16384.0,
    min: 1.0,
    min_is_excluded: false,
    max: 4_194_304.0,
    decimals: 0,
};

/// `pdb` with the limit on the size of its tables.
pub(super) struct AdditivePatterns {
    max_entries: usize,
}

impl AdditivePatterns {
    pub(super) const DEFAULT: AdditivePatterns = AdditivePatterns { max_entries: ENTRIES.default as usize };
}

impl Heuristic for AdditivePatterns {
    fn about(&self) -> About {
        About::new(
            "pdb",
            "additive pattern databases: exact distances with fewer vehicles, each counted in one pattern",
            Claim::Always,
            Claim::Always,
        )
        .plain("Pattern databases", "exact distances of simpler puzzles with fewer vehicles, added up")
        .parameters(std::slice::from_ref(&ENTRIES))
    }

    fn compile(&self, puzzle: &Puzzle) -> Box<dyn Estimator> {
        Box::new(Compiled(patterns(puzzle, self.max_entries)))
    }

    fn configured(&self, parameters: &Parameters) -> Option<Arc<dyn Heuristic>> {
        Some(Arc::new(AdditivePatterns { max_entries: parameters.get(&ENTRIES) as usize }))
    }

    fn title(&self) -> String {
        format!("pdb n={}", self.max_entries)
    }
}

struct Compiled(Vec<PatternDatabase>);

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        self.0.iter().map(|database| database.distance(position)).sum()
    }
}

/// Returns databases of patterns such that each vehicle is counted in at most one of them.
fn patterns(puzzle: &Puzzle, max_entries: usize) -> Vec<PatternDatabase> {
    let vehicles = VehicleGeometry::of_all(puzzle);
    let start = Position::start(puzzle);
    let mut counted = vec![true; vehicles.len()];
    let mut databases = Vec::new();
    loop {
        let database = PatternDatabase::refined(puzzle, &vehicles, &counted, max_entries);
        let adds = database.distance(&start) != Some(0);
        let mut new = false;
        for member in database.members().iter().filter(|member| member.is_counted()) {
            counted[member.vehicle()] = false;
            new = true;
        }
        if databases.is_empty() || adds && new {
            databases.push(database);
        } else {
            return databases;
        }
    }
}
