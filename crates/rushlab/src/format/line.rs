//! One puzzle per line: `......A..B..AXXB..A..B......CC......`, then the fuel of the vehicles that have their own:
//! `K6 M0`.
//!
//! Comments, which begin with `#`, and blank lines are skipped. A board that is not square begins with its size, `6x7:`
//! for 6 columns and 7 rows. Rows of tables are read too, whether numbers come before the board (`51 GBBoLo… 4780`) or
//! tabs separate the columns: numbers beside the board are ignored, so in such a row a fuel token must begin with a
//! letter.

use std::fmt::Write as _;

use super::numbers::number;
use super::{About, Capabilities, FileHints, Head, Labels, Lines, RuleSupport, Table, cells, unexpected};
use crate::puzzle::{CellMap, Draft, DraftFuel, Label, ProblemKind, Puzzle, RowLines, SIZES};

pub(super) static LINE: Table = Table {
    about: &About {
        name: "line",
        summary: "one puzzle per line, with fuel; rows `moves board positions` too",
        capabilities: Capabilities {
            walls: true,
            fuel: true,
            rules: RuleSupport::Header,
            labels: Labels::Character(&[]),
            marks_primary: false,
            ..Capabilities::PLAIN
        },
        separator: "",
    },
    sniff,
    read,
    unsupported: cells::unsupported,
    write,
};

fn sniff(head: &Head<'_>) -> bool {
    let Some(first) = head.content_lines().next() else { return true };
    if is_table_head(first) {
        return true;
    }
    let Some(board) = first.split_whitespace().find(|token| !is_table_number(token)) else {
        return false;
    };
    let cells = board.rsplit(':').next().unwrap_or(board);
    let invalid_characters = cells.chars().filter(|cell| !cells::is_cell(*cell)).count();
    cells.chars().count() >= 9 && invalid_characters * 3 <= cells.chars().count()
}

fn read(lines: &mut Lines<'_>, hints: &FileHints) -> Option<Draft> {
    loop {
        lines.next()?;
        let (line, number) = (lines.current().trim(), lines.number());
        let draft = if line.starts_with(cells::WALL) {
            let line = line.to_owned();
            let is_comment = hints.hash_begins_comment || lines.hash_begins_comment(number);
            (!is_comment).then(|| read_hash_row(&line, number)).flatten()
        } else {
            let skipped = line.is_empty() || is_table_head(line);
            (!skipped).then(|| read_row(lines.current(), number))
        };
        if draft.is_some() {
            return draft;
        }
    }
}

fn write(puzzle: &Puzzle, out: &mut String) {
    let (width, height) = (puzzle.width(), puzzle.height());
    if width != height {
        let _ = write!(out, "{width}x{height}:");
    }
    out.push_str(&cells::text(puzzle));
    for vehicle in puzzle.vehicles() {
        if let Some(units) = vehicle.fuel {
            let _ = write!(out, " {}{units}", vehicle.label);
        }
    }
    out.push('\n');
}

/// Reads a draft from a row that begins with `#`; returns `None` if it is a comment.
///
/// A row that could be both, a comment and a board whose first cell is a wall, is reported. A row whose cells do not
/// make vehicles is a comment: probably a board after the `#`, which is commented out.
fn read_hash_row(row: &str, line: usize) -> Option<Draft> {
    if is_comment(row) {
        return None;
    }
    let mut draft = read_row(row, line);
    if draft.problems.is_empty() {
        let kind = ProblemKind::BoardOrComment { width: draft.width, height: draft.height };
        draft.report_unreadable(line, kind);
    }
    draft.has_unreadable_part.then_some(draft)
}

pub(super) fn read_row(row: &str, line: usize) -> Draft {
    let mut draft = Draft::at_line(line);
    let mut tokens = row.split_whitespace().peekable();
    let in_table = row.contains('\t') || tokens.peek().is_some_and(|token| is_table_number(token));
    while tokens.next_if(|token| is_table_number(token)).is_some() {}
    match tokens.next() {
        Some(board) => read_board(board, line, &mut draft),
        None => draft.report_unreadable(line, unexpected("the cells of a board", row)),
    }
    for token in tokens.filter(|token| !(in_table && is_table_number(token))) {
        read_fuel(token, line, &mut draft);
    }
    draft
}

fn read_board(board: &str, line: usize, draft: &mut Draft) {
    let (size, cells) = match board.split_once(':') {
        Some((size, cells)) => (Some(size), cells),
        None => (None, board),
    };
    let contents = cells::contents(cells);
    let found = contents.len();
    let width = match size {
        None => match SIZES.clone().find(|side| side * side == found) {
            Some(side) => side,
            None => return draft.report_unreadable(line, ProblemKind::NotSquare { cells: found }),
        },
        Some(size) => match read_size(size) {
            None => {
                return draft.report_unreadable(line, unexpected("the size as in `6x7:`, columns first", size));
            }
            Some((width, height)) if width * height != found => {
                return draft.report_unreadable(line, ProblemKind::CellCount { found, width, height });
            }
            Some((width, _)) => width,
        },
    };
    CellMap { width, cells: contents, lines: RowLines::One(line) }.read_into(draft);
}

/// Reads columns and rows, each small enough to multiply.
fn read_size(size: &str) -> Option<(usize, usize)> {
    let (width, height) = size.split_once(['x', 'X'])?;
    let side = |text: &str| number(text).filter(|side| (1..=999).contains(side)).map(|side| side as usize);
    Some((side(width)?, side(height)?))
}

fn read_fuel(token: &str, line: usize, draft: &mut Draft) {
    match fuel(token) {
        Some((label, units)) => draft.fuel.push(DraftFuel { label, units, text_line: line }),
        None => draft.report_at_line(line, unexpected("fuel as in `K6` (a vehicle's label and its units)", token)),
    }
}

/// Reads a label and its units.
fn fuel(token: &str) -> Option<(Label, i64)> {
    let mut characters = token.chars();
    Some((characters.next().and_then(Label::from_char)?, number(characters.as_str())?))
}

/// Returns whether a line that begins with `#` cannot be a board whose first cell is a wall.
///
/// A board is a word of cells, some of them empty, then fuel or numbers. The number of cells is a square. Other numbers
/// of cells from 25 could be boards too, so that a missing cell is reported, except those of a square board after the
/// `#`: it is commented out.
fn is_comment(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let board = words.next().unwrap_or_default();
    let cells = board.chars().count();
    let (square, commented_out) = (is_square(cells), cells.checked_sub(1).is_some_and(is_square));
    let is_board = board.chars().all(cells::is_cell)
        && words.all(|word| is_table_number(word) || fuel(word).is_some())
        && match cells {
            9 | 16 => cells::has_empty(board) && has_no_single_label(board),
            25.. => cells::has_empty(board) && (square || (board.contains("..") && !commented_out)),
            _ => false,
        };
    !is_board
}

/// Returns whether every label of a board occurs at least twice. A short word such as `#level1.1` is no board.
fn has_no_single_label(board: &str) -> bool {
    let labels = || board.chars().filter(|cell| cell.is_alphanumeric());
    labels().all(|label| labels().filter(|other| *other == label).count() > 1)
}

fn is_square(cells: usize) -> bool {
    SIZES.clone().any(|side| side * side == cells)
}

/// Returns whether a token is a number in a table, too short to be a board.
fn is_table_number(token: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    token.len() < 9
        && token.split_once('.').map_or(digits(token), |(whole, decimals)| digits(whole) && digits(decimals))
}

/// Returns whether a line names the columns of a table.
fn is_table_head(line: &str) -> bool {
    line.contains("board") && line.len() < 200 && line.split_whitespace().any(|token| token == "board")
}

#[cfg(test)]
mod tests {
    use crate::Puzzle;

    #[test]
    fn numbers_beside_the_board_of_a_table_are_ignored() {
        let board = "......A..B..AXXB..A..B......CC......";
        for row in [
            format!("02 {board} 144"),
            format!("board\tmoves\tseconds\n{board}\t2\t97.69"),
            format!("{board}\t41\t1.71"),
            format!("7 {board} 3 B4"),
            format!("{board}\t3\tB4"),
        ] {
            let puzzle: Puzzle = row.parse().unwrap();
            assert_eq!(puzzle.tank(1), row.ends_with("B4").then_some(4), "{row}");
        }
        assert!(format!("{board} 41").parse::<Puzzle>().is_err(), "there is no vehicle 4");
    }
}
