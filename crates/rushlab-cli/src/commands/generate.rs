//! `rushlab generate`: generates puzzles that meet given constraints.
//!
//! Attempts are numbered, run on several threads and accepted in the order of their numbers. So the puzzles and their order depend only
//! on the seed and the constraints, not on the number of threads.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail};
use rushlab::format;
use rushlab::generate::{self, AttemptFailure, Constraints, DistinctPuzzles, Solvability};
use rushlab::puzzle::Metric;
use rushlab::{Puzzle, Remedy};

use crate::ExitStatus;
use crate::arguments::GenerateOptions;
use crate::commands::random_seed;
use crate::output::{self, count};
use crate::progress::ProgressLine;
use crate::puzzle_file::PuzzleFile;
use crate::watchdog::Watchdog;
use crate::{atomic_file, interrupt, parallel};

pub(crate) fn run(options: &GenerateOptions) -> Result<ExitStatus> {
    let constraints = options.constraints();
    constraints.validate()?;
    let seed = options.seed.unwrap_or_else(random_seed);
    interrupt::defer_to_command();
    let mut run = GeneratorRun::new(options, &constraints, seed);
    match &options.out {
        None => {
            let mut out = output::stdout();
            run.run_attempts(&mut out)?;
            run.file.finish(&mut out)?;
            out.flush()?;
        }
        Some(path) => {
            let written = atomic_file::write(path, options.force, |out| {
                run.run_attempts(out)?;
                run.file.finish(out)?;
                if run.made() == 0 && options.count > 0 {
                    bail!("no puzzle was found, so nothing was written")
                } else {
                    Ok(())
                }
            });
            // A run that found nothing writes no file; the report below gives the reason.
            if run.ended == StopReason::Complete || run.made() > 0 {
                written?;
            }
        }
    }
    Ok(run.report())
}

/// A run of attempts and its results so far.
struct GeneratorRun<'a> {
    options: &'a GenerateOptions,
    constraints: &'a Constraints,
    seed: u64,
    deadline: Option<Instant>,
    distinct: DistinctPuzzles,
    /// The number of solvable and of unsolvable puzzles still to be found.
    missing: [usize; 2],
    /// The number of attempts since the last puzzle.
    attempts_since_success: u64,
    attempts: u64,
    nearest: Nearest,
    ended: StopReason,
    file: PuzzleFile,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StopReason {
    Complete,
    AttemptLimit,
    Timeout,
    Interrupted,
}

/// The result of an attempt; `None` if the run was over before it started.
type AttemptResult = Option<(Solvability, Result<Puzzle, AttemptFailure>)>;

impl<'a> GeneratorRun<'a> {
    fn new(options: &'a GenerateOptions, constraints: &'a Constraints, seed: u64) -> GeneratorRun<'a> {
        let unsolvable = (options.unsolvable.0 * options.count as f64).round() as usize;
        GeneratorRun {
            options,
            constraints,
            seed,
            deadline: options.timeout.map(|timeout| Instant::now() + timeout.0),
            distinct: DistinctPuzzles::default(),
            missing: [options.count - unsolvable, unsolvable],
            attempts_since_success: 0,
            attempts: 0,
            nearest: Nearest::default(),
            ended: StopReason::Complete,
            file: PuzzleFile::new(options.to),
        }
    }

    fn made(&self) -> usize {
        self.options.count - self.missing.iter().sum::<usize>()
    }

    fn run_attempts(&mut self, out: &mut (dyn Write + Send)) -> Result<()> {
        if self.options.count == 0 {
            return Ok(());
        }
        let over = AtomicBool::new(false);
        let template = "{bar:30} {human_pos} of {human_len} puzzles, {msg}, {eta} left";
        let line = ProgressLine::delayed(Some(self.options.count as u64), template);
        let (constraints, seed, deadline) = (self.constraints, self.seed, self.deadline);
        let [solvable, unsolvable] = self.missing;
        let result = parallel::in_order(
            self.options.threads.count(),
            |submit| (0..).take_while(|_| !over.load(Ordering::Relaxed)).try_for_each(submit),
            |number: u64| {
                if over.load(Ordering::Relaxed) {
                    return None;
                }
                let solvability = solvability_of(number, solvable, unsolvable);
                let mut watchdog = Watchdog::until(deadline).cancelled_by(&over);
                Some((solvability, generate::attempt(constraints, solvability, seed, number, &mut watchdog)))
            },
            |result| {
                if !over.load(Ordering::Relaxed) {
                    let done = line.suspend(|| self.accept(result, out))?;
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

    /// Writes the puzzle of an attempt, or records why there is none. Returns whether the run is over.
    fn accept(&mut self, result: AttemptResult, out: &mut dyn Write) -> Result<bool> {
        let Some((solvability, result)) = result else { return Ok(false) };
        self.attempts += 1;
        self.attempts_since_success += 1;
        match result {
            Err(AttemptFailure::Interrupted) => {
                self.ended = if interrupt::requested() { StopReason::Interrupted } else { StopReason::Timeout };
                return Ok(true);
            }
            Err(miss) => self.nearest.note(self.constraints, miss),
            Ok(puzzle) => {
                let missing = &mut self.missing[solvability as usize];
                if *missing > 0 {
                    if self.distinct.insert(&puzzle) {
                        *missing -= 1;
                        self.attempts_since_success = 0;
                        write_puzzle(self.options, &puzzle, &mut self.file, out)?;
                    } else {
                        self.nearest.duplicates += 1;
                    }
                } else {
                    // There are enough puzzles of this kind: the attempt does not count against the other kind.
                    self.attempts_since_success -= 1;
                }
            }
        }
        if self.missing == [0, 0] {
            return Ok(true);
        }
        if self.attempts_since_success >= self.options.patience {
            self.ended = StopReason::AttemptLimit;
            return Ok(true);
        }
        Ok(false)
    }

    /// Describes how many puzzles were found, and why the others were not.
    fn shortfall(&self) -> String {
        let found = match self.made() {
            0 => "no puzzle was found that meets the constraints".to_owned(),
            made => format!("only {} of {} were found", output::grouped(made), count(self.options.count, "puzzle")),
        };
        let attempts = count(self.attempts as usize, "attempt");
        match self.nearest.describe() {
            Some(nearest) => format!("{found} in {attempts}: {nearest}"),
            None => format!("{found} in {attempts}"),
        }
    }

    /// Prints the seed or the missing puzzles on stderr, and returns the exit status.
    fn report(&self) -> ExitStatus {
        match self.ended {
            StopReason::Complete => {
                if self.options.seed.is_none() {
                    anstream::eprintln!("seed {}", self.seed);
                }
                ExitStatus::Success
            }
            StopReason::Interrupted => {
                let made = output::grouped(self.made());
                output::error(&format!("interrupted after {made} of {}", count(self.options.count, "puzzle")));
                ExitStatus::Interrupted
            }
            StopReason::AttemptLimit | StopReason::Timeout => {
                let advice = if self.ended == StopReason::Timeout { "raise --timeout" } else { "raise --patience" };
                output::error(&format!(
                    "{}; relax the constraints, or {advice} (seed {})",
                    self.shortfall(),
                    self.seed
                ));
                ExitStatus::Incomplete
            }
        }
    }
}

/// Returns the kind of puzzle that an attempt searches for. Unsolvable ones are spread evenly among the others.
fn solvability_of(number: u64, solvable: usize, unsolvable: usize) -> Solvability {
    let (all, without) = ((solvable + unsolvable) as u64, unsolvable as u64);
    let before = |number: u64| number * without / all;
    if before(number % all + 1) > before(number % all) { Solvability::Unsolvable } else { Solvability::Solvable }
}

fn write_puzzle(options: &GenerateOptions, puzzle: &Puzzle, file: &mut PuzzleFile, out: &mut dyn Write) -> Result<()> {
    let format = options.to.0;
    // Formats that cannot represent rules omit them.
    let rules = format.about().capabilities.rules.supported(puzzle.rules());
    let plain = puzzle.clone().with_rules(rules);
    let labelled = match options.primary() {
        Some(primary) => format::relabel_with_primary(format, &plain, primary),
        None => format::relabel(format, &plain),
    };
    let remedy = |remedy| if remedy == Remedy::Relabel { "use another --primary" } else { output::remedy(remedy) };
    let text = labelled.and_then(|puzzle| format::write(format, &puzzle));
    let text = text.map_err(|unsupported| anyhow!(unsupported.explain(&remedy)));
    let text = text.context("the puzzles cannot be written")?;
    file.write(out, &plain, &text)?;
    Ok(out.flush()?)
}

/// The failed attempts that came nearest to the constraints.
#[derive(Default)]
struct Nearest {
    /// The nearest length outside the requested range, in moves and in steps.
    lengths: [Option<u32>; 2],
    /// The largest numbers of vehicles and walls of a minimal puzzle.
    largest_minimal: Option<(usize, usize)>,
    /// The lowest and the highest rating of puzzles of another level, in tenths.
    rated: Option<(u32, u32)>,
    /// The number of puzzles with several different shortest solutions.
    not_unique: usize,
    /// The number of attempts without a board.
    no_board: usize,
    /// The number of puzzles that were found before.
    duplicates: usize,
}

impl Nearest {
    fn note(&mut self, constraints: &Constraints, miss: AttemptFailure) {
        match miss {
            AttemptFailure::Interrupted => {}
            AttemptFailure::Length { length, metric } => {
                let (range, nearest) = match metric {
                    Metric::Moves => (&constraints.moves, &mut self.lengths[0]),
                    Metric::Steps => (&constraints.steps, &mut self.lengths[1]),
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
            AttemptFailure::TooFewVehiclesOrWalls { vehicles, walls } => {
                self.largest_minimal = self.largest_minimal.max(Some((vehicles, walls)));
            }
            AttemptFailure::Level { difficulty } => {
                let rating = difficulty.rating_in_tenths();
                let (least, most) = self.rated.unwrap_or((rating, rating));
                self.rated = Some((least.min(rating), most.max(rating)));
            }
            AttemptFailure::NotUnique => self.not_unique += 1,
            AttemptFailure::NoBoard => self.no_board += 1,
        }
    }

    /// Describes the failed attempts, if there were any.
    fn describe(&self) -> Option<String> {
        let [moves, steps] = self.lengths;
        let mut parts = Vec::new();
        parts.extend(moves.map(|length| format!("the nearest had {}", count(length as usize, "move"))));
        parts.extend(steps.map(|length| format!("the nearest had {}", count(length as usize, "step"))));
        parts.extend(self.largest_minimal.map(|(vehicles, walls)| {
            let walls = if walls == 0 { String::new() } else { format!(" and {}", count(walls, "wall")) };
            format!("minimal puzzles had at most {}{walls}", count(vehicles, "vehicle"))
        }));
        parts.extend(
            self.rated.map(|(least, most)| format!("other puzzles had ratings from {} to {}", least / 10, most / 10)),
        );
        let times = |number: usize, what: &str| (number > 0).then(|| format!("{what} {}", count(number, "time")));
        parts.extend(times(self.not_unique, "the shortest solutions differed"));
        parts.extend(times(self.no_board, "no board was found"));
        parts.extend(times(self.duplicates, "a board was found again"));
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}
