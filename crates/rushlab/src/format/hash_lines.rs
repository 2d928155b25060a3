//! Lines of a `grid` that begin with `#`: rows whose first cell is a wall, or comments.
//!
//! The other lines of the block decide. A line that could be either and that they do not decide is *doubtful*. It is
//! reported, because a guess could give another board without a message.

use std::collections::BTreeMap;

use super::cells::{WALL, is_cell};
use crate::puzzle::SIZES;

/// The maximum number of lines of a block that begin with `#`, could be rows, and are kept: many more than a board has
/// rows, because most of them may be comments.
const MAX_CANDIDATES_KEPT: usize = 4096;

pub(super) struct Row {
    pub(super) line: usize,
    /// The cells, without the spaces between them.
    pub(super) cells: String,
    spaced: bool,
    /// Whether the line has spaces and a word of more than one character.
    has_words: bool,
}

impl Row {
    fn new(line: usize, text: &str) -> Row {
        let cells = text.chars().filter(|character| !character.is_whitespace()).collect();
        let spaced = text.contains(char::is_whitespace);
        Row { line, cells, spaced, has_words: spaced && !is_spaced_out(text) }
    }

    pub(super) fn width(&self) -> usize {
        self.cells.chars().count()
    }

    /// Returns whether the line is one word, or words of one character each.
    pub(super) fn is_cells(&self) -> bool {
        !self.has_words
    }

    fn begins_with_wall(&self) -> bool {
        self.cells.starts_with(WALL)
    }

    fn has_only_walls(&self) -> bool {
        self.cells.chars().all(|cell| cell == WALL)
    }

    /// Returns whether the line shows two empty cells, which a word does not. A dot after a digit may belong to a
    /// number, as in `#1.2`.
    fn looks_drawn(&self) -> bool {
        let pairs = self.cells.chars().zip(self.cells.chars().skip(1));
        let empty = pairs.filter(|(before, cell)| *cell == '.' && !before.is_ascii_digit()).count();
        empty > 1 || self.cells.contains("..")
    }
}

/// The lines between two blank lines of a `grid`.
#[derive(Default)]
pub(super) struct Block {
    /// The rows, in the order of the text.
    pub(super) rows: Vec<Row>,
    /// Number of rows, including those that are not kept.
    pub(super) count: usize,
    /// The numbers of the lines that could be rows or comments.
    pub(super) doubtful: Vec<usize>,
    /// The lines that begin with `#` and could be rows.
    candidates: Vec<Row>,
}

impl Block {
    /// Adds a line. At most `limit` rows are kept.
    pub(super) fn push(&mut self, line: usize, text: &str, limit: usize) {
        if text.starts_with(WALL) {
            if self.candidates.len() < MAX_CANDIDATES_KEPT && could_be_row(text) {
                self.candidates.push(Row::new(line, text));
            }
            return;
        }
        self.count += 1;
        if self.rows.len() < limit {
            self.rows.push(Row::new(line, text));
        }
    }

    /// Decides which of the lines that begin with `#` are rows.
    pub(super) fn finish(mut self) -> Block {
        let candidates = std::mem::take(&mut self.candidates);
        let Some(width) = self.width() else { return Block::without_other_rows(candidates) };
        let spaced = self.rows.iter().any(|row| row.spaced);
        // After a `#` with a space, there is a row only in a board whose rows have spaces.
        let is_spaced_alike = |row: &Row| spaced || !row.spaced;
        let fits = |row: &Row| row.width() == width && is_spaced_alike(row);
        let other_walls = (self.rows.iter().chain(candidates.iter().filter(|row| fits(row))))
            .any(|row| row.cells.contains(WALL) && !row.has_only_walls());
        for row in candidates {
            if fits(&row) && (other_walls || !row.has_only_walls()) {
                self.count += 1;
                self.rows.push(row);
            } else if fits(&row) || (row.looks_drawn() && is_spaced_alike(&row)) {
                self.doubtful.push(row.line);
            }
        }
        self.rows.sort_unstable_by_key(|row| row.line);
        self
    }

    /// Decides about a block in which every line begins with `#`: a board in a frame of walls, or a board that is
    /// commented out.
    fn without_other_rows(candidates: Vec<Row>) -> Block {
        let mut block = Block::default();
        let equally_wide = candidates.windows(2).all(|pair| pair[0].width() == pair[1].width());
        match candidates.as_slice() {
            rows if rows.len() < *SIZES.start() || !rows.iter().any(Row::looks_drawn) => {}
            [first, ..] if equally_wide && first.has_only_walls() => {
                block.count = candidates.len();
                block.rows = candidates;
            }
            [first, ..] if equally_wide || candidates.iter().all(Row::looks_drawn) => block.doubtful.push(first.line),
            _ => {}
        }
        block
    }

    /// Returns whether the block has no row and no line that could be one.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.doubtful.is_empty()
    }

    pub(super) fn width(&self) -> Option<usize> {
        let mut frequency: BTreeMap<usize, usize> = BTreeMap::new();
        for row in &self.rows {
            *frequency.entry(row.width()).or_default() += 1;
        }
        // Of equally frequent widths, the one of the last row.
        self.rows.iter().map(Row::width).max_by_key(|width| frequency.get(width).copied())
    }

    /// Returns the numbers of the rows' lines that begin with `#`.
    pub(super) fn lines_that_begin_with_wall(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().filter(|row| row.begins_with_wall()).map(|row| row.line)
    }
}

/// Returns whether a line that begins with `#` has only cells, and not more than a board has columns.
fn could_be_row(text: &str) -> bool {
    let cells = text.chars().filter(|character| !character.is_whitespace());
    cells.clone().take(SIZES.end() + 1).all(is_cell)
        && SIZES.contains(&cells.take(SIZES.end() + 1).count())
        && (!text.contains(char::is_whitespace) || is_spaced_out(text))
}

/// Returns whether all words of a text have one character.
fn is_spaced_out(text: &str) -> bool {
    text.split_whitespace().all(|word| word.chars().nth(1).is_none())
}
