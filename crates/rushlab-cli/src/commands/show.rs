//! `rushlab show`: draws boards in the terminal, several side by side.

use std::io::Write as _;

use anyhow::Result;
use rushlab_render::{Scene, TextBlock, draw_text, side_by_side};

use crate::Verdict;
use crate::arguments::ShowOptions;
use crate::input::Item;
use crate::progress::ProgressLine;
use crate::{batch, output};

/// The number of boards that are laid out together.
const SHEET: usize = 24;

pub(crate) fn run(options: &ShowOptions) -> Result<Verdict> {
    let mut out = output::stdout();
    let mut sheet: Vec<TextBlock> = Vec::new();
    let mut sheets = 0;
    let mut print = |sheet: &mut Vec<TextBlock>| -> Result<()> {
        if sheets > 0 {
            writeln!(out)?;
        }
        sheets += 1;
        out.write_all(side_by_side(&std::mem::take(sheet), output::columns()).as_bytes())?;
        Ok(out.flush()?)
    };
    let verdict = batch::for_each(&options.input, &ProgressLine::message(), |item| {
        sheet.push(draw_text(&Scene::of(&item.puzzle)).captioned(&caption(&item)));
        if sheet.len() == SHEET {
            print(&mut sheet)?;
        }
        Ok(Verdict::Good)
    })?;
    if !sheet.is_empty() {
        print(&mut sheet)?;
    }
    Ok(verdict)
}

/// Returns the puzzle's id, and its name if it has one.
pub(super) fn caption(item: &Item<'_>) -> String {
    format!("{}{}", item.origin.id(), output::name_of(&item.puzzle))
}
