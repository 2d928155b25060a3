//! Runs the searches. Each is timed first and then repeated to write its files, so that the time does not include the writing.
//!
//! With exact duplicates the fuel is part of a position. With a tank for every vehicle that makes positions so many that nothing but the
//! smallest puzzles would ever be decided; but 100 units, which the course gives where the input gives no figure, hardly ever run out.
//! So only tanks with a figure are in play at first. What is unsolvable with those is unsolvable; and a solution that the full rules
//! allow, too, counts. If ever they do not, the search is repeated with all tanks.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Result;
use rushlab::Puzzle;
use rushlab::heuristic::{self, Parameters};
use rushlab::puzzle::Rules;
use rushlab::reference::{Move, Position};
use rushlab::search::{self, Duplicates, Limits, Outcome, Status, Task};

use super::configuration::Configuration;
use super::course;
use super::folder::Folder;
use super::model::{Ending, Finding, PuzzleEntry};
use super::plan;
use super::progress::SearchProgress;
use super::record::Record;
use crate::arguments::{CompareOptions, DuplicateRule};
use crate::interrupt;
use crate::watchdog::Watchdog;

/// A short search is repeated, because short times vary: at most `REPEATS` times, until all runs together took `LONG_ENOUGH`.
const REPEATS: usize = 5;
const LONG_ENOUGH: Duration = Duration::from_millis(40);

/// The options of all searches.
#[derive(Clone, Copy)]
pub(super) struct Runner {
    pub(super) duplicates: Duplicates,
    pub(super) parameters: Parameters,
    pub(super) seed: u64,
    pub(super) limits: Limits,
    pub(super) timeout: Option<Duration>,
}

/// A search: a configuration on a puzzle, or the search for the puzzle's optimum.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) entry: &'a PuzzleEntry,
    pub(super) configuration: Option<&'a Configuration>,
}

impl Job<'_> {
    fn stem(&self) -> String {
        self.configuration.map_or_else(|| plan::OPTIMUM.to_owned(), Configuration::stem)
    }

    /// Returns the result, if the search is finished and all its files exist.
    pub(super) fn finished(&self, folder: &Folder) -> Option<Finding> {
        let (stem, number) = (self.stem(), self.entry.number);
        let written = [plan::solution(&stem, number), plan::search(&stem, number)].iter().all(|name| folder.has(name));
        let record: Record = folder.read_json(&plan::record(&stem, number))?;
        let finding = record.finding(folder.fingerprint(), &self.entry.puzzle)?;
        (written || self.configuration.is_none()).then_some(finding)
    }
}

impl Runner {
    pub(super) fn new(options: &CompareOptions) -> Runner {
        Runner {
            duplicates: match options.duplicates {
                DuplicateRule::Exact => Duplicates::Exact,
                DuplicateRule::Board => Duplicates::Board,
            },
            parameters: Parameters { weight: options.weight },
            seed: options.seed,
            limits: options.limits.per_search(options.threads.count()),
            timeout: options.limits.timeout.map(|timeout| timeout.0),
        }
    }

    /// Runs a search and writes its files, its record last; `None` if it was interrupted.
    pub(super) fn run(&self, job: &Job<'_>, folder: &Folder, progress: &SearchProgress) -> Result<Option<Finding>> {
        if interrupt::requested() {
            return Ok(None);
        }
        let (stem, PuzzleEntry { number, puzzle, .. }) = (job.stem(), job.entry);
        let what = format!("{stem} on {number}");
        progress.begin(&what);
        let Some((searched, finding)) = self.search(job.configuration, puzzle) else { return Ok(None) };
        if let Some(configuration) = job.configuration {
            let mut whole = false;
            folder.write(&plan::search(&stem, *number), |out| {
                whole = self.trace(configuration, &searched, &finding, out)?;
                Ok(whole)
            })?;
            if !whole {
                return Ok(None);
            }
            folder.write(&plan::solution(&stem, *number), |out| {
                course::solution(out, puzzle, &finding)?;
                Ok(true)
            })?;
        }
        folder.write_json(&plan::record(&stem, *number), &Record::new(folder.fingerprint(), puzzle, &finding))?;
        progress.end(&what);
        Ok(Some(finding))
    }

    /// Searches for a shortest solution; `None` if the search was interrupted.
    pub(super) fn optimum(&self, puzzle: &Puzzle) -> Option<Finding> {
        self.search(None, puzzle).map(|(_, finding)| finding)
    }

    /// Returns the puzzle that was searched, and the result; `None` if the search was interrupted.
    fn search(&self, configuration: Option<&Configuration>, puzzle: &Puzzle) -> Option<(Puzzle, Finding)> {
        if configuration.is_some() && self.duplicates == Duplicates::Exact && puzzle.rules().default_fuel.is_some() {
            let relaxed = puzzle.clone().with_rules(Rules { default_fuel: None, ..puzzle.rules() });
            let finding = self.timed(configuration, &relaxed)?;
            if is_legal(puzzle, &finding.moves) {
                return Some((relaxed, finding));
            }
        }
        Some((puzzle.clone(), self.timed(configuration, puzzle)?))
    }

    fn timed(&self, configuration: Option<&Configuration>, puzzle: &Puzzle) -> Option<Finding> {
        let begun = Instant::now();
        let (first, mut seconds) = self.once(configuration, puzzle);
        let ending = match first.status {
            Status::Solved => Ending::Solved,
            Status::Unsolvable => Ending::Unsolvable,
            Status::Interrupted if interrupt::requested() => return None,
            Status::Limit(_) | Status::Interrupted => Ending::Limit,
        };
        for _ in 1..REPEATS {
            if begun.elapsed() < LONG_ENOUGH {
                seconds = seconds.min(self.once(configuration, puzzle).1);
            }
        }
        // An interrupted repetition would look like the fastest.
        if interrupt::requested() {
            return None;
        }
        let solved = ending == Ending::Solved;
        Some(Finding {
            ending,
            cost: solved.then_some(first.cost),
            moves: if solved { first.moves } else { Vec::new() },
            statistics: first.statistics,
            seconds,
        })
    }

    fn once(&self, configuration: Option<&Configuration>, puzzle: &Puzzle) -> (Outcome, f64) {
        let begun = Instant::now();
        let mut watchdog = Watchdog::until(self.timeout.map(|timeout| begun + timeout));
        let outcome = match configuration {
            Some(configuration) => configuration.algorithm.run(&self.task(configuration, puzzle), &mut watchdog),
            None => search::solve(puzzle, self.limits, &mut watchdog),
        };
        (outcome, begun.elapsed().as_secs_f64())
    }

    fn task<'a>(&self, configuration: &Configuration, puzzle: &'a Puzzle) -> Task<'a> {
        Task {
            puzzle,
            heuristic: configuration.heuristic.unwrap_or(heuristic::DEFAULT),
            parameters: self.parameters,
            limits: self.limits,
            duplicates: self.duplicates,
            seed: self.seed,
        }
    }

    /// Writes every position that a search expands; `false` if it was interrupted.
    fn trace(
        &self,
        configuration: &Configuration,
        puzzle: &Puzzle,
        finding: &Finding,
        out: &mut dyn Write,
    ) -> Result<bool> {
        // If the timed search reached a limit, the trace ends at the same position.
        let most = if finding.ending == Ending::Limit { finding.statistics.expanded } else { u64::MAX };
        let (mut left, mut failed) = (most, None);
        let mut watchdog = Watchdog::until_interrupt().visiting(|visit| {
            if left > 0 {
                left -= 1;
                failed = course::visit(out, puzzle, configuration, visit).err();
            }
            if left == 0 || failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        configuration.algorithm.run(&self.task(configuration, puzzle), &mut watchdog);
        drop(watchdog);
        failed.map_or(Ok(()), Err)?;
        Ok(!interrupt::requested())
    }
}

/// Returns whether the rules allow the moves from the start.
fn is_legal(puzzle: &Puzzle, moves: &[Move]) -> bool {
    let play = |position: Position, mv: &Move| position.play(puzzle, *mv);
    moves.iter().try_fold(Position::start(puzzle), play).is_ok()
}
