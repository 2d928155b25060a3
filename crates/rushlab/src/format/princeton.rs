//! The format of a Princeton course: a name, the size, then `x y h/v length` for each vehicle, counted from 0, the
//! primary first; `.` ends a puzzle.
//!
//! The format has no labels: the primary becomes `X`, the others `A`, `B`, `C` … in their order.

use std::fmt::Write as _;

use super::numbers::{number, numbers, orientation, read_number};
use super::{About, Capabilities, FileHints, Head, Labels, Lines, Sizes, Table, labels, truncated, unexpected};
use crate::puzzle::{Draft, DraftVehicle, Label, Orientation, Puzzle, Vehicle};

/// Ignored at the start of a text, so it cannot be written in a name.
const BYTE_ORDER_MARK: char = '\u{feff}';

pub(super) static PRINCETON: Table = Table {
    about: &About {
        name: "princeton",
        summary: "name, size, then `x y h/v length`, from 0, red first; `.` ends",
        capabilities: Capabilities { sizes: Sizes::Square, labels: Labels::Order, ..Capabilities::PLAIN },
        separator: "",
    },
    sniff,
    read,
    unsupported: |_| None,
    write,
};

fn sniff(head: &Head<'_>) -> bool {
    // The name can be any text, so this format is tried first and requires that the next two lines match exactly.
    let mut lines = head.content_lines().skip(1);
    lines.next().and_then(numbers).is_some_and(|numbers| numbers.len() == 1)
        && lines.next().is_some_and(|row| row == "." || read_row(row).is_some())
}

fn read(lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
    let name = lines.peek_content()?.trim().to_owned();
    let mut draft = Draft::at_line(lines.number());
    lines.next();
    draft.name = Some(name);
    let Some(size) = read_number(lines, "the size of the board", &mut draft) else {
        draft.report_unreadable(lines.number(), truncated("the size of the board"));
        return Some(draft);
    };
    (draft.width, draft.height) = (size.unwrap_or(0), size.unwrap_or(0));
    let mut labels = Label::new("X").into_iter().chain(labels::letters());
    loop {
        let Some(row) = lines.peek_content() else {
            draft.report_at_line(lines.number(), truncated("a `.` at the end of the puzzle"));
            break;
        };
        if row.trim() == "." {
            lines.next();
            break;
        }
        let read = read_row(row);
        if read.is_none() && !is_meant_as_row(row) {
            draft.report_at_line(lines.number(), truncated("a `.` at the end of the puzzle"));
            break;
        }
        let kind = unexpected("`x y h/v length`, as in `1 2 h 2`, or `.`", row.trim());
        lines.next();
        match (read, labels.next()) {
            (Some((column, row, orientation, length)), Some(label)) => {
                draft.add(DraftVehicle { label, orientation, length, row, column, text_line: lines.number() });
            }
            // There are far more labels than vehicles that fit on a board.
            (Some(_), None) => {}
            (None, _) => draft.report_unreadable(lines.number(), kind),
        }
    }
    draft.primary = draft.vehicles.first().map(|vehicle| vehicle.label);
    Some(draft)
}

fn write(puzzle: &Puzzle, out: &mut String) {
    let shown = |character: &char| !character.is_control() && *character != BYTE_ORDER_MARK;
    let name: String = puzzle.name().unwrap_or_default().chars().filter(shown).collect();
    // A line that begins with `#` is a comment, and a lone `.` ends a puzzle.
    let name = match name.trim_start_matches(|first: char| first == '#' || first.is_whitespace()).trim_end() {
        "" | "." => "puzzle",
        name => name,
    };
    let _ = writeln!(out, "{name}\n{}", puzzle.width());
    let others = labels::in_order(puzzle).into_iter().filter_map(|label| puzzle.vehicle_named(label));
    for index in std::iter::once(puzzle.primary_index()).chain(others) {
        let Vehicle { cell, length, orientation, .. } = puzzle.vehicles()[index];
        let letter = if orientation == Orientation::Horizontal { 'h' } else { 'v' };
        let _ = writeln!(out, "{} {} {letter} {length}", cell.column, cell.row);
    }
    out.push_str(".\n");
}

fn read_row(row: &str) -> Option<(i64, i64, Orientation, i64)> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let [x, y, letter, length] = words.as_slice() else { return None };
    Some((number(x)?, number(y)?, orientation(letter)?, number(length)?))
}

/// Returns whether an invalid line was meant as a vehicle, and not as the name of the next puzzle: it begins with a
/// number and has another number, or an `h` or `v`.
fn is_meant_as_row(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|word| number(word).is_some())
        && words.any(|word| number(word).is_some() || orientation(word).is_some())
}
