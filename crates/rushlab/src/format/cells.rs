//! Boards of one character per cell, as `line` and `grid` write them.
//!
//! Two conventions conflict. On a board with lower-case labels, `x` is the red car and `o` a vehicle like any other. On
//! a board with upper-case labels, as in the published database, `x` is a wall and `o` is an empty cell. The other
//! labels decide which one applies. `#` is a wall beside any labels; it is read and not written, because a line that
//! begins with it looks like a comment.

use std::sync::LazyLock;

use super::Reason;
use crate::error::Remedy;
use crate::puzzle::{CellContent, CellMap, Label, Puzzle};

/// The character that is a wall beside any labels.
pub(super) const WALL: char = '#';

/// The meaning of `x` and `o` on a board.
#[derive(Clone, Copy)]
struct Convention {
    x_is_wall: bool,
    o_is_empty: bool,
}

impl Convention {
    fn of(cells: &str) -> Convention {
        let (mut has_upper_case, mut has_lower_case, mut has_dots) = (false, false, false);
        let mut inspect = |cell: char| {
            has_dots |= cell == '.';
            has_upper_case |= cell.is_uppercase();
            has_lower_case |= cell.is_lowercase() && !matches!(cell, 'x' | 'o');
        };
        match cells.is_ascii() {
            true => cells.bytes().for_each(|byte| inspect(byte as char)),
            false => cells.chars().for_each(inspect),
        }
        let database = has_upper_case && !has_lower_case;
        Convention { x_is_wall: database, o_is_empty: database || !has_dots }
    }

    fn content(self, cell: char) -> CellContent {
        match cell {
            'o' if self.o_is_empty => CellContent::Empty,
            'x' if self.x_is_wall => CellContent::Wall,
            other => plain_content(other),
        }
    }
}

/// Returns the content that a character stands for under either convention.
fn plain_content(cell: char) -> CellContent {
    match cell {
        '.' => CellContent::Empty,
        WALL => CellContent::Wall,
        other => Label::from_char(other).map_or(CellContent::Unknown(other), CellContent::Vehicle),
    }
}

/// The contents that ASCII characters stand for. A table, because it is faster and databases have millions of boards.
static ASCII: LazyLock<[CellContent; 128]> =
    LazyLock::new(|| std::array::from_fn(|code| plain_content(code as u8 as char)));

pub(super) fn contents(cells: &str) -> Vec<CellContent> {
    let convention = Convention::of(cells);
    let mut contents = Vec::with_capacity(cells.len());
    if !cells.is_ascii() {
        contents.extend(cells.chars().map(|cell| convention.content(cell)));
        return contents;
    }
    let table = &*ASCII;
    contents.extend(cells.bytes().map(|byte| match byte {
        b'x' | b'o' => convention.content(byte as char),
        other => table[usize::from(other & 127)],
    }));
    contents
}

pub(super) fn is_cell(character: char) -> bool {
    matches!(character, '.' | WALL) || character.is_alphanumeric()
}

pub(super) fn has_empty(cells: &str) -> bool {
    cells.contains('.') || (cells.contains('o') && Convention::of(cells).x_is_wall)
}

pub(super) fn text(puzzle: &Puzzle) -> String {
    let cell = |content: &CellContent| match content {
        CellContent::Empty => '.',
        CellContent::Wall => 'x',
        CellContent::Vehicle(label) => label.as_char().unwrap_or('?'),
        CellContent::Unknown(character) => *character,
    };
    CellMap::from(puzzle).cells.iter().map(cell).collect()
}

/// Returns the reason why the cells of a puzzle would be read differently.
pub(super) fn unsupported(puzzle: &Puzzle) -> Option<Reason> {
    let convention = Convention::of(&text(puzzle));
    let has_label = |label: char| puzzle.vehicles().iter().any(|vehicle| vehicle.label.as_char() == Some(label));
    let clash = if convention.x_is_wall && has_label('x') {
        "beside upper-case labels, a vehicle labelled x would be read as walls"
    } else if convention.o_is_empty && has_label('o') {
        "a vehicle labelled o would be read as empty cells"
    } else if !convention.x_is_wall && !puzzle.walls().is_empty() {
        "walls are written x, which means a wall only beside upper-case labels"
    } else {
        return None;
    };
    Some(Reason::with_remedy(clash, Remedy::Relabel))
}
