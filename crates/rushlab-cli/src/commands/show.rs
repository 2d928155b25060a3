//! `rushlab show`: draws boards in the terminal, several side by side, or lists their vehicles in rows.

use std::io::Write as _;

use anyhow::Result;
use rushlab::Orientation;
use rushlab_render::{Scene, TextBlock, draw_text, side_by_side};

use crate::ExitStatus;
use crate::arguments::{Output, ShowOptions};
use crate::input::InputPuzzle;
use crate::output::{Rows, Value};
use crate::progress::ProgressLine;
use crate::{batch, output};

/// Number of boards that are laid out together.
const BATCH_SIZE: usize = 24;

const VEHICLES: &[&str] = &["puzzle", "vehicle", "orientation", "size", "fixed", "variable"];

pub(crate) fn run(options: &ShowOptions) -> Result<ExitStatus> {
    match options.style.or_text() {
        Output::Text => draw(options),
        style => print_vehicles(options, style),
    }
}

/// Prints a row for each vehicle, as in Esau's text: it stays in its fixed row or column, and its variable position is
/// the row or column of its first cell.
fn print_vehicles(options: &ShowOptions, style: Output) -> Result<ExitStatus> {
    let mut rows = Rows::new(output::stdout(), style, VEHICLES)?;
    let status = batch::for_each(&options.input, &ProgressLine::message(), |item| {
        for vehicle in item.puzzle.vehicles() {
            let (fixed, variable) = match vehicle.orientation {
                Orientation::Horizontal => ("row", "column"),
                Orientation::Vertical => ("column", "row"),
            };
            rows.row(&[
                item.origin.id().into(),
                vehicle.label.to_string().into(),
                vehicle.orientation.to_string().into(),
                Value::Number(vehicle.length.into()),
                format!("{fixed} {}", vehicle.line()).into(),
                format!("{variable} {}", vehicle.offset()).into(),
            ])?;
        }
        Ok(ExitStatus::Success)
    })?;
    rows.finish()?;
    Ok(status)
}

fn draw(options: &ShowOptions) -> Result<ExitStatus> {
    let mut out = output::stdout();
    let mut batch_of_boards: Vec<TextBlock> = Vec::new();
    let mut batches = 0;
    let mut print = |batch_of_boards: &mut Vec<TextBlock>| -> Result<()> {
        if batches > 0 {
            writeln!(out)?;
        }
        batches += 1;
        out.write_all(side_by_side(&std::mem::take(batch_of_boards), output::columns()).as_bytes())?;
        Ok(out.flush()?)
    };
    let status = batch::for_each(&options.input, &ProgressLine::message(), |item| {
        batch_of_boards.push(draw_text(&Scene::of(&item.puzzle)).captioned(&caption(&item)));
        if batch_of_boards.len() == BATCH_SIZE {
            print(&mut batch_of_boards)?;
        }
        Ok(ExitStatus::Success)
    })?;
    if !batch_of_boards.is_empty() {
        print(&mut batch_of_boards)?;
    }
    Ok(status)
}

/// Returns the puzzle's id, and its name and special rules if it has any.
pub(super) fn caption(item: &InputPuzzle<'_>) -> String {
    format!("{}{}{}", item.origin.id(), output::name_of(&item.puzzle), output::rules_of(&item.puzzle))
}
