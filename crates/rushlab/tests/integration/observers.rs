//! The reports of searches are correct: statistics, visits, the search tree, and progress. Searches with a poor
//! heuristic or little memory are still optimal.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::common::{Random, check_solution, has_tanks, plain_search};
use proptest::prelude::*;
use rushlab::heuristic::{self, Claim, Estimator, HEURISTICS, Heuristic, Parameters};
use rushlab::position::{Move, Position};
use rushlab::puzzle::{Metric, Rules};
use rushlab::search::{
    self, ALGORITHMS, Algorithm, Limits, Observer, Progress, Statistics, Status, Task, Visit, by_name,
};
use rushlab::{Puzzle, Solver, SpacePlan, format};

/// Returns every algorithm without random numbers, with every heuristic if it uses one, and the name of the
/// combination.
fn searches() -> impl Iterator<Item = (&'static dyn Algorithm, &'static dyn Heuristic, String)> {
    let searches = ALGORITHMS.iter().copied().filter(|algorithm| !algorithm.about().random);
    searches.flat_map(|algorithm| {
        let heuristics = if algorithm.about().informed { HEURISTICS } else { &HEURISTICS[..1] };
        heuristics.iter().map(move |heuristic| {
            (algorithm, *heuristic, format!("{} {}", algorithm.about().name, heuristic.about().name))
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_statistics_of_a_search_are_consistent(puzzle in crate::common::small_puzzles(), rules in crate::common::rules(0..9)) {
        let puzzle = puzzle.with_rules(rules);
        if plain_search(&puzzle, 1000).is_err() {
            return Ok(());
        }
        for (algorithm, heuristic, name) in searches() {
            let limits = Limits { states: 300_000, ..Limits::default() };
            let outcome = algorithm.run(&Task::new(&puzzle).with_heuristic(heuristic).with_limits(limits), &mut ());
            let Statistics { expanded, generated, reopened, states, peak_open, peak_memory, .. } = outcome.statistics;
            if outcome.cost() > Some(1) {
                prop_assert!(expanded > 1 && generated > 1 && peak_open > 0 && peak_memory > 0, "{}: {:?}", name, outcome);
            }
            if algorithm.about().name != "idastar" {
                prop_assert!(expanded <= states + reopened, "{}: {:?}", name, outcome);
            }
            if !["auto", "bidirectional"].contains(&algorithm.about().name) {
                // The start of each pass is stored, but not generated.
                let starts = outcome.passes.len() as u64;
                prop_assert!(states <= generated + starts && peak_open <= generated + 1, "{}: {:?}", name, outcome);
            }
            // With a consistent heuristic the first path to an expanded state is a cheapest one.
            if algorithm.about().name != "astar" || heuristic.about().consistent.holds(rules) {
                prop_assert_eq!(reopened, 0, "{}", name);
            }
            prop_assert!(outcome.status != Status::Solved || Some(outcome.bound) <= outcome.cost(), "{}", name);
        }
    }
}

/// The visits of one pass.
struct PassLog {
    plan: SpacePlan,
    /// f, g, h and the position.
    visits: Vec<([f64; 3], Position)>,
}

/// Records every visit, pass by pass.
#[derive(Default)]
struct VisitLog(Vec<PassLog>);

impl Observer for VisitLog {
    fn wants_visits(&self) -> bool {
        true
    }

    fn begin_pass(&mut self, plan: &SpacePlan) {
        self.0.push(PassLog { plan: plan.clone(), visits: Vec::new() });
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        let pass = self.0.last_mut().unwrap();
        pass.visits.push(([visit.f, f64::from(visit.g), visit.h], visit.position.clone()));
    }
}

/// Returns the distance of every position from a first one, by the reference rules; `None` if there are more than
/// `most` positions.
fn distances(first: &Position, most: usize) -> Option<HashMap<Position, u32>> {
    let mut distances = HashMap::from([(first.clone(), 0)]);
    let mut open = VecDeque::from([first.clone()]);
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

/// Returns whether f, g and h of a visit agree with the algorithm.
fn are_valid(algorithm: &str, [f, g, h]: [f64; 3], distance: u32, estimate: Option<u32>) -> bool {
    let (distance, estimate) = (f64::from(distance), estimate.map(f64::from));
    match algorithm {
        "auto" | "bfs" | "dijkstra" => [f, g, h] == [distance, distance, 0.0],
        "dfs" => f == g && h == 0.0 && g >= distance,
        "greedy" => f == h && estimate == Some(h) && g >= distance,
        _ => f == g + h && estimate == Some(h) && g >= distance,
    }
}

/// Returns whether a position is the start of a puzzle, with tanks that never run dry where the plan does not track
/// them.
fn is_start(puzzle: &Puzzle, plan: &SpacePlan, position: &Position) -> bool {
    let start = Position::start(puzzle);
    let tank = |vehicle: usize| puzzle.tank(vehicle).filter(|_| plan.tracks(vehicle));
    let tanks: Vec<Option<u16>> = (0..puzzle.vehicles().len()).map(tank).collect();
    position.offsets() == start.offsets() && position.fuel() == tanks
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn an_observer_sees_the_expanded_positions_of_every_pass(
        puzzle in crate::common::small_puzzles(), figures in crate::common::small_figures(), rules in crate::common::rules(0..9),
    ) {
        let puzzle = crate::common::with_figures(&puzzle, &figures).with_rules(rules);
        let relaxed = crate::common::without_figures(&puzzle).with_rules(Rules { default_fuel: None, ..rules });
        if distances(&Position::start(&relaxed), 500).is_none() {
            return Ok(());
        }
        for (algorithm, heuristic, name) in searches().filter(|(algorithm, ..)| algorithm.about().name != "bidirectional") {
            let task = Task::new(&puzzle).with_heuristic(heuristic);
            let mut log = VisitLog::default();
            let outcome = algorithm.run(&task, &mut log);
            prop_assert_eq!(&outcome, &algorithm.run(&task, &mut ()), "{}, observed or not", name);
            // `auto` reports its methods together, and may decide without a search.
            if algorithm.about().name != "auto" {
                prop_assert_eq!(log.0.len(), outcome.passes.len(), "{}", name);
            }
            for (number, PassLog { plan, visits }) in log.0.iter().enumerate() {
                let Some((_, first)) = visits.first() else { continue };
                prop_assert!(is_start(&puzzle, plan, first), "{}", name);
                let Some(distances) = distances(first, 4000) else { continue };
                let mut estimator = heuristic.compile(&puzzle);
                for (values, position) in visits {
                    let (distance, estimate) = (distances[position], estimator.estimate(position));
                    let valid = are_valid(algorithm.about().name, *values, distance, estimate);
                    prop_assert!(valid, "{}: f, g, h = {:?}, distance {}", name, values, distance);
                }
                if algorithm.about().name != "auto" {
                    let pass = &outcome.passes[number];
                    let at_goal = visits.last().is_some_and(|(_, position)| position.is_solved());
                    prop_assert_eq!(&pass.plan, plan, "{}", name);
                    prop_assert_eq!(visits.len() as u64, pass.statistics.expanded + u64::from(at_goal), "{}", name);
                }
            }
        }
    }
}

/// Checks the parent and the move of every node that is visited.
struct TreeCheck {
    /// Whether nodes with odd numbers belong to a backward search.
    bidirectional: bool,
    /// The position and the cost so far of each node of the pass.
    nodes: HashMap<usize, (Position, u32)>,
    metric: Metric,
    edges: usize,
    passes: usize,
}

impl Observer for TreeCheck {
    fn wants_visits(&self) -> bool {
        true
    }

    fn begin_pass(&mut self, _: &SpacePlan) {
        self.nodes.clear();
        self.passes += 1;
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        let Visit { node, parent, mv, g, position, .. } = *visit;
        let backward = self.bidirectional && self.passes == 1 && node % 2 == 1;
        match (parent, mv) {
            (None, None) if backward => assert!(position.is_solved(), "the roots of a backward search are goals"),
            (None, None) => {
                assert_eq!(position.offsets(), Position::start(position.puzzle()).offsets());
                assert_eq!(g, 0);
            }
            (Some(parent), Some(mv)) => {
                let (before, cost) = &self.nodes[&parent];
                if backward {
                    assert_eq!(position.play(mv).as_ref(), Ok(before));
                } else {
                    assert_eq!(before.play(mv).as_ref(), Ok(position));
                }
                assert_eq!(g, cost + self.metric.cost(mv.cells));
                self.edges += 1;
            }
            _ => panic!("a parent without a move, or a move without a parent: {visit:?}"),
        }
        self.nodes.insert(node, (position.clone(), g));
    }
}

#[test]
fn the_move_of_a_node_leads_from_its_parent_to_it() {
    let plain = format::parse("..AABBCCDEEFXXDG.F.HHG.IJK.GLIJKMML.").unwrap();
    let course = format::parse(".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0").unwrap();
    let course = course.with_rules(Rules::comp472(Metric::Steps));
    // The optimal solution without fuel overdraws the tank of C.
    let widened = format::parse("...EE....C..AA.C.................... C1").unwrap();
    for (puzzle, passes) in [(plain, 1..2), (course, 1..2), (widened, 2..9)] {
        for (algorithm, heuristic, name) in searches().filter(|(algorithm, ..)| algorithm.about().name != "auto") {
            let metric = puzzle.rules().metric;
            let bidirectional = algorithm.about().name == "bidirectional";
            let mut tree = TreeCheck { bidirectional, nodes: HashMap::new(), metric, edges: 0, passes: 0 };
            // Depth-first search empties one tank after another, and does not end in reasonable time.
            let task = Task::new(&puzzle).with_heuristic(heuristic).with_limits(Limits::states(20_000));
            let outcome = algorithm.run(&task, &mut tree);
            assert!(tree.edges > 0, "{name}");
            assert_eq!(tree.passes, outcome.passes.len(), "{name}");
            if algorithm.about().optimal.holds(heuristic, puzzle.rules()) {
                assert!(passes.contains(&tree.passes), "{name}: {} passes", tree.passes);
            }
        }
    }
}

#[test]
fn the_solution_of_a_search_is_a_path_of_its_tree() {
    /// Records the edges and the solved nodes of a search.
    #[derive(Default)]
    struct Paths {
        parents: HashMap<usize, (usize, Move)>,
        goals: Vec<usize>,
    }
    impl Observer for Paths {
        fn wants_visits(&self) -> bool {
            true
        }

        fn visit(&mut self, visit: &Visit<'_>) {
            if let (Some(parent), Some(mv)) = (visit.parent, visit.mv) {
                self.parents.insert(visit.node, (parent, mv));
            }
            self.goals.extend(visit.position.is_solved().then_some(visit.node));
        }
    }
    let puzzle = format::parse("..AABBCCDEEFXXDG.F.HHG.IJK.GLIJKMML.").unwrap();
    // These algorithms visit the goal.
    for name in ["dijkstra", "astar", "greedy", "dfs", "idastar"] {
        let mut paths = Paths::default();
        let outcome = by_name(name).unwrap().run(&Task::new(&puzzle), &mut paths);
        let mut moves = Vec::new();
        let mut node = *paths.goals.last().unwrap();
        while let Some((parent, mv)) = paths.parents.get(&node) {
            moves.push(*mv);
            node = *parent;
        }
        moves.reverse();
        assert_eq!(moves, outcome.moves(), "{name}");
    }
}

/// A heuristic that is exact for about half of the positions and 0 for the others: admissible, and as inconsistent as
/// possible.
struct Intermittent;

struct SomeDistances(HashMap<Position, u32>);

impl Heuristic for Intermittent {
    fn about(&self) -> heuristic::About {
        heuristic::About::new("intermittent", "the exact distance or 0", Claim::Always, Claim::Never)
    }

    fn compile(&self, puzzle: &Puzzle) -> Box<dyn Estimator> {
        let positions = distances(&Position::start(puzzle), usize::MAX).unwrap();
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
        Box::new(SomeDistances(left))
    }
}

impl Estimator for SomeDistances {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        let offsets = position.offsets().iter().flatten().map(|offset| u64::from(*offset));
        let exact = Random(offsets.fold(0, |all, offset| all * 16 + offset)).below(2) == 0;
        if exact { self.0.get(position).copied() } else { Some(0) }
    }
}

#[test]
fn with_an_inconsistent_admissible_heuristic_states_are_reopened_and_solutions_are_optimal() {
    let mut reopened = 0;
    let boards = include_str!("../../puzzles/starter.txt").lines().filter(|line| !line.starts_with('#'));
    for puzzle in boards.filter_map(|board| format::parse(board).ok()) {
        for metric in [Metric::Moves, Metric::Steps] {
            let puzzle = puzzle.clone().with_rules(Rules::plain(metric));
            if distances(&Position::start(&puzzle), 3000).is_none() {
                continue;
            }
            let known = plain_search(&puzzle, usize::MAX).unwrap();
            for algorithm in ["astar", "idastar"] {
                let outcome =
                    by_name(algorithm).unwrap().run(&Task::new(&puzzle).with_heuristic(&Intermittent), &mut ());
                assert_eq!((outcome.status, outcome.cost()), (Status::Solved, known), "{algorithm}");
                assert!(outcome.is_optimal());
                check_solution(&puzzle, &outcome);
                reopened += outcome.statistics.reopened;
            }
        }
    }
    assert!(reopened > 100, "only {reopened}");
}

#[test]
fn idastar_is_optimal_with_a_small_table() {
    let puzzle = format::parse("A.BBCCADDE..XX.E.G.HHI.GJ.KILLJ.K.MM").unwrap();
    let run = |memory: u64| {
        let task = Task::new(&puzzle).with_limits(Limits { memory, ..Limits::default() });
        by_name("idastar").unwrap().run(&task, &mut ())
    };
    // With little memory the table keeps its first 4,096 entries.
    let (small, large) = (run(300_000), run(u64::MAX));
    assert!(large.statistics.states > 4096 && small.statistics.states <= 4096);
    assert!(small.statistics.expanded > large.statistics.expanded);
    assert_eq!((small.status, small.cost(), small.bound), (Status::Solved, Some(16), 16));
    check_solution(&puzzle, &small);
}

/// Records every progress report.
#[derive(Default)]
struct ProgressLog(Vec<Progress>);

impl Observer for ProgressLog {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.0.push(*progress);
        ControlFlow::Continue(())
    }
}

#[test]
fn during_the_search_of_a_large_board_the_bound_never_falls_and_the_best_cost_never_rises() {
    let mut reports = 0;
    for seed in 0..12 {
        let metric = if seed % 2 == 0 { Metric::Moves } else { Metric::Steps };
        let rules = Rules { metric, valet: seed % 3 == 0, default_fuel: None };
        let puzzle = Puzzle::try_from(Random(seed).board(12, 12, 40)).unwrap().with_rules(rules);
        let mut log = ProgressLog::default();
        let limits = Limits { states: 200_000, memory: 1 << 28 };
        let outcome = Solver::new(&puzzle).limits(limits).run_with(&mut log);
        assert!(outcome.statistics.states <= 220_000, "seed {seed}");
        for pair in log.0.windows(2) {
            assert!(pair[0].bound <= pair[1].bound && pair[0].statistics.expanded <= pair[1].statistics.expanded);
            let better = |best: u32| pair[1].best.is_some_and(|later| later <= best);
            assert!(pair[0].best.is_none_or(better));
        }
        let within = |progress: &Progress| {
            progress.bound <= outcome.bound && progress.best.is_none_or(|best| (outcome.bound..).contains(&best))
        };
        assert!(log.0.iter().all(within), "seed {seed}");
        reports += log.0.len();
    }
    assert!(reports > 100, "only {reports}");
}

#[test]
fn the_methods_for_large_puzzles_agree_with_breadth_first_search_under_all_rules() {
    // Random seeds of boards that are large, but not too large for breadth-first search.
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
        let bfs = by_name("bfs").unwrap().run(&Task::new(&puzzle), &mut ());
        assert!(has_tanks(&puzzle) || bfs.statistics.states > 140_000, "seed {seed} is small");
        let outcome = Solver::new(&puzzle).run();
        assert_eq!((outcome.status, outcome.cost()), (bfs.status, bfs.cost()), "seed {seed}");
        if outcome.status == Status::Solved {
            check_solution(&puzzle, &outcome);
            assert_eq!(Some(outcome.bound), bfs.cost(), "seed {seed}");
        }
    }
}

/// Follows A* with f = g + λ·h1 in whole thousandths: every visited position must be an open one with the lowest f.
struct BestFirstCheck {
    weight: u32,
    estimator: Box<dyn Estimator>,
    /// The lowest known cost of each position, and whether it is open.
    known: HashMap<Position, (u32, bool)>,
    visits: u64,
}

impl BestFirstCheck {
    fn f(&mut self, position: &Position, g: u32) -> u32 {
        1000 * g + self.weight * self.estimator.estimate(position).unwrap()
    }

    fn lowest(&mut self) -> Option<u32> {
        let open = self.known.iter().filter(|(_, (_, open))| *open);
        let open: Vec<(Position, u32)> = open.map(|(position, (g, _))| (position.clone(), *g)).collect();
        open.into_iter().map(|(position, g)| self.f(&position, g)).min()
    }
}

impl Observer for BestFirstCheck {
    fn wants_visits(&self) -> bool {
        true
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        let Visit { f, g, h, position, .. } = *visit;
        if self.known.is_empty() {
            self.known.insert(position.clone(), (0, true));
        }
        assert_eq!(self.known[position], (g, true), "an open position, with its lowest known cost");
        let thousandths = self.f(position, g);
        assert_eq!(Some(thousandths), self.lowest());
        assert_eq!(f, f64::from(thousandths) / 1000.0);
        assert_eq!(h, f64::from(thousandths - 1000 * g) / 1000.0);
        self.known.insert(position.clone(), (g, false));
        self.visits += 1;
        if position.is_solved() {
            return;
        }
        for mv in position.legal_moves() {
            let next = position.play(mv).unwrap();
            if self.known.get(&next).is_none_or(|(known, _)| g + 1 < *known) {
                self.known.insert(next, (g + 1, true));
            }
        }
    }
}

fn weighted(thousandths: u32) -> Arc<dyn Heuristic> {
    let mut parameters = Parameters::default();
    parameters.set("weight", f64::from(thousandths) / 1000.0).unwrap();
    heuristic::H3.configured(&parameters).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn astar_expands_by_the_exact_sum_of_cost_and_weighted_estimate(
        puzzle in crate::common::small_puzzles(), steps in any::<bool>(), valet in any::<bool>(),
        weight in prop_oneof![Just(1500), Just(2250), Just(5000), 1001..6000_u32],
    ) {
        let metric = if steps { Metric::Steps } else { Metric::Moves };
        let puzzle = crate::common::without_figures(&puzzle).with_rules(Rules { metric, valet, default_fuel: None });
        if distances(&Position::start(&puzzle), 500).is_none() {
            return Ok(());
        }
        let heuristic = weighted(weight);
        let task = Task::new(&puzzle).with_heuristic(heuristic.as_ref());
        let estimator = heuristic::H1.compile(&puzzle);
        let mut check = BestFirstCheck { weight, estimator, known: HashMap::new(), visits: 0 };
        let outcome = search::ASTAR.run(&task, &mut check);
        prop_assert_eq!(check.visits, outcome.statistics.expanded + u64::from(outcome.cost().is_some()));
        if outcome.cost().is_none() {
            prop_assert_eq!(check.lowest(), None, "every position was expanded");
        }
        // With an admissible h1, a solution costs at most λ times the optimum (Pohl 1970).
        let optimum = search::BFS.run(&task, &mut ()).cost();
        for algorithm in [search::ASTAR, search::IDASTAR] {
            let cost = algorithm.run(&task, &mut ()).cost();
            prop_assert_eq!(cost.is_some(), optimum.is_some());
            prop_assert!(cost.map(|cost| 1000 * cost) <= optimum.map(|optimum| weight * optimum));
        }
    }

    #[test]
    fn every_informed_search_reports_exact_fractions(puzzle in crate::common::small_puzzles(), weight in 1001..6000_u32) {
        let puzzle = crate::common::without_figures(&puzzle);
        if distances(&Position::start(&puzzle), 500).is_none() {
            return Ok(());
        }
        let heuristic = weighted(weight);
        let mut estimator = heuristic::H1.compile(&puzzle);
        let mut logs = Vec::new();
        for algorithm in [search::GREEDY, search::IDASTAR, search::TEXTBOOK_ASTAR, search::DIJKSTRA, search::BFS] {
            let mut log = VisitLog::default();
            algorithm.run(&Task::new(&puzzle).with_heuristic(heuristic.as_ref()), &mut log);
            let about = algorithm.about();
            for ([f, g, h], position) in log.0.iter().flat_map(|pass| &pass.visits) {
                let estimate = if about.informed { weight * estimator.estimate(position).unwrap() } else { 0 };
                let sum = if about.name == "greedy" { estimate } else { 1000 * *g as u32 + estimate };
                prop_assert_eq!([*f, *h], [sum, estimate].map(|value| f64::from(value) / 1000.0), "{}", about.name);
            }
            logs.push(log);
        }
        // A positive factor keeps the order of the estimates.
        let mut log = VisitLog::default();
        search::GREEDY.run(&Task::new(&puzzle).with_heuristic(heuristic::H1), &mut log);
        let positions = |log: &VisitLog| -> Vec<Position> {
            log.0.iter().flat_map(|pass| pass.visits.iter().map(|(_, position)| position.clone())).collect()
        };
        prop_assert_eq!(positions(&log), positions(&logs[0]));
    }
}

/// A visit as values: the node, its parent, the move, the length of the open list, f, g and h, and the position.
type VisitValues = (usize, Option<usize>, Option<Move>, u64, [f64; 3], Position);

/// Records every value of every visit.
#[derive(Default)]
struct FullLog(Vec<VisitValues>);

impl Observer for FullLog {
    fn wants_visits(&self) -> bool {
        true
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        let Visit { node, parent, mv, f, g, h, open, position, .. } = *visit;
        self.0.push((node, parent, mv, open, [f, f64::from(g), h], position.clone()));
    }
}

/// Number of states up to which `auto` is breadth-first search.
const SMALL: u64 = 4096;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn on_small_puzzles_auto_expands_the_same_positions_in_the_same_order_as_breadth_first_search(
        puzzle in crate::common::puzzles(), rules in crate::common::rules(0..1), most in prop_oneof![0..70_u64, 70..6000_u64],
    ) {
        let puzzle = crate::common::without_figures(&puzzle).with_rules(Rules { default_fuel: None, ..rules });
        if heuristic::relaxed_unsolvable(&puzzle).is_some() {
            return Ok(());
        }
        let run = |algorithm| {
            let mut log = FullLog::default();
            let outcome = Solver::new(&puzzle).algorithm(algorithm).limits(Limits::states(most)).run_with(&mut log);
            (outcome, log.0)
        };
        let ((auto, auto_log), (bfs, bfs_log)) = (run(search::AUTO), run(search::BFS));
        if bfs.statistics.states >= SMALL {
            // Another method may follow. The length of the open list is that before the last batch, so not all states
            // are counted.
            let first = bfs_log.iter().enumerate().take_while(|(index, visit)| *index as u64 + visit.3 < SMALL * 3 / 4).count();
            prop_assert!(first > 0 && auto_log[..first] == bfs_log[..first]);
            prop_assert!(auto.cost().is_none() || bfs.cost().is_none() || auto.cost() == bfs.cost());
            prop_assert!(auto.cost().is_none_or(|cost| bfs.bound <= cost));
            return Ok(());
        }
        prop_assert_eq!((auto.status, &auto.solution, auto.bound), (bfs.status, &bfs.solution, bfs.bound));
        prop_assert!(auto.statistics.generated <= bfs.statistics.generated);
        let comparable = |mut statistics: Statistics| {
            (statistics.generated, statistics.peak_memory) = (0, 0);
            statistics
        };
        prop_assert_eq!(comparable(auto.statistics), comparable(bfs.statistics));
        prop_assert_eq!(auto_log, bfs_log);
    }
}
