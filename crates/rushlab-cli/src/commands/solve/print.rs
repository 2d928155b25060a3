//! Prints the results of searches as text or as rows.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use rushlab::heuristic::relaxed_unsolvable;
use rushlab::puzzle::Metric;
use rushlab::search::{Limit, Outcome, Statistics, Status};
use rushlab::{Puzzle, Solution, notation};
use rushlab_render::{Scene, TextBlock, draw_text, side_by_side};

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
    let Outcome { bound, statistics, solution, .. } = &answer.outcome;
    let figure = |figure: &dyn Fn(&Solution) -> u64| {
        solution.as_ref().map_or(Value::Missing, |solution| Value::Number(figure(solution)))
    };
    let letters = solution.as_ref().map(Solution::to_string).filter(|letters| !letters.is_empty());
    vec![
        answer.id.as_str().into(),
        status(answer).into(),
        figure(&|solution| solution.cost().into()),
        figure(&|solution| solution.moves().len() as u64),
        figure(&|solution| solution.steps().into()),
        Value::Number(statistics.expanded),
        Value::Number(statistics.generated),
        Value::seconds(answer.seconds),
        letters.map_or(Value::Missing, Value::from),
        Value::Number((*bound).into()),
        Value::Flag(answer.outcome.is_optimal()),
        Value::Number(statistics.states),
        Value::Number(statistics.reopened),
        Value::Number(statistics.peak_open),
        Value::Number(statistics.peak_memory),
    ]
}

fn print_text(out: &mut impl Write, options: &SolveOptions, answer: &Answer) -> Result<()> {
    let Answer { puzzle, outcome, .. } = answer;
    let name = output::name_of(puzzle);
    writeln!(out, "{STRONG}{}{name}{STRONG:#}: {}", answer.id, verdict(answer))?;
    let drawings = match &outcome.solution {
        Some(solution) if options.boards => storyboard(solution),
        _ => vec![draw_text(&Scene::of(puzzle))],
    };
    write!(out, "{}", side_by_side(&drawings, output::columns()))?;
    if let Some(solution) = &outcome.solution {
        let words = solution.write(notation::WORDS);
        for line in wrap_clauses(&words, output::columns().min(100)).iter().filter(|line| !line.is_empty()) {
            writeln!(out, "{line}")?;
        }
    }
    writeln!(out, "{}", effort(answer))?;
    Ok(())
}

/// Returns the result in a sentence.
fn verdict(answer: &Answer) -> String {
    let Answer { puzzle, outcome, .. } = answer;
    let Some(solution) = &outcome.solution else { return without_solution(puzzle, outcome) };
    let (moves, steps) = (count(solution.moves().len(), "move"), count(solution.steps() as usize, "step"));
    let (cost, also) = match puzzle.rules().metric {
        Metric::Moves => (moves, steps),
        Metric::Steps => (steps, moves),
    };
    let (metric, bound) = (puzzle.rules().metric.word(), outcome.bound);
    match outcome.status {
        Status::Solved if outcome.is_optimal() => format!("{GOOD}solved{GOOD:#} in {cost} ({also})"),
        Status::Solved => format!("{GOOD}solved{GOOD:#} in {cost} ({also}), perhaps not the shortest"),
        _ if bound == 0 => format!("{GOOD}best so far{GOOD:#} {cost} ({also})"),
        _ => {
            let gap = solution.cost().saturating_sub(bound);
            format!("{GOOD}best so far{GOOD:#} {cost} ({also}); at least {bound} {metric} are needed: gap {gap}")
        }
    }
}

fn without_solution(puzzle: &Puzzle, outcome: &Outcome) -> String {
    let (metric, bound) = (puzzle.rules().metric.word(), outcome.bound);
    match outcome.status {
        Status::Unsolvable => match relaxed_unsolvable(puzzle) {
            Some(reason) => format!("{BAD}no solution{BAD:#}: {reason}"),
            None => format!("{BAD}no solution{BAD:#}: every position was searched"),
        },
        Status::Limit(Limit::Generations) => {
            format!("{BAD}undecided{BAD:#}: no solution within the given number of generations, which proves nothing")
        }
        _ if bound > 0 => {
            format!("{BAD}undecided{BAD:#}: stopped before an answer; at least {bound} {metric} are needed")
        }
        _ => format!("{BAD}undecided{BAD:#}: stopped before an answer"),
    }
}

/// Returns the effort of a search.
fn effort(answer: &Answer) -> String {
    let Statistics { expanded, generated, reopened, peak_open, peak_memory, .. } = answer.outcome.statistics;
    let mut parts = vec![
        format!("{} expanded", count(expanded as usize, "position")),
        format!("{} generated", grouped(generated as usize)),
        format!("at most {} open", grouped(peak_open as usize)),
        memory(peak_memory),
    ];
    if reopened > 0 {
        parts.insert(2, format!("{} reopened", grouped(reopened as usize)));
    }
    if let Some(passes) = passes(answer) {
        parts.push(passes);
    }
    // Times below a tenth of a second are not printed.
    let time = Duration::from_secs_f64(answer.seconds);
    if time >= Duration::from_millis(100) {
        parts.push(format!("{time:.1?}"));
    }
    parts.join(", ")
}

/// Draws the board at the start and after each move.
fn storyboard(solution: &Solution) -> Vec<TextBlock> {
    let moves = solution.named_moves();
    let numbered = moves.iter().enumerate().map(|(index, mv)| format!("{}. {mv}", index + 1));
    let captions = std::iter::once("start".to_owned()).chain(numbered);
    let boards = solution.positions().map(|position| draw_text(&Scene::at(&position)));
    boards.zip(captions).map(|(board, caption)| board.captioned(&caption)).collect()
}

/// Describes how fuel was searched, if there was more than one pass.
fn passes(answer: &Answer) -> Option<String> {
    let last = answer.outcome.passes.last().filter(|_| answer.outcome.passes.len() > 1)?;
    let labels: Vec<&str> =
        last.plan.tracked().map(|vehicle| answer.puzzle.vehicles()[vehicle].label.as_str()).collect();
    let tanks = if labels.is_empty() { "no tank".to_owned() } else { format!("the tanks of {}", labels.join(", ")) };
    Some(format!("{} passes, the last with {tanks}", answer.outcome.passes.len()))
}
