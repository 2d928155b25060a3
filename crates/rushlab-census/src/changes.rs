//! Random boards and random changes of a board, for `annealing.rs`. All obey the rules of the published database.

use std::ops::RangeInclusive;

use super::board::{CensusBoard, MAX_LENGTH, PRIMARY_LENGTH, Size, cells};
use super::line_table::MAX_LINES;
use super::rules::FOGLEMAN;
use rushlab::random::RandomStream;

/// The greatest difference of line, offset and length, added up, between a vehicle and a slightly different one.
const NEAR: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placement {
    line_index: usize,
    offset: usize,
    length: usize,
}

impl Placement {
    fn is_near(self, other: Placement) -> bool {
        let same_axis = (self.line_index < MAX_LENGTH) == (other.line_index < MAX_LENGTH);
        let difference = self.line_index.abs_diff(other.line_index)
            + self.offset.abs_diff(other.offset)
            + self.length.abs_diff(other.length);
        same_axis && difference <= NEAR
    }
}

/// A source of random boards of a size.
#[derive(Clone, Debug)]
pub(super) struct BoardChanger {
    pub(super) size: Size,
    pub(super) walls: RangeInclusive<usize>,
}

impl BoardChanger {
    /// Returns a board of which vehicles cover half to four fifths, if they fit.
    pub(super) fn sample(&self, random: &mut RandomStream) -> CensusBoard {
        let mut board = CensusBoard::default();
        board.rows[self.size.primary_row()].add(0, PRIMARY_LENGTH);
        for _ in 0..random.in_range(&self.walls) {
            self.add_wall(&mut board, random);
        }
        let all = self.size.width() * self.size.height();
        let mut remaining = random.in_range(&(all / 2..=all * 4 / 5));
        while let Some(added) = self.add(&mut board, random, |_| true).filter(|added| added.length < remaining) {
            remaining -= added.length;
        }
        board
    }

    /// Changes one to three vehicles or walls.
    pub(super) fn change(&self, board: &mut CensusBoard, random: &mut RandomStream) {
        for _ in 0..=random.low_in_range(&(0..=2)) {
            if *self.walls.end() > 0 && random.ratio(1, 4) {
                self.change_walls(board, random);
                continue;
            }
            match random.below(4) {
                0 => _ = self.add(board, random, |_| true),
                1 => _ = self.remove(board, random),
                2 => {
                    self.remove(board, random);
                    self.add(board, random, |_| true);
                }
                _ => {
                    if let Some(removed) = self.remove(board, random) {
                        self.add(board, random, |added| added != removed && added.is_near(removed));
                    }
                }
            }
        }
    }

    /// Adds, removes or moves a wall.
    fn change_walls(&self, board: &mut CensusBoard, random: &mut RandomStream) {
        let count = board.wall_count();
        let (can_add, can_remove) = (count < *self.walls.end(), count > *self.walls.start());
        let adds = can_add && (!can_remove || random.ratio(1, 2));
        if !adds {
            let walls: Vec<(usize, usize)> = board.walls().collect();
            if let Some((row, column)) = random.choose(&walls) {
                board.walls[*row] &= !(1 << column);
            }
        }
        if adds || !can_remove || random.ratio(1, 2) {
            self.add_wall(board, random);
        }
    }

    /// Adds a wall, but not between the primary and the exit.
    fn add_wall(&self, board: &mut CensusBoard, random: &mut RandomStream) {
        let (occupied, primary_row) = (self.occupied(board), self.size.primary_row());
        let primary = board.rows[primary_row].vehicles().last().map_or(0, |(offset, _)| offset);
        let mut free = Vec::new();
        for (row, occupied) in occupied.into_iter().enumerate().take(self.size.height()) {
            let end = if row == primary_row { primary } else { self.size.width() };
            let taken = board.walls[row] | board.rows[row].cells;
            let fills = |column: usize| taken | 1 << column == cells(0, self.size.width());
            let is_free = |column: &usize| occupied >> column & 1 == 0 && !fills(*column);
            free.extend((0..end).filter(is_free).map(|column| (row, column)));
        }
        if let Some((row, column)) = random.choose(&free) {
            board.walls[*row] |= 1 << column;
        }
    }

    /// Adds a vehicle at one of the places that are free and wanted. Returns where.
    fn add(
        &self,
        board: &mut CensusBoard,
        random: &mut RandomStream,
        is_wanted: impl Fn(Placement) -> bool,
    ) -> Option<Placement> {
        let occupied = self.occupied(board);
        let mut free = Vec::new();
        for line_index in self.line_indices().filter(|line_index| *line_index != self.size.primary_row()) {
            let (is_row, own) = (line_index < MAX_LENGTH, board.line(line_index).cells);
            let line_length = if is_row { self.size.width() } else { self.size.height() };
            // No line is filled by its own vehicles; in a row, walls count as well.
            let taken = if is_row { own | board.walls[line_index] } else { own };
            for length in FOGLEMAN.lengths.iter().copied().filter(|length| *length <= line_length) {
                for offset in 0..=line_length - length {
                    let covered = cells(offset, length);
                    let placement = Placement { line_index, offset, length };
                    let fits = covered & occupied[line_index] == 0 && taken | covered != cells(0, line_length);
                    if fits && is_wanted(placement) {
                        free.push(placement);
                    }
                }
            }
        }
        let added = *random.choose(&free)?;
        board.line_mut(added.line_index).add(added.offset, added.length);
        Some(added)
    }

    /// Removes a vehicle other than the primary. Returns where it was.
    fn remove(&self, board: &mut CensusBoard, random: &mut RandomStream) -> Option<Placement> {
        let mut others = Vec::new();
        for line_index in self.line_indices().filter(|line_index| *line_index != self.size.primary_row()) {
            let vehicles = board.line(line_index).vehicles();
            others.extend(vehicles.map(|(offset, length)| Placement { line_index, offset, length }));
        }
        let removed = *random.choose(&others)?;
        board.line_mut(removed.line_index).remove(removed.offset, removed.length);
        Some(removed)
    }

    fn line_indices(&self) -> impl Iterator<Item = usize> + use<> {
        (0..self.size.height()).chain(MAX_LENGTH..MAX_LENGTH + self.size.width())
    }

    /// Returns the cells of each line that a wall or any vehicle occupies.
    fn occupied(&self, board: &CensusBoard) -> [u8; MAX_LINES] {
        let mut occupied = [0; MAX_LINES];
        for (row, column) in (0..self.size.height()).flat_map(|row| (0..self.size.width()).map(move |at| (row, at))) {
            let in_row = (board.walls[row] | board.rows[row].cells) >> column & 1;
            if in_row == 1 || board.columns[column].cells >> row & 1 == 1 {
                occupied[row] |= 1 << column;
                occupied[MAX_LENGTH + column] |= 1 << row;
            }
        }
        occupied
    }
}
