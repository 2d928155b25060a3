//! `rushlab check`: validates puzzles and reports every problem with its place and remedy.

use std::io::Write;

use anyhow::Result;
use rushlab::Puzzle;

use crate::Verdict;
use crate::arguments::{CheckOptions, Output};
use crate::input::{self, Event};
use crate::output::{self, BAD, GOOD, Rows, Value, count};

const COLUMNS: &[&str] = &["puzzle", "valid", "width", "height", "vehicles", "walls", "primary", "exit", "problem"];

pub(crate) fn run(options: &CheckOptions) -> Result<Verdict> {
    match options.output {
        Output::Text => check_as_text(options),
        _ => check_as_rows(options),
    }
}

/// The counts of one input.
#[derive(Default)]
struct Tally {
    name: String,
    number: usize,
    puzzles: usize,
    bad: usize,
    format: &'static str,
    only: Option<Puzzle>,
}

fn check_as_text(options: &CheckOptions) -> Result<Verdict> {
    let mut out = output::stdout();
    let mut tally = Tally::default();
    let (mut inputs, mut puzzles, mut bad, mut unreadable) = (0, 0, 0, 0);
    input::read(&options.input, &input::inputs(&options.input), |event| {
        let input = match &event {
            Event::Puzzle(item) => item.origin.input,
            Event::Invalid(origin, _) => origin.input,
            Event::Unreadable(input, _) => input,
        };
        if input.number != tally.number {
            summarise(&mut out, &tally)?;
            tally = Tally { name: input.name.clone(), number: input.number, ..Tally::default() };
            inputs += 1;
        }
        match event {
            Event::Unreadable(input, error) => {
                unreadable += 1;
                writeln!(out, "{BAD}{}{BAD:#}", input.unreadable(&error))?;
            }
            Event::Puzzle(item) => {
                puzzles += 1;
                tally.puzzles += 1;
                tally.format = item.origin.format;
                tally.only = (tally.puzzles == 1).then_some(item.puzzle);
            }
            Event::Invalid(origin, problems) => {
                puzzles += 1;
                bad += 1;
                tally.puzzles += 1;
                tally.bad += 1;
                tally.format = origin.format;
                for problem in &problems.0 {
                    writeln!(out, "{}", input.message(problem))?;
                }
            }
        }
        Ok(())
    })?;
    summarise(&mut out, &tally)?;
    if inputs > 1 {
        let verdict = match (puzzles, bad) {
            (0, _) => String::new(),
            (_, 0) => format!("{} in {}: all valid", count(puzzles, "puzzle"), count(inputs, "input")),
            _ => format!("{} in {}: {bad} bad", count(puzzles, "puzzle"), count(inputs, "input")),
        };
        let lost =
            if unreadable > 0 { format!("{} could not be read", count(unreadable, "input")) } else { String::new() };
        let between = if verdict.is_empty() || lost.is_empty() { "" } else { "; " };
        writeln!(out, "{verdict}{between}{lost}")?;
    }
    out.flush()?;
    Ok(if bad > 0 || unreadable > 0 { Verdict::Wrong } else { Verdict::Good })
}

fn summarise(out: &mut impl Write, tally: &Tally) -> Result<()> {
    let Tally { name, puzzles, bad, format, .. } = tally;
    let puzzles_read = count(*puzzles, "puzzle");
    match (puzzles, bad, &tally.only) {
        (0, _, _) => {}
        (1, 0, Some(puzzle)) => {
            writeln!(out, "{name}: {GOOD}valid{GOOD:#} ({format}): {}", describe(puzzle))?;
        }
        (_, 0, _) => writeln!(out, "{name}: {puzzles_read} ({format}), {GOOD}all valid{GOOD:#}")?,
        (_, bad, _) => writeln!(out, "{name}: {puzzles_read} ({format}), {BAD}{bad} bad{BAD:#}")?,
    }
    Ok(())
}

/// Describes a puzzle in a few words.
fn describe(puzzle: &Puzzle) -> String {
    let walls = match puzzle.walls().len() {
        0 => String::new(),
        walls => format!(", {}", count(walls, "wall")),
    };
    let fuelled = puzzle.vehicles().iter().filter(|vehicle| vehicle.fuel.is_some()).count();
    let fuel = if fuelled > 0 { format!(", {} with fuel given", count(fuelled, "vehicle")) } else { String::new() };
    let (primary, side) = (puzzle.primary().label, puzzle.exit().side.phrase());
    let vehicles = count(puzzle.vehicles().len(), "vehicle");
    format!("{}×{}, {vehicles}{walls}{fuel}; {primary} leaves {side}", puzzle.width(), puzzle.height())
}

fn check_as_rows(options: &CheckOptions) -> Result<Verdict> {
    let mut rows = Rows::new(output::stdout(), options.output, COLUMNS)?;
    let mut verdict = Verdict::Good;
    input::read(&options.input, &input::inputs(&options.input), |event| {
        if !matches!(&event, Event::Puzzle(_)) {
            verdict = Verdict::Wrong;
        }
        let row = match &event {
            Event::Puzzle(item) => valid_row(item.origin.id(), &item.puzzle),
            Event::Invalid(origin, problems) => bad_row(origin.id(), problems.to_string()),
            Event::Unreadable(input, error) => bad_row(input.name.clone(), input.unreadable(error)),
        };
        Ok(rows.row(&row)?)
    })?;
    rows.finish()?;
    Ok(verdict)
}

fn valid_row(id: String, puzzle: &Puzzle) -> [Value<'_>; 9] {
    [
        id.into(),
        Value::Flag(true),
        Value::Number(puzzle.width().into()),
        Value::Number(puzzle.height().into()),
        Value::Number(puzzle.vehicles().len() as u64),
        Value::Number(puzzle.walls().len() as u64),
        puzzle.primary().label.as_str().into(),
        puzzle.exit().side.word().into(),
        Value::Missing,
    ]
}

fn bad_row(id: String, problem: String) -> [Value<'static>; 9] {
    let missing = || Value::Missing;
    [id.into(), Value::Flag(false), missing(), missing(), missing(), missing(), missing(), missing(), problem.into()]
}
