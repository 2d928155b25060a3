//! Sources of puzzles: files, databases, standard input, boards given as arguments, the built-in collection.
//!
//! Puzzles are passed on one at a time, so a file of millions of puzzles is never in memory as a whole. `argument.rs`
//! says what an argument names, `source.rs` reads it, and `selection.rs` applies the filter.

mod argument;
mod selection;
mod source;
mod standard_input;

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::ops::ControlFlow;

use anyhow::{Result, anyhow};
use indicatif::ProgressBar;
use rushlab::Puzzle;
use rushlab::analysis::{Filter, KnownFacts, Stopped};
use rushlab::format::ReadError;
use rushlab::puzzle::{Problem, Problems};

use self::selection::Selection;
use self::source::{Found, Source, Wanted};
use crate::arguments::{InputArgs, ParseArgs};
use crate::{interrupt, output};

/// A source of puzzles: one argument, or the built-in collection.
#[derive(Debug)]
pub(crate) struct Input {
    /// Its name in messages.
    pub(crate) name: String,
    /// Its number among the arguments, from 1.
    pub(crate) number: usize,
    source: Source,
    /// Number of the only puzzle that is read, from 1: 3 in `FILE#3`.
    only: Option<usize>,
    /// Whether there are other inputs.
    is_one_of_many: bool,
}

/// Where a puzzle comes from.
#[derive(Clone, Copy)]
pub(crate) struct PuzzleOrigin<'a> {
    pub(crate) input: &'a Input,
    /// Its number in the input, from 1. Invalid puzzles are counted too.
    pub(crate) number: usize,
    /// Its number among the puzzles of all inputs, from 1. Invalid puzzles are counted too.
    pub(crate) overall_number: usize,
    /// The line where it begins, in a text.
    line: Option<usize>,
    /// The name of the format it was read in.
    pub(crate) format: &'static str,
}

pub(crate) struct InputPuzzle<'a> {
    pub(crate) origin: PuzzleOrigin<'a>,
    pub(crate) puzzle: Puzzle,
}

/// An event while reading inputs, in order.
pub(crate) enum InputEvent<'a> {
    Puzzle(InputPuzzle<'a>),
    Invalid(PuzzleOrigin<'a>, Problems),
    /// A puzzle for which the filter could not be decided.
    Undecided(PuzzleOrigin<'a>, Stopped),
    /// An input that cannot be read, or not to its end.
    Unreadable(&'a Input, ReadError),
}

impl PuzzleOrigin<'_> {
    /// Returns the puzzle's name in results: its number; with several inputs, the input's name and the number, or only
    /// `board N` for an argument.
    pub(crate) fn id(&self) -> String {
        match (self.input.is_one_of_many, &self.input.source) {
            (false, _) => self.number.to_string(),
            (true, Source::Argument { .. }) => self.input.name.clone(),
            (true, _) => format!("{}#{}", self.input.name, self.number),
        }
    }

    /// Returns a message about the puzzle, with its location in front.
    pub(crate) fn message(&self, what: &impl fmt::Display) -> String {
        match (&self.input.source, self.line) {
            (Source::Argument { .. }, _) => format!("{}: {what}", self.input.location()),
            (_, Some(line)) => format!("{}:{line}: {what}", self.input.name),
            (_, None) => format!("{}#{}: {what}", self.input.name, self.number),
        }
    }

    /// Returns a message about a puzzle for which the filter could not be decided.
    pub(crate) fn undecided(&self, stopped: &Stopped) -> String {
        self.message(&format!("whether it matches is not known: {stopped}; it was left out"))
    }
}

impl Input {
    pub(crate) fn is_built_in(&self) -> bool {
        matches!(self.source, Source::BuiltIn)
    }

    pub(crate) fn is_grh_table(&self) -> bool {
        matches!(self.source, Source::GrhTable)
    }

    /// Returns the name of the input for messages, or a hint instead if the board may be the name of a missing file.
    pub(crate) fn location(&self) -> String {
        match &self.source {
            Source::Argument { text, resembles_name: true } => format!("there is no file `{text}`; read as a board"),
            _ => self.name.clone(),
        }
    }

    /// Returns a message about a problem: its location, then its description.
    pub(crate) fn message(&self, problem: &Problem) -> String {
        let mut message = self.location();
        if let Some(line) = problem.location.line.filter(|_| !matches!(self.source, Source::Argument { .. })) {
            message += &format!(":{line}");
        }
        if let Some((row, column)) = problem.location.cell {
            message += &format!(": row {row}, column {column}");
        }
        message + &format!(": {}", problem.kind.explain(&output::remedy))
    }

    /// Returns a message about an input that cannot be read.
    pub(crate) fn unreadable(&self, error: &ReadError) -> String {
        match (&self.source, error) {
            (Source::Argument { text, .. }, _) => {
                format!("there is no file `{text}`, and it is not a board: {}", error.explain(&output::remedy))
            }
            (Source::StandardInput { is_named: false }, ReadError::Empty) => {
                "standard input is empty; give a file or a board, or `built-in` for the built-in puzzles".to_owned()
            }
            (_, ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                format!("{}: there is no such file; give a file, `-`, or a board", self.name)
            }
            _ => format!("{}: {}", self.name, error.explain(&output::remedy)),
        }
    }
}

/// The argument that names the built-in collection, if there is no such file.
pub(crate) const BUILT_IN: &str = "built-in";

/// The argument that names the built-in sample of the census of 6×6, if there is no such file.
pub(crate) const SAMPLE: &str = "sample";

/// The argument that names the collection with the minima of the GRH paper, if there is no such file.
pub(crate) const GRH_TABLE: &str = "grh-table";

/// Returns the inputs that the arguments name. If there are none, it is standard input if that is a pipe or a file,
/// otherwise the built-in collection.
pub(crate) fn inputs(args: &InputArgs) -> Vec<Input> {
    inputs_or(args, BUILT_IN)
}

/// Returns the inputs that the arguments name. If there are none, it is standard input if that is a pipe or a file,
/// otherwise a collection, [`BUILT_IN`] or [`GRH_TABLE`].
pub(crate) fn inputs_or(args: &InputArgs, collection: &str) -> Vec<Input> {
    let of_standard_input = args.parse.of_standard_input;
    if args.inputs.is_empty() && of_standard_input.is_none() {
        let (name, source) = match standard_input::is_given() {
            true => ("-", Source::StandardInput { is_named: false }),
            false if collection == GRH_TABLE => (GRH_TABLE, Source::GrhTable),
            false => (BUILT_IN, Source::BuiltIn),
        };
        return vec![Input { name: name.to_owned(), number: 1, source, only: None, is_one_of_many: false }];
    }
    let of_standard_input = of_standard_input.map(|number| OsString::from(format!("-#{number}")));
    let arguments: Vec<&OsString> = args.inputs.iter().chain(&of_standard_input).collect();
    let is_one_of_many = arguments.len() > 1;
    (1..).zip(arguments).map(|(number, argument)| argument::input(number, argument, is_one_of_many)).collect()
}

/// Returns whether an argument in the place of a command names puzzles.
pub(crate) fn names_puzzles(argument: &OsStr) -> bool {
    // A long word of small letters is a misspelt command, not a board without empty cells.
    let is_word = argument.as_encoded_bytes().iter().all(|letter| letter.is_ascii_lowercase() || *letter == b'-');
    match argument::input(1, argument, false).source {
        Source::File(path) => path.is_file(),
        Source::Argument { .. } => !is_word,
        Source::StandardInput { .. } | Source::BuiltIn | Source::GrhTable | Source::Sample => true,
    }
}

/// Reads the inputs and passes the puzzles that match the filter to `each` in order. Reading continues after an invalid
/// puzzle.
pub(crate) fn read<'a>(
    args: &InputArgs,
    inputs: &'a [Input],
    each: impl FnMut(InputEvent<'a>) -> Result<()>,
) -> Result<()> {
    let mut selection = Selection::new(args.filter.filter(), args.count, each);
    let mut puzzles_before = 0;
    for input in inputs {
        if selection.is_complete() {
            break;
        }
        puzzles_before += read_input(input, &args.parse, puzzles_before, &mut selection)?;
    }
    selection.finish()
}

/// Counts the puzzles of all inputs, for a display of progress. Returns `None` if the number is not known without
/// searches or without reading standard input, or after Ctrl-C.
pub(crate) fn count(args: &InputArgs) -> Option<u64> {
    let inputs = inputs(args);
    let is_known = args.filter.filter() == Filter::default() && args.count.is_none();
    if !is_known || inputs.iter().any(|input| matches!(input.source, Source::StandardInput { .. })) {
        return None;
    }
    let mut puzzles = 0;
    if let [only] = inputs.as_slice()
        && let Some(count) = only.source.count()
    {
        return Some(if only.only.is_some() { 1 } else { count });
    }
    let counted = read(args, &inputs, |event| {
        puzzles += u64::from(!matches!(event, InputEvent::Unreadable(..)));
        if interrupt::requested() { Err(anyhow!("interrupted")) } else { Ok(()) }
    });
    counted.ok().map(|()| puzzles)
}

/// Returns the first puzzle of an input, or an error that lists its problems.
pub(crate) fn first(argument: Option<&OsString>, parse: &ParseArgs) -> Result<Puzzle> {
    let named = argument.cloned().into_iter().collect();
    let args = InputArgs { inputs: named, parse: parse.clone(), ..InputArgs::default() };
    let mut first = None;
    let inputs = inputs(&args);
    let stopped = read(&args, &inputs, |event| {
        first = Some(match event {
            InputEvent::Puzzle(item) => Ok(item.puzzle),
            InputEvent::Unreadable(input, error) => Err(anyhow!(input.unreadable(&error))),
            InputEvent::Undecided(origin, stopped) => Err(anyhow!(origin.undecided(&stopped))),
            InputEvent::Invalid(origin, problems) => {
                let messages: Vec<String> = problems.0.iter().map(|problem| origin.input.message(problem)).collect();
                Err(anyhow!(messages.join("\n")))
            }
        });
        Err(anyhow!("the first puzzle is read"))
    });
    first.unwrap_or_else(|| Err(stopped.err().unwrap_or_else(|| anyhow!("there is no puzzle"))))
}

/// Passes the puzzles of an input to `each` that match a filter as far as it is known without a search.
pub(crate) fn candidates(argument: &OsStr, filter: &Filter, mut each: impl FnMut(Puzzle)) -> Result<()> {
    let input = argument::input(1, argument, false);
    let wanted = Wanted { parse: &ParseArgs::default(), only: input.only, filter };
    let read = input.source.read(&wanted, &ProgressBar::hidden(), &mut |found| {
        if let Ok(puzzle) = found.puzzle
            && filter.admits_board(&puzzle)
            && filter.admits_facts(found.known)
        {
            each(puzzle);
        }
        ControlFlow::Continue(())
    });
    read.map(|_| ()).map_err(|error| anyhow!(input.unreadable(&error)))
}

/// Reads one input and returns the number of its puzzles; `puzzles_before` is that of the inputs before it.
fn read_input<'a>(
    input: &'a Input,
    parse: &ParseArgs,
    puzzles_before: usize,
    selection: &mut Selection<'a, impl FnMut(InputEvent<'a>) -> Result<()>>,
) -> Result<usize> {
    let bar = ProgressBar::hidden();
    let (mut last, mut failed) = (0, Ok(()));
    let filter = selection.filter().clone();
    let wanted = Wanted { parse, only: input.only, filter: &filter };
    let read = input.source.read(&wanted, &bar, &mut |Found { number, line, format, puzzle, known }| {
        last = number;
        let number_here = if input.only.is_some() { 1 } else { number };
        let origin = PuzzleOrigin { input, number, overall_number: puzzles_before + number_here, line, format };
        let event = match puzzle {
            Ok(puzzle) => InputEvent::Puzzle(InputPuzzle { origin, puzzle }),
            Err(problems) => InputEvent::Invalid(origin, problems),
        };
        failed = selection.add(event, known);
        let is_over = failed.is_err() || selection.is_complete() || input.only.is_some();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    failed?;
    let read = match (read, input.only) {
        (Ok(count), Some(only)) if last != only || only == 0 => Err(no_such_puzzle(only, count)),
        (read, _) => read,
    };
    match read {
        Ok(_) if input.only.is_some() => Ok(1),
        Ok(count) => Ok(count),
        Err(error) => {
            selection.add(InputEvent::Unreadable(input, error), KnownFacts::default())?;
            Ok(last)
        }
    }
}

fn no_such_puzzle(number: usize, count: usize) -> ReadError {
    ReadError::Source(format!("there is no puzzle {number}; the puzzles are numbered from 1 to {count}").into())
}
