//! Generated puzzles meet their constraints, by plain search with the reference rules, and are the same for the same
//! seed.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::ops::ControlFlow;

use crate::common::plain_search;
use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Difficulty, Level, Solutions};
use rushlab::generate::{AttemptFailure, ConstraintError, Constraints, DistinctPuzzles, Solvability, attempt};
use rushlab::position::Position;
use rushlab::puzzle::{Draft, Metric, Rules, Side, Vehicle};
use rushlab::search::{Limits, Observer, Progress};

/// Returns the first puzzles of a run.
fn generated(constraints: &Constraints, solvability: Solvability, count: usize) -> Vec<Puzzle> {
    constraints.validate().unwrap();
    let attempts = (0..500).filter_map(|number| attempt(constraints, solvability, 7, number, &mut ()).ok());
    let puzzles: Vec<Puzzle> = attempts.take(count).collect();
    assert_eq!(puzzles.len(), count, "{constraints:?}");
    puzzles
}

fn length(puzzle: &Puzzle, metric: Metric) -> Option<u32> {
    plain_search(&puzzle.clone().with_rules(Rules::plain(metric)), usize::MAX).unwrap()
}

/// Returns the puzzle without each of its vehicles but the primary, and without each of its walls.
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
fn puzzles_have_the_wanted_length_and_are_minimal() {
    let long = Constraints { moves: Some(25..=30), minimal: true, ..Constraints::default() };
    let walled = Constraints {
        width: 5,
        height: 5,
        moves: Some(10..=14),
        walls: 1..=2,
        minimal: true,
        ..Constraints::default()
    };
    let steps = Constraints {
        width: 5,
        height: 4,
        rules: Rules::plain(Metric::Steps),
        steps: Some(9..=20),
        minimal: true,
        ..Constraints::default()
    };
    for (constraints, count) in [(long, 2), (walled, 6), (steps, 6)] {
        for puzzle in generated(&constraints, Solvability::Solvable, count) {
            let own = length(&puzzle, constraints.rules.metric).unwrap();
            let range = constraints.moves.clone().or(constraints.steps.clone()).unwrap();
            assert!(range.contains(&(own as usize)), "{own} {puzzle:?}");
            assert!(constraints.walls.contains(&puzzle.walls().len()));
            for smaller in smaller(&puzzle) {
                assert!(
                    length(&smaller, constraints.rules.metric).unwrap() < own,
                    "{smaller:?} is as long as {puzzle:?}"
                );
            }
        }
    }
}

#[test]
fn size_exit_vehicles_lengths_and_fuel_meet_the_constraints() {
    for exit in Side::ALL {
        let constraints = Constraints {
            width: 5,
            height: 6,
            exit,
            vehicles: Some(5..=7),
            lengths: 2..=4,
            fuel: Some(1..=9),
            ..Constraints::default()
        };
        let puzzles = generated(&constraints, Solvability::Solvable, 20);
        for puzzle in &puzzles {
            assert_eq!((puzzle.width(), puzzle.height(), puzzle.exit().side), (5, 6, exit));
            assert_eq!(puzzle.exit().line, 2, "the middle line, or the upper or left one of two");
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
fn unsolvable_boards_have_no_solution() {
    for puzzle in generated(&Constraints { width: 5, height: 5, ..Constraints::default() }, Solvability::Unsolvable, 20)
    {
        assert_eq!(length(&puzzle, Metric::Moves), None);
    }
}

#[test]
fn shortest_solutions_of_unique_puzzles_differ_in_order_only() {
    let constraints = Constraints { width: 5, height: 5, moves: Some(6..=9), unique: true, ..Constraints::default() };
    for puzzle in generated(&constraints, Solvability::Solvable, 5) {
        // Enumerates all shortest solutions.
        let cluster = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
        let mut paths = vec![(0, Vec::new())];
        for left in (0..cluster.distance(0).unwrap()).rev() {
            let on = |(from, moves): &(usize, Vec<_>)| {
                let nearer = cluster.moves(*from).filter(|(_, to)| cluster.distance(*to) == Some(left));
                nearer.map(|(mv, to)| (to, [moves.as_slice(), &[mv]].concat())).collect::<Vec<_>>()
            };
            paths = paths.iter().flat_map(on).collect();
        }
        assert_eq!(Solutions::of(&cluster, 0).unwrap().count, paths.len() as u128);
        paths.iter_mut().for_each(|(_, moves)| moves.sort_unstable());
        assert!(paths.iter().all(|(_, moves)| *moves == paths[0].1), "{puzzle:?}");
    }
}

#[test]
fn the_same_attempt_gives_the_same_puzzle_and_attempts_differ() {
    let constraints = Constraints::default();
    let board = |seed, number| {
        attempt(&constraints, Solvability::Solvable, seed, number, &mut ())
            .map(|puzzle| Position::start(&puzzle).to_string())
    };
    // If this line changes, files of older versions cannot be generated again: mention it in CHANGELOG.md.
    assert_eq!(board(1, 0).unwrap(), "....AA....BB.XX..C.....CDDDEFF.GGE..");
    assert_eq!(board(1, 0), board(1, 0));
    let mut distinct = DistinctPuzzles::default();
    let new = (0..50).filter_map(|number| attempt(&constraints, Solvability::Solvable, 1, number, &mut ()).ok());
    assert!(new.filter(|puzzle| distinct.insert(puzzle)).count() >= 48);
}

#[test]
fn puzzles_that_differ_in_labels_only_are_duplicates() {
    let mut distinct = DistinctPuzzles::default();
    let parse = |board| rushlab::format::parse(board).unwrap();
    assert!(distinct.insert(&parse("......A..B..AXXB..A..B......CC......")));
    assert!(!distinct.insert(&parse("......D..E..DXXE..D..E......FF......")));
    assert!(distinct.insert(&parse("......A..B..AXXB..A..B.....CC.......")));
    assert!(distinct.insert(&parse("......A..B..AXXB..A..B......CC...... A3")));
}

#[test]
fn impossible_constraints_are_distinguished_from_failed_attempts() {
    let default = Constraints::default();
    for (constraints, sentence) in [
        (
            Constraints { width: 2, ..default.clone() },
            "2x6 is not a valid board size; both numbers must be from 3 to 16",
        ),
        (Constraints { lengths: 1..=3, ..default.clone() }, "vehicles on this board have a length from 2 to 5"),
        (
            Constraints { vehicles: Some(40..=50), ..default.clone() },
            "40 vehicles and 0 walls do not fit on 6 by 6 cells",
        ),
        (
            Constraints { moves: Some(0..=0), ..default.clone() },
            "a puzzle must not be solved at the start; the range of moves must include 1 or more",
        ),
        (
            Constraints { width: 4, height: 4, moves: Some(30..=40), ..default.clone() },
            "4x4 puzzles reach at most 7 moves and a difficulty of 24",
        ),
    ] {
        assert_eq!(
            constraints.validate().map_err(|reason: ConstraintError| reason.to_string()),
            Err(sentence.to_owned())
        );
    }
    let too_long = Constraints { width: 6, height: 6, moves: Some(60..=70), ..default };
    assert_eq!(too_long.validate(), Ok(()));
    let failure = attempt(&too_long, Solvability::Solvable, 1, 0, &mut ()).unwrap_err();
    assert!(matches!(failure, AttemptFailure::Length { length: 3..60, metric: Metric::Moves }), "{failure:?}");
}

#[test]
fn puzzles_have_the_wanted_level() {
    for level in [Level::Beginner, Level::Intermediate] {
        for puzzle in generated(&Constraints { level: Some(level), ..Constraints::default() }, Solvability::Solvable, 3)
        {
            let cluster = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
            assert_eq!(Difficulty::of(&cluster, 0).unwrap().level(), level);
        }
    }
}

/// Returns the course's constraints, on a smaller board.
fn course() -> Constraints {
    let rules = Rules::comp472(Metric::Moves);
    Constraints { width: 5, height: 5, rules, fuel: Some(0..=9), ..Constraints::default() }
}

/// Returns the optimum by plain search with the reference rules. Tanks of 100 units are left out: they would multiply
/// the positions, and no vehicle drives that far.
fn course_optimum(puzzle: &Puzzle) -> Option<u32> {
    let rules = Rules { default_fuel: None, ..puzzle.rules() };
    plain_search(&puzzle.clone().with_rules(rules), usize::MAX).unwrap()
}

/// Returns the puzzle with other rules, and without the fuel of vehicles if `fuel` is false.
fn changed(puzzle: &Puzzle, rules: Rules, fuel: bool) -> Puzzle {
    let mut draft = Draft::from(&puzzle.clone().with_rules(rules));
    draft.fuel.retain(|_| fuel);
    Puzzle::try_from(draft).unwrap()
}

/// Returns the vehicles of the exit line between the primary and the exit.
fn ahead(puzzle: &Puzzle) -> usize {
    let primary = puzzle.primary();
    let in_line = |vehicle: &&Vehicle| (vehicle.orientation, vehicle.line()) == (primary.orientation, primary.line());
    let is_ahead = |vehicle: &&Vehicle| match puzzle.exit().side {
        Side::Right | Side::Bottom => vehicle.offset() > primary.offset(),
        Side::Left | Side::Top => vehicle.offset() < primary.offset(),
    };
    puzzle.vehicles().iter().filter(in_line).filter(is_ahead).count()
}

#[test]
fn puzzles_of_the_course_depend_on_its_rules() {
    let puzzles = generated(&course(), Solvability::Solvable, 24);
    let (mut valet, mut fuel) = (0, 0);
    for puzzle in &puzzles {
        assert_eq!(puzzle.rules(), Rules::comp472(Metric::Moves));
        let optimum = course_optimum(puzzle);
        assert!(optimum.is_some_and(|moves| moves > 0), "{puzzle:?}");
        assert!(puzzle.vehicles().iter().all(|vehicle| vehicle.fuel.is_none_or(|units| units <= 9)));
        let plain = course_optimum(&changed(puzzle, Rules::plain(Metric::Moves), true));
        assert_eq!(plain.is_none(), ahead(puzzle) > 0, "{puzzle:?}");
        valet += usize::from(plain.is_none());
        fuel += usize::from(course_optimum(&changed(puzzle, puzzle.rules(), false)) != optimum);
    }
    assert!((12..24).contains(&valet), "{valet}");
    assert!((6..=20).contains(&fuel), "{fuel}");
}

#[test]
fn the_valet_works_on_every_side_and_never_has_a_vehicle_at_the_exit_to_begin_with() {
    for exit in Side::ALL {
        for solvability in [Solvability::Solvable, Solvability::Unsolvable] {
            let constraints = Constraints { width: 6, exit, walls: 0..=2, fuel: None, ..course() };
            let puzzles = generated(&constraints, solvability, 10);
            assert!(puzzles.iter().filter(|puzzle| ahead(puzzle) > 0).count() > 2, "{exit:?}");
            for puzzle in puzzles {
                let primary = puzzle.primary();
                let in_line = puzzle.vehicles().iter().filter(|other| {
                    other.label != primary.label
                        && (other.orientation, other.line()) == (primary.orientation, primary.line())
                });
                assert!(in_line.clone().all(|other| other.cells().all(|cell| cell != puzzle.exit_cell())));
                let optimum = course_optimum(&puzzle);
                assert_eq!(optimum.is_some(), solvability == Solvability::Solvable, "{puzzle:?}");
            }
        }
    }
}

#[test]
fn a_puzzle_of_the_course_can_be_minimal_and_unsolvable_ones_often_lack_fuel_only() {
    let minimal = Constraints { minimal: true, ..course() };
    for puzzle in generated(&minimal, Solvability::Solvable, 4) {
        let own = course_optimum(&puzzle).unwrap();
        for smaller in smaller(&puzzle) {
            assert!(course_optimum(&smaller).unwrap() < own, "{smaller:?} is as long as {puzzle:?}");
        }
    }
    let unsolvable = generated(&course(), Solvability::Unsolvable, 16);
    let solved = |puzzle: &Puzzle| course_optimum(puzzle).is_some();
    assert!(!unsolvable.iter().any(solved));
    let by_fuel = unsolvable.iter().filter(|puzzle| solved(&changed(puzzle, puzzle.rules(), false))).count();
    assert!(by_fuel >= 4, "{by_fuel}");
}

#[test]
fn an_observer_stops_an_attempt_whose_clusters_are_all_small() {
    struct StopSoon(u32);
    impl Observer for StopSoon {
        fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
            self.0 += 1;
            if self.0 < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }
    // No cluster of a 4×4 board is large enough that its exploration alone calls the observer.
    for level in [Level::Intermediate, Level::Advanced, Level::Expert] {
        let constraints = Constraints { width: 4, height: 4, level: Some(level), ..Constraints::default() };
        let mut observer = StopSoon(0);
        let result = attempt(&constraints, Solvability::Solvable, 5, 1, &mut observer);
        assert_eq!(result, Err(AttemptFailure::Interrupted), "{level}");
        assert_eq!(observer.0, 100, "{level}");
    }
}
