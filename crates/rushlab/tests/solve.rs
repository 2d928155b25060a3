//! Shortest solutions: as long as plain search with the reference rules finds them, legal, and right on the corpus.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;

use common::{check_solution, plain_search};
use proptest::prelude::*;
use rushlab::Puzzle;
use rushlab::format::{self, Reader};
use rushlab::puzzle::{Metric, Rules};
use rushlab::search::{Limit, Limits, Status, solve};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn solutions_are_as_short_as_plain_search_finds_them(
        puzzle in common::puzzles(), rules in common::rules(0..6),
    ) {
        let puzzle = puzzle.with_rules(rules);
        if let Ok(known) = plain_search(&puzzle, 3000) {
            // Where tanks are given, the search with all of them meets no more positions than plain search does.
            let limits = Limits { states: 3_000_000, memory: 1 << 30 };
            let outcome = solve(&puzzle, limits, &mut ());
            match known {
                Some(cost) => {
                    prop_assert_eq!((outcome.status, outcome.cost()), (Status::Solved, cost));
                    check_solution(&puzzle, &outcome);
                }
                None => prop_assert_eq!(outcome.status, Status::Unsolvable),
            }
        }
    }
}

#[test]
fn a_limit_is_told_as_a_limit() {
    let puzzle = format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K").unwrap();
    let few = Limits { states: 4096, ..Limits::default() };
    assert_eq!(solve(&puzzle, few, &mut ()).status, Status::Limit(Limit::States));
    let little = Limits { memory: 100_000, ..Limits::default() };
    assert_eq!(solve(&puzzle, little, &mut ()).status, Status::Limit(Limit::Memory));
}

#[test]
fn the_starter_puzzles_take_the_moves_that_their_comments_tell() {
    let lines: Vec<&str> = rushlab::collection::STARTER.lines().collect();
    let told = lines.windows(2).filter_map(|pair| Some((pair[0].strip_prefix("# ")?.strip_suffix(" moves")?, pair[1])));
    let mut puzzles = 0;
    for (moves, board) in told {
        let outcome = solve(&format::parse(board).unwrap(), Limits::default(), &mut ());
        assert_eq!(outcome.cost().to_string(), moves, "{board}");
        puzzles += 1;
    }
    assert_eq!(puzzles, 12);
}

#[test]
fn the_examples_of_seed_003_have_the_costs_that_hold() {
    // Example 1 in 18, example 2 in 2 by the valet, example 3 never, example 4 in 5 where A has four units, never with three.
    let examples = [
        ("IIB...C.BHHHC.AAD.....D.EEGGGF.....F", Some(18)),
        ("C.B...C.BHHHAADD........EEGGGF.....F", Some(2)),
        ("...GF...BGF.AABCF....CDD...C....EE..", None),
        ("....F...B.F.AABCF....C.....C....EE.. A4 B3 C3 E3 F3", Some(5)),
        ("....F...B.F.AABCF....C.....C....EE.. A3 B3 C3 E3 F3", None),
        ("....F...B.F.AABCF....C.....C....EE.. F2", None),
        (".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0", Some(14)),
    ];
    for (board, cost) in examples {
        let puzzle = format::parse(board).unwrap().with_rules(Rules::comp472(Metric::Moves));
        let outcome = solve(&puzzle, Limits::default(), &mut ());
        let found = (outcome.status == Status::Solved).then_some(outcome.cost());
        assert_eq!(found, cost, "{board}");
    }
}

#[test]
fn every_cost_of_the_corpus_is_right() {
    let Some(corpus) = common::corpus() else { return };
    let mut checked = 0;
    let mut check = |file: &str, costs: &[(u32, Option<u32>)]| {
        let name = file.rsplit('/').next();
        let drafts = Reader::open(fs::File::open(corpus.join(file)).unwrap(), None, name).unwrap();
        let puzzles: Vec<Puzzle> = drafts.map(|draft| Puzzle::try_from(draft.unwrap()).unwrap()).collect();
        assert_eq!(puzzles.len(), costs.len(), "{file}");
        for (puzzle, (moves, steps)) in puzzles.into_iter().zip(costs) {
            for (metric, cost) in [(Metric::Moves, Some(*moves)), (Metric::Steps, *steps)] {
                let Some(cost) = cost else { continue };
                let puzzle = puzzle.clone().with_rules(Rules::plain(metric));
                let outcome = solve(&puzzle, Limits::default(), &mut ());
                assert_eq!((outcome.status, outcome.cost()), (Status::Solved, cost), "{file}, {metric}");
                check_solution(&puzzle, &outcome);
                checked += 1;
            }
        }
    };
    let table = |file: &str| -> Vec<Vec<String>> {
        let text = fs::read_to_string(corpus.join(file)).unwrap();
        text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    };
    let number = |row: &[String], column: usize| row[column].parse::<u32>().unwrap();
    for file in ["database/rush-sample.txt", "bench/hard100.txt"] {
        for row in table(file) {
            let outcome = solve(&format::parse(&row[1]).unwrap(), Limits::default(), &mut ());
            assert_eq!(outcome.cost(), number(&row, 0), "{}", row[1]);
        }
    }
    let cards: Vec<_> =
        table("cards/cards-01-20.tsv")[1..].iter().map(|row| (number(row, 2), Some(number(row, 3)))).collect();
    check("cards/cards-01-20.tsv", &cards);
    let files = [
        ("inf421/expected.tsv", "inf421/", ""),
        ("cmpt225/expected.tsv", "cmpt225/", ".txt"),
        ("uva/expected.tsv", "uva/Rushhour", ".csv"),
    ];
    for (expected, before, after) in files {
        for row in &table(expected)[1..] {
            check(&format!("{before}{}{after}", row[0]), &[(number(row, 1), Some(number(row, 2)))]);
        }
    }
    assert!(checked >= 100, "only {checked}");
}
