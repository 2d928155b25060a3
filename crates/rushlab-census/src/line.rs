//! Compiled lines: all arrangements of the vehicles of a row or column between its walls, and the moves between them.

use super::board::{LineContent, MAX_LENGTH, Size, cells};
use super::line_table::nibble;
use rushlab::puzzle::Metric;

/// Maximum number of arrangements of a line: two vehicles of length 2 on eight cells have 15.
const MAX_ARRANGEMENTS: usize = 16;

/// A set of arrangements of a line, as bits.
pub(super) type ArrangementSet = u16;

/// The arrangements that a column can reach while some of its cells are occupied.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    pub(super) set: ArrangementSet,
    pub(super) count: u8,
    /// The smallest arrangement.
    pub(super) first: u8,
}

/// A move of a vehicle within its line: of any length, or of one cell if steps are counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineMove {
    /// The bits of a key that the move changes.
    pub(super) key_change: u64,
    /// Mask of the cells that the vehicle enters, which must be free.
    pub(super) swept: u64,
    /// Mask of the cells whose occupancy changes.
    pub(super) cells: u64,
    /// Set of the lines that can stay asleep after the move. The other lines cross cells that the vehicle leaves or
    /// passes, and may have new moves.
    pub(super) independent: u32,
    /// Set of the lines with a lower index. Those that are also independent of the move fall asleep.
    pub(super) earlier_lines: u32,
    /// The line of the move, if it falls asleep: a second move of its only vehicle leads to no new position, because a
    /// move can have any length.
    pub(super) own_line: u32,
    /// Index of the line, and the arrangements before and after the move.
    pub(super) line_index: u8,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// A move of one cell within a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowStep {
    pub(super) key_change: u64,
    pub(super) cover_change: u64,
    /// The column that the vehicle enters, and the one that it leaves.
    pub(super) entered: u8,
    pub(super) left: u8,
}

/// The location of a line on the board, and what counts as one move in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineLocation {
    pub(super) size: Size,
    pub(super) metric: Metric,
    pub(super) line_index: usize,
    pub(super) walls: u8,
}

impl LineLocation {
    pub(super) fn is_row(self) -> bool {
        self.line_index < MAX_LENGTH
    }

    pub(super) fn length(self) -> usize {
        if self.is_row() { self.size.width() } else { self.size.height() }
    }

    /// Returns the offsets of the cells in a mask of the line.
    fn along(self, cells: u8) -> impl Iterator<Item = usize> {
        (0..self.length()).filter(move |along| cells >> along & 1 == 1)
    }

    /// Converts a mask of the line into a mask of the board.
    pub(super) fn mask(self, cells: u8) -> u64 {
        let at = self.line_index % MAX_LENGTH;
        let bit = |along| if self.is_row() { self.size.bit(at, along) } else { self.size.bit(along, at) };
        self.along(cells).fold(0, |all, along| all | bit(along))
    }

    /// Converts a mask of a row into a row cover: one byte per column with one bit per row.
    fn cover(self, cells: u8) -> u64 {
        self.along(cells).fold(0, |all, column| all | 1 << (8 * column + self.line_index % MAX_LENGTH))
    }

    /// Returns the set of lines that cross the cells of a mask.
    fn crossing(self, cells: u8) -> u32 {
        let first = if self.is_row() { MAX_LENGTH } else { 0 };
        self.along(cells).fold(0, |all, along| all | 1 << (first + along))
    }
}

/// A compiled line. Arrangements are numbered in the order of the cells they cover, the smallest mask first.
#[derive(Clone, Debug, Default)]
pub(super) struct CompiledLine {
    pub(super) contents: Vec<LineContent>,
    /// The first arrangement that covers the last cell of the line. So do all after it.
    pub(super) exit: usize,
    /// Mask of the board cells that each arrangement covers.
    pub(super) masks: [u64; MAX_ARRANGEMENTS],
    /// Range of the moves from each arrangement, in the list of all lines' moves.
    pub(super) moves: [(u32, u32); MAX_ARRANGEMENTS],
    /// Rows only: the moves of one cell. `step_ranges` has the range of each arrangement.
    steps: Vec<RowStep>,
    /// Rows only: the columns that the steps from each arrangement enter or leave, in the form of a row cover.
    pub(super) step_columns: [u64; MAX_ARRANGEMENTS],
    step_ranges: [(u8, u8); MAX_ARRANGEMENTS],
    /// Rows only: the row cover of each arrangement, one byte per column with one bit per row.
    pub(super) covers: [u64; MAX_ARRANGEMENTS],
    /// Columns only: for each row, the arrangements that cover its cell.
    pub(super) covering: [ArrangementSet; MAX_LENGTH],
    /// Columns only: the index of the line's first entry in the list of all lines' reaches.
    pub(super) first_reach: usize,
}

/// The moves and reaches of all lines.
#[derive(Clone, Debug, Default)]
pub(super) struct LineLists {
    pub(super) moves: Vec<LineMove>,
    /// For each column, the arrangements that are reachable from each arrangement, for each set of occupied cells.
    pub(super) reaches: Vec<Reach>,
}

impl LineLists {
    /// Returns the arrangements of a column that can be reached from one while the cells of a mask are occupied.
    #[inline]
    pub(super) fn reach(&self, first_reach: usize, occupied: u8, arrangement: usize) -> Reach {
        self.reaches[first_reach + (usize::from(occupied) << 4 | arrangement & 15)]
    }
}

impl CompiledLine {
    /// Returns the moves of one cell from an arrangement.
    #[inline]
    pub(super) fn steps(&self, arrangement: usize) -> &[RowStep] {
        let (first, end) = self.step_ranges[arrangement % MAX_ARRANGEMENTS];
        &self.steps[usize::from(first)..usize::from(end)]
    }

    /// Compiles a line and appends its moves and reaches to the lists.
    pub(super) fn compile(location: LineLocation, content: LineContent, lists: &mut LineLists) -> CompiledLine {
        let contents = arrangements(location.length(), location.walls, content);
        let exit = contents.partition_point(|content| content.cells >> (location.length() - 1) == 0);
        let mut line = CompiledLine { contents, exit, ..CompiledLine::default() };
        for from in 0..line.contents.len() {
            line.masks[from] = location.mask(line.contents[from].cells);
            line.covers[from] = location.cover(line.contents[from].cells);
            line.add_moves(location, from, &mut lists.moves);
        }
        if !location.is_row() {
            line.add_reaches(location, lists);
        }
        line
    }

    fn add_moves(&mut self, location: LineLocation, from: usize, moves: &mut Vec<LineMove>) {
        let here = self.contents[from];
        let (first, first_step) = (moves.len() as u32, self.steps.len());
        for (offset, length) in here.vehicles() {
            let mut others = here;
            others.remove(offset, length);
            for (to, there) in self.contents.iter().enumerate() {
                // Finds the vehicle's new offset, if the arrangements differ in this vehicle only.
                let Some((arrived, _)) = there.vehicles().find(|(arrived, _)| {
                    let mut moved = others;
                    moved.add(*arrived, length);
                    *arrived != offset && moved == *there
                }) else {
                    continue;
                };
                let (low, high) = (offset.min(arrived), offset.max(arrived) + length);
                let span = cells(low, high - low);
                if span & (location.walls | others.cells) != 0 {
                    continue;
                }
                let key_change = ((from ^ to) as u64) << (4 * nibble(location.line_index));
                let (is_step, counts_moves) = (arrived.abs_diff(offset) == 1, location.metric == Metric::Moves);
                if is_step || counts_moves {
                    moves.push(LineMove {
                        key_change,
                        swept: location.mask(span & !cells(offset, length)),
                        cells: location.mask(here.cells ^ there.cells),
                        independent: !(location.crossing(span & !cells(arrived, length)) | 1 << location.line_index),
                        earlier_lines: (1 << location.line_index) - 1,
                        own_line: u32::from(counts_moves && here.starts.is_power_of_two()) << location.line_index,
                        line_index: location.line_index as u8,
                        from: from as u8,
                        to: to as u8,
                    });
                }
                if is_step {
                    let (entered, left) = if arrived > offset { (high - 1, low) } else { (low, high - 1) };
                    let cover_change = location.cover(1 << entered | 1 << left);
                    self.steps.push(RowStep { key_change, cover_change, entered: entered as u8, left: left as u8 });
                }
            }
        }
        self.moves[from] = (first, moves.len() as u32);
        self.step_columns[from] = self.steps[first_step..].iter().fold(0, |all, step| all | step.cover_change);
        self.step_ranges[from] = (first_step as u8, self.steps.len() as u8);
    }

    /// Computes `covering` and adds the reaches, for columns only.
    fn add_reaches(&mut self, location: LineLocation, lists: &mut LineLists) {
        for (row, covering) in self.covering.iter_mut().enumerate() {
            *covering = (0..self.contents.len())
                .filter(|arrangement| self.contents[*arrangement].cells >> row & 1 == 1)
                .fold(0, |all, arrangement| all | 1 << arrangement);
        }
        self.first_reach = lists.reaches.len();
        lists.reaches.resize(self.first_reach + (16 << location.length()), Reach::default());
        for occupied in 0..1_usize << location.length() {
            let cells = location.mask(occupied as u8);
            for from in 0..self.contents.len() {
                let set = self.reachable(&lists.moves, cells, from);
                let first = set.trailing_zeros() as u8;
                let reach = Reach { set, count: set.count_ones() as u8, first };
                lists.reaches[self.first_reach + (occupied << 4 | from)] = reach;
            }
        }
    }

    /// Returns the arrangements that one move leads to while some cells of the board are occupied.
    pub(super) fn successors(&self, moves: &[LineMove], occupied: u64, from: usize) -> ArrangementSet {
        let (first, end) = self.moves[from];
        let legal = moves[first as usize..end as usize].iter().filter(|mv| mv.swept & occupied == 0);
        legal.fold(0, |all, mv| all | 1 << mv.to)
    }

    /// Returns the arrangements that can be reached while some cells of the board are occupied; none if the first
    /// arrangement covers one of these cells.
    pub(super) fn reachable(&self, moves: &[LineMove], occupied: u64, from: usize) -> ArrangementSet {
        if self.masks[from] & occupied != 0 {
            return 0;
        }
        let (mut reached, mut open): (ArrangementSet, Vec<usize>) = (1 << from, vec![from]);
        while let Some(from) = open.pop() {
            let (first, end) = self.moves[from];
            for mv in moves[first as usize..end as usize].iter().filter(|mv| mv.swept & occupied == 0) {
                let to = usize::from(mv.to);
                if reached >> to & 1 == 0 {
                    reached |= 1 << to;
                    open.push(to);
                }
            }
        }
        reached
    }
}

/// Returns all arrangements of the same vehicles between the same walls, the smallest mask first.
fn arrangements(length: usize, walls: u8, content: LineContent) -> Vec<LineContent> {
    let runs: Vec<(usize, usize)> = content
        .vehicles()
        .map(|(offset, _)| {
            let start = (0..offset).rev().find(|along| walls >> along & 1 == 1).map_or(0, |wall| wall + 1);
            let end = (offset..length).find(|along| walls >> along & 1 == 1).unwrap_or(length);
            (start, end)
        })
        .collect();
    let mut all = vec![(LineContent::default(), 0)];
    for ((_, size), (start, end)) in content.vehicles().zip(runs) {
        let extended = all.iter().flat_map(|(content, first_free): &(LineContent, usize)| {
            (*first_free.max(&start)..(end + 1).saturating_sub(size)).map(|offset| {
                let mut content = *content;
                content.add(offset, size);
                (content, offset + size)
            })
        });
        all = extended.collect();
    }
    let mut contents: Vec<LineContent> = all.into_iter().map(|(content, _)| content).collect();
    contents.sort_by_key(|content| (content.cells, content.starts));
    contents
}
