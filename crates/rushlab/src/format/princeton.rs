//! A name, the size, then `x y h/v length` for each vehicle, counted from 0, the red car first; `.` ends a puzzle.
//!
//! The format has no labels: the primary becomes `X`, the others `A`, `B`, `C` … in their order.

use std::fmt::Write as _;

use super::inf421::{orientation, read_number};
use super::{
    About, Exits, Format, Head, Holds, Labels, Lines, Origin, Sizes, cut_short, labels, number, numbers, unexpected,
};
use crate::puzzle::{Draft, DraftVehicle, Label, Orientation, Puzzle, Vehicle};
use crate::sealed::Sealed;

/// The format `princeton`.
pub(super) struct Princeton;

static ABOUT: About = About {
    name: "princeton",
    summary: "name, size, then `x y h/v length`, from 0, red first; `.` ends",
    holds: Holds {
        sizes: Sizes::Square,
        walls: false,
        fuel: false,
        exits: Exits::Usual,
        rules: false,
        labels: Labels::Order,
        primary: None,
        marks_primary: true,
    },
    separator: "",
};

/// Invisible, and passed over at the start of a text: no part of a name.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl Sealed for Princeton {}

impl Format for Princeton {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn sniff(&self, head: &Head<'_>) -> bool {
        // The name may look like anything, so this format is asked first, and asks for its first two rows to be as it has them.
        let mut lines = head.filled().skip(1);
        lines.next().and_then(numbers).is_some_and(|numbers| numbers.len() == 1)
            && lines.next().is_some_and(|row| row == "." || read_row(row).is_some())
    }

    fn read(&self, lines: &mut Lines<'_>, _: &Origin) -> Option<Draft> {
        let name = lines.peek_filled()?.trim().to_owned();
        let mut draft = Draft::at_line(lines.number());
        lines.next();
        draft.name = Some(name);
        let Some(size) = read_number(lines, "the size of the board", &mut draft) else {
            draft.fatal(lines.number(), cut_short("the size of the board"));
            return Some(draft);
        };
        (draft.width, draft.height) = (size.unwrap_or(0), size.unwrap_or(0));
        let mut names = Label::new("X").into_iter().chain(labels::letters());
        loop {
            let Some(row) = lines.peek_filled() else {
                draft.fault(lines.number(), cut_short("a `.` at the end of the puzzle"));
                break;
            };
            if row.trim() == "." {
                lines.next();
                break;
            }
            let read = read_row(row);
            if read.is_none() && !is_meant_as_row(row) {
                draft.fault(lines.number(), cut_short("a `.` at the end of the puzzle"));
                break;
            }
            let fault = unexpected("`x y h/v length`, as in `1 2 h 2`, or `.`", row.trim());
            lines.next();
            match (read, names.next()) {
                (Some((column, row, orientation, length)), Some(label)) => {
                    draft.add(DraftVehicle { label, orientation, length, row, column, line: lines.number() });
                }
                // There are far more labels than any board has room for vehicles.
                (Some(_), None) => {}
                (None, _) => draft.fatal(lines.number(), fault),
            }
        }
        draft.primary = draft.vehicles.first().map(|vehicle| vehicle.label);
        Some(draft)
    }

    fn write(&self, puzzle: &Puzzle, out: &mut String) {
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
}

fn read_row(row: &str) -> Option<(i64, i64, Orientation, i64)> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let [x, y, letter, length] = words.as_slice() else { return None };
    Some((number(x)?, number(y)?, orientation(letter)?, number(length)?))
}

/// Whether a line that is no row was meant as one, and not as the name of the next puzzle: it begins with a number and has another,
/// or an `h` or `v`.
fn is_meant_as_row(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|word| number(word).is_some())
        && words.any(|word| number(word).is_some() || orientation(word).is_some())
}
