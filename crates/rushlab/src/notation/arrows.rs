//! `F ↑ 2; G → 1`: the examples of the COMP 472 handout.

use super::words::{clauses, read_clauses, read_move, write_clauses};
use super::{About, NamedMove, Notation, NotationError, WrittenMove};
use crate::puzzle::{Direction, Puzzle};
use crate::sealed::Sealed;

pub(super) struct Arrows;

static ABOUT: About = About { name: "arrows", summary: "`F ↑ 2; G → 1` (the examples of the COMP 472 handout)" };

impl Sealed for Arrows {}

impl Notation for Arrows {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn sniff(&self, text: &str) -> bool {
        clauses(text).next().and_then(|clause| read_move(clause, direction)).is_some()
    }

    fn read(&self, text: &str) -> Result<Vec<WrittenMove>, NotationError> {
        read_clauses(text, direction, "`F ↑ 2`")
    }

    fn write(&self, _: &Puzzle, moves: &[NamedMove]) -> String {
        write_clauses(moves, arrow)
    }
}

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
