//! `report.html` and `report.md`: the questions of COMP 472, answered from the results of this comparison.
//!
//! Data flows one way: the comparison and further checks (`checks.rs`) → sections of sentences, tables and drawings (`sections.rs`) → an
//! HTML page or a Markdown text (`crate::report`), where everything is escaped.

mod checks;
mod data;
mod sections;

use anyhow::Result;

use self::checks::ReportChecks;
use self::data::Data;
use super::folder::Folder;
use super::manifest;
use super::model::Comparison;
use crate::report::{axis, canvas, document, html, markdown, plot, ranks, words};

/// Writes the report; `false` if it was interrupted.
pub(super) fn write(folder: &Folder, comparison: &Comparison, threads: usize) -> Result<bool> {
    let Some(checks) = ReportChecks::new(comparison, threads)? else { return Ok(false) };
    let document = sections::document(&Data::new(comparison, checks));
    for (name, text) in [(manifest::REPORT, html::page(&document)), (manifest::REPORT_TEXT, markdown::text(&document))]
    {
        folder.write(name, |out| {
            out.write_all(text.as_bytes())?;
            Ok(true)
        })?;
    }
    Ok(true)
}
