//! `F ↑ 2; G → 1`: the examples of the COMP 472 handout.

use super::words::{clauses, read_clauses, read_move, write_clauses};
use super::{About, Table};
use crate::puzzle::Direction;

pub(super) static ARROWS: Table = Table {
    about: &About { name: "arrows", summary: "`F ↑ 2; G → 1` (the examples of the COMP 472 handout)" },
    sniff: |text| clauses(text).next().and_then(|clause| read_move(clause, direction)).is_some(),
    read: |text| read_clauses(text, direction, "`F ↑ 2`"),
    write: |_, moves| write_clauses(moves, arrow),
};

fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "↑",
        Direction::Down => "↓",
        Direction::Left => "←",
        Direction::Right => "→",
    }
}

fn direction(sign: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| arrow(*direction) == sign)
}
