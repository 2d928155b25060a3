//! Symmetries of the board. All others are combinations of these two.

use super::{Draft, DraftExit, Puzzle, Side};

impl Puzzle {
    /// Returns the mirror image in which left and right are exchanged. The exit moves along.
    #[must_use]
    pub fn mirrored(&self) -> Puzzle {
        let mut draft = Draft::from(self);
        let last = draft.width - 1;
        for (vehicle, place) in draft.vehicles.iter_mut().zip(self.vehicles()) {
            let right = place.cells().map(|cell| cell.column).max().unwrap_or(place.cell.column);
            vehicle.column = last - i64::from(right);
        }
        draft.walls.iter_mut().for_each(|wall| wall.column = last - wall.column);
        let side = match self.exit().side {
            Side::Right => Side::Left,
            Side::Left => Side::Right,
            side => side,
        };
        self.image(draft, side)
    }

    /// Returns the mirror image in which rows and columns are exchanged. The exit moves along.
    #[must_use]
    pub fn transposed(&self) -> Puzzle {
        let mut draft = Draft::from(self);
        std::mem::swap(&mut draft.width, &mut draft.height);
        for vehicle in &mut draft.vehicles {
            std::mem::swap(&mut vehicle.row, &mut vehicle.column);
            vehicle.orientation = vehicle.orientation.other();
        }
        draft.walls.iter_mut().for_each(|wall| std::mem::swap(&mut wall.row, &mut wall.column));
        let side = match self.exit().side {
            Side::Right => Side::Bottom,
            Side::Bottom => Side::Right,
            Side::Left => Side::Top,
            Side::Top => Side::Left,
        };
        self.image(draft, side)
    }

    /// Returns the puzzle of a draft in which only places differ. A symmetry keeps a puzzle valid.
    fn image(&self, mut draft: Draft, side: Side) -> Puzzle {
        draft.exit = Some(DraftExit { side, line: None });
        Puzzle::try_from(draft).unwrap_or_else(|_| self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzle::{Puzzle, Side};

    #[test]
    fn images_move_the_exit_along_and_return() {
        let puzzle: Puzzle = "5x4:AA..xB....BXX.....CC X3 B1".parse().unwrap();
        let mirrored = puzzle.mirrored();
        assert_eq!(mirrored.exit().side, Side::Left);
        assert_eq!(crate::format::board_line(&mirrored).unwrap(), "5x4:x..AA....B..XXBCC... B1 X3");
        let transposed = puzzle.transposed();
        assert_eq!(transposed.exit().side, Side::Bottom);
        assert_eq!(crate::format::board_line(&transposed).unwrap(), "4x5:ABB.A.X...X....Cx..C B1 X3");
        for image in [&puzzle, &mirrored, &transposed] {
            assert_eq!(image.mirrored().mirrored(), *image);
            assert_eq!(image.transposed().transposed(), *image);
        }
    }
}
