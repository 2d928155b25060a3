//! The primary, the exit, and the meaning of the characters of a drawn board.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use rushlab::Puzzle;
use rushlab::format::{self, Reader};
use rushlab::puzzle::{Cell, Draft, DraftExit, Label, ProblemKind, Problems, Side};

/// Returns the first draft of a text. `/` stands for a newline.
fn draft(text: &str) -> Draft {
    let text = text.replace('/', "\n");
    Reader::open(text.as_bytes(), None, None).unwrap().next().unwrap().unwrap()
}

fn puzzle(text: &str) -> Puzzle {
    Puzzle::try_from(draft(text)).unwrap_or_else(|problems| panic!("{text}: {problems}"))
}

fn primary(text: &str) -> String {
    puzzle(text).primary().label.to_string()
}

fn label(text: &str) -> Label {
    Label::new(text).unwrap()
}

fn labels(puzzle: &Puzzle) -> Vec<&str> {
    puzzle.vehicles().iter().map(|vehicle| vehicle.label.as_str()).collect()
}

/// Returns the candidates for the primary that the only problem lists.
fn candidates(result: Result<Puzzle, Problems>) -> Vec<String> {
    let problems = result.unwrap_err().0;
    match problems.as_slice() {
        [problem] => match &problem.kind {
            ProblemKind::NoPrimary { candidates } => candidates.iter().map(Label::to_string).collect(),
            other => panic!("{other}"),
        },
        several => panic!("{several:?}"),
    }
}

#[test]
fn the_primary_is_found_in_the_documented_order() {
    // Each board also meets the criteria of the boards below it, where that is possible.
    let boards = [
        ("X, in any line", "X...x./X...x./AARR../b...../b...../......", "X"),
        ("x, if lower-case letters make it a vehicle", "b...x./b...x./AARR../....../....../......", "x"),
        ("A along the middle row", "B...../B...../RRAAC./....C./....../......", "A"),
        ("R along the middle row", "AA..../B...../BCCRR./....../....../......", "R"),
        ("the only vehicle along the middle row", "AA..../R...../R.CC../....../....../......", "C"),
        ("A along another row", "BB..../....../CC.DD./....../..AA../......", "A"),
    ];
    for (rule, board, expected) in boards {
        assert_eq!(primary(board), expected, "{rule}: {board}");
    }
}

#[test]
fn a_primary_that_the_user_names_takes_precedence() {
    for name in ["A", "C", "B"] {
        let draft = Draft { primary: Some(label(name)), ..draft("AA..../B...../B.XX../...C../...C../......") };
        assert_eq!(Puzzle::try_from(draft).unwrap().primary().label.as_str(), name);
    }
}

#[test]
fn the_mark_of_a_format_takes_precedence_over_x() {
    let texts = [
        ("exit-letter", "4 4/2/.PP.K/XX../.A../.A..", "P"),
        ("inf421", "6/3/X h 2 1 3/1 h 2 1 5/A v 2 6 1", "1"),
        ("princeton", "First/6/0 4 h 2/0 2 h 2/.", "X"),
        ("lisp", "( R * X X )/( R * A A )/( * * * * )", "R"),
        ("matrix", "0 0 2 0/3 3 2 0/0 0 0 0/51 51 0 0", "51"),
        ("matrix", "2 1 1 0/2 0 3 0/0 0 3 0/4 4 0 0", "1"),
        (
            "psychology",
            r#"{"cars": [{"id": "X", "position": 12, "length": 2, "orientation": "horizontal"}, {"id": "b", "position": 3, "length": 2, "orientation": "vertical", "player": true}]}"#,
            "b",
        ),
        (
            "json",
            r#"{"rushlab": 1, "width": 6, "height": 6, "primary": "b", "vehicles": [{"label": "X", "orientation": "horizontal", "length": 2, "row": 3, "column": 1}, {"label": "b", "orientation": "vertical", "length": 2, "row": 1, "column": 6}]}"#,
            "b",
        ),
    ];
    for (name, text, expected) in texts {
        let text_lines = text.replace('/', "\n");
        let reader = Reader::open(text_lines.as_bytes(), None, None).unwrap();
        assert_eq!(reader.format().about().name, name);
        assert_eq!(primary(text), expected, "{name}");
    }
    let princeton = puzzle("First/6/0 4 h 2/0 2 h 2/.");
    assert_eq!(princeton.primary().cell, Cell { row: 4, column: 0 }, "the first vehicle is the red one");
}

#[test]
fn without_the_mark_of_the_format_the_labels_decide() {
    let texts = [
        ("inf421", "6/2/X h 2 1 1/2 v 2 5 4", "X"),
        ("lisp", "( * A A * )/( * * * * )/( B B * * )/( * * * * )", "A"),
        ("matrix", "0 0 2 0/3 3 2 0/5 5 0 0", "3"),
        (
            "psychology",
            r#"{"cars": [{"id": "x", "position": 0, "length": 2, "orientation": "vertical"}, {"id": "A", "position": 14, "length": 2, "orientation": "horizontal"}]}"#,
            "x",
        ),
        ("uva", "car,orientation,col,row,length/A,H,1,2,2/X,V,4,1,4", "X"),
    ];
    for (name, text, expected) in texts {
        assert_eq!(primary(text), expected, "{name}");
    }
}

#[test]
fn of_two_middle_rows_the_upper_one_counts() {
    assert_eq!(primary("BB../CC../DD../...."), "C");
    assert_eq!(primary("BB..../CC..../DD..../EE..../....../......"), "D");
    assert_eq!(primary("BB.../CC.../DD.../EE.../....."), "D", "of five rows the third is the middle");
}

#[test]
fn without_any_mark_the_error_lists_the_candidates() {
    let boards = [
        ("those along the middle row", "BB..../....../CC.DD./E...../E...../......", vec!["C", "D"]),
        ("all, if none lies there", "BB..../C...../C...../....../E..DD./E.....", vec!["B", "C", "E", "D"]),
        ("all, if A and R are vertical", "A..R/A..R/BBCC/....", vec!["A", "R", "B", "C"]),
    ];
    for (which, board, expected) in boards {
        assert_eq!(candidates(Puzzle::try_from(draft(board))), expected, "{which}: {board}");
    }
}

#[test]
fn the_exit_is_on_the_right_or_at_the_top_by_default() {
    let horizontal = "AA..../....../.XX.../....../....../......";
    let vertical = "AA..../....../..X.../..X.../....../......";
    let exit_of = |board: &str, side: Option<Side>| {
        let exit = side.map(|side| DraftExit { side, line: None });
        let puzzle = Puzzle::try_from(Draft { exit, ..draft(board) }).unwrap();
        (puzzle.exit().side, puzzle.exit().line, puzzle.exit_cell())
    };
    let at = |row: u8, column: u8| Cell { row, column };
    assert_eq!(exit_of(horizontal, None), (Side::Right, 2, at(2, 5)));
    assert_eq!(exit_of(horizontal, Some(Side::Left)), (Side::Left, 2, at(2, 0)));
    assert_eq!(exit_of(vertical, None), (Side::Top, 2, at(0, 2)));
    assert_eq!(exit_of(vertical, Some(Side::Bottom)), (Side::Bottom, 2, at(5, 2)));
}

#[test]
fn an_exit_letter_gives_the_side_and_line_of_the_exit() {
    let texts = [
        ("4 4/1/AA../PP..K/..../....", Side::Right, 1),
        ("4 4/1/ AA../K..PP/ ..../ ....", Side::Left, 1),
        ("4 4/1/  K/AA../..P./..P./....", Side::Top, 2),
        ("4 4/1/AA../..P./..P./..../  K", Side::Bottom, 2),
    ];
    for (text, side, line) in texts {
        let exit = puzzle(text).exit();
        assert_eq!((exit.side, exit.line), (side, line), "{text}");
    }
}

#[test]
fn beside_lower_case_letters_x_is_the_primary_and_o_is_a_vehicle() {
    let jam = puzzle("aa...o/.....o/.xx..o/b...../b..cc./......");
    assert_eq!(labels(&jam), ["a", "o", "x", "b", "c"]);
    assert_eq!(jam.primary().label.as_str(), "x");
    assert!(jam.walls().is_empty());
}

#[test]
fn beside_upper_case_letters_x_is_a_wall_and_o_is_empty() {
    let walled = puzzle("BBooox/ooooCo/AAooCo/DoooCo/Doooox/oooEEo");
    assert_eq!(labels(&walled), ["B", "C", "A", "D", "E"]);
    assert_eq!(walled.primary().label.as_str(), "A");
    assert_eq!(walled.walls(), [Cell { row: 0, column: 5 }, Cell { row: 4, column: 5 }]);
}

#[test]
fn beside_both_cases_x_and_o_are_vehicles_if_dots_are_the_empty_cells() {
    let mixed = puzzle("AA..o./..b.o./xxb.../....../....../......");
    assert_eq!(labels(&mixed), ["A", "o", "b", "x"]);
    assert_eq!(mixed.primary().label.as_str(), "x");
}

#[test]
fn on_a_board_of_lower_case_letters_without_dots_o_is_an_empty_cell() {
    let board = puzzle("aaoooo/oooboo/xxoboo/oooooo/oooooo/oooooo");
    assert_eq!(labels(&board), ["a", "b", "x"]);
}

#[test]
fn labels_are_kept_exactly_as_they_were_written() {
    let texts = [
        ("grid", "ÄÄ../.é../.é../7711", vec!["Ä", "é", "7", "1"]),
        ("lisp", "( AB AB * )/( R R ab )/( 007 7 ab )/( 007 7 * )", vec!["AB", "R", "ab", "007", "7"]),
        ("inf421", "4/3/1 h 2 1 2/01 v 2 4 1/abcdefghijklmnop h 3 1 4", vec!["01", "1", "abcdefghijklmnop"]),
        ("uva", "car,orientation,col,row,length/AA,H,1,1,2/X,H,1,2,2/aA,V,4,1,4", vec!["AA", "aA", "X"]),
    ];
    for (name, text, expected) in texts {
        let text = text.replace('/', "\n");
        let format = format::by_name(name);
        let draft = Reader::open(text.as_bytes(), format, None).unwrap().next().unwrap().unwrap();
        let read = Puzzle::try_from(Draft { primary: draft.vehicles.first().map(|vehicle| vehicle.label), ..draft });
        assert_eq!(labels(&read.unwrap()), expected, "{name}");
    }
}

#[test]
fn vehicles_are_listed_in_the_order_of_the_board_not_of_the_text() {
    let listed = puzzle("car,orientation,col,row,length/C,H,3,4,2/X,H,1,2,2/B,V,4,1,2");
    assert_eq!(labels(&listed), ["B", "X", "C"]);
    assert_eq!(listed.vehicles()[listed.primary_index()].label.as_str(), "X");
}
