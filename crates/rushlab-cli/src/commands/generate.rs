//! `rushlab generate`: puzzles by demand, the same ones for the same seed, on any number of threads.
//!
//! Attempts are numbered, made on several threads and taken in the order of their numbers; so which puzzles come out, and in which
//! order, depends on the seed and the demand alone.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use rushlab::Puzzle;
use rushlab::format::{self, Format};
use rushlab::generate::{self, Demand, Distinct, Kind, Miss};
use rushlab::puzzle::{Metric, Rules};

use crate::Verdict;
use crate::arguments::GenerateOptions;
use crate::commands::random_seed;
use crate::output::{self, count};
use crate::progress::ProgressLine;
use crate::watchdog::Watchdog;
use crate::{atomic_file, interrupt, parallel};

pub(crate) fn run(options: &GenerateOptions) -> Result<Verdict> {
    let demand = options.demand();
    demand.check()?;
    let seed = options.seed.unwrap_or_else(random_seed);
    interrupt::defer_to_command();
    let mut run = Run::new(options, &demand, seed);
    match &options.out {
        None => {
            let mut out = output::stdout();
            run.make(&mut out)?;
            out.flush()?;
        }
        Some(path) => {
            let written = atomic_file::write(path, options.force, |out| {
                run.make(out)?;
                if run.made() == 0 && options.count > 0 { bail!("nothing was found to be written") } else { Ok(()) }
            });
            // A run that found nothing leaves no file, and is told of like any other.
            if run.ended == Ended::Complete || run.made() > 0 {
                written?;
            }
        }
    }
    Ok(run.tell())
}

/// A run of attempts, and what has come of it.
struct Run<'a> {
    options: &'a GenerateOptions,
    demand: &'a Demand,
    seed: u64,
    deadline: Option<Instant>,
    distinct: Distinct,
    /// How many puzzles are still wanted: with a solution, and without.
    wanted: [usize; 2],
    /// Attempts since the last puzzle.
    idle: u64,
    attempts: u64,
    nearest: Nearest,
    ended: Ended,
}

/// Why a run is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Complete,
    Patience,
    Late,
    Interrupted,
}

/// What came of an attempt; nothing where it was no longer wanted.
type Tried = Option<(Kind, Result<Puzzle, Miss>)>;

impl<'a> Run<'a> {
    fn new(options: &'a GenerateOptions, demand: &'a Demand, seed: u64) -> Run<'a> {
        let unsolvable = (options.unsolvable.0 * options.count as f64).round() as usize;
        Run {
            options,
            demand,
            seed,
            deadline: options.timeout.map(|timeout| Instant::now() + timeout.0),
            distinct: Distinct::default(),
            wanted: [options.count - unsolvable, unsolvable],
            idle: 0,
            attempts: 0,
            nearest: Nearest::default(),
            ended: Ended::Complete,
        }
    }

    fn made(&self) -> usize {
        self.options.count - self.wanted.iter().sum::<usize>()
    }

    fn make(&mut self, out: &mut (dyn Write + Send)) -> Result<()> {
        if self.options.count == 0 {
            return Ok(());
        }
        let over = AtomicBool::new(false);
        let template = "{bar:30} {human_pos} of {human_len} puzzles, {msg}, {eta} left";
        let line = ProgressLine::delayed(Some(self.options.count as u64), template);
        let (demand, seed, deadline) = (self.demand, self.seed, self.deadline);
        let [solvable, unsolvable] = self.wanted;
        let result = parallel::in_order(
            self.options.threads.count(),
            |submit| (0..).take_while(|_| !over.load(Ordering::Relaxed)).try_for_each(submit),
            |number: u64| {
                if over.load(Ordering::Relaxed) {
                    return None;
                }
                let kind = kind_of(number, solvable, unsolvable);
                let mut watchdog = Watchdog::until(deadline).cancelled_by(&over);
                Some((kind, generate::attempt(demand, kind, seed, number, &mut watchdog)))
            },
            |result| {
                if !over.load(Ordering::Relaxed) {
                    let done = line.suspend(|| self.take(result, out))?;
                    line.show(|| count(self.attempts as usize, "attempt"));
                    line.set_position(self.made() as u64);
                    over.store(done, Ordering::Relaxed);
                }
                Ok(())
            },
        );
        line.finish();
        result
    }

    /// Writes a puzzle, or notes why there is none; whether that is all.
    fn take(&mut self, result: Tried, out: &mut dyn Write) -> Result<bool> {
        let Some((kind, result)) = result else { return Ok(false) };
        self.attempts += 1;
        self.idle += 1;
        match result {
            Err(Miss::Interrupted) => {
                self.ended = if interrupt::requested() { Ended::Interrupted } else { Ended::Late };
                return Ok(true);
            }
            Err(miss) => self.nearest.note(self.demand, miss),
            Ok(puzzle) => {
                let wanted = &mut self.wanted[kind as usize];
                if *wanted > 0 {
                    if self.distinct.insert(&puzzle) {
                        *wanted -= 1;
                        self.idle = 0;
                        let first = self.made() == 1;
                        write_puzzle(self.options.to.0, &puzzle, first, out)?;
                    } else {
                        self.nearest.doubles += 1;
                    }
                } else {
                    // A kind of which there are enough is no sign that the other is out of reach.
                    self.idle -= 1;
                }
            }
        }
        if self.wanted == [0, 0] {
            return Ok(true);
        }
        if self.idle >= self.options.patience {
            self.ended = Ended::Patience;
            return Ok(true);
        }
        Ok(false)
    }

    /// How far it came.
    fn shortfall(&self) -> String {
        let found = match self.made() {
            0 => "no puzzle was found that is as demanded".to_owned(),
            made => format!("only {} of {} were found", output::grouped(made), count(self.options.count, "puzzle")),
        };
        let attempts = count(self.attempts as usize, "attempt");
        match self.nearest.told() {
            Some(nearest) => format!("{found} in {attempts}: {nearest}"),
            None => format!("{found} in {attempts}"),
        }
    }

    /// Says on stderr what the seed was, and what is missing.
    fn tell(&self) -> Verdict {
        match self.ended {
            Ended::Complete => {
                if self.options.seed.is_none() {
                    anstream::eprintln!("seed {}", self.seed);
                }
                Verdict::Good
            }
            Ended::Interrupted => {
                let made = output::grouped(self.made());
                output::error(&format!("interrupted after {made} of {}", count(self.options.count, "puzzle")));
                Verdict::Interrupted
            }
            Ended::Patience | Ended::Late => {
                let advice = if self.ended == Ended::Late { "raise --timeout" } else { "raise --patience" };
                output::error(&format!("{}; ask for less, or {advice} (seed {})", self.shortfall(), self.seed));
                Verdict::Limit
            }
        }
    }
}

/// What an attempt is after: puzzles without a solution are spread evenly among the others.
fn kind_of(number: u64, solvable: usize, unsolvable: usize) -> Kind {
    let (all, without) = ((solvable + unsolvable) as u64, unsolvable as u64);
    let before = |number: u64| number * without / all;
    if before(number % all + 1) > before(number % all) { Kind::Unsolvable } else { Kind::Solvable }
}

fn write_puzzle(format: &dyn Format, puzzle: &Puzzle, first: bool, out: &mut dyn Write) -> Result<()> {
    // What is minimised is not part of the board; where a format has no place for it, it is left out.
    let plain = if format.about().holds.rules { puzzle.clone() } else { puzzle.clone().with_rules(Rules::default()) };
    let text = format::relabel(format, &plain).and_then(|puzzle| format::write(format, &puzzle));
    let text = text.context("the puzzles cannot be written")?;
    write!(out, "{}{text}", if first { "" } else { format.about().separator })?;
    Ok(out.flush()?)
}

/// How near attempts came that failed.
#[derive(Default)]
struct Nearest {
    /// The nearest length that is not as demanded, in moves and in steps.
    lengths: [Option<u32>; 2],
    /// The most vehicles and walls that a minimal puzzle had.
    few: Option<(usize, usize)>,
    /// The ratings of puzzles of another level, in tenths: the least and the most.
    rated: Option<(u32, u32)>,
    differing: usize,
    boardless: usize,
    doubles: usize,
}

impl Nearest {
    fn note(&mut self, demand: &Demand, miss: Miss) {
        match miss {
            Miss::Interrupted => {}
            Miss::Length { length, metric } => {
                let (range, nearest) = match metric {
                    Metric::Moves => (&demand.moves, &mut self.lengths[0]),
                    Metric::Steps => (&demand.steps, &mut self.lengths[1]),
                };
                let off = |length: u32| {
                    let (length, (first, last)) =
                        (length as usize, range.as_ref().map_or((1, 1), |range| (*range.start(), *range.end())));
                    first.saturating_sub(length) + length.saturating_sub(last)
                };
                if nearest.is_none_or(|nearest| off(length) < off(nearest)) {
                    *nearest = Some(length);
                }
            }
            Miss::Few { vehicles, walls } => self.few = self.few.max(Some((vehicles, walls))),
            Miss::Level { difficulty } => {
                let rating = difficulty.tenths();
                let (least, most) = self.rated.unwrap_or((rating, rating));
                self.rated = Some((least.min(rating), most.max(rating)));
            }
            Miss::Differ => self.differing += 1,
            Miss::NoBoard => self.boardless += 1,
        }
    }

    /// The misses in words, if there were any.
    fn told(&self) -> Option<String> {
        let [moves, steps] = self.lengths;
        let mut told = Vec::new();
        told.extend(moves.map(|length| format!("the nearest had {}", count(length as usize, "move"))));
        told.extend(steps.map(|length| format!("the nearest had {}", count(length as usize, "step"))));
        told.extend(self.few.map(|(vehicles, walls)| {
            let walls = if walls == 0 { String::new() } else { format!(" and {}", count(walls, "wall")) };
            format!("minimal ones had {}{walls} at most", count(vehicles, "vehicle"))
        }));
        told.extend(self.rated.map(|(least, most)| format!("others were rated from {} to {}", least / 10, most / 10)));
        let times = |number: usize, what: &str| (number > 0).then(|| format!("{} {what}", count(number, "time")));
        told.extend(times(self.differing, "the shortest solutions differed"));
        told.extend(times(self.boardless, "no board came out"));
        told.extend(times(self.doubles, "a board came out again"));
        (!told.is_empty()).then(|| told.join("; "))
    }
}
