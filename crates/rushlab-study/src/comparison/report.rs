//! The report and the slides: the questions of COMP 472, answered from the results of this comparison.
//!
//! Data flows one way: the results and further checks (`checks.rs`) → sections of sentences, tables and drawings
//! (`sections.rs`) → an HTML page, a Markdown text with its pictures, or slides (`crate::report`), where everything is
//! escaped.

mod checks;
mod data;
mod sections;

use self::checks::ReportChecks;
use self::data::Data;
use super::{ComparisonObserver, Results};
use crate::report::document::Document;

/// The report of a comparison.
#[non_exhaustive]
pub struct Report {
    /// The report.
    pub document: Document,
    /// Its main results, a section for each slide.
    pub slides: Document,
}

impl Results {
    /// Checks the heuristics on the clusters of the puzzles and returns the report; `None` if it was interrupted.
    pub fn report(&self, observer: &dyn ComparisonObserver) -> Option<Report> {
        let data = Data::new(self, ReportChecks::new(&self.comparison, observer)?);
        Some(Report { document: sections::document(&data), slides: sections::slides(&data) })
    }
}
