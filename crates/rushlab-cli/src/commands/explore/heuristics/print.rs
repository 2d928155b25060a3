//! Prints the checks as text or as rows.

use std::io::Write;

use anyhow::Result;
use rushlab::analysis::{Inconsistency, Properties};
use rushlab::format;
use rushlab::position::Position;
use rushlab::puzzle::Rules;
use rushlab_render::{Scene, draw_text, side_by_side};
use rushlab_study::properties::HeuristicCheck;
use rushlab_study::words;

use super::PuzzleChecks;
use crate::arguments::Output;
use crate::output::{self, BAD, Rows, STRONG, Value, count};

const COLUMNS: &[&str] = &[
    "puzzle",
    "heuristic",
    "positions",
    "admissible",
    "consistent",
    "too_high",
    "inconsistent",
    "worst",
    "mean_error",
    "exact",
    "counterexample",
    "estimate",
    "distance",
    "inconsistency",
    "move",
    "estimate_before",
    "estimate_after",
];

pub(super) enum Printer {
    Text { out: Box<dyn Write + Send>, printed: usize },
    Rows(Rows<'static, Box<dyn Write + Send>>),
}

impl Printer {
    pub(super) fn new(style: Output) -> Result<Printer> {
        let out: Box<dyn Write + Send> = Box::new(output::stdout());
        Ok(match style {
            Output::Text => Printer::Text { out, printed: 0 },
            style => Printer::Rows(Rows::new(out, style, COLUMNS)?),
        })
    }

    pub(super) fn print(&mut self, checked: &PuzzleChecks) -> Result<()> {
        match self {
            Printer::Text { out, printed } => {
                if *printed > 0 {
                    writeln!(out)?;
                }
                *printed += 1;
                print_text(out, checked)?;
                out.flush()?;
            }
            Printer::Rows(rows) => {
                for check in &checked.checks {
                    rows.row(&row(checked, check))?;
                    for failure in check.failures().iter().filter(|failure| failure.is_claimed) {
                        let (id, name, word) = (&checked.id, check.about.name, failure.property.word());
                        output::error(&format!("{id}: {name} is not {word}; the registry claims otherwise"));
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<()> {
        match self {
            Printer::Text { mut out, .. } => Ok(out.flush()?),
            Printer::Rows(rows) => Ok(rows.finish()?),
        }
    }
}

fn row<'a>(checked: &'a PuzzleChecks, check: &HeuristicCheck) -> [Value<'a>; 17] {
    let HeuristicCheck { about, properties, .. } = check;
    let Properties { overestimate_example, inconsistency_example, .. } = properties;
    let figure = |figure: Option<f64>| figure.map_or(Value::Missing, |figure| Value::Decimal(figure, 4));
    let estimate = |estimate: Option<f64>| estimate.map_or_else(|| "unsolvable".into(), Value::exact);
    let vehicles = checked.cluster.puzzle().vehicles();
    let too_high = overestimate_example.as_ref();
    let inconsistent = inconsistency_example.as_ref();
    [
        checked.id.as_str().into(),
        about.name.into(),
        Value::Number(checked.cluster.size() as u64),
        Value::Flag(properties.is_admissible()),
        Value::Flag(properties.is_consistent()),
        Value::Number(properties.overestimate_count as u64),
        Value::Number(properties.inconsistency_count as u64),
        properties.worst.map_or(Value::Missing, Value::exact),
        figure(properties.mean_error()),
        figure(properties.exact_share()),
        check.failures().first().map_or(Value::Missing, |failure| board(failure.position).into()),
        too_high.map_or(Value::Missing, |example| estimate(example.estimate)),
        too_high.map_or(Value::Missing, |example| Value::Number(example.distance.into())),
        inconsistent.map_or(Value::Missing, |example| board(&example.position).into()),
        inconsistent.map_or(Value::Missing, |Inconsistency { mv, .. }| {
            format!("{} {} {}", vehicles[mv.vehicle].label, mv.direction, mv.cells).into()
        }),
        inconsistent.map_or(Value::Missing, |example| estimate(example.before)),
        inconsistent.map_or(Value::Missing, |example| Value::exact(example.after)),
    ]
}

/// Returns a position as text that rushlab reads: as a line without rules, which that format cannot represent, or else
/// as JSON, which represents everything.
fn board(position: &Position) -> String {
    // Only a tank with more fuel than a puzzle can state makes a position that is no puzzle. It is drawn instead.
    let Ok(puzzle) = position.to_puzzle() else { return position.to_string() };
    let line = format::write(format::LINE, &puzzle.clone().with_rules(Rules::default()));
    let text = line.or_else(|_| format::write(format::JSON, &puzzle));
    text.map_or_else(|_| position.to_string(), |text| text.trim_end().to_owned())
}

fn print_text(out: &mut impl Write, checked: &PuzzleChecks) -> Result<()> {
    let PuzzleChecks { id, cluster, checks } = checked;
    let puzzle = cluster.puzzle();
    let name = output::name_of(puzzle);
    let goals = match cluster.distance(0).zip(cluster.greatest_distance()) {
        None => "no goal can be reached".to_owned(),
        Some((start, farthest)) => {
            let (goals, start) = (count(cluster.goals(), "goal"), words::cost(start, puzzle.rules().metric));
            format!("{goals}; {start} from the start, {farthest} from the farthest")
        }
    };
    writeln!(out, "{STRONG}{id}{name}{STRONG:#}: {}, {goals}", count(cluster.size(), "position"))?;
    let heads = ["heuristic", "admissible", "consistent", "mean error", "  exact"];
    let mut table = Rows::new(&mut *out, Output::Table, &heads)?;
    for HeuristicCheck { about, properties, .. } in checks {
        let answer = |failures: usize, noun| match failures {
            0 => "yes".to_owned(),
            failures => format!("no ({})", count(failures, noun)),
        };
        let error = properties.mean_error().map_or_else(|| format!("{:>10}", "-"), |error| format!("{error:>10.2}"));
        let share = properties.exact_share().map(|share| format!("{:>6.1}%", 100.0 * share));
        table.row(&[
            about.name.into(),
            answer(properties.overestimate_count, "position").into(),
            answer(properties.inconsistency_count, "move").into(),
            error.into(),
            share.unwrap_or_else(|| format!("{:>7}", "-")).into(),
        ])?;
    }
    table.finish()?;
    checks.iter().try_for_each(|check| print_failures(out, check))
}

/// Prints a sentence and a board for each property that a heuristic lacks. A board that shows both is printed once.
fn print_failures(out: &mut impl Write, check: &HeuristicCheck) -> Result<()> {
    let failures = check.failures();
    for (index, failure) in failures.iter().enumerate() {
        let shown = |other: usize| failures.get(other).is_some_and(|other| other.position == failure.position);
        if index == 0 || !shown(index - 1) {
            writeln!(out)?;
        }
        let (name, word, reason) = (check.about.name, failure.property.word(), &failure.reason);
        writeln!(out, "{STRONG}{name}{STRONG:#} is {BAD}not {word}{BAD:#}: {reason}")?;
        if failure.is_claimed {
            writeln!(out, "{BAD}the registry claims otherwise{BAD:#}: this is a bug in rushlab")?;
        }
        if !shown(index + 1) {
            write!(out, "{}", side_by_side(&[draw_text(&Scene::at(failure.position))], output::columns()))?;
        }
    }
    Ok(())
}
