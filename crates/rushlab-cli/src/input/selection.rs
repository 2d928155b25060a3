//! Which of the puzzles that are read are used: those that match a filter, up to a number of them.

use anyhow::Result;
use rushlab::Limits;
use rushlab::analysis::{Filter, KnownFacts, Stopped};
use rushlab_study::parallel;

use super::{InputEvent, InputPuzzle};
use crate::memory_budget;
use crate::watchdog::Watchdog;

/// The greatest number of puzzles that wait for their searches, for each thread.
const WAITING: usize = 16;

/// The greatest number of positions of a search that decides whether a puzzle matches: ten times that of the largest
/// cluster on a 6×6 board.
const MAX_STATES: u64 = 5_000_000;

/// An event that waits, and what is known about its puzzle.
type Waiting<'a> = (InputEvent<'a>, KnownFacts);

/// Passes on the puzzles that match. Events keep their order.
pub(super) struct Selection<'a, F> {
    filter: Filter,
    /// Number of puzzles that may follow.
    remaining: usize,
    each: F,
    /// Events that wait for searches.
    waiting: Vec<Waiting<'a>>,
    /// Number of waiting puzzles that are searched together: few at first, so that the first results come soon.
    batch: usize,
    threads: usize,
}

impl<'a, F: FnMut(InputEvent<'a>) -> Result<()>> Selection<'a, F> {
    pub(super) fn new(filter: Filter, count: Option<usize>, each: F) -> Selection<'a, F> {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let remaining = count.unwrap_or(usize::MAX);
        Selection { filter, remaining, each, waiting: Vec::new(), batch: threads, threads }
    }

    pub(super) fn filter(&self) -> &Filter {
        &self.filter
    }

    pub(super) fn is_complete(&self) -> bool {
        self.remaining == 0
    }

    /// Takes the next event.
    pub(super) fn add(&mut self, event: InputEvent<'a>, known: KnownFacts) -> Result<()> {
        if let InputEvent::Puzzle(item) = &event
            && !(self.filter.admits_board(&item.puzzle) && self.filter.admits_facts(known))
        {
            return Ok(());
        }
        let is_decided = !matches!(event, InputEvent::Puzzle(_)) || !self.filter.needs_search(known);
        if is_decided && self.waiting.is_empty() {
            return self.pass(event);
        }
        self.waiting.push((event, known));
        if self.waiting.len() >= self.batch {
            self.decide()?;
            self.batch = (self.batch * 2).min(WAITING * self.threads);
        }
        Ok(())
    }

    /// Passes on what still waits.
    pub(super) fn finish(mut self) -> Result<()> {
        self.decide()
    }

    /// Decides about all waiting puzzles, on several threads.
    fn decide(&mut self) -> Result<()> {
        let limits =
            Limits { states: MAX_STATES, memory: memory_budget::per_search(Limits::DEFAULT_MEMORY, self.threads) };
        let waiting = std::mem::take(&mut self.waiting);
        let mut verdicts: Vec<Result<bool, Stopped>> = Vec::with_capacity(waiting.len());
        let filter = &self.filter;
        parallel::in_order::<_, _, anyhow::Error>(
            self.threads.min(waiting.len()).max(1),
            |submit| waiting.iter().try_for_each(submit),
            |(event, known)| match event {
                InputEvent::Puzzle(item) => {
                    filter.admits(&item.puzzle, *known, limits, &mut Watchdog::until_interrupt())
                }
                _ => Ok(true),
            },
            |verdict| {
                verdicts.push(verdict);
                Ok(())
            },
        )?;
        for ((event, _), verdict) in waiting.into_iter().zip(verdicts) {
            match (event, verdict) {
                _ if self.is_complete() => break,
                (event, Ok(true)) => self.pass(event)?,
                (InputEvent::Puzzle(InputPuzzle { origin, .. }), Err(stopped)) => {
                    (self.each)(InputEvent::Undecided(origin, stopped))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn pass(&mut self, event: InputEvent<'a>) -> Result<()> {
        self.remaining -= usize::from(matches!(event, InputEvent::Puzzle(_)));
        (self.each)(event)
    }
}
