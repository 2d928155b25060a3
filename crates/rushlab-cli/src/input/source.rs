//! The sources of puzzles: texts, compact lists and databases, which are read alike.

use std::fs::File;
use std::io::{self, Cursor, IsTerminal as _, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use rushlab::Puzzle;
use rushlab::analysis::{Filter, KnownFacts};
use rushlab::collection;
use rushlab::format::{self, Format, ReadError, Reader};
use rushlab::puzzle::{Draft, Given, Metric, Problems, resembles_id};
use rushlab_census::compact::{CompactList, is_compact, read_list};
use rushlab_study::evolution::paper;

use super::standard_input;
use crate::arguments::ParseArgs;
use crate::database::{self, Store, Unknown};
use crate::{interrupt, output};

#[derive(Debug)]
pub(super) enum Source {
    File(PathBuf),
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
    GrhTable,
    Sample,
}

/// A puzzle of a source.
pub(super) struct Found {
    /// Its number in the source, from 1. Invalid puzzles are counted too.
    pub(super) number: usize,
    /// The line where it begins, in a text.
    pub(super) line: Option<usize>,
    /// The name of the format it was read in.
    pub(super) format: &'static str,
    pub(super) puzzle: Result<Puzzle, Problems>,
    /// What the source says about it.
    pub(super) known: KnownFacts,
}

/// What is read of a source.
pub(super) struct Wanted<'a> {
    pub(super) parse: &'a ParseArgs,
    /// Number of the only puzzle, if there is one.
    pub(super) only: Option<usize>,
    /// Puzzles that are known not to match may be left out.
    pub(super) filter: &'a Filter,
}

/// The receiver of the puzzles.
type Each<'a> = dyn FnMut(Found) -> ControlFlow<()> + 'a;

/// The first bytes of a source, which tell its kind.
const HEAD: u64 = 16;

impl Source {
    /// Passes the puzzles to `each` until it stops. Returns the number of puzzles in the source, as far as it was read.
    pub(super) fn read(&self, wanted: &Wanted<'_>, bar: &ProgressBar, each: &mut Each<'_>) -> Result<usize, ReadError> {
        match self {
            Source::BuiltIn => of_text(Reader::open(collection::BUILT_IN.as_bytes(), None, None)?, wanted, each),
            Source::GrhTable => of_text(Reader::open(paper::BOARDS.as_bytes(), None, None)?, wanted, each),
            Source::Sample => of_list(&sample()?, wanted, each),
            Source::Argument { text, .. } => {
                let format = wanted.parse.format.map(|name| name.0).or_else(|| argument_format(text));
                of_text(Reader::open(text.as_bytes(), format, None)?, wanted, each)
            }
            Source::StandardInput { is_named } => of_bytes(standard_input::open(*is_named), None, wanted, each),
            Source::File(path) => {
                let file = File::open(path)?;
                let details = file.metadata()?;
                if details.is_dir() {
                    return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory; give a file").into());
                }
                of_bytes(with_progress(file, details.len(), bar), Some(path), wanted, each)
            }
        }
    }
}

impl Source {
    /// Returns the number of puzzles if it is known without reading them: that of a database.
    pub(super) fn count(&self) -> Option<u64> {
        match self {
            Source::File(path) if database::is_database(path) => {
                Store::open_existing(path).ok()?.count(&Filter::default()).ok()
            }
            _ => None,
        }
    }
}

fn sample() -> Result<CompactList, ReadError> {
    CompactList::read(rushlab_census::SAMPLE).map_err(|error| ReadError::Source(error.into()))
}

/// Reads a text, a compact list or a database. `path` is the file, if it is one.
fn of_bytes(
    mut source: impl Read,
    path: Option<&Path>,
    wanted: &Wanted<'_>,
    each: &mut Each<'_>,
) -> Result<usize, ReadError> {
    let mut head = Vec::new();
    source.by_ref().take(HEAD).read_to_end(&mut head)?;
    if head.starts_with(database::MAGIC) {
        let problem = "a database cannot be read from standard input; give its name";
        let store = path.ok_or_else(|| problem.to_owned()).and_then(Store::open_existing);
        return of_database(&store.map_err(|problem| ReadError::Source(problem.into()))?, wanted, each);
    }
    let is_list = is_compact(&head);
    let source = Cursor::new(head).chain(source);
    if is_list {
        return of_list(&read_list(source)?, wanted, each);
    }
    let file_name = path.and_then(Path::file_name).map(|name| name.to_string_lossy());
    of_text(Reader::open(source, wanted.parse.format.map(|name| name.0), file_name.as_deref())?, wanted, each)
}

fn of_text(reader: Reader<'_>, wanted: &Wanted<'_>, each: &mut Each<'_>) -> Result<usize, ReadError> {
    let given = wanted.parse.given();
    let mut reader = reader.given(&given);
    let format = reader.format().about().name;
    let mut number = 0;
    for draft in &mut reader {
        let draft = draft?;
        number += 1;
        if wanted.only.is_some_and(|only| only != number) {
            continue;
        }
        let line = Some(draft.text_line);
        let found = Found { number, line, format, puzzle: given.validate(draft), known: KnownFacts::default() };
        if each(found).is_break() {
            return Ok(number);
        }
    }
    if number == 0 { Err(reader.no_puzzle()) } else { Ok(number) }
}

/// Reads a compact list. Groups without a wanted puzzle are not decoded.
fn of_list(list: &CompactList, wanted: &Wanted<'_>, each: &mut Each<'_>) -> Result<usize, ReadError> {
    let given = wanted.parse.given();
    let mut number = 0;
    for group in list.groups() {
        let cost = Some(group.cost());
        let known = match group.metric() {
            Metric::Moves => KnownFacts { moves: cost, ..KnownFacts::default() },
            Metric::Steps => KnownFacts { steps: cost, ..KnownFacts::default() },
        };
        let known = if changes_puzzles(&given) { KnownFacts::default() } else { known };
        let last = number + group.count() as usize;
        let has_size = wanted.filter.size.is_none_or(|size| size == (group.width(), group.height()));
        let is_wanted = match wanted.only {
            Some(only) => (number + 1..=last).contains(&only),
            None => has_size && wanted.filter.admits_facts(known),
        };
        if !is_wanted {
            number = last;
            continue;
        }
        for puzzle in list.puzzles(group) {
            let puzzle = puzzle.map_err(|error| ReadError::Source(error.into()))?;
            number += 1;
            if wanted.only.is_some_and(|only| only != number) {
                continue;
            }
            let found = Found { number, line: None, format: "compact list", puzzle: changed(&given, puzzle), known };
            if each(found).is_break() {
                return Ok(number);
            }
        }
    }
    if number == 0 { Err(ReadError::Source("there is no puzzle in the compact list".into())) } else { Ok(number) }
}

/// Reads a database, by its indexes.
fn of_database(store: &Store, wanted: &Wanted<'_>, each: &mut Each<'_>) -> Result<usize, ReadError> {
    let failed = |error: anyhow::Error| ReadError::Source(format!("{error:#}").into());
    let given = wanted.parse.given();
    // Options that change a puzzle change what is known about it too.
    let any = Filter::default();
    let filter = if changes_puzzles(&given) { &any } else { wanted.filter };
    let count = store.count(&any).map_err(failed)? as usize;
    let numbers = match wanted.only {
        Some(only) => (1..=count).contains(&only).then_some(only as u64).into_iter().collect(),
        None => store.all_numbers(filter, Unknown::Included).map_err(failed)?,
    };
    for number in numbers.into_iter().take_while(|_| !interrupt::requested()) {
        let entry = store.entry(number).map_err(failed)?;
        let known = if changes_puzzles(&given) { KnownFacts::default() } else { entry.known() };
        let puzzle = changed(&given, entry.puzzle().map_err(failed)?);
        let found = Found { number: number as usize, line: None, format: "database", puzzle, known };
        if each(found).is_break() {
            break;
        }
    }
    Ok(count)
}

/// Returns whether options can change puzzles that are complete.
fn changes_puzzles(given: &Given) -> bool {
    let Given { primary, fallback_primary: _, exit, metric, rules, .. } = given;
    primary.is_some() || exit.is_some() || metric.is_some() || rules.is_some()
}

/// Returns a complete puzzle with what the options say.
fn changed(given: &Given, puzzle: Puzzle) -> Result<Puzzle, Problems> {
    if changes_puzzles(given) { given.validate(Draft::from(&puzzle)) } else { Ok(puzzle) }
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
