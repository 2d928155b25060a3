//! Generated puzzles are as demanded, by plain search with the reference rules; and the same for the same seed.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::plain_search;
use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Difficulty, Level, Solutions};
use rushlab::generate::{Demand, Distinct, Impossible, Kind, Miss, attempt};
use rushlab::puzzle::{Draft, Metric, Rules, Side};
use rushlab::reference::Position;
use rushlab::search::Limits;

/// The first puzzles of a run.
fn made(demand: &Demand, kind: Kind, count: usize) -> Vec<Puzzle> {
    demand.check().unwrap();
    let attempts = (0..500).filter_map(|number| attempt(demand, kind, 7, number, &mut ()).ok());
    let puzzles: Vec<Puzzle> = attempts.take(count).collect();
    assert_eq!(puzzles.len(), count, "{demand:?}");
    puzzles
}

fn length(puzzle: &Puzzle, metric: Metric) -> Option<u32> {
    plain_search(&puzzle.clone().with_rules(Rules::plain(metric)), usize::MAX).unwrap()
}

/// The puzzle without each of its vehicles but the primary, and without each of its walls.
fn smaller(puzzle: &Puzzle) -> impl Iterator<Item = Puzzle> + '_ {
    let others = (0..puzzle.vehicles().len()).filter(|index| *index != puzzle.primary_index());
    let vehicles = others.map(move |index| {
        let mut draft = Draft::from(puzzle);
        let label = draft.vehicles.remove(index).label;
        draft.fuel.retain(|fuel| fuel.label != label);
        draft
    });
    let walls = (0..puzzle.walls().len()).map(move |index| {
        let mut draft = Draft::from(puzzle);
        draft.walls.remove(index);
        draft
    });
    vehicles.chain(walls).map(|draft| Puzzle::try_from(draft).unwrap())
}

#[test]
fn puzzles_have_the_length_demanded_and_are_minimal() {
    let long = Demand { moves: Some(25..=30), minimal: true, ..Demand::default() };
    let walled = Demand { width: 5, height: 5, moves: Some(10..=14), walls: 1..=2, minimal: true, ..Demand::default() };
    let steps =
        Demand { width: 5, height: 4, metric: Metric::Steps, steps: Some(9..=20), minimal: true, ..Demand::default() };
    for (demand, count) in [(long, 2), (walled, 6), (steps, 6)] {
        for puzzle in made(&demand, Kind::Solvable, count) {
            let own = length(&puzzle, demand.metric).unwrap();
            let range = demand.moves.clone().or(demand.steps.clone()).unwrap();
            assert!(range.contains(&(own as usize)), "{own} {puzzle:?}");
            assert!(demand.walls.contains(&puzzle.walls().len()));
            for smaller in smaller(&puzzle) {
                assert!(length(&smaller, demand.metric).unwrap() < own, "{smaller:?} is as long as {puzzle:?}");
            }
        }
    }
}

#[test]
fn size_exit_vehicles_lengths_and_fuel_are_as_demanded() {
    for exit in Side::ALL {
        let demand = Demand {
            width: 5,
            height: 6,
            exit,
            vehicles: Some(5..=7),
            lengths: 2..=4,
            fuel: Some(1..=9),
            ..Demand::default()
        };
        let puzzles = made(&demand, Kind::Solvable, 20);
        for puzzle in &puzzles {
            assert_eq!((puzzle.width(), puzzle.height(), puzzle.exit().side), (5, 6, exit));
            assert_eq!(puzzle.exit().line, 2, "the middle, or the upper or left one of two");
            assert!((5..=7).contains(&puzzle.vehicles().len()));
            for vehicle in puzzle.vehicles() {
                assert!((2..=4).contains(&vehicle.length) && vehicle.fuel.is_none_or(|units| (1..=9).contains(&units)));
            }
            assert!(length(puzzle, Metric::Moves).unwrap() > 0);
        }
        let tanks = puzzles.iter().filter(|puzzle| puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some()));
        assert_eq!(tanks.count(), 20, "each has a tank");
    }
}

#[test]
fn boards_without_a_solution_have_none() {
    for puzzle in made(&Demand { width: 5, height: 5, ..Demand::default() }, Kind::Unsolvable, 20) {
        assert_eq!(length(&puzzle, Metric::Moves), None);
    }
}

#[test]
fn what_is_unique_has_one_way_but_for_the_order() {
    let demand = Demand { width: 5, height: 5, moves: Some(6..=9), unique: true, ..Demand::default() };
    for puzzle in made(&demand, Kind::Solvable, 5) {
        // All shortest ways, walked one by one.
        let cluster = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
        let mut ways = vec![(0, Vec::new())];
        for left in (0..cluster.distance(0).unwrap()).rev() {
            let on = |(from, moves): &(usize, Vec<_>)| {
                let nearer = cluster.moves(*from).filter(|(_, to)| cluster.distance(*to) == Some(left));
                nearer.map(|(mv, to)| (to, [moves.as_slice(), &[mv]].concat())).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(on).collect();
        }
        assert_eq!(Solutions::of(&cluster, 0).unwrap().count, ways.len() as u128);
        ways.iter_mut().for_each(|(_, moves)| moves.sort_unstable());
        assert!(ways.iter().all(|(_, moves)| *moves == ways[0].1), "{puzzle:?}");
    }
}

#[test]
fn the_same_attempt_gives_the_same_puzzle_and_attempts_differ() {
    let demand = Demand::default();
    let board = |seed, number| {
        attempt(&demand, Kind::Solvable, seed, number, &mut ()).map(|puzzle| Position::start(&puzzle).cells(&puzzle))
    };
    // Were this line to change, files of older versions could not be made again: that belongs into the list of changes.
    assert_eq!(board(1, 0).unwrap(), "....AA....BB.XX..C.....CDDDEFF.GGE..");
    assert_eq!(board(1, 0), board(1, 0));
    let mut distinct = Distinct::default();
    let new = (0..50).filter_map(|number| attempt(&demand, Kind::Solvable, 1, number, &mut ()).ok());
    assert!(new.filter(|puzzle| distinct.insert(puzzle)).count() >= 48);
}

#[test]
fn names_alone_make_no_new_board() {
    let mut distinct = Distinct::default();
    let parse = |board| rushlab::format::parse(board).unwrap();
    assert!(distinct.insert(&parse("......A..B..AXXB..A..B......CC......")));
    assert!(!distinct.insert(&parse("......D..E..DXXE..D..E......FF......")));
    assert!(distinct.insert(&parse("......A..B..AXXB..A..B.....CC.......")));
    assert!(distinct.insert(&parse("......A..B..AXXB..A..B......CC...... A3")));
}

#[test]
fn a_demand_that_cannot_be_met_is_told_from_one_that_was_not() {
    let whole = Demand::default();
    for (demand, sentence) in [
        (Demand { width: 2, ..whole.clone() }, "2x6 is no size for a board; both must be from 3 to 16"),
        (Demand { lengths: 1..=3, ..whole.clone() }, "vehicles have a length from 2 to 5 on this board"),
        (Demand { vehicles: Some(40..=50), ..whole.clone() }, "40 vehicles and 0 walls do not fit on 6 by 6 cells"),
        (
            Demand { moves: Some(0..=0), ..whole.clone() },
            "a puzzle that is solved already is none: ask for at least 1 of moves",
        ),
    ] {
        assert_eq!(demand.check().map_err(|reason: Impossible| reason.to_string()), Err(sentence.to_owned()));
    }
    let too_long = Demand { width: 4, height: 4, moves: Some(30..=40), ..whole };
    assert_eq!(too_long.check(), Ok(()));
    let miss = attempt(&too_long, Kind::Solvable, 1, 0, &mut ()).unwrap_err();
    assert!(matches!(miss, Miss::Length { length: 3..30, metric: Metric::Moves }), "{miss:?}");
}

#[test]
fn levels_are_met() {
    for level in [Level::Beginner, Level::Intermediate] {
        for puzzle in made(&Demand { level: Some(level), ..Demand::default() }, Kind::Solvable, 3) {
            let cluster = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
            assert_eq!(Difficulty::of(&cluster, 0).unwrap().level(), level);
        }
    }
}
