//! The boards that searches are measured with: they are valid, and searches agree with the best known solutions and the
//! proved bounds.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use rushlab::format::{self, Reader};
use rushlab::generate::DistinctPuzzles;
use rushlab::search::{ASTAR, AUTO, BFS, Status};
use rushlab::{Limits, Puzzle, Solution, Solver, heuristic};

const BOARDS: &str = include_str!("../../benches/ladder.txt");
const SOLUTIONS: &str = include_str!("../../benches/ladder-solutions.txt");

/// A board with its bounds.
struct Rung {
    /// The length of the best known solution.
    best: u32,
    /// A proved lower bound.
    bound: u32,
    puzzle: Puzzle,
}

fn rungs() -> Vec<Rung> {
    let reader = Reader::open(BOARDS.as_bytes(), Some(format::by_name("line").unwrap()), None).unwrap();
    let puzzles = reader.map(|draft| Puzzle::try_from(draft.unwrap()).unwrap());
    let rows = BOARDS.lines().filter(|line| !line.starts_with('#')).skip(1);
    let numbers = rows.map(|row| row.split(' ').take(2).map(|number| number.parse().unwrap()).collect::<Vec<u32>>());
    let rungs: Vec<Rung> =
        puzzles.zip(numbers).map(|(puzzle, numbers)| Rung { best: numbers[0], bound: numbers[1], puzzle }).collect();
    assert_eq!(rungs.len(), BOARDS.lines().filter(|line| !line.starts_with('#')).count() - 1);
    rungs
}

#[test]
fn the_ladder_has_distinct_boards_of_every_size() {
    let mut sizes: BTreeMap<u8, usize> = BTreeMap::new();
    let mut distinct = DistinctPuzzles::default();
    let mut last = 0;
    for Rung { best, bound, puzzle } in rungs() {
        assert_eq!(puzzle.width(), puzzle.height());
        assert!(puzzle.width() >= last && bound > 0 && bound <= best && distinct.insert(&puzzle), "{puzzle:?}");
        last = puzzle.width();
        *sizes.entry(last).or_default() += 1;
    }
    assert_eq!(sizes.keys().copied().collect::<Vec<_>>(), [8, 9, 10, 11, 12, 14, 16]);
    assert!(sizes.values().all(|boards| *boards >= 3), "{sizes:?}");
}

#[test]
fn the_best_known_solutions_are_solutions() {
    let rungs = rungs();
    assert_eq!(rungs.len(), SOLUTIONS.lines().count());
    for (number, (rung, moves)) in rungs.iter().zip(SOLUTIONS.lines()).enumerate() {
        let solution = Solution::parse(&rung.puzzle, moves).unwrap();
        assert_eq!(solution.cost(), rung.best, "board {}", number + 1);
    }
}

/// The limits are small, so that the test is quick. The deep boards of 8×8 are solved; of the others the bounds are
/// checked.
#[test]
fn searches_agree_with_the_bounds_of_the_ladder() {
    let mut proved = 0;
    for (number, Rung { best, bound, puzzle }) in rungs().iter().enumerate() {
        for (algorithm, states) in [(AUTO, 1 << 16), (BFS, 1 << 16), (ASTAR, 1 << 11)] {
            let solver = Solver::new(puzzle).algorithm(algorithm).heuristic(heuristic::H4);
            let outcome = solver.limits(Limits::states(states)).run();
            let found = (algorithm.about().name, number + 1, outcome.status, outcome.bound, outcome.cost());
            assert!(outcome.status != Status::Unsolvable && outcome.bound <= *best, "{found:?}");
            assert!(outcome.cost().is_none_or(|cost| cost >= *bound), "{found:?}");
            assert!(outcome.status != Status::Solved || outcome.cost() == Some(*best), "{found:?}");
            proved += usize::from(outcome.status == Status::Solved);
        }
    }
    assert!(proved >= 4, "{proved}");
}
