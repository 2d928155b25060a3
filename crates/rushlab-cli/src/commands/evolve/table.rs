//! The table of GRH: one row per puzzle, with the results of its runs in each setting. On the collection `grh-table`,
//! on the built-in levels and on four files, the rows of the paper's Table 1 are beside it.

use std::io::{self, Write};

use anyhow::Result;
use rushlab::puzzle::Metric;
use rushlab_study::evolution::paper::{self, PaperRow};
use rushlab_study::evolution::{EvolutionSummary, GeneticConfiguration, Totals};
use rushlab_study::words::share;

use super::place::{self, Place};
use super::run::Job;
use crate::arguments::{EvolveOptions, Output};
use crate::output::{self, Rows, STRONG, Value, count, grouped, time};

const COLUMNS: &[&str] = &[
    "level",
    "number",
    "setting",
    "optimum",
    "best",
    "mean",
    "seconds",
    "at_optimum",
    "as_evolved",
    "slowest",
    "solved",
];

/// Width of the figures of a setting, and of the paper.
const BLOCK: usize = 22;

pub(super) struct Table {
    layout: Layout,
    runs: u32,
    /// The names of the settings, in the order of their columns.
    settings: Vec<&'static str>,
    /// The totals of all boards, then those of each level so far.
    all: Level,
    levels: Vec<Level>,
}

enum Layout {
    /// Our figures, with totals below them.
    Alone(Rows<'static, Box<dyn Write + Send>>),
    /// Our figures on the left, the paper's on the right, level by level.
    BesidePaper { out: Box<dyn Write + Send>, title: String },
}

struct Level {
    name: String,
    /// The totals in each setting.
    totals: Vec<Totals>,
    /// The totals of the paper on as many boards of the level.
    paper: Totals,
}

impl Level {
    fn new(name: &str, settings: usize) -> Level {
        Level { name: name.to_owned(), totals: vec![Totals::default(); settings], paper: Totals::default() }
    }

    fn add(&mut self, summaries: &[&EvolutionSummary], paper_row: Option<&PaperRow>) {
        self.totals.iter_mut().zip(summaries).for_each(|(totals, summary)| totals.add(summary));
        paper_row.into_iter().for_each(|row| self.paper.add_paper(row));
    }
}

impl Table {
    pub(super) fn new(options: &EvolveOptions) -> Result<Table> {
        let out: Box<dyn Write + Send> = Box::new(output::stdout());
        let settings: Vec<&str> = options.settings().iter().map(|setting| setting.name()).collect();
        let inputs = options.inputs();
        let has_levels = inputs.iter().any(place::has_levels);
        let layout = if has_levels || inputs.len() == paper::LEVELS.len() {
            // A table has one algorithm.
            let method = options.methods()?.first().map_or("", |method| method.name());
            let metric = options.metric()?.unwrap_or(Metric::Moves);
            let runs = count(options.runs() as usize, "run");
            let (boards, theirs) = match inputs.first() {
                Some(input) if input.is_grh_table() => (input.name.as_str(), "boards have the same minima"),
                Some(input) if has_levels => (input.name.as_str(), "boards are not the same"),
                _ => ("the given files", "boards are not the same"),
            };
            let title = format!(
                "{method} on {boards}, in {metric}, {runs} of each board\n\
                 on the right, Table 1 of the GRH paper; its {theirs}"
            );
            Layout::BesidePaper { out, title }
        } else {
            Layout::Alone(Rows::new(out, Output::Table, COLUMNS)?)
        };
        let all = Level::new("all", settings.len());
        Ok(Table { layout, runs: options.runs(), settings, all, levels: Vec::new() })
    }

    /// Prints the row of a puzzle, given its runs in each setting.
    pub(super) fn add<'a>(
        &mut self,
        job: &Job,
        runs: impl IntoIterator<Item = (&'a GeneticConfiguration, &'a EvolutionSummary)>,
    ) -> Result<()> {
        let (configurations, summaries): (Vec<_>, Vec<_>) = runs.into_iter().unzip();
        let Place { level, level_index, number } = &*job.place;
        let paper_level = paper::LEVELS.get(*level_index);
        let paper_row = paper_level.and_then(|(_, rows)| rows.get(number.checked_sub(1)?));
        let is_new = self.levels.last().is_none_or(|last| last.name != *level);
        if is_new {
            self.levels.push(Level::new(level, self.settings.len()));
        }
        self.all.add(&summaries, paper_row);
        self.levels.iter_mut().next_back().into_iter().for_each(|last| last.add(&summaries, paper_row));
        match &mut self.layout {
            Layout::Alone(rows) => {
                for (configuration, summary) in configurations.iter().zip(&summaries) {
                    rows.row(&row(job, configuration, summary))?;
                }
                Ok(())
            }
            Layout::BesidePaper { out, title } => {
                if self.levels.len() == 1 && is_new {
                    writeln!(out, "{title}")?;
                }
                if is_new {
                    print_head(out, level, &self.settings, paper_level.map_or("", |(name, _)| name))?;
                }
                let optimum = summaries.first().and_then(|summary| summary.optimum);
                write!(out, "{number:>12}  {:>7}", or_missing(optimum))?;
                for summary in &summaries {
                    write!(out, "{}", figures(summary.best(), summary.mean(), Some(summary.seconds)))?;
                }
                let theirs = paper_row.map_or_else(
                    || figures(None, None, None),
                    |row| figures(Some(row.best), Some(row.mean), Some(row.seconds)),
                );
                writeln!(out, "  {:>7}{theirs}", or_missing(paper_row.map(|row| row.minimum)))?;
                Ok(out.flush()?)
            }
        }
    }

    pub(super) fn finish(self) -> Result<()> {
        let Table { layout, runs, settings, all, mut levels } = self;
        let is_alone = matches!(layout, Layout::Alone(_));
        let mut out: Box<dyn Write + Send> = match layout {
            Layout::Alone(rows) => {
                rows.finish()?;
                Box::new(output::stdout())
            }
            Layout::BesidePaper { out, .. } => out,
        };
        writeln!(out)?;
        if is_alone {
            levels.clear();
        }
        levels.push(all);
        print_shares(&mut out, runs, &settings, &levels, !is_alone)?;
        let all = levels.last().map_or(&[][..], |all| &all.totals);
        for (setting, totals) in settings.iter().zip(all) {
            writeln!(out, "{setting}: {}", describe(totals))?;
        }
        Ok(out.flush()?)
    }
}

/// Prints the heads of the columns of a level.
fn print_head(out: &mut impl Write, level: &str, settings: &[&str], paper_level: &str) -> io::Result<()> {
    let blocks: String = settings.iter().map(|setting| format!("  {setting:<width$}", width = BLOCK - 2)).collect();
    writeln!(out, "\n{:21}{blocks}  GRH, {paper_level}", "")?;
    let head = format!("  {:>4}  {:>5}  {:>7}", "best", "mean", "seconds");
    writeln!(out, "{STRONG}{level:12}{STRONG:#}  minimum{}  minimum{head}", head.repeat(settings.len()))
}

/// Prints the shares of each level and of all boards in each setting, with the paper's below them.
fn print_shares(
    out: &mut impl Write,
    runs: u32,
    settings: &[&str],
    levels: &[Level],
    with_paper: bool,
) -> io::Result<()> {
    let heads = ["at minimum", "under 0.5 s", "best above", "mean above"];
    let heads: String = heads.map(|head| format!("  {head:>11}")).concat();
    writeln!(out, "{STRONG}{:12}  {:8}{heads}{STRONG:#}", "", "")?;
    for Level { name, totals, paper } in levels {
        let paper = with_paper.then_some(("GRH", paper));
        for (number, (whose, totals)) in settings.iter().copied().zip(totals).chain(paper).enumerate() {
            let shares: String = totals.shares().map(|share| format!("  {share:>11}")).concat();
            writeln!(out, "{:12}  {whose:8}{shares}", if number == 0 { name } else { "" })?;
        }
    }
    writeln!(out, "\nat minimum: boards on which the best of {} is optimal", count(runs as usize, "run"))?;
    writeln!(out, "under 0.5 s: boards that take less than half a second on average")?;
    writeln!(out, "best above, mean above: the best run and the mean of all runs, over the minimum")
}

fn or_missing(number: Option<u32>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

/// Formats three figures in columns.
fn figures(best: Option<u32>, mean: Option<f64>, seconds: Option<f64>) -> String {
    let decimal = |figure: Option<f64>, decimals: usize| {
        figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.decimals$}"))
    };
    format!("  {:>4}  {:>5}  {:>7}", or_missing(best), decimal(mean, 1), decimal(seconds, 4))
}

fn row<'a>(job: &'a Job, configuration: &GeneticConfiguration, summary: &EvolutionSummary) -> Vec<Value<'a>> {
    let number = |number: Option<u32>| number.map_or(Value::Missing, |number| Value::Number(number.into()));
    let share = |part: usize| format!("{:.0}%", 100.0 * part as f64 / summary.runs.max(1) as f64);
    vec![
        job.place.level.as_str().into(),
        Value::Number(job.place.number as u64),
        configuration.setting.name().into(),
        number(summary.optimum),
        number(summary.best()),
        summary.mean().map_or(Value::Missing, |mean| Value::Decimal(mean, 1)),
        Value::Decimal(summary.seconds, 4),
        share(summary.optimal()).into(),
        share(summary.optimal_before_shortening()).into(),
        Value::Decimal(summary.slowest, 4),
        format!("{} of {}", summary.solved, summary.runs).into(),
    ]
}

fn describe(totals: &Totals) -> String {
    format!(
        "{} of {} solved; the slowest took {}\n  {} of the runs are at the minimum, {} before shortening",
        grouped(totals.solved),
        count(totals.runs, "run"),
        time(totals.slowest),
        share(totals.at_optimum, totals.runs),
        share(totals.optimal_before_shortening, totals.runs),
    )
}
