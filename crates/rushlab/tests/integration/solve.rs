//! The default search: its solutions are legal and as short as those of plain search, and have the published costs.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;

use crate::common::{check_solution, plain_search};
use proptest::prelude::*;
use rushlab::format::{self, Reader};
use rushlab::puzzle::{Metric, Rules};
use rushlab::search::{Limit, Limits, Status};
use rushlab::{Puzzle, Solver};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn solutions_are_as_short_as_those_of_plain_search(
        puzzle in crate::common::puzzles(), rules in crate::common::rules(0..6),
    ) {
        let puzzle = puzzle.with_rules(rules);
        if let Ok(known) = plain_search(&puzzle, 3000) {
            // The pass that tracks every tank stores no more states than plain search.
            let limits = Limits { states: 3_000_000, memory: 1 << 30 };
            let outcome = Solver::new(&puzzle).limits(limits).run();
            match known {
                Some(cost) => {
                    prop_assert_eq!((outcome.status, outcome.cost()), (Status::Solved, Some(cost)));
                    check_solution(&puzzle, &outcome);
                }
                None => prop_assert_eq!((outcome.status, outcome.solution), (Status::Unsolvable, None)),
            }
        }
    }
}

#[test]
fn a_search_that_reaches_a_limit_names_it() {
    let puzzle = format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K").unwrap();
    let few = Limits { states: 4096, ..Limits::default() };
    assert_eq!(Solver::new(&puzzle).limits(few).run().status, Status::Limit(Limit::States));
    let little = Limits { memory: 100_000, ..Limits::default() };
    assert_eq!(Solver::new(&puzzle).limits(little).run().status, Status::Limit(Limit::Memory));
}

#[test]
fn the_starter_puzzles_have_the_costs_in_their_comments() {
    let lines: Vec<&str> = include_str!("../../puzzles/starter.txt").lines().collect();
    let commented =
        lines.windows(2).filter_map(|pair| Some((pair[0].strip_prefix("# ")?.strip_suffix(" moves")?, pair[1])));
    let mut puzzles = 0;
    for (moves, board) in commented {
        let outcome = Solver::new(&format::parse(board).unwrap()).run();
        assert_eq!(outcome.cost(), Some(moves.parse().unwrap()), "{board}");
        puzzles += 1;
    }
    assert_eq!(puzzles, 12);
}

#[test]
fn the_examples_of_comp_472_have_their_correct_costs() {
    // Example 1 takes 18 moves, example 2 two with the valet, example 4 five if A has four units of fuel. The others
    // are unsolvable.
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
        let outcome = Solver::new(&puzzle).run();
        let status = if cost.is_some() { Status::Solved } else { Status::Unsolvable };
        assert_eq!((outcome.status, outcome.cost()), (status, cost), "{board}");
    }
}

#[test]
fn every_puzzle_of_the_corpus_has_its_published_cost() {
    let Some(corpus) = crate::common::corpus() else { return };
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
                let outcome = Solver::new(&puzzle).run();
                assert_eq!((outcome.status, outcome.cost()), (Status::Solved, Some(cost)), "{file}, {metric}");
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
            let outcome = Solver::new(&format::parse(&row[1]).unwrap()).run();
            assert_eq!(outcome.cost(), Some(number(&row, 0)), "{}", row[1]);
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
