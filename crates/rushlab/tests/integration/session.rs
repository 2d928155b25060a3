//! Sessions checked against `Position::play`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use crate::common::{check_solution, plain_search, puzzles, rules, small_puzzles};
use proptest::prelude::*;
use proptest::sample::Index;
use rushlab::Puzzle;
use rushlab::position::{Move, Position};
use rushlab::puzzle::{Direction, Metric, Rules};
use rushlab::search::{self, ALGORITHMS, Limits, Status};
use rushlab::session::{Hint, HintError, MoveError, Session, Stars};

const NO_LIMITS: Limits = Limits { states: u64::MAX, memory: u64::MAX };
const BOARD: &str = "......A..B..AXXB..A..B......CC......";

fn session(board: &str) -> Session {
    Session::new(rushlab::format::parse(board).unwrap())
}

fn letters(session: &Session) -> String {
    let letters = rushlab::notation::by_name("letters").unwrap();
    rushlab::notation::write(letters, session.puzzle(), session.played()).trim_end().to_owned()
}

/// An action of a player.
#[derive(Clone, Debug)]
enum Action {
    /// Plays one of the legal moves.
    Move(Index),
    /// Tries any move, legal or not.
    TryMove(Index, usize, u8),
    Undo,
    Redo,
    Reset,
    /// Saves the game and restores it.
    SaveAndRestore,
}

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let action = prop_oneof![
        12 => any::<Index>().prop_map(Action::Move),
        3 => (any::<Index>(), 0..4_usize, 0..20_u8).prop_map(|(vehicle, direction, cells)| Action::TryMove(vehicle, direction, cells)),
        4 => Just(Action::Undo),
        2 => Just(Action::Redo),
        1 => Just(Action::Reset),
        1 => Just(Action::SaveAndRestore),
    ];
    proptest::collection::vec(action, 0..60)
}

/// Performs an action and checks its effect against `Position::play`.
fn play(session: &mut Session, action: &Action) {
    let puzzle = session.puzzle().clone();
    let before = session.position().clone();
    let try_move = |session: &mut Session, mv: Move| {
        let finished = session.finished();
        let expected = before.play(mv);
        match (session.play(mv), expected) {
            (Err(MoveError::Solved), _) => assert!(finished),
            (Ok(()), Ok(next)) => {
                assert!(!finished && session.undone().is_empty());
                assert_eq!(session.position(), &next);
            }
            (Err(MoveError::Illegal(error)), Err(expected)) => {
                assert_eq!(error, expected);
                assert_eq!(session.position(), &before);
            }
            (found, expected) => panic!("{found:?} where the rules say {expected:?}"),
        }
    };
    match action {
        Action::Move(index) => {
            let legal = before.legal_moves();
            if !legal.is_empty() {
                try_move(session, *index.get(&legal));
            }
        }
        Action::TryMove(vehicle, direction, cells) => {
            let vehicle = vehicle.index(puzzle.vehicles().len());
            try_move(session, Move { vehicle, direction: Direction::ALL[*direction], cells: *cells });
        }
        Action::Undo => {
            let last = session.played().last().copied();
            assert_eq!(session.undo(), last);
            assert_eq!(session.undone().first().copied().filter(|_| last.is_some()), last);
            if let Some(last) = last {
                assert_eq!(session.position().play(last).as_ref(), Ok(&before));
            }
        }
        Action::Redo => {
            let next = session.undone().first().copied();
            assert_eq!(session.redo(), next);
            if let Some(next) = next {
                assert_eq!(Ok(session.position()), before.play(next).as_ref());
            }
        }
        Action::Reset => {
            session.reset();
            assert_eq!((session.move_count(), session.steps(), session.undone().len()), (0, 0, 0));
        }
        Action::SaveAndRestore => {
            let line = session.save();
            assert!(!line.contains('\n'));
            let back = Session::restore(&line).unwrap();
            assert_eq!(back.save(), line);
            assert_eq!((back.played(), back.undone()), (session.played(), session.undone()));
            *session = back;
        }
    }
}

/// Checks the invariants: the played moves lead to the current position, the counts are theirs, and no vehicle moves
/// twice in a row unless the rules require it.
fn check(session: &Session) {
    let puzzle = session.puzzle();
    let mut position = Position::start(puzzle);
    for mv in session.played() {
        position = position.play(*mv).unwrap();
    }
    assert_eq!(&position, session.position());
    assert_eq!(session.move_count() as usize, session.played().len());
    assert_eq!(session.steps(), session.played().iter().map(|mv| u32::from(mv.cells)).sum::<u32>());
    assert_eq!(session.finished(), position.is_solved());
    for pair in session.played().windows(2) {
        let special = puzzle.rules().valet || puzzle.tank(pair[0].vehicle).is_some();
        let turned = pair[0].direction != pair[1].direction && special;
        assert!(pair[0].vehicle != pair[1].vehicle || turned, "one vehicle, two moves");
    }
    for (vehicle, about) in puzzle.vehicles().iter().enumerate() {
        for direction in about.orientation.directions() {
            let reach = session.reach(vehicle, direction);
            let legal = |cells| position.play(Move { vehicle, direction, cells }).is_ok();
            assert!(session.finished() || ((1..=reach).all(legal) && !legal(reach + 1)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_sequence_of_actions_keeps_the_rules(puzzle in puzzles(), rules in rules(0..6), actions in actions()) {
        let mut session = Session::new(puzzle.with_rules(rules));
        for action in &actions {
            play(&mut session, action);
            check(&session);
        }
        let mut others = session.clone();
        while others.undo().is_some() {}
        prop_assert_eq!(others.position(), &Position::start(others.puzzle()));
        while others.redo().is_some() {}
        prop_assert!(others.played().starts_with(session.played()));
    }

    #[test]
    fn hints_lead_to_the_exit_in_par(puzzle in small_puzzles(), rules in rules(0..9)) {
        let puzzle = puzzle.with_rules(rules);
        let Ok(shortest) = plain_search(&puzzle, 3000) else { return Ok(()) };
        let mut session = Session::new(puzzle);
        match shortest {
            None => {
                prop_assert_eq!(session.par(NO_LIMITS, &mut ()), Err(HintError::Unsolvable));
                prop_assert_eq!(session.hint(NO_LIMITS, &mut ()), Err(HintError::Unsolvable));
            }
            Some(par) => {
                prop_assert_eq!(session.par(NO_LIMITS, &mut ()), Ok(par));
                let mut left = par;
                while !session.finished() {
                    let metric = session.puzzle().rules().metric;
                    prop_assert_eq!(session.hint(NO_LIMITS, &mut ()), Ok(Hint::Remaining { cost: left, metric }));
                    let Ok(Hint::Vehicle(vehicle)) = session.hint(NO_LIMITS, &mut ()) else { panic!("a vehicle") };
                    let Ok(Hint::Move(mv)) = session.hint(NO_LIMITS, &mut ()) else { panic!("a move") };
                    prop_assert_eq!(mv.vehicle, vehicle);
                    session.play(mv).unwrap();
                    left -= metric.cost(mv.cells);
                }
                prop_assert_eq!((session.cost(), left), (par, 0));
                let stars = if session.move_revealed() { Stars::Two } else { Stars::Three };
                prop_assert_eq!(session.stars(), Some(stars));
            }
        }
    }

    #[test]
    fn any_algorithm_solves_the_current_position(puzzle in small_puzzles(), rules in rules(0..9), actions in actions()) {
        let mut session = Session::new(puzzle.with_rules(rules));
        actions.iter().take(8).for_each(|action| play(&mut session, action));
        // Genetic algorithms would run all their generations on a puzzle without a solution.
        for algorithm in ALGORITHMS.iter().filter(|algorithm| !algorithm.about().random) {
            let limits = Limits { states: 2000, ..NO_LIMITS };
            let outcome = session.solve(*algorithm, limits, &mut ()).unwrap();
            let Some(solution) = outcome.solution.filter(|_| outcome.status == Status::Solved) else { continue };
            let mut position = session.position().clone();
            for mv in session.own_moves(&solution) {
                position = position.play(mv).unwrap();
            }
            prop_assert!(position.is_solved());
        }
    }

    #[test]
    fn restored_games_keep_the_rules_for_any_text(
        puzzle in puzzles(),
        actions in actions(),
        cut in any::<Index>(),
        put in "[\\[\\]{}\":, a-zA-Z0-9é]{0,6}",
    ) {
        let mut session = Session::new(puzzle);
        actions.iter().for_each(|action| play(&mut session, action));
        let saved = session.save();
        let mut text: Vec<char> = saved.chars().collect();
        let at = cut.index(text.len());
        text.splice(at..(at + put.len()).min(text.len()), put.chars());
        let damaged = text.into_iter().collect::<String>();
        for text in [&damaged, &with_checksum(&damaged)] {
            match Session::restore(text) {
            // Only damage that changes nothing, such as added white space, passes.
            Ok(restored) if *text == damaged => prop_assert_eq!(restored.save(), session.save()),
            Ok(restored) => {
                let replayed = restored.played().iter().try_fold(Position::start(restored.puzzle()), |position, mv| {
                    position.play(*mv)
                });
                prop_assert_eq!(replayed.as_ref(), Ok(restored.position()));
            }
            Err(bad) => prop_assert!(bad.to_string().len() > 20),
            }
        }
    }
}

/// Returns an edited saved game with the checksum of its new text.
fn with_checksum(edited: &str) -> String {
    let fields = edited.rfind(",\"checksum\":").map_or(edited, |end| &edited[..end]);
    format!("{fields},\"checksum\":{}}}", crc32fast::hash(format!("{fields}}}").as_bytes()))
}

#[test]
fn an_edited_saved_game_is_reported_as_damaged() {
    let saved = session(BOARD).save();
    let edited = saved.replacen("\"hints\":0", "\"hints\":1", 1);
    assert_ne!(edited, saved);
    let without_checksum = format!("{}}}", &saved[..saved.rfind(",\"checksum\":").unwrap()]);
    for text in [&edited, &without_checksum] {
        assert!(Session::restore(text).unwrap_err().to_string().starts_with("the saved game is damaged"));
    }
    assert!(Session::restore(&with_checksum(&edited)).is_ok());
}

#[test]
fn consecutive_moves_of_one_vehicle_count_as_one() {
    let mut session = session(BOARD);
    session.play_named("A", Direction::Up, 1).unwrap();
    session.play_named("B", Direction::Down, 1).unwrap();
    session.play_named("B", Direction::Down, 1).unwrap();
    assert_eq!((letters(&session).as_str(), session.move_count(), session.steps()), ("AU1 BD2", 2, 3));
    session.play_named("B", Direction::Up, 1).unwrap();
    assert_eq!(letters(&session), "AU1 BD1");
    session.play_named("B", Direction::Up, 1).unwrap();
    assert_eq!(letters(&session), "AU1", "back where it was");
    session.play_named("A", Direction::Down, 2).unwrap();
    assert_eq!(letters(&session), "AD1");
    assert_eq!(session.undo().map(|mv| mv.cells), Some(1));
    assert_eq!(session.undo(), None);
}

#[test]
fn moving_back_and_forth_is_two_moves_if_it_uses_fuel() {
    let puzzle = rushlab::format::parse(BOARD).unwrap();
    let mut session = Session::new(puzzle.with_rules(Rules { default_fuel: Some(3), ..Rules::plain(Metric::Moves) }));
    session.play_named("A", Direction::Up, 1).unwrap();
    session.play_named("A", Direction::Down, 1).unwrap();
    session.play_named("A", Direction::Down, 1).unwrap();
    assert_eq!((letters(&session).as_str(), session.steps()), ("AU1 AD2", 3));
    let error = session.play_named("A", Direction::Down, 1).unwrap_err();
    assert_eq!(error.to_string(), "A has fuel for 0 cells, not for 1");
}

#[test]
fn undo_returns_a_vehicle_that_the_valet_has_removed() {
    let puzzle = rushlab::format::parse("......\n......\nXX.BB.\n......\n......\n......").unwrap();
    let mut session = Session::new(puzzle.with_rules(Rules { valet: true, ..Rules::plain(Metric::Moves) }));
    assert_eq!(session.par(NO_LIMITS, &mut ()), Ok(2));
    session.play_named("B", Direction::Right, 1).unwrap();
    assert_eq!(session.position().offsets()[1], None);
    let error = session.play_named("B", Direction::Left, 1).unwrap_err();
    assert_eq!(error.to_string(), "B is no longer on the board: the valet has removed it");
    assert_eq!(session.hint(NO_LIMITS, &mut ()).unwrap().text(session.puzzle()), "one move is left");
    assert_eq!(session.hint(NO_LIMITS, &mut ()).unwrap().text(session.puzzle()), "move X");
    assert_eq!(session.hint(NO_LIMITS, &mut ()).unwrap().text(session.puzzle()), "move X right by 4");
    assert_eq!((session.hints(), session.move_revealed()), (3, true));
    session.undo();
    assert_eq!(session.position().offsets()[1], Some(3));
}

#[test]
fn rejected_moves_have_an_error_message() {
    let mut session = session(BOARD);
    let mut error_of =
        |label: &str, direction, cells| session.play_named(label, direction, cells).unwrap_err().to_string();
    assert_eq!(error_of("X", Direction::Left, 1), "X is blocked by A at row 3, column 1");
    assert_eq!(error_of("X", Direction::Up, 1), "X is horizontal and cannot go up");
    assert_eq!(error_of("Q", Direction::Up, 1), "no vehicle is labelled Q");
    assert_eq!(error_of("C", Direction::Right, 1), "C is already at the edge of the board");
    assert_eq!(error_of("A", Direction::Up, 0), "the distance must be at least 1");
    let unknown = session.play(Move { vehicle: 99, direction: Direction::Up, cells: 1 }).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no vehicle number 100");
    session.play_named("B", Direction::Down, 2).unwrap();
    session.play_named("X", Direction::Right, 3).unwrap();
    let finished = session.play_named("X", Direction::Left, 1).unwrap_err();
    assert_eq!(finished.to_string(), "the puzzle is solved; undo a move or start again to play on");
    assert_eq!(session.hint(NO_LIMITS, &mut ()), Err(HintError::Solved));
}

#[test]
fn a_search_limit_is_an_error() {
    let board = include_str!("../../puzzles/starter.txt").lines().rfind(|line| !line.is_empty()).unwrap();
    let tight = Limits { states: 10, ..NO_LIMITS };
    let mut session = session(board);
    assert!(matches!(session.par(tight, &mut ()), Err(HintError::Limit(_))));
    assert_eq!(session.known_par(), None);
    assert_eq!(session.par(NO_LIMITS, &mut ()), Ok(25));
    let outcome = session.solve(search::DEFAULT, NO_LIMITS, &mut ()).unwrap();
    check_solution(session.puzzle(), &outcome);
    assert_eq!(session.solution(NO_LIMITS, &mut ()).unwrap().len(), 25);
    assert!(session.move_revealed());
}

#[test]
fn invalid_saved_games_have_an_error_message() {
    let puzzle: &Puzzle = &rushlab::format::parse(BOARD).unwrap();
    let saved = Session::new(puzzle.clone()).save();
    let with = |field: &str| with_checksum(&saved.replacen("\"moves\":\"\"", field, 1));
    for (text, sentence) in [
        (
            String::new(),
            "this is not a saved game: EOF while parsing a value at line 1 column 0; start the puzzle again",
        ),
        (
            "{\"session\":1}".to_owned(),
            "the game was saved in version 1, and this program reads version 2; use the rushlab that saved it",
        ),
        (with("\"moves\":\"BD9\""), "move 1 of the saved game is not legal: B would leave the board after 2 cells"),
        (
            with("\"moves\":\"BD2 XR3 AU1\""),
            "move 3 of the saved game is not legal: the puzzle is solved; undo a move or start again to play on",
        ),
        (with("\"moves\":\"AU1 QL1\""), "move 2 of the saved game is not legal: no vehicle is labelled Q"),
        (
            with("\"moves\":\"AU1 XR900\""),
            "move 2 of the saved game is not legal: a distance of 900 cells is longer than any board",
        ),
        (
            with("\"moves\":\"AU1 !\""),
            "the moves of the saved game cannot be read: move 2, `!`, cannot be read; an example of this notation is `AR1`",
        ),
        (with("\"moves\":\"AU1\",\"made\":2"), "the saved game has 1 moves, but its field `made` is 2"),
        (with_checksum(&saved.replace("\"width\":6", "\"width\":2")), "the puzzle of the saved game is invalid: "),
        ("x".repeat(2 << 20), "the saved game is longer than the maximum of 262144 bytes"),
    ] {
        let bad = Session::restore(&text).unwrap_err().to_string();
        assert!(bad.starts_with(sentence), "{bad}");
    }
}
