//! The rules by example: legal and illegal moves, metrics, fuel, the valet, the goal, and the lists of moves that the
//! source documents print.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use rushlab::Puzzle;
use rushlab::format;
use rushlab::notation;
use rushlab::position::{IllegalMove, Move, Occupant, Position, Replay, ReplayError, replay};
use rushlab::puzzle::{Cell, Direction, Draft, DraftExit, Label, Metric, Orientation, Rules, Side};

/// Esau, Jam 1, with the labels of list A01.
const JAM_1: &str = "AA...O/P..Q.O/PXXQ.O/P..Q../B...CC/B.RRR.";

/// COMP 472, Examples 1, 2 and 4.
const EXAMPLE_1: &str = "IIB.../C.BHHH/C.AAD./....D./EEGGGF/.....F";
const EXAMPLE_2: &str = "C.B.../C.BHHH/AADD../....../EEGGGF/.....F";
const EXAMPLE_4: &str = "....F./..B.F./AABCF./...C../...C../..EE..";

/// Schlegel, the board of the trivial example: Figure 1, with its two missing stars.
const TRIVIAL: &str = "( * * * * * * )/( * * S S S * )/( * G G * * * )/( * * R * * * )/( * * R * * * )/( * * * * * * )";

/// Reads a puzzle. `/` stands for a newline.
fn puzzle(rows: &str) -> Puzzle {
    format::parse(&rows.replace('/', "\n")).unwrap_or_else(|error| panic!("{rows}: {error}"))
}

/// Reads a puzzle with fuel figures.
fn with_fuel(rows: &str, fuel: &str) -> Puzzle {
    puzzle(&format!("{} {fuel}", rows.replace('/', "")))
}

/// Reads a puzzle with the exit on a side.
fn with_exit(rows: &str, side: Side) -> Puzzle {
    let exit = Some(DraftExit { side, line: None });
    Puzzle::try_from(Draft { exit, ..Draft::from(&puzzle(rows)) }).unwrap()
}

fn label(text: &str) -> Label {
    Label::new(text).unwrap()
}

fn mv(puzzle: &Puzzle, name: &str, direction: Direction, cells: u8) -> Move {
    Move { vehicle: puzzle.vehicle_named(label(name)).unwrap(), direction, cells }
}

/// Plays one move from the start.
fn try_move(puzzle: &Puzzle, name: &str, direction: Direction, cells: u8) -> Result<Position, IllegalMove> {
    Position::start(puzzle).play(mv(puzzle, name, direction, cells))
}

fn replayed(puzzle: &Puzzle, moves: &str) -> Replay {
    replay(puzzle, &notation::read(moves, None).unwrap())
}

/// Plays a list of moves that must all be legal.
fn played(puzzle: &Puzzle, moves: &str) -> Replay {
    let replay = replayed(puzzle, moves);
    assert_eq!(replay.error, None, "{moves}");
    replay
}

fn last(replay: &Replay) -> &Position {
    &replay.played.last().unwrap().1
}

/// Returns a position as a line of cells.
fn drawn(puzzle: &Puzzle, position: &Position) -> String {
    let rows = (0..puzzle.height()).flat_map(|row| (0..puzzle.width()).map(move |column| Cell { row, column }));
    rows.map(|cell| match position.occupant(cell) {
        None => '.',
        Some(Occupant::Wall) => 'x',
        Some(Occupant::Vehicle(label)) => label.as_char().unwrap(),
    })
    .collect()
}

fn fuel_of(puzzle: &Puzzle, position: &Position, name: &str) -> Option<u16> {
    position.fuel()[puzzle.vehicle_named(label(name)).unwrap()]
}

/// Returns the offset of a vehicle; `None` if the valet has removed it.
fn offset_of(puzzle: &Puzzle, position: &Position, name: &str) -> Option<u8> {
    position.offsets()[puzzle.vehicle_named(label(name)).unwrap()]
}

#[test]
fn a_vehicle_moves_along_its_own_axis_over_free_cells() {
    let board = puzzle("B...../B..C../AA.C../...C../....../......");
    let after = |name, direction, cells| drawn(&board, &try_move(&board, name, direction, cells).unwrap());
    assert_eq!(after("A", Direction::Right, 1), "B.....B..C...AAC.....C..............");
    assert_eq!(after("C", Direction::Up, 1), "B..C..B..C..AA.C....................");
    assert_eq!(after("C", Direction::Down, 2), "B.....B.....AA.......C.....C.....C..");
}

#[test]
fn an_illegal_move_has_a_reason() {
    let board = with_fuel("B...../B..C.x/AA.C../...C.D/.....D/EE....", "E1 B0");
    let at = |row: u8, column: u8| Cell { row, column };
    let blocked = |name: &str, occupant, cell| IllegalMove::Blocked { label: label(name), occupant, cell };
    let edge = |name: &str, driven| IllegalMove::OffBoard { label: label(name), driven };
    let by = |name: &str| Occupant::Vehicle(label(name));
    let across =
        |name: &str, orientation, direction| IllegalMove::WrongAxis { label: label(name), orientation, direction };
    let reasons = [
        ("A", Direction::Left, 1, edge("A", 0), "A is already at the edge of the board"),
        ("C", Direction::Up, 2, edge("C", 1), "C would leave the board after 1 cell"),
        ("C", Direction::Down, 3, edge("C", 2), "C would leave the board after 2 cells"),
        ("C", Direction::Down, 255, edge("C", 2), "C would leave the board after 2 cells"),
        ("A", Direction::Right, 2, blocked("A", by("C"), at(2, 3)), "A is blocked by C at row 3, column 4"),
        ("A", Direction::Right, 5, blocked("A", by("C"), at(2, 3)), "A is blocked by C at row 3, column 4"),
        ("B", Direction::Down, 1, blocked("B", by("A"), at(2, 0)), "B is blocked by A at row 3, column 1"),
        ("D", Direction::Up, 2, blocked("D", Occupant::Wall, at(1, 5)), "D is blocked by a wall at row 2, column 6"),
        (
            "A",
            Direction::Up,
            1,
            across("A", Orientation::Horizontal, Direction::Up),
            "A is horizontal and cannot go up",
        ),
        (
            "C",
            Direction::Left,
            1,
            across("C", Orientation::Vertical, Direction::Left),
            "C is vertical and cannot go left",
        ),
        ("A", Direction::Right, 0, IllegalMove::NoDistance, "the distance must be at least 1"),
        (
            "E",
            Direction::Right,
            2,
            IllegalMove::NotEnoughFuel { label: label("E"), units: 1, needed: 2 },
            "E has fuel for 1 cell, not for 2",
        ),
    ];
    for (name, direction, cells, reason, sentence) in reasons {
        let illegal = try_move(&board, name, direction, cells).unwrap_err();
        assert_eq!(illegal, reason);
        assert_eq!(illegal.to_string(), sentence);
    }
}

#[test]
fn a_move_of_a_vehicle_that_does_not_exist_is_an_error() {
    let board = puzzle("B...../B..C../AA.C../...C../....../......");
    let start = Position::start(&board);
    for index in [3, 4, 255, usize::MAX] {
        let error = start.play(Move { vehicle: index, direction: Direction::Up, cells: 1 }).unwrap_err();
        assert_eq!(error, IllegalMove::NoVehicle { index });
        assert_eq!(start.cell_of(index), None);
    }
    assert_eq!(IllegalMove::NoVehicle { index: 3 }.to_string(), "there is no vehicle number 4");
}

#[test]
fn a_position_is_written_as_its_board() {
    let board = puzzle("B...../B..C.x/AA.C../...C../....../......");
    let next = try_move(&board, "C", Direction::Down, 2).unwrap();
    assert_eq!(next.to_string(), "B.....B....xAA.......C.....C.....C..");
    assert_eq!(next.to_string(), drawn(&board, &next));
    assert_eq!(next.cell_of(board.vehicle_named(label("C")).unwrap()), Some(Cell { row: 3, column: 3 }));
    let wide = puzzle("( AB AB * )/( * * * )/( R R * )");
    assert_eq!(Position::start(&wide).to_string(), "AB AB . . . . R R .");
}

#[test]
fn positions_are_equal_if_their_puzzles_offsets_and_tanks_are() {
    let board = with_fuel("BB..../....../AA..../....../....../......", "B3");
    let start = Position::start(&board);
    let away = start.play(mv(&board, "B", Direction::Right, 1)).unwrap();
    let back = away.play(mv(&board, "B", Direction::Left, 1)).unwrap();
    assert_eq!(start.offsets(), back.offsets());
    assert_ne!(start, back, "two units of fuel are gone");
    assert_eq!(start, Position::start(&with_fuel("BB..../....../AA..../....../....../......", "B3")));
    assert_ne!(start, Position::start(&board.clone().with_name(Some("other".to_owned()))));
}

#[test]
fn a_position_becomes_a_puzzle_without_removed_vehicles_and_with_the_fuel_that_is_left() {
    let board = with_fuel(EXAMPLE_2, "A9 D5").with_rules(Rules::comp472(Metric::Moves));
    let replay = played(&board, "D → 2; A → 1");
    let there = last(&replay).to_puzzle().unwrap();
    assert_eq!(there.vehicle_named(label("D")), None);
    assert_eq!(there.tank(there.primary_index()), Some(8));
    assert_eq!(there.rules(), board.rules());
    assert_eq!(Position::start(&there).to_string(), last(&replay).to_string());
    // B uses default fuel, so it needs its own entry.
    let moved = last(&played(&board, "D → 1; B ↓ 1")).to_puzzle().unwrap();
    let b = moved.vehicle_named(label("B")).unwrap();
    assert_eq!((moved.tank(b), moved.vehicles()[b].fuel), (Some(99), Some(99)));
    assert_eq!(Position::start(&board).to_puzzle().unwrap(), board);
}

#[test]
fn a_list_of_moves_is_played_up_to_the_first_unplayable_one() {
    let board = puzzle("B...../B..C../AA.C../...C../....../......");
    let errors = [
        ("A right 1; Z left 1; C down 2", 1, ReplayError::UnknownLabel(label("Z")), "no vehicle is labelled Z"),
        ("C down 2; A right 300", 1, ReplayError::TooFar(300), "a distance of 300 cells is longer than any board"),
        (
            "((1 1) S 1)",
            0,
            ReplayError::Illegal(IllegalMove::Blocked {
                label: label("B"),
                occupant: Occupant::Vehicle(label("A")),
                cell: Cell { row: 2, column: 0 },
            }),
            "B is blocked by A at row 3, column 1",
        ),
        (
            "((2 4) S 2) ((2 4) N 1)",
            1,
            ReplayError::NoVehicleAt(Cell { row: 1, column: 3 }),
            "no vehicle has its top or left cell at row 2, column 4",
        ),
        ("((7 1) E 1)", 0, ReplayError::NoCell { row: 7, column: 1 }, "there is no cell at row 7, column 1"),
        ("((0 0) E 1)", 0, ReplayError::NoCell { row: 0, column: 0 }, "there is no cell at row 0, column 0"),
    ];
    for (moves, before, error, sentence) in errors {
        let replay = replayed(&board, moves);
        assert_eq!(replay.played.len(), before, "{moves}");
        assert_eq!(replay.error.as_ref().map(ToString::to_string).as_deref(), Some(sentence));
        assert_eq!(replay.error, Some(error));
        assert!(!replay.solved);
    }
    assert!(played(&board, "").played.is_empty());
}

#[test]
fn a_move_costs_one_move_or_a_step_for_each_cell() {
    assert_eq!((Metric::Moves.cost(1), Metric::Moves.cost(4)), (1, 1));
    assert_eq!((Metric::Steps.cost(1), Metric::Steps.cost(4)), (1, 4));
    for metric in [Metric::Moves, Metric::Steps] {
        let board = puzzle("BB.../...../AA.../...../.....").with_rules(Rules::plain(metric));
        let replay = played(&board, "B right 3; B left 1; A right 3");
        assert_eq!((replay.played.len(), replay.steps, replay.solved), (3, 7, true));
    }
}

#[test]
fn under_the_metric_steps_only_moves_of_one_cell_are_listed() {
    let board = puzzle(".BB../....C/AA..C/...../.....");
    let listed = |metric: Metric| {
        let board = board.clone().with_rules(Rules::plain(metric));
        let moves = Position::start(&board).legal_moves();
        let words =
            moves.iter().map(|mv| format!("{} {} {}", board.vehicles()[mv.vehicle].label, mv.direction, mv.cells));
        words.collect::<Vec<_>>()
    };
    assert_eq!(
        listed(Metric::Moves),
        ["B left 1", "B right 1", "B right 2", "C up 1", "C down 1", "C down 2", "A right 1", "A right 2"]
    );
    assert_eq!(listed(Metric::Steps), ["B left 1", "B right 1", "C up 1", "C down 1", "A right 1"]);
}

#[test]
fn a_longer_move_may_be_played_under_the_metric_steps_too() {
    let board = puzzle("BB.../...../AA.../...../.....").with_rules(Rules::plain(Metric::Steps));
    assert!(try_move(&board, "B", Direction::Right, 3).is_ok());
}

#[test]
fn fuel_is_used_up_over_several_moves() {
    let board = with_fuel("BB..../....../AA..../....../....../......", "B3");
    let start = Position::start(&board);
    assert_eq!((fuel_of(&board, &start, "B"), fuel_of(&board, &start, "A")), (Some(3), None));
    let once = start.play(mv(&board, "B", Direction::Right, 2)).unwrap();
    assert_eq!(fuel_of(&board, &once, "B"), Some(1));
    let dry = IllegalMove::NotEnoughFuel { label: label("B"), units: 1, needed: 2 };
    assert_eq!(once.play(mv(&board, "B", Direction::Left, 2)), Err(dry));
    let twice = once.play(mv(&board, "B", Direction::Left, 1)).unwrap();
    assert_eq!(fuel_of(&board, &twice, "B"), Some(0));
    let dry = twice.play(mv(&board, "B", Direction::Right, 1)).unwrap_err();
    assert_eq!(dry.to_string(), "B has fuel for 0 cells, not for 1");
    assert!(twice.legal_moves().iter().all(|mv| board.vehicles()[mv.vehicle].label == label("A")));
}

#[test]
fn fuel_figures_apply_under_all_rules_and_the_default_fills_the_other_tanks() {
    let board = with_fuel("BB..../....../AA..../....../....../......", "B0");
    for (rules, tanks) in [
        (Rules::plain(Metric::Moves), [Some(0), None]),
        (Rules::comp472(Metric::Moves), [Some(0), Some(100)]),
        (Rules { default_fuel: Some(2), ..Rules::default() }, [Some(0), Some(2)]),
    ] {
        let board = board.clone().with_rules(rules);
        assert_eq!(Position::start(&board).fuel(), tanks);
        assert!(try_move(&board, "B", Direction::Right, 1).is_err());
    }
}

#[test]
fn with_one_unit_of_fuel_d_goes_down_by_one_only() {
    // COMP 472, Figure 2, and its text about D.
    let figure = with_fuel("MMMBCD/FEEBCD/F.AAC./GGH.../.IH.KK/.IJJLL", "D1");
    let d = figure.vehicle_named(label("D")).unwrap();
    let moves = Position::start(&figure).legal_moves();
    let of_d: Vec<Move> = moves.into_iter().filter(|mv| mv.vehicle == d).collect();
    assert_eq!(of_d, [Move { vehicle: d, direction: Direction::Down, cells: 1 }]);
}

#[test]
fn the_valet_removes_a_vehicle_that_arrives_at_the_exit_at_no_cost() {
    // COMP 472, Example 2.
    let board = puzzle(EXAMPLE_2).with_rules(Rules::comp472(Metric::Moves));
    let replay = played(&board, "D → 2; A → 4");
    assert!(replay.solved);
    assert_eq!(replay.played.len(), 2);
    assert_eq!(offset_of(&board, &replay.played[0].1, "D"), None);
    assert_eq!(offset_of(&board, last(&replay), "A"), Some(4), "the primary stays at the edge");
}

#[test]
fn a_vehicle_that_the_valet_has_removed_cannot_move_and_blocks_nothing() {
    let board = puzzle(EXAMPLE_2).with_rules(Rules::comp472(Metric::Moves));
    let replay = replayed(&board, "D → 2; D ← 1");
    assert_eq!(replay.error, Some(ReplayError::Illegal(IllegalMove::Removed { label: label("D") })));
    assert_eq!(
        replay.error.as_ref().map(ToString::to_string).as_deref(),
        Some("D is no longer on the board: the valet has removed it")
    );
    let d = board.vehicle_named(label("D")).unwrap();
    assert!(last(&replay).legal_moves().iter().all(|mv| mv.vehicle != d));
    assert_eq!(drawn(&board, last(&replay)), "C.B...C.BHHHAA..........EEGGGF.....F");
}

#[test]
fn without_the_valet_a_vehicle_at_the_exit_stays_there() {
    let board = puzzle(EXAMPLE_2);
    let replay = replayed(&board, "D → 2; A → 4");
    let in_the_way = IllegalMove::Blocked {
        label: label("A"),
        occupant: Occupant::Vehicle(label("D")),
        cell: Cell { row: 2, column: 4 },
    };
    assert_eq!(replay.error, Some(ReplayError::Illegal(in_the_way)));
    assert_eq!(offset_of(&board, last(&replay), "D"), Some(4));
}

#[test]
fn a_vehicle_that_starts_at_the_exit_is_removed_only_when_it_returns() {
    let board = puzzle("....../....../AA..BB/....../....../......").with_rules(Rules::comp472(Metric::Moves));
    assert_eq!(offset_of(&board, &Position::start(&board), "B"), Some(4));
    let replay = played(&board, "B left 1; B right 1; A right 4");
    assert_eq!(offset_of(&board, &replay.played[0].1, "B"), Some(3));
    assert_eq!(offset_of(&board, &replay.played[1].1, "B"), None);
    assert!(replay.solved);
}

#[test]
fn a_vehicle_that_crosses_the_exit_line_is_never_removed() {
    let board = puzzle(".....B/.....B/AA..../....../....../......").with_rules(Rules::comp472(Metric::Moves));
    let replay = played(&board, "B down 1; B down 1; B down 1; A right 4");
    let offsets: Vec<_> = replay.played.iter().map(|(_, position)| offset_of(&board, position, "B")).collect();
    assert_eq!(offsets, [Some(1), Some(2), Some(3), Some(3)]);
    assert!(replay.solved);
}

#[test]
fn the_valet_works_at_exits_on_every_side() {
    let boards = [
        ("XXBB../....../....../......", Side::Right, "B right 2; X right 4"),
        ("..BBXX/....../....../......", Side::Left, "B left 2; X left 4"),
        ("..../..../B.../B.../X.../X...", Side::Top, "B up 2; X up 4"),
        ("X.../X.../B.../B.../..../....", Side::Bottom, "B down 2; X down 4"),
    ];
    for (board, side, moves) in boards {
        let board = with_exit(board, side).with_rules(Rules::comp472(Metric::Moves));
        let replay = played(&board, moves);
        assert_eq!(offset_of(&board, last(&replay), "B"), None, "{side}");
        assert!(replay.solved, "{side}");
    }
}

#[test]
fn the_puzzle_is_solved_when_the_primarys_nose_touches_the_exit_edge() {
    let horizontal = "....../....../..XX../......";
    let vertical = "..../..../.X../.X../..../....";
    let drives = [
        (horizontal, Side::Right, Direction::Right),
        (horizontal, Side::Left, Direction::Left),
        (vertical, Side::Top, Direction::Up),
        (vertical, Side::Bottom, Direction::Down),
    ];
    for (board, side, direction) in drives {
        let puzzle = with_exit(board, side);
        assert!(!Position::start(&puzzle).is_solved(), "{side}");
        assert!(!try_move(&puzzle, "X", direction, 1).unwrap().is_solved(), "{side}");
        assert!(try_move(&puzzle, "X", direction, 2).unwrap().is_solved(), "{side}");
        assert!(try_move(&puzzle, "X", direction, 3).is_err(), "leaving the board is not a move");
        let [back, forth] = direction.orientation().directions();
        let away = if direction == back { forth } else { back };
        assert!(!try_move(&puzzle, "X", away, 2).unwrap().is_solved(), "{side}");
    }
}

#[test]
fn a_puzzle_may_be_solved_at_the_start() {
    let board = puzzle("..../..XX/..../....");
    assert!(played(&board, "").solved);
    assert!(!played(&board, "X left 1").solved, "a move can leave the goal");
}

#[test]
fn the_fourteen_moves_of_comp_472_leave_the_fuel_printed_beside_them() {
    let board = puzzle(".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0").with_rules(Rules::comp472(Metric::Moves));
    let replay = played(
        &board,
        "B left 1; E left 2; I up 2; A right 1; H up 1; G left 1; J down 2; F left 2; K down 2; \
         A right 2; I down 1; C left 1; L up 1; A right 1",
    );
    assert!(replay.solved);
    assert_eq!(replay.played.len(), 14);
    let left: Vec<Option<u16>> = replay.played.iter().map(|(mv, position)| position.fuel()[mv.vehicle]).collect();
    let printed = [99, 98, 98, 99, 99, 99, 98, 98, 4, 97, 97, 99, 99, 96];
    assert_eq!(left, printed.map(Some));
    let end = last(&replay);
    assert_eq!(
        (fuel_of(&board, end, "K"), fuel_of(&board, end, "A"), fuel_of(&board, end, "M")),
        (Some(4), Some(96), Some(0))
    );
    // Only the last four printed boards are complete.
    let boards: Vec<String> = replay.played[10..].iter().map(|(_, position)| drawn(&board, position)).collect();
    assert_eq!(
        boards,
        [
            "BB.CCCEEI..LH.IAALH.FFK.GGGJKM...J.M",
            "BBCCC.EEI..LH.IAALH.FFK.GGGJKM...J.M",
            "BBCCCLEEI..LH.IAA.H.FFK.GGGJKM...J.M",
            "BBCCCLEEI..LH.I.AAH.FFK.GGGJKM...J.M",
        ]
    );
}

#[test]
fn example_1_of_comp_472_is_illegal_as_printed_and_takes_18_moves_when_repaired() {
    let board = puzzle(EXAMPLE_1).with_rules(Rules { valet: true, ..Rules::default() });
    let list = |eighth: &str, last: &str| {
        format!(
            "F ↑ 2; G → 1; E → 1; C ↓ 2; A ← 2; B ↓ 1; I → 3; {eighth}; A → 1; C ↑ 3; E ← 1; A ← 1; B ↓ 3; H ← 2; \
             F ↑ 2; I ← 1; D ↑ 2; {last}"
        )
    };
    let printed = replayed(&board, &list("B ↓ 1", "A → 5"));
    assert_eq!(printed.played.len(), 8);
    assert_eq!(printed.error.map(|error| error.to_string()).as_deref(), Some("A is blocked by B at row 3, column 3"));
    let one_repair = replayed(&board, &list("B ↑ 1", "A → 5"));
    assert_eq!(one_repair.played.len(), 17);
    assert_eq!(
        one_repair.error.map(|error| error.to_string()).as_deref(),
        Some("A would leave the board after 4 cells")
    );
    let repaired = played(&board, &list("B ↑ 1", "A → 4"));
    assert_eq!((repaired.played.len(), repaired.solved), (18, true));
}

#[test]
fn example_4_of_comp_472_needs_four_units_for_a_and_three_for_f() {
    let moves = "E ← 1; C ↓ 1; B ↑ 1; F ↓ 3; A → 4";
    let tanks = [
        ("A4 B1 C1 E1 F3", 5, None),
        ("A3 B3 C3 E3 F3", 4, Some("A has fuel for 3 cells, not for 4")),
        ("A4 B1 C1 E1 F2", 3, Some("F has fuel for 2 cells, not for 3")),
        ("A4 B1 C1 E0 F3", 0, Some("E has fuel for 0 cells, not for 1")),
    ];
    for (fuel, legal, error) in tanks {
        let replay = replayed(&with_fuel(EXAMPLE_4, fuel), moves);
        assert_eq!((replay.played.len(), replay.solved), (legal, error.is_none()), "{fuel}");
        assert_eq!(replay.error.map(|error| error.to_string()).as_deref(), error, "{fuel}");
    }
}

#[test]
fn list_a01_of_esau_solves_jam_1_in_8_moves() {
    let replay = played(&puzzle(JAM_1), "[AR1, PU1, BU1, RL2, CL3, QD2, OD3, XR3]");
    assert_eq!((replay.played.len(), replay.steps, replay.solved), (8, 16, true));
}

#[test]
fn the_sequences_of_schlegels_trivial_example_are_legal_and_its_primary_leaves_at_the_top() {
    let board = puzzle(TRIVIAL);
    assert_eq!((board.primary().label.as_str(), board.exit().side), ("R", Side::Top));
    let individuals = [
        "(((2 3) W 1) ((3 2) E 1))",
        "(((2 3) W 2) ((3 2) W 1) ((2 1) E 2))",
        "(((3 2) E 1))",
        "(((3 2) W 1))",
        "(((2 3) E 1) ((3 2) E 1))",
        "(((2 3) W 2) ((3 2) W 1))",
        "(((2 3) E 1) ((3 2) W 1))",
        // Figure 2.
        "(((4 3) S 1) ((2 3) W 1))",
        "(((3 2) W 1) ((4 3) S 1) ((3 1) E 2))",
        "(((3 2) W 1) ((4 3) S 1))",
    ];
    for individual in individuals {
        assert!(
            !played(&board, individual).solved,
            "{individual}: the paper does not print the final move to the exit"
        );
    }
    let solution = played(&board, "(((2 3) E 1) ((3 2) W 1) ((4 3) N 3))");
    assert_eq!((solution.played.len(), solution.steps, solution.solved), (3, 5, true));
}

#[test]
fn the_mutation_that_fails_in_schlegels_paper_leads_off_the_board() {
    let failed = replayed(&puzzle(TRIVIAL), "(((2 3) E 2) ((3 2) W 1))");
    assert_eq!(failed.error, Some(ReplayError::Illegal(IllegalMove::OffBoard { label: label("S"), driven: 1 })));
    let mutants = ["((4 3) N 1)", "((4 3) N 2)", "((4 3) N 3)"];
    for mutant in mutants {
        let error = replayed(&puzzle(TRIVIAL), mutant).error.map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("R is blocked by G at row 3, column 3"), "{mutant}");
    }
    assert_eq!(played(&puzzle(TRIVIAL), "((4 3) S 1)").played.len(), 1);
}
