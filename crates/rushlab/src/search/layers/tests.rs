//! The layered search agrees with the simple breadth-first search, and the number of threads changes nothing.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use proptest::prelude::*;

use super::*;
use crate::puzzle::Rules;
use crate::search::bfs::SleepSetBfs;
use crate::search::passes::search_in_passes;
use crate::search::{Limits, Statistics};
use crate::solution::Solution;
use crate::space::tests::common::{self, Random};

/// Chunks of a few states, so that small layers have several.
const SMALL_CHUNKS: Sizes = Sizes { chunk_len: 4, estimated_chunk_len: 4, ..Sizes::DEFAULT };

/// Few and small partitions, so that numbers of states are used again.
const SMALL_PARTITIONS: Sizes = Sizes { partition_bits: 2, number_bits: 11, ..SMALL_CHUNKS };

fn search_with(sizes: Sizes, task: &Task<'_>, upper_bound: Option<u32>) -> SearchResult {
    let estimator = || task.heuristic.compile(task.puzzle);
    let problem = Problem {
        space: AnySpace::new(task.puzzle),
        upper_bound: upper_bound.unwrap_or(u32::MAX),
        estimator: upper_bound.is_some().then_some(&estimator),
        sizes,
    };
    search(&problem, task, &mut ())
}

/// Returns what must not depend on the number of threads.
fn essence(result: SearchResult) -> (Status, Vec<Move>, u32, Statistics) {
    (result.status, result.moves().to_vec(), result.bound, result.statistics)
}

/// Compares searches with breadth-first search. With few numbers for states they may end as if the memory were full.
fn check(puzzle: &Puzzle, states: u64, sizes: Sizes) {
    let task = Task { threads: 2, ..Task::new(puzzle) };
    let (expected, _) = search_in_passes(&SleepSetBfs, &task.with_limits(Limits::states(states)), &mut ());
    if matches!(expected.status, Status::Limit(_)) {
        return;
    }
    let found = search_with(sizes, &task, None);
    if sizes.number_bits < 24 && found.status == Status::Limit(Limit::Memory) {
        assert!(found.statistics.states > 1 << 10);
        return;
    }
    assert_eq!((found.status, found.moves().len()), (expected.status, expected.moves().len()));
    if found.status == Status::Unsolvable {
        assert_eq!(found.statistics.states, expected.statistics.states);
        return;
    }
    Solution::from_moves(puzzle, found.moves()).unwrap();
    let cost = found.moves().len() as u32;
    for upper_bound in cost + 1..cost + 4 {
        let below = search_with(sizes, &task, Some(upper_bound));
        Solution::from_moves(puzzle, below.moves()).unwrap();
        assert_eq!((below.status, below.moves().len() as u32), (Status::Solved, cost));
    }
    assert_eq!(search_with(sizes, &task, Some(cost)).status, Status::Unsolvable);
}

fn without_fuel(puzzle: &Puzzle, rules: Rules) -> Puzzle {
    common::without_figures(puzzle).with_rules(Rules { default_fuel: None, ..rules })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn it_agrees_with_breadth_first_search(puzzle in common::puzzles(), rules in common::rules(0..1)) {
        check(&without_fuel(&puzzle, rules), 10_000, SMALL_CHUNKS);
    }

    #[test]
    fn it_agrees_with_breadth_first_search_on_small_boards(puzzle in common::small_puzzles(), rules in common::rules(0..1)) {
        check(&without_fuel(&puzzle, rules), 20_000, SMALL_CHUNKS);
    }

    #[test]
    fn it_agrees_with_breadth_first_search_with_few_numbers_for_states(
        puzzle in common::small_puzzles(),
        rules in common::rules(0..1),
    ) {
        check(&without_fuel(&puzzle, rules), 20_000, SMALL_PARTITIONS);
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (seed, size, vehicles) in [(1, 6, 7), (2, 8, 14), (3, 10, 30), (4, 16, 90)] {
        let puzzle = Puzzle::try_from(Random(seed).board(size, size, vehicles)).unwrap();
        for (upper_bound, limit) in [(None, 300_000), (Some(60), 5_000)] {
            let task = Task::new(&puzzle).with_limits(Limits::states(limit));
            let one = essence(search_with(Sizes::DEFAULT, &task, upper_bound));
            assert!(one.3.states <= limit);
            for threads in [2, 3] {
                assert_eq!(
                    essence(search_with(Sizes::DEFAULT, &Task { threads, ..task }, upper_bound)),
                    one,
                    "{puzzle}"
                );
            }
        }
    }
}
