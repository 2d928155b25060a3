//! Prints the results of searches as text or as rows.

use std::io::Write;

use anyhow::Result;
use rushlab::heuristic::relaxed_unsolvable;
use rushlab::notation::Notation;
use rushlab::puzzle::Metric;
use rushlab::search::{Limit, Outcome, Statistics, Status};
use rushlab::{Position, Puzzle, Solution, notation};
use rushlab_render::{Scene, TextBlock, draw_text, side_by_side};

use super::SolvedPuzzle;
use crate::arguments::{Output, SolveOptions};
use crate::output::{
    self, BAD, Column, Columns, GOOD, Printer, STRONG, Value, board_line, count, grouped, memory, names, time, values,
    wrap_clauses,
};

/// The columns. JSON has all, TSV the first [`TSV_COLUMNS`], and tables [`TABLE_COLUMNS`].
const COLUMNS: [Column<SolvedPuzzle, &dyn Notation>; 21] = [
    ("puzzle", |solved, _| solved.id.as_str().into()),
    ("status", |solved, _| solved.outcome.status.word().into()),
    ("cost", |solved, _| solved.outcome.cost().into()),
    ("moves", |solved, _| solved.outcome.solution.as_ref().map(|solution| solution.moves().len()).into()),
    ("steps", |solved, _| solved.outcome.solution.as_ref().map(Solution::steps).into()),
    ("expanded", |solved, _| solved.outcome.statistics.expanded.into()),
    ("generated", |solved, _| solved.outcome.statistics.generated.into()),
    ("seconds", |solved, _| Value::seconds(solved.seconds)),
    ("solution", |solved, notation| {
        let solution = solved.outcome.solution.as_ref().filter(|solution| !solution.moves().is_empty());
        solution.map(|solution| solution.to_notation(*notation)).into()
    }),
    ("name", |solved, _| solved.puzzle.name().into()),
    ("board", |solved, _| board_line(&solved.puzzle).into()),
    ("id", |solved, _| solved.puzzle.id().into()),
    ("bound", |solved, _| solved.outcome.bound.into()),
    ("gap", |solved, _| solved.outcome.gap().into()),
    ("states", |solved, _| solved.outcome.statistics.states.into()),
    ("optimal", |solved, _| solved.outcome.is_optimal().into()),
    ("reopened", |solved, _| solved.outcome.statistics.reopened.into()),
    ("peak_open", |solved, _| solved.outcome.statistics.peak_open.into()),
    ("peak_memory", |solved, _| solved.outcome.statistics.peak_memory.into()),
    ("passes", |solved, _| solved.outcome.passes.len().into()),
    ("tracked", |solved, _| tracked(solved).join(" ").into()),
];

const NAMES: [&str; COLUMNS.len()] = names(&COLUMNS);

const TABLE_COLUMNS: &[&str] =
    &["puzzle", "status", "cost", "moves", "steps", "expanded", "generated", "seconds", "solution", "states"];

const TSV_COLUMNS: usize = 15;

/// Returns the printer for a style.
pub(super) fn printer(options: &SolveOptions) -> Result<Printer> {
    let style = options.style.or_text();
    let names = match style {
        Output::Json | Output::Jsonl => &NAMES,
        Output::Tsv => &NAMES[..TSV_COLUMNS],
        Output::Table | Output::Text => TABLE_COLUMNS,
    };
    let least_important = &["generated", "states", "seconds", "expanded", "steps"];
    Printer::new(style, Columns { names, shortened: &["solution"], least_important, ..Columns::DEFAULT })
}

pub(super) fn print(printer: &mut Printer, options: &SolveOptions, solved: &SolvedPuzzle) -> Result<()> {
    let notation = options.notation.map_or(notation::LETTERS, |name| name.0);
    printer.print(
        |out| print_text(out, options, solved),
        |rows| {
            let mut values = values(&COLUMNS, solved, &notation);
            if rows.is_table() {
                // The states stand after the columns of earlier versions.
                let states = values.swap_remove(TSV_COLUMNS - 1);
                values.truncate(TABLE_COLUMNS.len() - 1);
                values.push(states);
            }
            Ok(rows.row(&values)?)
        },
    )
}

fn print_text(out: &mut impl Write, options: &SolveOptions, solved: &SolvedPuzzle) -> Result<()> {
    let SolvedPuzzle { puzzle, outcome, .. } = solved;
    if let Some(solution) = outcome.solution.as_ref().filter(|_| options.boards.are_plain()) {
        let added = options.past_border.then(|| puzzle.exit().side);
        let positions: Vec<Position> = solution.positions().collect();
        return Ok(write!(out, "{}", output::plain_boards(&positions, added))?);
    }
    let name = output::name_of(puzzle);
    writeln!(out, "{STRONG}{}{name}{STRONG:#}: {}", solved.id, result_sentence(&solved.puzzle, &solved.outcome))?;
    let drawings = match &outcome.solution {
        Some(solution) if options.boards.are_pictures() => storyboard(solution),
        _ => vec![draw_text(&Scene::of(puzzle))],
    };
    write!(out, "{}", side_by_side(&drawings, output::columns()))?;
    if let Some(solution) = &outcome.solution {
        for line in solution_lines(solution, options).iter().filter(|line| !line.is_empty()) {
            writeln!(out, "{line}")?;
        }
    }
    writeln!(out, "{}", effort(solved))?;
    Ok(())
}

/// Returns the moves: in words, wrapped, or exactly as the requested notation writes them.
fn solution_lines(solution: &Solution, options: &SolveOptions) -> Vec<String> {
    match options.notation {
        Some(name) => solution.to_notation(name.0).lines().map(str::to_owned).collect(),
        None => wrap_clauses(&solution.to_notation(notation::WORDS), output::columns().min(100)),
    }
}

pub(in crate::commands) fn result_sentence(puzzle: &Puzzle, outcome: &Outcome) -> String {
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
            let gap = outcome.gap().unwrap_or(0);
            format!("{GOOD}best so far{GOOD:#} {cost} ({also}); at least {bound} {metric} are needed: gap {gap}")
        }
    }
}

fn without_solution(puzzle: &Puzzle, outcome: &Outcome) -> String {
    let (metric, bound) = (puzzle.rules().metric.word(), outcome.bound);
    match outcome.status {
        Status::Unsolvable => match relaxed_unsolvable(puzzle) {
            Some(reason) => format!("{BAD}no solution{BAD:#}: {reason}"),
            None => format!("{BAD}no solution{BAD:#}: proved by search"),
        },
        Status::Limit(Limit::Generations) => {
            format!(
                "{BAD}undecided{BAD:#}: no solution within the given number of generations; this does not prove that there is none"
            )
        }
        _ if bound > 0 => {
            format!(
                "{BAD}undecided{BAD:#}: stopped before the search was complete; at least {bound} {metric} are needed"
            )
        }
        _ => format!("{BAD}undecided{BAD:#}: stopped before the search was complete"),
    }
}

fn effort(solved: &SolvedPuzzle) -> String {
    let Statistics { expanded, generated, reopened, states, peak_open, peak_memory, .. } = solved.outcome.statistics;
    let mut parts = vec![
        format!("{} expanded", count(expanded as usize, "position")),
        format!("{} generated", grouped(generated as usize)),
        format!("{} discovered", grouped(states as usize)),
        format!("at most {} open", grouped(peak_open as usize)),
        memory(peak_memory),
    ];
    if reopened > 0 {
        parts.insert(2, format!("{} reopened", grouped(reopened as usize)));
    }
    if let Some(passes) = passes(solved) {
        parts.push(passes);
    }
    parts.push(time(solved.seconds));
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

/// Describes the passes and the tanks that the last one tracked, if there was more than one pass.
fn passes(solved: &SolvedPuzzle) -> Option<String> {
    if solved.outcome.passes.len() < 2 {
        return None;
    }
    let labels = tracked(solved);
    let tanks = if labels.is_empty() { "no fuel".to_owned() } else { format!("the fuel of {}", labels.join(" ")) };
    Some(format!("{} passes (the last tracked {tanks})", solved.outcome.passes.len()))
}

/// Returns the labels of the vehicles whose tanks the last pass tracked.
fn tracked(solved: &SolvedPuzzle) -> Vec<&str> {
    let last = solved.outcome.passes.last();
    let vehicles = last.into_iter().flat_map(|pass| pass.plan.tracked());
    vehicles.map(|vehicle| solved.puzzle.vehicles()[vehicle].label.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use rushlab::Solver;

    use super::*;

    #[test]
    fn at_a_limit_the_best_solution_the_bound_and_the_gap_are_given() {
        let puzzle: Puzzle = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K".parse().unwrap();
        let mut outcome = Solver::new(&puzzle).run();
        (outcome.status, outcome.bound) = (Status::Interrupted, 20);
        let mut solved = SolvedPuzzle { id: "1".to_owned(), puzzle, outcome, seconds: 1.0, hint: None };
        let sentence = result_sentence(&solved.puzzle, &solved.outcome);
        assert!(sentence.contains("25 moves (46 steps); at least 20 moves are needed: gap 5"), "{sentence}");
        let field = |solved: &SolvedPuzzle, name: &str| {
            let (_, value) = COLUMNS[..TSV_COLUMNS].iter().find(|(column, _)| *column == name).unwrap();
            match value(solved, &notation::LETTERS) {
                Value::Number(number) => Some(number),
                _ => None,
            }
        };
        assert_eq!(["cost", "bound", "gap"].map(|name| field(&solved, name)), [Some(25), Some(20), Some(5)]);
        solved.outcome.solution = None;
        assert_eq!(["cost", "bound", "gap"].map(|name| field(&solved, name)), [None, Some(20), None]);
        assert!(result_sentence(&solved.puzzle, &solved.outcome).contains("at least 20 moves are needed"));
    }
}
