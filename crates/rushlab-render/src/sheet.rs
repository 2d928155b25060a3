//! Several boards on one page: the moves of a solution one after the other, or a collection.

use rushlab::Puzzle;
use rushlab::reference::{Illegal, Move, Position};

use crate::letters;
use crate::picture::Picture;
use crate::scene::{Piece, Scene};
use crate::still::{Look, Measure, still};

/// A board with what is written above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// What is written above it.
    pub caption: String,
    /// The board.
    pub scene: Scene,
}

/// The start of a puzzle and every move after it; where the moved vehicle was before stays to be seen.
pub fn storyboard(puzzle: &Puzzle, moves: &[Move]) -> Result<Vec<Panel>, Illegal> {
    let mut position = Position::start(puzzle);
    let mut panels = vec![Panel { caption: "Start".to_owned(), scene: Scene::of(puzzle) }];
    for (index, mv) in moves.iter().enumerate() {
        let label = puzzle.vehicles().get(mv.vehicle).map(|vehicle| vehicle.label);
        let next = position.play(puzzle, *mv)?;
        let before = Scene::at(puzzle, &position);
        let ghost = before.pieces.into_iter().find(|piece| Some(piece.label) == label);
        let ghost = ghost.map(|piece| Piece { fuel: None, ..piece });
        let caption = format!("{}. {}", index + 1, words(puzzle, *mv));
        panels.push(Panel { caption, scene: Scene { ghost, ..Scene::at(puzzle, &next) } });
        position = next;
    }
    Ok(panels)
}

/// A move in words: `B down 2`.
pub(crate) fn words(puzzle: &Puzzle, mv: Move) -> String {
    let label = puzzle.vehicles().get(mv.vehicle).map(|vehicle| vehicle.label.to_string()).unwrap_or_default();
    format!("{label} {} {}", mv.direction, mv.cells)
}

/// How the panels of a page are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Panels beside each other.
    pub columns: usize,
    /// Panels below each other.
    pub rows: usize,
}

impl Grid {
    /// One page for all, in about the shape of a sheet of paper.
    pub fn for_all(panels: &[Panel], look: &Look) -> Grid {
        let Frame { width, height, .. } = Frame::new(panels, look);
        let rows = |columns: usize| panels.len().div_ceil(columns);
        // A sheet of paper is √2 times as high as it is wide.
        let fits = |columns: &usize| {
            rows(*columns) as i64 * i64::from(height) * 100 <= *columns as i64 * i64::from(width) * 141
        };
        let columns = (1..=panels.len().max(1)).find(fits).unwrap_or(1);
        Grid { columns, rows: rows(columns).max(1) }
    }

    /// As many as a page of paper holds when a cell is to be so many points high or more.
    pub fn for_paper(panels: &[Panel], look: &Look, (wide, high): (i32, i32), points: i32) -> Grid {
        let Frame { width, height, .. } = Frame::new(panels, look);
        let room = |paper: i32, panel: i32| (paper * look.cell as i32 / (panel * points)).max(1) as usize;
        let most = Grid { columns: room(wide, width), rows: room(high, height) };
        let fewer = Grid::for_all(panels, look);
        if fewer.columns <= most.columns && fewer.rows <= most.rows { fewer } else { most }
    }
}

/// Draws panels on as many pages as they take.
pub fn sheets(title: &str, panels: &[Panel], look: &Look, grid: Grid) -> Vec<Picture> {
    let frame = Frame::new(panels, look);
    let pages: Vec<&[Panel]> = panels.chunks((grid.columns * grid.rows).max(1)).collect();
    let heading = |number: usize| match pages.len() {
        1 => title.to_owned(),
        several => format!("{title}, page {} of {several}", number + 1),
    };
    pages.iter().enumerate().map(|(number, page)| frame.page(&heading(number), page, look, grid)).collect()
}

/// The room of a panel, and of the heading.
struct Frame {
    width: i32,
    height: i32,
    caption: i32,
    gap: i32,
}

impl Frame {
    fn new(panels: &[Panel], look: &Look) -> Frame {
        let caption = (look.cell.clamp(8, 512) as i32 * 7 / 16).max(9);
        let sizes = panels.iter().map(|panel| Measure::new(&panel.scene, look).page);
        let (width, height) =
            sizes.fold((1, 1), |(width, height), page| (page.width.max(width), page.height.max(height)));
        let gap = caption / 2;
        Frame { width: width + gap, height: height + caption * 3 / 2 + gap, caption, gap }
    }

    fn page(&self, title: &str, panels: &[Panel], look: &Look, grid: Grid) -> Picture {
        let ground = look.theme.ground();
        let columns = grid.columns.max(1);
        let rows = panels.len().div_ceil(columns) as i32;
        let size = self.caption * 5 / 4;
        let top = if title.is_empty() { self.gap } else { self.gap + size * 2 };
        let (width, height) = (columns as i32 * self.width + self.gap, top + rows * self.height + self.gap);
        let mut page = Picture::new(title.to_owned(), width, height, ground.page);
        let indent = self.gap * 2;
        page.text(
            &letters::cut(title, size, true, width - 2 * indent),
            (indent, self.gap + size),
            size,
            true,
            ground.text,
        );
        for (index, panel) in panels.iter().enumerate() {
            let (column, row) = ((index % columns) as i32, (index / columns) as i32);
            let (x, y) = (self.gap + column * self.width, top + row * self.height);
            let place = (x + Measure::new(&panel.scene, look).board.x, y + self.caption);
            let caption = letters::cut(&panel.caption, self.caption, false, self.width - self.gap);
            page.text(&caption, place, self.caption, false, ground.text);
            page.place(still(&panel.scene, look), x, y + self.caption * 3 / 2);
        }
        page
    }
}
