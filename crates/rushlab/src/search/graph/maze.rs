//! Mazes, as in Esau's text: a grid of free cells and walls. A step goes up, left, right or down, and costs 1.

use std::fmt;
use std::str::FromStr;

use super::{Graph, GraphError};

/// Maximum number of rows, and of columns.
pub(super) const MAX_SIDE: usize = 1 << 14;

/// A cell of a maze. It is written `(3, 0)`, and read with or without brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MazeCell {
    /// The row, from 0 at the top.
    pub row: usize,
    /// The column, from 0 at the left.
    pub column: usize,
}

impl MazeCell {
    /// Returns the letter of the step to a neighbouring cell: `U`, `D`, `L` or `R`.
    pub fn letter_to(self, next: MazeCell) -> Option<char> {
        let distance = |from: usize, to: usize| to as i64 - from as i64;
        match (distance(self.row, next.row), distance(self.column, next.column)) {
            (-1, 0) => Some('U'),
            (1, 0) => Some('D'),
            (0, -1) => Some('L'),
            (0, 1) => Some('R'),
            _ => None,
        }
    }
}

/// Returns the steps of a path as letters, `URRUUR`; `None` if two cells that follow each other are no neighbours.
pub fn letters(path: &[MazeCell]) -> Option<String> {
    path.windows(2).map(|pair| pair[0].letter_to(pair[1])).collect()
}

impl fmt::Display for MazeCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("({}, {})", self.row, self.column))
    }
}

impl FromStr for MazeCell {
    type Err = GraphError;

    fn from_str(text: &str) -> Result<MazeCell, GraphError> {
        let bare = text.trim().trim_start_matches('(').trim_end_matches(')');
        let parsed = bare.split_once(',').and_then(|(row, column)| {
            Some(MazeCell { row: row.trim().parse().ok()?, column: column.trim().parse().ok()? })
        });
        parsed.ok_or_else(|| GraphError::Cell { text: text.to_owned() })
    }
}

/// A maze.
///
/// In the text `.` and spaces are free cells and `W` and `#` are walls; cells may be separated by spaces. `S` marks the
/// start and `T` the target. Otherwise the start is the bottom left cell, and the target the top right one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    rows: usize,
    columns: usize,
    walls: Vec<bool>,
    start: MazeCell,
    target: MazeCell,
}

impl Maze {
    /// Reads a maze, and sets the start or the target if it is given.
    ///
    /// # Errors
    ///
    /// Fails if the text is no maze, or if the start or the target is outside or a wall.
    pub fn parse(text: &str, start: Option<MazeCell>, target: Option<MazeCell>) -> Result<Maze, GraphError> {
        let lines = rows_of(text);
        let columns = lines.first().map_or(0, |(_, row)| row.len());
        if columns == 0 {
            return Err(GraphError::Empty);
        }
        if lines.len() > MAX_SIDE || columns > MAX_SIDE {
            return Err(GraphError::TooLarge);
        }
        let (mut walls, mut marks) = (Vec::new(), [None, None]);
        for (row, (line, cells)) in lines.iter().enumerate() {
            if cells.len() != columns {
                return Err(GraphError::RowLength { line: *line, cells: cells.len(), expected: columns });
            }
            for (column, (character, text_column)) in cells.iter().enumerate() {
                walls.push(matches!(character, 'W' | '#'));
                let mark = match character {
                    '.' | ' ' | 'W' | '#' => continue,
                    'S' => &mut marks[0],
                    'T' => &mut marks[1],
                    _ => {
                        let (line, column, character) = (*line, *text_column, *character);
                        return Err(GraphError::UnknownCharacter { line, column, character });
                    }
                };
                if mark.replace(MazeCell { row, column }).is_some() {
                    return Err(GraphError::SecondMark { line: *line, mark: *character });
                }
            }
        }
        let rows = lines.len();
        let start = start.or(marks[0]).unwrap_or(MazeCell { row: rows - 1, column: 0 });
        let target = target.or(marks[1]).unwrap_or(MazeCell { row: 0, column: columns - 1 });
        let maze = Maze { rows, columns, walls, start, target };
        maze.check("start", start)?;
        maze.check("target", target)?;
        Ok(maze)
    }

    fn check(&self, end: &'static str, cell: MazeCell) -> Result<(), GraphError> {
        let Maze { rows, columns, .. } = *self;
        match self.is_wall(cell) {
            None => Err(GraphError::Outside { end, cell, rows, columns }),
            Some(true) => Err(GraphError::OnWall { end, cell }),
            Some(false) => Ok(()),
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the target.
    pub fn target(&self) -> MazeCell {
        self.target
    }

    /// Returns whether a cell is a wall; `None` outside the maze.
    pub fn is_wall(&self, cell: MazeCell) -> Option<bool> {
        let inside = cell.row < self.rows && cell.column < self.columns;
        inside.then(|| self.walls[cell.row * self.columns + cell.column])
    }

    /// Returns all cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = MazeCell> + '_ {
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| MazeCell { row, column }))
    }

    /// Returns the cells beside a cell, walls too: up, left, right, down.
    pub fn beside(&self, cell: MazeCell) -> impl Iterator<Item = MazeCell> + '_ {
        let MazeCell { row, column } = cell;
        let up = row.checked_sub(1).map(|row| MazeCell { row, column });
        let left = column.checked_sub(1).map(|column| MazeCell { row, column });
        let right = Some(MazeCell { row, column: column + 1 });
        let down = Some(MazeCell { row: row + 1, column });
        [up, left, right, down].into_iter().flatten().filter(|cell| self.is_wall(*cell).is_some())
    }
}

/// The estimate is the distance without walls.
impl Graph for Maze {
    type State = MazeCell;

    fn start(&self) -> MazeCell {
        self.start
    }

    fn is_goal(&self, cell: &MazeCell) -> bool {
        *cell == self.target
    }

    fn neighbours(&self, cell: &MazeCell) -> impl IntoIterator<Item = (MazeCell, u32)> {
        self.beside(*cell).filter(|next| self.is_wall(*next) == Some(false)).map(|next| (next, 1))
    }

    fn estimate(&self, cell: &MazeCell) -> Option<u32> {
        let distance = cell.row.abs_diff(self.target.row) + cell.column.abs_diff(self.target.column);
        Some(distance as u32)
    }
}

impl FromStr for Maze {
    type Err = GraphError;

    fn from_str(text: &str) -> Result<Maze, GraphError> {
        Maze::parse(text, None, None)
    }
}

/// Returns the rows, each with its line of the text, as cells with their columns in the text. If every second character
/// of all lines is a space, those separate cells. Otherwise a space is a cell, and spaces that a line lacks at its end
/// are added. Empty lines before and after the maze do not count, nor spaces at the end of a line if free cells are
/// dots.
fn rows_of(text: &str) -> Vec<(usize, Vec<(char, usize)>)> {
    let has_dots = text.contains('.');
    let trimmed = |line| if has_dots { str::trim_end(line) } else { line };
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(trimmed).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    let cells = |line: &str| line.chars().enumerate().map(|(at, cell)| (cell, at + 1)).collect();
    let mut rows: Vec<(usize, Vec<(char, usize)>)> =
        (first..end).map(|index| (index + 1, cells(lines[index]))).collect();
    let is_spaced = rows.iter().all(|(_, cells)| cells.iter().skip(1).step_by(2).all(|(cell, _)| *cell == ' '));
    if is_spaced && rows.iter().any(|(_, cells)| cells.len() > 1) {
        rows.iter_mut().for_each(|(_, cells)| *cells = cells.iter().copied().step_by(2).collect());
    }
    if rows.iter().any(|(_, cells)| cells.iter().any(|(cell, _)| *cell == ' ')) {
        let widest = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0).min(MAX_SIDE + 1);
        rows.iter_mut().for_each(|(_, cells)| (cells.len()..widest).for_each(|at| cells.push((' ', at + 1))));
    }
    rows
}
