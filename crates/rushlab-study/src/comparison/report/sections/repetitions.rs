//! How the times were measured, and their spread: a table of means by puzzle and search, as in INF421, and the totals.

use super::super::data::Data;
use crate::comparison::{ConfigurationSummary, SearchResult};
use crate::report::document::Section;
use crate::words::{capitalise, grouped, or_dash, ratio, time};
use rushlab::search::Verdict;

const MAX_PUZZLES: usize = 60;

/// Adds the method and the tables.
pub(super) fn add_to(data: &Data<'_>, section: &mut Section) {
    section.heading("How the times were measured");
    section.text(describe(data));
    section.list(data.results.noise().into_iter().collect());
    section.table("Total time of each search: mean and spread", HEADS, totals(data));
    let all = data.comparison.entries.len();
    let titles = (0..data.summaries.len()).map(|configuration| data.title(configuration));
    let heads: Vec<String> = std::iter::once("Puzzle".to_owned()).chain(titles).collect();
    let shown =
        if all > MAX_PUZZLES { format!("; the first {MAX_PUZZLES} of {}", grouped(all)) } else { String::new() };
    let caption = format!("Mean time ± standard deviation, puzzle by puzzle{shown}");
    section.table(caption, &heads, (0..all.min(MAX_PUZZLES)).map(|entry| row(data, entry)).collect());
}

/// States how the times were measured, and whether the results of all runs agree.
fn describe(data: &Data<'_>) -> String {
    let results = || data.results.runs().map(|run| &run.result);
    let stopped = results().filter(|result| result.status == Verdict::Limit).count();
    let differ = results().filter(|result| !result.times.agree).count();
    let mut text = format!(
        "Times are {}. A spread is the sample standard deviation of one run. Differences within the noise, which is twice the \
         spreads together, or 5%, are not counted.",
        data.results.method()
    );
    if stopped > 0 {
        text += " A search that ended at a limit was run once.";
    }
    text += &match differ {
        0 => " Status, solution and effort of every search were the same in all of its runs.".to_owned(),
        differ => format!(
            " {} of {} searches did not have the same status, solution and effort in all of their runs, because a limit ended some of them; \
             the first run counts.",
            grouped(differ),
            grouped(data.results.runs().count())
        ),
    };
    text
}

const HEADS: &[&str] =
    &["Search", "Mean", "Standard deviation", "Share of the mean", "Sum of the least", "Sum of the greatest"];

fn totals(data: &Data<'_>) -> Vec<Vec<String>> {
    let row = |(configuration, summary): (usize, &ConfigurationSummary)| {
        let sum = |value: fn(&SearchResult) -> f64| -> f64 {
            data.results.by(configuration).map(|run| value(&run.result)).sum()
        };
        let (total, deviation) = (summary.total_time.seconds, summary.total_time.deviation());
        vec![
            data.title(configuration),
            time(total),
            or_dash(deviation, |deviation| format!("±{}", time(deviation))),
            or_dash(deviation.filter(|_| total > 0.0), |deviation| ratio(deviation / total)),
            time(sum(|result| result.times.least())),
            time(sum(|result| result.times.greatest())),
        ]
    };
    data.summaries.iter().enumerate().map(row).collect()
}

fn row(data: &Data<'_>, entry: usize) -> Vec<String> {
    let runs = data.results.on(entry).iter();
    let cells = runs.map(|run| match run.result.status {
        Verdict::Limit => "limit".to_owned(),
        Verdict::Solved | Verdict::Unsolvable => run.result.times.measured().text(),
    });
    std::iter::once(capitalise(&data.name(entry))).chain(cells).collect()
}
