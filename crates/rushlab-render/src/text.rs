//! Boards for terminals.
//!
//! The picture reads without any colour: a frame, a label in every cell of a vehicle, a dot where nothing is. Colour comes on top, as
//! a background over the full width of the cells, which makes one solid block of each vehicle.

#[cfg(test)]
mod tests;

use anstyle::{Ansi256Color, Style};
use rushlab::puzzle::{Cell, Side};
use unicode_width::UnicodeWidthStr as _;

use crate::drawing::{Drawing, Line};
use crate::palette::{self, Colour};
use crate::scene::{Piece, Scene};

/// Draws a board.
pub fn draw(scene: &Scene) -> Drawing {
    let board = Board::new(scene);
    let mut lines = Vec::new();
    lines.extend(board.arrow_line(Side::Top));
    lines.push(board.edge(Side::Top, "┌", "┐"));
    lines.extend((0..scene.height).map(|row| board.row(row)));
    lines.push(board.edge(Side::Bottom, "└", "┘"));
    lines.extend(board.arrow_line(Side::Bottom));
    lines.extend(board.fuel());
    Drawing::from(lines)
}

/// What is in a cell.
#[derive(Clone, Copy)]
enum Content<'a> {
    Empty,
    Wall,
    Piece(&'a Piece),
}

struct Board<'a> {
    scene: &'a Scene,
    /// Row by row.
    contents: Vec<Content<'a>>,
    /// The columns of text that one cell takes up.
    cell_width: usize,
}

impl<'a> Board<'a> {
    fn new(scene: &'a Scene) -> Board<'a> {
        let (width, height) = (usize::from(scene.width), usize::from(scene.height));
        let longest = scene.pieces.iter().map(|piece| piece.label.as_str().width()).max().unwrap_or(1);
        let mut board = Board { scene, contents: vec![Content::Empty; width * height], cell_width: longest + 2 };
        for cell in &scene.walls {
            board.put(*cell, Content::Wall);
        }
        for piece in &scene.pieces {
            piece.cells().for_each(|cell| board.put(cell, Content::Piece(piece)));
        }
        board
    }

    /// Fills a cell, if the board has it: anybody may make a scene by hand.
    fn put(&mut self, cell: Cell, content: Content<'a>) {
        if cell.column < self.scene.width && cell.row < self.scene.height {
            self.contents[usize::from(cell.row) * usize::from(self.scene.width) + usize::from(cell.column)] = content;
        }
    }

    fn row(&self, row: u8) -> Line {
        let width = usize::from(self.scene.width);
        let mut line = Line::default();
        self.upright(Side::Left, row, &mut line);
        for content in &self.contents[usize::from(row) * width..][..width] {
            let columns = self.cell_width;
            match content {
                Content::Empty => line.push(Style::new().dimmed(), &format!("{:^columns$}", '·')),
                Content::Wall => line.plain(&"▒".repeat(columns)),
                Content::Piece(piece) => {
                    // A label may take more columns than it has characters.
                    let label = piece.label.as_str();
                    let spare = columns.saturating_sub(label.width());
                    let (before, after) = (spare / 2, spare - spare / 2);
                    line.push(style(piece), &format!("{:before$}{label}{:after$}", "", ""));
                }
            }
        }
        self.upright(Side::Right, row, &mut line);
        line
    }

    /// The left or right bit of frame beside a row, or the exit; with a column for the arrow outside it, if the exit is on that side.
    fn upright(&self, side: Side, row: u8, line: &mut Line) {
        let exit = self.scene.exit;
        match (exit.side == side, exit.line == row, side) {
            (false, ..) => line.plain("│"),
            (true, true, Side::Left) => {
                line.push(arrow_style(), arrow(side));
                line.space(1);
            }
            (true, true, _) => {
                line.space(1);
                line.push(arrow_style(), arrow(side));
            }
            (true, false, Side::Left) => line.plain(" │"),
            (true, false, _) => line.plain("│ "),
        }
    }

    /// The frame above or below the board, with a gap for the exit.
    fn edge(&self, side: Side, left: &str, right: &str) -> Line {
        let exit = self.scene.exit;
        let mut line = Line::default();
        line.space(usize::from(exit.side == Side::Left));
        line.plain(left);
        for column in 0..self.scene.width {
            let open = exit.side == side && exit.line == column;
            line.plain(&if open { " " } else { "─" }.repeat(self.cell_width));
        }
        line.plain(right);
        line
    }

    /// The line that points out of an exit above or below the board.
    fn arrow_line(&self, side: Side) -> Option<Line> {
        let exit = self.scene.exit;
        let mut line = Line::default();
        line.space(1 + usize::from(exit.line) * self.cell_width + (self.cell_width - 1) / 2);
        line.push(arrow_style(), arrow(side));
        (exit.side == side).then_some(line)
    }

    /// What is in the tanks, in lines as wide as the frame.
    fn fuel(&self) -> Vec<Line> {
        let tanks = self.scene.pieces.iter().filter_map(|piece| Some(format!("{} {}", piece.label, piece.fuel?)));
        let room = usize::from(self.scene.width) * self.cell_width + 2;
        let mut lines: Vec<String> = Vec::new();
        for tank in tanks {
            match lines.last_mut() {
                None => lines.push(format!("fuel {tank}")),
                // One column is kept for a comma at the end.
                Some(line) if line.chars().count() + tank.chars().count() + 3 <= room => {
                    line.push_str(&format!(", {tank}"));
                }
                Some(line) => {
                    line.push(',');
                    lines.push(format!("     {tank}"));
                }
            }
        }
        let indent = usize::from(self.scene.exit.side == Side::Left);
        let place = |text: String| {
            let mut line = Line::default();
            line.space(indent);
            line.plain(&text);
            line
        };
        lines.into_iter().map(place).collect()
    }
}

fn style(piece: &Piece) -> Style {
    let paint = piece.paint();
    let style = Style::new().bg_color(Some(terminal(paint))).fg_color(Some(terminal(paint.ink())));
    if piece.primary { style.bold() } else { style }
}

fn arrow_style() -> Style {
    Style::new().bold().fg_color(Some(terminal(palette::PRIMARY)))
}

fn terminal(colour: Colour) -> anstyle::Color {
    Ansi256Color(colour.xterm()).into()
}

fn arrow(side: Side) -> &'static str {
    match side {
        Side::Right => "→",
        Side::Left => "←",
        Side::Top => "↑",
        Side::Bottom => "↓",
    }
}
