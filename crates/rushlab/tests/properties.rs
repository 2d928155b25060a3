//! Clusters are what plain search with the reference rules finds, and every claim about a heuristic holds on them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;

use proptest::prelude::*;
use rushlab::analysis::{Cluster, Properties, Stopped, puzzle_at};
use rushlab::format::{self, Reader};
use rushlab::heuristic::{self, Claim, HEURISTICS, Parameters};
use rushlab::puzzle::{Metric, Puzzle, Rules};
use rushlab::position::{Move, Position};
use rushlab::search::{Limit, Limits, Observer, Progress};

fn explored(puzzle: &Puzzle, states: u64) -> Result<Cluster, Stopped> {
    Cluster::new(puzzle, Limits { states, ..Limits::default() }, &mut ())
}

fn whole(board: &str, rules: Rules) -> Cluster {
    explored(&format::parse(board).unwrap().with_rules(rules), u64::MAX).unwrap()
}

fn rules() -> impl Strategy<Value = Rules> {
    (any::<bool>(), any::<bool>(), prop::option::weighted(0.4, 0..9_u16)).prop_map(|(steps, valet, default_fuel)| {
        Rules { metric: if steps { Metric::Steps } else { Metric::Moves }, valet, default_fuel }
    })
}

/// A cluster, slow and obvious.
struct Plain {
    positions: Vec<Position>,
    moves: Vec<Vec<(Move, usize)>>,
    depths: Vec<usize>,
    distances: Vec<Option<u32>>,
}

impl Plain {
    fn new(puzzle: &Puzzle) -> Plain {
        let mut positions = vec![Position::start(puzzle)];
        let mut numbers = HashMap::from([(positions[0].clone(), 0)]);
        let (mut moves, mut depths) = (Vec::new(), vec![0]);
        while let Some(position) = positions.get(moves.len()).cloned() {
            let depth = depths[moves.len()] + 1;
            let mut lead = Vec::new();
            for mv in position.legal_moves() {
                let next = position.play(mv).unwrap();
                let number = *numbers.entry(next.clone()).or_insert(positions.len());
                if number == positions.len() {
                    positions.push(next);
                    depths.push(depth);
                }
                lead.push((mv, number));
            }
            moves.push(lead);
        }
        let mut distances: Vec<Option<u32>> =
            positions.iter().map(|position| position.is_solved().then_some(0)).collect();
        // A position is one move farther than the nearest one that it leads to: until nothing changes.
        let mut changed = true;
        while changed {
            changed = false;
            for (number, lead) in moves.iter().enumerate().rev() {
                let nearest = lead.iter().filter_map(|(_, next)| distances[*next]).min().map(|nearest| nearest + 1);
                if nearest.is_some_and(|nearest| distances[number].is_none_or(|known| nearest < known)) {
                    distances[number] = nearest;
                    changed = true;
                }
            }
        }
        Plain { positions, moves, depths, distances }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_cluster_is_what_plain_search_finds(puzzle in common::puzzles(), rules in rules()) {
        let puzzle = puzzle.with_rules(rules);
        let Ok(cluster) = explored(&puzzle, 1500) else { return Ok(()) };
        let plain = Plain::new(&puzzle);
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

    #[test]
    fn a_puzzle_that_begins_at_a_position_is_as_far_from_its_goal(
        puzzle in common::puzzles(), rules in rules(), choice in any::<prop::sample::Index>(),
    ) {
        let puzzle = puzzle.with_rules(rules);
        let Ok(cluster) = explored(&puzzle, 20_000) else { return Ok(()) };
        let number = choice.index(cluster.size());
        let there = PUZZLE_AT(&puzzle, &cluster.position(number)).unwrap();
        let other = explored(&there, 20_000).unwrap();
        prop_assert_eq!(other.distance(0), cluster.distance(number));
        prop_assert!(other.size() <= cluster.size());
    }

    #[test]
    fn every_claim_of_the_registry_holds(puzzle in common::puzzles(), rules in rules()) {
        let puzzle = puzzle.with_rules(rules);
        let Ok(cluster) = explored(&puzzle, 20_000) else { return Ok(()) };
        for heuristic in HEURISTICS {
            let about = heuristic.about();
            let properties = Properties::of(&cluster, *heuristic);
            if about.admissible.holds(rules) {
                prop_assert_eq!(&properties.overestimate, &None, "{}", about.name);
            }
            if about.consistent.holds(rules) {
                prop_assert_eq!(&properties.fall, &None, "{}", about.name);
            }
            prop_assert_eq!(properties.too_high > 0, properties.overestimate.is_some());
            prop_assert_eq!(properties.inconsistent > 0, properties.fall.is_some());
        }
    }

    #[test]
    fn a_move_that_may_not_help_leads_to_no_position_with_less_left_than_was_estimated(
        puzzle in common::puzzles(), rules in rules(),
    ) {
        let puzzle = puzzle.with_rules(rules);
        let Ok(cluster) = explored(&puzzle, 5_000) else { return Ok(()) };
        for heuristic in HEURISTICS.iter().filter(|heuristic| heuristic.about().admissible.holds(rules)) {
            let mut estimator = heuristic.compile(&puzzle);
            for number in 0..cluster.size() {
                let Some(estimate) = estimator.estimate(&cluster.position(number)) else { continue };
                for (mv, next) in cluster.moves(number).filter(|(mv, _)| !estimator.may_help(*mv)) {
                    let enough = cluster.distance(next).is_none_or(|left| left >= estimate);
                    prop_assert!(enough, "{}: {mv:?} from {:?}", heuristic.about().name, cluster.position(number));
                }
            }
        }
    }
}

const PLAIN: Rules = Rules::plain(Metric::Moves);
const VALET: Rules = Rules { valet: true, ..PLAIN };

/// Boards on which a heuristic says more than is left: what it says, and what is left.
const TOO_HIGH: &[(&str, &str, Rules, u32, u32)] = &[
    ("h2", "............AABBB...................", VALET, 3, 2),
    ("h3", "............AA.B.....B..............", PLAIN, 5, 2),
    ("inf421-h2", "...BCD...BCDAA.BCD.........EEE......", PLAIN, 6, 5),
];

/// Boards on which a move lowers a heuristic by more than it costs: the move, the estimates before it and after it.
const FALLS: &[(&str, &str, Rules, &str, u32, u32)] = &[
    ("h2", "............AABBB...................", VALET, "B right 1", 3, 0),
    ("h3", "............AA.B.....B..............", PLAIN, "B down 1", 5, 0),
    ("h4", "...BI....BI.AA.BI..FGHH..FGCC.......", PLAIN, "H right 1", 8, 6),
    ("inf421-h2", "...BCD...BCDAA.BCD.........EEE......", PLAIN, "E left 3", 6, 3),
];

#[test]
fn for_every_claim_that_does_not_always_hold_there_is_a_board() {
    let refuted = |claim: Claim, rules: Option<Rules>| match claim {
        Claim::Always => rules.is_none(),
        Claim::WithoutValet => rules == Some(VALET),
        Claim::Never => rules == Some(PLAIN),
    };
    for about in HEURISTICS.iter().map(|heuristic| heuristic.about()) {
        let too_high = TOO_HIGH.iter().find(|(name, ..)| *name == about.name).map(|entry| entry.2);
        assert!(refuted(about.admissible, too_high), "{} is admissible: {:?}", about.name, about.admissible);
        let fall = FALLS.iter().find(|(name, ..)| *name == about.name).map(|entry| entry.2);
        assert!(refuted(about.consistent, fall), "{} is consistent: {:?}", about.name, about.consistent);
    }
}

#[test]
fn estimates_are_too_high_where_they_are_said_to_be() {
    for (name, board, rules, estimate, truth) in TOO_HIGH {
        let heuristic = heuristic::named(name).unwrap();
        let cluster = whole(board, *rules);
        let said = heuristic.compile(cluster.puzzle(), Parameters::default()).estimate(&cluster.position(0));
        assert_eq!((said, cluster.distance(0)), (Some(*estimate), Some(*truth)), "{name}");

        let properties = Properties::of(&cluster, heuristic);
        let found = properties.overestimate.as_ref().unwrap();
        assert!(!properties.is_admissible() && found.estimate > Some(found.truth) && found.truth <= *truth, "{name}");
        assert!(properties.worst >= Some(estimate - truth), "{name}");
        let there = explored(&PUZZLE_AT(cluster.puzzle(), &found.position).unwrap(), u64::MAX).unwrap();
        assert_eq!(there.distance(0), Some(found.truth), "{name}");
    }
}

#[test]
fn estimates_fall_where_they_are_said_to() {
    for (name, board, rules, mv, before, after) in FALLS {
        let heuristic = heuristic::named(name).unwrap();
        let cluster = whole(board, *rules);
        let mut estimator = heuristic.compile(cluster.puzzle(), Parameters::default());
        let words = |mv: &Move| {
            let label = cluster.puzzle().vehicles()[mv.vehicle].label;
            format!("{label} {} {}", mv.direction, mv.cells)
        };
        let (_, next) = cluster.moves(0).find(|(found, _)| words(found) == *mv).unwrap();
        let said = [0, next].map(|number| estimator.estimate(&cluster.position(number)));
        assert_eq!(said, [Some(*before), Some(*after)], "{name}");

        let properties = Properties::of(&cluster, heuristic);
        let found = properties.fall.as_ref().unwrap();
        let there = found.position.play(found.mv).unwrap();
        let said = [&found.position, &there].map(|position| estimator.estimate(position));
        assert_eq!(said, [found.before, Some(found.after)], "{name}");
        assert!(!properties.is_consistent() && found.before > Some(found.after + 1), "{name}");
    }
}

#[test]
fn averages_are_over_the_positions_that_reach_a_goal() {
    // A stands 2, 1 or 0 cells from the exit, and B is never in the way: 1 move is left, or none.
    let cluster = whole("4x3:AA....BB....", PLAIN);
    let properties = Properties::of(&cluster, heuristic::named("h0").unwrap());
    assert_eq!((cluster.size(), properties.known, properties.exact), (9, 9, 3));
    assert_eq!((properties.mean_truth(), properties.mean_error()), (Some(6.0 / 9.0), Some(6.0 / 9.0)));
    assert_eq!(properties.exact_share(), Some(3.0 / 9.0));

    let never = whole("............AABB....................", PLAIN);
    let properties = Properties::of(&never, heuristic::named("h3").unwrap());
    assert_eq!((never.goals(), never.greatest_distance(), properties.known), (0, None, 0));
    assert!(properties.is_admissible() && properties.mean_error().is_none() && properties.exact_share().is_none());
}

#[test]
fn a_limit_is_told_as_a_limit() {
    struct Impatient;
    impl Observer for Impatient {
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
    assert_eq!(Cluster::new(&puzzle, Limits::default(), &mut Impatient).unwrap_err(), Stopped::Interrupted);
}

#[test]
fn a_large_cluster_has_541_934_positions() {
    let cluster = whole("BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...", PLAIN);
    assert_eq!((cluster.size(), cluster.distance(0)), (541_934, Some(15)));
    assert_eq!(cluster.histogram().iter().sum::<usize>(), 541_934);
}

#[test]
fn every_cluster_of_the_corpus_has_its_size() {
    let Some(corpus) = common::corpus() else { return };
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
