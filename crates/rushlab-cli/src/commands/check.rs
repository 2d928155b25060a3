//! `rushlab check`: validates puzzles and reports every problem with its location and remedy.

use std::io::Write;

use anyhow::Result;
use rushlab::Puzzle;

use crate::ExitStatus;
use crate::arguments::{CheckOptions, Output};
use crate::input::{self, InputEvent, InputPuzzle};
use crate::output::{self, BAD, Columns, GOOD, Rows, Value, count};

const COLUMNS: &[&str] =
    &["puzzle", "valid", "width", "height", "vehicles", "walls", "primary", "exit", "problem", "id"];

pub(crate) fn run(options: &CheckOptions) -> Result<ExitStatus> {
    match options.style.or_text() {
        Output::Text => check_as_text(options),
        _ => check_as_rows(options),
    }
}

/// What was read of an input, or of all.
#[derive(Default)]
struct Totals {
    name: String,
    number: usize,
    puzzles: usize,
    invalid: usize,
    format: &'static str,
    only: Option<Puzzle>,
}

fn check_as_text(options: &CheckOptions) -> Result<ExitStatus> {
    let mut out = output::stdout();
    let (mut totals, mut all) = (Totals::default(), Totals::default());
    let (mut inputs, mut unreadable) = (0, 0);
    let mut status = ExitStatus::Success;
    input::read(&options.input, &input::inputs(&options.input), |event| {
        status = status.worse(status_of(&event));
        let (input, format) = match &event {
            InputEvent::Puzzle(InputPuzzle { origin, .. })
            | InputEvent::Invalid(origin, _)
            | InputEvent::Undecided(origin, _) => (origin.input, origin.format),
            InputEvent::Unreadable(input, _) => (*input, ""),
        };
        if input.number != totals.number {
            summarise(&mut out, &totals)?;
            totals = Totals { name: input.location(), number: input.number, ..Totals::default() };
            inputs += 1;
        }
        let problems = match event {
            InputEvent::Unreadable(input, error) => {
                unreadable += 1;
                return Ok(writeln!(out, "{BAD}{}{BAD:#}", input.unreadable(&error))?);
            }
            InputEvent::Undecided(origin, stopped) => {
                output::error(&origin.undecided(&stopped));
                return Ok(());
            }
            InputEvent::Puzzle(item) => {
                totals.only = (totals.puzzles == 0).then_some(item.puzzle);
                Vec::new()
            }
            InputEvent::Invalid(_, problems) => problems.0,
        };
        totals.format = format;
        for total in [&mut totals, &mut all] {
            total.puzzles += 1;
            total.invalid += usize::from(!problems.is_empty());
        }
        problems.iter().try_for_each(|problem| Ok(writeln!(out, "{}", input.message(problem))?))
    })?;
    summarise(&mut out, &totals)?;
    if inputs > 1 {
        let read = format!("{} in {}", count(all.puzzles, "puzzle"), count(inputs, "input"));
        let summary = match (all.puzzles, all.invalid) {
            (0, _) => None,
            (_, 0) => Some(format!("{read}: all valid")),
            (_, invalid) => Some(format!("{read}: {invalid} invalid")),
        };
        let unreadable = (unreadable > 0).then(|| format!("{} could not be read", count(unreadable, "input")));
        writeln!(out, "{}", summary.into_iter().chain(unreadable).collect::<Vec<_>>().join("; "))?;
    }
    out.flush()?;
    Ok(status)
}

fn status_of(event: &InputEvent<'_>) -> ExitStatus {
    match event {
        InputEvent::Puzzle(_) => ExitStatus::Success,
        InputEvent::Undecided(..) => ExitStatus::Incomplete,
        InputEvent::Invalid(..) | InputEvent::Unreadable(..) => ExitStatus::Invalid,
    }
}

fn summarise(out: &mut impl Write, totals: &Totals) -> Result<()> {
    let Totals { name, puzzles, invalid, format, .. } = totals;
    let puzzles_read = count(*puzzles, "puzzle");
    match (puzzles, invalid, &totals.only) {
        (0, _, _) => {}
        (1, 0, Some(puzzle)) => {
            writeln!(out, "{name}: {GOOD}valid{GOOD:#} ({format}): {}", describe(puzzle))?;
        }
        (_, 0, _) => writeln!(out, "{name}: {puzzles_read} ({format}), {GOOD}all valid{GOOD:#}")?,
        (_, invalid, _) => writeln!(out, "{name}: {puzzles_read} ({format}), {BAD}{invalid} invalid{BAD:#}")?,
    }
    Ok(())
}

fn describe(puzzle: &Puzzle) -> String {
    let walls = match puzzle.walls().len() {
        0 => String::new(),
        walls => format!(", {}", count(walls, "wall")),
    };
    let fuelled = puzzle.vehicles().iter().filter(|vehicle| vehicle.fuel.is_some()).count();
    let fuel = if fuelled > 0 { format!(", {} with limited fuel", count(fuelled, "vehicle")) } else { String::new() };
    let (primary, side) = (puzzle.primary().label, puzzle.exit().side.phrase());
    let vehicles = count(puzzle.vehicles().len(), "vehicle");
    format!("{}×{}, {vehicles}{walls}{fuel}; {primary} leaves {side}", puzzle.width(), puzzle.height())
}

fn check_as_rows(options: &CheckOptions) -> Result<ExitStatus> {
    let columns = Columns { names: COLUMNS, shortened: &["problem"], ..Columns::DEFAULT };
    let mut rows = Rows::new(output::stdout(), options.style.or_text(), columns)?;
    let mut status = ExitStatus::Success;
    input::read(&options.input, &input::inputs(&options.input), |event| {
        status = status.worse(status_of(&event));
        let row = match &event {
            InputEvent::Undecided(origin, stopped) => {
                output::error(&origin.undecided(stopped));
                return Ok(());
            }
            InputEvent::Puzzle(item) => valid_row(item.origin.id(), &item.puzzle),
            InputEvent::Invalid(origin, problems) => invalid_row(origin.id(), problems.to_string()),
            InputEvent::Unreadable(input, error) => invalid_row(input.name.clone(), input.unreadable(error)),
        };
        Ok(rows.row(&row)?)
    })?;
    rows.finish()?;
    Ok(status)
}

fn valid_row(id: String, puzzle: &Puzzle) -> [Value<'_>; 10] {
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
        puzzle.id().into(),
    ]
}

fn invalid_row(id: String, problem: String) -> [Value<'static>; 10] {
    let mut row = [const { Value::Missing }; 10];
    (row[0], row[1], row[8]) = (id.into(), Value::Flag(false), problem.into());
    row
}
