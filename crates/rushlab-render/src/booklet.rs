//! A booklet of puzzles: a title page, several puzzles a page, and the solutions at the back.

use crate::board_image::{ImageOptions, Layout, draw_image};
use crate::palette::Colour;
use crate::paper::Paper;
use crate::pdf::{PdfPage, pdf, shorten, wrap_text};
use crate::scene::Scene;
use crate::vector_image::VectorImage;

/// The pixels of an image per point of paper: boards are drawn in whole pixels, ten times finer than a point.
const UNIT: i32 = 10;
/// The largest side of a cell, in pixels, and that of a puzzle with a page of its own.
const MAX_CELL: i32 = 500;
const MAX_CELL_ALONE: i32 = 850;
/// Font sizes and distances, in pixels.
const TITLE: i32 = 340;
const HEADING: i32 = 130;
const TEXT: i32 = 105;
const SMALL: i32 = 95;
const GUTTER: i32 = 240;
/// The width of a column from which its texts have their full size.
const FULL_SIZE_WIDTH: i32 = 2000;
const MAX_HEADING_LINES: usize = 4;

/// A booklet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Booklet {
    /// The title.
    pub title: String,
    /// Paragraphs on the title page.
    pub introduction: Vec<String>,
    /// The puzzles.
    pub puzzles: Vec<BookletPuzzle>,
    /// The paper.
    pub paper: Paper,
    /// Number of puzzles on a page, at least 1.
    pub per_page: usize,
    /// The theme, and whether vehicles show their labels. The size of the cells follows from the paper.
    pub options: ImageOptions,
}

/// A puzzle of a booklet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookletPuzzle {
    /// The number, with the name if there is one.
    pub heading: String,
    /// Level and par.
    pub details: String,
    /// The board.
    pub scene: Scene,
    /// The moves of the solution, or the reason why there is none; broken between the items, with commas between them.
    pub solution: Vec<String>,
}

impl Booklet {
    /// Returns the booklet as a PDF file.
    pub fn pdf(&self) -> Vec<u8> {
        let (width, height) = self.paper.size();
        let size = (f64::from(width), f64::from(height));
        let page = |image: &VectorImage| {
            let mut page = PdfPage::new(size);
            page.area((0.0, 0.0), size, image.page);
            page.image(image, (0.0, 0.0), 1.0 / f64::from(UNIT));
            page
        };
        pdf(&self.title, self.pages().iter().map(page).collect())
    }

    /// Returns the pages. A pixel is a tenth of a point.
    pub fn pages(&self) -> Vec<VectorImage> {
        let mut pages: Vec<VectorImage> = self.puzzle_pages();
        // The title page comes first, so the solutions begin on the page after it and the puzzles.
        let solutions_from = pages.len() + 2;
        pages.insert(0, self.title_page(solutions_from));
        pages.extend(self.solution_pages());
        let count = pages.len();
        let colours = self.options.theme.colours();
        for (number, page) in (1..).zip(&mut pages).skip(1) {
            let middle = (page.width / 2, page.height - Paper::MARGIN * UNIT * 2 / 3);
            page.centred_text(&format!("{number} / {count}"), middle, SMALL, false, colours.text);
        }
        pages
    }

    fn empty_page(&self, title: &str) -> VectorImage {
        let (width, height) = self.paper.size();
        VectorImage::new(title.to_owned(), width * UNIT, height * UNIT, self.options.theme.colours().page)
    }

    /// Returns the used area of a page: left, top, width and height. The lower margin is twice as high, for the number.
    fn body(&self) -> (i32, i32, i32, i32) {
        let (width, height) = self.paper.printable();
        let margin = Paper::MARGIN * UNIT;
        (margin, margin, width * UNIT, height * UNIT - margin / 2)
    }

    fn title_page(&self, solutions_from: usize) -> VectorImage {
        let mut page = self.empty_page(&self.title);
        let colours = self.options.theme.colours();
        let (left, top, width, height) = self.body();
        let middle = left + width / 2;
        let mut y = top + height / 6;
        for line in wrapped(&self.title, width, TITLE, true).iter().take(4) {
            let line = fitted(line, width, TITLE, true);
            page.centred_text(&line, (middle, y), TITLE, true, colours.text);
            y += TITLE * 13 / 10;
        }
        let closing = format!("Solutions begin on page {solutions_from}.");
        let paragraphs = self.introduction.iter().chain([&closing]);
        let paragraphs: Vec<Vec<String>> =
            paragraphs.map(|paragraph| wrapped(paragraph, width * 3 / 4, TEXT + 10, false)).collect();
        let text_height: i32 = paragraphs.iter().map(|lines| TEXT / 2 + TEXT * 3 / 2 * lines.len() as i32).sum();
        if let Some(first) = self.puzzles.first() {
            // The board gets what the title and the text leave.
            let room = (width * 3 / 4, (top + height - y - text_height - TEXT).clamp(height / 8, height / 2));
            let board = draw_image(&first.scene, &self.fitting(&first.scene, room, self.puzzles.len()));
            let (own_width, own_height) = (board.width, board.height);
            page.insert(board, middle - own_width / 2, y);
            y += own_height + TEXT;
        }
        for lines in paragraphs {
            for line in lines {
                y += TEXT * 3 / 2;
                page.centred_text(&fitted(&line, width, TEXT + 10, false), (middle, y), TEXT + 10, false, colours.text);
            }
            y += TEXT / 2;
        }
        page
    }

    fn puzzle_pages(&self) -> Vec<VectorImage> {
        let colours = self.options.theme.colours();
        let (left, top, width, height) = self.body();
        let per_page = self.per_page.clamp(1, self.puzzles.len().max(1));
        let columns = self.columns(per_page, (width, height));
        let rows = per_page.div_ceil(columns);
        let across = column_width(width, columns);
        let down = height / rows as i32;
        let mut pages = Vec::new();
        for puzzles in self.puzzles.chunks(per_page) {
            let mut page = self.empty_page(&self.title);
            let captions: Vec<Caption> = puzzles.iter().map(|puzzle| Caption::new(puzzle, across)).collect();
            // Boards in a row of the page begin at the same height.
            let caption_height = captions.iter().map(Caption::height).max().unwrap_or(0);
            for (index, (puzzle, caption)) in puzzles.iter().zip(&captions).enumerate() {
                let options = self.fitting(&puzzle.scene, (across, down - caption_height - GUTTER / 2), per_page);
                let layout = Layout::new(&puzzle.scene, &options);
                let mut x = left + (index % columns) as i32 * (across + GUTTER);
                let mut y = top + (index / columns) as i32 * down;
                if per_page == 1 {
                    x += (across - layout.page.width) / 2;
                    y += (down - caption_height - layout.page.height) / 2;
                }
                // The text begins above the frame.
                caption.draw(&mut page, (x + layout.board.x - layout.scale(10), y), colours.text);
                page.insert(draw_image(&puzzle.scene, &options), x, y + caption_height);
            }
            pages.push(page);
        }
        pages
    }

    /// Returns the number of columns for which the boards of the first page are largest; of equal ones, the fewest.
    fn columns(&self, per_page: usize, (width, height): (i32, i32)) -> usize {
        let first = || self.puzzles.iter().take(per_page);
        let cell = |columns: usize| {
            let across = column_width(width, columns);
            let caption = first().map(|puzzle| Caption::new(puzzle, across).height()).max().unwrap_or(0);
            let down = height / per_page.div_ceil(columns) as i32 - caption - GUTTER / 2;
            first().map(|puzzle| largest_cell(&puzzle.scene, (across, down), MAX_CELL)).min()
        };
        let best = (1..=per_page).map(|columns| (cell(columns), columns));
        best.max_by_key(|(cell, columns)| (*cell, std::cmp::Reverse(*columns))).map_or(1, |(_, columns)| columns)
    }

    /// Returns the options for a board as large as it fits.
    fn fitting(&self, scene: &Scene, room: (i32, i32), per_page: usize) -> ImageOptions {
        let max_cell = if per_page == 1 { MAX_CELL_ALONE } else { MAX_CELL };
        ImageOptions { cell: largest_cell(scene, room, max_cell) as u32, ..self.options }
    }

    /// Returns pages with two columns of solutions. A solution is broken across columns only if it is longer than one.
    fn solution_pages(&self) -> Vec<VectorImage> {
        const COLUMNS: i32 = 2;
        let colours = self.options.theme.colours();
        let (left, top, width, height) = self.body();
        let across = (width - GUTTER) / COLUMNS;
        let title_height = HEADING * 5 / 2;
        let line_height = SMALL * 14 / 10;
        let mut pages: Vec<VectorImage> = Vec::new();
        let mut column = COLUMNS;
        let (mut y, bottom) = (0, top + height);
        for puzzle in &self.puzzles {
            let lines = wrapped(&puzzle.solution.join(", "), across, SMALL, false);
            let needed = line_height * (lines.len() as i32 + 2);
            let heading = (fitted(&puzzle.heading, across, SMALL, true), true);
            let is_long = needed > height - title_height;
            let mut is_first = true;
            for (text, bold) in std::iter::once(heading).chain(lines.into_iter().map(|line| (line, false))) {
                let room = if is_first && !is_long { needed - line_height } else { line_height };
                if column == COLUMNS || y + room > bottom {
                    column += 1;
                    if column >= COLUMNS {
                        column = 0;
                        let mut page = self.empty_page(&self.title);
                        if pages.is_empty() {
                            page.text("Solutions", (left, top + HEADING), HEADING * 3 / 2, true, colours.text);
                        }
                        pages.push(page);
                    }
                    y = if pages.len() == 1 { top + title_height } else { top };
                }
                is_first = false;
                if let Some(page) = pages.last_mut() {
                    let x = left + column * (across + GUTTER);
                    page.text(&fitted(&text, across, SMALL, bold), (x, y + line_height / 2), SMALL, bold, colours.text);
                }
                y += line_height;
            }
            y += line_height;
        }
        pages
    }
}

struct Caption {
    heading: Vec<String>,
    details: Vec<String>,
    heading_size: i32,
    details_size: i32,
}

impl Caption {
    /// Returns the caption in a column. In a narrow one the text is smaller, and it is broken between words.
    fn new(puzzle: &BookletPuzzle, width: i32) -> Caption {
        let scaled = |size: i32| size * (width * 10 / FULL_SIZE_WIDTH).clamp(7, 10) / 10;
        let (heading_size, details_size) = (scaled(HEADING), scaled(TEXT));
        // The frame of a board is indented by less than a tenth of its width.
        let width = width * 9 / 10;
        let lines = |text: &str, size: i32, bold: bool, most: usize| {
            let all = wrapped(text, width, size, bold);
            let shown = all.iter().take(most).enumerate().map(|(index, line)| {
                let continues = index + 1 == most && all.len() > most;
                let line = if continues { format!("{line}…") } else { line.clone() };
                fitted(&line, width, size, bold)
            });
            shown.collect::<Vec<String>>()
        };
        Caption {
            heading: lines(&puzzle.heading, heading_size, true, MAX_HEADING_LINES),
            details: lines(&puzzle.details, details_size, false, usize::MAX),
            heading_size,
            details_size,
        }
    }

    fn height(&self) -> i32 {
        let height = |lines: &[String], size: i32| lines.len() as i32 * size * 14 / 10;
        height(&self.heading, self.heading_size) + height(&self.details, self.details_size)
    }

    fn draw(&self, page: &mut VectorImage, (x, mut y): (i32, i32), colour: Colour) {
        let heading = self.heading.iter().map(|line| (line, self.heading_size, true));
        let details = self.details.iter().map(|line| (line, self.details_size, false));
        for (line, size, bold) in heading.chain(details) {
            page.text(line, (x, y + size / 2), size, bold, colour);
            y += size * 14 / 10;
        }
    }
}

fn column_width(width: i32, columns: usize) -> i32 {
    (width - GUTTER * (columns as i32 - 1)) / columns as i32
}

/// Returns the largest side of a cell, in pixels, for which the image of a board fits into an area.
fn largest_cell(scene: &Scene, (width, height): (i32, i32), max_cell: i32) -> i32 {
    let fits = |cell: &i32| {
        let layout = Layout::new(scene, &ImageOptions { cell: *cell as u32, ..ImageOptions::default() });
        layout.page.width <= width && layout.page.height <= height
    };
    // The margins are at least 40/64 of a cell, so no larger cell fits.
    let bound = (width / i32::from(scene.width.max(1))).min(height / i32::from(scene.height.max(1)));
    (8..=bound.clamp(8, max_cell)).rev().find(fits).unwrap_or(8)
}

fn wrapped(text: &str, width: i32, size: i32, bold: bool) -> Vec<String> {
    wrap_text(text, width.into(), size.into(), bold)
}

fn fitted(text: &str, width: i32, size: i32, bold: bool) -> String {
    shorten(text, width.into(), size.into(), bold)
}
