//! `rushlab replay`: plays a list of moves and reports whether each is legal, or many lists (`batch.rs`). It also
//! lists what Schlegel's algorithm can make of the moves (`operations.rs`).

mod batch;
mod operations;

use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, bail};
use rushlab::notation::{self, Displacement, NamedLists, VehicleName, WrittenMove};
use rushlab::position::{Move, Replay, ReplayError, replay};
use rushlab::{Puzzle, puzzle::Label};
use rushlab_genetic::{self, Fitness, GrhFitness, Method};
use rushlab_render::{Scene, draw_text, side_by_side};

use crate::ExitStatus;
use crate::arguments::{Output, ReplayOptions};
use crate::output::{self, BAD, GOOD, Rows, Value, count};
use crate::{input, read};

/// The columns; the last one only with `--fitness`.
const COLUMNS: &[&str] =
    &["number", "vehicle", "direction", "cells", "legal", "moves", "steps", "solved", "problem", "fitness"];

pub(crate) fn run(options: &ReplayOptions) -> Result<ExitStatus> {
    let reads_standard_input =
        options.parse.of_standard_input.is_some() || options.inputs.iter().any(|input| input == "-");
    if reads_standard_input && options.moves_file.as_deref() == Some(Path::new("-")) {
        bail!("standard input cannot be both the puzzle and the moves; give a file for one of them");
    }
    let text = moves_text(options)?;
    let notation = options.notation.map(|name| name.0);
    let moves = notation::read(&text, notation);
    let lists = NamedLists::read(&text, notation);
    if moves.is_err() && !lists.lists.is_empty() {
        if operations::are_wanted(options) {
            bail!("--mutations and --crossovers take one list of moves; give it with --play");
        }
        return batch::run(options, &lists);
    }
    if options.inputs.len() > 1 {
        bail!("one list is played on one puzzle; name the lists to play many, one a line: `A01: [AR1, PU1]`");
    }
    let moves = moves?;
    let puzzle = input::first(options.inputs.first(), &options.parse)?;
    let replayed = replay(&puzzle, &moves);
    match options.style.or_text() {
        Output::Text => print_text(options, &puzzle, &replayed, &moves)?,
        _ if options.boards.boards.is_some() || options.rewrite.is_some() || operations::are_wanted(options) => {
            bail!("--boards, --rewrite, --mutations and --crossovers print text; omit them, or the style")
        }
        _ => print_rows(options, &puzzle, &replayed, &moves)?,
    }
    Ok(if replayed.error.is_some() { ExitStatus::Invalid } else { ExitStatus::Success })
}

fn moves_text(options: &ReplayOptions) -> Result<String> {
    match (&options.play, &options.moves_file) {
        (Some(moves), _) => Ok(moves.clone()),
        (None, Some(path)) => read::text(path, read::MOVES),
        (None, None) => Ok(String::new()),
    }
}

fn print_text(options: &ReplayOptions, puzzle: &Puzzle, replayed: &Replay, moves: &[WrittenMove]) -> Result<()> {
    let mut out = output::stdout();
    if options.boards.are_plain() {
        let start = puzzle.start();
        let positions = std::iter::once(&start).chain(replayed.played.iter().map(|(_, position)| position));
        write!(out, "{}", output::plain_boards(positions, None))?;
        out.flush()?;
        let reason = replayed.error.as_ref().map(|reason| explain(options, reason));
        return reason.map_or(Ok(()), |reason| bail!("move {} is illegal: {reason}", replayed.played.len() + 1));
    }
    let label = |mv: &Move| puzzle.vehicles()[mv.vehicle].label;
    let widest = puzzle.vehicles().iter().map(|vehicle| vehicle.label.as_str().chars().count()).max().unwrap_or(1);
    if options.boards.are_pictures() {
        write!(out, "{}", side_by_side(&[draw_text(&Scene::of(puzzle))], output::columns()))?;
    }
    for (index, (mv, position)) in replayed.played.iter().enumerate() {
        let fuel = position.fuel()[mv.vehicle].map_or(String::new(), |units| format!("   fuel left {units}"));
        let taken = if position.offsets()[mv.vehicle].is_none() { "   taken by the valet" } else { "" };
        let Move { direction, cells, .. } = mv;
        writeln!(
            out,
            "{:3}  {:widest$} {direction:5} {cells:2}   {GOOD}legal{GOOD:#}{fuel}{taken}",
            index + 1,
            label(mv)
        )?;
        if options.boards.are_pictures() {
            let drawing = draw_text(&Scene::at(position));
            write!(out, "{}", side_by_side(&[drawing], output::columns()))?;
        }
    }
    if let Some(reason) = &replayed.error {
        let played = replayed.played.len();
        let named = moves.get(played).map(WrittenMove::to_string).unwrap_or_default();
        let width = widest + 9;
        let reason = explain(options, reason);
        writeln!(out, "{:3}  {named:width$}   {BAD}illegal{BAD:#}: {reason}", played + 1)?;
        let left = moves.len() - played - 1;
        if left > 0 {
            writeln!(out, "     {} not played", count(left, "move"))?;
        }
    }
    if let Some(name) = options.rewrite {
        let moves: Vec<Move> = replayed.played.iter().map(|(mv, _)| *mv).collect();
        write!(out, "{}", notation::write(name.0, puzzle, &moves))?;
    }
    let result = if replayed.solved { format!("{GOOD}solved{GOOD:#}") } else { format!("{BAD}not solved{BAD:#}") };
    let (moves, steps) = (count(replayed.played.len(), "move"), count(replayed.steps as usize, "step"));
    writeln!(out, "{moves}, {steps}: {result}")?;
    if let Some(method) = options.fitness {
        let last = fitness_history(method, puzzle, replayed).pop().filter(|_| replayed.error.is_none());
        writeln!(out, "{}", last.map_or_else(|| "no fitness, because a move is illegal".to_owned(), describe))?;
    }
    if replayed.error.is_none() {
        operations::print(&mut out, options, puzzle, replayed)?;
    }
    Ok(out.flush()?)
}

/// Returns the reason why a move cannot be played, with a remedy if the notation was detected.
fn explain(options: &ReplayOptions, reason: &ReplayError) -> String {
    if options.notation.is_some() { reason.to_string() } else { reason.explain(&output::remedy) }
}

/// Returns the fitness of the start and after each move that was played.
fn fitness_history(method: Method, puzzle: &Puzzle, replayed: &Replay) -> Vec<Fitness> {
    let moves: Vec<Move> = replayed.played.iter().map(|(mv, _)| *mv).collect();
    rushlab_genetic::fitness_history(method, puzzle, &moves)
}

fn describe(fitness: Fitness) -> String {
    match fitness {
        Fitness::Schlegel { blockers } => {
            format!("fitness {} (schlegel): {}", fitness.value(), count(blockers as usize, "blocking vehicle"))
        }
        Fitness::Grh(GrhFitness { blockers, mobility, repetitions, fitness }) => format!(
            "fitness {fitness:.2} (grh): stages {blockers:.2} (blocking vehicles), {mobility} (free cells), {repetitions} (repetitions)"
        ),
    }
}

fn print_rows(options: &ReplayOptions, puzzle: &Puzzle, replayed: &Replay, listed: &[WrittenMove]) -> Result<()> {
    let columns = if options.fitness.is_some() { COLUMNS } else { &COLUMNS[..COLUMNS.len() - 1] };
    let mut rows = Rows::new(output::stdout(), options.style.or_text(), columns)?;
    let fitness = options.fitness.map_or_else(Vec::new, |method| fitness_history(method, puzzle, replayed));
    let (mut moves, mut steps) = (0, 0);
    for (index, (mv, position)) in replayed.played.iter().enumerate() {
        moves += 1;
        steps += u64::from(mv.cells);
        let label: Label = puzzle.vehicles()[mv.vehicle].label;
        rows.row(&[
            Value::Number(index as u64 + 1),
            label.to_string().into(),
            mv.direction.word().into(),
            Value::Number(mv.cells.into()),
            Value::Flag(true),
            Value::Number(moves),
            Value::Number(steps),
            Value::Flag(position.is_solved()),
            Value::Missing,
            fitness.get(index + 1).map_or(Value::Missing, |fitness| Value::Decimal(fitness.value(), 2)),
        ])?;
    }
    if let Some((reason, written)) = replayed.error.as_ref().zip(listed.get(replayed.played.len())) {
        let (direction, cells) = match written.displacement {
            Displacement::Towards(direction, cells) => (direction.word().into(), Value::Number(cells.into())),
            Displacement::Signed(distance) => (Value::Missing, Value::Number(distance.unsigned_abs().into())),
        };
        let vehicle = match written.vehicle {
            VehicleName::Label(label) => label.to_string().into(),
            VehicleName::At { .. } => Value::Missing,
        };
        rows.row(&[
            Value::Number(moves + 1),
            vehicle,
            direction,
            cells,
            Value::Flag(false),
            Value::Number(moves),
            Value::Number(steps),
            Value::Flag(replayed.solved),
            explain(options, reason).into(),
            Value::Missing,
        ])?;
    }
    Ok(rows.finish()?)
}
