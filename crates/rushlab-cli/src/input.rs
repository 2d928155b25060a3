//! Sources of puzzles: files, standard input, boards given as arguments, the built-in collection.
//!
//! Puzzles are passed on one at a time, so a file of millions of puzzles is never in memory as a whole.

mod standard_input;

use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::Path;

use anyhow::{Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use rushlab::Puzzle;
use rushlab::collection;
use rushlab::format::{self, Format, ReadError, Reader};
use rushlab::puzzle::{Problem, Problems, resembles_id};
use rushlab_census::compact;

use crate::arguments::{InputArgs, ParseArgs};
use crate::{interrupt, output};

/// A source of puzzles: one argument, or the built-in collection.
#[derive(Debug)]
pub(crate) struct Input {
    /// Its name in messages.
    pub(crate) name: String,
    /// Its number among the arguments, from 1.
    pub(crate) number: usize,
    kind: InputKind,
    /// Whether there are other inputs.
    is_one_of_many: bool,
}

#[derive(Debug)]
enum InputKind {
    File,
    /// `is_named` says whether an argument names it.
    StandardInput {
        is_named: bool,
    },
    /// A board. `resembles_name` says whether it could also be the name of a missing file.
    Argument {
        text: String,
        resembles_name: bool,
    },
    BuiltIn,
    Sample,
}

/// Where a puzzle comes from.
#[derive(Clone, Copy)]
pub(crate) struct PuzzleOrigin<'a> {
    pub(crate) input: &'a Input,
    /// Its number in the input, from 1. Invalid puzzles are counted too.
    pub(crate) number: usize,
    /// Its number among the puzzles of all inputs, from 1. Invalid puzzles are counted too.
    pub(crate) overall_number: usize,
    /// The line where it begins.
    pub(crate) line: usize,
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
    /// An input that cannot be read, or not to its end.
    Unreadable(&'a Input, ReadError),
}

impl PuzzleOrigin<'_> {
    /// Returns the puzzle's name in results: its number; with several inputs, the input's name and the number, or only
    /// `board N` for an argument.
    pub(crate) fn id(&self) -> String {
        match (self.input.is_one_of_many, &self.input.kind) {
            (false, _) => self.number.to_string(),
            (true, InputKind::Argument { .. }) => self.input.name.clone(),
            (true, _) => format!("{}#{}", self.input.name, self.number),
        }
    }

    /// Returns a message about the puzzle, with its location in front.
    pub(crate) fn message(&self, what: &impl fmt::Display) -> String {
        match self.input.kind {
            InputKind::Argument { .. } => format!("{}: {what}", self.input.location()),
            _ => format!("{}:{}: {what}", self.input.name, self.line),
        }
    }
}

impl Input {
    pub(crate) fn is_built_in(&self) -> bool {
        matches!(self.kind, InputKind::BuiltIn)
    }

    /// Returns the name of the input for messages, or a hint instead if the board may be the name of a missing file.
    pub(crate) fn location(&self) -> String {
        match &self.kind {
            InputKind::Argument { text, resembles_name: true } => format!("there is no file `{text}`; read as a board"),
            _ => self.name.clone(),
        }
    }

    /// Returns a message about a problem: its location, then its description.
    pub(crate) fn message(&self, problem: &Problem) -> String {
        let mut message = self.location();
        if let Some(line) = problem.location.line.filter(|_| !matches!(self.kind, InputKind::Argument { .. })) {
            message += &format!(":{line}");
        }
        if let Some((row, column)) = problem.location.cell {
            message += &format!(": row {row}, column {column}");
        }
        message + &format!(": {}", problem.kind.explain(&output::remedy))
    }

    /// Returns a message about an input that cannot be read.
    pub(crate) fn unreadable(&self, error: &ReadError) -> String {
        match (&self.kind, error) {
            (InputKind::Argument { text, .. }, _) => {
                format!("there is no file `{text}`, and it is not a board: {}", error.explain(&output::remedy))
            }
            (InputKind::StandardInput { is_named: false }, ReadError::Empty) => {
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

/// Returns the inputs that the arguments name. If there are none, it is standard input if that is a pipe or a file,
/// otherwise the built-in collection.
pub(crate) fn inputs(args: &InputArgs) -> Vec<Input> {
    if args.inputs.is_empty() {
        let (name, kind) = match standard_input::is_given() {
            true => ("-", InputKind::StandardInput { is_named: false }),
            false => (BUILT_IN, InputKind::BuiltIn),
        };
        return vec![Input { name: name.to_owned(), number: 1, kind, is_one_of_many: false }];
    }
    let is_one_of_many = args.inputs.len() > 1;
    (1..).zip(&args.inputs).map(|(number, argument)| input(number, argument, is_one_of_many)).collect()
}

/// Returns the input that one argument names.
fn input(number: usize, argument: &str, is_one_of_many: bool) -> Input {
    let (name, kind) = match argument {
        "-" => (argument.to_owned(), InputKind::StandardInput { is_named: true }),
        BUILT_IN if !Path::new(BUILT_IN).exists() => (argument.to_owned(), InputKind::BuiltIn),
        SAMPLE if !Path::new(SAMPLE).exists() => (argument.to_owned(), InputKind::Sample),
        text if !Path::new(text).exists() && looks_like_a_board(text) => {
            let name = match is_one_of_many {
                false => "board".to_owned(),
                true => format!("board {number}"),
            };
            (name, InputKind::Argument { text: text.to_owned(), resembles_name: looks_like_a_name(text) })
        }
        path => (path.to_owned(), InputKind::File),
    };
    Input { name, number, kind, is_one_of_many }
}

/// Returns whether an argument in the place of a command names puzzles.
pub(crate) fn names_puzzles(argument: &str) -> bool {
    // A long word of small letters is a misspelt command, not a board without empty cells.
    let is_word = argument.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    match input(1, argument, false).kind {
        InputKind::File => Path::new(argument).is_file(),
        InputKind::Argument { .. } => !is_word,
        _ => true,
    }
}

/// Returns whether an argument that names no file is a board rather than the name of a missing file.
fn looks_like_a_board(text: &str) -> bool {
    let is_path = text.contains(['/', '\\']) && !text.contains('\n');
    let extension = Path::new(text).extension().and_then(|extension| extension.to_str());
    let is_file_name = extension.is_some_and(|extension| ["txt", "csv", "tsv", "json", "jsonl"].contains(&extension));
    let cells = text.split_whitespace().map(|token| token.chars().count()).max().unwrap_or(0);
    let is_board = text.contains('\n') || text.starts_with(['{', '(']) || resembles_id(text);
    is_board || (!is_path && !is_file_name && cells >= 9)
}

/// Returns whether a board could also be the name of a missing file: it has no empty cell and is not square.
fn looks_like_a_name(text: &str) -> bool {
    let cells = text.chars().count();
    !text.contains(['.', ':', '\n', ' ']) && !resembles_id(text) && (3..=16).all(|side| side * side != cells)
}

/// Reads all puzzles of the inputs and passes them to `each` in order. Reading continues after an invalid puzzle.
pub(crate) fn read<'a>(
    args: &InputArgs,
    inputs: &'a [Input],
    mut each: impl FnMut(InputEvent<'a>) -> Result<()>,
) -> Result<()> {
    let mut puzzles_before = 0;
    for input in inputs {
        puzzles_before += read_input(input, &args.parse, puzzles_before, &mut each)?;
    }
    Ok(())
}

/// Counts the puzzles of all inputs, for a display of progress. Returns `None` if one of them is standard input, which
/// is read only once, or after Ctrl-C.
pub(crate) fn count(args: &InputArgs) -> Option<u64> {
    let inputs = inputs(args);
    if inputs.iter().any(|input| matches!(input.kind, InputKind::StandardInput { .. })) {
        return None;
    }
    let mut puzzles = 0;
    let counted = read(args, &inputs, |event| {
        puzzles += u64::from(!matches!(event, InputEvent::Unreadable(..)));
        if interrupt::requested() { Err(anyhow!("interrupted")) } else { Ok(()) }
    });
    counted.ok().map(|()| puzzles)
}

/// Returns the first puzzle of an input, or an error that lists its problems.
pub(crate) fn first(argument: &str, parse: &ParseArgs) -> Result<Puzzle> {
    let input = input(1, argument, false);
    let bar = ProgressBar::hidden();
    let draft = open(&input, parse, &bar).and_then(|mut drafts| drafts.first());
    let draft = draft.map_err(|error| anyhow!(input.unreadable(&error)))?;
    parse.given().validate(draft).map_err(|problems| {
        let messages: Vec<String> = problems.0.iter().map(|problem| input.message(problem)).collect();
        anyhow!(messages.join("\n"))
    })
}

/// Reads one input and returns the number of its puzzles; `puzzles_before` is that of the inputs before it.
fn read_input<'a>(
    input: &'a Input,
    parse: &ParseArgs,
    puzzles_before: usize,
    each: &mut impl FnMut(InputEvent<'a>) -> Result<()>,
) -> Result<usize> {
    let bar = ProgressBar::hidden();
    let mut drafts = match open(input, parse, &bar) {
        Ok(drafts) => drafts,
        Err(error) => return each(InputEvent::Unreadable(input, error)).map(|()| 0),
    };
    let format = drafts.format().about().name;
    let mut number = 0;
    for draft in &mut drafts {
        number += 1;
        each(match draft {
            Ok(draft) => {
                let origin = PuzzleOrigin {
                    input,
                    number,
                    overall_number: puzzles_before + number,
                    line: draft.text_line,
                    format,
                };
                match parse.given().validate(draft) {
                    Ok(puzzle) => InputEvent::Puzzle(InputPuzzle { origin, puzzle }),
                    Err(problems) => InputEvent::Invalid(origin, problems),
                }
            }
            Err(error) => InputEvent::Unreadable(input, error),
        })?;
    }
    bar.finish_and_clear();
    if number == 0 {
        each(InputEvent::Unreadable(input, drafts.no_puzzle()))?;
    }
    Ok(number)
}

fn open<'a>(input: &'a Input, parse: &ParseArgs, bar: &ProgressBar) -> Result<Reader<'a>, ReadError> {
    let format = parse.format.map(|name| name.0);
    let reader = match &input.kind {
        InputKind::StandardInput { is_named } => compact::open(standard_input::open(*is_named), format, None),
        InputKind::BuiltIn => Reader::open(collection::BUILT_IN.as_bytes(), None, None),
        InputKind::Sample => compact::open(rushlab_census::SAMPLE, None, None),
        InputKind::Argument { text, .. } => {
            Reader::open(text.as_bytes(), format.or_else(|| argument_format(text)), None)
        }
        InputKind::File => {
            let file = File::open(&input.name)?;
            let details = file.metadata()?;
            if details.is_dir() {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory; give a file").into());
            }
            let file_name = Path::new(&input.name).file_name().and_then(|name| name.to_str());
            compact::open(with_progress(file, details.len(), bar), format, file_name)
        }
    };
    Ok(reader?.given(&parse.given()))
}

/// Returns the format of a board that is an argument: `line` if it is one line and not an id, even if it has problems;
/// otherwise the format is detected.
fn argument_format(text: &str) -> Option<&'static dyn Format> {
    let is_detected = text.contains('\n') || text.starts_with(['{', '(', '[']) || resembles_id(text);
    if is_detected { None } else { Some(format::LINE) }
}

/// Adds a progress bar to the reading of a large file, on a terminal.
fn with_progress(file: File, size: u64, bar: &ProgressBar) -> impl Read + use<> {
    const LARGE: u64 = 8 << 20;
    if size > LARGE && io::stderr().is_terminal() && !output::is_quiet() {
        bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        bar.set_length(size);
        let style = ProgressStyle::with_template("{bar:30} {bytes} of {total_bytes}, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    }
    bar.wrap_read(file)
}
