//! The table of GRH: one row per puzzle, with the results of its runs. On the built-in levels, and on four files, the
//! rows of the paper's Table 1 are beside it.

use std::io::Write;

use anyhow::Result;
use rushlab::puzzle::Metric;
use rushlab_study::evolution::paper;
use rushlab_study::evolution::{EvolutionSummary, Totals};
use rushlab_study::words::share;

use super::place::Place;
use super::run::Job;
use crate::arguments::{EvolveOptions, Output};
use crate::input::{self, Input};
use crate::output::{self, Rows, STRONG, Value, count, grouped, time};

const COLUMNS: &[&str] =
    &["level", "number", "optimum", "best", "mean", "seconds", "at_optimum", "as_evolved", "slowest", "solved"];

pub(super) struct Table {
    layout: Layout,
    runs: u32,
    totals: Totals,
    /// The totals of the paper on as many boards of each level.
    paper_totals: Totals,
    /// The name, the totals and the paper's totals of each level so far.
    levels: Vec<(String, Totals, Totals)>,
}

enum Layout {
    /// Our figures, with totals below them.
    Alone(Rows<'static, Box<dyn Write + Send>>),
    /// Our figures on the left, the paper's on the right, level by level.
    BesidePaper { out: Box<dyn Write + Send>, title: String },
}

impl Table {
    pub(super) fn new(options: &EvolveOptions) -> Result<Table> {
        let out: Box<dyn Write + Send> = Box::new(output::stdout());
        let built_in = input::inputs(&options.input).iter().any(Input::is_built_in);
        let layout = if built_in || options.input.inputs.len() == paper::LEVELS.len() {
            // A table has one algorithm and one setting.
            let method = options.methods()?.first().map_or("", |method| method.name());
            let setting = options.setting.first().map_or("", |setting| setting.name());
            let metric = options.input.parse.metric.unwrap_or(if built_in { Metric::Steps } else { Metric::Moves });
            let runs = count(options.runs() as usize, "run");
            let boards = if built_in { "the built-in levels" } else { "the given files" };
            let title = format!("{method} {setting} on {boards}, in {metric}, {runs} of each board");
            Layout::BesidePaper { out, title }
        } else {
            Layout::Alone(Rows::new(out, Output::Table, COLUMNS)?)
        };
        let (totals, paper_totals) = (Totals::default(), Totals::default());
        Ok(Table { layout, runs: options.runs(), totals, paper_totals, levels: Vec::new() })
    }

    /// Prints the row of a puzzle.
    pub(super) fn add(&mut self, job: &Job, summary: &EvolutionSummary) -> Result<()> {
        let Place { level, level_index, number } = &*job.place;
        let paper_level = paper::LEVELS.get(*level_index);
        let paper_row = paper_level.and_then(|(_, rows)| rows.get(number.checked_sub(1)?));
        let is_new = self.levels.last().is_none_or(|(last, ..)| last != level);
        if is_new {
            self.levels.push((level.clone(), Totals::default(), Totals::default()));
        }
        self.totals.add(summary);
        paper_row.into_iter().for_each(|row| self.paper_totals.add_paper(row));
        if let Some((_, totals, paper_totals)) = self.levels.last_mut() {
            totals.add(summary);
            paper_row.into_iter().for_each(|row| paper_totals.add_paper(row));
        }
        match &mut self.layout {
            Layout::Alone(rows) => Ok(rows.row(&row(job, summary))?),
            Layout::BesidePaper { out, title } => {
                if self.levels.len() == 1 && is_new {
                    writeln!(out, "{title}")?;
                    writeln!(out, "on the right, Table 1 of the GRH paper; its boards are not the same")?;
                }
                if is_new {
                    let name = paper_level.map_or("", |(name, _)| name);
                    let head = format!("{:>7}  {:>4}  {:>5}  {:>7}", "minimum", "best", "mean", "seconds");
                    writeln!(out, "\n{:14}{:31}{}", "", "rushlab", format_args!("GRH, {name}"))?;
                    writeln!(out, "{STRONG}{level:12}{STRONG:#}  {head}   {head}")?;
                }
                let ours = figures(summary.optimum, summary.best(), summary.mean(), Some(summary.seconds));
                let theirs = figures(
                    paper_row.map(|row| row.minimum),
                    paper_row.map(|row| row.best),
                    paper_row.map(|row| row.mean),
                    paper_row.map(|row| row.seconds),
                );
                writeln!(out, "{number:>12}  {ours}   {theirs}")?;
                Ok(out.flush()?)
            }
        }
    }

    pub(super) fn finish(self) -> Result<()> {
        let Table { layout, runs, totals, paper_totals, levels } = self;
        match layout {
            Layout::Alone(rows) => {
                rows.finish()?;
                let mut out = output::stdout();
                writeln!(out, "\n{}", describe(&totals))?;
                Ok(out.flush()?)
            }
            Layout::BesidePaper { mut out, .. } => {
                print_levels(&mut out, runs, (&totals, &paper_totals), &levels)?;
                Ok(out.flush()?)
            }
        }
    }
}

/// Prints the shares of each level and of all boards, each beside the paper's.
fn print_levels(
    out: &mut impl Write,
    runs: u32,
    (totals, paper_totals): (&Totals, &Totals),
    levels: &[(String, Totals, Totals)],
) -> Result<()> {
    writeln!(out)?;
    let heads = ["at minimum", "under 0.5 s", "best above", "mean above"];
    writeln!(out, "{:12}  {}", "", heads.map(|head| format!("{head:<16}")).join("").trim_end())?;
    writeln!(
        out,
        "{STRONG}{:12}  {}{STRONG:#}",
        "",
        ["rushlab   GRH"; 4].map(|pair| format!("{pair:<16}")).join("").trim_end()
    )?;
    let all = levels.iter().map(|(name, ours, theirs)| (name.as_str(), ours, theirs));
    for (name, ours, theirs) in all.chain([("all", totals, paper_totals)]) {
        let cells = ours.shares().into_iter().zip(theirs.shares());
        let cells: String = cells.map(|(ours, theirs)| format!("{ours:>6}  {theirs:>6}  ")).collect();
        writeln!(out, "{name:12}  {}", cells.trim_end())?;
    }
    writeln!(out, "\nat minimum: boards on which the best of {} is optimal", count(runs as usize, "run"))?;
    writeln!(out, "under 0.5 s: boards that take less than half a second on average")?;
    writeln!(out, "best above, mean above: the best run and the mean of all runs, over the minimum")?;
    writeln!(
        out,
        "{} of {} solved; the slowest took {}\n{} of the runs are at the minimum, {} before shortening",
        grouped(totals.solved),
        count(totals.runs, "run"),
        time(totals.slowest),
        share(totals.at_optimum, totals.runs),
        share(totals.optimal_before_shortening, totals.runs),
    )?;
    Ok(())
}

/// Formats four figures in columns.
fn figures(minimum: Option<u32>, best: Option<u32>, mean: Option<f64>, seconds: Option<f64>) -> String {
    let number = |number: Option<u32>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    let decimal = |figure: Option<f64>, decimals: usize| {
        figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.decimals$}"))
    };
    format!("{:>7}  {:>4}  {:>5}  {:>7}", number(minimum), number(best), decimal(mean, 1), decimal(seconds, 4))
}

fn row<'a>(job: &'a Job, summary: &EvolutionSummary) -> Vec<Value<'a>> {
    let number = |number: Option<u32>| number.map_or(Value::Missing, |number| Value::Number(number.into()));
    let share = |part: usize| format!("{:.0}%", 100.0 * part as f64 / summary.runs.max(1) as f64);
    vec![
        job.place.level.as_str().into(),
        Value::Number(job.place.number as u64),
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
    let [at_optimum, under_half_second, best, mean] = totals.shares();
    format!(
        "{} of {} solved\n\
         best run optimal on {at_optimum} of the puzzles; optimal runs {}, before shortening {}\n\
         best run {best} above the optimum on average, mean of all runs {mean}\n\
         {under_half_second} of the puzzles took under half a second on average; the slowest run took {}",
        grouped(totals.solved),
        count(totals.runs, "run"),
        share(totals.at_optimum, totals.runs),
        share(totals.optimal_before_shortening, totals.runs),
        time(totals.slowest)
    )
}
