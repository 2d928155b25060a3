//! `report.html` and `report.md`: the course's questions, answered from the numbers of this comparison alone.
//!
//! Data flows one way: the comparison, and what is looked into besides (`checks.rs`) → sections of plain sentences, tables and
//! drawings (`sections.rs`) → a page or a text (`html.rs`, `markdown.rs`), where everything is escaped.

pub(in crate::commands) mod axis;
pub(in crate::commands) mod canvas;
mod checks;
mod data;
mod document;
mod html;
mod markdown;
mod plot;
mod ranks;
mod sections;
mod words;

use std::io::Write as _;

use anyhow::Result;

use self::checks::Checks;
use self::data::Data;
use super::folder::Folder;
use super::model::Comparison;
use super::plan;

/// Writes the report; `false` if that was interrupted.
pub(super) fn write(folder: &Folder, comparison: &Comparison, threads: usize) -> Result<bool> {
    let Some(checks) = Checks::new(comparison, threads)? else { return Ok(false) };
    let document = sections::document(&Data::new(comparison, checks));
    for (name, text) in [(plan::REPORT, html::page(&document)), (plan::REPORT_TEXT, markdown::text(&document))] {
        folder.write(name, |out| {
            out.write_all(text.as_bytes())?;
            Ok(true)
        })?;
    }
    Ok(true)
}
