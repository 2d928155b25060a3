//! Slides as PDF, one page each. The text of a slide is as large as its content allows.

use rushlab_render::palette::{Colour, WHITE, colour};
use rushlab_render::{PathPart, PdfPage, VectorImage, pdf, text_width, wrap_text};

use super::document::{Block, Document, Drawing, Picture, Section, Table};

/// The size of a page and its margins.
const PAGE: (f64, f64) = (960.0, 540.0);
const MARGIN: f64 = 48.0;

/// The space for the title and for the number of the page.
const TOP: f64 = 92.0;
const BOTTOM: f64 = 40.0;

/// The text sizes that are tried, the largest first.
const SIZES: [f64; 8] = [22.0, 20.0, 18.0, 16.0, 14.0, 12.0, 10.0, 8.0];

/// Pictures below text need at least this height.
const MIN_PICTURE: f64 = 190.0;

const INK: Colour = colour(0x1C242E);
const SOFT: Colour = colour(0x576170);
const ACCENT: Colour = colour(0x0A5E96);
const CARD: Colour = colour(0xF1F4F8);
const LINE: Colour = colour(0xD6DBE3);

/// Returns the file; each section of the document is a page.
pub fn file(document: &Document) -> Vec<u8> {
    let count = document.sections.len();
    let pages = (1..).zip(&document.sections).map(|(number, slide)| page(slide, number, count)).collect();
    pdf(&document.title, pages)
}

fn page(slide: &Section, number: usize, count: usize) -> PdfPage {
    let mut page = PdfPage::new(PAGE);
    page.area((0.0, 0.0), PAGE, WHITE);
    let (size, colour) = if number == 1 { (38.0, INK) } else { (30.0, ACCENT) };
    page.text(&slide.title, (MARGIN, 64.0), size, true, colour);
    let label = format!("{number} / {count}");
    page.text(&label, (PAGE.0 - MARGIN - text_width(&label, 12.0, false), PAGE.1 - 18.0), 12.0, false, SOFT);

    let pictures =
        slide.blocks.iter().filter_map(|block| if let Block::Pictures(all) = block { Some(all) } else { None });
    let pictures: Vec<&Picture> = pictures.flatten().collect();
    let (width, height) = (PAGE.0 - 2.0 * MARGIN, PAGE.1 - TOP - BOTTOM);
    let beside = pictures.len() == 1;
    let text_width = if beside { 0.5 * width } else { width };
    let text_height = if pictures.len() > 1 { height - MIN_PICTURE } else { height };
    let layout = |size: f64| Layout { left: MARGIN, width: text_width, size };
    let size = SIZES.into_iter().find(|size| layout(*size).flow(slide, None, TOP) - TOP <= text_height);
    let layout = layout(size.unwrap_or(8.0));
    let end = layout.flow(slide, None, TOP);
    // Text without pictures below is moved down a little.
    let start = if pictures.len() > 1 { TOP } else { TOP + 0.3 * (TOP + height - end).max(0.0) };
    let end = layout.flow(slide, Some(&mut page), start);
    if beside {
        draw(&mut page, &pictures, (MARGIN + text_width + 28.0, TOP), (width - text_width - 28.0, height));
    } else if !pictures.is_empty() {
        draw(&mut page, &pictures, (MARGIN, end + 12.0), (width, TOP + height - end - 12.0));
    }
    page
}

/// Draws pictures side by side in an area, each with its caption above.
fn draw(page: &mut PdfPage, pictures: &[&Picture], (left, top): (f64, f64), (width, height): (f64, f64)) {
    const GAP: f64 = 28.0;
    const CAPTION: f64 = 12.0;
    let each = (width - GAP * (pictures.len() as f64 - 1.0)) / pictures.len() as f64;
    for (index, picture) in pictures.iter().enumerate() {
        let x = left + index as f64 * (each + GAP);
        let lines = wrap_text(&picture.caption, each, CAPTION, true);
        let below = top + 1.3 * CAPTION * lines.len() as f64 + 6.0;
        let (own_width, own_height) = match &picture.drawing {
            Drawing::Plot(plot) => plot.size(),
            Drawing::Board(board) => (board.width.into(), board.height.into()),
        };
        let scale = (each / own_width).min((top + height - below) / own_height).max(0.05);
        // A single picture is centred beside the text.
        let aside = if pictures.len() == 1 { 0.5 * (top + height - below - scale * own_height).max(0.0) } else { 0.0 };
        for (number, line) in lines.iter().enumerate() {
            page.text(line, (x, top + aside + 1.3 * CAPTION * (number as f64 + 0.8)), CAPTION, true, INK);
        }
        match &picture.drawing {
            Drawing::Plot(plot) => plot.draw(page, (x, below + aside), scale),
            Drawing::Board(board) => draw_board(page, board, (x, below + aside), scale),
        }
    }
}

fn draw_board(page: &mut PdfPage, board: &VectorImage, at: (f64, f64), scale: f64) {
    let size = (scale * f64::from(board.width), scale * f64::from(board.height));
    page.path(&PathPart::rectangle(at, size, size.0.min(size.1) / 24.0), Some(board.page), None);
    page.image(board, at, scale);
}

/// Text in a column.
struct Layout {
    left: f64,
    width: f64,
    size: f64,
}

impl Layout {
    /// Writes the text of a slide from a height on, or measures it if there is no page. Returns the height of its end.
    fn flow(&self, slide: &Section, mut page: Option<&mut PdfPage>, mut y: f64) -> f64 {
        if let Some(question) = slide.question {
            y = self.paragraph(page.as_deref_mut(), question, (0.0, y), false, SOFT);
        }
        for block in &slide.blocks {
            y = match block {
                Block::Heading(text) => self.paragraph(page.as_deref_mut(), text, (0.0, y), true, INK),
                Block::Answer(text) => self.answer(page.as_deref_mut(), text, y),
                Block::Text(text) => self.paragraph(page.as_deref_mut(), text, (0.0, y), false, INK),
                Block::List(items) => items.iter().fold(y, |y, item| {
                    if let Some(page) = page.as_deref_mut() {
                        page.text("•", (self.left, y + self.size), self.size, false, ACCENT);
                    }
                    self.paragraph(page.as_deref_mut(), item, (0.9 * self.size, y), false, INK)
                }),
                Block::Facts(facts) => self.facts(page.as_deref_mut(), facts, y),
                Block::Table(table) => self.table(page.as_deref_mut(), table, y),
                Block::Pictures(_) | Block::Entry(_) => y,
            };
        }
        y
    }

    /// Writes a paragraph with an indent. Returns the height of its end, with the space after it.
    fn paragraph(
        &self,
        page: Option<&mut PdfPage>,
        text: &str,
        (indent, y): (f64, f64),
        bold: bool,
        colour: Colour,
    ) -> f64 {
        let lines = wrap_text(text, self.width - indent, self.size, bold);
        let line_height = 1.3 * self.size;
        if let Some(page) = page {
            for (number, line) in lines.iter().enumerate() {
                let at = (self.left + indent, y + self.size + line_height * number as f64);
                page.text(line, at, self.size, bold, colour);
            }
        }
        y + line_height * lines.len() as f64 + 0.5 * self.size
    }

    /// Writes the answer to the question in a box.
    fn answer(&self, mut page: Option<&mut PdfPage>, text: &str, y: f64) -> f64 {
        let pad = 0.6 * self.size;
        let inner = Layout { left: self.left + 1.4 * pad, width: self.width - 2.8 * pad, size: self.size };
        let height = inner.paragraph(None, text, (0.0, 0.0), true, INK) - 0.5 * self.size + 2.0 * pad;
        if let Some(page) = page.as_deref_mut() {
            page.area((self.left, y), (self.width, height), CARD);
            page.area((self.left, y), (5.0, height), ACCENT);
        }
        inner.paragraph(page, text, (0.0, y + pad), true, INK);
        y + height + 0.6 * self.size
    }

    fn facts(&self, mut page: Option<&mut PdfPage>, facts: &[(&'static str, String)], mut y: f64) -> f64 {
        let widest = facts.iter().map(|(head, _)| text_width(head, self.size, false)).fold(0.0, f64::max);
        for (head, fact) in facts {
            if let Some(page) = page.as_deref_mut() {
                page.text(head, (self.left, y + self.size), self.size, false, SOFT);
            }
            y = self.paragraph(page.as_deref_mut(), fact, (widest + self.size, y), false, INK);
        }
        y
    }

    /// Writes a table; the first column is on the left, the others are aligned on the right.
    fn table(&self, mut page: Option<&mut PdfPage>, table: &Table, y: f64) -> f64 {
        let mut y = self.paragraph(page.as_deref_mut(), &table.caption, (0.0, y), true, INK);
        let columns = table.headings.len();
        let widest = |column: usize| {
            let cells = table.rows.iter().filter_map(|row| row.get(column));
            let cells = cells.map(|cell| text_width(cell, self.size, false)).fold(0.0, f64::max);
            // A heading may have two lines.
            let heading = &table.headings[column];
            let longest = heading.split(' ').map(|word| text_width(word, self.size, true)).fold(0.0, f64::max);
            cells.max(longest).max(0.5 * text_width(heading, self.size, true))
        };
        let widths: Vec<f64> = (0..columns).map(widest).collect();
        let total: f64 = widths.iter().sum();
        let gap = ((self.width - total) / columns.saturating_sub(1).max(1) as f64).max(0.6 * self.size);
        if total + 0.6 * self.size * columns.saturating_sub(1) as f64 > self.width {
            // Too wide at this size.
            return f64::INFINITY;
        }
        let rows = std::iter::once((&table.headings, true)).chain(table.rows.iter().map(|row| (row, false)));
        for (row, is_heading) in rows {
            let lines: Vec<Vec<String>> = row
                .iter()
                .zip(&widths)
                .map(|(cell, width)| wrap_text(cell, width + 0.5, self.size, is_heading))
                .collect();
            let line_height = 1.2 * self.size;
            let height = line_height * lines.iter().map(Vec::len).max().unwrap_or(1) as f64 + 0.45 * self.size;
            if let Some(page) = page.as_deref_mut() {
                let mut x = self.left;
                for (column, (lines, width)) in lines.iter().zip(&widths).enumerate() {
                    for (number, line) in lines.iter().enumerate() {
                        let own = text_width(line, self.size, is_heading);
                        let at = if column == 0 { x } else { x + width - own };
                        let baseline = y + self.size + line_height * number as f64;
                        page.text(line, (at, baseline), self.size, is_heading, INK);
                    }
                    x += width + gap;
                }
                let (thick, colour) = if is_heading { (1.2, SOFT) } else { (0.6, LINE) };
                let below = y + height - 0.1 * self.size;
                page.line((self.left, below), (self.left + self.width, below), thick, colour);
            }
            y += height;
        }
        y + 0.5 * self.size
    }
}
