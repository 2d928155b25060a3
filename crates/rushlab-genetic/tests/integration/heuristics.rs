//! The evolution of heuristics: equal seeds give equal evolutions, whatever evaluates them; the best never gets worse.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;

use rushlab::heuristic::Expression;
use rushlab::search::Limits;
use rushlab::{Puzzle, format};
use rushlab_genetic::{HeuristicEvolution, HeuristicOrigin, HeuristicParameters, TrainingPuzzle};

/// Built-in puzzles that IDA* with `h4` solves after 744 and 19 positions.
const HARD: &str = "...A.....A..XX.AB.....B..CDDB..CEEE.";
const EASY: &str = ".......A...B.A.XXB...C.B...CDD...CEE";

fn training() -> Vec<TrainingPuzzle> {
    let puzzle = |board: &str| -> Puzzle { format::parse(board).unwrap() };
    [HARD, EASY].map(|board| TrainingPuzzle::new(&puzzle(board), Limits::default(), &mut ()).unwrap()).to_vec()
}

fn fitness(training: &[TrainingPuzzle], expression: &Expression) -> f64 {
    let trials = training.iter().map(|puzzle| puzzle.trial(expression, &|| false).unwrap().score);
    trials.sum::<f64>() / training.len() as f64
}

fn parameters() -> HeuristicParameters {
    HeuristicParameters { population: 20, max_size: 15, ..HeuristicParameters::default() }
}

/// Returns the generations of an evolution as text. Expressions are evaluated in the given order.
fn history(seed: u64, is_reversed: bool) -> Vec<String> {
    let training = training();
    let mut evaluate = |expressions: &[Expression]| {
        let mut values: Vec<f64> = Vec::new();
        let ordered: Vec<&Expression> =
            if is_reversed { expressions.iter().rev().collect() } else { expressions.iter().collect() };
        values.extend(ordered.into_iter().map(|expression| fitness(&training, expression)));
        if is_reversed {
            values.reverse();
        }
        Some(values)
    };
    let mut evolution = HeuristicEvolution::new(parameters(), seed, &mut evaluate).unwrap();
    let mut history = vec![format!("{:?}", evolution.individuals())];
    for _ in 0..3 {
        evolution.next_generation(&mut evaluate).unwrap();
        history.push(format!("{:?}", evolution.individuals()));
    }
    history
}

#[test]
fn evolutions_of_heuristics_depend_on_the_seed_alone() {
    let first = history(1, false);
    assert_eq!(first, history(1, true));
    assert_ne!(first, history(2, false));
}

#[test]
fn the_best_heuristic_never_gets_worse_and_its_fitness_is_that_of_its_searches() {
    let training = training();
    let mut evaluations = 0;
    let mut seen = HashSet::new();
    let mut evaluate = |expressions: &[Expression]| {
        evaluations += expressions.len();
        assert!(expressions.iter().all(|expression| seen.insert(expression.to_string())), "evaluated twice");
        Some(expressions.iter().map(|expression| fitness(&training, expression)).collect())
    };
    let mut evolution = HeuristicEvolution::new(parameters(), 3, &mut evaluate).unwrap();
    let mut best = f64::NEG_INFINITY;
    let mut origins = HashSet::new();
    for _ in 0..5 {
        let individuals = evolution.individuals();
        assert_eq!(individuals.len(), 20);
        assert!(individuals.is_sorted_by(|one, other| one.fitness >= other.fitness));
        assert!(individuals[0].fitness >= best);
        best = individuals[0].fitness;
        for individual in individuals {
            assert!(individual.expression.size() <= 15);
            assert_eq!(individual.fitness, fitness(&training, &individual.expression));
            origins.insert(std::mem::discriminant(&individual.origin));
        }
        evolution.next_generation(&mut evaluate).unwrap();
    }
    assert_eq!(origins.len(), 4, "initial, survivors, crossovers and mutations");
    assert!(evolution.individuals().iter().all(|individual| individual.origin != HeuristicOrigin::Initial));
    assert_eq!(evolution.evaluated(), evaluations);
}

#[test]
fn the_score_counts_saved_positions_and_longer_solutions() {
    let training = training();
    let score = |text: &str, index: usize| training[index].trial(&text.parse().unwrap(), &|| false).unwrap();
    let same = score("h4", 0);
    assert_eq!((same.score, same.cost, same.expanded), (0.0, Some(training[0].optimum), training[0].reference));
    let blind = score("0", 0);
    assert!(blind.cost.is_none() && blind.score < -10.0, "{blind:?}");
    let greedy = score("(* 4 (+ h4 blocking))", 0);
    let excess = f64::from(greedy.cost.unwrap()) / f64::from(training[0].optimum) - 1.0;
    let saved = ((training[0].reference + 1) as f64 / (greedy.expanded + 1) as f64).ln();
    assert!((greedy.score - (saved - 10.0 * excess)).abs() < 1e-9 && excess > 0.0, "{greedy:?}");
    assert_eq!(training[0].trial(&"h4".parse().unwrap(), &|| true), None);
}

#[test]
fn an_evaluation_that_stops_keeps_the_generation() {
    let mut all = |expressions: &[Expression]| Some(vec![0.0; expressions.len()]);
    assert!(HeuristicEvolution::new(parameters(), 1, &mut |_: &[Expression]| None).is_none());
    let mut evolution = HeuristicEvolution::new(parameters(), 1, &mut all).unwrap();
    let before = evolution.individuals().to_vec();
    assert!(evolution.next_generation(&mut |_: &[Expression]| None).is_none());
    assert_eq!((evolution.individuals(), evolution.generation()), (before.as_slice(), 0));
}

#[test]
fn puzzles_without_a_reference_are_no_training_puzzles() {
    let unsolvable: Puzzle = format::parse("............AABBB...................").unwrap();
    assert!(TrainingPuzzle::new(&unsolvable, Limits::default(), &mut ()).is_none());
    let card: Puzzle = format::parse(HARD).unwrap();
    assert!(TrainingPuzzle::new(&card, Limits::states(10), &mut ()).is_none());
}
