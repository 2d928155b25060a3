//! The boards of the puzzles, drawn with coloured cells.

use rushlab_render::Scene;
use rushlab_render::palette::Colour;
use rust_xlsxwriter::{Color, Format, FormatAlign, FormatBorder, Worksheet, XlsxError};

use super::super::Results;
use super::prepare_print;
use crate::words::count;

/// The maximum number of puzzles that are drawn, and the greatest side of a board.
const MAX_PUZZLES: usize = 1000;
const MAX_SIDE: u8 = 40;

/// Number of columns that fit on the width of a page.
const PAGE_COLUMNS: usize = 36;

/// The side of a cell, in pixels.
const CELL: u32 = 24;

/// The rows of a puzzle other than those of its board: title, id, and an empty row.
const OTHER_ROWS: u32 = 3;

pub(super) fn fill(sheet: &mut Worksheet, results: &Results) -> Result<(), XlsxError> {
    sheet.set_name("Puzzles")?.set_screen_gridlines(false);
    let shown: Vec<(usize, Scene)> = results
        .comparison
        .entries
        .iter()
        .enumerate()
        .take(MAX_PUZZLES)
        .map(|(index, entry)| (index, Scene::of(&entry.puzzle)))
        .filter(|(_, scene)| scene.width.max(scene.height) <= MAX_SIDE)
        .collect();
    let widest = shown.iter().map(|(_, scene)| scene.width).max().unwrap_or(1);
    // One empty column lies between two boards.
    let (block, per_row) = (usize::from(widest) + 1, (PAGE_COLUMNS / (usize::from(widest) + 1)).max(1));
    let columns = (block * per_row) as u16;
    for column in 0..columns {
        sheet.set_column_width_pixels(column, CELL)?;
    }
    let heading = Format::new().set_bold().set_font_size(14);
    let left_out = results.comparison.entries.len() - shown.len();
    let title = match left_out {
        0 => count(results.comparison.entries.len(), "puzzle"),
        _ => format!("{} of {}", shown.len(), count(results.comparison.entries.len(), "puzzle")),
    };
    sheet.write_string_with_format(0, 0, title, &heading)?;
    let (mut row, mut breaks) = (2, Vec::new());
    let mut on_page = 0;
    for line in shown.chunks(per_row) {
        let height = line.iter().map(|(_, scene)| u32::from(scene.height)).max().unwrap_or(0) + OTHER_ROWS;
        if on_page + height > PAGE_ROWS && on_page > 0 {
            breaks.push(row);
            on_page = 0;
        }
        for (column, (index, scene)) in line.iter().enumerate() {
            draw(sheet, (row, (column * block) as u16), results, *index, scene)?;
        }
        row += height;
        on_page += height;
    }
    sheet.set_page_breaks(&breaks)?;
    prepare_print(sheet, row, columns - 1)
}

/// Number of rows that fit on a page of this width.
const PAGE_ROWS: u32 = 26;

/// Writes a puzzle: its name and optimum, its id, and its board.
fn draw(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    results: &Results,
    index: usize,
    scene: &Scene,
) -> Result<(), XlsxError> {
    let entry = &results.comparison.entries[index];
    // Both lines are as wide as the board.
    let last = column + u16::from(scene.width) - 1;
    let small = Format::new().set_font_size(8).set_font_color(Color::RGB(0x0056_6170));
    for (row, text, format) in [
        (row, format!("{}: {}", entry.id, results.optimum_in_words(index)), Format::new().set_bold()),
        (row + 1, entry.puzzle.id(), small),
    ] {
        let format = format.set_shrink();
        if last > column {
            sheet.merge_range(row, column, row, last, &text, &format)?;
        } else {
            sheet.write_string_with_format(row, column, text, &format)?;
        }
    }
    let cell = |at: rushlab::puzzle::Cell| (row + 2 + u32::from(at.row), column + u16::from(at.column));
    let format = |fill: u32| {
        let format = Format::new().set_background_color(Color::RGB(fill)).set_align(FormatAlign::Center);
        format.set_align(FormatAlign::VerticalCenter).set_border(FormatBorder::Thin).set_border_color(Color::RGB(GRID))
    };
    for y in 0..scene.height {
        sheet.set_row_height_pixels(row + 2 + u32::from(y), CELL)?;
        for x in 0..scene.width {
            sheet.write_blank(row + 2 + u32::from(y), column + u16::from(x), &format(EMPTY))?;
        }
    }
    for wall in &scene.walls {
        let (row, column) = cell(*wall);
        sheet.write_blank(row, column, &format(WALL))?;
    }
    for vehicle in &scene.vehicles {
        let colour = vehicle.colour();
        let format = format(rgb(colour)).set_bold().set_font_color(Color::RGB(rgb(colour.ink())));
        for at in vehicle.cells() {
            let (row, column) = cell(at);
            sheet.write_string_with_format(row, column, vehicle.label.as_str(), &format)?;
        }
    }
    Ok(())
}

/// The colours of the grid, of empty cells and of walls.
const GRID: u32 = 0x00C4_CCD6;
const EMPTY: u32 = 0x00EC_EFF4;
const WALL: u32 = 0x003D_4756;

fn rgb(colour: Colour) -> u32 {
    u32::from_be_bytes([0, colour.red, colour.green, colour.blue])
}
