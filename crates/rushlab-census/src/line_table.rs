//! The table of compiled lines, and boards in terms of them. All boards of a census consist of the same few lines, so
//! each line is compiled once and looked up afterwards.

use super::board::{CensusBoard, LineContent, MAX_LENGTH, Size};
use super::line::{ArrangementSet, CompiledLine, LineLists, LineLocation};
use rushlab::puzzle::Metric;

/// Maximum number of lines of a board. Rows have the indices from 0, columns those from [`MAX_LENGTH`].
pub(super) const MAX_LINES: usize = 2 * MAX_LENGTH;

/// Returns the position of a line's arrangement in a key, in units of four bits. The columns come first, then the rows
/// from the top, so that keys are ordered as the masks of the rows are.
pub(super) fn nibble(line_index: usize) -> usize {
    (line_index + MAX_LENGTH) % MAX_LINES
}

#[derive(Clone, Debug)]
pub(super) struct LineTable {
    size: Size,
    metric: Metric,
    /// The compiled lines; the first has no vehicles.
    lines: Vec<CompiledLine>,
    pub(super) lists: LineLists,
    /// For each line index, walls and content: 16 times the index in `lines` plus the arrangement, or 0 if the line is
    /// not compiled.
    ids: Vec<u32>,
}

fn longest_line(size: Size) -> usize {
    size.width().max(size.height())
}

impl LineTable {
    pub(super) fn new(size: Size, metric: Metric) -> LineTable {
        let mut lists = LineLists::default();
        let empty = CompiledLine::compile(
            LineLocation { size, metric, line_index: MAX_LENGTH, walls: 0 },
            LineContent::default(),
            &mut lists,
        );
        LineTable { size, metric, lines: vec![empty], lists, ids: vec![0; MAX_LINES << (2 * longest_line(size))] }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    #[inline]
    pub(super) fn get(&self, line: u32) -> &CompiledLine {
        &self.lines[line as usize]
    }

    /// Returns 16 times the index of the line with this content plus its arrangement. Compiles the line if it is new.
    #[inline]
    fn find_or_compile(&mut self, line_index: usize, walls: u8, content: LineContent) -> u32 {
        // A wall is encoded as the first cell of a vehicle that covers nothing.
        let length = longest_line(self.size);
        let slot = |content: LineContent| {
            (line_index << length | usize::from(content.starts | walls)) << length | usize::from(content.cells)
        };
        match self.ids[slot(content)] {
            0 => {
                self.compile(line_index, walls, content, slot);
                self.ids[slot(content)]
            }
            id => id,
        }
    }

    /// Compiles a line and stores the id of each of its arrangements.
    #[cold]
    fn compile(&mut self, line_index: usize, walls: u8, content: LineContent, slot: impl Fn(LineContent) -> usize) {
        let location = LineLocation { size: self.size, metric: self.metric, line_index, walls };
        let line = CompiledLine::compile(location, content, &mut self.lists);
        for (arrangement, content) in line.contents.iter().enumerate() {
            self.ids[slot(*content)] = (self.lines.len() << 4 | arrangement) as u32;
        }
        self.lines.push(line);
    }

    /// Returns the smallest arrangement of each set of a column's arrangements that are connected by moves while some
    /// of its cells are occupied.
    pub(super) fn components(&self, line: u32, occupied: u8) -> ArrangementSet {
        let line = self.get(line);
        let reach = |from| self.lists.reach(line.first_reach, occupied, from);
        (0..line.contents.len())
            .filter(|from| reach(*from).set != 0 && usize::from(reach(*from).first) == *from)
            .fold(0, |all, from| all | 1 << from)
    }

    /// Returns a board in terms of compiled lines.
    pub(super) fn pack(&mut self, board: &CensusBoard) -> PackedBoard {
        let mut packed = PackedBoard { lines: [0; MAX_LINES], used: 0, key: 0, walls: 0 };
        let mut column_walls = [0; MAX_LENGTH];
        for row in 0..self.size.height() {
            self.add_line(&mut packed, row, board.walls[row], board.rows[row]);
            for column in bits(board.walls[row].into()) {
                packed.walls |= self.size.bit(row, column);
                column_walls[column % MAX_LENGTH] |= 1 << row;
            }
        }
        for (column, walls) in column_walls.into_iter().enumerate().take(self.size.width()) {
            self.add_line(&mut packed, MAX_LENGTH + column, walls, board.columns[column]);
        }
        packed
    }

    #[inline]
    fn add_line(&mut self, packed: &mut PackedBoard, line_index: usize, walls: u8, content: LineContent) {
        if content.starts != 0 {
            let id = self.find_or_compile(line_index, walls, content);
            packed.lines[line_index] = id >> 4;
            packed.used |= 1 << line_index;
            packed.key |= u64::from(id & 15) << (4 * nibble(line_index));
        }
    }

    /// Returns the position of a board's vehicles with a given key.
    pub(super) fn board(&self, packed: &PackedBoard, key: u64) -> CensusBoard {
        let mut board = CensusBoard::default();
        for line_index in packed.line_indices() {
            let content = self.get(packed.lines[line_index]).contents[arrangement(key, line_index)];
            if line_index < MAX_LENGTH {
                board.rows[line_index] = content;
            } else {
                board.columns[line_index - MAX_LENGTH] = content;
            }
        }
        for row in 0..self.size.height() {
            for column in 0..self.size.width() {
                board.walls[row] |= u8::from(packed.walls & self.size.bit(row, column) != 0) << column;
            }
        }
        board
    }
}

#[inline]
pub(super) fn arrangement(key: u64, line_index: usize) -> usize {
    (key >> (4 * nibble(line_index)) & 15) as usize
}

pub(super) type BoardLines<'a> = [&'a CompiledLine; MAX_LINES];

/// A board in terms of compiled lines. Its key holds the arrangement of each line.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedBoard {
    pub(super) lines: [u32; MAX_LINES],
    /// Set of the lines that have vehicles.
    pub(super) used: u32,
    pub(super) key: u64,
    pub(super) walls: u64,
}

impl PackedBoard {
    /// Returns the compiled lines; where a line has no vehicles, any line.
    pub(super) fn lines<'a>(&self, table: &'a LineTable) -> BoardLines<'a> {
        self.lines.map(|line| table.get(line))
    }

    /// Returns the board with a compiled line in place of an empty one.
    pub(super) fn with_line(&self, line_index: usize, line: u32) -> PackedBoard {
        let mut board = *self;
        board.lines[line_index] = line;
        board.used |= u32::from(line != 0) << line_index;
        board
    }

    pub(super) fn line_indices(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.used)
    }
}

/// Returns the indices of the bits that are set, the lowest first.
#[inline]
pub(super) fn bits(set: u32) -> impl Iterator<Item = usize> {
    let mut remaining = set;
    std::iter::from_fn(move || {
        let next = remaining.trailing_zeros() as usize;
        remaining &= remaining.wrapping_sub(1);
        (next < 32).then_some(next)
    })
}
