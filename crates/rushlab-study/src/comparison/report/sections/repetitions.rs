//! How the times were measured, and their spread: a table of means by puzzle and search, as in INF421, and the totals.

use super::super::data::{Column, Data};
use crate::comparison::SearchResult;
use crate::report::document::Section;
use crate::words::{capitalise, grouped, or_dash, ratio, time};
use rushlab::search::Verdict;

const MAX_PUZZLES: usize = 60;

/// Adds the method and the tables.
pub(super) fn add_to(data: &Data<'_>, section: &mut Section) {
    section.heading("How the times were measured");
    section.text(describe(data));
    section.list(data.results.noise().into_iter().collect());
    add_totals(data, section);
    let all = data.comparison.entries.len();
    let titles = data.searches().map(|configuration| data.title(configuration));
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

fn add_totals(data: &Data<'_>, section: &mut Section) {
    let total = |search: usize| data.summaries[search].total_time;
    let share = |search: usize| total(search).deviation().map(|deviation| deviation / total(search).seconds);
    let sum = |search: usize, value: fn(&SearchResult) -> f64| -> String {
        time(data.results.by(search).map(|run| value(&run.result)).sum())
    };
    let columns: [Column<'_>; 5] = [
        ("Mean", &|search| time(total(search).seconds)),
        ("Standard deviation", &|search| {
            or_dash(total(search).deviation(), |deviation| format!("±{}", time(deviation)))
        }),
        ("Share of the mean", &|search| or_dash(share(search).filter(|share| share.is_finite()), ratio)),
        ("Sum of the least", &|search| sum(search, |result| result.times.least())),
        ("Sum of the greatest", &|search| sum(search, |result| result.times.greatest())),
    ];
    data.table(section, "Total time of each search: mean and spread", data.searches(), &columns);
}

fn row(data: &Data<'_>, entry: usize) -> Vec<String> {
    let runs = data.results.on(entry).iter();
    let cells = runs.map(|run| match run.result.status {
        Verdict::Limit => "limit".to_owned(),
        Verdict::Solved | Verdict::Unsolvable => run.result.times.measured().text(),
    });
    std::iter::once(capitalise(&data.name(entry))).chain(cells).collect()
}
