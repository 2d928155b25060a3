//! The genetic algorithms: what the papers print is reproduced, what they find is legal, and they claim nothing they cannot know.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;

use common::{check_solution, plain_search};
use proptest::prelude::*;
use rushlab::genetic::{Choices, Ending, Evolution, Key, PARAMETERS, Setting, Species, fitness, run_seed};
use rushlab::puzzle::{Metric, Rules};
use rushlab::reference::{Move, Position, replay};
use rushlab::search::{ALGORITHMS, Limit, Limits, Status, Task, named};
use rushlab::{Puzzle, format, notation};

/// The board of seed 000's Figure 1, and the one of its sample run.
const THREE: &str = "........SSS..GG.....R.....R.........";
const FOUR: &str = ".OOO....SSS..GG.....R.....R.........";

fn schlegels(board: &str) -> Puzzle {
    let rows: Vec<String> = board
        .as_bytes()
        .chunks(6)
        .map(|row| {
            format!(
                "( {} )",
                row.iter()
                    .map(|c| if *c == b'.' { "*".to_owned() } else { char::from(*c).to_string() })
                    .collect::<Vec<_>>()
                    .join(" ")
            )
        })
        .collect();
    format::parse(&rows.join("\n")).unwrap()
}

/// The fitness of a sequence as the paper writes it; nothing if it is not legal.
fn judged(puzzle: &Puzzle, sequence: &str) -> Option<f64> {
    let played = replay(puzzle, &notation::read(sequence, notation::named("lisp")).unwrap());
    if played.illegal.is_some() {
        return None;
    }
    let moves: Vec<Move> = played.played.iter().map(|(mv, _)| *mv).collect();
    fitness(puzzle, &moves)
}

#[test]
fn seed_000_s_trivial_example_has_its_fitness_values() {
    let puzzle = schlegels(THREE);
    let generations = [
        ("((2 3) W 1) ((3 2) E 1)", 98.0),
        ("((2 3) W 2) ((3 2) W 1) ((2 1) E 2)", 99.0),
        ("((3 2) E 1)", 98.0),
        ("((3 2) W 1)", 99.0),
        ("((2 3) E 1) ((3 2) E 1)", 99.0),
        ("((2 3) W 2) ((3 2) W 1)", 99.0),
        ("((2 3) E 1) ((3 2) W 1)", 100.0),
        // Figure 2.
        ("((4 3) S 1) ((2 3) W 1)", 98.0),
        ("((3 2) W 1) ((4 3) S 1) ((3 1) E 2)", 98.0),
        ("((3 2) W 1) ((4 3) S 1)", 99.0),
    ];
    for (sequence, printed) in generations {
        assert_eq!(judged(&puzzle, &format!("({sequence})")), Some(printed), "{sequence}");
    }
    assert_eq!(judged(&puzzle, "(((2 3) E 2) ((3 2) W 1))"), None, "the mutation that the paper says failed");
}

/// The individuals that seed 000 prints in its appendix, with their fitness: of generation 0, and of generation 1.
fn appendix() -> Option<Vec<(String, f64)>> {
    let seeds = fs::read_dir(common::corpus()?.parent()?.join("seeds")).ok()?;
    let seed = seeds.flatten().map(|entry| entry.path()).find(|path| path.to_string_lossy().contains("/000_"))?;
    let text = fs::read_to_string(seed).ok()?;
    let individual = |line: &str| {
        let (number, rest) = line.trim().split_once(' ')?;
        let (moves, fitness) = rest.rsplit_once(' ')?;
        number.parse::<u32>().ok()?;
        // Four of them lack an opening parenthesis.
        let missing = moves.matches(')').count() - moves.matches('(').count();
        Some((format!("{}{moves}", "(".repeat(missing)), fitness.parse().ok()?))
    };
    Some(text.split("APPENDIX A").nth(1)?.lines().filter_map(individual).collect())
}

#[test]
fn seed_000_s_appendix_has_its_fitness_values_as_far_as_it_is_legal() {
    let Some(individuals) = appendix() else { return };
    assert_eq!(individuals.len(), 200);
    let puzzle = schlegels(FOUR);
    let (first, second) = individuals.split_at(100);
    for (sequence, printed) in first {
        assert_eq!(judged(&puzzle, sequence), Some(*printed), "{sequence}");
    }
    let legal: Vec<_> =
        second.iter().filter_map(|(sequence, printed)| Some((judged(&puzzle, sequence)?, *printed))).collect();
    assert_eq!(legal.len(), 58);
    assert!(legal.iter().all(|(judged, printed)| judged == printed));
}

fn evolved(puzzle: &Puzzle, species: Species, choices: Choices, seed: u64) -> Evolution {
    let mut evolution = Evolution::new(puzzle, species, choices, seed);
    while evolution.ending().is_none() {
        evolution.step();
    }
    evolution
}

#[test]
fn seed_000_s_four_vehicle_board_is_always_solved_by_its_own_settings() {
    let puzzle = schlegels(FOUR);
    let found: Vec<u32> = (0..100)
        .map(|run| {
            let choices = Choices::new(Species::Schlegel, Setting::Faithful);
            let evolution = evolved(&puzzle, Species::Schlegel, choices, run_seed(1, run));
            let solution = evolution.solution().unwrap();
            assert!(solution.cost >= 4);
            solution.generation
        })
        .collect();
    let early = found.iter().filter(|generation| **generation <= 3).count();
    assert!(early >= 95, "{early} of 100 within three generations");
}

/// Choices that are quick to try.
fn small(species: Species, setting: Setting) -> Choices {
    let mut choices = Choices::new(species, setting);
    choices.set(Key::Population, 40.0).unwrap();
    choices.set(Key::Generations, 15.0).unwrap();
    choices
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_individual_is_what_its_moves_lead_to_under_any_rules(
        puzzle in common::puzzles(), rules in common::rules(0..6), seed in 0..1000_u64,
    ) {
        let puzzle = puzzle.with_rules(rules);
        for (species, setting) in Species::ALL.into_iter().flat_map(|s| Setting::ALL.map(|t| (s, t))) {
            let mut evolution = Evolution::new(&puzzle, species, small(species, setting), seed);
            for _ in 0..6 {
                for individual in evolution.individuals().step_by(7) {
                    let play = |position: Position, mv: &Move| position.play(&puzzle, *mv);
                    let end = individual.moves.iter().try_fold(Position::start(&puzzle), play);
                    prop_assert!(end.is_ok(), "{:?} {:?}: {:?}", species, setting, end);
                    let end = end.unwrap();
                    prop_assert_eq!(&end.offsets, &individual.position.offsets);
                    if puzzle.rules().default_fuel.is_some() {
                        prop_assert_eq!(&end.fuel, &individual.position.fuel);
                    }
                }
                evolution.step();
            }
            if let Some(solution) = evolution.solution() {
                let play = |position: Position, mv: &Move| position.play(&puzzle, *mv);
                let end = solution.moves.iter().try_fold(Position::start(&puzzle), play);
                prop_assert!(end.is_ok_and(|end| end.solved(&puzzle)), "{:?} {:?}", species, setting);
                prop_assert!(solution.cost <= solution.evolved);
                if let Ok(Some(optimum)) = plain_search(&puzzle, 1500) {
                    prop_assert!(solution.cost >= optimum);
                }
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_evolution_and_another_gives_another() {
    let puzzle = format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K").unwrap();
    for (species, setting) in Species::ALL.into_iter().flat_map(|s| Setting::ALL.map(|t| (s, t))) {
        let history = |seed| {
            let mut evolution = Evolution::new(&puzzle, species, small(species, setting), seed);
            (0..5).map(|_| evolution.step().clone()).collect::<Vec<_>>()
        };
        assert_eq!(history(1), history(1));
        assert_ne!(history(1), history(2));
    }
}

/// Draws that were once made, so that a change of them is seen.
#[test]
fn draws_are_the_same_on_every_machine() {
    assert_eq!((run_seed(1, 0), run_seed(0, 1)), (1, 0xe220_a839_7b1d_cdaf), "as in splitmix64");
    let puzzle = schlegels(FOUR);
    let evolution = Evolution::new(&puzzle, Species::Schlegel, Choices::new(Species::Schlegel, Setting::Faithful), 2);
    let lisp = notation::named("lisp").unwrap();
    let first = evolution.individuals().map(|individual| notation::write(lisp, &puzzle, &individual.moves)).take(2);
    assert_eq!(first.collect::<Vec<_>>(), ["(((1 2) E 1) ((3 2) E 1) ((4 3) S 1))\n", "(((2 3) E 1) ((3 2) W 1))\n"]);
}

#[test]
fn without_a_solution_they_stop_at_their_limits_and_never_say_unsolvable() {
    // The primary cannot pass C, which lies in its row.
    let puzzle = format::parse("......A.....A.....XX..CC............").unwrap();
    for (species, setting) in Species::ALL.into_iter().flat_map(|s| Setting::ALL.map(|t| (s, t))) {
        let evolution = evolved(&puzzle, species, small(species, setting), 1);
        assert_eq!((evolution.ending(), evolution.solution()), (Some(Ending::Limit), None));
    }
    for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.about().random) {
        let limits = Limits { states: 20, ..Limits::default() };
        let outcome = algorithm.run(&Task::new(&puzzle).limited(limits), &mut ());
        assert!(matches!(outcome.status, Status::Limit(Limit::States | Limit::Generations)), "{:?}", outcome.status);
    }
    // Nothing can move at all.
    let stuck = format::parse("AABXXBCCx").unwrap();
    for species in Species::ALL {
        let evolution = evolved(&stuck, species, small(species, Setting::Refined), 1);
        assert_eq!((evolution.ending(), evolution.solution()), (Some(Ending::Limit), None));
    }
}

#[test]
fn among_the_searches_they_solve_and_claim_no_optimum() {
    let puzzle = format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K").unwrap();
    for name in ["grh", "schlegel"] {
        for metric in [Metric::Moves, Metric::Steps] {
            let puzzle = puzzle.clone().with_rules(Rules::plain(metric));
            let outcome = named(name).unwrap().run(&Task { seed: 3, ..Task::new(&puzzle) }, &mut ());
            assert_eq!(outcome.status, Status::Solved, "{name}");
            assert!(!outcome.is_optimal());
            check_solution(&puzzle, &outcome);
        }
    }
}

#[test]
fn refined_solves_the_cards() {
    let Some(corpus) = common::corpus() else { return };
    let text = fs::read_to_string(corpus.join("cards/cards-01-20.tsv")).unwrap();
    let (mut solved, mut at_the_optimum) = (0, 0);
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let puzzle = format::parse(fields[1]).unwrap().with_rules(Rules::plain(Metric::Steps));
        let outcome = named("grh").unwrap().run(&Task::new(&puzzle), &mut ());
        assert_eq!(outcome.status, Status::Solved, "{row}");
        check_solution(&puzzle, &outcome);
        let optimum: u32 = fields[3].parse().unwrap();
        assert!(outcome.cost >= optimum);
        at_the_optimum += usize::from(outcome.cost == optimum);
        let puzzle = puzzle.with_rules(Rules::default());
        solved += usize::from(named("schlegel").unwrap().run(&Task::new(&puzzle), &mut ()).status == Status::Solved);
    }
    assert_eq!(solved, 20, "schlegel");
    assert!(at_the_optimum >= 15, "grh: {at_the_optimum} of 20");
}

#[test]
fn parameters_are_in_the_order_of_their_keys_and_their_defaults_in_range() {
    for (index, parameter) in PARAMETERS.iter().enumerate() {
        assert_eq!(parameter.key as usize, index, "{}", parameter.name);
        for (species, setting) in Species::ALL.into_iter().flat_map(|s| Setting::ALL.map(|t| (s, t))) {
            if let Some(value) = parameter.default(species, setting) {
                assert_eq!(parameter.fault(value), None);
            }
        }
    }
    let mut choices = Choices::new(Species::Grh, Setting::Refined);
    assert_eq!(choices.set(Key::Mutation, 1.5).unwrap_err(), "mutation: give a number from 0 to 1");
    assert!(choices.set(Key::Population, 2.5).is_err());
}
