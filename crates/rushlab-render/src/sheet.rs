//! Several boards on one page: the moves of a solution, or a list of puzzles.

use rushlab::Puzzle;
use rushlab::position::{IllegalMove, Move, Position};

use crate::board_image::{ImageOptions, Layout, draw_image};
use crate::scene::{Scene, SceneVehicle};
use crate::stroke_font;
use crate::vector_image::VectorImage;

/// A board with a caption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The text above the board.
    pub caption: String,
    /// The board.
    pub scene: Scene,
}

/// Returns one panel for the start of a puzzle and one per move. Each shows where the moved vehicle came from.
pub fn storyboard(puzzle: &Puzzle, moves: &[Move]) -> Result<Vec<Panel>, IllegalMove> {
    let mut position = Position::start(puzzle);
    let mut panels = vec![Panel { caption: "Start".to_owned(), scene: Scene::of(puzzle) }];
    for (index, mv) in moves.iter().enumerate() {
        let label = puzzle.vehicles().get(mv.vehicle).map(|vehicle| vehicle.label);
        let next = position.play(*mv)?;
        let before = Scene::at(&position);
        let moved_from = before.vehicles.into_iter().find(|vehicle| Some(vehicle.label) == label);
        let moved_from = moved_from.map(|vehicle| SceneVehicle { fuel: None, ..vehicle });
        let caption = format!("{}. {}", index + 1, words(puzzle, *mv));
        panels.push(Panel { caption, scene: Scene { moved_from, ..Scene::at(&next) } });
        position = next;
    }
    Ok(panels)
}

/// Returns a move in words, such as `B down 2`.
pub(crate) fn words(puzzle: &Puzzle, mv: Move) -> String {
    let label = puzzle.vehicles().get(mv.vehicle).map(|vehicle| vehicle.label.to_string()).unwrap_or_default();
    format!("{label} {} {}", mv.direction, mv.cells)
}

/// The layout of the panels of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Number of panels side by side.
    pub columns: usize,
    /// Number of panels below each other.
    pub rows: usize,
}

impl Grid {
    /// Returns the layout for all panels on one page, with about the proportions of A4.
    pub fn for_all(panels: &[Panel], options: &ImageOptions) -> Grid {
        let PanelSize { width, height, .. } = PanelSize::new(panels, options);
        let rows = |columns: usize| panels.len().div_ceil(columns);
        // A4 is √2 times as high as it is wide.
        let fits = |columns: &usize| {
            rows(*columns) as i64 * i64::from(height) * 100 <= *columns as i64 * i64::from(width) * 141
        };
        let columns = (1..=panels.len().max(1)).find(fits).unwrap_or(1);
        Grid { columns, rows: rows(columns).max(1) }
    }

    /// Returns the layout with the most panels per page of paper for which a cell has at least `min_points` points.
    pub fn for_paper(
        panels: &[Panel],
        options: &ImageOptions,
        (paper_width, paper_height): (i32, i32),
        min_points: i32,
    ) -> Grid {
        let PanelSize { width, height, .. } = PanelSize::new(panels, options);
        let count = |paper: i32, panel: i32| (paper * options.cell as i32 / (panel * min_points)).max(1) as usize;
        let max = Grid { columns: count(paper_width, width), rows: count(paper_height, height) };
        let one_page = Grid::for_all(panels, options);
        if one_page.columns <= max.columns && one_page.rows <= max.rows { one_page } else { max }
    }
}

/// Draws panels, on several pages if they do not fit into one grid.
pub fn draw_sheets(title: &str, panels: &[Panel], options: &ImageOptions, grid: Grid) -> Vec<VectorImage> {
    let size = PanelSize::new(panels, options);
    let pages: Vec<&[Panel]> = panels.chunks((grid.columns * grid.rows).max(1)).collect();
    let heading = |number: usize| match pages.len() {
        1 => title.to_owned(),
        _ if title.is_empty() => String::new(),
        several => format!("{title}, page {} of {several}", number + 1),
    };
    pages.iter().enumerate().map(|(number, page)| size.page(&heading(number), page, options, grid)).collect()
}

struct PanelSize {
    width: i32,
    height: i32,
    caption: i32,
    gap: i32,
}

impl PanelSize {
    fn new(panels: &[Panel], options: &ImageOptions) -> PanelSize {
        let caption = (options.cell.clamp(8, 512) as i32 * 7 / 16).max(9);
        let sizes = panels.iter().map(|panel| Layout::new(&panel.scene, options).page);
        let (width, height) =
            sizes.fold((1, 1), |(width, height), page| (page.width.max(width), page.height.max(height)));
        let gap = caption / 2;
        PanelSize { width: width + gap, height: height + caption * 3 / 2 + gap, caption, gap }
    }

    fn page(&self, title: &str, panels: &[Panel], options: &ImageOptions, grid: Grid) -> VectorImage {
        let colours = options.theme.colours();
        let columns = grid.columns.max(1);
        let rows = panels.len().div_ceil(columns) as i32;
        let size = self.caption * 5 / 4;
        let top = if title.is_empty() { self.gap } else { self.gap + size * 2 };
        let (width, height) = (columns as i32 * self.width + self.gap, top + rows * self.height + self.gap);
        let mut page = VectorImage::new(title.to_owned(), width, height, colours.page);
        let indent = self.gap * 2;
        page.text(
            &stroke_font::truncate(title, size, true, width - 2 * indent),
            (indent, self.gap + size),
            size,
            true,
            colours.text,
        );
        for (index, panel) in panels.iter().enumerate() {
            let (column, row) = ((index % columns) as i32, (index / columns) as i32);
            let (x, y) = (self.gap + column * self.width, top + row * self.height);
            let caption_at = (x + Layout::new(&panel.scene, options).board.x, y + self.caption);
            let caption = stroke_font::truncate(&panel.caption, self.caption, false, self.width - self.gap);
            page.text(&caption, caption_at, self.caption, false, colours.text);
            page.insert(draw_image(&panel.scene, options), x, y + self.caption * 3 / 2);
        }
        page
    }
}
