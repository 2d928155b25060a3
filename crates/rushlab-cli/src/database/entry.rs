//! A puzzle of the database, with what is known about it.

use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Difficulty, KnownFacts, Level, Stopped, redundant};
use rushlab::format;
use rushlab::puzzle::{Metric, RuleSet, Rules, Side};
use rushlab::search::Limits;
use rusqlite::Row;

use crate::output;
use crate::watchdog::Watchdog;

/// The maximum number of positions of a cluster. The largest cluster of a 6×6 board has 541,934.
const MAX_POSITIONS: u64 = 20_000_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) moves: u64,
    /// The id of the puzzle, which contains it completely, except its labels.
    pub(crate) id: String,
    /// The board with the labels of the input, for people.
    pub(crate) board: String,
    pub(crate) positions: u64,
    pub(crate) width: u64,
    pub(crate) height: u64,
    pub(crate) vehicles: u64,
    pub(crate) walls: u64,
    pub(crate) exit: Side,
    /// Number of vehicles with their own fuel.
    pub(crate) tanks: u64,
    /// The rules in a word or two, without the metric, which is moves.
    pub(crate) rules: String,
    /// Whether removing any vehicle or wall changes the number of moves, if it is known.
    pub(crate) minimal: Option<bool>,
    pub(crate) level: Option<Level>,
    /// The difficulty in tenths.
    pub(crate) difficulty: Option<u64>,
}

/// The reason why a puzzle cannot be stored in the database.
#[derive(Debug)]
pub(crate) enum EntryError {
    Steps,
    Unsolvable,
    Stopped(Stopped),
}

impl std::fmt::Display for EntryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EntryError::Steps => f.write_str(
                "a database counts moves, but the metric of this puzzle is steps; change it with --metric moves",
            ),
            EntryError::Unsolvable => f.write_str("there is no solution"),
            EntryError::Stopped(stopped) => write!(f, "{stopped}"),
        }
    }
}

impl Entry {
    pub(crate) fn explore(puzzle: &Puzzle) -> Result<Entry, EntryError> {
        if puzzle.rules().metric != Metric::Moves {
            return Err(EntryError::Steps);
        }
        let limits = Limits { states: MAX_POSITIONS, ..Limits::default() };
        let mut watchdog = Watchdog::until_interrupt();
        let cluster = Cluster::new(puzzle, limits, &mut watchdog).map_err(EntryError::Stopped)?;
        let difficulty = Difficulty::of(&cluster, 0).ok_or(EntryError::Unsolvable)?;
        let redundant = redundant(puzzle, limits, &mut watchdog).map_err(EntryError::Stopped)?;
        Ok(Entry {
            minimal: redundant.map(|redundant| redundant.is_empty()),
            level: Some(difficulty.level()),
            difficulty: Some(difficulty.in_tenths().into()),
            ..Entry::unexplored(puzzle, difficulty.length.into(), cluster.size() as u64)
        })
    }

    pub(crate) fn unexplored(puzzle: &Puzzle, moves: u64, positions: u64) -> Entry {
        Entry {
            moves,
            id: puzzle.id(),
            board: board_of(puzzle),
            positions,
            width: puzzle.width().into(),
            height: puzzle.height().into(),
            vehicles: puzzle.vehicles().len() as u64,
            walls: puzzle.walls().len() as u64,
            exit: puzzle.exit().side,
            tanks: puzzle.vehicles().iter().filter(|vehicle| vehicle.fuel.is_some()).count() as u64,
            rules: words(puzzle.rules()),
            minimal: None,
            level: None,
            difficulty: None,
        }
    }

    /// Returns the puzzle, with the labels of the input if its board shows all of it.
    pub(crate) fn puzzle(&self) -> anyhow::Result<Puzzle> {
        match self.read_board() {
            Some(puzzle) => Ok(puzzle),
            None => Ok(Puzzle::from_id(&self.id)?),
        }
    }

    /// Returns what is known about the puzzle.
    pub(crate) fn known(&self) -> KnownFacts {
        let number = |number: u64| Some(u32::try_from(number).unwrap_or(u32::MAX));
        KnownFacts {
            moves: number(self.moves),
            steps: None,
            positions: number(self.positions),
            level: self.level,
            difficulty: self.difficulty.map(|tenths| tenths as f64 / 10.0),
            minimal: self.minimal,
        }
    }

    /// Returns the puzzle that the board is read as; `None` if that is another one.
    pub(crate) fn read_board(&self) -> Option<Puzzle> {
        format::parse(&self.board).ok().filter(|puzzle| puzzle.id() == self.id)
    }

    pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Entry> {
        let (level, exit): (Option<usize>, usize) = (row.get("level")?, row.get("exit")?);
        Ok(Entry {
            moves: row.get("moves")?,
            id: row.get("id")?,
            board: row.get("board")?,
            positions: row.get("positions")?,
            width: row.get("width")?,
            height: row.get("height")?,
            vehicles: row.get("vehicles")?,
            walls: row.get("walls")?,
            exit: Side::ALL.get(exit).copied().unwrap_or(Side::Right),
            tanks: row.get("tanks")?,
            rules: row.get("rules")?,
            minimal: row.get("minimal")?,
            level: level.and_then(|level| Level::ALL.get(level).copied()),
            difficulty: row.get("difficulty")?,
        })
    }
}

/// Returns rules in words, without the metric: the name of the set, or what they consist of.
pub(crate) fn words(rules: Rules) -> String {
    if let Some(set) = RuleSet::of(rules) {
        return set.name.to_owned();
    }
    let Rules { valet, default_fuel, .. } = rules;
    let parts = [valet.then(|| "valet".to_owned()), default_fuel.map(|units| format!("default fuel {units}"))];
    parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
}

/// Returns the board as one line. Relabels the vehicles if the line would otherwise be read with another primary.
fn board_of(puzzle: &Puzzle) -> String {
    let same = |line: &String| format::parse(line).is_ok_and(|read| read.primary_index() == puzzle.primary_index());
    let own = format::board_line(puzzle).filter(same);
    own.or_else(|| output::board_line(&puzzle.canonical())).unwrap_or_else(|| puzzle.canonical().to_string())
}
