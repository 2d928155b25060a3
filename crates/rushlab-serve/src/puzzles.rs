//! The levels: the built-in collection in tiers, and new ones of a wanted difficulty.

use std::sync::OnceLock;

use rushlab::Puzzle;
/// How hard a level is: what the library calls a level is a tier where levels are played.
pub(crate) use rushlab::analysis::Level as Tier;
use rushlab::collection;
use rushlab::generate::{self, Demand, Kind};
use rushlab::search::{self, Limits, Observer, Progress, Status};

/// A level.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// What links and saved games call it.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) tier: Tier,
    /// What a shortest solution costs.
    pub(crate) par: u32,
    pub(crate) puzzle: Puzzle,
}

/// So often a new level is tried for; hardly ever more than a few attempts are needed.
const ATTEMPTS: u64 = 60;

/// A new level of a tier, the same for the same number. There may be none in time.
pub(crate) fn made(tier: Tier, number: u64, observer: &mut dyn Observer) -> Option<Level> {
    let demand = Demand { level: Some(tier), ..Demand::default() };
    let puzzle = (0..ATTEMPTS).find_map(|attempt| {
        let puzzle = generate::attempt(&demand, Kind::Solvable, number, attempt, observer);
        puzzle.ok().filter(|_| observer.watch(&Progress::default()).is_continue())
    })?;
    let outcome = search::solve(&puzzle, LIMITS, observer);
    let level = Level { id: String::new(), name: String::new(), tier, par: outcome.cost, puzzle };
    (outcome.status == Status::Solved).then_some(level)
}

/// A level that takes more to solve is none.
const LIMITS: Limits = Limits { states: 2_000_000, memory: 256 << 20 };

/// All levels, found out when first asked for: their lengths must be searched for.
#[derive(Default)]
pub(crate) struct Levels(OnceLock<Vec<Level>>);

impl Levels {
    pub(crate) fn all(&self) -> &[Level] {
        self.0.get_or_init(built_in)
    }

    pub(crate) fn named(&self, id: &str) -> Option<&Level> {
        self.all().iter().find(|level| level.id == id)
    }

    /// One of a tier, drawn by a number: what is left when none is made in time.
    pub(crate) fn drawn(&self, tier: Tier, number: u64) -> Option<&Level> {
        let fit: Vec<&Level> = self.all().iter().filter(|level| level.tier == tier).collect();
        fit.get((number % fit.len().max(1) as u64) as usize).copied()
    }
}

fn built_in() -> Vec<Level> {
    let mut levels = Vec::new();
    for (tier, puzzle) in collection::levels() {
        let outcome = search::solve(&puzzle, LIMITS, &mut ());
        if outcome.status != Status::Solved {
            continue;
        }
        let number = levels.len() + 1;
        let name = puzzle.name().map_or_else(|| format!("Level {number}"), str::to_owned);
        let (id, par) = (number.to_string(), outcome.cost);
        levels.push(Level { id, name, tier, par, puzzle });
    }
    levels
}

#[cfg(test)]
mod tests {
    use rushlab::analysis::{Cluster, Difficulty};

    use super::*;

    #[test]
    fn every_built_in_puzzle_is_a_level_and_easy_ones_come_first() {
        let levels = Levels::default();
        let tiers: Vec<Tier> = levels.all().iter().map(|level| level.tier).collect();
        assert!(tiers.len() == 40 && tiers.is_sorted());
        assert_eq!(levels.named("1").map(|level| level.par), Some(4));
        for tier in Tier::ALL {
            assert_eq!(levels.drawn(tier, 7).map(|level| level.tier), Some(tier));
            assert_eq!(Tier::from_word(tier.word()), Some(tier));
        }
    }

    #[test]
    fn new_levels_are_of_their_tier_and_the_same_for_the_same_number() {
        for (number, tier) in (1..).zip(Tier::ALL) {
            let level = made(tier, number, &mut ()).unwrap();
            let cluster = Cluster::new(&level.puzzle, LIMITS, &mut ()).unwrap();
            assert_eq!(Difficulty::of(&cluster, 0).unwrap().level(), tier);
        }
        let puzzle = || made(Tier::Intermediate, 2, &mut ()).unwrap().puzzle;
        assert_eq!(puzzle(), puzzle());
    }
}
