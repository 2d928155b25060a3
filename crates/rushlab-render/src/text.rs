//! Boards for terminals.
//!
//! The drawing can be read without colour: it has a frame, a label in every cell of a vehicle, and a dot in every empty
//! cell. The colour of a vehicle is the background over the full width of its cells, so each vehicle is one solid
//! block.

#[cfg(test)]
mod tests;

use anstyle::{Ansi256Color, Style};
use rushlab::puzzle::{Cell, Side};
use unicode_width::UnicodeWidthStr as _;

use crate::palette::{self, Colour};
use crate::scene::{Scene, SceneVehicle};
use crate::text_block::{TextBlock, TextLine};

/// Draws a board as text.
pub fn draw_text(scene: &Scene) -> TextBlock {
    let board = TextBoard::new(scene);
    let mut lines = Vec::new();
    lines.extend(board.arrow_line(Side::Top));
    lines.push(board.edge(Side::Top, "┌", "┐"));
    lines.extend((0..scene.height).map(|row| board.row(row)));
    lines.push(board.edge(Side::Bottom, "└", "┘"));
    lines.extend(board.arrow_line(Side::Bottom));
    lines.extend(board.fuel());
    TextBlock::from(lines)
}

#[derive(Clone, Copy)]
enum Content<'a> {
    Empty,
    Wall,
    Vehicle(&'a SceneVehicle),
}

struct TextBoard<'a> {
    scene: &'a Scene,
    contents: Vec<Content<'a>>,
    /// The width of a cell, in columns of text.
    cell_width: usize,
}

impl<'a> TextBoard<'a> {
    fn new(scene: &'a Scene) -> TextBoard<'a> {
        let (width, height) = (usize::from(scene.width), usize::from(scene.height));
        let longest = scene.vehicles.iter().map(|vehicle| vehicle.label.as_str().width()).max().unwrap_or(1);
        let mut board = TextBoard { scene, contents: vec![Content::Empty; width * height], cell_width: longest + 2 };
        for cell in &scene.walls {
            board.put(*cell, Content::Wall);
        }
        for vehicle in &scene.vehicles {
            vehicle.cells().for_each(|cell| board.put(cell, Content::Vehicle(vehicle)));
        }
        board
    }

    /// Sets the content of a cell. Cells outside the board are ignored, because the fields of a scene are public.
    fn put(&mut self, cell: Cell, content: Content<'a>) {
        if cell.column < self.scene.width && cell.row < self.scene.height {
            self.contents[usize::from(cell.row) * usize::from(self.scene.width) + usize::from(cell.column)] = content;
        }
    }

    fn row(&self, row: u8) -> TextLine {
        let width = usize::from(self.scene.width);
        let mut line = TextLine::default();
        self.side_frame(Side::Left, row, &mut line);
        for content in &self.contents[usize::from(row) * width..][..width] {
            let columns = self.cell_width;
            match content {
                Content::Empty => line.push(Style::new().dimmed(), &format!("{:^columns$}", '·')),
                Content::Wall => line.plain(&"▒".repeat(columns)),
                Content::Vehicle(vehicle) => {
                    // Some characters are two columns wide.
                    let label = vehicle.label.as_str();
                    let spare = columns.saturating_sub(label.width());
                    let (before, after) = (spare / 2, spare - spare / 2);
                    line.push(style(vehicle), &format!("{:before$}{label}{:after$}", "", ""));
                }
            }
        }
        self.side_frame(Side::Right, row, &mut line);
        line
    }

    /// Adds the left or right frame of a row, or the exit. On the side of the exit there is a column for the arrow.
    fn side_frame(&self, side: Side, row: u8, line: &mut TextLine) {
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

    /// Returns the frame above or below the board, with a gap for the exit.
    fn edge(&self, side: Side, left: &str, right: &str) -> TextLine {
        let exit = self.scene.exit;
        let mut line = TextLine::default();
        line.space(usize::from(exit.side == Side::Left));
        line.plain(left);
        for column in 0..self.scene.width {
            let open = exit.side == side && exit.line == column;
            line.plain(&if open { " " } else { "─" }.repeat(self.cell_width));
        }
        line.plain(right);
        line
    }

    /// Returns the line with the arrow of an exit above or below the board.
    fn arrow_line(&self, side: Side) -> Option<TextLine> {
        let exit = self.scene.exit;
        let mut line = TextLine::default();
        line.space(1 + usize::from(exit.line) * self.cell_width + (self.cell_width - 1) / 2);
        line.push(arrow_style(), arrow(side));
        (exit.side == side).then_some(line)
    }

    /// Returns the list of fuel, in lines as wide as the frame.
    fn fuel(&self) -> Vec<TextLine> {
        let tanks =
            self.scene.vehicles.iter().filter_map(|vehicle| Some(format!("{} {}", vehicle.label, vehicle.fuel?)));
        let max_width = usize::from(self.scene.width) * self.cell_width + 2;
        let mut lines: Vec<String> = Vec::new();
        for tank in tanks {
            match lines.last_mut() {
                None => lines.push(format!("fuel {tank}")),
                // One column is reserved for a comma at the end.
                Some(line) if line.chars().count() + tank.chars().count() + 3 <= max_width => {
                    line.push_str(&format!(", {tank}"));
                }
                Some(line) => {
                    line.push(',');
                    lines.push(format!("     {tank}"));
                }
            }
        }
        let indent = usize::from(self.scene.exit.side == Side::Left);
        let indented = |text: String| {
            let mut line = TextLine::default();
            line.space(indent);
            line.plain(&text);
            line
        };
        lines.into_iter().map(indented).collect()
    }
}

fn style(vehicle: &SceneVehicle) -> Style {
    let colour = vehicle.colour();
    let style = Style::new().bg_color(Some(terminal(colour))).fg_color(Some(terminal(colour.ink())));
    if vehicle.primary { style.bold() } else { style }
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
