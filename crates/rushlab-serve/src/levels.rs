//! The levels: the built-in collection in tiers, one of a wanted difficulty, one for every day.

use std::sync::OnceLock;

use rushlab::Puzzle;
use rushlab::collection;
use rushlab::format::Reader;
use rushlab::search::{self, Limits, Status};

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

/// How hard a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tier {
    Beginner,
    Intermediate,
    Advanced,
    Expert,
}

impl Tier {
    pub(crate) const ALL: [Tier; 4] = [Tier::Beginner, Tier::Intermediate, Tier::Advanced, Tier::Expert];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Tier::Beginner => "beginner",
            Tier::Intermediate => "intermediate",
            Tier::Advanced => "advanced",
            Tier::Expert => "expert",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Tier> {
        Tier::ALL.into_iter().find(|tier| tier.word() == word)
    }

    /// The tier of a puzzle that says nothing of it: by its length.
    fn of_par(par: u32) -> Tier {
        match par {
            0..=8 => Tier::Beginner,
            9..=14 => Tier::Intermediate,
            15..=22 => Tier::Advanced,
            _ => Tier::Expert,
        }
    }
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

    /// One of a tier, or of all, drawn by a number.
    pub(crate) fn drawn(&self, tier: Option<Tier>, number: u64) -> Option<&Level> {
        let fit: Vec<&Level> = self.all().iter().filter(|level| tier.is_none_or(|tier| level.tier == tier)).collect();
        fit.get(usize::try_from(mixed(number) % fit.len().max(1) as u64).unwrap_or(0)).copied()
    }
}

/// A number that looks random, from one that does not: the last step of SplitMix64.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

fn built_in() -> Vec<Level> {
    let puzzles = Reader::open(collection::STARTER.as_bytes(), None, None).into_iter().flatten().flatten();
    let mut levels = Vec::new();
    for puzzle in puzzles.filter_map(|draft| Puzzle::try_from(draft).ok()) {
        let outcome = search::solve(&puzzle, LIMITS, &mut ());
        if outcome.status != Status::Solved {
            continue;
        }
        let number = levels.len() + 1;
        let name = puzzle.name().map_or_else(|| format!("Level {number}"), str::to_owned);
        let (id, par) = (number.to_string(), outcome.cost);
        levels.push(Level { id, name, tier: Tier::of_par(par), par, puzzle });
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_puzzle_is_a_level_and_easy_ones_come_first() {
        let levels = Levels::default();
        let tiers: Vec<Tier> = levels.all().iter().map(|level| level.tier).collect();
        assert!(tiers.len() >= 12 && tiers.is_sorted());
        assert_eq!(levels.named("1").map(|level| level.par), Some(3));
        for tier in Tier::ALL {
            assert_eq!(levels.drawn(Some(tier), 7).map(|level| level.tier), Some(tier));
            assert_eq!(Tier::from_word(tier.word()), Some(tier));
        }
        let drawn: std::collections::BTreeSet<&str> =
            (0..60).map(|day| levels.drawn(None, day).unwrap().id.as_str()).collect();
        assert!(drawn.len() >= 10, "days differ");
    }
}
