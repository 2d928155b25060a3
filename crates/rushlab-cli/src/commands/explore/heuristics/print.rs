//! Prints the checks as text or as rows.

use std::io::Write;

use anyhow::Result;
use rushlab::analysis::{Inconsistency, Overestimate};
use rushlab::format;
use rushlab::position::{Move, Position};
use rushlab::puzzle::Rules;
use rushlab_render::{Scene, draw_text, side_by_side};
use rushlab_study::properties::HeuristicCheck;
use rushlab_study::words;

use super::PuzzleChecks;
use crate::arguments::Output;
use crate::output::{self, BAD, Column, Printer, Rows, STRONG, Value, count, names, values};

/// The columns, one row for each heuristic.
const COLUMNS: [Column<PuzzleChecks, HeuristicCheck>; 17] = [
    ("puzzle", |checked, _| checked.id.as_str().into()),
    ("heuristic", |_, check| check.about.name.into()),
    ("positions", |checked, _| checked.cluster.size().into()),
    ("admissible", |_, check| check.properties.is_admissible().into()),
    ("consistent", |_, check| check.properties.is_consistent().into()),
    ("too_high", |_, check| check.properties.overestimate_count.into()),
    ("inconsistent", |_, check| check.properties.inconsistency_count.into()),
    ("worst", |_, check| check.properties.worst.map(Value::exact).into()),
    ("mean_error", |_, check| check.properties.mean_error().map(|error| Value::Decimal(error, 4)).into()),
    ("exact", |_, check| check.properties.exact_share().map(|share| Value::Decimal(share, 4)).into()),
    ("counterexample", |_, check| check.failures().first().map(|failure| board(failure.position)).into()),
    ("estimate", |_, check| too_high(check).map(|example| estimate(example.estimate)).into()),
    ("distance", |_, check| too_high(check).map(|example| example.distance).into()),
    ("inconsistency", |_, check| inconsistent(check).map(|example| board(&example.position)).into()),
    ("move", |checked, check| {
        let vehicles = checked.cluster.puzzle().vehicles();
        let words = |mv: Move| format!("{} {} {}", vehicles[mv.vehicle].label, mv.direction, mv.cells);
        inconsistent(check).map(|example| words(example.mv)).into()
    }),
    ("estimate_before", |_, check| inconsistent(check).map(|example| estimate(example.before)).into()),
    ("estimate_after", |_, check| inconsistent(check).map(|example| Value::exact(example.after)).into()),
];

pub(super) const NAMES: [&str; COLUMNS.len()] = names(&COLUMNS);

fn too_high(check: &HeuristicCheck) -> Option<&Overestimate> {
    check.properties.overestimate_example.as_ref()
}

fn inconsistent(check: &HeuristicCheck) -> Option<&Inconsistency> {
    check.properties.inconsistency_example.as_ref()
}

fn estimate(estimate: Option<f64>) -> Value<'static> {
    estimate.map_or_else(|| "unsolvable".into(), Value::exact)
}

pub(super) fn print(printer: &mut Printer, checked: &PuzzleChecks) -> Result<()> {
    printer.print(
        |out| print_text(out, checked),
        |rows| {
            for check in &checked.checks {
                rows.row(&values(&COLUMNS, checked, check))?;
                for failure in check.failures().iter().filter(|failure| failure.is_claimed) {
                    let (id, name, word) = (&checked.id, check.about.name, failure.property.word());
                    output::error(&format!("{id}: {name} is not {word}; the registry claims otherwise"));
                }
            }
            Ok(())
        },
    )
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
