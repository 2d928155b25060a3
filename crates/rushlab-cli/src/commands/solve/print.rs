//! Prints the results of searches as text or as rows.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use rushlab::heuristic::hopeless;
use rushlab::puzzle::Metric;
use rushlab::reference::{Move, Position};
use rushlab::search::{Limit, Outcome, Statistics, Status};
use rushlab::{Puzzle, notation};
use rushlab_render::{Drawing, Scene, beside, draw};

use super::Answer;
use crate::arguments::{Output, SolveOptions};
use crate::output::{self, BAD, GOOD, Rows, STRONG, Value, count, grouped, memory, wrap_clauses};

/// The columns of the results. The first [`STABLE`] are in every style; only JSON has the others.
const COLUMNS: &[&str] = &[
    "puzzle",
    "status",
    "cost",
    "moves",
    "steps",
    "expanded",
    "generated",
    "seconds",
    "solution",
    "bound",
    "optimal",
    "states",
    "reopened",
    "peak_open",
    "peak_memory",
];

/// The number of columns of a table or a TSV file.
const STABLE: usize = 9;

/// Returns the status word of a search.
fn status(answer: &Answer) -> &'static str {
    match answer.outcome.status {
        Status::Solved => "solved",
        Status::Unsolvable => "unsolvable",
        Status::Limit(_) | Status::Interrupted => "limit",
    }
}

fn steps(outcome: &Outcome) -> u64 {
    outcome.moves.iter().map(|mv| u64::from(mv.cells)).sum()
}

/// Returns the moves as the user counts them: under `steps` the search goes cell by cell, and consecutive steps of one vehicle are one move.
pub(in crate::commands) fn told(puzzle: &Puzzle, moves: &[Move]) -> Vec<Move> {
    if puzzle.rules().metric == Metric::Moves {
        return moves.to_vec();
    }
    let mut told: Vec<Move> = Vec::new();
    for mv in moves {
        match told.last_mut() {
            Some(last) if (last.vehicle, last.direction) == (mv.vehicle, mv.direction) => {
                last.cells += mv.cells;
            }
            _ => told.push(*mv),
        }
    }
    told
}

pub(super) enum Printer<'a> {
    Text { out: Box<dyn Write + Send>, options: &'a SolveOptions, printed: usize },
    Rows(Rows<'static, Box<dyn Write + Send>>),
}

impl<'a> Printer<'a> {
    pub(super) fn new(options: &'a SolveOptions) -> Result<Printer<'a>> {
        let out: Box<dyn Write + Send> = Box::new(output::stdout());
        Ok(match options.output {
            Output::Text => Printer::Text { out, options, printed: 0 },
            Output::Json => Printer::Rows(Rows::new(out, Output::Json, COLUMNS)?),
            style => Printer::Rows(Rows::new(out, style, &COLUMNS[..STABLE])?),
        })
    }

    pub(super) fn print(&mut self, answer: &Answer) -> Result<()> {
        match self {
            Printer::Text { out, options, printed } => {
                if *printed > 0 {
                    writeln!(out)?;
                }
                *printed += 1;
                print_text(out, options, answer)?;
                Ok(out.flush()?)
            }
            Printer::Rows(rows) => Ok(rows.row(&row(answer))?),
        }
    }

    pub(super) fn finish(self) -> Result<()> {
        match self {
            Printer::Text { mut out, .. } => Ok(out.flush()?),
            Printer::Rows(rows) => Ok(rows.finish()?),
        }
    }
}

fn row(answer: &Answer) -> Vec<Value<'_>> {
    let Outcome { cost, bound, statistics, .. } = &answer.outcome;
    let found = answer.outcome.solution().is_some();
    let known = |number: u64| if found { Value::Number(number) } else { Value::Missing };
    let told = told(&answer.puzzle, &answer.outcome.moves);
    let letters = notation::named("letters").map(|letters| notation::write(letters, &answer.puzzle, &told));
    let solution = letters.filter(|_| !told.is_empty()).map(|text| text.trim_end().to_owned());
    vec![
        answer.id.as_str().into(),
        status(answer).into(),
        known((*cost).into()),
        known(told.len() as u64),
        known(steps(&answer.outcome)),
        Value::Number(statistics.expanded),
        Value::Number(statistics.generated),
        Value::seconds(answer.seconds),
        solution.map_or(Value::Missing, Value::from),
        Value::Number((*bound).into()),
        Value::Flag(answer.outcome.is_optimal()),
        Value::Number(statistics.states),
        Value::Number(statistics.reopened),
        Value::Number(statistics.peak_open),
        Value::Number(statistics.peak_memory),
    ]
}

fn print_text(out: &mut impl Write, options: &SolveOptions, answer: &Answer) -> Result<()> {
    let Answer { puzzle, .. } = answer;
    let told = told(&answer.puzzle, &answer.outcome.moves);
    let name = output::name_of(puzzle);
    writeln!(out, "{STRONG}{}{name}{STRONG:#}: {}", answer.id, verdict(answer, &told))?;
    let mut drawings = vec![draw(&Scene::of(puzzle))];
    if options.boards {
        drawings = storyboard(puzzle, &told)?;
    }
    write!(out, "{}", beside(&drawings, output::columns()))?;
    let words = notation::named("words").map(|words| notation::write(words, puzzle, &told)).unwrap_or_default();
    for line in wrap_clauses(words.trim_end(), output::columns().min(100)) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", effort(answer))?;
    Ok(())
}

/// Returns the result in a sentence.
fn verdict(answer: &Answer, told: &[Move]) -> String {
    let Answer { puzzle, outcome, .. } = answer;
    let (moves, steps) = (count(told.len(), "move"), count(steps(outcome) as usize, "step"));
    let (cost, also) = match puzzle.rules().metric {
        Metric::Moves => (moves, steps),
        Metric::Steps => (steps, moves),
    };
    let metric = puzzle.rules().metric.word();
    let bound = outcome.bound;
    let gap = |outcome: &Outcome| outcome.cost.saturating_sub(outcome.bound);
    match outcome.status {
        Status::Solved if outcome.is_optimal() => format!("{GOOD}solved{GOOD:#} in {cost} ({also})"),
        Status::Solved => format!("{GOOD}solved{GOOD:#} in {cost} ({also}), perhaps not the shortest"),
        Status::Unsolvable => match hopeless(puzzle) {
            Some(reason) => format!("{BAD}no solution{BAD:#}: {reason}"),
            None => format!("{BAD}no solution{BAD:#}: every position was searched"),
        },
        Status::Limit(Limit::Generations) => {
            format!("{BAD}undecided{BAD:#}: no solution within the given number of generations, which proves nothing")
        }
        Status::Limit(_) | Status::Interrupted if outcome.solution().is_some() && bound == 0 => {
            format!("{GOOD}best so far{GOOD:#} {cost} ({also})")
        }
        Status::Limit(_) | Status::Interrupted if outcome.solution().is_some() => {
            format!(
                "{GOOD}best so far{GOOD:#} {cost} ({also}); at least {bound} {metric} are needed: gap {}",
                gap(outcome)
            )
        }
        Status::Limit(_) | Status::Interrupted if bound > 0 => {
            format!("{BAD}undecided{BAD:#}: stopped before an answer; at least {bound} {metric} are needed")
        }
        Status::Limit(_) | Status::Interrupted => format!("{BAD}undecided{BAD:#}: stopped before an answer"),
    }
}

/// Returns the effort of a search.
fn effort(answer: &Answer) -> String {
    let Statistics { expanded, generated, reopened, peak_open, peak_memory, .. } = answer.outcome.statistics;
    let mut parts = vec![
        format!("{} searched", count(expanded as usize, "position")),
        count(generated as usize, "move"),
        format!("at most {} waiting", grouped(peak_open as usize)),
        memory(peak_memory),
    ];
    if reopened > 0 {
        parts.insert(2, format!("{} re-opened", grouped(reopened as usize)));
    }
    // Times below a tenth of a second are not printed.
    let time = Duration::from_secs_f64(answer.seconds);
    if time >= Duration::from_millis(100) {
        parts.push(format!("{time:.1?}"));
    }
    parts.join(", ")
}

/// Draws the board at the start and after each move.
fn storyboard(puzzle: &Puzzle, moves: &[Move]) -> Result<Vec<Drawing>> {
    let mut position = Position::start(puzzle);
    let mut drawings = vec![draw(&Scene::of(puzzle)).captioned("start")];
    for (index, mv) in moves.iter().enumerate() {
        position = position.play(puzzle, *mv)?;
        let label = puzzle.vehicles()[mv.vehicle].label;
        let caption = format!("{}. {label} {} {}", index + 1, mv.direction, mv.cells);
        drawings.push(draw(&Scene::at(puzzle, &position)).captioned(&caption));
    }
    Ok(drawings)
}
