//! Vehicles from a map of cells: cells with the same label are one vehicle, if they form a straight line.
//!
//! One pass over the cells finds the valid vehicles: the cells of a straight line are equally spaced in row-major
//! order. Only a label whose cells are not is examined again, to find its problem.

use super::{Cell, Draft, DraftVehicle, DraftWall, Label, Location, Orientation, Problem, ProblemKind, Puzzle, SIZES};

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellContent {
    /// An empty cell.
    Empty,
    /// A wall.
    Wall,
    /// A part of a vehicle.
    Vehicle(Label),
    /// A character without a meaning.
    Unknown(char),
}

/// The contents of all cells of a board.
#[derive(Clone, Debug)]
pub(crate) struct CellMap {
    pub(crate) width: usize,
    /// The cells, row by row: a whole number of rows.
    pub(crate) cells: Vec<CellContent>,
    /// The lines of the text that contain the rows.
    pub(crate) lines: RowLines,
}

/// The lines of the text that contain the rows of a board.
#[derive(Clone, Debug)]
pub(crate) enum RowLines {
    /// All rows are in one line.
    One(usize),
    /// Each row has its own line.
    Each(Vec<usize>),
}

impl RowLines {
    fn of(&self, row: usize) -> usize {
        match self {
            RowLines::One(line) => *line,
            RowLines::Each(lines) => lines.get(row).copied().unwrap_or_default(),
        }
    }
}

/// The cells of one label seen so far.
struct Piece {
    label: Label,
    first: usize,
    last: usize,
    count: usize,
    stride: usize,
    straight: bool,
}

impl CellMap {
    /// Adds size, vehicles and walls to a draft, and the problems with them.
    pub(crate) fn read_into(&self, draft: &mut Draft) {
        let width = self.width;
        let height = self.cells.len().checked_div(width).unwrap_or(0);
        (draft.width, draft.height) = (width as i64, height as i64);
        if !SIZES.contains(&width) || !SIZES.contains(&height) {
            draft.report_unreadable(self.lines.of(0), ProblemKind::Size { width: width as i64, height: height as i64 });
            return;
        }
        let mut pieces: Vec<Piece> = Vec::with_capacity(16);
        let mut owner = [u8::MAX; 256];
        for (cell, content) in self.cells.iter().enumerate() {
            match *content {
                CellContent::Empty => {}
                CellContent::Wall => {
                    let (row, column, line) = self.locate(cell);
                    draft.walls.push(DraftWall { row, column, text_line: line });
                }
                CellContent::Unknown(character) => {
                    draft.has_unreadable_part = true;
                    self.report(draft, cell, ProblemKind::Character(character));
                }
                CellContent::Vehicle(label) => {
                    // Most cells continue a piece from the left or from above; only the others need a search in the
                    // list.
                    let known = if cell % width > 0 && self.cells[cell - 1] == *content {
                        Some(owner[cell - 1])
                    } else if cell >= width && self.cells[cell - width] == *content {
                        Some(owner[cell - width])
                    } else {
                        pieces.iter().position(|piece| piece.label == label).map(|index| index as u8)
                    };
                    let index = known.unwrap_or(pieces.len() as u8);
                    owner[cell] = index;
                    match known {
                        Some(index) => pieces[usize::from(index)].extend(cell, width),
                        None => {
                            pieces.push(Piece { label, first: cell, last: cell, count: 1, stride: 0, straight: true });
                        }
                    }
                }
            }
        }
        draft.vehicles.reserve(pieces.len());
        for piece in pieces {
            if !piece.straight {
                draft.malformed.push(piece.label);
                self.report(draft, piece.first, self.diagnose(&piece));
                continue;
            }
            if piece.count == 1 {
                draft.malformed.push(piece.label);
                self.report(draft, piece.first, ProblemKind::TooShort { label: piece.label, length: 1 });
                continue;
            }
            let (row, column, line) = self.locate(piece.first);
            let orientation = if piece.stride == 1 { Orientation::Horizontal } else { Orientation::Vertical };
            let length = piece.count as i64;
            draft.vehicles.push(DraftVehicle { label: piece.label, orientation, length, row, column, text_line: line });
        }
    }

    /// Returns the row, the column and the text line of a cell.
    fn locate(&self, cell: usize) -> (i64, i64, usize) {
        let (row, column) = (cell / self.width, cell % self.width);
        (row as i64, column as i64, self.lines.of(row))
    }

    fn report(&self, draft: &mut Draft, cell: usize, kind: ProblemKind) {
        let (row, column, line) = self.locate(cell);
        draft.report(Problem { location: Location::of(line, row, column), kind });
    }

    /// Returns the reason why the cells of a label are not a vehicle.
    fn diagnose(&self, piece: &Piece) -> ProblemKind {
        let label = piece.label;
        let cells: Vec<usize> =
            (0..self.cells.len()).filter(|cell| self.cells[*cell] == CellContent::Vehicle(label)).collect();
        let parts = self.connected(&cells);
        if let [_] = parts.as_slice() {
            return ProblemKind::Bent { label, cells: self.listed(&cells) };
        }
        let row_of = |cell: usize| cell / self.width;
        let wraps = parts.windows(2).find_map(|pair| {
            let (last, next) = (*pair[0].last()?, *pair[1].first()?);
            (next == last + 1 && row_of(next) == row_of(last) + 1).then_some(row_of(last) + 1)
        });
        if let Some(row) = wraps {
            return ProblemKind::Wraps { label, row };
        }
        if parts.iter().all(|part| part.len() > 1 && self.is_straight(part)) {
            let starts: Vec<usize> = parts.iter().filter_map(|part| part.first().copied()).collect();
            return ProblemKind::SharedLabel { label, cells: self.listed(&starts) };
        }
        ProblemKind::Apart { label, cells: self.listed(&cells) }
    }

    /// Splits cells into pieces that touch along an edge, each in reading order.
    fn connected(&self, cells: &[usize]) -> Vec<Vec<usize>> {
        let touching = |a: usize, b: usize| {
            a.abs_diff(b) == self.width || (a.abs_diff(b) == 1 && a / self.width == b / self.width)
        };
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for &cell in cells {
            let (mut joined, apart): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|part| part.iter().any(|&other| touching(cell, other)));
            let mut part: Vec<usize> = joined.drain(..).flatten().collect();
            part.push(cell);
            part.sort_unstable();
            parts = apart;
            parts.push(part);
        }
        parts.sort_unstable();
        parts
    }

    fn is_straight(&self, cells: &[usize]) -> bool {
        let same = |coordinate: fn(usize, usize) -> usize| {
            cells.windows(2).all(|pair| coordinate(pair[0], self.width) == coordinate(pair[1], self.width))
        };
        same(|cell, width| cell / width) || same(|cell, width| cell % width)
    }

    fn listed(&self, cells: &[usize]) -> String {
        let name = |cell: &usize| format!("row {} column {}", cell / self.width + 1, cell % self.width + 1);
        cells.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

impl Piece {
    fn extend(&mut self, cell: usize, width: usize) {
        if self.count == 1 {
            self.stride = if cell == self.last + 1 { 1 } else { width };
        }
        let stays_in_row = self.stride != 1 || !cell.is_multiple_of(width);
        self.straight &= cell == self.last + self.stride && stays_in_row;
        self.last = cell;
        self.count += 1;
    }
}

/// Makes the map of a valid puzzle.
impl From<&Puzzle> for CellMap {
    fn from(puzzle: &Puzzle) -> CellMap {
        let width = usize::from(puzzle.width());
        let mut cells = vec![CellContent::Empty; width * usize::from(puzzle.height())];
        let at = |cell: Cell| usize::from(cell.row) * width + usize::from(cell.column);
        for wall in puzzle.walls() {
            cells[at(*wall)] = CellContent::Wall;
        }
        for vehicle in puzzle.vehicles() {
            for cell in vehicle.cells() {
                cells[at(cell)] = CellContent::Vehicle(vehicle.label);
            }
        }
        CellMap { width, cells, lines: RowLines::One(0) }
    }
}
