//! Clusters agree with plain search by the reference rules, and the claims of every heuristic hold on them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::ControlFlow;

use proptest::prelude::*;
use rushlab::analysis::{Cluster, Properties, Stopped};
use rushlab::format::{self, Reader};
use rushlab::heuristic::{self, HEURISTICS, ParameterError, Parameters};
use rushlab::position::{Move, Position};
use rushlab::puzzle::{Metric, Puzzle, Rules};
use rushlab::search::{Limit, Limits, Observer, Progress};

fn explored(puzzle: &Puzzle, states: u64) -> Result<Cluster, Stopped> {
    Cluster::new(puzzle, Limits::states(states), &mut ())
}

fn whole(board: &str, rules: Rules) -> Cluster {
    explored(&format::parse(board).unwrap().with_rules(rules), u64::MAX).unwrap()
}

fn rules() -> impl Strategy<Value = Rules> {
    (any::<bool>(), any::<bool>(), prop::option::weighted(0.4, 0..9_u16)).prop_map(|(steps, valet, default_fuel)| {
        Rules { metric: if steps { Metric::Steps } else { Metric::Moves }, valet, default_fuel }
    })
}

/// All positions that are reachable from a first one, found by slow and obvious code.
struct PlainCluster {
    positions: Vec<Position>,
    moves: Vec<Vec<(Move, usize)>>,
    depths: Vec<usize>,
    distances: Vec<Option<u32>>,
}

impl PlainCluster {
    /// Explores from a position; `None` if there are more than `most` positions.
    fn new(first: Position, most: usize) -> Option<PlainCluster> {
        let mut positions = vec![first];
        let mut numbers = HashMap::from([(positions[0].clone(), 0)]);
        let (mut moves, mut depths) = (Vec::new(), vec![0]);
        while let Some(position) = positions.get(moves.len()).cloned() {
            if positions.len() > most {
                return None;
            }
            let depth = depths[moves.len()] + 1;
            let mut successors = Vec::new();
            for mv in position.legal_moves() {
                let next = position.play(mv).unwrap();
                let number = *numbers.entry(next.clone()).or_insert(positions.len());
                if number == positions.len() {
                    positions.push(next);
                    depths.push(depth);
                }
                successors.push((mv, number));
            }
            moves.push(successors);
        }
        let mut distances: Vec<Option<u32>> =
            positions.iter().map(|position| position.is_solved().then_some(0)).collect();
        // A position is one move farther than its nearest successor. This is repeated until nothing changes.
        let mut changed = true;
        while changed {
            changed = false;
            for (number, successors) in moves.iter().enumerate().rev() {
                let nearest =
                    successors.iter().filter_map(|(_, next)| distances[*next]).min().map(|nearest| nearest + 1);
                if nearest.is_some_and(|nearest| distances[number].is_none_or(|known| nearest < known)) {
                    distances[number] = nearest;
                    changed = true;
                }
            }
        }
        Some(PlainCluster { positions, moves, depths, distances })
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// The first position of a cluster has no tank where the plan does not track it.
    #[test]
    fn a_cluster_equals_plain_search_in_the_space_of_its_plan(puzzle in crate::common::puzzles(), rules in rules()) {
        let puzzle = puzzle.with_rules(rules);
        let Ok(cluster) = explored(&puzzle, 1500) else { return Ok(()) };
        let start = cluster.position(0);
        prop_assert!(start.offsets() == Position::start(&puzzle).offsets());
        for vehicle in 0..puzzle.vehicles().len() {
            let tracked = puzzle.tank(vehicle).filter(|_| cluster.plan().tracks(vehicle));
            prop_assert_eq!(start.fuel()[vehicle], tracked);
        }
        let plain = PlainCluster::new(start, usize::MAX).unwrap();
        prop_assert_eq!(cluster.size(), plain.positions.len());
        prop_assert_eq!(cluster.move_count(), plain.moves.iter().map(Vec::len).sum::<usize>());
        for number in 0..cluster.size() {
            prop_assert_eq!(&cluster.position(number), &plain.positions[number]);
            prop_assert_eq!(&cluster.moves(number).collect::<Vec<_>>(), &plain.moves[number]);
            prop_assert_eq!(cluster.distance(number), plain.distances[number]);
        }
        let depths: Vec<usize> =
            cluster.layers().enumerate().flat_map(|(depth, layer)| layer.map(move |_| depth)).collect();
        prop_assert_eq!(depths, plain.depths);

        let at = |distance| (0..cluster.size()).filter(|number| plain.distances[*number] == Some(distance)).count();
        let greatest = plain.distances.iter().flatten().max().copied();
        let counts: Vec<usize> = greatest.map_or_else(Vec::new, |greatest| (0..=greatest).map(at).collect());
        prop_assert_eq!(cluster.histogram(), counts);
        prop_assert_eq!(cluster.goals(), at(0));
        prop_assert_eq!(cluster.greatest_distance(), greatest);
        prop_assert_eq!(cluster.farthest().count(), greatest.map_or(0, at));
        prop_assert!(cluster.farthest().all(|number| cluster.distance(number) == greatest));
    }

    /// A position of a cluster stands for all positions of the game that differ from it only in tanks that the plan
    /// does not track. These exist, and the best of them is as far from the start and from the goals as the cluster
    /// says.
    #[test]
    fn the_distances_of_a_cluster_are_exact_under_the_rules_of_fuel(
        puzzle in crate::common::small_puzzles(), figures in crate::common::small_figures(), rules in rules(),
    ) {
        let puzzle = crate::common::with_figures(&puzzle, &figures).with_rules(rules);
        let Ok(cluster) = explored(&puzzle, 1500) else { return Ok(()) };
        let Some(plain) = PlainCluster::new(Position::start(&puzzle), 20_000) else { return Ok(()) };
        let key = |position: &Position| {
            let tracked = |(vehicle, units): (usize, &Option<u16>)| units.filter(|_| cluster.plan().tracks(vehicle));
            let fuel: Vec<Option<u16>> = position.fuel().iter().enumerate().map(tracked).collect();
            (position.offsets().to_vec(), fuel)
        };
        let mut best: HashMap<_, (usize, Option<u32>)> = HashMap::new();
        for (number, position) in plain.positions.iter().enumerate() {
            let (depth, distance) = (plain.depths[number], plain.distances[number]);
            let (least, nearest) = best.entry(key(position)).or_insert((depth, distance));
            *least = depth.min(*least);
            *nearest = [*nearest, distance].into_iter().flatten().min();
        }
        prop_assert_eq!(cluster.size(), best.len());
        for (depth, layer) in cluster.layers().enumerate() {
            for number in layer {
                let found = best.get(&key(&cluster.position(number))).copied();
                prop_assert_eq!(found, Some((depth, cluster.distance(number))));
            }
        }
    }

    #[test]
    fn a_cluster_with_harmless_tanks_is_as_large_as_one_without_fuel(puzzle in crate::common::small_puzzles(), rules in rules()) {
        let plain = crate::common::without_figures(&puzzle).with_rules(Rules { default_fuel: None, ..rules });
        let Ok(cluster) = explored(&plain, 1500) else { return Ok(()) };
        // No shortest path drives a vehicle farther than this.
        let enough = 2 * cluster.size() as u16 * 16;
        let fuelled = explored(&plain.with_rules(Rules { default_fuel: Some(enough), ..rules }), 1500).unwrap();
        prop_assert_eq!(fuelled.plan().tracked().count(), 0);
        prop_assert_eq!((fuelled.size(), fuelled.histogram()), (cluster.size(), cluster.histogram()));
    }

    #[test]
    fn a_puzzle_that_starts_at_a_position_has_the_same_distance(
        puzzle in crate::common::puzzles(), rules in rules(), choice in any::<prop::sample::Index>(),
    ) {
        let puzzle = puzzle.with_rules(rules);
        let Ok(cluster) = explored(&puzzle, 20_000) else { return Ok(()) };
        let number = choice.index(cluster.size());
        let there = cluster.position(number).to_puzzle().unwrap();
        let Ok(other) = explored(&there, 100_000) else { return Ok(()) };
        prop_assert_eq!(other.distance(0), cluster.distance(number));
        // Vehicles may be in another order, and those that the valet has removed are missing; so boards are compared as
        // text.
        let boards = |cluster: &Cluster| cluster.positions().map(|position| position.to_string()).collect::<HashSet<_>>();
        prop_assert!(boards(&other).is_subset(&boards(&cluster)));
    }

    #[test]
    fn the_claims_of_every_heuristic_hold(puzzle in crate::common::puzzles(), rules in rules()) {
        let puzzle = puzzle.with_rules(rules);
        let Ok(cluster) = explored(&puzzle, 20_000) else { return Ok(()) };
        for heuristic in HEURISTICS {
            let about = heuristic.about();
            let properties = Properties::of(&cluster, *heuristic);
            if about.admissible.holds(rules) {
                prop_assert_eq!(&properties.overestimate_example, &None, "{}", about.name);
            }
            if about.consistent.holds(rules) {
                prop_assert_eq!(&properties.inconsistency_example, &None, "{}", about.name);
            }
            prop_assert_eq!(properties.is_admissible(), properties.overestimate_example.is_none());
            prop_assert_eq!(properties.is_consistent(), properties.inconsistency_example.is_none());
            prop_assert_eq!(properties.solvable, (0..cluster.size()).filter_map(|number| cluster.distance(number)).count());
        }
    }

    #[test]
    fn the_useful_moves_of_every_solution_cost_at_least_the_estimate(
        puzzle in crate::common::puzzles(), rules in rules(),
    ) {
        let puzzle = puzzle.with_rules(rules);
        let Ok(cluster) = explored(&puzzle, 500) else { return Ok(()) };
        for heuristic in HEURISTICS.iter().filter(|heuristic| heuristic.about().admissible.holds(rules)) {
            let mut estimator = heuristic.compile(&puzzle);
            for number in 0..cluster.size() {
                let Some(estimate) = estimator.estimate(&cluster.position(number)) else { continue };
                let useful = estimator.useful_moves();
                let least = least_cost(&cluster, number, |mv| if useful.contains(mv) { rules.metric.cost(mv.cells) } else { 0 });
                let enough = least.is_none_or(|cost| cost * heuristic.scale() >= estimate);
                prop_assert!(enough, "{} at {:?}", heuristic.about().name, cluster.position(number));
            }
        }
    }

    #[test]
    fn a_solution_that_costs_the_estimate_can_begin_with_a_first_move(
        puzzle in crate::common::puzzles(), rules in rules(),
    ) {
        let puzzle = puzzle.with_rules(rules);
        let Ok(cluster) = explored(&puzzle, 5_000) else { return Ok(()) };
        for heuristic in HEURISTICS.iter().filter(|heuristic| heuristic.about().admissible.holds(rules)) {
            let mut estimator = heuristic.compile(&puzzle);
            for number in 0..cluster.size() {
                let estimate = estimator.estimate(&cluster.position(number));
                let Some(cost) = cluster.distance(number).filter(|cost| Some(cost * heuristic.scale()) == estimate) else { continue };
                let first = estimator.first_moves();
                let leads_on = |(mv, next): (Move, usize)| {
                    first.contains(mv) && cluster.distance(next).is_some_and(|left| left + rules.metric.cost(mv.cells) == cost)
                };
                let found = cost == 0 || cluster.moves(number).any(leads_on);
                prop_assert!(found, "{} at {:?}", heuristic.about().name, cluster.position(number));
            }
        }
    }
}

/// Returns the least cost from a position of a cluster to a goal, if each move costs what a function says.
fn least_cost(cluster: &Cluster, start: usize, cost: impl Fn(Move) -> u32) -> Option<u32> {
    let mut open = std::collections::BinaryHeap::from([(std::cmp::Reverse(0), start)]);
    let mut closed = vec![false; cluster.size()];
    while let Some((std::cmp::Reverse(so_far), number)) = open.pop() {
        if cluster.distance(number) == Some(0) {
            return Some(so_far);
        }
        if !std::mem::replace(&mut closed[number], true) {
            open.extend(cluster.moves(number).map(|(mv, next)| (std::cmp::Reverse(so_far + cost(mv)), next)));
        }
    }
    None
}

const PLAIN: Rules = Rules::plain(Metric::Moves);

/// The rules that matter for claims, as the table in `docs/heuristics.md` names them. A counterexample without fuel is
/// one with full tanks.
const RULES: &[(&str, Rules)] = &[
    ("moves", PLAIN),
    ("steps", Rules::plain(Metric::Steps)),
    ("moves, valet", Rules { valet: true, ..PLAIN }),
    ("steps, valet", Rules { valet: true, metric: Metric::Steps, default_fuel: None }),
];

const ALL: &[&str] = &["moves", "steps", "moves, valet", "steps, valet"];
const MOVES: &[&str] = &["moves", "moves, valet"];
const STEPS: &[&str] = &["steps", "steps, valet"];

fn rules_named(name: &str) -> Rules {
    RULES.iter().find(|(other, _)| *other == name).unwrap().1
}

/// Names of rules in [`RULES`].
type RuleNames = &'static [&'static str];

/// Boards with an overestimate: the heuristic, the board, the rules, the estimate and the distance.
const OVERESTIMATES: &[(&str, &str, RuleNames, u32, u32)] = &[
    ("h2", "............AABBB...................", &["moves, valet"], 3, 2),
    ("h3", "............AA.B.....B..............", MOVES, 5, 2),
    ("h3", "............AA.BC....BC.............", STEPS, 10, 6),
    ("inf421-h2", "...BCD...BCDAA.BCD.........EEE......", MOVES, 6, 5),
];

/// Boards on which a move lowers the estimate by more than its cost: the move, and the estimates before and after it.
const INCONSISTENCIES: &[(&str, &str, RuleNames, &str, u32, u32)] = &[
    ("h2", "............AABBB...................", &["moves, valet", "steps, valet"], "B right 1", 3, 0),
    ("h3", "............AA.B.....B..............", ALL, "B down 1", 5, 0),
    ("h4", "...BI....BI.AA.BI..FGHH..FGCC.......", MOVES, "H right 1", 8, 6),
    ("h4", "........B...AAB..C..B..C..DD.E..FFFE", STEPS, "D right 1", 11, 9),
    ("inf421-h2", "...BCD...BCDAA.BCD.........EEE......", MOVES, "E left 3", 6, 3),
];

#[test]
fn a_property_is_claimed_for_exactly_the_rules_without_a_counterexample() {
    for about in HEURISTICS.iter().map(|heuristic| heuristic.about()) {
        for (rules_name, rules) in RULES {
            let overestimates = OVERESTIMATES.iter().filter(|(name, ..)| *name == about.name);
            let too_high = overestimates.clone().any(|(_, _, under, ..)| under.contains(rules_name));
            assert_eq!(about.admissible.holds(*rules), !too_high, "{} is admissible: {rules_name}", about.name);
            let mut inconsistencies = INCONSISTENCIES.iter().filter(|(name, ..)| *name == about.name);
            let inconsistent = inconsistencies.any(|(_, _, under, ..)| under.contains(rules_name));
            assert_eq!(about.consistent.holds(*rules), !inconsistent, "{} is consistent: {rules_name}", about.name);
        }
    }
}

/// Returns the rows of the table of claims in `docs/heuristics.md`.
fn documented_claims() -> Vec<Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/heuristics.md");
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().skip_while(|line| !line.starts_with("| heuristic | property |"));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect();
    lines.take_while(|line| line.starts_with('|')).map(cells).collect()
}

#[test]
fn the_table_of_claims_in_the_documentation_equals_the_registry() {
    let table = documented_claims();
    let heads: Vec<&str> = table[0][2..].iter().map(String::as_str).collect();
    assert_eq!(heads, ALL);
    let mut expected = Vec::new();
    for about in HEURISTICS.iter().map(|heuristic| heuristic.about()) {
        for (property, claim) in [("admissible", about.admissible), ("consistent", about.consistent)] {
            let answers = RULES.iter().map(|(_, rules)| if claim.holds(*rules) { "yes" } else { "no" });
            expected.push([about.name, property].into_iter().chain(answers).map(str::to_owned).collect::<Vec<_>>());
        }
    }
    assert_eq!(table[2..], expected);
}

#[test]
fn the_counterexamples_of_the_documentation_are_those_that_are_tested() {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/heuristics.md")).unwrap();
    let boards = OVERESTIMATES.iter().map(|entry| entry.1).chain(INCONSISTENCIES.iter().map(|entry| entry.1));
    boards.for_each(|board| assert!(text.contains(board), "{board}"));
}

#[test]
fn the_listed_overestimates_are_found() {
    for (name, board, under, estimate, distance) in OVERESTIMATES {
        for rules in under.iter().map(|name| rules_named(name)) {
            let heuristic = heuristic::by_name(name).unwrap();
            let cluster = whole(board, rules);
            let estimated = heuristic.compile(cluster.puzzle()).estimate(&cluster.position(0));
            assert_eq!((estimated, cluster.distance(0)), (Some(*estimate), Some(*distance)), "{name}");

            let properties = Properties::of(&cluster, heuristic);
            let found = properties.overestimate_example.as_ref().unwrap();
            assert!(!properties.is_admissible() && found.distance <= *distance, "{name}");
            assert!(found.estimate > Some(found.distance.into()), "{name}");
            assert!(properties.worst >= Some((estimate - distance).into()), "{name}");
            let there = explored(&found.position.to_puzzle().unwrap(), u64::MAX).unwrap();
            assert_eq!(there.distance(0), Some(found.distance), "{name}");
        }
    }
}

#[test]
fn the_listed_inconsistencies_are_found() {
    for (name, board, under, mv, before, after) in INCONSISTENCIES {
        for rules in under.iter().map(|name| rules_named(name)) {
            let heuristic = heuristic::by_name(name).unwrap();
            let cluster = whole(board, rules);
            let mut estimator = heuristic.compile(cluster.puzzle());
            let words = |mv: &Move| {
                let label = cluster.puzzle().vehicles()[mv.vehicle].label;
                format!("{label} {} {}", mv.direction, mv.cells)
            };
            let (_, next) = cluster.moves(0).find(|(found, _)| words(found) == *mv).unwrap();
            let estimates = [0, next].map(|number| estimator.estimate(&cluster.position(number)));
            assert_eq!(estimates, [Some(*before), Some(*after)], "{name}");

            let properties = Properties::of(&cluster, heuristic);
            let found = properties.inconsistency_example.as_ref().unwrap();
            let there = found.position.play(found.mv).unwrap();
            let estimates = [&found.position, &there].map(|position| estimator.estimate(position).map(f64::from));
            assert_eq!(estimates, [found.before, Some(found.after)], "{name}");
            assert!(!properties.is_consistent() && found.before > Some(found.after + 1.0), "{name}");
        }
    }
}

#[test]
fn averages_are_over_the_solvable_positions() {
    // A is 2, 1 or 0 cells from the exit and B never blocks it, so the distance is 1 or 0.
    let cluster = whole("4x3:BB..AA......", PLAIN);
    let properties = Properties::of(&cluster, heuristic::by_name("h0").unwrap());
    assert_eq!((cluster.size(), properties.solvable, properties.exact), (9, 9, 3));
    assert_eq!(properties.mean_error(), Some(6.0 / 9.0));
    assert_eq!(properties.exact_share(), Some(3.0 / 9.0));

    let unsolvable = whole("............AABB....................", PLAIN);
    let properties = Properties::of(&unsolvable, heuristic::by_name("h3").unwrap());
    assert_eq!((unsolvable.goals(), unsolvable.greatest_distance(), properties.solvable), (0, None, 0));
    assert!(properties.is_admissible() && properties.mean_error().is_none() && properties.exact_share().is_none());
}

#[test]
fn an_exploration_that_stops_early_names_the_reason() {
    struct StopAtOnce;
    impl Observer for StopAtOnce {
        fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let puzzle = format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K").unwrap();
    let size = explored(&puzzle, u64::MAX).unwrap().size() as u64;
    assert!(explored(&puzzle, size).is_ok());
    assert_eq!(explored(&puzzle, size - 1).unwrap_err(), Stopped::Limit(Limit::States));
    let little = Limits { memory: 200_000, ..Limits::default() };
    assert_eq!(Cluster::new(&puzzle, little, &mut ()).unwrap_err(), Stopped::Limit(Limit::Memory));
    assert_eq!(Cluster::new(&puzzle, Limits::default(), &mut StopAtOnce).unwrap_err(), Stopped::Interrupted);
}

#[test]
fn parameters_change_the_estimates_of_the_heuristics_that_have_them() {
    let cluster = whole("............AA.B.....B..............", PLAIN);
    let estimate = |parameters: &Parameters| {
        let heuristic = heuristic::H3.configured(parameters).unwrap();
        let estimate = heuristic.compile(cluster.puzzle()).estimate(&cluster.position(0));
        (heuristic.title(), estimate, Properties::of(&cluster, heuristic.as_ref()).is_admissible())
    };
    let mut parameters = Parameters::default();
    assert_eq!(estimate(&parameters), ("h3 λ=5".to_owned(), Some(5), false));
    parameters.set("weight", 7.0).unwrap();
    assert_eq!(estimate(&parameters), ("h3 λ=7".to_owned(), Some(7), false));
    parameters.set("weight", 1.5).unwrap();
    assert_eq!(estimate(&parameters), ("h3 λ=1.5".to_owned(), Some(3), true), "3 halves");
    assert_eq!(parameters.values().collect::<Vec<_>>(), [("weight", 1.5)]);

    for weight in [1.0, 0.5, 1000.5, f64::NAN, f64::INFINITY] {
        let error = parameters.set("weight", weight).unwrap_err();
        assert_eq!(error.to_string(), "λ, the weight, must be greater than 1 and at most 1000", "{weight}");
    }
    let error = parameters.set("weight", 1.0001).unwrap_err();
    assert_eq!(error.to_string(), "the weight must have at most 3 decimals");
    let error = parameters.set("entries", 1.5).unwrap_err();
    assert_eq!(error.to_string(), "the entries must be a whole number");
    let error = parameters.set("entries", 0.0).unwrap_err();
    assert_eq!(error.to_string(), "the entries must be from 1 to 4194304");
    assert_eq!(parameters.set("height", 1.0).unwrap_err(), ParameterError::Unknown("height".to_owned()));
    assert!(heuristic::H1.configured(&parameters).is_none());
}

/// Compares with twice the distances and three times `h1`, in whole numbers.
#[test]
fn fractions_of_a_weight_are_not_rounded() {
    let mut parameters = Parameters::default();
    parameters.set("weight", 1.5).unwrap();
    let h3 = heuristic::H3.configured(&parameters).unwrap();
    for rules in [PLAIN, Rules { metric: Metric::Steps, ..PLAIN }] {
        let cluster = whole("............AA.BCD...BCD............", rules);
        let mut estimator = heuristic::H1.compile(cluster.puzzle());
        let mut halves = |number| 3 * i64::from(estimator.estimate(&cluster.position(number)).unwrap());
        let halves: Vec<i64> = (0..cluster.size()).map(&mut halves).collect();
        let solvable = (0..cluster.size()).filter_map(|number| Some((number, i64::from(cluster.distance(number)?))));
        let excesses: Vec<i64> = solvable.map(|(number, distance)| halves[number] - 2 * distance).collect();
        let moves = (0..cluster.size()).flat_map(|number| cluster.moves(number).map(move |(_, next)| (number, next)));
        let inconsistent = moves.filter(|(number, next)| halves[*number] > halves[*next] + 2).count();

        let properties = Properties::of(&cluster, h3.as_ref());
        assert_eq!(properties.overestimate_count, excesses.iter().filter(|excess| **excess > 0).count());
        assert_eq!(properties.exact, excesses.iter().filter(|excess| **excess == 0).count());
        assert_eq!(properties.error, -excesses.iter().sum::<i64>() as f64 / 2.0);
        assert_eq!(properties.worst, excesses.iter().max().map(|most| (*most).max(0) as f64 / 2.0));
        assert_eq!(properties.inconsistency_count, inconsistent);
        assert!(inconsistent > 0, "one move of a blocker lowers it by 1.5");
        let example = properties.inconsistency_example.unwrap();
        assert_eq!(example.before, Some(example.after + 1.5));
        match rules.metric {
            Metric::Moves => {
                let example = properties.overestimate_example.unwrap();
                assert_eq!((example.estimate, example.distance, properties.worst), (Some(4.5), 4, Some(0.5)));
            }
            Metric::Steps => assert!(properties.overestimate_example.is_none(), "each blocker costs 2 steps"),
        }
    }
}

#[test]
fn a_plan_tracks_only_tanks_that_are_not_harmless() {
    let tracked = |text: &str, rules: Rules| {
        let cluster = whole(text, rules);
        let labels = cluster.plan().tracked().map(|vehicle| cluster.puzzle().vehicles()[vehicle].label.to_string());
        (labels.collect::<Vec<_>>(), cluster.size())
    };
    let course = Rules::comp472(Metric::Moves);
    let board = "IIB...C.BHHHC.AAD.....D.EEGGGF.....F";
    assert_eq!(tracked(board, course), tracked(board, Rules { default_fuel: None, ..course }));
    // B never blocks A. It needs 2 units to reach all cells of its row.
    assert_eq!(tracked("4x3:BB..AA...... B2", PLAIN), (Vec::new(), 9));
    assert_eq!(tracked("4x3:BB..AA...... B1", PLAIN), (vec!["B".to_owned()], 6));
}

#[test]
fn a_large_cluster_has_541_934_positions() {
    let cluster = whole("BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...", PLAIN);
    assert_eq!((cluster.size(), cluster.distance(0)), (541_934, Some(15)));
    assert_eq!(cluster.histogram().iter().sum::<usize>(), 541_934);
}

#[test]
fn every_cluster_of_the_corpus_has_its_published_size() {
    let Some(corpus) = crate::common::corpus() else { return };
    let table = |file: &str| -> Vec<Vec<String>> {
        let text = fs::read_to_string(corpus.join(file)).unwrap();
        text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    };
    let number = |row: &[String], column: usize| row[column].parse::<u32>().unwrap();
    let mut checked = 0;
    let mut check = |puzzle: &Puzzle, cost: u32, size: u32| {
        let cluster = explored(puzzle, u64::MAX).unwrap();
        assert_eq!((cluster.distance(0), cluster.size()), (Some(cost), size as usize));
        checked += 1;
    };
    for row in &table("cards/cards-01-20.tsv")[1..] {
        check(&format::parse(&row[1]).unwrap(), number(row, 2), number(row, 4));
    }
    for row in &table("database/rush-sample.txt") {
        check(&format::parse(&row[1]).unwrap(), number(row, 0), number(row, 2));
    }
    for row in &table("inf421/expected.tsv")[1..] {
        let file = fs::File::open(corpus.join("inf421").join(&row[0])).unwrap();
        let draft = Reader::open(file, None, None).unwrap().next().unwrap().unwrap();
        let puzzle = Puzzle::try_from(draft).unwrap();
        check(&puzzle, number(row, 1), number(row, 3));
        check(&puzzle.with_rules(Rules::plain(Metric::Steps)), number(row, 2), number(row, 3));
    }
    assert_eq!(checked, 20 + 1500 + 2 * 6);
}
