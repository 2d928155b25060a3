//! Prints the summary of a comparison and the location of its files, or a row for each run.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use rushlab::Solution;
use rushlab::search::{Configuration, Duplicates, Verdict};
use rushlab_study::comparison::{ConfigurationSummary, PIVOTS, Results, SearchRun};

use super::plan;
use crate::arguments::{Output, TableFormat};
use crate::output::{self, BAD, Column, Rows, STRONG, Value, count, grouped, names, time, values};

/// The columns of the rows, one row for each run.
const COLUMNS: [Column<Results, SearchRun>; 23] = [
    ("puzzle", |results, run| results.comparison.entries[run.entry].id.as_str().into()),
    ("algorithm", |results, run| configuration(results, run).algorithm.about().name.into()),
    ("heuristic", |results, run| {
        configuration(results, run).heuristic.as_ref().map(|heuristic| heuristic.about().name).into()
    }),
    ("status", |_, run| run.result.status.word().into()),
    ("cost", |_, run| run.result.cost().into()),
    ("optimal", |results, run| results.optimum(run).into()),
    ("moves", |_, run| run.result.solution.as_ref().map(|solution| solution.moves().len()).into()),
    ("steps", |_, run| run.result.solution.as_ref().map(Solution::steps).into()),
    ("states", |_, run| run.result.statistics.states.into()),
    ("expanded", |_, run| run.result.statistics.expanded.into()),
    ("generated", |_, run| run.result.statistics.generated.into()),
    ("reopened", |_, run| run.result.statistics.reopened.into()),
    ("peak_open", |_, run| run.result.statistics.peak_open.into()),
    ("peak_memory", |_, run| run.result.statistics.peak_memory.into()),
    ("seconds", |_, run| Value::seconds(run.result.seconds())),
    ("solution", |_, run| run.result.solution.as_ref().map(Solution::to_string).into()),
    ("runs", |_, run| run.result.times.runs().into()),
    ("mean_seconds", |_, run| Value::seconds(run.result.times.mean())),
    ("deviation_seconds", |_, run| run.result.times.measured().deviation().map(Value::seconds).into()),
    ("min_seconds", |_, run| Value::seconds(run.result.times.least())),
    ("max_seconds", |_, run| Value::seconds(run.result.times.greatest())),
    ("runs_agree", |_, run| run.result.times.agree.into()),
    ("id", |results, run| results.comparison.entries[run.entry].puzzle.id().into()),
];

const NAMES: [&str; COLUMNS.len()] = names(&COLUMNS);

fn configuration<'a>(results: &'a Results, run: &SearchRun) -> &'a Configuration {
    &results.comparison.configurations[run.configuration]
}

pub(super) fn print(style: Output, folder: Option<&Path>, results: &Results) -> Result<()> {
    let mut out = output::stdout();
    match style {
        Output::Tsv | Output::Json | Output::Jsonl => {
            let mut rows = Rows::new(out, style, &NAMES)?;
            for run in results.runs() {
                rows.row(&values(&COLUMNS, results, run))?;
            }
            rows.finish()?;
        }
        Output::Table | Output::Text => {
            print_summary(&mut out, results)?;
            if style == Output::Text {
                print_sentences(&mut out, folder, results)?;
            }
            out.flush()?;
        }
    }
    Ok(())
}

/// Prints the tables with a row for each puzzle.
pub(super) fn print_tables(format: TableFormat, results: &Results) -> Result<()> {
    let mut out = output::stdout();
    for (index, pivot) in PIVOTS.iter().enumerate() {
        let text = match format {
            TableFormat::Text => pivot.text(results),
            TableFormat::Latex => pivot.latex(results),
        };
        write!(out, "{}{text}", if index > 0 { "\n" } else { "" })?;
    }
    Ok(out.flush()?)
}

fn print_summary(out: &mut impl Write, results: &Results) -> Result<()> {
    let heads = vec!["solved", "optimal", " length", "  searched", "    time", "total time", "  spread"];
    let lines = results.comparison.configurations.iter().enumerate().map(|(index, configuration)| {
        let summary = ConfigurationSummary::of(results, index);
        let mean = |mean: Option<f64>| mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.2}"));
        let cells = vec![
            grouped(summary.solved),
            summary.optimal_share.map_or_else(|| "-".to_owned(), |share| format!("{:.0}%", 100.0 * share)),
            mean(summary.mean_length),
            summary.mean_states.map_or_else(|| "-".to_owned(), |states| grouped(states.round() as usize)),
            summary.mean_seconds.map_or_else(|| "-".to_owned(), time),
            time(summary.total_time.seconds),
            summary.total_time.deviation().map_or_else(|| "-".to_owned(), |deviation| format!("±{}", time(deviation))),
        ];
        (configuration.title(), cells)
    });
    let lines: Vec<(String, Vec<String>)> = lines.collect();
    let widest = lines.iter().map(|(title, _)| title.chars().count()).max().unwrap_or(0).max("search".len());
    write!(out, "{STRONG}{:widest$}", "search")?;
    heads.iter().try_for_each(|head| write!(out, "  {head}"))?;
    writeln!(out, "{STRONG:#}")?;
    for (title, cells) in lines {
        write!(out, "{title:widest$}")?;
        cells.iter().zip(&heads).try_for_each(|(cell, head)| write!(out, "  {cell:>width$}", width = head.len()))?;
        writeln!(out)?;
    }
    Ok(())
}

fn print_sentences(out: &mut impl Write, folder: Option<&Path>, results: &Results) -> Result<()> {
    let entries = results.comparison.entries.len();
    let ended = |status| results.optima().filter(|optimum| optimum.status == status).count();
    let mut parts = vec![format!("{} with a solution", grouped(ended(Verdict::Solved)))];
    parts.extend(Some(ended(Verdict::Unsolvable)).filter(|none| *none > 0).map(|none| format!("{none} without")));
    parts.extend(Some(ended(Verdict::Limit)).filter(|none| *none > 0).map(|none| format!("{none} undecided")));
    writeln!(out, "\nLength, searched and time are averages.")?;
    let method = format!("Times are {}; the spread is that of one run.", results.method());
    for sentence in [method].into_iter().chain(results.noise()) {
        for line in output::wrap_words(&sentence, output::columns().min(80)) {
            writeln!(out, "{line}")?;
        }
    }
    let differ = results.runs().filter(|run| !run.result.times.agree).count();
    if differ > 0 {
        let searches = if differ == 1 { "search" } else { "searches" };
        writeln!(
            out,
            "{BAD}the runs of {} {searches} had different results{BAD:#}, because of a limit",
            grouped(differ)
        )?;
    }
    writeln!(out, "{}: {}", count(entries, "puzzle"), parts.join(", "))?;
    let missed = results.runs().filter(|run| results.missed(run)).count();
    if missed > 0 && results.comparison.duplicates() == Duplicates::Board {
        let times = count(missed, "time");
        writeln!(
            out,
            "{BAD}a solution was missed{BAD:#} {times}, because duplicates were detected by the board alone"
        )?;
    }
    let Some(folder) = folder else { return Ok(()) };
    let files = count(2 * results.runs().count(), "text file");
    let others =
        [plan::CSV, plan::SPREADSHEET, plan::REPORT, plan::REPORT_TEXT, plan::SLIDES, plan::SLIDES_PDF].join(", ");
    let written = format!("{}: {files}, {others}", folder.display());
    for line in output::wrap_words(&written, output::columns().min(100)) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
