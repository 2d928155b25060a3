//! The layout of the screen: the largest cells that leave space for the panel beside the board.

use ratatui::layout::Rect;
use rushlab::Puzzle;
use rushlab::puzzle::Cell;

/// The sizes of a cell in columns and rows, largest first. A character is about twice as high as it is wide.
const CELL_SIZES: [(u16, u16); 6] = [(10, 5), (8, 4), (6, 3), (4, 2), (3, 1), (2, 1)];
/// The smallest size of the panel.
const PANEL: u16 = 25;
const PANEL_ROWS: u16 = 16;
/// A line above the board, and two below.
const LINES: u16 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) cell: (u16, u16),
    pub(super) title: Rect,
    pub(super) board: Rect,
    pub(super) panel: Rect,
    pub(super) notice: Rect,
    pub(super) keys: Rect,
}

/// The required size, in columns and rows, if the screen is too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RequiredSize {
    pub(super) columns: u16,
    pub(super) rows: u16,
}

impl Layout {
    pub(super) fn new(screen: Rect, puzzle: &Puzzle) -> Result<Layout, RequiredSize> {
        let board =
            |(wide, high): (u16, u16)| (wide * u16::from(puzzle.width()) + 2, high * u16::from(puzzle.height()) + 2);
        let needs = |cell: (u16, u16)| {
            let (wide, high) = board(cell);
            RequiredSize { columns: wide + 2 + PANEL, rows: high.max(PANEL_ROWS) + LINES }
        };
        let fits = |cell: &(u16, u16)| needs(*cell).columns <= screen.width && needs(*cell).rows <= screen.height;
        let Some(cell) = CELL_SIZES.into_iter().find(fits) else { return Err(needs(CELL_SIZES[CELL_SIZES.len() - 1])) };
        let (wide, high) = board(cell);
        let Rect { x, y, width, height } = screen;
        let below = high.max(PANEL_ROWS).max(height.saturating_sub(LINES).min(high + 2));
        Ok(Layout {
            cell,
            title: Rect { x, y, width, height: 1 },
            board: Rect { x: x + 1, y: y + 1, width: wide, height: high },
            panel: Rect { x: x + wide + 3, y: y + 1, width: width - wide - 3, height: below },
            notice: Rect { x: x + 1, y: y + 1 + below, width: width - 1, height: 1 },
            keys: Rect { x: x + 1, y: y + 2 + below, width: width - 1, height: 1 },
        })
    }

    /// Returns the area of a notice of several lines. It ends above the keys and may cover what is above it.
    pub(super) fn notice_of(&self, lines: u16) -> Rect {
        let height = lines.clamp(1, self.notice.y + 1 - self.title.y);
        Rect { y: self.notice.y + 1 - height, height, ..self.notice }
    }

    pub(super) fn cells(&self, first: Cell, columns: u8, rows: u8) -> Rect {
        let (wide, high) = self.cell;
        Rect {
            x: self.board.x + 1 + wide * u16::from(first.column),
            y: self.board.y + 1 + high * u16::from(first.row),
            width: wide * u16::from(columns),
            height: high * u16::from(rows),
        }
    }

    pub(super) fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        let inside = Rect { x: self.board.x + 1, y: self.board.y + 1, ..self.board };
        let (across, down) = (x.checked_sub(inside.x)?, y.checked_sub(inside.y)?);
        (across < self.board.width - 2 && down < self.board.height - 2)
            .then_some(Cell { row: (down / self.cell.1) as u8, column: (across / self.cell.0) as u8 })
    }
}
