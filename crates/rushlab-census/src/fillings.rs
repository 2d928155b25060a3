//! Fillings, what van Assema (2014) counts: the lengths of the vehicles of each row and column, in order.
//!
//! The vehicles of a line do not pass each other, so every position of a cluster has the same filling. A filling counts
//! if one of its positions is solved: the primary, the last vehicle of its row, is at the right edge. Its distance is
//! that of the farthest position from all solved positions together; a filling may have several clusters.
//!
//! A *part* is the set of all fillings with the same vehicles in the rows. Its rows have a list of arrangements with
//! the primary at the edge. The columns are filled from the left, and an arrangement of the rows stays in the list as
//! long as every column has room for its vehicles.

use super::bfs::BreadthFirstSearch;
use super::board::{CensusBoard, LineContent, MAX_LENGTH, PRIMARY_LENGTH, Size};
use super::column_blocks::{ClusterExplorer, ColumnBlock, with_column};
use super::line::ArrangementSet;
use super::line_table::{LineTable, PackedBoard, bits, nibble};
use super::rules::VAN_ASSEMA;

/// A set of the fillings of a column, as bits.
type FillingSet = u16;

/// Fillings and their distances.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FillingCounts {
    /// Number of fillings of each distance, in moves, from 0 on.
    pub distances: Vec<u64>,
    /// Number of positions from which a solved one can be reached.
    pub positions: u64,
}

impl FillingCounts {
    /// Returns the number of fillings.
    pub fn fillings(&self) -> u64 {
        self.distances.iter().sum()
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &FillingCounts) {
        self.distances.resize(self.distances.len().max(other.distances.len()), 0);
        self.distances.iter_mut().zip(&other.distances).for_each(|(all, more)| *all += more);
        self.positions += other.positions;
    }
}

/// The fillings of a column, compiled.
#[derive(Clone, Debug, Default)]
struct ColumnFillings {
    /// The line of each filling in the table; 0 if it has no vehicles.
    lines: Vec<u32>,
    /// For each set of occupied cells, the fillings for which there is room.
    fitting: Vec<FillingSet>,
    /// For each set of occupied cells and each filling, the smallest arrangement of each set of arrangements that are
    /// connected by moves.
    components: Vec<ArrangementSet>,
}

/// Enumerates the fillings of a board size, part by part.
#[derive(Clone, Debug)]
pub struct Fillings {
    size: Size,
    table: LineTable,
    /// The fillings of a row and of the row of the primary, each as its first arrangement.
    row_fillings: Vec<LineContent>,
    primary_fillings: Vec<LineContent>,
    columns: Vec<ColumnFillings>,
    explorer: ClusterExplorer,
    search: BreadthFirstSearch,
}

/// An arrangement of the rows: its part of a key, and the cells that it covers, one byte per column.
#[derive(Clone, Copy, Debug)]
struct RowArrangement {
    key: u64,
    cover: u64,
}

/// Returns the fillings of a line, each as its first arrangement. `required` is the length of the last vehicle, if any.
fn line_fillings(length: usize, required: Option<usize>) -> Vec<LineContent> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    let mut next = 0;
    while let Some(lengths) = all.get(next).cloned() {
        next += 1;
        let rest = length - lengths.iter().sum::<usize>();
        let fitting = VAN_ASSEMA.lengths.iter().filter(|vehicle| **vehicle <= rest);
        all.extend(fitting.map(|vehicle| [&lengths[..], &[*vehicle]].concat()));
    }
    let wanted = all.iter().filter(|lengths| required.is_none() || lengths.last().copied() == required);
    wanted.map(|lengths| at_the_start(lengths)).collect()
}

/// Returns vehicles of these lengths as far left or up as possible.
fn at_the_start(lengths: &[usize]) -> LineContent {
    let mut content = LineContent::default();
    lengths.iter().fold(0, |offset, length| {
        content.add(offset, *length);
        offset + length
    });
    content
}

impl Fillings {
    /// Compiles the lines of a size.
    pub fn new(size: Size) -> Fillings {
        let mut table = LineTable::new(size, VAN_ASSEMA.metric);
        let contents = line_fillings(size.height(), None);
        let columns = (0..size.width()).map(|column| ColumnFillings::compile(&mut table, column, &contents)).collect();
        Fillings {
            size,
            table,
            row_fillings: line_fillings(size.width(), None),
            primary_fillings: line_fillings(size.width(), Some(PRIMARY_LENGTH)),
            columns,
            explorer: ClusterExplorer::default(),
            search: BreadthFirstSearch::default(),
        }
    }

    /// Returns the number of parts: of the fillings of all rows together.
    pub fn parts(&self) -> usize {
        (0..self.size.height()).map(|row| self.fillings_of_row(row).len()).product()
    }

    fn fillings_of_row(&self, row: usize) -> &[LineContent] {
        if row == self.size.primary_row() { &self.primary_fillings } else { &self.row_fillings }
    }

    /// Returns the number of fillings of a part without searching them.
    pub fn count(&mut self, part: usize) -> u64 {
        let rows = self.rows(part);
        let arrangements = self.solved_arrangements(&rows);
        let products = arrangements.iter().map(|arrangement| self.fitting(arrangement.cover)).collect();
        count_combinations(products, self.size.width())
    }

    /// Returns the fillings of a part by their distances.
    pub fn distances(&mut self, part: usize) -> FillingCounts {
        let rows = self.rows(part);
        let arrangements = self.solved_arrangements(&rows);
        let mut counts = FillingCounts::default();
        self.fill_columns(&rows, &arrangements, 0, &mut counts);
        counts
    }

    /// Returns the rows of a part, with no vehicles in the columns.
    fn rows(&mut self, part: usize) -> PackedBoard {
        let (mut board, mut rest) = (CensusBoard::default(), part);
        for row in 0..self.size.height() {
            let fillings = self.fillings_of_row(row);
            board.rows[row] = fillings[rest % fillings.len()];
            rest /= fillings.len();
        }
        self.table.pack(&board)
    }

    /// Returns the arrangements of the rows in which the primary is at the edge.
    fn solved_arrangements(&self, rows: &PackedBoard) -> Vec<RowArrangement> {
        let mut all = vec![RowArrangement { key: 0, cover: 0 }];
        for row in rows.line_indices() {
            let line = self.table.get(rows.lines[row]);
            let first = if row == self.size.primary_row() { line.exit } else { 0 };
            let extended = all.iter().flat_map(|arrangement| {
                (first..line.contents.len()).map(|index| RowArrangement {
                    key: arrangement.key | (index as u64) << (4 * nibble(row)),
                    cover: arrangement.cover | line.covers[index],
                })
            });
            all = extended.collect();
        }
        all
    }

    /// Returns the fillings for which each column has room beside the rows, 16 bits for each column.
    fn fitting(&self, cover: u64) -> u128 {
        let columns = self.columns.iter().zip(cover.to_le_bytes()).enumerate();
        columns.fold(0, |all, (column, (fillings, byte))| {
            all | u128::from(fillings.fitting[usize::from(byte)]) << (16 * column)
        })
    }

    /// Fills the columns from `column` on in all ways and adds the fillings. `board` has the vehicles of the rows and
    /// of the columns before, and `arrangements` those of the rows for which they have room.
    fn fill_columns(
        &mut self,
        board: &PackedBoard,
        arrangements: &[RowArrangement],
        column: usize,
        counts: &mut FillingCounts,
    ) {
        if column == self.size.width() {
            self.add_filling(board, arrangements, counts);
            return;
        }
        for filling in 0..self.columns[column].lines.len() {
            let fillings = &self.columns[column];
            let fits = |arrangement: &&RowArrangement| {
                fillings.fitting[usize::from(arrangement.cover.to_le_bytes()[column])] >> filling & 1 == 1
            };
            let fitting: Vec<RowArrangement> = arrangements.iter().filter(fits).copied().collect();
            if !fitting.is_empty() {
                let board = board.with_line(MAX_LENGTH + column, fillings.lines[filling]);
                self.fill_columns(&board, &fitting, column + 1, counts);
            }
        }
    }

    /// Searches the clusters of a filling that have a solved position.
    fn add_filling(&mut self, board: &PackedBoard, arrangements: &[RowArrangement], counts: &mut FillingCounts) {
        let mut solved = Vec::new();
        for arrangement in arrangements {
            self.add_blocks(board, arrangement, &mut solved);
        }
        let summary = self.explorer.explore_all(&self.table, board, &solved);
        let distance = if summary.has_unsolved {
            self.search.farthest(&self.table, board, &self.explorer, summary.positions).cost
        } else {
            0
        };
        counts.distances.resize(counts.distances.len().max(distance + 1), 0);
        counts.distances[distance] += 1;
        counts.positions += summary.positions;
    }

    fn add_blocks(&self, board: &PackedBoard, arrangement: &RowArrangement, blocks: &mut Vec<ColumnBlock>) {
        let first = blocks.len();
        blocks.push(ColumnBlock::new(arrangement.key, arrangement.cover));
        for (column, byte) in arrangement.cover.to_le_bytes().into_iter().enumerate().take(self.size.width()) {
            let filling = self.columns[column].filling_of(board.lines[MAX_LENGTH + column]);
            let components = self.columns[column].components(byte, filling);
            let end = blocks.len();
            for block in first..end {
                let mut others = bits(components.into());
                let smallest = others.next().unwrap_or_default();
                let key = blocks[block].key;
                blocks[block].key = with_column(key, column, smallest);
                for other in others {
                    blocks.push(ColumnBlock::new(with_column(key, column, other), arrangement.cover));
                }
            }
        }
    }
}

impl ColumnFillings {
    fn compile(table: &mut LineTable, column: usize, contents: &[LineContent]) -> ColumnFillings {
        let height = table.size().height();
        let mut fillings = ColumnFillings::default();
        let compile = |content: &LineContent| {
            let mut board = CensusBoard::default();
            board.columns[column] = *content;
            table.pack(&board).lines[MAX_LENGTH + column]
        };
        fillings.lines = contents.iter().map(compile).collect();
        for occupied in 0..1_u32 << height {
            let components = fillings.lines.iter().map(|line| table.components(*line, occupied as u8));
            let components: Vec<ArrangementSet> = components.collect();
            let fits = (0..components.len()).filter(|filling| components[*filling] != 0);
            fillings.fitting.push(fits.fold(0, |all, filling| all | 1 << filling));
            fillings.components.extend(components);
        }
        fillings
    }

    fn filling_of(&self, line: u32) -> usize {
        self.lines.iter().position(|other| *other == line).unwrap_or_default()
    }

    fn components(&self, occupied: u8, filling: usize) -> ArrangementSet {
        self.components[usize::from(occupied) * self.lines.len() + filling]
    }
}

/// Returns the number of combinations, a filling for each column, that are in one of the products of sets. The sets of
/// a product are its 16-bit digits, the first column the lowest.
fn count_combinations(mut products: Vec<u128>, columns: usize) -> u64 {
    if columns == 1 {
        return products.iter().fold(0, |all, sets| all | sets).count_ones().into();
    }
    products.sort_unstable();
    products.dedup();
    let union = products.iter().fold(0, |all, sets| all | (*sets as FillingSet));
    // Fillings that leave the same products have the same number of combinations.
    let mut counted: Vec<(Vec<u128>, u64)> = Vec::new();
    let mut total = 0;
    for filling in bits(union.into()) {
        let left = products.iter().filter(|sets| **sets >> filling & 1 == 1).map(|sets| sets >> 16);
        let left: Vec<u128> = left.collect();
        total += match counted.iter().find(|(products, _)| *products == left) {
            Some((_, count)) => *count,
            None => {
                let count = count_combinations(left.clone(), columns - 1);
                counted.push((left, count));
                count
            }
        };
    }
    total
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::board::cells;
    use std::collections::{HashMap, HashSet};

    type Lines = Vec<LineContent>;

    fn all_parts(width: usize, height: usize) -> FillingCounts {
        let mut fillings = Fillings::new(Size::new(width, height).unwrap());
        let mut all = FillingCounts::default();
        for part in 0..fillings.parts() {
            let counts = fillings.distances(part);
            assert_eq!(fillings.count(part), counts.fillings(), "part {part}");
            all.merge(&counts);
        }
        all
    }

    /// Returns the cells of the board that a mask of a line covers, as bits; rows come before columns.
    fn on_board(line: usize, mask: u8, width: usize, height: usize) -> u64 {
        let cell = |along| if line < height { line * width + along } else { along * width + line - height };
        (0..8).filter(|along| mask >> along & 1 == 1).fold(0, |all, along| all | 1 << cell(along))
    }

    fn boards(width: usize, height: usize) -> Vec<Lines> {
        let mut boards = vec![(vec![LineContent::default(); width + height], 0_u64)];
        for line in 0..width + height {
            let along = if line < height { width } else { height };
            for (offset, length) in (0..along).flat_map(|offset| [(offset, 2), (offset, 3)]) {
                let taken = on_board(line, cells(offset, length), width, height);
                let more: Vec<_> =
                    boards.iter().filter(|(_, all)| offset + length <= along && all & taken == 0).collect();
                let add = |(board, all): &&(Lines, u64)| {
                    let mut with = board.clone();
                    with[line].add(offset, length);
                    (with, all | taken)
                };
                let more: Vec<_> = more.iter().map(add).collect();
                boards.extend(more);
            }
        }
        boards.into_iter().map(|(board, _)| board).collect()
    }

    /// Returns the boards that one move leads to.
    fn successors(board: &Lines, width: usize, height: usize) -> Vec<Lines> {
        let all =
            board.iter().enumerate().fold(0, |all, (line, content)| all | on_board(line, content.cells, width, height));
        let mut found = Vec::new();
        for (line, content) in board.iter().enumerate() {
            let along = if line < height { width } else { height };
            for (offset, length) in content.vehicles() {
                let free = all & !on_board(line, cells(offset, length), width, height);
                for to in (0..=along - length).filter(|to| *to != offset) {
                    let (low, high) = (to.min(offset), to.max(offset) + length);
                    if on_board(line, cells(low, high - low), width, height) & free == 0 {
                        let mut moved = board.clone();
                        moved[line].remove(offset, length);
                        moved[line].add(to, length);
                        found.push(moved);
                    }
                }
            }
        }
        found
    }

    /// Returns the fillings by their distances, from a plain search over all boards with the same vehicles.
    fn by_plain_search(width: usize, height: usize) -> FillingCounts {
        let mut solved: HashMap<Vec<Vec<usize>>, Vec<Lines>> = HashMap::new();
        for board in boards(width, height) {
            if board[(height - 1) / 2].vehicles().last() == Some((width - 2, 2)) {
                let lengths = |line: &LineContent| line.vehicles().map(|(_, length)| length).collect();
                solved.entry(board.iter().map(lengths).collect()).or_default().push(board);
            }
        }
        let mut counts = FillingCounts::default();
        for mut layer in solved.into_values() {
            let mut seen: HashSet<Lines> = layer.iter().cloned().collect();
            let mut distance = 0;
            loop {
                let next = layer.iter().flat_map(|board| successors(board, width, height));
                let next: Vec<Lines> = next.filter(|board| seen.insert(board.clone())).collect();
                if next.is_empty() {
                    break;
                }
                (layer, distance) = (next, distance + 1);
            }
            counts.distances.resize(counts.distances.len().max(distance + 1), 0);
            counts.distances[distance] += 1;
            counts.positions += seen.len() as u64;
        }
        counts
    }

    #[test]
    fn distances_agree_with_a_plain_search() {
        for (width, height) in [(3, 3), (4, 3), (3, 4), (4, 4)] {
            assert_eq!(all_parts(width, height), by_plain_search(width, height), "{width}x{height}");
        }
    }

    #[test]
    fn parts_of_6x6_are_counted_alike_by_both_ways() {
        let mut fillings = Fillings::new(Size::new(6, 6).unwrap());
        assert_eq!(fillings.parts(), 131_072);
        for part in [1, 40_003, 90_001, 131_071] {
            assert_eq!(fillings.count(part), fillings.distances(part).fillings(), "part {part}");
        }
    }

    #[test]
    fn the_hardest_filling_has_the_published_distance() {
        // The rows of the hardest 6×6 puzzle: a car, none, the primary, a truck, a car, two cars.
        let part = 1 + 2 * 256 + 2048 + 3 * 16_384;
        let distances = Fillings::new(Size::new(6, 6).unwrap()).distances(part).distances;
        assert_eq!((distances.len() - 1, distances.last()), (51, Some(&1)));
    }
}
