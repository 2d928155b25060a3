//! Boards of one character a cell, as `line` and `grid` write them.
//!
//! Two customs clash. In a board with lower-case labels `x` is the red car and `o` a vehicle like any other; in one with upper-case
//! labels, as the published database has them, `x` is a wall and `o` is an empty cell. The other labels tell which custom it is.

use std::sync::LazyLock;

use crate::puzzle::{Label, Mark, Picture, Puzzle};

/// What `x` and `o` mean on a board.
#[derive(Clone, Copy)]
struct Custom {
    x_is_wall: bool,
    o_is_empty: bool,
}

impl Custom {
    fn of(cells: &str) -> Custom {
        let (mut capitals, mut smalls, mut dots) = (false, false, false);
        let mut see = |cell: char| {
            dots |= cell == '.';
            capitals |= cell.is_uppercase();
            smalls |= cell.is_lowercase() && !matches!(cell, 'x' | 'o');
        };
        match cells.is_ascii() {
            true => cells.bytes().for_each(|byte| see(byte as char)),
            false => cells.chars().for_each(see),
        }
        let database = capitals && !smalls;
        Custom { x_is_wall: database, o_is_empty: database || !dots }
    }

    fn mark(self, cell: char) -> Mark {
        match cell {
            'o' if self.o_is_empty => Mark::Empty,
            'x' if self.x_is_wall => Mark::Wall,
            other => plain_mark(other),
        }
    }
}

/// What a character shows where no custom has another meaning for it.
fn plain_mark(cell: char) -> Mark {
    match cell {
        '.' => Mark::Empty,
        other => Label::from_char(other).map_or(Mark::Unknown(other), Mark::Vehicle),
    }
}

/// The marks of all ASCII characters: boards are read by the million.
static ASCII: LazyLock<[Mark; 128]> = LazyLock::new(|| std::array::from_fn(|code| plain_mark(code as u8 as char)));

/// What the cells of a board show.
pub(super) fn marks(cells: &str) -> Vec<Mark> {
    let custom = Custom::of(cells);
    let mut marks = Vec::with_capacity(cells.len());
    if !cells.is_ascii() {
        marks.extend(cells.chars().map(|cell| custom.mark(cell)));
        return marks;
    }
    let table = &*ASCII;
    marks.extend(cells.bytes().map(|byte| match byte {
        b'x' | b'o' => custom.mark(byte as char),
        other => table[usize::from(other & 127)],
    }));
    marks
}

/// Whether a character can be a cell at all.
pub(super) fn is_cell(character: char) -> bool {
    character == '.' || character.is_alphanumeric()
}

/// The cells of a puzzle.
pub(super) fn text(puzzle: &Puzzle) -> String {
    let cell = |mark: &Mark| match mark {
        Mark::Empty => '.',
        Mark::Wall => 'x',
        Mark::Vehicle(label) => label.as_char().unwrap_or('?'),
        Mark::Unknown(character) => *character,
    };
    Picture::from(puzzle).marks.iter().map(cell).collect()
}

/// Why the cells of a puzzle would be read as something else.
pub(super) fn refuse(puzzle: &Puzzle) -> Option<String> {
    let custom = Custom::of(&text(puzzle));
    let named = |label: char| puzzle.vehicles().iter().any(|vehicle| vehicle.label.as_char() == Some(label));
    let clash = if custom.x_is_wall && named('x') {
        "beside upper-case labels, a vehicle called x would be read as walls"
    } else if custom.o_is_empty && named('o') {
        "a vehicle called o would be read as empty cells"
    } else if !custom.x_is_wall && !puzzle.walls().is_empty() {
        "walls are written x, which means a wall only beside upper-case labels"
    } else {
        return None;
    };
    Some(format!("{clash}; add --relabel, or use `json`"))
}
