//! Unit Rush Hour (Tromp and Cilibrasi, *Limits of Rush Hour Logic Complexity*, 2005): every vehicle covers one cell
//! and moves only horizontally or only vertically, and all cells but one are occupied.
//!
//! The primary is the last horizontal vehicle of the exit row, and a position is a goal if it is at the right edge. No
//! vehicle before it can get there, because vehicles of a row do not pass each other. The hardest position is found by
//! retrograde analysis, one search from all goals, with one bit for each position.

use std::ops::ControlFlow;

/// Maximum number of cells of a board, so that positions are numbers of 32 bits.
const MAX_CELLS: usize = 25;

/// Number of positions that are expanded between two calls of `progress`.
const PROGRESS_INTERVAL: usize = 1 << 16;

/// A position: the hole, then one bit for each other cell in reading order, which is set if its vehicle is horizontal.
type UnitPosition = u32;

/// The size of a board of unit vehicles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnitBoard {
    width: usize,
    height: usize,
}

/// The hardest position of all boards of a size with the same exit row.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardestUnit {
    /// The exit row, from 0. A row and its mirror image give equal results.
    pub row: usize,
    /// The optimal number of steps. With one hole, a move is a step.
    pub steps: usize,
    /// Number of positions with a solution that are not goals.
    pub positions: u64,
    /// Number of positions that need this many steps.
    pub hardest: u64,
    /// The first of them: `A` the primary, `-` and `|` the other vehicles, `.` the hole, row by row.
    pub board: String,
}

impl UnitBoard {
    /// Returns a size, if the census supports it: at least 2 columns and rows, and at most 25 cells.
    pub fn new(width: usize, height: usize) -> Option<UnitBoard> {
        let fits = width >= 2 && height >= 2 && width.checked_mul(height).is_some_and(|cells| cells <= MAX_CELLS);
        fits.then_some(UnitBoard { width, height })
    }

    /// Returns the exit rows that are not mirror images of others.
    pub fn rows(self) -> std::ops::Range<usize> {
        0..self.height.div_ceil(2)
    }

    fn cells(self) -> usize {
        self.width * self.height
    }

    /// Returns the hardest position with an exit row. Calls `progress` with the number of positions found, until it
    /// breaks; `None` if it does.
    pub fn hardest(self, row: usize, mut progress: impl FnMut(u64) -> ControlFlow<()>) -> Option<HardestUnit> {
        let mut visited = vec![0_u64; (self.cells() << (self.cells() - 1)).div_ceil(64)];
        let mut layer = self.before_goals(row, &mut visited);
        let (mut steps, mut positions) = (1, layer.len() as u64);
        loop {
            let mut next = Vec::new();
            for part in layer.chunks(PROGRESS_INTERVAL) {
                for position in part {
                    self.successors(*position, row, |successor| {
                        let (word, bit) = (&mut visited[successor as usize >> 6], 1 << (successor & 63));
                        if *word & bit == 0 {
                            *word |= bit;
                            next.push(successor);
                        }
                    });
                }
                if progress(positions + next.len() as u64).is_break() {
                    return None;
                }
            }
            if next.is_empty() {
                break;
            }
            positions += next.len() as u64;
            steps += 1;
            layer = next;
        }
        let board = layer.iter().map(|position| self.text(*position, row)).min().unwrap_or_default();
        Some(HardestUnit { row, steps, positions, hardest: layer.len() as u64, board })
    }

    /// Returns the positions that are one step from a goal, and marks them: the hole is at the exit, and the cell
    /// before it has a horizontal vehicle. Every solution passes one of them.
    fn before_goals(self, row: usize, visited: &mut [u64]) -> Vec<UnitPosition> {
        let exit = self.exit(row);
        let bits = 0..1_u32 << (self.cells() - 1);
        let before = bits.filter(|bits| bits >> (exit - 1) & 1 == 1).map(|bits| self.position(exit, bits));
        before.inspect(|position| visited[*position as usize >> 6] |= 1 << (position & 63)).collect()
    }

    /// Returns the cell where the primary exits.
    fn exit(self, row: usize) -> usize {
        row * self.width + self.width - 1
    }

    fn position(self, hole: usize, bits: u32) -> UnitPosition {
        (hole as u32) << (self.cells() - 1) | bits
    }

    /// Calls `each` for the positions that one step leads to, except goals. In reading order, a horizontal vehicle that
    /// moves into the hole keeps its place among the others; a vertical one passes the other vehicles of one row.
    #[inline]
    fn successors(self, position: UnitPosition, row: usize, mut each: impl FnMut(UnitPosition)) {
        let (width, hole) = (self.width, (position >> (self.cells() - 1)) as usize);
        let bits = position & ((1 << (self.cells() - 1)) - 1);
        let column = hole % width;
        if column > 0 && bits >> (hole - 1) & 1 == 1 && hole != self.exit(row) {
            each(self.position(hole - 1, bits));
        }
        if column + 1 < width && bits >> hole & 1 == 1 {
            each(self.position(hole + 1, bits));
        }
        if hole >= width && bits >> (hole - width) & 1 == 0 {
            let passed = ((1 << width) - 1) << (hole - width);
            each(self.position(hole - width, bits & !passed | (bits & passed) >> 1 & passed));
        }
        if hole + width < self.cells() && bits >> (hole + width - 1) & 1 == 0 {
            let passed = ((1 << width) - 1) << hole;
            each(self.position(hole + width, bits & !passed | (bits & passed) << 1 & passed));
        }
    }

    fn text(self, position: UnitPosition, row: usize) -> String {
        let hole = (position >> (self.cells() - 1)) as usize;
        let vehicle = |cell: usize| match position >> (cell - usize::from(cell > hole)) & 1 {
            1 => '-',
            _ => '|',
        };
        let mut board: Vec<char> =
            (0..self.cells()).map(|cell| if cell == hole { '.' } else { vehicle(cell) }).collect();
        let exit_row = row * self.width..(row + 1) * self.width;
        if let Some(primary) = board[exit_row].iter_mut().rev().find(|cell| **cell == '-') {
            *primary = 'A';
        }
        board.into_iter().collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn hardest(width: usize, height: usize) -> Vec<HardestUnit> {
        let board = UnitBoard::new(width, height).unwrap();
        board.rows().map(|row| board.hardest(row, |_| ControlFlow::Continue(())).unwrap()).collect()
    }

    #[test]
    fn the_longest_solutions_are_the_published_ones() {
        for (side, steps) in [(2, 3), (3, 12), (4, 40)] {
            assert_eq!(hardest(side, side).iter().map(|found| found.steps).max(), Some(steps), "{side}x{side}");
        }
    }

    /// Returns the longest distance and the number of positions with a solution, by plain search over drawn boards.
    fn by_plain_search(width: usize, height: usize, row: usize) -> (usize, u64) {
        let cells = width * height;
        let mut distances = HashMap::new();
        let mut layer: Vec<Vec<char>> = Vec::new();
        for code in 0..3_usize.pow(cells as u32) {
            let board: Vec<char> =
                (0..cells).map(|cell| ['|', '-', '.'][code / 3_usize.pow(cell as u32) % 3]).collect();
            let holes = board.iter().filter(|cell| **cell == '.').count();
            if holes == 1 && board[row * width + width - 1] == '-' {
                distances.insert(board.clone(), 0);
                layer.push(board);
            }
        }
        let goals = layer.len();
        for steps in 1.. {
            let mut next = Vec::new();
            for board in &layer {
                let hole = board.iter().position(|cell| *cell == '.').unwrap();
                for (from, cell) in board.iter().enumerate() {
                    let same_row = from / width == hole / width && from.abs_diff(hole) == 1;
                    let same_column = from.abs_diff(hole) == width;
                    if (same_row && *cell == '-') || (same_column && *cell == '|') {
                        let mut moved = board.clone();
                        moved.swap(from, hole);
                        if !distances.contains_key(&moved) {
                            distances.insert(moved.clone(), steps);
                            next.push(moved);
                        }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        (distances.values().copied().max().unwrap(), (distances.len() - goals) as u64)
    }

    #[test]
    fn results_agree_with_a_plain_search() {
        for (width, height) in [(2, 2), (3, 2), (2, 4), (3, 3), (4, 2), (2, 5)] {
            for found in hardest(width, height) {
                let expected = by_plain_search(width, height, found.row);
                assert_eq!((found.steps, found.positions), expected, "{width}x{height}, row {}", found.row);
            }
        }
    }

    #[test]
    fn a_search_stops_when_it_is_told_to() {
        assert_eq!(UnitBoard::new(3, 3).unwrap().hardest(0, |_| ControlFlow::Break(())), None);
        assert_eq!(UnitBoard::new(6, 5), None);
        assert_eq!(UnitBoard::new(1, 5), None);
    }
}
