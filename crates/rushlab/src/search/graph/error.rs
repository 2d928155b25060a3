//! What can be wrong with the text of a maze or of an adjacency list.

use super::maze::MazeCell;

/// Why a text is no maze or no graph. Lines and columns of the text count from 1, cells of a maze from 0.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum GraphError {
    #[error("the text is empty: a maze has rows of `.` and `W`, a graph has lines like `A: B C`")]
    Empty,
    #[error(
        "line {line}, column {column}: {character:?} is no cell; use `.` or a space (free), `W` or `#` (wall), `S` and `T`"
    )]
    UnknownCharacter { line: usize, column: usize, character: char },
    #[error("line {line}: the row has {cells} cells, and the first row has {expected}")]
    RowLength {
        line: usize,
        cells: usize,
        /// The cells of the first row.
        expected: usize,
    },
    #[error("line {line}: {mark} marks a second cell; keep one")]
    SecondMark { line: usize, mark: char },
    #[error("the maze has more than {} rows or columns", super::maze::MAX_SIDE)]
    TooLarge,
    #[error(
        "the {end} {cell} is outside the maze, which has {rows} rows and {columns} columns; rows and columns count from 0"
    )]
    Outside {
        /// `start` or `target`.
        end: &'static str,
        cell: MazeCell,
        rows: usize,
        columns: usize,
    },
    #[error("the {end} {cell} is a wall; choose a free cell")]
    OnWall {
        /// `start` or `target`.
        end: &'static str,
        cell: MazeCell,
    },
    #[error("line {line}: {text:?} is no entry of a graph; write `A: B C`, or `A: B:2 C:5` with costs")]
    Entry { line: usize, text: String },
    #[error("line {line}: {name} has an entry already; a state has one")]
    SecondEntry { line: usize, name: String },
    #[error("the {end} {name} is no state of the graph")]
    UnknownState {
        /// `start` or `target`.
        end: &'static str,
        name: String,
    },
    #[error("{text:?} is no cell; write row and column, from 0: `3,0`")]
    Cell { text: String },
}
