//! Comparisons: every algorithm and heuristic on every puzzle, as in the COMP 472 handout, and their report.
//!
//! Data flows one way: a [`Comparison`] (what is compared) → [`Results`] → a table, a spreadsheet, a report, slides.

mod analysis_csv;
pub mod columns;
pub mod comp472_files;
mod method;
mod pivot;
mod report;
mod results;
mod run;
#[cfg(feature = "spreadsheet")]
mod spreadsheet;
mod summary;
mod times;

use std::time::Duration;

use rushlab::puzzle::RuleSet;
use rushlab::search::{Configuration, Duplicates, Limits};
use rushlab::{Puzzle, format};

use self::comp472_files::Layout;
pub use self::pivot::{PIVOTS, Pivot};
pub use self::report::Report;
pub use self::results::{PuzzleResults, Results, SearchResult, SearchRun};
pub use self::run::{ComparisonObserver, Interrupted, SearchJob};
pub use self::summary::ConfigurationSummary;
pub use self::times::{Measured, Times};

/// An experiment: every configuration on every puzzle, and `auto` on every puzzle for its optimum.
#[derive(Clone)]
pub struct Comparison {
    /// The puzzles.
    pub entries: Vec<PuzzleEntry>,
    /// The searches that are compared.
    pub configurations: Vec<Configuration>,
    /// Number of runs of each search; without it at least three, and more of a short search.
    pub runs: Option<usize>,
    /// The layout of the COMP 472 files.
    pub layout: Layout,
    /// The limits of each search.
    pub limits: Limits,
    /// The maximum time of each search.
    pub timeout: Option<Duration>,
    /// Number of searches at a time.
    pub threads: usize,
    /// The machine that measures the times, for the report.
    pub machine: String,
}

impl Comparison {
    /// Returns the comparison of these configurations on these puzzles, without limits, on one thread.
    pub fn new(puzzles: impl IntoIterator<Item = Puzzle>, configurations: Vec<Configuration>) -> Comparison {
        let entry = |(number, puzzle): (usize, Puzzle)| PuzzleEntry { number, id: number.to_string(), puzzle };
        Comparison {
            entries: (1..).zip(puzzles).map(entry).collect(),
            configurations,
            runs: None,
            layout: Layout::Course,
            limits: Limits::default(),
            timeout: None,
            threads: 1,
            machine: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }

    /// Returns the rule for duplicate detection: `Board` if a configuration uses it.
    pub fn duplicates(&self) -> Duplicates {
        let by_board = self.configurations.iter().any(|configuration| configuration.duplicates == Duplicates::Board);
        if by_board { Duplicates::Board } else { Duplicates::Exact }
    }
}

/// Returns the rule for duplicate detection that is usual under the rules of the puzzles: `Board` if it is usual for
/// all of them.
pub fn usual_duplicates(entries: &[PuzzleEntry]) -> Duplicates {
    let by_board = |entry: &PuzzleEntry| {
        RuleSet::of(entry.puzzle.rules()).is_some_and(|rules| rules.duplicates == Duplicates::Board)
    };
    if entries.iter().all(by_board) { Duplicates::Board } else { Duplicates::Exact }
}

/// A puzzle of a comparison.
#[derive(Clone)]
pub struct PuzzleEntry {
    /// The number in file names.
    pub number: usize,
    /// The name in results.
    pub id: String,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl PuzzleEntry {
    /// Returns the board and the fuel as one line; all of the puzzle if a line cannot represent them.
    pub fn board(&self) -> String {
        format::board_line(&self.puzzle).unwrap_or_else(|| self.puzzle.to_string())
    }
}
