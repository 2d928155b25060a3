//! Many lists of moves, each on its puzzle: which are legal, which solve it, and whether the printed fitness is right.

use std::path::Path;

use anyhow::{Result, bail};
use rushlab::Puzzle;
use rushlab::notation::{NamedList, NamedLists};
use rushlab::position::{Replay, replay};
use rushlab_genetic::Method;

use super::{explain, fitness_history};
use crate::ExitStatus;
use crate::arguments::{InputArgs, Output, ReplayOptions};
use crate::output::{self, BAD, Columns, GOOD, Rows, Value, count};
use crate::progress::ProgressLine;
use crate::{batch, input};

const COLUMNS: &[&str] = &["list", "puzzle", "legal", "solved", "moves", "steps", "fitness", "problem"];

const TABLE: Columns<'static> = Columns { names: COLUMNS, shortened: &["problem"], ..Columns::DEFAULT };

/// The most puzzles, which are kept so that a list finds its own.
const MAX_PUZZLES: usize = 100_000;

/// How far a printed fitness may be from the computed one: it is printed with two decimals.
const ROUNDING: f64 = 0.005;

struct Board {
    id: String,
    /// The name of the puzzle, and that of its file if the file has no other puzzle.
    names: Vec<String>,
    puzzle: Puzzle,
}

/// The result of a list.
struct Checked {
    replayed: Option<Replay>,
    fitness: Option<f64>,
    problem: Option<String>,
}

pub(super) fn run(options: &ReplayOptions, lists: &NamedLists) -> Result<ExitStatus> {
    if options.boards.boards.is_some() || options.rewrite.is_some() {
        bail!("--boards and --rewrite are for one list; the moves have {}", count(lists.lists.len(), "list"));
    }
    let (boards, read_status) = boards(options)?;
    let by_name = lists.lists.iter().any(|list| named(&boards, list).is_some());
    let style = options.style.or_text();
    let mut rows = Rows::new(output::stdout(), style, TABLE)?;
    let (mut wrong, mut solved) = (0, 0);
    for (index, list) in lists.lists.iter().enumerate() {
        let board = match boards.as_slice() {
            _ if by_name => named(&boards, list),
            [only] => Some(only),
            boards => boards.get(index),
        };
        let checked = board.map_or_else(|| missing(list, by_name), |board| check(options, list, &board.puzzle));
        wrong += usize::from(checked.problem.is_some());
        solved += usize::from(checked.replayed.as_ref().is_some_and(|replayed| replayed.solved));
        rows.row(&row(list, board, &checked))?;
    }
    rows.finish()?;
    note_unused(lists, boards.len(), by_name);
    if style == Output::Text {
        print_summary(lists.lists.len(), wrong, solved)?;
    }
    Ok(if wrong > 0 { ExitStatus::Invalid } else { read_status })
}

fn boards(options: &ReplayOptions) -> Result<(Vec<Board>, ExitStatus)> {
    let args = InputArgs { inputs: options.inputs.clone(), parse: options.parse.clone(), ..InputArgs::default() };
    let mut boards: Vec<(usize, String, Board)> = Vec::new();
    let status = batch::for_each(&args, &ProgressLine::message(), |item| {
        if boards.len() == MAX_PUZZLES {
            bail!("there are more than {}; play the lists in parts", count(MAX_PUZZLES, "puzzle"));
        }
        let input::PuzzleOrigin { input, .. } = item.origin;
        let names = item.puzzle.name().map(str::to_owned).into_iter().collect();
        boards.push((input.number, input.name.clone(), Board { id: item.origin.id(), names, puzzle: item.puzzle }));
        Ok(ExitStatus::Success)
    })?;
    let numbers: Vec<usize> = boards.iter().map(|(number, ..)| *number).collect();
    let named = boards.into_iter().map(|(number, path, mut board)| {
        let is_only = numbers.iter().filter(|other| **other == number).count() == 1;
        let stem = Path::new(&path).file_stem().filter(|_| is_only).map(|stem| stem.to_string_lossy().into_owned());
        board.names.extend(stem);
        board
    });
    Ok((named.collect(), status))
}

fn named<'a>(boards: &'a [Board], list: &NamedList) -> Option<&'a Board> {
    boards.iter().find(|board| board.names.contains(&list.name))
}

/// Returns the result of a list without a puzzle.
fn missing(list: &NamedList, by_name: bool) -> Checked {
    let problem = match by_name {
        true => format!("no puzzle or file is called {}", list.name),
        false => "there are more lists than puzzles".to_owned(),
    };
    Checked { replayed: None, fitness: None, problem: Some(problem) }
}

fn check(options: &ReplayOptions, list: &NamedList, puzzle: &Puzzle) -> Checked {
    let moves = match &list.moves {
        // It is not an error of the list; `solve` decides whether it is true.
        None => return Checked { replayed: None, fitness: None, problem: None },
        Some(Err(error)) => return Checked { replayed: None, fitness: None, problem: Some(error.to_string()) },
        Some(Ok(moves)) => moves,
    };
    let replayed = replay(puzzle, moves);
    if let Some(reason) = &replayed.error {
        let at = replayed.played.len();
        let written = moves.get(at).map(ToString::to_string).unwrap_or_default();
        let problem = Some(format!("move {}, {written}: {}", at + 1, explain(options, reason)));
        return Checked { replayed: Some(replayed), fitness: None, problem };
    }
    let method = options.fitness.or(list.fitness.map(|_| Method::Schlegel));
    let history = method.map(|method| fitness_history(method, puzzle, &replayed));
    let fitness = history.and_then(|history| history.last().map(rushlab_genetic::Fitness::value));
    let wrong = list.fitness.zip(fitness).filter(|(printed, computed)| (printed - computed).abs() > ROUNDING);
    let problem =
        wrong.map(|(printed, computed)| format!("the printed fitness is {printed}, and it should be {computed}"));
    Checked { replayed: Some(replayed), fitness, problem }
}

fn row<'a>(list: &'a NamedList, board: Option<&'a Board>, checked: &'a Checked) -> [Value<'a>; COLUMNS.len()] {
    let replayed = checked.replayed.as_ref();
    [
        list.name.as_str().into(),
        board.map_or(Value::Missing, |board| board.id.as_str().into()),
        match (replayed, &list.moves) {
            (Some(replayed), _) => Value::Flag(replayed.error.is_none()),
            (None, Some(Err(_))) => Value::Flag(false),
            (None, _) => Value::Missing,
        },
        replayed.map_or(Value::Missing, |replayed| Value::Flag(replayed.solved)),
        replayed.map_or(Value::Missing, |replayed| Value::Number(replayed.played.len() as u64)),
        replayed.map_or(Value::Missing, |replayed| Value::Number(replayed.steps.into())),
        checked.fitness.map_or(Value::Missing, Value::exact),
        match (&checked.problem, &list.moves) {
            (Some(problem), _) => format!("line {}: {problem}", list.line).into(),
            (None, None) => "no moves: the list says that there is no solution".into(),
            (None, Some(_)) => Value::Missing,
        },
    ]
}

fn note_unused(lists: &NamedLists, puzzles: usize, by_name: bool) {
    if !by_name && puzzles > lists.lists.len().max(1) {
        output::note(&format!("{} without a list", count(puzzles - lists.lists.len(), "puzzle")));
    }
    if let Some(first) = lists.other_lines.first() {
        let lines = count(lists.other_lines.len(), "line");
        output::note(&format!("{lines} of the moves are no lists and are left out, the first is line {first}"));
    }
}

fn print_summary(lists: usize, wrong: usize, solved: usize) -> Result<()> {
    use std::io::Write as _;
    let mut out = output::stdout();
    let lists = count(lists, "list");
    match wrong {
        0 => writeln!(out, "{lists}: {GOOD}all are right{GOOD:#}, {solved} solve their puzzles")?,
        _ => writeln!(out, "{lists}: {BAD}{wrong} with a problem{BAD:#}, {solved} solve their puzzles")?,
    }
    Ok(out.flush()?)
}
