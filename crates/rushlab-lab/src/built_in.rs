//! The puzzles to play: the built-in collection, and generated puzzles of a given level.

use std::sync::OnceLock;

use rushlab::Puzzle;
use rushlab::analysis::Level;
use rushlab::collection;
use rushlab::generate::{self, Constraints, Solvability};
use rushlab::search::{Limits, Observer, Progress, Solver, Status};

/// A puzzle to play.
#[derive(Clone, Debug)]
pub(crate) struct RatedPuzzle {
    /// The identifier in links and saved games.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) level: Level,
    /// The cost of an optimal solution.
    pub(crate) par: u32,
    pub(crate) puzzle: Puzzle,
}

/// Number of attempts to generate a puzzle. A few are almost always enough.
const MAX_ATTEMPTS: u64 = 60;

/// Generates a puzzle of a level; the same seed gives the same puzzle. Returns `None` if the observer stops it first.
pub(crate) fn generate(level: Level, seed: u64, observer: &mut dyn Observer) -> Option<RatedPuzzle> {
    let constraints = Constraints { level: Some(level), ..Constraints::default() };
    let puzzle = (0..MAX_ATTEMPTS).find_map(|attempt| {
        let puzzle = generate::attempt(&constraints, Solvability::Solvable, seed, attempt, observer);
        puzzle.ok().filter(|_| observer.progress(&Progress::default()).is_continue())
    })?;
    let par = par(&puzzle, observer)?;
    Some(RatedPuzzle { id: String::new(), name: String::new(), level, par, puzzle })
}

/// Returns the cost of an optimal solution; `None` if the search reaches a limit.
fn par(puzzle: &Puzzle, observer: &mut dyn Observer) -> Option<u32> {
    let outcome = Solver::new(puzzle).limits(LIMITS).run_with(observer);
    outcome.cost().filter(|_| outcome.status == Status::Solved)
}

/// The limits of the search for par. Puzzles that exceed them are not offered.
const LIMITS: Limits = Limits { states: 2_000_000, memory: 256 << 20 };

/// The pars of the built-in puzzles by name, so that no visitor of the page waits until they are solved. A test solves
/// them.
const PARS: &[(&str, u32)] = &[
    ("Side Street", 3),
    ("First Gear", 4),
    ("Lunch Break", 6),
    ("Narrow Lane", 8),
    ("Double Parked", 8),
    ("Delivery Day", 8),
    ("School Run", 11),
    ("Corner Shop", 13),
    ("Market Square", 13),
    ("Loading Bay", 13),
    ("Two Trucks", 15),
    ("Back and Forth", 21),
    ("Night Shift", 21),
    ("Tight Corner", 18),
    ("One Way", 18),
    ("Roundabout", 20),
    ("Detour", 17),
    ("Car Wash", 22),
    ("Left Turn Only", 30),
    ("Underpass", 25),
    ("Roadworks", 26),
    ("Rain Check", 19),
    ("Ferry Queue", 22),
    ("Long Weekend", 27),
    ("Convoy", 32),
    ("Gridlock", 32),
    ("Ring Road", 35),
    ("Blind Alley", 31),
    ("Box Junction", 28),
    ("Standstill", 40),
    ("Holiday Traffic", 37),
    ("Logjam", 41),
    ("Midnight Jam", 42),
    ("Diversion", 37),
    ("Rush for the Bridge", 31),
    ("Toll Gate", 32),
    ("Needle’s Eye", 44),
    ("Multi-Storey", 37),
    ("Spaghetti Junction", 41),
    ("Five o’Clock", 40),
];

/// The built-in puzzles, easy ones first.
#[derive(Default)]
pub(crate) struct BuiltInPuzzles(OnceLock<Vec<RatedPuzzle>>);

impl BuiltInPuzzles {
    pub(crate) fn all(&self) -> &[RatedPuzzle] {
        self.0.get_or_init(built_in)
    }

    pub(crate) fn find(&self, id: &str) -> Option<&RatedPuzzle> {
        self.all().iter().find(|rated| rated.id == id)
    }

    /// Returns a built-in puzzle of a level, selected by the seed. It is used if none can be generated in time.
    pub(crate) fn select(&self, level: Level, seed: u64) -> Option<&RatedPuzzle> {
        let matching: Vec<&RatedPuzzle> = self.all().iter().filter(|rated| rated.level == level).collect();
        matching.get((seed % matching.len().max(1) as u64) as usize).copied()
    }
}

fn built_in() -> Vec<RatedPuzzle> {
    let mut puzzles = Vec::new();
    for (level, puzzle) in collection::built_in() {
        let known = PARS.iter().find(|(name, _)| puzzle.name() == Some(name)).map(|(_, par)| *par);
        let Some(par) = known.or_else(|| par(&puzzle, &mut ())) else { continue };
        let number = puzzles.len() + 1;
        let name = puzzle.name().map_or_else(|| format!("Puzzle {number}"), str::to_owned);
        puzzles.push(RatedPuzzle { id: number.to_string(), name, level, par, puzzle });
    }
    puzzles
}

#[cfg(test)]
mod tests {
    use rushlab::analysis::{Cluster, Difficulty};

    use super::*;

    #[test]
    fn every_built_in_puzzle_is_offered_and_easy_ones_come_first() {
        let puzzles = BuiltInPuzzles::default();
        let levels: Vec<Level> = puzzles.all().iter().map(|rated| rated.level).collect();
        assert!(levels.len() == 40 && levels.is_sorted());
        for rated in puzzles.all() {
            assert_eq!(Some(rated.par), par(&rated.puzzle, &mut ()), "PARS of {}", rated.name);
        }
        let is_listed = |rated: &RatedPuzzle| PARS.iter().any(|(name, _)| *name == rated.name);
        assert!(puzzles.all().iter().all(is_listed), "PARS has every built-in puzzle");
        for level in Level::ALL {
            assert_eq!(puzzles.select(level, 7).map(|rated| rated.level), Some(level));
            assert_eq!(Level::from_word(level.word()), Some(level));
        }
    }

    #[test]
    fn generated_puzzles_have_their_level_and_are_the_same_for_the_same_seed() {
        for (seed, level) in (1..).zip(Level::ALL) {
            let rated = generate(level, seed, &mut ()).unwrap();
            let cluster = Cluster::new(&rated.puzzle, LIMITS, &mut ()).unwrap();
            assert_eq!(Difficulty::of(&cluster, 0).unwrap().level(), level);
        }
        let puzzle = || generate(Level::Intermediate, 2, &mut ()).unwrap().puzzle;
        assert_eq!(puzzle(), puzzle());
    }
}
