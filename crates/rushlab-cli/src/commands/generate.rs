//! `rushlab generate`: generates puzzles that meet given constraints.
//!
//! Attempts are numbered, run on several threads and accepted in the order of their numbers. So the puzzles and their
//! order depend only on the seed and the constraints, not on the number of threads. A set with several levels is
//! generated level by level.
//!
//! With `--from`, the puzzles of a database or of a compact list take the place of attempts: they are checked in a
//! random order that depends on the seed.

mod candidates;
mod nearest;
mod part;

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use rushlab::format;
use rushlab::generate::{self, AttemptFailure, Constraints, DistinctPuzzles, Solvability};
use rushlab::puzzle::RuleSet;
use rushlab::{Puzzle, Remedy, Rules};
use rushlab_study::parallel;

use self::candidates::Candidates;
use self::part::{Part, PartEnd};
use crate::ExitStatus;
use crate::arguments::GenerateOptions;
use crate::output::{self, count};
use crate::progress::ProgressLine;
use crate::puzzle_file::PuzzleFile;
use crate::watchdog::Watchdog;
use crate::{atomic_file, interrupt};

pub(crate) fn run(options: &GenerateOptions) -> Result<ExitStatus> {
    if let Some(problem) = options.problem() {
        bail!("{problem}");
    }
    let parts = Part::all(options);
    if options.from.is_none() {
        parts.iter().try_for_each(|part| part.constraints.validate())?;
    }
    interrupt::defer_to_command();
    let mut run = GeneratorRun {
        options,
        seed: options.seed.value(),
        deadline: options.time.deadline(),
        distinct: DistinctPuzzles::default(),
        parts,
        stopped: None,
        file: PuzzleFile::new(options.to),
        lost_rules: None,
    };
    match &options.out {
        None => {
            let mut out = output::stdout();
            run.run_parts(&mut out)?;
            run.file.finish(&mut out)?;
            out.flush()?;
        }
        Some(path) => {
            let mut is_empty = false;
            let written = atomic_file::write(path, options.force, |out| {
                run.run_parts(out)?;
                run.file.finish(out)?;
                is_empty = run.found() == 0 && run.wanted() > 0;
                if is_empty { bail!("no puzzle was found, so nothing was written") } else { Ok(()) }
            });
            // A run that found nothing writes no file; the report below gives the reason.
            if !is_empty {
                written?;
            }
        }
    }
    Ok(run.report())
}

/// A run of attempts and its results so far.
struct GeneratorRun<'a> {
    options: &'a GenerateOptions,
    seed: u64,
    deadline: Option<Instant>,
    distinct: DistinctPuzzles,
    parts: Vec<Part>,
    /// Why the whole run stopped early.
    stopped: Option<StopReason>,
    file: PuzzleFile,
    /// Rules that the format cannot represent.
    lost_rules: Option<Rules>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StopReason {
    Timeout,
    Interrupted,
}

enum Task {
    /// Makes the attempt with this number.
    Attempt(u64),
    /// Checks a puzzle of `--from`.
    Check(Puzzle),
}

impl Task {
    /// Makes the attempt, whose kind follows from its number, or checks the puzzle.
    fn run(
        self,
        options: &GenerateOptions,
        constraints: &Constraints,
        kinds: &[Solvability],
        seed: u64,
        watchdog: &mut Watchdog<'_>,
    ) -> (Solvability, Result<Puzzle, AttemptFailure>) {
        match self {
            Task::Attempt(number) => {
                let solvability = kinds[(number % kinds.len() as u64) as usize];
                (solvability, generate::attempt(constraints, solvability, seed, number, watchdog))
            }
            Task::Check(puzzle) => {
                let Constraints { level, difficulty, .. } = constraints.clone();
                let constraints = Constraints { level, difficulty, ..options.constraints_on(&puzzle) };
                let checked = generate::check_puzzle(&constraints, &puzzle, watchdog);
                (Solvability::Solvable, checked.map(|()| puzzle))
            }
        }
    }

    /// Returns when a task that begins now is given up.
    fn deadline(&self, deadline: Option<Instant>, patience: Duration) -> Option<Instant> {
        match self {
            Task::Attempt(_) => deadline.into_iter().chain([Instant::now() + patience]).min(),
            // All puzzles of `--from` are checked.
            Task::Check(_) => deadline,
        }
    }
}

/// The result of a task; `None` if its part was over before it started.
type AttemptResult = Option<(Solvability, Result<Puzzle, AttemptFailure>)>;

impl GeneratorRun<'_> {
    fn wanted(&self) -> usize {
        self.parts.iter().map(Part::wanted).sum()
    }

    fn found(&self) -> usize {
        self.parts.iter().map(Part::found).sum()
    }

    fn is_complete(&self) -> bool {
        self.parts.iter().all(Part::is_complete)
    }

    fn run_parts(&mut self, out: &mut (dyn Write + Send)) -> Result<()> {
        let template = "{bar:20} {human_pos} of {human_len} puzzles, {msg}, {elapsed}";
        let line = ProgressLine::delayed(Some(self.wanted() as u64), template);
        let mut result = Ok(());
        for index in 0..self.parts.len() {
            if result.is_ok() && self.stopped.is_none() && self.parts[index].wanted() > 0 {
                result = self.run_part(index, &line, out);
            }
        }
        line.finish();
        result
    }

    fn run_part(&mut self, index: usize, line: &ProgressLine, out: &mut (dyn Write + Send)) -> Result<()> {
        let over = AtomicBool::new(false);
        let (options, seed, deadline, patience) = (self.options, self.seed, self.deadline, self.patience());
        self.parts[index].last_found = Instant::now();
        let constraints = self.parts[index].constraints.clone();
        let candidates = match &options.from {
            Some(path) => Some(Candidates::shuffled(path, &options.filter(constraints.level), seed)?),
            None => None,
        };
        let kinds: Vec<Solvability> =
            (0..self.parts[index].wanted() as u64).map(|number| self.parts[index].solvability_of(number)).collect();
        parallel::in_order(
            options.threads.count(),
            |submit| {
                let mut submit_task =
                    |task| if over.load(Ordering::Relaxed) { Ok(false) } else { submit(task).map(|()| true) };
                match &candidates {
                    Some(candidates) => {
                        for puzzle in candidates.puzzles() {
                            if !submit_task(Task::Check(puzzle?))? {
                                break;
                            }
                        }
                    }
                    None => {
                        for number in 0.. {
                            if !submit_task(Task::Attempt(number))? {
                                break;
                            }
                        }
                    }
                }
                Ok(())
            },
            |task| {
                if over.load(Ordering::Relaxed) {
                    return None;
                }
                let mut watchdog = Watchdog::until(task.deadline(deadline, patience)).cancelled_by(&over);
                Some(task.run(options, &constraints, &kinds, seed, &mut watchdog))
            },
            |result| {
                if !over.load(Ordering::Relaxed) {
                    let done = line.suspend(|| self.accept(index, result, out))?;
                    line.show(|| self.progress(index));
                    line.set_position(self.found() as u64);
                    over.store(done, Ordering::Relaxed);
                }
                anyhow::Ok(())
            },
        )?;
        let part = &mut self.parts[index];
        if candidates.is_some() && self.stopped.is_none() && !part.is_complete() {
            part.ended = Some(PartEnd::Exhausted);
        }
        Ok(())
    }

    /// Returns how long a part waits for its next puzzle. The levels of a set share the patience: the time that one has
    /// waited in vain is not left for the next ones, except for an equal share.
    fn patience(&self) -> Duration {
        let patience = self.options.patience.0;
        let in_vain = self.parts.iter().map(|part| part.in_vain).sum();
        patience.saturating_sub(in_vain).max(patience / self.parts.len().max(1) as u32)
    }

    /// Describes the progress of a part.
    fn progress(&self, index: usize) -> String {
        let part = &self.parts[index];
        let attempts = match self.options.from {
            None => count(part.attempts as usize, "attempt"),
            Some(_) => format!("{} checked", output::grouped(part.attempts as usize)),
        };
        match part.name().filter(|_| self.parts.len() > 1) {
            Some(name) => format!("{name} {} of {}, {attempts}", part.found(), part.wanted()),
            None => attempts,
        }
    }

    /// Writes the puzzle of an attempt, or records why there is none. Returns whether the part is over.
    fn accept(&mut self, index: usize, result: AttemptResult, out: &mut dyn Write) -> Result<bool> {
        let Some((solvability, result)) = result else { return Ok(false) };
        let patience = self.patience();
        let part = &mut self.parts[index];
        part.attempts += 1;
        match result {
            Err(AttemptFailure::Interrupted) => {
                if interrupt::requested() {
                    self.stopped = Some(StopReason::Interrupted);
                } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    self.stopped = Some(StopReason::Timeout);
                } else {
                    part.give_up();
                }
                return Ok(true);
            }
            Err(miss) => part.nearest.note(&part.constraints, miss),
            Ok(puzzle) => {
                let missing = &mut part.missing[solvability as usize];
                if *missing > 0 {
                    if self.distinct.insert(&puzzle) {
                        *missing -= 1;
                        part.last_found = Instant::now();
                        let written = write_puzzle(self.options, &puzzle, &mut self.file, out)?;
                        if written != puzzle.rules() {
                            self.lost_rules = Some(puzzle.rules());
                        }
                    } else {
                        part.nearest.duplicates += 1;
                    }
                }
            }
        }
        let is_patient = self.options.from.is_some() || part.last_found.elapsed() < patience;
        if !part.is_complete() && !is_patient {
            part.give_up();
        }
        Ok(part.is_complete() || part.ended.is_some())
    }

    /// Prints the seed or the missing puzzles on stderr, and returns the exit status.
    fn report(&self) -> ExitStatus {
        if let Some(rules) = self.lost_rules {
            let format = self.options.to.0.about().name;
            let options = RuleSet::of(rules).map_or_else(String::new, |set| format!("--rules {} ", set.name));
            output::note(&format!(
                "note: the format `{format}` cannot represent the rules ({rules}); read the puzzles with {options}--metric {}",
                rules.metric
            ));
        }
        if self.is_complete() {
            self.options.seed.note_if_random();
            return ExitStatus::Success;
        }
        if self.stopped == Some(StopReason::Interrupted) {
            let found = output::grouped(self.found());
            output::error(&format!("interrupted after {found} of {}", count(self.wanted(), "puzzle")));
            return ExitStatus::Interrupted;
        }
        for part in self.parts.iter().filter(|part| !part.is_complete()) {
            let level =
                part.name().filter(|_| self.parts.len() > 1).map_or_else(String::new, |name| format!("{name}: "));
            let advice = match part.ended {
                Some(PartEnd::Patience) => "raise --patience",
                Some(PartEnd::Exhausted) => "make new puzzles without --from",
                None => "raise --timeout",
            };
            let shortfall = part.shortfall(self.options.from.as_deref());
            output::error(&format!("{level}{shortfall}; relax the constraints, or {advice} (seed {})", self.seed));
        }
        ExitStatus::Incomplete
    }
}

/// Writes a puzzle, without the rules that the format cannot represent. Returns the rules that were written.
fn write_puzzle(
    options: &GenerateOptions,
    puzzle: &Puzzle,
    file: &mut PuzzleFile,
    out: &mut dyn Write,
) -> Result<Rules> {
    let format = options.to.0;
    let rules = format.about().capabilities.rules.supported(puzzle.rules());
    let plain = puzzle.clone().with_rules(rules);
    let labelled = match options.primary() {
        Some(primary) => format::relabel_with_primary(format, &plain, primary),
        None => format::relabel(format, &plain),
    };
    let remedy = |remedy| if remedy == Remedy::Relabel { "use another --primary" } else { output::remedy(remedy) };
    let text = labelled.and_then(|puzzle| file.text(&puzzle));
    let text = text.map_err(|unsupported| anyhow!(unsupported.explain(&remedy)));
    let text = text.context("the puzzles cannot be written")?;
    file.write(out, &plain, &text)?;
    out.flush()?;
    Ok(rules)
}
