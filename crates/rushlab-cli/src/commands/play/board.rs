//! The board on the screen.
//!
//! If cells are three rows high, half blocks round off the vehicles; without colours they are outlined boxes. On large
//! boards a cell has one or two rows: with colours every cell of a vehicle shows its label; without, vehicles are boxes
//! of lines or brackets.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;
use rushlab::puzzle::{Cell, Orientation, Side};
use rushlab_render::palette::{Colour, PRIMARY};
use rushlab_render::{Scene, SceneVehicle};

use super::layout::Layout;

pub(super) struct BoardPainter<'a> {
    pub(super) layout: &'a Layout,
    pub(super) colours: bool,
}

/// The characters of a box: corners from the upper left clockwise, then horizontal and vertical.
const ROUNDED: [&str; 6] = ["╭", "╮", "╯", "╰", "─", "│"];
const DOUBLE: [&str; 6] = ["╔", "╗", "╝", "╚", "═", "║"];

impl BoardPainter<'_> {
    pub(super) fn draw(&self, scene: &Scene, selected: Option<&str>, buffer: &mut Buffer) {
        self.draw_frame(scene, buffer);
        for row in 0..scene.height {
            for column in 0..scene.width {
                let (x, y) = centre(self.layout.cells(Cell { row, column }, 1, 1));
                buffer.set_string(x, y, "·", Style::new().add_modifier(Modifier::DIM));
            }
        }
        for wall in &scene.walls {
            fill(self.layout.cells(*wall, 1, 1), "▒", Style::new().add_modifier(Modifier::DIM), buffer);
        }
        for vehicle in &scene.vehicles {
            self.draw_vehicle(vehicle, selected == Some(vehicle.label.as_str()), buffer);
        }
    }

    fn draw_frame(&self, scene: &Scene, buffer: &mut Buffer) {
        outline(self.layout.board, ["┌", "┐", "┘", "└", "─", "│"], Style::new(), buffer);
        let Rect { x, y, width, height } = self.layout.board;
        let (exit, (wide, high)) = (scene.exit, self.layout.cell);
        let line = u16::from(exit.line);
        let (gap, arrow) = match exit.side {
            Side::Right => (Rect { x: x + width - 1, y: y + 1 + line * high, width: 1, height: high }, "▶"),
            Side::Left => (Rect { x, y: y + 1 + line * high, width: 1, height: high }, "◀"),
            Side::Top => (Rect { x: x + 1 + line * wide, y, width: wide, height: 1 }, "▲"),
            Side::Bottom => (Rect { x: x + 1 + line * wide, y: y + height - 1, width: wide, height: 1 }, "▼"),
        };
        fill(gap, " ", Style::new(), buffer);
        let (x, y) = centre(gap);
        let style = self.with_foreground(Style::new().add_modifier(Modifier::BOLD), PRIMARY);
        buffer.set_string(x, y, arrow, style);
    }

    fn draw_vehicle(&self, vehicle: &SceneVehicle, selected: bool, buffer: &mut Buffer) {
        let (columns, rows) = match vehicle.orientation {
            Orientation::Horizontal => (vehicle.length, 1),
            Orientation::Vertical => (1, vehicle.length),
        };
        let area = self.layout.cells(vehicle.cell, columns, rows);
        let (paint, ink) = (vehicle.colour(), vehicle.colour().ink());
        let mut inside = self.with_foreground(Style::new(), ink);
        if self.colours {
            inside = inside.bg(indexed(paint));
        }
        if vehicle.primary || selected {
            inside = inside.add_modifier(Modifier::BOLD);
        }
        if self.layout.cell.1 < 3 && self.colours {
            return self.draw_cells(vehicle, area, inside, selected, buffer);
        }
        if self.layout.cell.1 < 2 {
            return self.draw_brackets(vehicle, area, inside, selected, buffer);
        }
        fill(area, " ", inside, buffer);
        match (selected, self.colours) {
            (true, _) => outline(area, DOUBLE, inside, buffer),
            (false, false) => outline(area, ROUNDED, inside, buffer),
            (false, true) => round_corners(area, Style::new().fg(indexed(paint)), buffer),
        }
        let mut middle = Rect { x: area.x + 1, width: area.width - 2, ..area };
        if area.height > 2 {
            middle = Rect { y: area.y + 1, height: area.height - 2, ..middle };
        }
        label(&self.name(vehicle, middle.width), middle, inside, buffer);
    }

    /// Draws a vehicle whose cells are one row high, without colours: a row in brackets, or a column of lines.
    fn draw_brackets(&self, vehicle: &SceneVehicle, area: Rect, style: Style, selected: bool, buffer: &mut Buffer) {
        let style = if selected { style.add_modifier(Modifier::REVERSED) } else { style };
        fill(area, " ", style, buffer);
        let has_room = area.width > 2;
        let middle = if has_room { Rect { x: area.x + 1, width: area.width - 2, ..area } } else { area };
        let name = self.name(vehicle, middle.width);
        for y in area.top()..area.bottom() {
            if has_room {
                let ends = match (vehicle.orientation, y == area.y, y + 1 == area.bottom()) {
                    (Orientation::Horizontal, _, _) => ("[", "]"),
                    (Orientation::Vertical, true, _) => ("╭", "╮"),
                    (Orientation::Vertical, _, true) => ("╰", "╯"),
                    (Orientation::Vertical, _, _) => ("│", "│"),
                };
                buffer.set_string(area.x, y, ends.0, style);
                buffer.set_string(area.right() - 1, y, ends.1, style);
            }
            label(&name, Rect { y, height: 1, ..middle }, style, buffer);
        }
    }

    /// Draws a vehicle in colours with its label on every cell.
    fn draw_cells(&self, vehicle: &SceneVehicle, area: Rect, style: Style, selected: bool, buffer: &mut Buffer) {
        let style = if selected { style.add_modifier(Modifier::REVERSED) } else { style };
        fill(area, " ", style, buffer);
        for cell in vehicle.cells() {
            let cell = self.layout.cells(cell, 1, 1);
            label(vehicle.label.as_str(), Rect { height: 1, ..cell }, style, buffer);
        }
    }

    /// Returns the text on a vehicle. Without colours, stars mark the primary instead of red.
    fn name(&self, vehicle: &SceneVehicle, width: u16) -> String {
        let name = vehicle.label.to_string();
        let long = Span::raw(name.as_str()).width() as u16;
        match (vehicle.primary && !self.colours, width.saturating_sub(long)) {
            (true, 2..) => format!("★{name}★"),
            (true, 1) => format!("★{name}"),
            _ => name,
        }
    }

    fn with_foreground(&self, style: Style, colour: Colour) -> Style {
        if self.colours { style.fg(indexed(colour)) } else { style }
    }
}

/// Returns the nearest colour of a 256-colour terminal.
pub(super) fn indexed(colour: Colour) -> Color {
    Color::Indexed(colour.xterm())
}

fn centre(area: Rect) -> (u16, u16) {
    (area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2)
}

fn fill(area: Rect, symbol: &str, style: Style, buffer: &mut Buffer) {
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            buffer.set_string(x, y, symbol, style);
        }
    }
}

fn outline(area: Rect, symbols: [&str; 6], style: Style, buffer: &mut Buffer) {
    let [top_left, top_right, bottom_right, bottom_left, flat, upright] = symbols;
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    for x in area.left()..area.right() {
        buffer.set_string(x, area.y, flat, style);
        buffer.set_string(x, bottom, flat, style);
    }
    for y in area.top()..area.bottom() {
        buffer.set_string(area.x, y, upright, style);
        buffer.set_string(right, y, upright, style);
    }
    let corners = [(area.x, area.y, top_left), (right, area.y, top_right)];
    let lower = [(right, bottom, bottom_right), (area.x, bottom, bottom_left)];
    for (x, y, symbol) in corners.into_iter().chain(lower) {
        buffer.set_string(x, y, symbol, style);
    }
}

/// Removes half a character from every edge.
fn round_corners(area: Rect, style: Style, buffer: &mut Buffer) {
    let style = style.bg(Color::Reset);
    outline(area, ["▗", "▖", "▘", "▝", "▄", "▐"], style, buffer);
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    for x in area.left() + 1..right {
        buffer.set_string(x, bottom, "▀", style);
    }
    for y in area.top() + 1..bottom {
        buffer.set_string(right, y, "▌", style);
    }
}

/// Writes a centred label. A long one continues on the next lines; if it does not fit, its beginning and its last
/// character are shown.
fn label(text: &str, area: Rect, style: Style, buffer: &mut Buffer) {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let mut lines = broken(text, width);
    if lines.len() > height {
        let end: String = text.chars().last().into_iter().collect();
        let room = (width * height).saturating_sub(Span::raw(end.as_str()).width() + 1);
        let mut start = text.to_owned();
        while Span::raw(start.as_str()).width() > room && start.pop().is_some() {}
        let shortened = if width * height > 2 { format!("{start}…{end}") } else { text.to_owned() };
        lines = broken(&shortened, width);
        lines.truncate(height);
    }
    let top = area.y + (area.height - lines.len() as u16) / 2;
    for (y, line) in (top..).zip(&lines) {
        let x = area.x + area.width.saturating_sub(Span::raw(line.as_str()).width() as u16) / 2;
        buffer.set_stringn(x, y, line, width, style);
    }
}

/// Breaks a text into lines of at most a number of columns.
fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for character in text.chars() {
        let character = character.to_string();
        let is_full = lines.last().is_some_and(|line| Span::raw(format!("{line}{character}")).width() > width);
        if is_full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&character);
        }
    }
    lines
}
