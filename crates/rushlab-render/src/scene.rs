//! What is to be drawn, apart from how: a puzzle and a position, flattened into pieces that know where they are.

use rushlab::Puzzle;
use rushlab::puzzle::{Cell, Exit, Label, Orientation};
use rushlab::reference::Position;

use crate::palette::{self, Colour};

/// A vehicle on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name.
    pub label: Label,
    /// Whether it is the one that must leave.
    pub primary: bool,
    /// Its top or left cell.
    pub cell: Cell,
    /// How it lies.
    pub orientation: Orientation,
    /// How many cells it covers.
    pub length: u8,
    /// The fuel left, where that is worth showing.
    pub fuel: Option<u16>,
    /// Its place in [`palette::COLOURS`], which the primary does not use.
    pub colour: usize,
    /// How far it has driven from its cell while it is on its way, in 64ths of a cell, down or to the right; 0 when it stands.
    pub driven: i16,
}

impl Piece {
    /// The cells it covers.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (orientation, Cell { row, column }) = (self.orientation, self.cell);
        (0..self.length).map(move |along| match orientation {
            Orientation::Horizontal => Cell { row, column: column.saturating_add(along) },
            Orientation::Vertical => Cell { row: row.saturating_add(along), column },
        })
    }

    /// What it is painted in.
    pub fn paint(&self) -> Colour {
        if self.primary { palette::PRIMARY } else { palette::COLOURS[self.colour % palette::COLOURS.len()] }
    }
}

/// A board as it stands at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// What the puzzle is called, if it is.
    pub name: Option<String>,
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// The vehicles on the board.
    pub pieces: Vec<Piece>,
    /// The cells no vehicle can enter.
    pub walls: Vec<Cell>,
    /// Where the primary leaves.
    pub exit: Exit,
    /// Where the vehicle that moved last was before, if that is to be seen.
    pub ghost: Option<Piece>,
}

impl Scene {
    /// The start of a puzzle.
    pub fn of(puzzle: &Puzzle) -> Scene {
        Scene::at(puzzle, &Position::start(puzzle))
    }

    /// A position of a puzzle, without the vehicles that the valet has taken.
    pub fn at(puzzle: &Puzzle, position: &Position) -> Scene {
        let piece = |(index, vehicle): (usize, &rushlab::puzzle::Vehicle)| {
            let offset = position.offsets.get(index).copied().flatten()?;
            // A tank that the rules fill is left out while it lasts across the whole board: it is everybody's, and binds nobody yet.
            let left = position.fuel.get(index).copied().flatten();
            let across = u16::from(puzzle.line_length(vehicle.orientation));
            Some(Piece {
                label: vehicle.label,
                primary: index == puzzle.primary_index(),
                cell: vehicle.orientation.cell(vehicle.line(), offset),
                orientation: vehicle.orientation,
                length: vehicle.length,
                fuel: left.filter(|left| vehicle.fuel.is_some() || *left < across),
                colour: palette::index(vehicle.label),
                driven: 0,
            })
        };
        Scene {
            name: puzzle.name().map(str::to_owned),
            width: puzzle.width(),
            height: puzzle.height(),
            pieces: puzzle.vehicles().iter().enumerate().filter_map(piece).collect(),
            walls: puzzle.walls().to_vec(),
            exit: puzzle.exit(),
            ghost: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use rushlab::puzzle::{Direction, Metric, Rules};
    use rushlab::reference::Move;

    use super::*;

    #[test]
    fn a_vehicle_that_the_valet_took_is_not_in_the_scene() {
        let puzzle = rushlab::format::parse("......\n......\nXX.BB.\n......\n......\n......").unwrap();
        let puzzle = puzzle.with_rules(Rules { valet: true, ..Rules::plain(Metric::Moves) });
        let mv = Move { vehicle: 1, direction: Direction::Right, cells: 1 };
        let next = Position::start(&puzzle).play(&puzzle, mv).unwrap();
        let labels = |scene: &Scene| scene.pieces.iter().map(|piece| piece.label.to_string()).collect::<String>();
        assert_eq!(labels(&Scene::of(&puzzle)), "XB");
        assert_eq!(labels(&Scene::at(&puzzle, &next)), "X");
    }

    #[test]
    fn a_tank_that_the_rules_fill_shows_once_it_runs_low() {
        let puzzle = rushlab::format::parse("......\n......\nXX....\n......\n......\n......").unwrap();
        let tank = |units| {
            let rules = Rules { default_fuel: Some(units), ..Rules::plain(Metric::Moves) };
            Scene::of(&puzzle.clone().with_rules(rules)).pieces[0].fuel
        };
        assert_eq!((tank(100), tank(6), tank(5)), (None, None, Some(5)));
    }
}
