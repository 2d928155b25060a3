//! The content of a drawing, independent of the output format: a puzzle and a position, with the cell of every vehicle.

use rushlab::Puzzle;
use rushlab::position::Position;
use rushlab::puzzle::{Cell, Exit, Label, Orientation};

use crate::palette::{self, Colour};

/// A vehicle in a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneVehicle {
    /// The label.
    pub label: Label,
    /// Whether it is the primary.
    pub primary: bool,
    /// The top or left cell.
    pub cell: Cell,
    /// The orientation.
    pub orientation: Orientation,
    /// The length in cells.
    pub length: u8,
    /// The fuel left, if the drawing shows it.
    pub fuel: Option<u16>,
    /// The index in [`palette::COLOURS`]; not used for the primary.
    pub colour_index: usize,
    /// The distance from its cell during a move, in 64ths of a cell, positive down or to the right; 0 at rest.
    pub displacement: i16,
}

impl SceneVehicle {
    /// Returns the cells the vehicle covers.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (orientation, Cell { row, column }) = (self.orientation, self.cell);
        (0..self.length).map(move |along| match orientation {
            Orientation::Horizontal => Cell { row, column: column.saturating_add(along) },
            Orientation::Vertical => Cell { row: row.saturating_add(along), column },
        })
    }

    /// Returns the colour of the body.
    pub fn colour(&self) -> Colour {
        if self.primary { palette::PRIMARY } else { palette::COLOURS[self.colour_index % palette::COLOURS.len()] }
    }
}

/// A board in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The name of the puzzle.
    pub name: Option<String>,
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
    /// The vehicles on the board.
    pub vehicles: Vec<SceneVehicle>,
    /// The walls.
    pub walls: Vec<Cell>,
    /// The exit.
    pub exit: Exit,
    /// The vehicle that moved last, where it was before, if the drawing shows it.
    pub moved_from: Option<SceneVehicle>,
}

impl Scene {
    /// Returns the scene of the start of a puzzle.
    pub fn of(puzzle: &Puzzle) -> Scene {
        Scene::at(&Position::start(puzzle))
    }

    /// Returns the scene of a position, without the vehicles that the valet has taken.
    pub fn at(position: &Position) -> Scene {
        let puzzle = position.puzzle();
        let vehicle = |(index, vehicle): (usize, &rushlab::puzzle::Vehicle)| {
            let offset = position.offsets().get(index).copied().flatten()?;
            // Default fuel is shown only when it is less than the length of the line, because more does not restrict
            // the vehicle yet.
            let left = position.fuel().get(index).copied().flatten();
            let across = u16::from(puzzle.line_length(vehicle.orientation));
            Some(SceneVehicle {
                label: vehicle.label,
                primary: index == puzzle.primary_index(),
                cell: vehicle.orientation.cell(vehicle.line(), offset),
                orientation: vehicle.orientation,
                length: vehicle.length,
                fuel: left.filter(|left| vehicle.fuel.is_some() || *left < across),
                colour_index: palette::index(vehicle.label),
                displacement: 0,
            })
        };
        Scene {
            name: puzzle.name().map(str::to_owned),
            width: puzzle.width(),
            height: puzzle.height(),
            vehicles: puzzle.vehicles().iter().enumerate().filter_map(vehicle).collect(),
            walls: puzzle.walls().to_vec(),
            exit: puzzle.exit(),
            moved_from: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use rushlab::position::Move;
    use rushlab::puzzle::{Direction, Metric, Rules};

    use super::*;

    #[test]
    fn a_vehicle_that_the_valet_took_is_not_in_the_scene() {
        let puzzle = rushlab::format::parse("......\n......\nXX.BB.\n......\n......\n......").unwrap();
        let puzzle = puzzle.with_rules(Rules { valet: true, ..Rules::plain(Metric::Moves) });
        let mv = Move { vehicle: 1, direction: Direction::Right, cells: 1 };
        let next = Position::start(&puzzle).play(mv).unwrap();
        let labels = |scene: &Scene| scene.vehicles.iter().map(|vehicle| vehicle.label.to_string()).collect::<String>();
        assert_eq!(labels(&Scene::of(&puzzle)), "XB");
        assert_eq!(labels(&Scene::at(&next)), "X");
    }

    #[test]
    fn default_fuel_is_shown_only_when_it_can_restrict_the_vehicle() {
        let puzzle = rushlab::format::parse("......\n......\nXX....\n......\n......\n......").unwrap();
        let tank = |units| {
            let rules = Rules { default_fuel: Some(units), ..Rules::plain(Metric::Moves) };
            Scene::of(&puzzle.clone().with_rules(rules)).vehicles[0].fuel
        };
        assert_eq!((tank(100), tank(6), tank(5)), (None, None, Some(5)));
    }
}
