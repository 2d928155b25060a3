//! The columns of the analysis, in the CSV file and the spreadsheet: those that COMP 472 requires, then further ones.

use std::borrow::Cow;

use rushlab::search::Configuration;

use super::{ConfigurationSummary, Results, SearchRun};

/// A value in a table.
pub enum Cell<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A whole number.
    Count(u64),
    /// A time.
    Seconds(f64),
    /// An average, or a branching factor.
    Mean(f64),
    /// From 0 to 1.
    Share(f64),
    /// No value.
    Missing,
}

impl<'a> Cell<'a> {
    /// Returns a whole number, if there is one.
    pub fn count(count: Option<impl Into<u64>>) -> Cell<'a> {
        count.map_or(Cell::Missing, |count| Cell::Count(count.into()))
    }

    fn seconds(seconds: Option<f64>) -> Cell<'a> {
        seconds.map_or(Cell::Missing, Cell::Seconds)
    }

    fn mean(mean: Option<f64>) -> Cell<'a> {
        mean.map_or(Cell::Missing, Cell::Mean)
    }
}

/// A column of the analysis, which has one row per run.
#[non_exhaustive]
pub struct Column {
    /// The heading.
    pub heading: &'static str,
    /// Returns the value in a row.
    pub value: for<'a> fn(&'a Results, &'a SearchRun) -> Cell<'a>,
}

/// The columns of the analysis.
pub const COLUMNS: &[Column] = &[
    Column { heading: "Puzzle Number", value: |all, run| Cell::Count(all.comparison.entries[run.entry].number as u64) },
    Column {
        heading: "Algorithm",
        value: |all, run| Cell::Text(all.comparison.configurations[run.configuration].algorithm.about().title.into()),
    },
    Column {
        heading: "Heuristic",
        value: |all, run| Cell::Text(heuristic_title(&all.comparison.configurations[run.configuration]).into()),
    },
    Column { heading: "Length of the Solution", value: |_, run| Cell::count(run.result.cost()) },
    Column { heading: "Length of the Search Path", value: |_, run| Cell::Count(run.result.statistics.states) },
    Column { heading: "Execution Time (in seconds)", value: |_, run| Cell::Seconds(run.result.seconds()) },
    Column { heading: "Status", value: |_, run| Cell::Text(run.result.status.word().into()) },
    Column { heading: "Optimal Length", value: |all, run| Cell::count(all.optimum(run)) },
    Column { heading: "Over the Optimum", value: |all, run| Cell::count(all.excess(run)) },
    Column { heading: "Expanded", value: |_, run| Cell::Count(run.result.statistics.expanded) },
    Column { heading: "Generated", value: |_, run| Cell::Count(run.result.statistics.generated) },
    Column { heading: "Reopened", value: |_, run| Cell::Count(run.result.statistics.reopened) },
    Column { heading: "Peak Open", value: |_, run| Cell::Count(run.result.statistics.peak_open) },
    Column { heading: "Peak Memory (in bytes)", value: |_, run| Cell::Count(run.result.statistics.peak_memory) },
    Column { heading: "Effective Branching Factor", value: |_, run| Cell::mean(run.result.branching()) },
    Column {
        heading: "Metric",
        value: |all, run| Cell::Text(all.comparison.entries[run.entry].puzzle.rules().metric.word().into()),
    },
    Column { heading: "Puzzle", value: |all, run| Cell::Text(all.comparison.entries[run.entry].id.as_str().into()) },
    Column { heading: "Runs", value: |_, run| Cell::Count(run.result.times.runs() as u64) },
    Column { heading: "Mean Time (in seconds)", value: |_, run| Cell::Seconds(run.result.times.mean()) },
    Column {
        heading: "Standard Deviation (in seconds)",
        value: |_, run| Cell::seconds(run.result.times.measured().deviation()),
    },
    Column { heading: "Least Time (in seconds)", value: |_, run| Cell::Seconds(run.result.times.least()) },
    Column { heading: "Greatest Time (in seconds)", value: |_, run| Cell::Seconds(run.result.times.greatest()) },
    Column {
        heading: "Runs Agree",
        value: |_, run| Cell::Text(if run.result.times.agree { "yes" } else { "no" }.into()),
    },
    Column { heading: "Board", value: |all, run| Cell::Text(all.comparison.entries[run.entry].board().into()) },
    Column { heading: "Puzzle Id", value: |all, run| Cell::Text(all.comparison.entries[run.entry].puzzle.id().into()) },
];

/// Returns the heuristic as in the COMP 472 spreadsheet.
fn heuristic_title(configuration: &Configuration) -> &'static str {
    configuration.heuristic.as_ref().map_or("NA", |heuristic| heuristic.about().name)
}

/// A column of the summary, which has one row per configuration.
#[non_exhaustive]
pub struct SummaryColumn {
    /// The heading.
    pub heading: &'static str,
    /// Returns the value in a row.
    pub value: fn(&ConfigurationSummary) -> Cell<'static>,
}

/// The columns of the summary after the first, which is the configuration's title.
pub const SUMMARY_COLUMNS: &[SummaryColumn] = &[
    SummaryColumn { heading: "Solved", value: |summary| Cell::Count(summary.solved as u64) },
    SummaryColumn { heading: "Unsolvable", value: |summary| Cell::Count(summary.unsolvable as u64) },
    SummaryColumn { heading: "Undecided", value: |summary| Cell::Count(summary.undecided as u64) },
    SummaryColumn { heading: "Solutions Missed", value: |summary| Cell::Count(summary.missed as u64) },
    SummaryColumn {
        heading: "Share Optimal",
        value: |summary| summary.optimal_share.map_or(Cell::Missing, Cell::Share),
    },
    SummaryColumn { heading: MEAN_LENGTH, value: |summary| Cell::mean(summary.mean_length) },
    SummaryColumn { heading: "Mean over the Optimum", value: |summary| Cell::mean(summary.mean_excess) },
    SummaryColumn { heading: MEAN_SEARCH_PATH, value: |summary| Cell::mean(summary.mean_states) },
    SummaryColumn { heading: MEAN_TIME, value: |summary| Cell::seconds(summary.mean_seconds) },
    SummaryColumn { heading: "Median Time (in seconds)", value: |summary| Cell::seconds(summary.median_seconds) },
    SummaryColumn { heading: "Total Time (in seconds)", value: |summary| Cell::Seconds(summary.total_time.seconds) },
    SummaryColumn { heading: "Mean Branching Factor", value: |summary| Cell::mean(summary.mean_branching) },
    SummaryColumn { heading: TOTAL_DEVIATION, value: |summary| Cell::seconds(summary.total_time.deviation()) },
];

/// A column that is drawn as a chart.
pub const MEAN_LENGTH: &str = "Mean Length";
/// A column that is drawn as a chart.
pub const MEAN_SEARCH_PATH: &str = "Mean Search Path";
/// A column that is drawn as a chart.
pub const MEAN_TIME: &str = "Mean Time (in seconds)";

/// The standard deviation of the total time, if the searches were repeated.
const TOTAL_DEVIATION: &str = "Standard Deviation of the Total Time (in seconds)";
