//! The mouse: drags a vehicle, or moves the selected vehicle to the clicked cell.

use rushlab::position::Move;
use rushlab::puzzle::{Cell, Orientation};

use super::Game;

impl Game {
    /// Selects the vehicle under the mouse, or moves the selected vehicle to a free cell of its line.
    pub(super) fn press_mouse(&mut self, cell: Option<Cell>) {
        if self.help {
            self.help = false;
            return;
        }
        let Some(cell) = cell.filter(|_| !self.is_playing() && self.list.is_none()) else { return };
        if let Some(vehicle) = self.vehicle_at(cell) {
            self.drag = Some((vehicle, self.along(vehicle, cell)));
            return self.select(vehicle);
        }
        let selected = self.selected.and_then(|vehicle| Some((vehicle, self.offset(vehicle)?)));
        let Some((vehicle, offset)) = selected else { return };
        let body = self.session.puzzle().vehicles()[vehicle];
        let along = self.along(vehicle, cell);
        if body.orientation.cell(body.line(), along) != cell {
            return;
        }
        let [backward, forward] = body.orientation.directions();
        self.play(match along < offset {
            true => Move { vehicle, direction: backward, cells: offset - along },
            false => Move { vehicle, direction: forward, cells: along - (offset + body.length - 1) },
        });
    }

    /// Moves the dragged vehicle after the mouse, as far as possible.
    pub(super) fn drag_to(&mut self, cell: Option<Cell>) {
        let Some(((vehicle, from), cell)) = self.drag.zip(cell) else { return };
        let to = self.along(vehicle, cell);
        let [backward, forward] = self.session.puzzle().vehicles()[vehicle].orientation.directions();
        let direction = if to < from { backward } else { forward };
        let cells = to.abs_diff(from).min(self.session.reach(vehicle, direction));
        if cells > 0 {
            self.drag = Some((vehicle, if to < from { from - cells } else { from + cells }));
            self.play(Move { vehicle, direction, cells });
        }
    }

    fn vehicle_at(&self, cell: Cell) -> Option<usize> {
        let covers = |vehicle: &usize| {
            let body = self.session.puzzle().vehicles()[*vehicle];
            self.offset(*vehicle).is_some_and(|offset| body.cells_at(offset).any(|covered| covered == cell))
        };
        (0..self.session.puzzle().vehicles().len()).find(covers)
    }

    fn offset(&self, vehicle: usize) -> Option<u8> {
        self.session.position().offsets()[vehicle]
    }

    /// Returns the row or column of a cell along a vehicle's line.
    fn along(&self, vehicle: usize, cell: Cell) -> u8 {
        match self.session.puzzle().vehicles()[vehicle].orientation {
            Orientation::Horizontal => cell.column,
            Orientation::Vertical => cell.row,
        }
    }
}
