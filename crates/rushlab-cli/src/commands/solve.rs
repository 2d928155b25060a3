//! `rushlab solve`: shortest solutions, many puzzles at once, in the order of the input.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Result;
use rushlab::puzzle::Metric;
use rushlab::reference::{Position, Slide};
use rushlab::heuristic::Parameters;
use rushlab::search::{Limits, Observer, Outcome, Progress, Statistics, Status, Task};
use rushlab::{Puzzle, notation};
use rushlab_render::{Drawing, Scene, beside, draw};

use crate::Verdict;
use crate::arguments::{Output, SolveOptions};
use crate::commands::complain;
use crate::input::{self, Event, Item};
use crate::interrupt;
use crate::output::{self, BAD, GOOD, Rows, STRONG, Value, count};
use crate::parallel;

const COLUMNS: &[&str] =
    &["puzzle", "status", "cost", "moves", "steps", "expanded", "generated", "seconds", "solution"];

/// A puzzle that was solved, or not.
struct Answer {
    id: String,
    puzzle: Puzzle,
    outcome: Outcome,
    seconds: f64,
}

pub(crate) fn run(options: &SolveOptions) -> Result<Verdict> {
    interrupt::be_gentle();
    let mut printer = Printer::new(options)?;
    let mut verdict = Verdict::Good;
    let mut wrong = false;
    parallel::in_order(
        options.threads(),
        |submit| {
            input::read(&options.reading, |event| {
                if interrupt::asked() {
                    return Ok(());
                }
                match event {
                    Event::Item(item @ Item { puzzle: Ok(_), .. }) => {
                        let id = item.id().to_string();
                        item.puzzle.into_iter().for_each(|puzzle| submit((id.clone(), puzzle)));
                    }
                    bad => {
                        wrong = true;
                        complain(&bad);
                    }
                }
                Ok(())
            })
        },
        |(id, puzzle)| answer(options, id, puzzle),
        |answer| {
            verdict = verdict.worse(match answer.outcome.status {
                Status::Solved | Status::Unsolvable => Verdict::Good,
                Status::Limit(_) => Verdict::Limit,
                Status::Interrupted if interrupt::asked() => Verdict::Interrupted,
                Status::Interrupted => Verdict::Limit,
            });
            printer.print(&answer)
        },
    )?;
    printer.finish()?;
    Ok(if wrong { verdict.worse(Verdict::Wrong) } else { verdict })
}

fn answer(options: &SolveOptions, id: String, puzzle: Puzzle) -> Answer {
    let limits = Limits {
        states: options.max_states.unwrap_or(u64::MAX),
        memory: options.max_memory.0 / options.threads() as u64,
    };
    let started = Instant::now();
    let mut watch = Watch { deadline: options.timeout.map(|timeout| started + timeout.0) };
    let task = Task {
        puzzle: &puzzle,
        heuristic: options.heuristic.0,
        parameters: Parameters { weight: options.weight },
        limits,
    };
    let outcome = options.algorithm.0.run(&task, &mut watch);
    Answer { id, puzzle, outcome, seconds: started.elapsed().as_secs_f64() }
}

/// Ends a search at its deadline, or at Ctrl-C.
struct Watch {
    deadline: Option<Instant>,
}

impl Observer for Watch {
    fn watch(&mut self, _: &Progress) -> ControlFlow<()> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The word for how a search ended.
fn status(answer: &Answer) -> &'static str {
    match answer.outcome.status {
        Status::Solved => "solved",
        Status::Unsolvable => "unsolvable",
        Status::Limit(_) | Status::Interrupted => "limit",
    }
}

fn steps(outcome: &Outcome) -> u64 {
    outcome.slides.iter().map(|slide| u64::from(slide.cells)).sum()
}

/// The slides as the user counts them: under `steps` the search goes cell by cell, and runs of one vehicle are told as one slide.
fn told(answer: &Answer) -> Vec<Slide> {
    let mut told: Vec<Slide> = Vec::new();
    for slide in &answer.outcome.slides {
        match told.last_mut() {
            Some(last) if (last.vehicle, last.direction) == (slide.vehicle, slide.direction) => {
                last.cells += slide.cells;
            }
            _ => told.push(*slide),
        }
    }
    told
}

enum Printer<'a> {
    Text { out: Box<dyn Write + Send>, options: &'a SolveOptions, printed: usize },
    Rows(Rows<'static, Box<dyn Write + Send>>),
}

impl<'a> Printer<'a> {
    fn new(options: &'a SolveOptions) -> Result<Printer<'a>> {
        let out: Box<dyn Write + Send> = Box::new(output::stdout());
        Ok(match options.output {
            Output::Text => Printer::Text { out, options, printed: 0 },
            style => Printer::Rows(Rows::new(out, style, COLUMNS)?),
        })
    }

    fn print(&mut self, answer: &Answer) -> Result<()> {
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

    fn finish(self) -> Result<()> {
        match self {
            Printer::Text { mut out, .. } => Ok(out.flush()?),
            Printer::Rows(rows) => Ok(rows.finish()?),
        }
    }
}

fn row(answer: &Answer) -> Vec<Value<'_>> {
    let solved = answer.outcome.status == Status::Solved;
    let known = |number: u64| if solved { Value::Number(number) } else { Value::Missing };
    let told = told(answer);
    let Statistics { expanded, generated, .. } = answer.outcome.statistics;
    let letters = notation::named("letters").map(|letters| notation::write(letters, &answer.puzzle, &told));
    let solution = letters.filter(|_| solved && !told.is_empty()).map(|text| text.trim_end().to_owned());
    vec![
        answer.id.as_str().into(),
        status(answer).into(),
        known(answer.outcome.cost.into()),
        known(told.len() as u64),
        known(steps(&answer.outcome)),
        Value::Number(expanded),
        Value::Number(generated),
        format!("{:.6}", answer.seconds).into(),
        solution.map_or(Value::Missing, Value::from),
    ]
}

fn print_text(out: &mut impl Write, options: &SolveOptions, answer: &Answer) -> Result<()> {
    let Answer { puzzle, outcome, .. } = answer;
    let told = told(answer);
    let name = puzzle.name().map_or_else(String::new, |name| format!(" {name}"));
    let (moves, steps) = (count(told.len(), "move"), count(steps(outcome) as usize, "step"));
    let verdict = match outcome.status {
        Status::Solved if puzzle.rules().metric == Metric::Steps => {
            format!("{GOOD}solved{GOOD:#} in {steps} ({moves})")
        }
        Status::Solved => format!("{GOOD}solved{GOOD:#} in {moves} ({steps})"),
        Status::Unsolvable => format!("{BAD}no solution{BAD:#}: every position was searched"),
        Status::Limit(_) | Status::Interrupted => format!("{BAD}undecided{BAD:#}: stopped before an answer"),
    };
    writeln!(out, "{STRONG}{}{name}{STRONG:#}: {verdict}", answer.id)?;
    let mut drawings = vec![draw(&Scene::of(puzzle))];
    if options.boards {
        drawings = storyboard(puzzle, &told)?;
    }
    write!(out, "{}", beside(&drawings, output::columns()))?;
    let words = notation::named("words").map(|words| notation::write(words, puzzle, &told)).unwrap_or_default();
    let clauses: Vec<&str> = words.trim_end().split("; ").filter(|clause| !clause.is_empty()).collect();
    for line in wrapped(&clauses, output::columns().min(100)) {
        writeln!(out, "{line}")?;
    }
    let Statistics { expanded, generated, .. } = outcome.statistics;
    // Below a tenth of a second nobody has waited.
    let time = match Duration::from_secs_f64(answer.seconds) {
        short if short < Duration::from_millis(100) => String::new(),
        long => format!(", {long:.1?}"),
    };
    writeln!(out, "{} searched, {}{time}", count(expanded as usize, "position"), count(generated as usize, "slide"))?;
    Ok(())
}

/// The board at the start and after each slide.
fn storyboard(puzzle: &Puzzle, slides: &[Slide]) -> Result<Vec<Drawing>> {
    let mut position = Position::start(puzzle);
    let mut drawings = vec![draw(&Scene::of(puzzle)).captioned("start")];
    for (index, slide) in slides.iter().enumerate() {
        position = position.play(puzzle, *slide)?;
        let label = puzzle.vehicles()[slide.vehicle].label;
        let caption = format!("{}. {label} {} {}", index + 1, slide.direction, slide.cells);
        drawings.push(draw(&Scene::at(puzzle, &position)).captioned(&caption));
    }
    Ok(drawings)
}

/// Clauses parted by semicolons, broken into lines.
fn wrapped(clauses: &[&str], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, clause) in clauses.iter().enumerate() {
        let clause = if index + 1 < clauses.len() { format!("{clause};") } else { (*clause).to_owned() };
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + clause.chars().count() <= columns => {
                line.push(' ');
                line.push_str(&clause);
            }
            _ => lines.push(clause),
        }
    }
    lines
}
