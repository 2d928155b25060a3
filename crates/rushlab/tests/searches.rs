//! Every algorithm on the same puzzles: the optimal ones agree with plain search and with each other, the others find legal solutions,
//! and all keep to their limits and tell what they do.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::ops::ControlFlow;

use common::{Random, check_solution, plain_search};
use proptest::prelude::*;
use rushlab::heuristic::{self, HEURISTICS, Heuristic};
use rushlab::search::{
    self, ALGORITHMS, Algorithm, Duplicates, Limit, Limits, Observer, Outcome, Progress, Status, Task, Visit, solve,
};
use rushlab::{Puzzle, format};

/// The heuristics that make a difference to an algorithm.
fn heuristics(algorithm: &dyn Algorithm) -> &'static [&'static dyn Heuristic] {
    if algorithm.about().informed { HEURISTICS } else { &HEURISTICS[..1] }
}

/// The algorithms that search, as opposed to those that draw lots and prove nothing: these are tested in `genetic.rs`.
fn searches() -> impl Iterator<Item = &'static dyn Algorithm> {
    ALGORITHMS.iter().copied().filter(|algorithm| !algorithm.about().random)
}

/// A 6×6 board whose cluster has 541,934 positions.
fn wide() -> Puzzle {
    format::parse("BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...").unwrap()
}

/// Stops a search after so many looks.
struct Patience(usize);

impl Observer for Patience {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn all_algorithms_agree_with_plain_search_and_each_other(
        puzzle in common::puzzles(), rules in common::rules(0..6),
    ) {
        let puzzle = puzzle.with_rules(rules);
        let Ok(known) = plain_search(&puzzle, 1500) else { return Ok(()) };
        for algorithm in searches() {
            for heuristic in heuristics(algorithm) {
                let what = format!("{} {}", algorithm.about().name, heuristic.about().name);
                // Backwards from all goals, reachable or not, can be far more than forwards.
                let limits = Limits { states: 400_000, memory: 1 << 30 };
                let task = Task::new(&puzzle).with_heuristic(*heuristic).with_limits(limits);
                let outcome = algorithm.run(&task, &mut Patience(100));
                if matches!(outcome.status, Status::Limit(_) | Status::Interrupted) {
                    // Neither do searches that forget positions or drive on and on keep to what plain search meets.
                    prop_assert!(matches!(algorithm.about().name, "bidirectional" | "idastar" | "dfs"), "{}", what);
                    continue;
                }
                let Some(cost) = known else {
                    prop_assert_eq!(outcome.status, Status::Unsolvable, "{}", what);
                    continue;
                };
                prop_assert_eq!(outcome.status, Status::Solved, "{}", what);
                check_solution(&puzzle, &outcome);
                if algorithm.about().optimal.holds(*heuristic, rules) {
                    prop_assert_eq!((outcome.cost(), outcome.bound), (cost, cost), "{}", what);
                } else {
                    prop_assert!(outcome.cost() >= cost && outcome.bound <= cost, "{}", what);
                }
            }
        }
    }
}

/// Counts what it is told.
#[derive(Default)]
struct Counting {
    visits: u64,
    sums: bool,
    informed_g: u32,
}

impl Observer for Counting {
    fn wants_visits(&self) -> bool {
        true
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        self.visits += 1;
        self.sums &= visit.f == visit.g + visit.h;
        self.informed_g = self.informed_g.max(visit.g);
    }
}

#[test]
fn an_observer_is_told_of_every_position_that_is_expanded() {
    let puzzle = format::parse("..AABBCCDEEFXXDG.F.HHG.IJK.GLIJKMML.").unwrap();
    for algorithm in searches() {
        let mut counting = Counting { sums: true, ..Counting::default() };
        let outcome = algorithm.run(&Task::new(&puzzle), &mut counting);
        let told = counting.visits - outcome.statistics.expanded;
        // Those who look for the goal when they expand it tell of it, too.
        assert!(told <= 1, "{}: {told} more than expanded", algorithm.about().name);
        assert!(counting.sums || algorithm.about().name == "greedy", "{}", algorithm.about().name);
        assert!(counting.informed_g <= outcome.cost(), "{}", algorithm.about().name);
    }
}

/// Stops a search at the first opportunity.
struct Stopping;

impl Observer for Stopping {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn an_observer_can_stop_every_algorithm() {
    let puzzle = wide();
    for algorithm in ALGORITHMS {
        let outcome = algorithm.run(&Task::new(&puzzle).with_heuristic(heuristic::named("h0").unwrap()), &mut Stopping);
        assert_eq!(outcome.status, Status::Interrupted, "{}", algorithm.about().name);
    }
}

#[test]
fn limits_on_positions_and_memory_hold_to_within_a_tenth() {
    let puzzle = Puzzle::try_from(Random(7).board(9, 9, 24)).unwrap();
    let blind = heuristic::named("h0").unwrap();
    for algorithm in searches().filter(|algorithm| !matches!(algorithm.about().name, "auto" | "bidirectional")) {
        let name = algorithm.about().name;
        for states in [200, 2000, 20_000] {
            let limits = Limits { states, ..Limits::default() };
            let outcome = algorithm.run(&Task::new(&puzzle).with_heuristic(blind).with_limits(limits), &mut ());
            assert_eq!(outcome.status, Status::Limit(Limit::States), "{name}");
            let met = outcome.statistics.states;
            assert!(met * 10 <= states * 11 && met * 10 >= states * 9, "{name}: {met} of {states}");
        }
        if name == "idastar" {
            continue;
        }
        let memory = 20_000_000;
        let limits = Limits { memory, ..Limits::default() };
        let outcome = algorithm.run(&Task::new(&puzzle).with_heuristic(blind).with_limits(limits), &mut ());
        assert_eq!(outcome.status, Status::Limit(Limit::Memory), "{name}");
        let held = outcome.statistics.peak_memory;
        assert!(held * 10 <= memory * 11 && held * 10 >= memory * 9, "{name}: {held} of {memory}");
    }
}

#[test]
fn a_search_that_forgets_too_much_gives_up() {
    // No solution, and more positions than the table has room for: a search that forgets cannot prove it.
    let puzzle = format::parse(".AA.....BCC.XXBDD.E.FFFGE.HH.G....II").unwrap();
    let blind = Task::new(&puzzle).with_heuristic(heuristic::named("h0").unwrap());
    let idastar = search::named("idastar").unwrap();
    assert_eq!(idastar.run(&blind, &mut ()).status, Status::Unsolvable);
    let limits = Limits { memory: 300_000, ..Limits::default() };
    let outcome = idastar.run(&blind.with_limits(limits), &mut ());
    assert_eq!(outcome.status, Status::Limit(Limit::Memory));
    assert!(outcome.statistics.peak_memory <= limits.memory);
}

#[test]
fn the_same_search_gives_the_same_outcome() {
    let puzzle = format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K").unwrap();
    for algorithm in ALGORITHMS {
        let run = || algorithm.run(&Task::new(&puzzle), &mut ());
        assert_eq!(run(), run(), "{}", algorithm.about().name);
    }
}

/// What must hold of an answer for a large board, where little can be compared with.
fn check_large(puzzle: &Puzzle, outcome: &Outcome) {
    if !outcome.moves().is_empty() {
        check_solution(puzzle, outcome);
        assert!(outcome.bound <= outcome.cost());
    }
    if outcome.status == Status::Solved {
        assert!(outcome.is_optimal());
    }
}

#[test]
fn large_boards_get_a_solution_and_a_bound_that_do_not_contradict_each_other() {
    let mut solved = 0;
    for seed in 0..8 {
        let puzzle = Puzzle::try_from(Random(seed).board(12, 12, 42)).unwrap();
        let limits = Limits { states: 600_000, memory: 1 << 30 };
        let outcome = solve(&puzzle, limits, &mut ());
        check_large(&puzzle, &outcome);
        solved += usize::from(!outcome.moves().is_empty());
    }
    assert!(solved >= 2, "only {solved}");
}

#[test]
fn what_is_done_for_large_boards_agrees_with_breadth_first_search() {
    let mut compared = 0;
    for seed in 0..200 {
        let puzzle = Puzzle::try_from(Random(seed).board(7, 7, 12 + (seed % 5) as usize)).unwrap();
        let limits = Limits { states: 1_500_000, memory: 1 << 30 };
        let plain = search::named("bfs").unwrap().run(&Task::new(&puzzle).with_limits(limits), &mut ());
        let large = plain.statistics.states > 140_000 && plain.status == Status::Solved;
        if !large {
            continue;
        }
        let outcome = solve(&puzzle, Limits::default(), &mut ());
        assert_eq!(
            (outcome.status, outcome.cost(), outcome.bound),
            (plain.status, plain.cost, plain.cost),
            "seed {seed}"
        );
        check_solution(&puzzle, &outcome);
        compared += 1;
        if compared == 6 {
            return;
        }
    }
    panic!("only {compared} large boards");
}

#[test]
fn duplicates_on_the_board_alone_are_counted_as_the_course_did() {
    let rules = rushlab::puzzle::Rules::comp472(rushlab::puzzle::Metric::Moves);
    let puzzle = format::parse(".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0").unwrap().with_rules(rules);
    let task = Task { duplicates: Duplicates::Board, ..Task::new(&puzzle) };
    let outcome = search::named("ucs").unwrap().run(&task, &mut ());
    assert_eq!((outcome.status, outcome.cost(), outcome.statistics.states), (Status::Solved, 14, 1744));
    let exact = search::named("ucs").unwrap().run(&Task::new(&puzzle), &mut ());
    assert_eq!((exact.status, exact.cost), (Status::Solved, 14));
    assert!(exact.statistics.states > 1744, "tanks make positions many");
}
