//! CSV `car,move`: a positive number of cells goes right or down, a negative one left or up.

use std::fmt::Write as _;

use super::{About, BadMove, Motion, Notation, Told, Who, Written, unreadable};
use crate::puzzle::Label;

/// The notation `uva`.
pub(super) struct Uva;

static ABOUT: About =
    About { name: "uva", summary: "CSV `car,move`: right and down are positive, left and up negative" };

const HEADER: &str = "car,move";

impl Notation for Uva {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn sniff(&self, text: &str) -> bool {
        text.lines().next().is_some_and(is_header)
    }

    fn read(&self, text: &str) -> Result<Vec<Written>, BadMove> {
        let rows = text.lines().map(str::trim).filter(|row| !row.is_empty());
        let rows = rows.enumerate().filter(|(index, row)| *index > 0 || !is_header(row)).map(|(_, row)| row);
        rows.enumerate().map(|(index, row)| read_row(row).ok_or_else(|| unreadable(index, row, "`A,-2`"))).collect()
    }

    fn write(&self, moves: &[Told]) -> String {
        let mut out = format!("{HEADER}\n");
        for told in moves {
            let _ = writeln!(out, "{},{}", told.label, told.direction.sign() * i32::from(told.cells));
        }
        out
    }
}

fn is_header(line: &str) -> bool {
    line.split(',').map(|column| column.trim().to_ascii_lowercase()).eq(HEADER.split(',').map(str::to_owned))
}

fn read_row(row: &str) -> Option<Written> {
    let (label, cells) = row.split_once(',')?;
    let label = Label::new(label.trim()).ok()?;
    Some(Written { who: Who::Label(label), motion: Motion::Signed(cells.trim().parse().ok()?) })
}
