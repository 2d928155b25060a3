//! A filter admits exactly the puzzles that meet its conditions, whether a fact is known or has to be computed.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::plain_search;
use rushlab::analysis::{Cluster, Difficulty, Filter, KnownFacts, Level, Stopped, redundant};
use rushlab::collection::built_in;
use rushlab::puzzle::{COMP472, Metric, PLAIN, Puzzle, Rules, Side};
use rushlab::search::Limits;

fn admits(filter: &Filter, puzzle: &Puzzle, known: KnownFacts) -> bool {
    filter.admits(puzzle, known, Limits::default(), &mut ()).unwrap()
}

/// Returns the facts about a puzzle, by plain search and by the whole cluster.
fn facts(puzzle: &Puzzle) -> KnownFacts {
    let cost = |metric| plain_search(&puzzle.clone().with_rules(Rules::plain(metric)), usize::MAX).unwrap();
    let cluster = Cluster::new(puzzle, Limits::default(), &mut ()).unwrap();
    let difficulty = Difficulty::of(&cluster, 0);
    KnownFacts {
        moves: cost(Metric::Moves),
        steps: cost(Metric::Steps),
        positions: Some(cluster.size() as u32),
        level: difficulty.map(|difficulty| difficulty.level()),
        difficulty: difficulty.map(|difficulty| f64::from(difficulty.in_tenths()) / 10.0),
        minimal: redundant(puzzle, Limits::default(), &mut ()).unwrap().map(|redundant| redundant.is_empty()),
    }
}

/// Returns filters with one condition each, and whether the facts meet it.
fn conditions(facts: KnownFacts) -> Vec<(Filter, bool)> {
    let mut all = Vec::new();
    let around = |value: Option<u32>| {
        let value = value.unwrap_or(5);
        [value..=value, 0..=value - 1, value + 1..=u32::MAX, value - 1..=value + 1]
    };
    let meets =
        |range: &std::ops::RangeInclusive<u32>, value: Option<u32>| value.is_some_and(|value| range.contains(&value));
    for range in around(facts.moves) {
        all.push((Filter { moves: Some(range.clone()), ..Filter::default() }, meets(&range, facts.moves)));
    }
    for range in around(facts.steps) {
        all.push((Filter { steps: Some(range.clone()), ..Filter::default() }, meets(&range, facts.steps)));
    }
    for range in around(facts.positions) {
        all.push((Filter { positions: Some(range.clone()), ..Filter::default() }, meets(&range, facts.positions)));
    }
    for level in Level::ALL {
        all.push((Filter { level: Some(level), ..Filter::default() }, facts.level == Some(level)));
    }
    for range in [0.0..=20.0, 20.1..=f64::INFINITY] {
        let meets = facts.difficulty.is_some_and(|difficulty| range.contains(&difficulty));
        all.push((Filter { difficulty: Some(range), ..Filter::default() }, meets));
    }
    all.push((Filter { minimal: true, ..Filter::default() }, facts.minimal == Some(true)));
    all
}

#[test]
fn conditions_on_solutions_and_clusters_are_decided_exactly() {
    let unsolvable: Puzzle = "............AA.BB...................".parse().unwrap();
    let puzzles = built_in().map(|(_, puzzle)| puzzle).step_by(6).chain([unsolvable]);
    for puzzle in puzzles {
        let known = facts(&puzzle);
        for (filter, expected) in conditions(known) {
            assert_eq!(admits(&filter, &puzzle, KnownFacts::default()), expected, "{puzzle}: {filter:?}");
            if known.moves.is_some() {
                assert!(!filter.needs_search(known));
                assert_eq!(admits(&filter, &puzzle, known), expected, "{puzzle}: {filter:?}, known");
            }
            assert!(filter.needs_search(KnownFacts::default()));
        }
    }
}

#[test]
fn known_facts_are_not_computed_again() {
    let (_, puzzle) = built_in().next().unwrap();
    let known =
        KnownFacts { moves: Some(99), level: Some(Level::Expert), minimal: Some(true), ..KnownFacts::default() };
    let filter = Filter { moves: Some(99..=99), level: Some(Level::Expert), minimal: true, ..Filter::default() };
    assert!(admits(&filter, &puzzle, known));
    assert!(!admits(&filter, &puzzle, KnownFacts::default()));
    let limits = Limits { states: 1, ..Limits::default() };
    assert!(filter.admits(&puzzle, known, limits, &mut ()).unwrap());
    let undecided = filter.admits(&puzzle, KnownFacts::default(), limits, &mut ());
    assert!(matches!(undecided, Err(Stopped::Limit(_))));
}

#[test]
fn conditions_on_the_board_need_no_search() {
    let course: Puzzle = "..I...BBI.K.GHAAKLGHDDKLG..JEEFF.J.. K4 J5".parse().unwrap();
    let course = course.with_rules(Rules::comp472(Metric::Moves));
    let same_board = course.clone().with_name(Some("name".to_owned()));
    let wall: Puzzle = "AA..XX.......#..".parse().unwrap();
    let cases = [
        (Filter { size: Some((6, 6)), ..Filter::default() }, true, false),
        (Filter { size: Some((4, 4)), ..Filter::default() }, false, true),
        (Filter { vehicles: Some(3..=u32::MAX), ..Filter::default() }, true, false),
        (Filter { walls: Some(1..=1), ..Filter::default() }, false, true),
        (Filter { tanks: Some(2..=2), ..Filter::default() }, true, false),
        (Filter { tanks: Some(0..=0), ..Filter::default() }, false, true),
        (Filter { exit: Some(Side::Right), ..Filter::default() }, true, true),
        (Filter { exit: Some(Side::Top), ..Filter::default() }, false, false),
        (Filter { rules: Some(&COMP472), ..Filter::default() }, true, false),
        (Filter { rules: Some(&PLAIN), ..Filter::default() }, false, true),
        (Filter { same_as: Some(same_board), ..Filter::default() }, true, false),
    ];
    for (filter, of_course, of_wall) in cases {
        assert!(!filter.needs_search(KnownFacts::default()));
        let admitted = [&course, &wall].map(|puzzle| admits(&filter, puzzle, KnownFacts::default()));
        assert_eq!(admitted, [of_course, of_wall], "{filter:?}");
    }
}
