//! Where puzzles come from: files, standard input, boards typed as arguments, the built-in collection.
//!
//! Puzzles are pushed, one at a time, to whoever asked; a file of millions is never held in memory.

use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::Path;

use anyhow::{Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use rushlab::Puzzle;
use rushlab::collection;
use rushlab::format::{self, Format, ReadError, Reader};
use rushlab::puzzle::{Draft, DraftExit, Problem, Problems, Rules};

use crate::arguments::{Meaning, Reading, RuleSet};

/// A source of puzzles, as the user named it.
#[derive(Debug)]
pub(crate) struct Input {
    /// What messages call it.
    pub(crate) name: String,
    /// Which argument it is, from 1.
    pub(crate) number: usize,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    File,
    StandardInput,
    Typed(String),
    BuiltIn,
}

/// A puzzle of an input, or what is wrong with it.
pub(crate) struct Item<'a> {
    pub(crate) input: &'a Input,
    /// Its number in the input, from 1.
    pub(crate) number: usize,
    /// The line where it begins.
    pub(crate) line: usize,
    /// The name of the format it was read in.
    pub(crate) format: &'static str,
    pub(crate) puzzle: Result<Puzzle, Problems>,
    /// Whether it is one of several inputs.
    in_many: bool,
}

/// What reading gives, in order.
pub(crate) enum Event<'a> {
    /// A puzzle, good or bad.
    Item(Item<'a>),
    /// An input of which nothing, or nothing more, can be read.
    Unreadable(&'a Input, ReadError),
}

impl Item<'_> {
    /// What results call the puzzle: its number, with the input's name where there are several inputs.
    pub(crate) fn id(&self) -> impl fmt::Display + use<'_> {
        fmt::from_fn(|f| match (self.in_many, &self.input.kind) {
            (false, _) => write!(f, "{}", self.number),
            (true, Kind::Typed(_)) => write!(f, "{}", self.input.name),
            (true, _) => write!(f, "{}#{}", self.input.name, self.number),
        })
    }
}

impl Input {
    /// A line of a message about the puzzle that begins at a line of the input.
    pub(crate) fn message_at(&self, line: usize, what: &impl fmt::Display) -> String {
        match self.kind {
            Kind::Typed(_) => format!("{}: {what}", self.name),
            _ => format!("{}:{line}: {what}", self.name),
        }
    }

    /// A problem as a line of a message: where it is, then what it is.
    pub(crate) fn message(&self, problem: &Problem) -> String {
        let mut message = self.name.clone();
        if let Some(line) = problem.place.line.filter(|_| !matches!(self.kind, Kind::Typed(_))) {
            message += &format!(":{line}");
        }
        if let Some((row, column)) = problem.place.cell {
            message += &format!(": row {row}, column {column}");
        }
        message + &format!(": {}", problem.fault)
    }

    /// Says that nothing can be read from it.
    pub(crate) fn unreadable(&self, error: &ReadError) -> String {
        match (&self.kind, error) {
            (Kind::Typed(text), _) => {
                format!("`{text}`: there is no such file, and as a board it {error}")
            }
            (_, ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                format!("{}: no such file; give a file, `-`, or a board typed as one argument", self.name)
            }
            _ => format!("{}: {error}", self.name),
        }
    }
}

/// The inputs that the arguments name.
fn inputs(arguments: &[String]) -> Vec<Input> {
    if arguments.is_empty() {
        return vec![Input { name: "built-in".to_owned(), number: 1, kind: Kind::BuiltIn }];
    }
    let alone = arguments.len() == 1;
    (1..).zip(arguments).map(|(number, argument)| input(number, argument, alone)).collect()
}

/// The input that one argument names.
fn input(number: usize, argument: &str, alone: bool) -> Input {
    let (name, kind) = match argument {
        "-" => (argument.to_owned(), Kind::StandardInput),
        text if !Path::new(text).exists() && looks_like_a_board(text) => {
            let name = match alone {
                _ if looks_like_a_name(text) => format!("no file `{text}`; as a board"),
                true => "board".to_owned(),
                false => format!("board {number}"),
            };
            (name, Kind::Typed(text.to_owned()))
        }
        path => (path.to_owned(), Kind::File),
    };
    Input { name, number, kind }
}

/// Whether an argument that is no file is meant as a board, rather than as a file that is not there.
fn looks_like_a_board(text: &str) -> bool {
    let is_path = text.contains(['/', '\\']) && !text.contains('\n');
    let extension = Path::new(text).extension().and_then(|extension| extension.to_str());
    let is_file_name = extension.is_some_and(|extension| ["txt", "csv", "tsv", "json", "jsonl"].contains(&extension));
    let cells = text.split_whitespace().map(|token| token.chars().count()).max().unwrap_or(0);
    text.contains('\n') || text.starts_with(['{', '(']) || (!is_path && !is_file_name && cells >= 9)
}

/// Whether a board typed as an argument may as well be the name of a file that is not there: no empty cell, and no square.
fn looks_like_a_name(text: &str) -> bool {
    let cells = text.chars().count();
    !text.contains(['.', ':', '\n', ' ']) && (3..=16).all(|side| side * side != cells)
}

/// Reads all puzzles and pushes each to `each`, in order; a bad one never stops the others.
pub(crate) fn read(reading: &Reading, mut each: impl FnMut(Event<'_>) -> Result<()>) -> Result<()> {
    let inputs = inputs(&reading.inputs);
    let in_many = inputs.len() > 1;
    for input in &inputs {
        read_input(input, &reading.meaning, in_many, &mut each)?;
    }
    Ok(())
}

/// The first puzzle of an input; an error that says what is wrong if there is none.
pub(crate) fn first(argument: &str, meaning: &Meaning) -> Result<Puzzle> {
    let input = input(1, argument, true);
    let bar = ProgressBar::hidden();
    let draft = open(&input, meaning, &bar).and_then(|mut drafts| drafts.next().unwrap_or(Err(ReadError::Empty)));
    let mut draft = draft.map_err(|error| anyhow!(input.unreadable(&error)))?;
    understand(&mut draft, meaning);
    Puzzle::try_from(draft).map_err(|problems| {
        let messages: Vec<String> = problems.0.iter().map(|problem| input.message(problem)).collect();
        anyhow!(messages.join("\n"))
    })
}

fn read_input(
    input: &Input,
    meaning: &Meaning,
    in_many: bool,
    mut each: impl FnMut(Event<'_>) -> Result<()>,
) -> Result<()> {
    let bar = ProgressBar::hidden();
    let mut number = 0;
    let drafts = match open(input, meaning, &bar) {
        Ok(drafts) => drafts,
        Err(error) => return each(Event::Unreadable(input, error)),
    };
    let format = drafts.format().about().name;
    for draft in drafts {
        let event = match draft {
            Ok(mut draft) => {
                number += 1;
                understand(&mut draft, meaning);
                let line = draft.line;
                Event::Item(Item { input, number, line, format, puzzle: Puzzle::try_from(draft), in_many })
            }
            Err(error) => {
                number += 1;
                Event::Unreadable(input, error)
            }
        };
        each(event)?;
    }
    bar.finish_and_clear();
    if number == 0 {
        each(Event::Unreadable(input, ReadError::Empty))?;
    }
    Ok(())
}

fn open<'a>(input: &'a Input, meaning: &Meaning, bar: &ProgressBar) -> Result<Reader<'a>, ReadError> {
    let format = meaning.format.map(|name| name.0);
    match &input.kind {
        Kind::StandardInput => Reader::open(io::stdin(), format, None),
        Kind::BuiltIn => Reader::open(collection::GRADED.as_bytes(), None, None),
        Kind::Typed(text) => Reader::open(text.as_bytes(), format.or_else(|| typed_format(text)), None),
        Kind::File => {
            let file = File::open(&input.name)?;
            let details = file.metadata()?;
            if details.is_dir() {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory; give a file").into());
            }
            let file_name = Path::new(&input.name).file_name().and_then(|name| name.to_str());
            Reader::open(with_progress(file, details.len(), bar), format, file_name)
        }
    }
}

/// A board typed in one line is a `line`, however wrong it is; anything longer tells its format itself.
fn typed_format(text: &str) -> Option<&'static dyn Format> {
    if text.contains('\n') || text.starts_with(['{', '(', '[']) { None } else { format::named("line") }
}

/// Shows how much of a large file is read, where somebody is watching.
fn with_progress(file: File, size: u64, bar: &ProgressBar) -> impl Read + use<> {
    const LARGE: u64 = 8 << 20;
    if size > LARGE && io::stderr().is_terminal() {
        bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        bar.set_length(size);
        let style = ProgressStyle::with_template("{bar:30} {bytes} of {total_bytes}, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    }
    bar.wrap_read(file)
}

/// What the options say goes before what the text says.
fn understand(draft: &mut Draft, meaning: &Meaning) {
    draft.primary = meaning.primary.or(draft.primary);
    if let Some(side) = meaning.exit {
        draft.exit = Some(DraftExit { side, at: None });
    }
    let metric = meaning.metric.unwrap_or(draft.rules.metric);
    draft.rules = match meaning.rules {
        Some(RuleSet::Plain) => Rules::plain(metric),
        Some(RuleSet::Comp472) => Rules::comp472(metric),
        None => Rules { metric, ..draft.rules },
    };
}
