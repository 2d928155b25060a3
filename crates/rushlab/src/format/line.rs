//! A puzzle a line: `......A..B..AXXB..A..B......CC......`, then, if some tanks are small, their fuel: `K6 M0`.
//!
//! Lines that begin with `#` and blank lines are passed over. A board that is not square begins with its size, `6x7:` for 6 columns
//! and 7 rows. The rows of tables are read too: figures before the board (`51 GBBoLo… 4780`), then only letters begin a fuel token.

use std::fmt::Write as _;

use super::{About, Exits, Format, Head, Holds, Labels, Lines, Origin, Reason, Sizes, cells, number, unexpected};
use crate::puzzle::{CellMap, Draft, DraftFuel, Fault, Label, Puzzle, RowLines};
use crate::sealed::Sealed;

/// The format `line`.
pub(super) struct Line;

static ABOUT: About = About {
    name: "line",
    summary: "a puzzle a line, with fuel; rows `moves board positions` too",
    holds: Holds {
        sizes: Sizes::Any,
        walls: true,
        fuel: true,
        exits: Exits::Usual,
        rules: false,
        labels: Labels::Character(&[]),
        primary: None,
        marks_primary: false,
    },
    separator: "",
};

impl Sealed for Line {}

impl Format for Line {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn sniff(&self, head: &Head<'_>) -> bool {
        let Some(first) = head.filled().next() else { return true };
        if is_table_head(first) {
            return true;
        }
        let Some(board) = first.split_whitespace().find(|token| !is_figure(token)) else {
            return false;
        };
        let cells = board.rsplit(':').next().unwrap_or(board);
        let odd_ones = cells.chars().filter(|cell| !cells::is_cell(*cell)).count();
        cells.chars().count() >= 9 && odd_ones * 3 <= cells.chars().count()
    }

    fn read(&self, lines: &mut Lines<'_>, _: &Origin) -> Option<Draft> {
        while is_table_head(lines.peek_filled()?) {
            lines.next();
        }
        lines.next();
        Some(read_row(lines.taken(), lines.number()))
    }

    fn refuse(&self, puzzle: &Puzzle) -> Option<Reason> {
        cells::refuse(puzzle)
    }

    fn write(&self, puzzle: &Puzzle, out: &mut String) {
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
}

/// A draft of one row.
pub(super) fn read_row(row: &str, line: usize) -> Draft {
    let mut draft = Draft::at_line(line);
    let mut tokens = row.split_whitespace().peekable();
    let in_table = tokens.peek().is_some_and(|token| is_figure(token));
    while tokens.next_if(|token| is_figure(token)).is_some() {}
    match tokens.next() {
        Some(board) => read_board(board, line, &mut draft),
        None => draft.fatal(line, unexpected("the cells of a board", row)),
    }
    for token in tokens.filter(|token| !(in_table && is_figure(token))) {
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
        None => match (3..=16).find(|side| side * side == found) {
            Some(side) => side,
            None => return draft.fatal(line, Fault::NotSquare { cells: found }),
        },
        Some(size) => match read_size(size) {
            None => {
                return draft.fatal(line, unexpected("the size as in `6x7:`, columns first", size));
            }
            Some((width, height)) if width * height != found => {
                return draft.fatal(line, Fault::CellCount { found, width, height });
            }
            Some((width, _)) => width,
        },
    };
    CellMap { width, cells: contents, lines: RowLines::One(line) }.read_into(draft);
}

/// Columns and rows, each small enough to multiply.
fn read_size(size: &str) -> Option<(usize, usize)> {
    let (width, height) = size.split_once(['x', 'X'])?;
    let side = |text: &str| number(text).filter(|side| (1..=999).contains(side)).map(|side| side as usize);
    Some((side(width)?, side(height)?))
}

fn read_fuel(token: &str, line: usize, draft: &mut Draft) {
    let mut characters = token.chars();
    let label = characters.next().and_then(Label::from_char);
    match (label, number(characters.as_str())) {
        (Some(label), Some(units)) => draft.fuel.push(DraftFuel { label, units, line }),
        _ => draft.fault(line, unexpected("fuel as in `K6` (a vehicle's label and its units)", token)),
    }
}

/// A number in a table, too short to be a board.
fn is_figure(token: &str) -> bool {
    token.len() < 9 && token.bytes().all(|byte| byte.is_ascii_digit())
}

/// The line that names the columns of a table.
fn is_table_head(line: &str) -> bool {
    line.contains("board") && line.len() < 200 && line.split_whitespace().any(|token| token == "board")
}
