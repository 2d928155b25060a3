//! Builds a database. Every puzzle is explored, so that its numbers are computed rather than trusted; `--as-written` trusts them.

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
use crate::{Verdict, batch, interrupt, output};

/// The error for labels of several characters.
const LABELS: &str = "its vehicles need labels of one character; `rushlab convert --relabel` gives them";

/// The maximum number of positions of a cluster. The largest cluster of a 6×6 board has 541,934.
const MOST_POSITIONS: u64 = 20_000_000;

pub(super) fn run(options: &Build) -> Result<Verdict> {
    let path = &options.database;
    atomic_file::check_new(path, options.force)?;
    interrupt::defer_to_command();
    let line = ProgressLine::ticking(None, "{spinner} {human_pos} puzzles explored, {per_sec} ({elapsed})");
    let mut entries = Vec::new();
    let read =
        if options.as_written { as_written(options, &mut entries) } else { explored(options, &line, &mut entries) };
    line.finish();
    let verdict = read?;
    if interrupt::requested() {
        return Ok(Verdict::Interrupted);
    }
    if entries.is_empty() {
        bail!("no puzzle was read; nothing was written");
    }
    let all = entries.len();
    write(path, options.force, entries)?;
    let kept = Store::open(path)?.count(&crate::arguments::Filter::default())? as usize;
    let twice = match all - kept {
        0 => String::new(),
        twice => format!("; {} occurred twice", output::count(twice, "board")),
    };
    output::note(&format!("{} in {}{twice}", output::count(kept, "puzzle"), path.display()));
    Ok(verdict)
}

fn write(path: &Path, force: bool, entries: Vec<Entry>) -> Result<()> {
    let file = AtomicFile::create(path, force)?;
    Store::create(file.temporary_path(), entries).with_context(|| format!("{} cannot be written", path.display()))?;
    file.commit()
}

fn explored(options: &Build, line: &ProgressLine, entries: &mut Vec<Entry>) -> Result<Verdict> {
    batch::run(
        &options.input,
        options.threads.count(),
        line,
        |item, _| {
            let entry = entry(&item.puzzle).map_err(|refused| (item.origin.message(&refused), refused));
            line.increment(1);
            entry
        },
        |entry| match entry {
            Ok(entry) => {
                entries.push(entry);
                Ok(Verdict::Good)
            }
            Err((_, Refused::Stopped(Stopped::Interrupted))) => Ok(Verdict::Interrupted),
            Err((message, _)) => {
                output::error(&format!("{message}; it was left out"));
                Ok(Verdict::Limit)
            }
        },
    )
}

/// Why a puzzle cannot be stored in the database.
#[derive(Debug)]
enum Refused {
    Unusual,
    Unsolvable,
    Stopped(Stopped),
    Labels,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::Unusual => f.write_str(
                "a database holds puzzles with the exit on the right, counted in moves, without fuel and valet",
            ),
            Refused::Unsolvable => f.write_str("there is no solution"),
            Refused::Stopped(stopped) => write!(f, "{stopped}"),
            Refused::Labels => f.write_str(LABELS),
        }
    }
}

/// Returns the board as one line, with other letters if its own would be read as another puzzle.
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
fn entry(puzzle: &Puzzle) -> Result<Entry, Refused> {
    let usual = puzzle.rules() == Rules { metric: Metric::Moves, ..Rules::default() };
    if !usual || puzzle.exit().side != Side::Right || puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some()) {
        return Err(Refused::Unusual);
    }
    let limits = Limits { states: MOST_POSITIONS, ..Limits::default() };
    let cluster = Cluster::new(puzzle, limits, &mut Watchdog::until_interrupt()).map_err(Refused::Stopped)?;
    let difficulty = Difficulty::of(&cluster, 0).ok_or(Refused::Unsolvable)?;
    Ok(Entry {
        moves: difficulty.length.into(),
        board: board_of(puzzle).ok_or(Refused::Labels)?,
        positions: cluster.size() as u64,
        vehicles: puzzle.vehicles().len() as u64,
        walls: puzzle.walls().len() as u64,
        level: Some(difficulty.level()),
        rating: Some(difficulty.tenths().into()),
    })
}

/// Reads rows `moves board positions` without exploring anything.
fn as_written(options: &Build, entries: &mut Vec<Entry>) -> Result<Verdict> {
    let mut verdict = Verdict::Good;
    for name in &options.input.inputs {
        let text = if name == "-" { std::io::read_to_string(std::io::stdin()) } else { fs::read_to_string(name) };
        let text = text.with_context(|| format!("{name} cannot be read"))?;
        let rows = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        for (index, line) in rows {
            if interrupt::requested() {
                return Ok(Verdict::Interrupted);
            }
            match written(line) {
                Ok(entry) => entries.push(entry),
                Err(reason) => {
                    verdict = Verdict::Wrong;
                    output::error(&format!("{name}:{}: {reason}", index + 1));
                }
            }
        }
    }
    if options.input.inputs.is_empty() {
        bail!("--as-written needs files with rows `moves board positions`");
    }
    Ok(verdict)
}

fn written(line: &str) -> Result<Entry, String> {
    let mut fields = line.split_whitespace();
    let (Some(moves), Some(cells), Some(positions), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err("a row is `moves board positions`".to_owned());
    };
    let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number"));
    let puzzle = format::parse(cells).map_err(|error| error.to_string())?;
    Ok(Entry {
        moves: number(moves)?,
        board: format::board_line(&puzzle).ok_or(LABELS)?,
        positions: number(positions)?,
        vehicles: puzzle.vehicles().len() as u64,
        walls: puzzle.walls().len() as u64,
        level: None,
        rating: None,
    })
}
