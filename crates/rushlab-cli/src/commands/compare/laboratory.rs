//! The searches themselves: each is timed alone, and then runs once more for its files, so that nobody pays for the writing.
//!
//! With exact duplicates the fuel is part of a position. With a tank for every vehicle that makes positions so many that nothing but the
//! smallest puzzles would ever be decided; but 100 units, which the course gives where the input gives no figure, hardly ever run out.
//! So only tanks with a figure are in play at first. What is unsolvable with those is unsolvable; and a solution that the full rules
//! allow, too, counts. If ever they do not, the search is repeated with all tanks.

use std::fs::File;
use std::io::{self, BufWriter};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Result;
use rushlab::Puzzle;
use rushlab::heuristic::{self, Parameters};
use rushlab::puzzle::Rules;
use rushlab::reference::{Move, Position};
use rushlab::search::{self, Duplicates, Limits, Observer, Outcome, Progress, Status, Task, Visit};

use super::course;
use super::entrant::Entrant;
use super::folder::Folder;
use super::model::{Ending, Finding, Subject};
use super::plan;
use super::progress::Line;
use super::record::Record;
use crate::arguments::{CompareOptions, Sameness};
use crate::interrupt;

/// Short times are shaky: a search is repeated until it ran so many times, or all of them took so long.
const REPEATS: usize = 5;
const LONG_ENOUGH: Duration = Duration::from_millis(40);

/// What a search may use.
#[derive(Clone, Copy)]
pub(super) struct Laboratory {
    pub(super) duplicates: Duplicates,
    pub(super) parameters: Parameters,
    pub(super) seed: u64,
    pub(super) limits: Limits,
    pub(super) timeout: Option<Duration>,
}

/// A search that is to be done: an entrant on a subject, or the search for the subject's optimum.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) subject: &'a Subject,
    pub(super) entrant: Option<&'a Entrant>,
}

impl Job<'_> {
    fn stem(&self) -> String {
        self.entrant.map_or_else(|| plan::OPTIMUM.to_owned(), Entrant::stem)
    }

    /// What came of it, if it is finished and all its files are there.
    pub(super) fn finished(&self, folder: &Folder) -> Option<Finding> {
        let (stem, number) = (self.stem(), self.subject.number);
        let written = [plan::solution(&stem, number), plan::search(&stem, number)].iter().all(|name| folder.has(name));
        let record: Record = folder.read_json(&plan::record(&stem, number))?;
        let finding = record.finding(folder.fingerprint(), &self.subject.puzzle)?;
        (written || self.entrant.is_none()).then_some(finding)
    }
}

impl Laboratory {
    pub(super) fn new(options: &CompareOptions) -> Laboratory {
        Laboratory {
            duplicates: match options.duplicates {
                Sameness::Exact => Duplicates::Exact,
                Sameness::Board => Duplicates::Board,
            },
            parameters: Parameters { weight: options.weight },
            seed: options.seed,
            limits: options.room.limits(options.threads.count()),
            timeout: options.room.timeout.map(|timeout| timeout.0),
        }
    }

    /// Does a search and writes its files, its record last; nothing if it was interrupted.
    pub(super) fn run(&self, job: &Job<'_>, folder: &Folder, line: &Line) -> Result<Option<Finding>> {
        if interrupt::asked() {
            return Ok(None);
        }
        let (stem, Subject { number, puzzle, .. }) = (job.stem(), job.subject);
        let what = format!("{stem} on {number}");
        line.begin(&what);
        let Some((searched, finding)) = self.search(job.entrant, puzzle) else { return Ok(None) };
        if let Some(entrant) = job.entrant {
            let mut whole = false;
            folder.write(&plan::search(&stem, *number), |out| {
                whole = self.trace(entrant, &searched, &finding, out)?;
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
        line.end(&what);
        Ok(Some(finding))
    }

    /// What a shortest solution is; nothing if that was interrupted.
    pub(super) fn optimum(&self, puzzle: &Puzzle) -> Option<Finding> {
        self.search(None, puzzle).map(|(_, finding)| finding)
    }

    /// The puzzle as it was searched, and what came of it; nothing if it was interrupted.
    fn search(&self, entrant: Option<&Entrant>, puzzle: &Puzzle) -> Option<(Puzzle, Finding)> {
        if entrant.is_some() && self.duplicates == Duplicates::Exact && puzzle.rules().default_fuel.is_some() {
            let relaxed = puzzle.clone().with_rules(Rules { default_fuel: None, ..puzzle.rules() });
            let finding = self.timed(entrant, &relaxed)?;
            if is_legal(puzzle, &finding.moves) {
                return Some((relaxed, finding));
            }
        }
        Some((puzzle.clone(), self.timed(entrant, puzzle)?))
    }

    fn timed(&self, entrant: Option<&Entrant>, puzzle: &Puzzle) -> Option<Finding> {
        let begun = Instant::now();
        let (first, mut seconds) = self.once(entrant, puzzle);
        let ending = match first.status {
            Status::Solved => Ending::Solved,
            Status::Unsolvable => Ending::Unsolvable,
            Status::Interrupted if interrupt::asked() => return None,
            Status::Limit(_) | Status::Interrupted => Ending::Limit,
        };
        for _ in 1..REPEATS {
            if begun.elapsed() < LONG_ENOUGH {
                seconds = seconds.min(self.once(entrant, puzzle).1);
            }
        }
        // A repetition that was cut short would seem to be the fastest.
        if interrupt::asked() {
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

    fn once(&self, entrant: Option<&Entrant>, puzzle: &Puzzle) -> (Outcome, f64) {
        let begun = Instant::now();
        let mut watch = Watch { deadline: self.timeout.map(|timeout| begun + timeout) };
        let outcome = match entrant {
            Some(entrant) => entrant.algorithm.run(&self.task(entrant, puzzle), &mut watch),
            None => search::solve(puzzle, self.limits, &mut watch),
        };
        (outcome, begun.elapsed().as_secs_f64())
    }

    fn task<'a>(&self, entrant: &Entrant, puzzle: &'a Puzzle) -> Task<'a> {
        Task {
            puzzle,
            heuristic: entrant.heuristic.unwrap_or(heuristic::DEFAULT),
            parameters: self.parameters,
            limits: self.limits,
            duplicates: self.duplicates,
            seed: self.seed,
        }
    }

    /// Writes every position that a search visits; `false` if it was interrupted.
    fn trace(&self, entrant: &Entrant, puzzle: &Puzzle, finding: &Finding, out: &mut BufWriter<File>) -> Result<bool> {
        // Where time was the limit, the trace ends with the search it tells of, not earlier or later.
        let most = if finding.ending == Ending::Limit { finding.statistics.expanded } else { u64::MAX };
        let mut trace = Trace { out, puzzle, entrant, left: most, failed: None };
        entrant.algorithm.run(&self.task(entrant, puzzle), &mut trace);
        trace.failed.map_or(Ok(()), Err)?;
        Ok(!interrupt::asked())
    }
}

/// Whether the rules allow some moves from the start.
fn is_legal(puzzle: &Puzzle, moves: &[Move]) -> bool {
    let play = |position: Position, mv: &Move| position.play(puzzle, *mv);
    moves.iter().try_fold(Position::start(puzzle), play).is_ok()
}

/// Who watches a search that is timed.
struct Watch {
    deadline: Option<Instant>,
}

impl Observer for Watch {
    fn watch(&mut self, _: &Progress) -> ControlFlow<()> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Who writes down what a search visits; what went wrong is kept until the search is over.
struct Trace<'a> {
    out: &'a mut BufWriter<File>,
    puzzle: &'a Puzzle,
    entrant: &'a Entrant,
    left: u64,
    failed: Option<io::Error>,
}

impl Observer for Trace<'_> {
    fn watch(&mut self, _: &Progress) -> ControlFlow<()> {
        let over = self.left == 0 || self.failed.is_some() || interrupt::asked();
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn traces(&self) -> bool {
        true
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        if self.left > 0 && self.failed.is_none() {
            self.left -= 1;
            self.failed = course::visit(self.out, self.puzzle, self.entrant, visit).err();
        }
    }
}
