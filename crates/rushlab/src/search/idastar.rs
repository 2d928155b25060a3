//! IDA*: depth-first searches that give up where cost so far and estimate together pass a threshold, which rises until there is a
//! solution.
//!
//! A table of positions remembers what the cheapest known way to each costs, also from searches with lower thresholds. A dearer way
//! need not be followed: the cheaper one is, or was, in the search at hand. Nor need a way of the same cost, when this search has been
//! there. When the table is full, positions far from the start are forgotten first; that costs time, never the answer, until it was
//! forgotten so often that the search gives up. Successors are tried in the order of their estimates.

use super::meter::Meter;
use super::over::Search;
use super::{About, Limit, MOST_ESTIMATE, Observer, Optimal, Outcome, Status, Task};
use crate::heuristic::Estimator;
use crate::reference::{Move, Position};
use crate::space::{Rest, Scratch, Space};

/// `idastar`.
pub(super) struct IdaStar;

/// The table grows to so many positions at the most.
const MOST_ENTRIES: usize = 1 << 24;

/// When the table was forgotten so many times over, it is too small: a search that forgets cannot see that it goes round in circles.
const FORGOTTEN: u64 = 64;

/// So many entries are looked at for a position.
const BUCKET: usize = 8;

#[derive(Clone, Copy)]
struct Entry<T> {
    state: T,
    g: u32,
    /// The threshold of the search that was there last, plus one; 0 marks an empty entry.
    stamp: u32,
}

struct Successor<T> {
    state: T,
    mv: Move,
    g: u32,
    h: u32,
}

struct Deepening<'a, S: Space> {
    space: &'a S,
    estimator: Box<dyn Estimator>,
    position: Position,
    scratch: Scratch,
    table: Vec<Entry<S::State>>,
    filled: usize,
    /// How many entries gave way to others, since the table has its size.
    forgotten: u64,
    meter: Meter<'a>,
    /// This search's threshold, and the lowest f above it that was met.
    threshold: u32,
    next: u32,
    way: Vec<Move>,
}

enum Found {
    Goal(u32),
    Nothing,
    Ended(Status),
}

impl Search for IdaStar {
    const ABOUT: About = About {
        name: "idastar",
        aliases: &["ida*"],
        summary: "iterative deepening A*: depth-first with a rising threshold, little memory",
        optimal: Optimal::IfAdmissible,
        informed: true,
        random: false,
    };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let admissible = task.heuristic.about().admissible.holds(task.puzzle.rules());
        let start = space.start();
        let mut search = Deepening {
            space,
            estimator: task.heuristic.compile(task.puzzle, task.parameters),
            position: Position::start(task.puzzle),
            scratch: space.scratch(),
            table: vec![Entry { state: start, g: 0, stamp: 0 }; 1 << 12],
            filled: 0,
            forgotten: 0,
            meter: Meter::new(task, observer),
            threshold: 0,
            next: 0,
            way: Vec::new(),
        };
        let Some(h) = search.estimate(&start) else { return search.meter.without(Status::Unsolvable) };
        search.next = h;
        loop {
            search.threshold = search.next;
            search.next = u32::MAX;
            if admissible {
                search.meter.bound = search.threshold;
            }
            let found = search.deepen(start, h);
            search.meter.finish(search.filled, search.bytes());
            match found {
                Found::Goal(cost) => {
                    let bound = if admissible { cost } else { 0 };
                    let Deepening { way: moves, meter, .. } = search;
                    return Outcome { status: Status::Solved, moves, cost, bound, statistics: meter.statistics };
                }
                Found::Ended(status) => return search.meter.without(status),
                Found::Nothing if search.next == u32::MAX => return search.meter.without(Status::Unsolvable),
                Found::Nothing => {}
            }
        }
    }
}

impl<S: Space> Deepening<'_, S> {
    fn estimate(&mut self, state: &S::State) -> Option<u32> {
        self.space.place(state, &mut self.position);
        self.estimator.estimate(&self.position).map(|h| h.min(MOST_ESTIMATE))
    }

    fn bytes(&self) -> u64 {
        (self.table.len() * size_of::<Entry<S::State>>()) as u64
    }

    /// Whether it is of no use to go on from a position reached at this cost; if it is, that is remembered.
    fn known(&mut self, state: &S::State, g: u32) -> bool {
        let stamp = self.threshold + 1;
        let bucket = bucket_of::<S, _>(state, &mut self.table);
        let mut chosen = 0;
        for (index, entry) in bucket.iter().enumerate() {
            if entry.stamp != 0 && entry.state == *state {
                if g > entry.g || g == entry.g && entry.stamp == stamp {
                    return true;
                }
                chosen = index;
                break;
            }
            let kept = &bucket[chosen];
            if kept.stamp != 0 && (entry.stamp == 0 || entry.g > kept.g) {
                chosen = index;
            }
        }
        self.filled += usize::from(bucket[chosen].stamp == 0);
        self.forgotten += u64::from(bucket[chosen].stamp != 0 && bucket[chosen].state != *state);
        bucket[chosen] = Entry { state: *state, g, stamp };
        if self.filled * 2 > self.table.len() && self.may_grow() {
            self.grow();
        }
        false
    }

    fn may_grow(&self) -> bool {
        self.table.len() < MOST_ENTRIES && self.bytes() * 5 < self.meter.most_memory()
    }

    fn grow(&mut self) {
        let empty = Entry { state: self.space.start(), g: 0, stamp: 0 };
        let larger = vec![empty; self.table.len() * 4];
        let old = std::mem::replace(&mut self.table, larger);
        (self.filled, self.forgotten) = (0, 0);
        for entry in old.into_iter().filter(|entry| entry.stamp != 0) {
            let bucket = bucket_of::<S, _>(&entry.state, &mut self.table);
            if let Some(free) = bucket.iter_mut().find(|entry| entry.stamp == 0) {
                *free = entry;
                self.filled += 1;
            }
        }
    }

    /// Searches depth first, within the threshold. The stack is ours: with a heavy heuristic the way can be long.
    fn deepen(&mut self, start: S::State, h: u32) -> Found {
        self.way.clear();
        let mut stack = Vec::new();
        match self.enter(&start, 0, h) {
            Ok(successors) => stack.push(successors.into_iter()),
            Err(found) => return found,
        }
        while let Some(successors) = stack.last_mut() {
            let Some(Successor { state, mv, g, h }) = successors.next() else {
                stack.pop();
                self.way.pop();
                continue;
            };
            self.way.push(mv);
            match self.enter(&state, g, h) {
                Ok(successors) => stack.push(successors.into_iter()),
                Err(Found::Nothing) => {
                    self.way.pop();
                }
                Err(found) => return found,
            }
        }
        Found::Nothing
    }

    /// The successors of a position that is worth going on from; what was found there otherwise.
    fn enter(&mut self, state: &S::State, g: u32, h: u32) -> Result<Vec<Successor<S::State>>, Found> {
        if self.space.is_goal(state) {
            self.meter.visit(self.space, state, g.saturating_add(h), g, h);
            return Err(Found::Goal(g));
        }
        if self.known(state, g) {
            return Err(Found::Nothing);
        }
        self.meter.visit(self.space, state, g.saturating_add(h), g, h);
        self.meter.statistics.expanded += 1;
        if self.forgotten > FORGOTTEN * self.table.len() as u64 {
            return Err(Found::Ended(Status::Limit(Limit::Memory)));
        }
        let (filled, bytes, depth) = (self.filled, self.bytes(), self.way.len());
        match self.meter.ended(filled, depth, || bytes) {
            Some(status) => Err(Found::Ended(status)),
            None => Ok(self.successors(state, g)),
        }
    }

    /// The successors within the threshold, those nearest to the goal first.
    fn successors(&mut self, state: &S::State, g: u32) -> Vec<Successor<S::State>> {
        let mut successors = Vec::new();
        let live = self.space.wake(state, Rest::default());
        self.space.expand(&live, &mut self.scratch, |next, mv, cost| {
            successors.push(Successor { state: S::parts(&next).0, mv, g: g + cost, h: 0 });
        });
        self.meter.statistics.generated += successors.len() as u64;
        successors.retain_mut(|successor| {
            let Some(h) = self.estimate(&successor.state) else { return false };
            successor.h = h;
            let f = successor.g.saturating_add(h);
            if f > self.threshold {
                self.next = self.next.min(f);
            }
            f <= self.threshold
        });
        successors.sort_by_key(|successor| successor.h);
        successors
    }
}

/// The few entries where a position may be.
fn bucket_of<'a, S: Space, T>(state: &S::State, table: &'a mut [T]) -> &'a mut [T] {
    let bucket = (S::hash(state) >> (64 - table.len().ilog2())) as usize / BUCKET * BUCKET;
    &mut table[bucket..bucket + BUCKET]
}
