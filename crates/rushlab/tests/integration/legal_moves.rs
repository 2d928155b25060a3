//! Property tests of the rules: legal moves, fuel and the valet on random puzzles, compared with code that only looks
//! at cells.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use rushlab::Puzzle;
use rushlab::position::{Move, Position};
use rushlab::puzzle::{Cell, Direction, Draft, Metric, Orientation, Rules, Vehicle};

/// Returns whether a move is legal, computed from the covered cells without [`Position::play`].
fn is_legal(puzzle: &Puzzle, position: &Position, mv: Move) -> bool {
    let vehicle = puzzle.vehicles()[mv.vehicle];
    let Some(start) = position.offsets()[mv.vehicle] else { return false };
    let cells_at = |vehicle: Vehicle, offset: i32| {
        let along = move |along| (vehicle.orientation, vehicle.line(), offset + along);
        (0..i32::from(vehicle.length)).map(along)
    };
    let on_board = |(orientation, line, along): (Orientation, u8, i32)| {
        let along = u8::try_from(along).ok().filter(|along| *along < puzzle.line_length(orientation))?;
        Some(orientation.cell(line, along))
    };
    let mut taken: BTreeSet<Cell> = puzzle.walls().iter().copied().collect();
    for (index, other) in puzzle.vehicles().iter().enumerate().filter(|(index, _)| *index != mv.vehicle) {
        if let Some(offset) = position.offsets()[index] {
            taken.extend(cells_at(*other, offset.into()).filter_map(on_board));
        }
    }
    let clear = (1..=i32::from(mv.cells)).all(|driven| {
        cells_at(vehicle, i32::from(start) + mv.direction.sign() * driven)
            .all(|place| on_board(place).is_some_and(|cell| !taken.contains(&cell)))
    });
    let fuelled = position.fuel()[mv.vehicle].is_none_or(|units| units >= mv.cells.into());
    mv.cells > 0 && mv.direction.orientation() == vehicle.orientation && clear && fuelled
}

/// Returns every move of up to 17 cells, legal or not.
fn all_moves(puzzle: &Puzzle) -> impl Iterator<Item = Move> {
    (0..puzzle.vehicles().len()).flat_map(|vehicle| {
        Direction::ALL
            .into_iter()
            .flat_map(move |direction| (0..=17).map(move |cells| Move { vehicle, direction, cells }))
    })
}

/// Returns the positions of a random walk, beginning with the start.
fn walk(puzzle: &Puzzle, choices: &[proptest::sample::Index]) -> Vec<Position> {
    let mut positions = vec![Position::start(puzzle)];
    for choice in choices {
        let here = &positions[positions.len() - 1];
        let moves = here.legal_moves();
        if moves.is_empty() {
            break;
        }
        let next = here.play(moves[choice.index(moves.len())]).unwrap();
        positions.push(next);
    }
    positions
}

fn choices() -> impl Strategy<Value = Vec<proptest::sample::Index>> {
    proptest::collection::vec(any::<proptest::sample::Index>(), 0..12)
}

/// Returns the same board without fuel and valet, so that every move can be reversed.
fn plain(puzzle: &Puzzle) -> Puzzle {
    let draft = Draft { fuel: Vec::new(), rules: Rules::default(), ..Draft::from(puzzle) };
    Puzzle::try_from(draft).unwrap()
}

proptest! {
    // Each case tries many moves in each position of a walk.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn exactly_the_legal_moves_are_listed(puzzle in crate::common::puzzles(), choices in choices(), valet in any::<bool>()) {
        for metric in [Metric::Moves, Metric::Steps] {
            let puzzle = puzzle.clone().with_rules(Rules { metric, valet, ..puzzle.rules() });
            for position in walk(&puzzle, &choices) {
                let listed = position.legal_moves();
                prop_assert!(listed.iter().all(|mv| position.play(*mv).is_ok()));
                let unique: BTreeSet<Move> = listed.iter().copied().collect();
                prop_assert_eq!(unique.len(), listed.len(), "none is listed twice");
                let legal: BTreeSet<Move> = all_moves(&puzzle)
                    .filter(|mv| metric == Metric::Moves || mv.cells == 1)
                    .filter(|mv| is_legal(&puzzle, &position, *mv))
                    .collect();
                prop_assert_eq!(unique, legal);
            }
        }
    }

    #[test]
    fn a_move_is_legal_iff_its_cells_are_free_and_it_has_fuel(puzzle in crate::common::puzzles(), choices in choices()) {
        for position in walk(&puzzle, &choices) {
            for mv in all_moves(&puzzle) {
                prop_assert_eq!(position.play(mv).is_ok(), is_legal(&puzzle, &position, mv), "{:?}", mv);
            }
        }
    }

    #[test]
    fn a_move_moves_one_vehicle_and_burns_its_own_fuel_only(puzzle in crate::common::puzzles(), choices in choices()) {
        for position in walk(&puzzle, &choices) {
            for mv in position.legal_moves() {
                let next = position.play(mv).unwrap();
                for index in (0..puzzle.vehicles().len()).filter(|index| *index != mv.vehicle) {
                    prop_assert_eq!(next.offsets()[index], position.offsets()[index]);
                    prop_assert_eq!(next.fuel()[index], position.fuel()[index]);
                }
                let burnt = position.fuel()[mv.vehicle].map(|units| units - u16::from(mv.cells));
                prop_assert_eq!(next.fuel()[mv.vehicle], burnt);
            }
        }
    }

    #[test]
    fn without_fuel_and_valet_every_move_can_be_reversed(puzzle in crate::common::puzzles(), choices in choices()) {
        let puzzle = plain(&puzzle);
        for position in walk(&puzzle, &choices) {
            for mv in position.legal_moves() {
                let there = position.play(mv).unwrap();
                let [back, forth] = mv.direction.orientation().directions();
                let opposite = if mv.direction == back { forth } else { back };
                let home = there.play(Move { direction: opposite, ..mv });
                prop_assert_eq!(home.as_ref(), Ok(&position));
            }
        }
    }

    #[test]
    fn the_valet_removes_only_vehicles_of_the_exit_line_and_never_the_primary(puzzle in crate::common::puzzles(), choices in choices()) {
        let puzzle = puzzle.clone().with_rules(Rules { valet: true, ..puzzle.rules() });
        for position in walk(&puzzle, &choices) {
            prop_assert!(position.offsets()[puzzle.primary_index()].is_some());
            for (vehicle, _) in puzzle.vehicles().iter().zip(position.offsets()).filter(|(_, offset)| offset.is_none()) {
                prop_assert_eq!((vehicle.orientation, vehicle.line()), (puzzle.primary().orientation, puzzle.exit().line));
            }
        }
    }
}
