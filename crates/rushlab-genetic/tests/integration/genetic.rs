//! The genetic algorithms: they reproduce the fitness values printed in the papers, their solutions are legal, and they
//! never claim optimality or unsolvability.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;

use crate::common::{check_solution, plain_search};
use proptest::prelude::*;
use rushlab::position::{Move, Position, replay};
use rushlab::puzzle::{Draft, DraftExit, Metric, Rules, Side};
use rushlab::random::run_seed;
use rushlab::search::{Limit, Limits, Status, Task};
use rushlab::{Puzzle, format, notation};
use rushlab_genetic::{
    ALL_ALGORITHMS, Evolution, InitialPopulation, Method, PARAMETERS, ParameterKey, ParameterValues, Setting,
    Termination, algorithm_by_name, fitness,
};

/// The board of Schlegel's Figure 1, and the one of Schlegel's sample run.
const THREE: &str = "........SSS..GG.....R.....R.........";
const FOUR: &str = ".OOO....SSS..GG.....R.....R.........";

fn lisp_puzzle(board: &str) -> Puzzle {
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

/// Returns the fitness of a sequence in the paper's notation, or `None` if it is illegal.
fn fitness_of(puzzle: &Puzzle, sequence: &str) -> Option<f64> {
    let played = replay(puzzle, &notation::read(sequence, notation::by_name("lisp")).unwrap());
    if played.error.is_some() {
        return None;
    }
    let moves: Vec<Move> = played.played.iter().map(|(mv, _)| *mv).collect();
    fitness(puzzle, &moves)
}

#[test]
fn schlegels_trivial_example_has_the_printed_fitness_values() {
    let puzzle = lisp_puzzle(THREE);
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
        assert_eq!(fitness_of(&puzzle, &format!("({sequence})")), Some(printed), "{sequence}");
    }
    assert_eq!(fitness_of(&puzzle, "(((2 3) E 2) ((3 2) W 1))"), None, "the mutation that fails in the paper");
}

/// Returns the individuals of generations 0 and 1 that Schlegel's appendix prints, with their fitness.
fn appendix() -> Option<Vec<(String, f64)>> {
    let documents = fs::read_dir(crate::common::corpus()?.parent()?.join("seeds")).ok()?;
    let path = documents.flatten().map(|entry| entry.path()).find(|path| path.to_string_lossy().contains("/000_"))?;
    let text = fs::read_to_string(path).ok()?;
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
fn schlegels_appendix_can_be_continued() {
    let Some(individuals) = appendix() else { return };
    let puzzle = lisp_puzzle(FOUR);
    let printed = &individuals[..100];
    let moves = |(sequence, _): &(String, f64)| -> Vec<Move> {
        let list = notation::read(sequence, notation::by_name("lisp")).unwrap();
        replay(&puzzle, &list).played.into_iter().map(|(mv, _)| mv).collect()
    };
    let initial = InitialPopulation::new(&puzzle, Method::Schlegel, printed.iter().map(moves).collect()).unwrap();
    let values = ParameterValues::new(Method::Schlegel, Setting::Faithful);
    let mut evolution = Evolution::with_initial(&puzzle, Method::Schlegel, values, 1, &initial);
    assert!(
        evolution.individuals().map(|individual| individual.fitness).eq(printed.iter().map(|(_, fitness)| *fitness))
    );
    assert_eq!(format!("{:.2}", evolution.generation().mean), "97.82");
    assert!(evolution.next_generation().mean > 97.82);
}

#[test]
fn a_first_generation_with_an_illegal_sequence_is_refused() {
    let puzzle = lisp_puzzle(THREE);
    let refused = |text: &str| {
        let list = notation::read(text, notation::by_name("lisp")).unwrap();
        let moves: Vec<Move> = replay(&puzzle, &list).played.into_iter().map(|(mv, _)| mv).collect();
        InitialPopulation::new(&puzzle, Method::Schlegel, vec![moves]).map_err(|error| error.to_string())
    };
    assert!(refused("(((2 3) W 1) ((3 2) E 1))").is_ok());
    assert_eq!(refused("(((2 3) W 1) ((2 2) W 1))").unwrap_err(), "move 2: S moves twice in a row");
}

#[test]
fn legal_individuals_of_schlegels_appendix_have_the_printed_fitness_values() {
    let Some(individuals) = appendix() else { return };
    assert_eq!(individuals.len(), 200);
    let puzzle = lisp_puzzle(FOUR);
    let (first, second) = individuals.split_at(100);
    for (sequence, printed) in first {
        assert_eq!(fitness_of(&puzzle, sequence), Some(*printed), "{sequence}");
    }
    let legal: Vec<_> =
        second.iter().filter_map(|(sequence, printed)| Some((fitness_of(&puzzle, sequence)?, *printed))).collect();
    assert_eq!(legal.len(), 58);
    assert!(legal.iter().all(|(fitness, printed)| fitness == printed));
}

fn evolve(puzzle: &Puzzle, method: Method, values: ParameterValues, seed: u64) -> Evolution {
    let mut evolution = Evolution::new(puzzle, method, values, seed);
    while evolution.termination().is_none() {
        evolution.next_generation();
    }
    evolution
}

#[test]
fn faithful_schlegel_always_solves_the_papers_four_vehicle_board() {
    let puzzle = lisp_puzzle(FOUR);
    let found: Vec<u32> = (0..100)
        .map(|run| {
            let values = ParameterValues::new(Method::Schlegel, Setting::Faithful);
            let evolution = evolve(&puzzle, Method::Schlegel, values, run_seed(1, run));
            let solution = evolution.solution().unwrap();
            assert!(solution.cost >= 4);
            solution.generation
        })
        .collect();
    let early = found.iter().filter(|generation| **generation <= 3).count();
    assert!(early >= 95, "{early} of 100 within three generations");
}

/// Returns parameter values for short runs.
fn small(method: Method, setting: Setting) -> ParameterValues {
    let mut values = ParameterValues::new(method, setting);
    values.set(ParameterKey::Population, 40.0).unwrap();
    values.set(ParameterKey::Generations, 15.0).unwrap();
    values
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_individuals_moves_lead_to_its_position_under_any_rules(
        puzzle in crate::common::puzzles(), rules in crate::common::rules(0..6), seed in 0..1000_u64,
    ) {
        let puzzle = puzzle.with_rules(rules);
        for (method, setting) in Method::ALL.into_iter().flat_map(|s| Setting::ALL.map(|t| (s, t))) {
            let mut evolution = Evolution::new(&puzzle, method, small(method, setting), seed);
            for _ in 0..6 {
                for individual in evolution.individuals().step_by(7) {
                    let play = |position: Position, mv: &Move| position.play(*mv);
                    let end = individual.moves.iter().try_fold(Position::start(&puzzle), play);
                    prop_assert!(end.is_ok(), "{:?} {:?}: {:?}", method, setting, end);
                    let end = end.unwrap();
                    prop_assert_eq!(end.offsets(), individual.position.offsets());
                    if puzzle.rules().default_fuel.is_some() {
                        prop_assert_eq!(end.fuel(), individual.position.fuel());
                    }
                }
                evolution.next_generation();
            }
            if let Some(solution) = evolution.solution() {
                let play = |position: Position, mv: &Move| position.play(*mv);
                let end = solution.moves.iter().try_fold(Position::start(&puzzle), play);
                prop_assert!(end.is_ok_and(|end| end.is_solved()), "{:?} {:?}", method, setting);
                prop_assert!(solution.cost <= solution.evolved_cost);
                if let Ok(Some(optimum)) = plain_search(&puzzle, 1500) {
                    prop_assert!(solution.cost >= optimum);
                }
            }
        }
    }
}

#[test]
fn evolutions_are_equal_for_equal_seeds_only() {
    let puzzle = format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K").unwrap();
    for (method, setting) in Method::ALL.into_iter().flat_map(|s| Setting::ALL.map(|t| (s, t))) {
        let history = |seed| {
            let mut evolution = Evolution::new(&puzzle, method, small(method, setting), seed);
            (0..5).map(|_| evolution.next_generation().clone()).collect::<Vec<_>>()
        };
        assert_eq!(history(1), history(1));
        assert_ne!(history(1), history(2));
    }
}

/// Pins some random choices, so that a change is noticed.
#[test]
fn random_choices_are_the_same_on_every_machine() {
    assert_eq!((run_seed(1, 0), run_seed(0, 1)), (1, 0xe220_a839_7b1d_cdaf), "as in splitmix64");
    let puzzle = lisp_puzzle(FOUR);
    let evolution =
        Evolution::new(&puzzle, Method::Schlegel, ParameterValues::new(Method::Schlegel, Setting::Faithful), 2);
    let lisp = notation::by_name("lisp").unwrap();
    let first = evolution.individuals().map(|individual| notation::write(lisp, &puzzle, &individual.moves)).take(2);
    assert_eq!(first.collect::<Vec<_>>(), ["(((1 2) E 1) ((3 2) E 1) ((4 3) S 1))\n", "(((2 3) E 1) ((3 2) W 1))\n"]);
}

#[test]
fn puzzles_without_a_solution_end_at_a_limit_and_are_never_called_unsolvable() {
    // The primary cannot pass C, which is in its row.
    let puzzle = format::parse("......A.....A.....XX..CC............").unwrap();
    for (method, setting) in Method::ALL.into_iter().flat_map(|s| Setting::ALL.map(|t| (s, t))) {
        let evolution = evolve(&puzzle, method, small(method, setting), 1);
        assert_eq!((evolution.termination(), evolution.solution()), (Some(Termination::GenerationLimit), None));
    }
    for algorithm in ALL_ALGORITHMS.iter().filter(|algorithm| algorithm.about().random) {
        let limits = Limits { states: 20, ..Limits::default() };
        let outcome = algorithm.run(&Task::new(&puzzle).with_limits(limits), &mut ());
        assert!(matches!(outcome.status, Status::Limit(Limit::States | Limit::Generations)), "{:?}", outcome.status);
    }
    // No vehicle can move.
    let immobile = format::parse("AABXXBCCx").unwrap();
    for method in Method::ALL {
        let evolution = evolve(&immobile, method, small(method, Setting::Refined), 1);
        assert_eq!((evolution.termination(), evolution.solution()), (Some(Termination::GenerationLimit), None));
    }
}

#[test]
fn a_vehicle_that_starts_on_the_exit_cell_counts_as_one_blocker() {
    let board = format::parse("............AA..XX..................").unwrap();
    let mut draft = Draft::from(&board);
    draft.exit = Some(DraftExit { side: Side::Left, line: Some(2) });
    let puzzle = Puzzle::try_from(draft).unwrap().with_rules(Rules::comp472(Metric::Moves));
    assert_eq!(fitness(&puzzle, &[]), Some(99.0));
}

#[test]
fn as_search_algorithms_they_find_solutions_without_claiming_optimality() {
    let puzzle = format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K").unwrap();
    for name in ["grh", "schlegel"] {
        for metric in [Metric::Moves, Metric::Steps] {
            let puzzle = puzzle.clone().with_rules(Rules::plain(metric));
            let outcome = algorithm_by_name(name).unwrap().run(&Task { seed: 3, ..Task::new(&puzzle) }, &mut ());
            assert_eq!(outcome.status, Status::Solved, "{name}");
            assert!(!outcome.is_optimal());
            check_solution(&puzzle, &outcome);
        }
    }
}

#[test]
fn the_refined_settings_solve_the_cards() {
    let Some(corpus) = crate::common::corpus() else { return };
    let text = fs::read_to_string(corpus.join("cards/cards-01-20.tsv")).unwrap();
    let (mut solved, mut optimal) = (0, 0);
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let puzzle = format::parse(fields[1]).unwrap().with_rules(Rules::plain(Metric::Steps));
        let outcome = algorithm_by_name("grh").unwrap().run(&Task::new(&puzzle), &mut ());
        assert_eq!(outcome.status, Status::Solved, "{row}");
        check_solution(&puzzle, &outcome);
        let optimum: u32 = fields[3].parse().unwrap();
        assert!(outcome.cost() >= Some(optimum));
        optimal += usize::from(outcome.cost() == Some(optimum));
        let puzzle = puzzle.with_rules(Rules::default());
        solved += usize::from(
            algorithm_by_name("schlegel").unwrap().run(&Task::new(&puzzle), &mut ()).status == Status::Solved,
        );
    }
    assert_eq!(solved, 20, "schlegel");
    assert!(optimal >= 15, "grh: {optimal} of 20");
}

#[test]
fn parameters_are_in_the_order_of_their_keys_and_their_defaults_are_valid() {
    for (index, parameter) in PARAMETERS.iter().enumerate() {
        assert_eq!(parameter.key as usize, index, "{}", parameter.name);
        for (method, setting) in Method::ALL.into_iter().flat_map(|s| Setting::ALL.map(|t| (s, t))) {
            if let Some(value) = parameter.default(method, setting) {
                assert_eq!(parameter.validate(value), Ok(()));
            }
        }
    }
    let mut values = ParameterValues::new(Method::Grh, Setting::Refined);
    assert_eq!(values.set(ParameterKey::Mutation, 1.5).unwrap_err(), "mutation: give a number from 0 to 1");
    assert!(values.set(ParameterKey::Population, 2.5).is_err());
}
