//! Every algorithm on the same puzzles: the optimal ones agree with plain search and with each other, the others find
//! legal solutions, and all keep to their limits and report to their observers.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::ops::ControlFlow;

use crate::common::{Random, check_solution, plain_search};
use proptest::prelude::*;
use rushlab::heuristic::{self, HEURISTICS, Heuristic};
use rushlab::puzzle::{Metric, Rules};
use rushlab::search::{
    self, ALGORITHMS, Algorithm, Duplicates, Limit, Limits, Observer, Outcome, Progress, Status, Task, Visit,
};
use rushlab::{Puzzle, Solver, format};

/// Returns the heuristics to run an algorithm with: only one if it uses none.
fn heuristics(algorithm: &dyn Algorithm) -> &'static [&'static dyn Heuristic] {
    if algorithm.about().informed { HEURISTICS } else { &HEURISTICS[..1] }
}

/// Returns the algorithms that use no random numbers. The others are tested in `genetic.rs`.
fn searches() -> impl Iterator<Item = &'static dyn Algorithm> {
    ALGORITHMS.iter().copied().filter(|algorithm| !algorithm.about().random)
}

/// Returns a 6×6 board with 541,934 positions.
fn large_cluster() -> Puzzle {
    format::parse("BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...").unwrap()
}

/// Stops a search after a number of calls.
struct StopAfter(usize);

impl Observer for StopAfter {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Runs every algorithm with every heuristic it may use, and compares the outcomes with the cost that plain search
/// found.
fn check_all_algorithms(puzzle: &Puzzle, known: Option<u32>) {
    for algorithm in searches() {
        for heuristic in heuristics(algorithm) {
            let name = format!("{} {}", algorithm.about().name, heuristic.about().name);
            // From all goals, reachable or not, backward search may find far more states than forward search.
            let limits = Limits { states: 400_000, memory: 1 << 30 };
            let task = Task::new(puzzle).with_heuristic(*heuristic).with_limits(limits);
            let outcome = algorithm.run(&task, &mut StopAfter(100));
            if matches!(outcome.status, Status::Limit(_) | Status::Interrupted) {
                // Searches that forget states or go deep may expand more states than plain search.
                assert!(matches!(algorithm.about().name, "bidirectional" | "idastar" | "dfs"), "{name}");
                continue;
            }
            let Some(cost) = known else {
                assert_eq!((outcome.status, outcome.solution), (Status::Unsolvable, None), "{name}");
                continue;
            };
            assert_eq!(outcome.status, Status::Solved, "{name}");
            check_solution(puzzle, &outcome);
            if algorithm.about().optimal.holds(*heuristic, puzzle.rules()) {
                assert_eq!((outcome.cost(), outcome.bound), (Some(cost), cost), "{name}");
                assert!(outcome.is_optimal(), "{name}");
            } else {
                assert!(outcome.cost() >= Some(cost) && outcome.bound <= cost, "{name}");
            }
        }
    }
}

/// Checks the passes of a search: the first one tracks no tank unless duplicates are boards, only vehicles with a tank
/// are tracked, and the effort of the passes adds up to the effort of the search.
fn check_passes(puzzle: &Puzzle, outcome: &Outcome) {
    let has_tank = |vehicle: usize| puzzle.tank(vehicle).is_some();
    assert!(outcome.passes.iter().all(|pass| pass.plan.tracked().all(has_tank)));
    assert_eq!(outcome.passes.first().map(|pass| pass.plan.tracked().count()), Some(0));
    assert_eq!(outcome.passes.iter().map(|pass| pass.statistics.expanded).sum::<u64>(), outcome.statistics.expanded);
    assert_eq!(outcome.passes.iter().map(|pass| pass.statistics.states).sum::<u64>(), outcome.statistics.states);
    assert!(crate::common::has_tanks(puzzle) || outcome.passes.len() == 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn all_algorithms_agree_with_plain_search_and_each_other(
        puzzle in crate::common::puzzles(), rules in crate::common::rules(0..6),
    ) {
        let puzzle = puzzle.with_rules(rules);
        let Ok(known) = plain_search(&puzzle, 1500) else { return Ok(()) };
        check_all_algorithms(&puzzle, known);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Small tanks often run dry, so that plans must be widened.
    #[test]
    fn all_algorithms_agree_with_plain_search_where_tanks_run_dry(
        puzzle in crate::common::small_puzzles(), figures in crate::common::small_figures(), rules in crate::common::rules(0..8),
    ) {
        let puzzle = crate::common::with_figures(&puzzle, &figures).with_rules(rules);
        let Ok(known) = plain_search(&puzzle, 4000) else { return Ok(()) };
        check_all_algorithms(&puzzle, known);
        for algorithm in searches().filter(|algorithm| algorithm.about().name != "auto") {
            let task = Task::new(&puzzle).with_limits(Limits::states(50_000));
            check_passes(&puzzle, &algorithm.run(&task, &mut ()));
        }
    }
}

/// Gives vehicles too little fuel for the best solution, so that the plan must be widened and another solution be
/// found.
#[test]
fn all_algorithms_agree_with_plain_search_where_tanks_are_too_small_for_the_best_solution() {
    let (mut widened, mut twice) = (0, 0);
    for seed in 0..3000_u64 {
        let metric = if seed % 2 == 0 { Metric::Moves } else { Metric::Steps };
        let rules = Rules { metric, valet: seed % 3 == 0, default_fuel: (seed % 5 == 0).then_some(9) };
        let board = Random(seed).board(5 + seed as i64 % 2, 5, 5 + seed as usize % 4);
        let puzzle = Puzzle::try_from(board).unwrap().with_rules(rules);
        let mut open = vec![vec![None; puzzle.vehicles().len()]];
        while let Some(figures) = open.pop() {
            let puzzle = crate::common::with_figures(&puzzle, &figures);
            let bfs = search::BFS.run(&Task::new(&puzzle).with_limits(Limits::states(30_000)), &mut ());
            let Some(solution) = bfs.solution.as_ref().filter(|solution| solution.moves().len() > 2) else { continue };
            if bfs.passes.len() > 1 {
                let Ok(known) = plain_search(&puzzle, 20_000) else { continue };
                check_passes(&puzzle, &bfs);
                check_all_algorithms(&puzzle, known);
                widened += 1;
                twice += usize::from(bfs.passes.len() > 2);
            }
            for vehicle in (0..figures.len()).filter(|vehicle| *vehicle != puzzle.primary_index()) {
                let moves = solution.moves().iter().filter(|mv| mv.vehicle == vehicle);
                let driven: u16 = moves.map(|mv| u16::from(mv.cells)).sum();
                if driven > 0 && figures[vehicle].is_none() {
                    let mut less = figures.clone();
                    less[vehicle] = Some(driven - 1);
                    open.push(less);
                }
            }
        }
    }
    assert!(widened > 80 && twice > 3, "only {widened}, {twice} of them by several passes");
}

/// Returns the status, the cost, and the labels of the vehicles that each pass tracks.
fn plans(puzzle: &Puzzle, algorithm: &str) -> (Status, Option<u32>, Vec<Vec<String>>) {
    let outcome = search::by_name(algorithm).unwrap().run(&Task::new(puzzle), &mut ());
    check_passes(puzzle, &outcome);
    let label = |vehicle: usize| puzzle.vehicles()[vehicle].label.to_string();
    let plans = outcome.passes.iter().map(|pass| pass.plan.tracked().map(label).collect());
    (outcome.status, outcome.cost(), plans.collect())
}

#[test]
fn a_plan_is_widened_by_the_tanks_that_a_solution_overdraws() {
    // Without fuel C goes down by 2. With one unit it goes up by 1, after E has moved.
    let parse = |fuel: &str| format::parse(&format!("...EE....C..AA.C.................... {fuel}")).unwrap();
    let (none, c) = (Vec::<String>::new(), vec!["C".to_owned()]);
    for algorithm in ["bfs", "dijkstra", "astar", "idastar", "bidirectional"] {
        let enough = plans(&parse("A4 C2 E0"), algorithm);
        assert_eq!(enough, (Status::Solved, Some(2), vec![none.clone()]), "{algorithm}");
        let widened = plans(&parse("A4 C1"), algorithm);
        assert_eq!(widened, (Status::Solved, Some(3), vec![none.clone(), c.clone()]), "{algorithm}");
        let twice = plans(&parse("A4 C1 E0"), algorithm);
        assert_eq!((twice.0, twice.1, &twice.2[0]), (Status::Unsolvable, None, &none), "{algorithm}");
        let unsolvable = plans(&parse("A4 C0"), algorithm);
        assert_eq!(unsolvable, (Status::Unsolvable, None, vec![none.clone(), c.clone()]), "{algorithm}");
    }
}

/// Counts visits.
#[derive(Default)]
struct VisitCounter {
    visits: u64,
    /// Whether f is g plus h at every visit.
    sums: bool,
    greatest_g: u32,
}

impl Observer for VisitCounter {
    fn wants_visits(&self) -> bool {
        true
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        self.visits += 1;
        self.sums &= visit.f == f64::from(visit.g) + visit.h;
        self.greatest_g = self.greatest_g.max(visit.g);
    }
}

#[test]
fn an_observer_sees_every_position_that_is_expanded() {
    let puzzle = format::parse("..AABBCCDEEFXXDG.F.HHG.IJK.GLIJKMML.").unwrap();
    for algorithm in searches() {
        let name = algorithm.about().name;
        let mut counter = VisitCounter { sums: true, ..VisitCounter::default() };
        let outcome = algorithm.run(&Task::new(&puzzle), &mut counter);
        let more = counter.visits - outcome.statistics.expanded;
        // Some algorithms also report the goal, which they do not expand.
        assert!(more <= 1, "{name}: {more} more than expanded");
        assert!(counter.sums || name == "greedy", "{name}");
        assert!(Some(counter.greatest_g) <= outcome.cost(), "{name}");
    }
}

#[test]
fn an_observer_can_stop_every_algorithm() {
    let puzzle = large_cluster();
    for algorithm in ALGORITHMS {
        let outcome =
            algorithm.run(&Task::new(&puzzle).with_heuristic(heuristic::by_name("h0").unwrap()), &mut StopAfter(1));
        assert_eq!(outcome.status, Status::Interrupted, "{}", algorithm.about().name);
    }
}

#[test]
fn limits_on_states_are_met_to_within_a_tenth_and_limits_on_memory_are_kept_and_mostly_used() {
    let puzzle = Puzzle::try_from(Random(7).board(9, 9, 24)).unwrap();
    let blind = heuristic::by_name("h0").unwrap();
    for algorithm in searches().filter(|algorithm| !matches!(algorithm.about().name, "auto" | "bidirectional")) {
        let name = algorithm.about().name;
        for states in [200, 2000, 20_000] {
            let limits = Limits { states, ..Limits::default() };
            let outcome = algorithm.run(&Task::new(&puzzle).with_heuristic(blind).with_limits(limits), &mut ());
            assert_eq!(outcome.status, Status::Limit(Limit::States), "{name}");
            let stored = outcome.statistics.states;
            assert!(stored * 10 <= states * 11 && stored * 10 >= states * 9, "{name}: {stored} of {states}");
        }
        if name == "idastar" {
            continue;
        }
        let memory = 20_000_000;
        let limits = Limits { memory, ..Limits::default() };
        let outcome = algorithm.run(&Task::new(&puzzle).with_heuristic(blind).with_limits(limits), &mut ());
        assert_eq!(outcome.status, Status::Limit(Limit::Memory), "{name}");
        let used = outcome.statistics.peak_memory;
        // Between two checks a search stores at most a megabyte. It ends early if its table cannot double within the
        // limit.
        let between_checks = 1 << 20;
        assert!(used <= memory + between_checks && used * 10 >= memory * 6, "{name}: {used} of {memory}");
    }
}

#[test]
fn idastar_gives_up_if_its_table_is_too_small() {
    // The puzzle is unsolvable, and has more positions than the table can hold.
    let puzzle = format::parse(".AA.....BCC.XXBDD.E.FFFGE.HH.G....II").unwrap();
    let blind = Task::new(&puzzle).with_heuristic(heuristic::by_name("h0").unwrap());
    let idastar = search::by_name("idastar").unwrap();
    assert_eq!(idastar.run(&blind, &mut ()).status, Status::Unsolvable);
    let limits = Limits { memory: 300_000, ..Limits::default() };
    let outcome = idastar.run(&blind.with_limits(limits), &mut ());
    assert_eq!(outcome.status, Status::Limit(Limit::Memory));
    assert!(outcome.statistics.peak_memory <= limits.memory);
}

#[test]
fn a_search_that_is_repeated_has_the_same_outcome() {
    let puzzle = format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K").unwrap();
    for algorithm in ALGORITHMS {
        let run = || algorithm.run(&Task::new(&puzzle), &mut ());
        assert_eq!(run(), run(), "{}", algorithm.about().name);
    }
}

/// Checks what is known about an outcome without another search to compare it with.
fn check_large(puzzle: &Puzzle, outcome: &Outcome) {
    if outcome.solution.is_some() {
        check_solution(puzzle, outcome);
        assert!(Some(outcome.bound) <= outcome.cost());
    }
    if outcome.status == Status::Solved {
        assert!(outcome.is_optimal());
    }
}

#[test]
fn on_large_boards_the_bound_does_not_exceed_the_cost() {
    let mut solved = 0;
    for seed in 0..8 {
        let puzzle = Puzzle::try_from(Random(seed).board(12, 12, 42)).unwrap();
        let limits = Limits { states: 600_000, memory: 1 << 30 };
        let outcome = Solver::new(&puzzle).limits(limits).run();
        check_large(&puzzle, &outcome);
        solved += usize::from(outcome.solution.is_some());
    }
    assert!(solved >= 2, "only {solved}");
}

#[test]
fn the_methods_for_large_boards_agree_with_breadth_first_search() {
    let mut compared = 0;
    for seed in 0..200 {
        let puzzle = Puzzle::try_from(Random(seed).board(7, 7, 12 + (seed % 5) as usize)).unwrap();
        let limits = Limits { states: 1_500_000, memory: 1 << 30 };
        let plain = search::by_name("bfs").unwrap().run(&Task::new(&puzzle).with_limits(limits), &mut ());
        let large = plain.statistics.states > 140_000 && plain.status == Status::Solved;
        if !large {
            continue;
        }
        let outcome = Solver::new(&puzzle).run();
        assert_eq!((outcome.status, outcome.cost()), (plain.status, plain.cost()), "seed {seed}");
        assert_eq!(Some(outcome.bound), plain.cost(), "seed {seed}");
        check_solution(&puzzle, &outcome);
        compared += 1;
        if compared == 6 {
            return;
        }
    }
    panic!("only {compared} large boards");
}

#[test]
fn duplicate_boards_are_counted_as_in_the_comp_472_program() {
    let rules = Rules::comp472(Metric::Moves);
    let puzzle = format::parse(".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0").unwrap().with_rules(rules);
    let task = Task { duplicates: Duplicates::Board, ..Task::new(&puzzle) };
    let outcome = search::by_name("ucs").unwrap().run(&task, &mut ());
    assert_eq!((outcome.status, outcome.cost(), outcome.statistics.states), (Status::Solved, Some(14), 1744));
    let exact = search::by_name("ucs").unwrap().run(&Task::new(&puzzle), &mut ());
    assert_eq!((exact.status, exact.cost()), (Status::Solved, Some(14)));
}

#[test]
fn depth_first_search_under_the_rules_of_comp_472_ends_soon() {
    // Its long solutions overdraw tanks, but not those that the rules fill with 100 units.
    let puzzle: Puzzle = ".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0".parse().unwrap();
    let puzzle = puzzle.with_rules(Rules::comp472(Metric::Moves));
    let outcome = Solver::new(&puzzle).algorithm(search::DFS).limits(Limits::states(500_000)).run();
    assert_eq!(outcome.status, Status::Solved);
    check_solution(&puzzle, &outcome);
}

#[test]
fn every_algorithm_and_heuristic_has_a_plain_name_of_its_own_and_a_short_idea() {
    let algorithms = ALGORITHMS.iter().map(|algorithm| (algorithm.about().plain_name, algorithm.about().idea));
    let heuristics = HEURISTICS.iter().map(|heuristic| (heuristic.about().plain_name, heuristic.about().idea));
    for entries in [algorithms.collect::<Vec<_>>(), heuristics.collect::<Vec<_>>()] {
        for (index, (name, idea)) in entries.iter().enumerate() {
            assert!(name.chars().next().is_some_and(char::is_uppercase), "{name}");
            assert!((5..70).contains(&idea.len()) && !idea.ends_with('.'), "{name}: {idea}");
            assert!(entries[..index].iter().all(|(other, _)| other != name), "{name} is used twice");
        }
    }
}
