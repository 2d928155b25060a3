//! What searches tell of themselves holds: figures, traces, progress; and they are right where their help is poor.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

use common::{Random, check_solution, plain_search};
use proptest::prelude::*;
use rushlab::heuristic::{self, Claim, Estimator, HEURISTICS, Heuristic, Parameters};
use rushlab::puzzle::{Metric, Rules};
use rushlab::position::Position;
use rushlab::search::{
    ALGORITHMS, Algorithm, Limits, Observer, Progress, Statistics, Status, Task, Visit, named, solve,
};
use rushlab::{Puzzle, format};

/// Every algorithm, with every heuristic if it asks one, and what to call that.
fn searches() -> impl Iterator<Item = (&'static dyn Algorithm, &'static dyn Heuristic, String)> {
    let searches = ALGORITHMS.iter().copied().filter(|algorithm| !algorithm.about().random);
    searches.flat_map(|algorithm| {
        let heuristics = if algorithm.about().informed { HEURISTICS } else { &HEURISTICS[..1] };
        heuristics.iter().map(move |heuristic| {
            (algorithm, *heuristic, format!("{} {}", algorithm.about().name, heuristic.about().name))
        })
    })
}

fn has_tanks(puzzle: &Puzzle) -> bool {
    (0..puzzle.vehicles().len()).any(|vehicle| puzzle.tank(vehicle).is_some())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_figures_of_a_search_fit_each_other(puzzle in common::small_puzzles(), rules in common::rules(0..9)) {
        let puzzle = puzzle.with_rules(rules);
        if plain_search(&puzzle, 1000).is_err() {
            return Ok(());
        }
        for (algorithm, heuristic, name) in searches() {
            let limits = Limits { states: 300_000, ..Limits::default() };
            let outcome = algorithm.run(&Task::new(&puzzle).with_heuristic(heuristic).with_limits(limits), &mut ());
            let Statistics { expanded, generated, reopened, states, peak_open, peak_memory } = outcome.statistics;
            if outcome.moves().len() > 1 {
                prop_assert!(expanded > 1 && generated > 1 && peak_open > 0 && peak_memory > 0, "{}: {:?}", name, outcome);
            }
            if algorithm.about().name != "idastar" {
                prop_assert!(expanded <= states + reopened, "{}: {:?}", name, outcome);
            }
            if !["auto", "bidirectional"].contains(&algorithm.about().name) {
                // Each of at most two searches begins with a position that nobody generated.
                prop_assert!(states <= generated + 2 && peak_open <= generated + 1, "{}: {:?}", name, outcome);
            }
            // A shorter way to a position that was expanded is found late only where an estimate is not consistent.
            if algorithm.about().name != "astar" || heuristic.about().consistent.holds(rules) {
                prop_assert_eq!(reopened, 0, "{}", name);
            }
            prop_assert!(outcome.status != Status::Solved || outcome.bound <= outcome.cost(), "{}", name);
        }
    }
}

/// Notes every visit.
#[derive(Default)]
struct Trace(Vec<(u32, u32, u32, Position)>);

impl Observer for Trace {
    fn wants_visits(&self) -> bool {
        true
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        self.0.push((visit.f, visit.g, visit.h, visit.position.clone()));
    }
}

/// How far every position is from the start; `None` where they are many.
fn distances(puzzle: &Puzzle, most: usize) -> Option<HashMap<Position, u32>> {
    let start = Position::start(puzzle);
    let mut distances = HashMap::from([(start.clone(), 0)]);
    let mut open = VecDeque::from([start]);
    while let Some(position) = open.pop_front() {
        let distance = distances[&position] + 1;
        for mv in position.legal_moves() {
            let next = position.play(mv).unwrap();
            distances.entry(next.clone()).or_insert_with(|| {
                open.push_back(next);
                distance
            });
        }
        if distances.len() > most {
            return None;
        }
    }
    Some(distances)
}

/// Whether f, g and h of a visit are what the algorithm says they are.
fn is_right(algorithm: &str, (f, g, h): (u32, u32, u32), distance: u32, estimate: Option<u32>) -> bool {
    match algorithm {
        "auto" | "bfs" | "dijkstra" => (f, g, h) == (distance, distance, 0),
        "dfs" => f == g && h == 0 && g >= distance,
        "greedy" => f == h && estimate == Some(h) && g >= distance,
        _ => f == g + h && estimate == Some(h) && g >= distance,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn who_watches_a_search_sees_the_positions_that_it_expands(puzzle in common::small_puzzles(), rules in common::rules(0..1)) {
        // Tanks that the rules fill come into play only when they bind.
        let puzzle = puzzle.with_rules(Rules { default_fuel: None, ..rules });
        let Some(distances) = distances(&puzzle, 1000) else { return Ok(()) };
        for (algorithm, heuristic, name) in searches().filter(|(algorithm, ..)| algorithm.about().name != "bidirectional") {
            let task = Task::new(&puzzle).with_heuristic(heuristic);
            let mut trace = Trace::default();
            let outcome = algorithm.run(&task, &mut trace);
            prop_assert_eq!(&outcome, &algorithm.run(&task, &mut ()), "{}, watched or not", name);
            if algorithm.about().name == "auto" && has_tanks(&puzzle) {
                continue;
            }
            let at_goal = trace.0.last().is_some_and(|(.., position)| position.is_solved());
            let told = trace.0.len() as u64;
            prop_assert_eq!(told, outcome.statistics.expanded + u64::from(at_goal), "{}", name);
            let from_start = |(_, g, _, first): &(u32, u32, u32, Position)| *g == 0 && *first == Position::start(&puzzle);
            prop_assert!(trace.0.first().is_none_or(from_start), "{}", name);
            let mut estimator = heuristic.compile(&puzzle);
            for (f, g, h, position) in &trace.0 {
                let right = is_right(algorithm.about().name, (*f, *g, *h), distances[position], estimator.estimate(position));
                prop_assert!(right, "{}: f = {}, g = {}, h = {}, and {} moves away", name, f, g, h, distances[position]);
            }
        }
    }
}

/// Right about every other position, and says nothing of the rest: admissible, and as inconsistent as can be.
struct Moody;

struct Mood(HashMap<Position, u32>);

impl Heuristic for Moody {
    fn about(&self) -> &'static heuristic::About {
        &heuristic::About {
            name: "moody",
            summary: "the truth, every other time",
            weighted: false,
            admissible: Claim::Always,
            consistent: Claim::Never,
        }
    }

    fn compile(&self, puzzle: &Puzzle, _: Parameters) -> Box<dyn Estimator> {
        let positions = distances(puzzle, usize::MAX).unwrap();
        let mut before: HashMap<Position, Vec<&Position>> = HashMap::new();
        for position in positions.keys() {
            let after = position.legal_moves().into_iter().map(|mv| position.play(mv).unwrap());
            after.for_each(|next| before.entry(next).or_default().push(position));
        }
        let goals = positions.keys().filter(|position| position.is_solved());
        let mut left: HashMap<Position, u32> = goals.map(|goal| (goal.clone(), 0)).collect();
        let mut open: VecDeque<(Position, u32)> = left.clone().into_iter().collect();
        while let Some((position, cost)) = open.pop_front() {
            for earlier in before.get(&position).into_iter().flatten() {
                left.entry((*earlier).clone()).or_insert_with(|| {
                    open.push_back(((*earlier).clone(), cost + 1));
                    cost + 1
                });
            }
        }
        Box::new(Mood(left))
    }
}

impl Estimator for Mood {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        let offsets = position.offsets().iter().flatten().map(|offset| u64::from(*offset));
        let talks = Random(offsets.fold(0, |all, offset| all * 16 + offset)).below(2) == 0;
        if talks { self.0.get(position).copied() } else { Some(0) }
    }
}

#[test]
fn where_an_admissible_estimate_is_not_consistent_positions_are_opened_again() {
    let mut reopened = 0;
    let boards = rushlab::collection::STARTER.lines().filter(|line| !line.starts_with('#'));
    for puzzle in boards.filter_map(|board| format::parse(board).ok()) {
        for metric in [Metric::Moves, Metric::Steps] {
            let puzzle = puzzle.clone().with_rules(Rules::plain(metric));
            if distances(&puzzle, 3000).is_none() {
                continue;
            }
            let known = plain_search(&puzzle, usize::MAX).unwrap();
            for algorithm in ["astar", "idastar"] {
                let outcome = named(algorithm).unwrap().run(&Task::new(&puzzle).with_heuristic(&Moody), &mut ());
                assert_eq!((outcome.status, Some(outcome.cost())), (Status::Solved, known), "{algorithm}");
                assert!(outcome.is_optimal());
                check_solution(&puzzle, &outcome);
                reopened += outcome.statistics.reopened;
            }
        }
    }
    assert!(reopened > 100, "only {reopened}");
}

#[test]
fn ida_star_may_forget_positions_and_still_finds_a_shortest_solution() {
    let puzzle = format::parse("A.BBCCADDE..XX.E.G.HHI.GJ.KILLJ.K.MM").unwrap();
    let run = |memory: u64| {
        let task = Task::new(&puzzle).with_limits(Limits { memory, ..Limits::default() });
        named("idastar").unwrap().run(&task, &mut ())
    };
    // The table stays at its first 4,096 entries.
    let (forgetful, all) = (run(300_000), run(u64::MAX));
    assert!(all.statistics.states > 4096 && forgetful.statistics.states <= 4096);
    assert!(forgetful.statistics.expanded > all.statistics.expanded);
    assert_eq!((forgetful.status, forgetful.cost, forgetful.bound), (Status::Solved, 16, 16));
    check_solution(&puzzle, &forgetful);
}

/// Notes how a search comes along.
#[derive(Default)]
struct Diary(Vec<Progress>);

impl Observer for Diary {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.0.push(*progress);
        ControlFlow::Continue(())
    }
}

#[test]
fn while_a_large_board_is_searched_the_bound_never_falls_and_the_best_never_rises() {
    let mut looks = 0;
    for seed in 0..12 {
        let metric = if seed % 2 == 0 { Metric::Moves } else { Metric::Steps };
        let rules = Rules { metric, valet: seed % 3 == 0, default_fuel: None };
        let puzzle = Puzzle::try_from(Random(seed).board(12, 12, 40)).unwrap().with_rules(rules);
        let mut diary = Diary::default();
        let outcome = solve(&puzzle, Limits { states: 200_000, memory: 1 << 28 }, &mut diary);
        assert!(outcome.statistics.states <= 220_000, "seed {seed}");
        for pair in diary.0.windows(2) {
            assert!(pair[0].bound <= pair[1].bound && pair[0].statistics.expanded <= pair[1].statistics.expanded);
            let better = |best: u32| pair[1].best.is_some_and(|later| later <= best);
            assert!(pair[0].best.is_none_or(better));
        }
        let within = |progress: &Progress| {
            progress.bound <= outcome.bound && progress.best.is_none_or(|best| (outcome.bound..).contains(&best))
        };
        assert!(diary.0.iter().all(within), "seed {seed}");
        looks += diary.0.len();
    }
    assert!(looks > 100, "only {looks}");
}

#[test]
fn what_is_too_large_for_a_quick_look_is_solved_as_shortly_under_all_rules() {
    // Seeds whose boards are that large, and yet not too large to compare.
    let boards = [
        (28, (8, 8, 22)),
        (31, (7, 7, 15)),
        (171, (8, 7, 18)),
        (357, (8, 7, 18)),
        (424, (8, 8, 22)),
        (675, (8, 7, 18)),
        (698, (7, 7, 18)),
        (1, (7, 7, 15)),
        (295, (7, 7, 15)),
    ];
    for (seed, (width, height, most)) in boards {
        let metric = if seed / 6 % 2 == 0 { Metric::Moves } else { Metric::Steps };
        let default_fuel = (seed / 24 % 3 == 0).then_some(6 + (seed % 7) as u16);
        let rules = Rules { metric, valet: seed / 12 % 2 == 0, default_fuel };
        let puzzle = Puzzle::try_from(Random(seed).board(width, height, most)).unwrap().with_rules(rules);
        let bfs = named("bfs").unwrap().run(&Task::new(&puzzle), &mut ());
        assert!(has_tanks(&puzzle) || bfs.statistics.states > 140_000, "seed {seed} is small");
        let outcome = solve(&puzzle, Limits::default(), &mut ());
        assert_eq!((outcome.status, outcome.cost()), (bfs.status, bfs.cost), "seed {seed}");
        if outcome.status == Status::Solved {
            check_solution(&puzzle, &outcome);
            assert_eq!(outcome.bound, bfs.cost, "seed {seed}");
        }
    }
}
