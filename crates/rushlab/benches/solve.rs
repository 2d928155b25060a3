//! The time that each algorithm takes for the last of the starter puzzles. Every bench checks the outcome before it is
//! timed.
#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use divan::Bencher;
use rushlab::heuristic::{self, HEURISTICS};
use rushlab::puzzle::{Metric, Rules};
use rushlab::search::{self, ALGORITHMS, Optimality, Outcome, Status, Task};
use rushlab::{Puzzle, Solver, format};

fn main() {
    divan::main();
}

/// Returns the last of the starter puzzles, which takes 25 moves.
fn hardest() -> Puzzle {
    format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K").unwrap()
}

fn run(algorithm: &str, task: &Task<'_>) -> Outcome {
    search::by_name(algorithm).unwrap().run(task, &mut ())
}

#[divan::bench(args = ALGORITHMS.iter().map(|algorithm| algorithm.about()).filter(|about| !about.random).map(|about| about.name))]
fn algorithm(bencher: Bencher<'_, '_>, name: &str) {
    let puzzle = hardest();
    let task = Task::new(&puzzle);
    let outcome = run(name, &task);
    let optimal = search::by_name(name).unwrap().about().optimal != Optimality::Never;
    assert!(
        outcome.status == Status::Solved
            && if optimal { outcome.cost() == Some(25) } else { outcome.cost() >= Some(25) }
    );
    bencher.bench(|| run(name, &task));
}

#[divan::bench(args = HEURISTICS.iter().map(|heuristic| heuristic.about().name))]
fn astar_with(bencher: Bencher<'_, '_>, name: &str) {
    let puzzle = hardest();
    let heuristic = heuristic::by_name(name).unwrap();
    let task = Task::new(&puzzle).with_heuristic(heuristic);
    let outcome = run("astar", &task);
    let admissible = heuristic.about().admissible.holds(puzzle.rules());
    assert!(
        outcome.status == Status::Solved
            && if admissible { outcome.cost() == Some(25) } else { outcome.cost() >= Some(25) }
    );
    bencher.bench(|| run("astar", &task));
}

#[divan::bench(args = [("moves", 25), ("steps", 45), ("comp472", 25)])]
fn rules(bencher: Bencher<'_, '_>, (name, cost): (&str, u32)) {
    let rules = match name {
        "moves" => Rules::plain(Metric::Moves),
        "steps" => Rules::plain(Metric::Steps),
        _ => Rules::comp472(Metric::Moves),
    };
    let puzzle = hardest().with_rules(rules);
    assert_eq!(Solver::new(&puzzle).run().cost(), Some(cost));
    bencher.bench(|| Solver::new(&puzzle).run());
}
