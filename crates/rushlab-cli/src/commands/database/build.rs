//! Builds a database. Every puzzle is explored, so its moves and positions are computed; `--trust-input` copies them from the input.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Difficulty, Stopped};
use rushlab::format;
use rushlab::puzzle::{Metric, Rules, Side};
use rushlab::search::Limits;

use super::store::{Entry, Store};
use crate::arguments::Build;
use crate::atomic_file::{self, AtomicFile};
use crate::progress::ProgressLine;
use crate::watchdog::Watchdog;
use crate::{ExitStatus, batch, interrupt, output};

/// The error for labels of several characters.
const LONG_LABELS: &str = "its vehicles need labels of one character; `rushlab convert --relabel` gives them";

/// The maximum number of positions of a cluster. The largest cluster of a 6×6 board has 541,934.
const MAX_POSITIONS: u64 = 20_000_000;

pub(super) fn run(options: &Build) -> Result<ExitStatus> {
    let path = &options.database;
    atomic_file::check_new(path, options.force)?;
    interrupt::defer_to_command();
    let line = ProgressLine::ticking(None, "{spinner} {human_pos} puzzles explored, {per_sec} ({elapsed})");
    let mut entries = Vec::new();
    let read = if options.trust_input {
        copy_rows(options, &mut entries)
    } else {
        explore_inputs(options, &line, &mut entries)
    };
    line.finish();
    let status = read?;
    if interrupt::requested() {
        return Ok(ExitStatus::Interrupted);
    }
    if entries.is_empty() {
        bail!("no puzzle was read; nothing was written");
    }
    let all = entries.len();
    write(path, options.force, entries)?;
    let kept = Store::open(path)?.count(&crate::arguments::Filter::default())? as usize;
    let duplicates = match all - kept {
        0 => String::new(),
        duplicates => format!("; {} removed", output::count(duplicates, "duplicate")),
    };
    output::note(&format!("{} in {}{duplicates}", output::count(kept, "puzzle"), path.display()));
    Ok(status)
}

fn write(path: &Path, force: bool, entries: Vec<Entry>) -> Result<()> {
    let file = AtomicFile::create(path, force)?;
    Store::create(file.temporary_path(), entries).with_context(|| format!("{} cannot be written", path.display()))?;
    file.commit()
}

fn explore_inputs(options: &Build, line: &ProgressLine, entries: &mut Vec<Entry>) -> Result<ExitStatus> {
    batch::run(
        &options.input,
        options.threads.count(),
        line,
        |item, _| {
            let entry = entry(&item.puzzle).map_err(|error| (item.origin.message(&error), error));
            line.increment(1);
            entry
        },
        |entry| match entry {
            Ok(entry) => {
                entries.push(entry);
                Ok(ExitStatus::Success)
            }
            Err((_, EntryError::Stopped(Stopped::Interrupted))) => Ok(ExitStatus::Interrupted),
            Err((message, _)) => {
                output::error(&format!("{message}; it was left out"));
                Ok(ExitStatus::Incomplete)
            }
        },
    )
}

/// The reason why a puzzle cannot be stored in the database.
#[derive(Debug)]
enum EntryError {
    UnsupportedRules,
    Unsolvable,
    Stopped(Stopped),
    LongLabels,
}

impl std::fmt::Display for EntryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EntryError::UnsupportedRules => f.write_str(
                "a database stores only puzzles with the exit on the right, metric moves, no fuel and no valet",
            ),
            EntryError::Unsolvable => f.write_str("there is no solution"),
            EntryError::Stopped(stopped) => write!(f, "{stopped}"),
            EntryError::LongLabels => f.write_str(LONG_LABELS),
        }
    }
}

/// Returns the board as one line. Relabels the vehicles if the line would otherwise be read as a different puzzle.
fn board_of(puzzle: &Puzzle) -> Option<String> {
    let same = |line: &String| {
        format::parse(line)
            .is_ok_and(|read| read.primary_index() == puzzle.primary_index() && read.exit() == puzzle.exit())
    };
    format::board_line(puzzle)
        .filter(same)
        .or_else(|| format::board_line(&puzzle.with_canonical_labels()?).filter(same))
}

/// Explores a puzzle and returns its entry.
fn entry(puzzle: &Puzzle) -> Result<Entry, EntryError> {
    let is_supported = puzzle.rules() == Rules { metric: Metric::Moves, ..Rules::default() };
    if !is_supported
        || puzzle.exit().side != Side::Right
        || puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some())
    {
        return Err(EntryError::UnsupportedRules);
    }
    let limits = Limits { states: MAX_POSITIONS, ..Limits::default() };
    let cluster = Cluster::new(puzzle, limits, &mut Watchdog::until_interrupt()).map_err(EntryError::Stopped)?;
    let difficulty = Difficulty::of(&cluster, 0).ok_or(EntryError::Unsolvable)?;
    Ok(Entry {
        moves: difficulty.length.into(),
        board: board_of(puzzle).ok_or(EntryError::LongLabels)?,
        positions: cluster.size() as u64,
        vehicles: puzzle.vehicles().len() as u64,
        walls: puzzle.walls().len() as u64,
        level: Some(difficulty.level()),
        rating: Some(difficulty.rating_in_tenths().into()),
    })
}

/// Reads rows `moves board positions` and copies their numbers.
fn copy_rows(options: &Build, entries: &mut Vec<Entry>) -> Result<ExitStatus> {
    let mut status = ExitStatus::Success;
    for name in &options.input.inputs {
        let text = if name == "-" { std::io::read_to_string(std::io::stdin()) } else { fs::read_to_string(name) };
        let text = text.with_context(|| format!("{name} cannot be read"))?;
        let rows = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        for (index, line) in rows {
            if interrupt::requested() {
                return Ok(ExitStatus::Interrupted);
            }
            match parse_row(line) {
                Ok(entry) => entries.push(entry),
                Err(reason) => {
                    status = ExitStatus::Invalid;
                    output::error(&format!("{name}:{}: {reason}", index + 1));
                }
            }
        }
    }
    if options.input.inputs.is_empty() {
        bail!("--trust-input needs files with rows `moves board positions`");
    }
    Ok(status)
}

fn parse_row(line: &str) -> Result<Entry, String> {
    let mut fields = line.split_whitespace();
    let (Some(moves), Some(cells), Some(positions), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err("a row is `moves board positions`".to_owned());
    };
    let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
    let puzzle = format::parse(cells).map_err(|error| error.to_string())?;
    Ok(Entry {
        moves: number(moves)?,
        board: format::board_line(&puzzle).ok_or(LONG_LABELS)?,
        positions: number(positions)?,
        vehicles: puzzle.vehicles().len() as u64,
        walls: puzzle.walls().len() as u64,
        level: None,
        rating: None,
    })
}
