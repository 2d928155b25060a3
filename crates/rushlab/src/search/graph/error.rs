//! What can be wrong with the text of a maze or of an adjacency list.

use super::maze::MazeCell;

/// Why a text is no maze or no graph. Lines and columns of the text count from 1, cells of a maze from 0.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// The text has no cells or no states.
    #[error("the text is empty: a maze has rows of `.` and `W`, a graph has lines like `A: B C`")]
    Empty,
    /// A character that stands for no cell.
    #[error(
        "line {line}, column {column}: {character:?} is no cell; use `.` or a space (free), `W` or `#` (wall), `S` and `T`"
    )]
    UnknownCharacter {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The character.
        character: char,
    },
    /// A row is shorter or longer than the first one.
    #[error("line {line}: the row has {cells} cells, and the first row has {expected}")]
    RowLength {
        /// The line.
        line: usize,
        /// Its cells.
        cells: usize,
        /// The cells of the first row.
        expected: usize,
    },
    /// Two cells have the same mark.
    #[error("line {line}: {mark} marks a second cell; keep one")]
    SecondMark {
        /// The line.
        line: usize,
        /// The mark.
        mark: char,
    },
    /// The maze is too large.
    #[error("the maze has more than {} rows or columns", super::maze::MAX_SIDE)]
    TooLarge,
    /// The start or the target is outside the maze.
    #[error(
        "the {end} {cell} is outside the maze, which has {rows} rows and {columns} columns; rows and columns count from 0"
    )]
    Outside {
        /// `start` or `target`.
        end: &'static str,
        /// The cell.
        cell: MazeCell,
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// The start or the target is a wall.
    #[error("the {end} {cell} is a wall; choose a free cell")]
    OnWall {
        /// `start` or `target`.
        end: &'static str,
        /// The cell.
        cell: MazeCell,
    },
    /// A line of an adjacency list cannot be read.
    #[error("line {line}: {text:?} is no entry of a graph; write `A: B C`, or `A: B:2 C:5` with costs")]
    Entry {
        /// The line.
        line: usize,
        /// The text.
        text: String,
    },
    /// A state has two entries.
    #[error("line {line}: {name} has an entry already; a state has one")]
    SecondEntry {
        /// The line.
        line: usize,
        /// The state.
        name: String,
    },
    /// The start or the target is no state of the graph.
    #[error("the {end} {name} is no state of the graph")]
    UnknownState {
        /// `start` or `target`.
        end: &'static str,
        /// The name.
        name: String,
    },
    /// A text that is no cell.
    #[error("{text:?} is no cell; write row and column, from 0: `3,0`")]
    Cell {
        /// The text.
        text: String,
    },
}
