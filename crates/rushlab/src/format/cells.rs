//! Boards of one character a cell, as `line` and `grid` write them.
//!
//! Two customs clash. In a board with lower-case labels `x` is the red car and `o` a vehicle like any other; in one with upper-case
//! labels, as the published database has them, `x` is a wall and `o` is an empty cell. The other labels tell which custom it is.

use crate::puzzle::{Label, Mark, Picture, Puzzle};

/// What `x` and `o` mean on a board.
#[derive(Clone, Copy)]
struct Custom {
    x_is_wall: bool,
    o_is_empty: bool,
}

impl Custom {
    fn of(cells: impl Iterator<Item = char>) -> Custom {
        let (mut capitals, mut smalls, mut dots) = (false, false, false);
        for cell in cells {
            match cell {
                '.' => dots = true,
                'x' | 'o' => {}
                other => {
                    capitals |= other.is_uppercase();
                    smalls |= other.is_lowercase();
                }
            }
        }
        let database = capitals && !smalls;
        Custom { x_is_wall: database, o_is_empty: database || !dots }
    }

    fn mark(self, cell: char) -> Mark {
        match cell {
            '.' => Mark::Empty,
            'o' if self.o_is_empty => Mark::Empty,
            'x' if self.x_is_wall => Mark::Wall,
            other => Label::from_char(other).map_or(Mark::Unknown(other), Mark::Vehicle),
        }
    }
}

/// What the cells of a board show.
pub(super) fn marks(cells: &str) -> Vec<Mark> {
    let custom = Custom::of(cells.chars());
    cells.chars().map(|cell| custom.mark(cell)).collect()
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
    let custom = Custom::of(text(puzzle).chars());
    let named = |label: char| {
        puzzle.vehicles().iter().any(|vehicle| vehicle.label.as_char() == Some(label))
    };
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
