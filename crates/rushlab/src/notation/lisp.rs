//! `(((4 3) N 1) ((2 3) W 1))` (Schlegel): row and column of the vehicle's top or left cell, from 1, a compass
//! direction, cells.
//!
//! The paper calls the cell the "front" of the vehicle, but in all its examples it is the top or left one.

use std::fmt::Write as _;

use super::{About, Displacement, NamedMove, NotationError, Table, VehicleName, WrittenMove, distance, unreadable};
use crate::puzzle::{Direction, Puzzle};

pub(super) static LISP: Table = Table {
    about: &About { name: "lisp", summary: "`(((4 3) N 1))`: row and column of the first cell (Schlegel)" },
    sniff: |text| text.starts_with('('),
    read,
    write,
};

fn read(text: &str) -> Result<Vec<WrittenMove>, NotationError> {
    let tokens = tokens(text);
    let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
    // The outer parentheses may be left out, as for a single move.
    let mut rest = match tokens.as_slice() {
        ["(", ")"] => &[],
        ["(", inside @ .., ")"] if inside.starts_with(&["(", "("]) => inside,
        all => all,
    };
    let mut moves = Vec::new();
    while !rest.is_empty() {
        let shown = || rest.iter().take(10).copied().collect::<Vec<_>>().join(" ");
        let (read, after) = read_move(rest).ok_or_else(|| unreadable(moves.len(), &shown(), "`((4 3) N 1)`"))?;
        moves.push(read);
        rest = after;
    }
    Ok(moves)
}

fn write(_: &Puzzle, moves: &[NamedMove]) -> String {
    let mut out = String::from("(");
    for (index, mv) in moves.iter().enumerate() {
        let (row, column) = (mv.from.row + 1, mv.from.column + 1);
        let space = if index > 0 { " " } else { "" };
        let _ = write!(out, "{space}(({row} {column}) {} {})", compass_letter(mv.direction), mv.cells);
    }
    out + ")\n"
}

fn tokens(text: &str) -> Vec<String> {
    text.replace('(', " ( ").replace(')', " ) ").split_whitespace().map(str::to_owned).collect()
}

fn read_move<'a, 'b>(tokens: &'a [&'b str]) -> Option<(WrittenMove, &'a [&'b str])> {
    let ["(", "(", row, column, ")", letter, cells, ")", rest @ ..] = tokens else { return None };
    let at = |text: &str| distance(text).map(i64::from);
    let vehicle = VehicleName::At { row: at(row)?, column: at(column)? };
    let direction = Direction::ALL.into_iter().find(|direction| compass_letter(*direction) == *letter)?;
    Some((WrittenMove { vehicle, displacement: Displacement::Towards(direction, distance(cells)?) }, rest))
}

fn compass_letter(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "N",
        Direction::Down => "S",
        Direction::Left => "W",
        Direction::Right => "E",
    }
}
