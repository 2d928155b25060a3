//! Unit Rush Hour (Tromp and Cilibrasi, *Limits of Rush Hour Logic Complexity*, 2005): every vehicle covers one cell
//! and moves only horizontally or only vertically, and all cells but one are occupied.
//!
//! The primary is the last horizontal vehicle of the exit row, and a position is a goal if it is at the right edge. No
//! vehicle before it can get there, because vehicles of a row do not pass each other. The hardest position is found by
//! retrograde analysis, one search from all goals, with one bit for each position.
//!
//! A horizontal vehicle stays in its row, so the number of horizontal vehicles in each row never changes. The positions
//! with the same numbers are a *block*, and blocks are searched independently. Within a block, a position has an index:
//! the ranks of its rows among the rows with as many horizontal vehicles, as digits of a mixed-radix number.

use std::ops::ControlFlow;

/// Maximum number of cells of a board.
const MAX_CELLS: usize = 36;

/// Number of positions that are expanded between two calls of `progress`.
const PROGRESS_INTERVAL: usize = 1 << 16;

/// A position: the hole, then one bit for each other cell in reading order, which is set if its vehicle is horizontal.
type UnitPosition = u64;

/// The size of a board of unit vehicles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnitBoard {
    width: usize,
    height: usize,
}

/// The hardest positions of some boards of a size with the same exit row.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HardestUnit {
    /// The optimal number of steps. With one hole, a move is a step.
    pub steps: usize,
    /// Number of positions with a solution that are not goals.
    pub positions: u64,
    /// Number of positions that need this many steps.
    pub hardest: u64,
    /// The first of them: `A` the primary, `-` and `|` the other vehicles, `.` the hole, row by row.
    pub board: String,
}

impl HardestUnit {
    /// Adds the positions of another block.
    pub fn merge(&mut self, other: HardestUnit) {
        self.positions += other.positions;
        if other.steps > self.steps {
            (self.steps, self.hardest, self.board) = (other.steps, other.hardest, other.board);
        } else if other.steps == self.steps {
            self.hardest += other.hardest;
            self.board = std::mem::take(&mut self.board).min(other.board);
        }
    }
}

impl UnitBoard {
    /// Returns a size, if the census supports it: at least 2 columns and rows, and at most 36 cells.
    pub fn new(width: usize, height: usize) -> Option<UnitBoard> {
        let fits = width >= 2 && height >= 2 && width.checked_mul(height).is_some_and(|cells| cells <= MAX_CELLS);
        fits.then_some(UnitBoard { width, height })
    }

    /// Returns the exit rows that are not mirror images of others, from 0.
    pub fn rows(self) -> std::ops::Range<usize> {
        0..self.height.div_ceil(2)
    }

    /// Returns the number of blocks.
    pub fn blocks(self) -> usize {
        (self.width + 1).pow(self.height as u32)
    }

    fn cells(self) -> usize {
        self.width * self.height
    }

    /// Returns the cell where the primary exits.
    fn exit(self, row: usize) -> usize {
        row * self.width + self.width - 1
    }

    fn position(self, hole: usize, bits: u64) -> UnitPosition {
        (hole as u64) << (self.cells() - 1) | bits
    }

    fn hole(self, position: UnitPosition) -> usize {
        (position >> (self.cells() - 1)) as usize
    }

    /// Returns the first bit and the number of bits of a row, if the hole is in `hole_row`.
    fn bits_of_row(self, row: usize, hole_row: usize) -> (usize, usize) {
        (row * self.width - usize::from(row > hole_row), self.width - usize::from(row == hole_row))
    }

    fn text(self, position: UnitPosition, row: usize) -> String {
        let hole = self.hole(position);
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

/// Searches the blocks of a size, one after the other.
#[derive(Clone, Debug)]
pub struct UnitSearch {
    board: UnitBoard,
    /// The rank of each row among the rows with as many horizontal vehicles, the smallest bits first.
    ranks: Vec<u32>,
    /// The rows with each number of horizontal vehicles, the smallest bits first.
    rows: Vec<Vec<u64>>,
    visited: Vec<u64>,
}

/// The numbering of the positions of a block.
#[derive(Clone, Debug)]
struct BlockIndex {
    /// For each row of the hole, the index of its first position.
    first: Vec<usize>,
    /// For each row of the hole, for each row, what each content adds to the index: its rank as a digit.
    digits: Vec<u32>,
    count: usize,
}

impl UnitSearch {
    /// Prepares the search of a size.
    pub fn new(board: UnitBoard) -> UnitSearch {
        let mut rows = vec![Vec::new(); board.width + 1];
        let mut ranks = Vec::new();
        for bits in 0..1_u64 << board.width {
            let alike: &mut Vec<u64> = &mut rows[bits.count_ones() as usize];
            ranks.push(alike.len() as u32);
            alike.push(bits);
        }
        UnitSearch { board, ranks, rows, visited: Vec::new() }
    }

    /// Finds the hardest positions of a block with an exit row. Calls `progress` with the number of positions found
    /// since its last call, until it breaks; `None` if it does.
    pub fn hardest(
        &mut self,
        row: usize,
        block: usize,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Option<HardestUnit> {
        let counts = self.counts(block);
        let mut layer = self.before_goals(row, &counts);
        if layer.is_empty() {
            return Some(HardestUnit::default());
        }
        let index = self.index(&counts);
        self.visited.clear();
        self.visited.resize(index.count.div_ceil(64), 0);
        for position in &layer {
            let index = self.index_of(&index, *position);
            self.visit(index);
        }
        let (mut steps, mut positions) = (1, layer.len() as u64);
        loop {
            let mut next = Vec::new();
            for part in layer.chunks(PROGRESS_INTERVAL) {
                let before = next.len();
                for position in part {
                    self.expand(*position, row, &index, &mut next);
                }
                if progress((next.len() - before) as u64).is_break() {
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
        let board = layer.iter().map(|position| self.board.text(*position, row)).min().unwrap_or_default();
        Some(HardestUnit { steps, positions, hardest: layer.len() as u64, board })
    }

    /// Returns the number of horizontal vehicles in each row of a block.
    fn counts(&self, block: usize) -> Vec<usize> {
        let radix = self.board.width + 1;
        (0..self.board.height).map(|row| block / radix.pow(row as u32) % radix).collect()
    }

    fn index(&self, counts: &[usize]) -> BlockIndex {
        let board = self.board;
        let mut index = BlockIndex { first: Vec::new(), digits: Vec::new(), count: 0 };
        for hole_row in 0..board.height {
            index.first.push(index.count);
            let mut weight = board.width;
            for (row, horizontal) in counts.iter().enumerate() {
                index.digits.extend(self.ranks.iter().map(|rank| (*rank as usize * weight) as u32));
                let (_, length) = board.bits_of_row(row, hole_row);
                weight *= self.rows[*horizontal].partition_point(|bits| bits >> length == 0);
            }
            index.count += weight;
        }
        index
    }

    /// Returns the positions that are one step from a goal: the hole is at the exit, and the cell before it has a
    /// horizontal vehicle. Every solution passes one of them.
    fn before_goals(&self, exit_row: usize, counts: &[usize]) -> Vec<UnitPosition> {
        let board = self.board;
        let mut all = vec![0];
        for (row, horizontal) in counts.iter().enumerate() {
            let (first, length) = board.bits_of_row(row, exit_row);
            let fits = |bits: &&u64| **bits >> length == 0 && (row != exit_row || **bits >> (length - 1) == 1);
            let rows: Vec<u64> = self.rows[*horizontal].iter().filter(fits).copied().collect();
            all = all.iter().flat_map(|bits| rows.iter().map(move |row| bits | row << first)).collect();
        }
        all.into_iter().map(|bits| board.position(board.exit(exit_row), bits)).collect()
    }

    #[inline]
    fn index_of(&self, index: &BlockIndex, position: UnitPosition) -> usize {
        let board = self.board;
        let (hole_row, hole_column) = (board.hole(position) / board.width, board.hole(position) % board.width);
        let digits = &index.digits[(hole_row * board.height) << board.width..];
        let mut found = index.first[hole_row] + hole_column;
        // The bits of the rows follow each other; the row of the hole has one fewer, and a rank ignores leading zeros.
        let mut bits = position & ((1 << (board.cells() - 1)) - 1);
        for (row, digits) in digits.chunks_exact(1 << board.width).enumerate().take(board.height) {
            let length = board.width - usize::from(row == hole_row);
            found += digits[(bits & ((1 << length) - 1)) as usize] as usize;
            bits >>= length;
        }
        found
    }

    /// Marks an index. Returns whether it is new.
    #[inline]
    fn visit(&mut self, index: usize) -> bool {
        let (word, bit) = (&mut self.visited[index >> 6], 1 << (index & 63));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Adds the unvisited positions that one step leads to, except goals. In reading order, a horizontal vehicle that
    /// moves into the hole keeps its place among the others; a vertical one passes the other vehicles of one row.
    #[inline]
    fn expand(&mut self, position: UnitPosition, row: usize, index: &BlockIndex, next: &mut Vec<UnitPosition>) {
        let board = self.board;
        let (width, hole) = (board.width, board.hole(position));
        let bits = position & ((1 << (board.cells() - 1)) - 1);
        let column = hole % width;
        let number = self.index_of(index, position);
        if column > 0 && bits >> (hole - 1) & 1 == 1 && hole != board.exit(row) && self.visit(number - 1) {
            next.push(board.position(hole - 1, bits));
        }
        if column + 1 < width && bits >> hole & 1 == 1 && self.visit(number + 1) {
            next.push(board.position(hole + 1, bits));
        }
        let mut visit = |successor| {
            if self.visit(self.index_of(index, successor)) {
                next.push(successor);
            }
        };
        if hole >= width && bits >> (hole - width) & 1 == 0 {
            let passed = ((1 << width) - 1) << (hole - width);
            visit(board.position(hole - width, bits & !passed | (bits & passed) >> 1 & passed));
        }
        if hole + width < board.cells() && bits >> (hole + width - 1) & 1 == 0 {
            let passed = ((1 << width) - 1) << hole;
            visit(board.position(hole + width, bits & !passed | (bits & passed) << 1 & passed));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Returns the hardest positions for each exit row.
    fn hardest(width: usize, height: usize) -> Vec<HardestUnit> {
        let board = UnitBoard::new(width, height).unwrap();
        let mut search = UnitSearch::new(board);
        let mut of_row = |row| {
            let mut all = HardestUnit::default();
            for block in 0..board.blocks() {
                all.merge(search.hardest(row, block, |_| ControlFlow::Continue(())).unwrap());
            }
            all
        };
        board.rows().map(&mut of_row).collect()
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
            for (row, found) in hardest(width, height).into_iter().enumerate() {
                let expected = by_plain_search(width, height, row);
                assert_eq!((found.steps, found.positions), expected, "{width}x{height}, row {row}");
            }
        }
    }

    #[test]
    fn a_search_stops_when_it_is_told_to() {
        let mut search = UnitSearch::new(UnitBoard::new(3, 3).unwrap());
        assert_eq!(search.hardest(0, 21, |_| ControlFlow::Break(())), None);
        assert_eq!(UnitBoard::new(6, 7), None);
        assert_eq!(UnitBoard::new(1, 5), None);
    }
}
