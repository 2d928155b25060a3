//! CSV `car,move`: a positive number of cells goes right or down, a negative one left or up.

use std::fmt::Write as _;

use super::{About, Displacement, NamedMove, NotationError, Table, VehicleName, WrittenMove, unreadable};
use crate::puzzle::{Label, Puzzle};

const HEADER: &str = "car,move";

pub(super) static UVA: Table = Table {
    about: &About { name: "uva", summary: "CSV `car,move`: right and down are positive, left and up negative" },
    sniff: |text| rows(text).next().is_some_and(is_header),
    read,
    write,
};

fn read(text: &str) -> Result<Vec<WrittenMove>, NotationError> {
    let rows = rows(text).enumerate().filter(|(index, row)| *index > 0 || !is_header(row)).map(|(_, row)| row);
    rows.enumerate().map(|(index, row)| read_row(row).ok_or_else(|| unreadable(index, row, "`A,-2`"))).collect()
}

fn write(_: &Puzzle, moves: &[NamedMove]) -> String {
    let mut out = format!("{HEADER}\n");
    for mv in moves {
        let _ = writeln!(out, "{},{}", mv.label, mv.direction.distance(mv.cells));
    }
    out
}

/// Returns the rows of a text. Rows in one line are separated by spaces.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(rows_of_line).filter(|row| !row.is_empty())
}

fn rows_of_line(line: &str) -> Vec<&str> {
    if line.matches(',').count() > 1 { line.split_whitespace().collect() } else { vec![line.trim()] }
}

fn is_header(line: &str) -> bool {
    line.split(',').map(|column| column.trim().to_ascii_lowercase()).eq(HEADER.split(',').map(str::to_owned))
}

fn read_row(row: &str) -> Option<WrittenMove> {
    let (label, cells) = row.split_once(',')?;
    let label = Label::new(label.trim()).ok()?;
    Some(WrittenMove {
        vehicle: VehicleName::Label(label),
        displacement: Displacement::Signed(cells.trim().parse().ok()?),
    })
}
