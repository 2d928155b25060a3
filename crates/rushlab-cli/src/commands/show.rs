//! `rushlab show`: draws boards in the terminal, as many beside each other as fit.

use std::io::Write as _;

use anyhow::Result;
use rushlab::Puzzle;
use rushlab_render::{Scene, TextBlock, draw_text, side_by_side};

use crate::Verdict;
use crate::arguments::ShowOptions;
use crate::commands::complain;
use crate::input::{self, Event, Item};
use crate::output;

/// So many boards are laid out together; a file of millions is drawn as it is read.
const SHEET: usize = 24;

pub(crate) fn run(options: &ShowOptions) -> Result<Verdict> {
    let mut out = output::stdout();
    let mut verdict = Verdict::Good;
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
    input::read(&options.reading, |event| {
        if let Event::Item(item @ Item { puzzle: Ok(puzzle), .. }) = &event {
            sheet.push(draw_text(&Scene::of(puzzle)).captioned(&caption(item, puzzle)));
        } else {
            verdict = Verdict::Wrong;
            complain(&event);
        }
        if sheet.len() == SHEET { print(&mut sheet) } else { Ok(()) }
    })?;
    if !sheet.is_empty() {
        print(&mut sheet)?;
    }
    Ok(verdict)
}

/// The puzzle's number, and its name if it has one.
pub(super) fn caption(item: &Item<'_>, puzzle: &Puzzle) -> String {
    format!("{}{}", item.id(), output::name_of(puzzle))
}
