//! The board of Esau's program, on which the primary drives one cell past the border.

use super::{Draft, DraftExit, DraftWall, Problems, Puzzle, Side};

impl Puzzle {
    /// Returns the puzzle in which the primary must drive one cell past the border, as in Esau's program: the board has
    /// one more row or column behind the exit, of walls with a gap for the primary. The number of moves is the same,
    /// because the last one goes on; the counts of a search are not.
    ///
    /// # Errors
    ///
    /// Fails if the board has the greatest size already.
    pub fn past_border(&self) -> Result<Puzzle, Problems> {
        let mut draft = Draft::from(self);
        // The reading order stays: searches depend on it.
        let board_order = std::mem::take(&mut draft.vehicles);
        draft.vehicles.extend(self.reading_order().filter_map(|index| board_order.get(index).copied()));
        let (side, line) = (self.exit().side, i64::from(self.exit().line));
        let (rows, columns) = match side {
            Side::Left | Side::Right => (0, 1),
            Side::Top | Side::Bottom => (1, 0),
        };
        (draft.height, draft.width) = (draft.height + rows, draft.width + columns);
        if matches!(side, Side::Left | Side::Top) {
            draft.vehicles.iter_mut().for_each(|vehicle| {
                (vehicle.row, vehicle.column) = (vehicle.row + rows, vehicle.column + columns);
            });
            draft.walls.iter_mut().for_each(|wall| (wall.row, wall.column) = (wall.row + rows, wall.column + columns));
        }
        let (across, behind) = match side {
            Side::Left => (draft.height, 0),
            Side::Right => (draft.height, draft.width - 1),
            Side::Top => (draft.width, 0),
            Side::Bottom => (draft.width, draft.height - 1),
        };
        draft.walls.extend((0..across).filter(|index| *index != line).map(|index| match columns {
            1 => DraftWall { row: index, column: behind, text_line: 0 },
            _ => DraftWall { row: behind, column: index, text_line: 0 },
        }));
        draft.exit = Some(DraftExit { side, line: Some(line) });
        Puzzle::try_from(draft)
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzle::Puzzle;
    use crate::search::{BFS, Task};

    #[test]
    fn a_wall_with_a_gap_is_behind_the_exit_on_every_side() {
        let jam = "BB...GA..C.GAXXC.GA..C..E...FFE.DDD.";
        let puzzle: Puzzle = jam.parse().unwrap();
        let wider = puzzle.past_border().unwrap();
        assert_eq!(wider.to_string(), "7x6:BB...GxA..C.GxAXXC.G.A..C..xE...FFxE.DDD.x");
        for image in [puzzle.mirrored(), puzzle.transposed(), puzzle.mirrored().transposed()] {
            let cost = |puzzle: &Puzzle| BFS.run(&Task::new(puzzle), &mut ()).cost();
            let wider = image.past_border().unwrap();
            assert_eq!((cost(&wider), wider.walls().len()), (Some(8), 5), "{image}");
            assert_eq!(usize::from(wider.width()) * usize::from(wider.height()), 42);
        }
    }
}
