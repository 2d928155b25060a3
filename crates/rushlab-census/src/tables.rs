//! The census as tables of integers, for an engine that runs elsewhere, such as a GPU. The tables contain all the
//! rules: an engine looks up, it decides nothing.
//!
//! A *position* of a board is a key of 16 nibbles. Nibble `c` is the arrangement of column `c`, nibble `8 + r` that of
//! row `r`; the arrangements of a line are numbered as its compiled line numbers them.

use super::board::{LineContent, MAX_LENGTH, cells};
use super::cell_automaton::{CellState, cell_automaton};
use super::line::{CompiledLine, LineLists, LineLocation};
use super::line_table::nibble;
use super::numbering::BoardNumbering;
use super::rules::FOGLEMAN;
use rushlab::puzzle::Metric;

/// The maximum number of states of the automaton: a gigabyte.
const MAX_AUTOMATON_STATES: usize = 1 << 24;

/// All tables of a census.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct CensusTables {
    /// The automaton that unranks boards.
    pub states: Vec<CellState>,
    /// The lines of the rows.
    pub rows: LineTables,
    /// The lines of the columns.
    pub columns: LineTables,
}

/// All rows or all columns that can occur, each with any walls and vehicles. A line and one of its arrangements
/// together have the number `16 * line + arrangement`; line 0 is empty.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct LineTables {
    /// Number of cells of a line.
    pub length: usize,
    /// For `(starts | walls) << length | cells`: the line and its arrangement. `starts` are the first cells of the
    /// vehicles, `cells` all their cells.
    pub find: Vec<u16>,
    /// For each line: its walls in the high byte, the number of its arrangements in the low byte.
    pub lines: Vec<u16>,
    /// For each line and arrangement: its vehicles' first cells in the high byte, all their cells in the low byte.
    pub contents: Vec<u16>,
    /// For `(16 * line + arrangement) << length | occupied`: the arrangements that one move leads to while the cells of
    /// the mask are occupied, as a set.
    pub successors: Vec<u16>,
    /// Columns only, with the same index: the arrangements that any number of moves leads to.
    pub reach: Vec<u16>,
    /// Columns only, for `8 * line + cell`: the arrangements that cover the cell, as a set.
    pub covering: Vec<u16>,
    /// Rows only, for each line and arrangement: up to eight moves of one cell,
    /// `1 << 15 | arrangement << 6 | entered << 3 | left` with the column that the vehicle enters and the one that it
    /// leaves; 0 after the last.
    pub steps: Vec<u16>,
}

impl CensusTables {
    /// Makes the tables for all boards of a numbering and the moves of a metric. Returns `None` if they would be larger
    /// than about a gigabyte, or if the rules are not Fogleman's: the ways to fill a cell assume them.
    pub fn new(numbering: &BoardNumbering, metric: Metric) -> Option<CensusTables> {
        if *numbering.rules() != FOGLEMAN {
            return None;
        }
        let walls = numbering.max_walls();
        let location = |line_index| LineLocation { size: numbering.size(), line_index, walls: 0, metric };
        Some(CensusTables {
            states: cell_automaton(numbering, MAX_AUTOMATON_STATES)?,
            rows: LineTables::new(location(0), walls)?,
            columns: LineTables::new(location(MAX_LENGTH), walls)?,
        })
    }
}

impl LineTables {
    fn new(location: LineLocation, max_walls: u8) -> Option<LineTables> {
        let length = location.length();
        let mut tables = LineTables { length, find: vec![0; 1 << (2 * length)], ..LineTables::default() };
        for walls in 0..=((1_u16 << length) - 1) as u8 {
            if walls.count_ones() <= max_walls.into() {
                tables.add_all(LineLocation { walls, ..location }, LineContent::default(), 0)?;
            }
        }
        Some(tables)
    }

    /// Adds all lines that result from placing vehicles in the cells from `from` on.
    fn add_all(&mut self, location: LineLocation, content: LineContent, from: usize) -> Option<()> {
        let slot = self.slot(location.walls, content);
        if self.lines.is_empty() || (slot > 0 && self.find[slot] == 0) {
            self.add(location, content)?;
        }
        let end = self.length;
        for offset in from..end {
            for length in FOGLEMAN.lengths.iter().copied().filter(|length| offset + length <= end) {
                if cells(offset, length) & location.walls == 0 {
                    let mut next = content;
                    next.add(offset, length);
                    self.add_all(location, next, offset + length)?;
                }
            }
        }
        Some(())
    }

    /// Returns the index of a line's content in `find`. A wall is the first cell of a vehicle that covers nothing.
    fn slot(&self, walls: u8, content: LineContent) -> usize {
        usize::from(content.starts | walls) << self.length | usize::from(content.cells)
    }

    /// Compiles a line and adds it; `None` if there are too many.
    fn add(&mut self, location: LineLocation, content: LineContent) -> Option<()> {
        let number = self.lines.len();
        let mut lists = LineLists::default();
        let line = CompiledLine::compile(location, content, &mut lists);
        let count = line.contents.len();
        self.lines.push(u16::from(location.walls) << 8 | count as u16);
        for arrangement in 0..16 {
            let content = line.contents.get(arrangement);
            if let Some(content) = content {
                let slot = self.slot(location.walls, *content);
                self.find[slot] = u16::try_from(number << 4 | arrangement).ok()?;
            }
            self.contents.push(content.map_or(0, |content| u16::from(content.starts) << 8 | u16::from(content.cells)));
            for occupied in 0..1_usize << self.length {
                let occupied = location.mask(occupied as u8);
                let successors = content.map_or(0, |_| line.successors(&lists.moves, occupied, arrangement));
                self.successors.push(successors);
                if !location.is_row() {
                    self.reach.push(content.map_or(0, |_| line.reachable(&lists.moves, occupied, arrangement)));
                }
            }
            if location.is_row() {
                let shift = 4 * nibble(location.line_index);
                let steps = content.map_or(&[][..], |_| line.steps(arrangement)).iter().map(|step| {
                    let to = arrangement as u64 ^ step.key_change >> shift & 15;
                    1 << 15 | (to as u16) << 6 | u16::from(step.entered) << 3 | u16::from(step.left)
                });
                self.steps.extend(steps.chain(std::iter::repeat(0)).take(8));
            }
        }
        if !location.is_row() {
            self.covering.extend(line.covering);
        }
        Some(())
    }
}
