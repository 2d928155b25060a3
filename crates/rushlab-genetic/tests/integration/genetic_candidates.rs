//! The mutations and crossovers of Schlegel's algorithm: which are possible, and which of them are legal.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rushlab::notation::NamedMove;
use rushlab::position::{Move, Position, replay};
use rushlab::{Puzzle, format, notation};
use rushlab_genetic::{
    Candidate, Change, Crossover, Evolution, Method, ParameterKey, ParameterValues, Setting, crossovers, mutations,
};

/// The board of Schlegel's sample run.
const FOUR: &str =
    "( * O O O * * )\n( * * S S S * )\n( * G G * * * )\n( * * R * * * )\n( * * R * * * )\n( * * * * * * )";

fn board() -> Puzzle {
    format::parse(FOUR).unwrap()
}

fn moves(puzzle: &Puzzle, list: &str) -> Vec<Move> {
    let played = replay(puzzle, &notation::read(list, notation::by_name("lisp")).unwrap());
    assert!(played.error.is_none(), "{list}");
    played.played.iter().map(|(mv, _)| *mv).collect()
}

/// Returns the faithful setting with a value of `legal`.
fn values(legal: f64) -> ParameterValues {
    let mut values = ParameterValues::new(Method::Schlegel, Setting::Faithful);
    values.set(ParameterKey::Legal, legal).unwrap();
    values
}

fn written(mv: NamedMove) -> String {
    format!("{} {} {}", mv.label, mv.direction.word(), mv.cells)
}

fn changes(candidates: &[Candidate<Change>]) -> Vec<String> {
    candidates.iter().map(|candidate| written(candidate.operation.after.unwrap())).collect()
}

#[test]
fn a_mutation_reverses_a_move_or_changes_its_distance() {
    let puzzle = board();
    let list = moves(&puzzle, "(((3 2) E 3))");
    let narrow = mutations(&puzzle, &values(0.0), &list).unwrap();
    assert_eq!(changes(&narrow), ["G left 3", "G right 1", "G right 2", "G right 4"]);
    assert_eq!(mutations(&puzzle, &values(1.0), &list).unwrap(), narrow);
    let legal: Vec<f64> = narrow.iter().filter_map(|candidate| candidate.result.clone().ok()).collect();
    // G can move at most three cells to the right; on the cell of the red vehicle's column it still blocks.
    assert_eq!(legal, [97.0, 98.0]);
    let wide = mutations(&puzzle, &values(2.0), &list).unwrap();
    let all = ["G left 4", "G left 3", "G left 2", "G left 1", "G right 1", "G right 2", "G right 4"];
    assert_eq!(changes(&wide), all);
}

/// Returns whether a change only reverses a move, or only changes its distance.
fn is_schlegels(change: &Change) -> bool {
    let (before, after) = (change.before.unwrap(), change.after.unwrap());
    (before.direction == after.direction) != (before.cells == after.cells)
}

/// Returns the changes of all mutations that are tried in some generations.
fn evolved_changes(legal: f64) -> Vec<Change> {
    let mut values = values(legal);
    values.set(ParameterKey::Mutation, 0.8).unwrap();
    let mut evolution = Evolution::new(&board(), Method::Schlegel, values, 1);
    evolution.set_tracing(true);
    let mut changes = Vec::new();
    for _ in 0..3 {
        evolution.next_generation();
        let origins = evolution.trace().unwrap().origins.iter();
        changes.extend(origins.flat_map(|origin| &origin.mutations).filter_map(|mutation| mutation.change));
    }
    changes
}

#[test]
fn evolutions_make_the_papers_mutations_and_the_wider_ones_only_where_asked() {
    for legal in [0.0, 1.0] {
        let changes = evolved_changes(legal);
        assert!(changes.len() > 100 && changes.iter().all(is_schlegels), "legal={legal}");
    }
    let wide = evolved_changes(2.0);
    assert!(wide.iter().any(is_schlegels) && !wide.iter().all(is_schlegels));
}

/// Returns whether a sequence is legal, by the reference implementation of the rules.
fn is_legal(puzzle: &Puzzle, moves: &[NamedMove]) -> bool {
    let mut position = Position::start(puzzle);
    let mut last = None;
    for mv in moves {
        let vehicle = puzzle.vehicle_named(mv.label).unwrap();
        let next = position.play(Move { vehicle, direction: mv.direction, cells: mv.cells });
        let Some(next) = next.ok().filter(|_| last != Some(vehicle)) else { return false };
        (position, last) = (next, Some(vehicle));
    }
    !moves.is_empty()
}

#[test]
fn candidates_are_legal_by_the_rules() {
    let puzzle = board();
    let lists =
        ["(((2 3) E 1) ((1 2) W 1) ((3 2) W 1))", "(((3 2) W 1) ((4 3) S 1))", "(((1 2) E 2) ((3 2) E 2) ((4 3) N 1))"];
    let mut counts = Vec::new();
    for one in lists {
        let list = moves(&puzzle, one);
        let all = mutations(&puzzle, &values(0.0), &list).unwrap();
        for candidate in &all {
            let mut changed = list.clone();
            let after = candidate.operation.after.unwrap();
            let vehicle = puzzle.vehicle_named(after.label).unwrap();
            changed[candidate.operation.index] = Move { vehicle, direction: after.direction, cells: after.cells };
            let named = notation::named_moves(&puzzle, &changed);
            assert_eq!(candidate.result.is_ok(), is_legal(&puzzle, &named), "{candidate:?}");
        }
        counts.push((all.len(), all.iter().filter(|candidate| candidate.result.is_ok()).count()));
        for other in lists {
            for candidate in crossovers(&puzzle, &values(0.0), [&list, &moves(&puzzle, other)]).unwrap() {
                let Crossover::Cut { head, tail, moves } = &candidate.operation else { continue };
                assert_eq!(candidate.result.is_ok(), is_legal(&puzzle, moves), "cut after {head} and {tail}");
            }
        }
    }
    assert_eq!(counts, COUNTS);
}

/// Possible and legal mutations of the lists.
const COUNTS: [(usize, usize); 3] = [(10, 3), (8, 2), (11, 3)];

#[test]
fn an_illegal_list_has_no_candidates() {
    let puzzle = board();
    let mut list = moves(&puzzle, "(((3 2) E 3))");
    list[0].cells = 5;
    assert_eq!(mutations(&puzzle, &values(0.0), &list), None);
    assert_eq!(crossovers(&puzzle, &values(0.0), [&list, &[]]), None);
}
