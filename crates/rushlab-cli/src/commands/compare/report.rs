//! `report.html`, `report.md`, `slides.html` and `slides.pdf`: the questions of COMP 472, answered from the results of this comparison.
//!
//! Data flows one way: the comparison and further checks (`checks.rs`) → sections of sentences, tables and drawings (`sections.rs`) → an
//! HTML page, a Markdown text with its pictures, or slides (`crate::report`), where everything is escaped.

mod checks;
mod data;
mod sections;

use anyhow::Result;

use self::checks::ReportChecks;
use self::data::Data;
use super::folder::Folder;
use super::manifest;
use super::model::Comparison;
use rushlab_study::report::{axis, canvas, document, html, markdown, plot, slides, slides_pdf};
use rushlab_study::statistics as ranks;
use rushlab_study::words;

/// Writes the report; `false` if it was interrupted.
pub(super) fn write(folder: &Folder, comparison: &Comparison, threads: usize) -> Result<bool> {
    let Some(checks) = ReportChecks::new(comparison, threads)? else { return Ok(false) };
    let data = Data::new(comparison, checks);
    let document = sections::document(&data);
    let deck = sections::slides(&data);
    let (text, pictures) = markdown::text(&document, manifest::PICTURES);
    folder.claim(&pictures.iter().map(|(name, _)| name.clone()).collect::<Vec<String>>())?;
    let pages = [
        (manifest::REPORT, html::page(&document)),
        (manifest::REPORT_TEXT, text),
        (manifest::SLIDES, slides::page(&deck)),
    ];
    let pages = pages.into_iter().map(|(name, text)| (name.to_owned(), text));
    let files = pages.chain(pictures).map(|(name, text)| (name, text.into_bytes()));
    for (name, bytes) in files.chain([(manifest::SLIDES_PDF.to_owned(), slides_pdf::file(&deck))]) {
        folder.write(&name, |out| Ok(out.write_all(&bytes)?))?;
    }
    Ok(true)
}
