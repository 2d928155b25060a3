//! One line of integers per row; 0 is empty. Two documents write boards so.
//!
//! GRH: odd numbers are horizontal vehicles, even numbers vertical ones, 51 is the primary. INF421 (its Figure 1): the
//! numbers are those of its files, of either orientation, and 1 is the primary. A board with a 51 is one of GRH; a
//! board without 51 and with a 1 is one of INF421.

use std::fmt::Write as _;

use super::numbers::number;
use super::rows::read_table;
use super::{About, Capabilities, FileHints, Labels, Lines, Table};
use crate::puzzle::{CellContent, CellMap, Draft, Label, Orientation, Puzzle};

const GRH: u32 = 51;
/// The primary of INF421.
const INF421: u32 = 1;

pub(super) static MATRIX: Table = Table {
    about: &About {
        name: "matrix",
        summary: "numbers: odd is horizontal, 51 red (GRH); or 1 red (INF421)",
        capabilities: Capabilities { labels: Labels::Parity, primary: Some("51"), ..Capabilities::PLAIN },
        separator: "\n",
    },
    sniff: |head| head.content_lines().next().and_then(read_row).is_some_and(|row| row.len() > 2),
    read,
    unsupported: |_| None,
    write,
};

fn read(lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
    lines.peek_content()?;
    let mut draft = Draft::at_line(lines.number());
    read_table(lines, &mut draft, "a row of numbers from 0 on, as in `0 0 2 51 51 0`", read_row);
    let labelled = |number: u32| {
        let label = Label::from_number(number);
        draft.vehicles.iter().any(|vehicle| vehicle.label == label).then_some(label)
    };
    draft.primary = labelled(GRH).or_else(|| labelled(INF421));
    if draft.primary.is_none_or(|primary| primary == Label::from_number(GRH)) {
        check_parity(&mut draft);
    }
    Some(draft)
}

fn write(puzzle: &Puzzle, out: &mut String) {
    let widest = puzzle.vehicles().iter().map(|vehicle| vehicle.label.as_str().len()).max().unwrap_or(1);
    for row in CellMap::from(puzzle).cells.chunks(usize::from(puzzle.width())) {
        for (column, mark) in row.iter().enumerate() {
            let label = match mark {
                CellContent::Vehicle(label) => label.as_str(),
                _ => "0",
            };
            let _ = write!(out, "{}{label:>widest$}", if column > 0 { " " } else { "" });
        }
        out.push('\n');
    }
}

/// Reports vehicles whose numbers do not match their orientation, except the primary.
fn check_parity(draft: &mut Draft) {
    for vehicle in draft.vehicles.clone() {
        let odd = number(vehicle.label.as_str()).is_some_and(|number| number % 2 == 1);
        if Some(vehicle.label) != draft.primary && odd != (vehicle.orientation == Orientation::Horizontal) {
            let expected =
                if odd { "an even number for a vertical vehicle" } else { "an odd number for a horizontal vehicle" };
            draft.report_at_line(vehicle.text_line, super::unexpected(expected, vehicle.label.as_str()));
        }
    }
}

fn read_row(line: &str) -> Option<Vec<CellContent>> {
    let separates = |character: char| matches!(character, ',' | '|') || character.is_whitespace();
    let tokens = line.split(separates).filter(|token| !token.is_empty());
    let cell = |token: &str| match number(token)? {
        0 => Some(CellContent::Empty),
        other => u32::try_from(other).ok().map(Label::from_number).map(CellContent::Vehicle),
    };
    tokens.map(cell).collect()
}
