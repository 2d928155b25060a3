//! The CSV format of a university course: `car,orientation,col,row,length`, counted from 1; `X` is the primary.
//!
//! The size is in the file name (`Rushhour9x9_4.csv`), or it is the smallest square that contains all vehicles.

use std::fmt::Write as _;

use super::numbers::{number, orientation};
use super::{About, Capabilities, FileHints, Lines, Sizes, Table, unexpected};
use crate::puzzle::{Draft, DraftVehicle, Label, Orientation, ProblemKind, Puzzle};

const HEADER: &str = "car,orientation,col,row,length";

pub(super) static UVA: Table = Table {
    about: &About {
        name: "uva",
        summary: "CSV `car,orientation,col,row,length`, from 1; size from the name",
        capabilities: Capabilities { sizes: Sizes::Tight, marks_primary: false, ..Capabilities::PLAIN },
        separator: "",
    },
    sniff: |head| head.content_lines().next().is_some_and(is_header),
    read,
    unsupported: |_| None,
    write,
};

fn read(lines: &mut Lines<'_>, hints: &FileHints) -> Option<Draft> {
    let headed = is_header(lines.peek_content()?);
    let mut draft = Draft::at_line(lines.number());
    if headed {
        lines.next();
    } else {
        let kind = unexpected(&format!("the header `{HEADER}`"), lines.peek().unwrap_or_default());
        draft.report_unreadable(draft.text_line, kind);
    }
    // The next header begins the next puzzle.
    while let Some(row) = lines.peek_content().filter(|row| !is_header(row)) {
        let read = read_row(row);
        let line = lines.number();
        match read {
            Ok((label, orientation, column, row, length)) => {
                draft.add(DraftVehicle {
                    label,
                    orientation,
                    length,
                    row: row - 1,
                    column: column - 1,
                    text_line: line,
                });
            }
            Err(kind) => draft.report_unreadable(line, kind),
        }
        lines.next();
    }
    // These boards are square: a pair such as `9x6` in the name is not a size.
    let from_name = hints.size.filter(|(width, height)| width == height);
    let (width, height) = from_name.map_or_else(|| tight(&draft), |(width, height)| (width.into(), height.into()));
    (draft.width, draft.height) = (width, height);
    Some(draft)
}

fn write(puzzle: &Puzzle, out: &mut String) {
    out.push_str(HEADER);
    out.push('\n');
    for vehicle in puzzle.vehicles() {
        let letter = if vehicle.orientation == Orientation::Horizontal { 'H' } else { 'V' };
        let (column, row) = (vehicle.cell.column + 1, vehicle.cell.row + 1);
        let _ = writeln!(out, "{},{letter},{column},{row},{}", vehicle.label, vehicle.length);
    }
}

/// Returns the smallest square that contains all vehicles, at least 3×3.
fn tight(draft: &Draft) -> (i64, i64) {
    let reach = draft.vehicles.iter().map(|vehicle| match vehicle.orientation {
        Orientation::Horizontal => (vehicle.column + vehicle.length).max(vehicle.row + 1),
        Orientation::Vertical => (vehicle.row + vehicle.length).max(vehicle.column + 1),
    });
    let side = reach.max().unwrap_or(0).max(3);
    (side, side)
}

fn is_header(line: &str) -> bool {
    let columns = || line.split(',').map(str::trim);
    columns().map(str::to_ascii_lowercase).eq(HEADER.split(',').map(str::to_owned))
}

type Row = (Label, Orientation, i64, i64, i64);

fn read_row(row: &str) -> Result<Row, ProblemKind> {
    let fields: Vec<&str> = row.split(',').map(str::trim).collect();
    let read = match fields.as_slice() {
        [label, letter, column, row, length] => orientation(letter)
            .and_then(|orientation| Some((label, orientation, number(column)?, number(row)?, number(length)?))),
        _ => None,
    };
    let (label, orientation, column, row, length) =
        read.ok_or_else(|| unexpected(&format!("a row `{HEADER}`, as in `A,H,2,1,2`"), row.trim()))?;
    Ok((Label::new(label)?, orientation, column, row, length))
}
