//! IDA* (Korf 1985): depth-first searches up to a threshold on the cost so far plus the estimate, which rises until
//! there is a solution.
//!
//! A transposition table (Reinefeld & Marsland 1994) stores the lowest known cost of a path to each state, also from
//! searches with lower thresholds. A more expensive path is not followed, nor is one of the same cost to a state that
//! this search has visited. When the table is full, states far from the start are replaced first. This costs time, but
//! the result stays correct: the search ends with `Limit::Memory` if too many entries were replaced. Successors are
//! tried in the order of their estimates.

use super::control::{NodeOrigin, SearchControl};
use super::outcome::SearchResult;
use super::passes::{RegisteredSearch, SpaceSearch};
use super::{About, Limit, Observer, Optimality, Status, Task};
use crate::heuristic::Estimator;
use crate::position::{Move, Position};
use crate::space::{Scratch, SleepSet, Space};

pub(super) struct IdaStar;

/// The greatest number of entries of the table.
const MAX_ENTRIES: usize = 1 << 24;

/// Number of times that the whole table may be replaced. Then it is too small to detect cycles, and the search ends.
const MAX_REPLACEMENTS: u64 = 64;

/// Number of entries that a state may be stored in.
const BUCKET: usize = 8;

/// Number of entries that are made or moved between two calls of the observer while the table grows.
const GROWTH_STEP: usize = 1 << 18;

#[derive(Clone, Copy)]
struct Entry<T> {
    state: T,
    g: u32,
    /// The threshold of the last iteration that visited the state, plus one; 0 marks an empty entry.
    iteration: u32,
}

struct Successor<T> {
    state: T,
    mv: Move,
    g: u32,
    h: u32,
}

struct IdaStarSearch<'a, S: Space> {
    space: &'a S,
    estimator: Box<dyn Estimator>,
    position: Position,
    scratch: Scratch,
    table: Vec<Entry<S::State>>,
    filled: usize,
    /// Number of entries replaced since the table was resized.
    replaced: u64,
    control: SearchControl<'a>,
    /// The threshold of this iteration, and the lowest f above it so far, in the units of the estimates.
    threshold: u32,
    next: u32,
    /// The moves to the current state, and the nodes on the way to it.
    path: Vec<Move>,
    nodes: Vec<usize>,
    visits: usize,
}

enum Found {
    Goal(u32),
    Nothing,
    Ended(Status),
}

impl RegisteredSearch for IdaStar {
    const ABOUT: About = About::new(
        "idastar",
        "iterative deepening A*: depth-first with a rising threshold, little memory",
        Optimality::IfAdmissible,
    )
    .aliases(&["ida*"])
    .plain("IDA*", "A* in little memory: depth first, up to a bound that rises")
    .proof("all paths below the last bound on cost plus estimate had been searched")
    .informed()
    .course_names("idastar", "IDA*")
    .colour("#cc79a7");
}

impl SpaceSearch for IdaStar {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        let admissible = task.heuristic.about().admissible.holds(task.puzzle.rules());
        let start = space.start();
        let mut search = IdaStarSearch {
            space,
            estimator: task.heuristic.compile(task.puzzle),
            position: Position::start(task.puzzle),
            scratch: space.scratch(),
            table: vec![Entry { state: start, g: 0, iteration: 0 }; 1 << 12],
            filled: 0,
            replaced: 0,
            control: SearchControl::informed(task, observer),
            threshold: 0,
            next: 0,
            path: Vec::new(),
            nodes: Vec::new(),
            visits: 0,
        };
        let Some(h) = search.estimate(&start) else { return search.control.without_path(Status::Unsolvable) };
        search.next = h;
        loop {
            search.threshold = search.next;
            search.next = u32::MAX;
            if admissible {
                search.control.bound = search.threshold.div_ceil(search.control.scale);
            }
            let found = search.deepen(start, h);
            search.control.finish(search.filled, search.bytes().into());
            match found {
                Found::Goal(cost) => {
                    let bound = if admissible { cost } else { 0 };
                    let IdaStarSearch { path: moves, control, .. } = search;
                    return SearchResult::solved(moves, cost, bound, control.statistics);
                }
                Found::Ended(status) => return search.control.without_path(status),
                Found::Nothing if search.next == u32::MAX => return search.control.without_path(Status::Unsolvable),
                Found::Nothing => {}
            }
        }
    }
}

impl<S: Space> IdaStarSearch<'_, S> {
    fn estimate(&mut self, state: &S::State) -> Option<u32> {
        self.control.count_other_work();
        self.space.decode(state, &mut self.position);
        self.estimator.estimate(&self.position).map(|h| h.min(self.control.max_estimate()))
    }

    fn bytes(&self) -> u64 {
        (self.table.len() * size_of::<Entry<S::State>>()) as u64
    }

    /// Returns whether the transposition table prunes a path of a given cost to a state. If not, the path is stored.
    /// Fails if the observer interrupts the search while the table grows.
    fn is_pruned(&mut self, state: &S::State, g: u32) -> Result<bool, Status> {
        let iteration = self.threshold + 1;
        let bucket = bucket_of::<S, _>(state, &mut self.table);
        let mut chosen = 0;
        for (index, entry) in bucket.iter().enumerate() {
            if entry.iteration != 0 && entry.state == *state {
                if g > entry.g || g == entry.g && entry.iteration == iteration {
                    return Ok(true);
                }
                chosen = index;
                break;
            }
            let kept = &bucket[chosen];
            if kept.iteration != 0 && (entry.iteration == 0 || entry.g > kept.g) {
                chosen = index;
            }
        }
        self.filled += usize::from(bucket[chosen].iteration == 0);
        self.replaced += u64::from(bucket[chosen].iteration != 0 && bucket[chosen].state != *state);
        bucket[chosen] = Entry { state: *state, g, iteration };
        if self.filled * 2 > self.table.len() && self.may_grow() {
            self.grow()?;
        }
        Ok(false)
    }

    fn may_grow(&self) -> bool {
        self.table.len() < MAX_ENTRIES && self.bytes() * 5 < self.control.max_memory()
    }

    fn grow(&mut self) -> Result<(), Status> {
        let IdaStarSearch { space, table, control, filled, .. } = self;
        let empty = Entry { state: space.start(), g: 0, iteration: 0 };
        let len = table.len() * 4;
        let bytes = (table.len() + len) * size_of::<Entry<S::State>>();
        control.finish(*filled, (bytes as u64).into());
        let mut larger = Vec::with_capacity(len);
        while larger.len() < len {
            larger.resize(len.min(larger.len() + GROWTH_STEP), empty);
            control.call_observer().map_or(Ok(()), Err)?;
        }
        let mut moved = 0;
        for entries in table.chunks(GROWTH_STEP) {
            for entry in entries.iter().filter(|entry| entry.iteration != 0) {
                let bucket = bucket_of::<S, _>(&entry.state, &mut larger);
                if let Some(free) = bucket.iter_mut().find(|entry| entry.iteration == 0) {
                    *free = *entry;
                    moved += 1;
                }
            }
            control.call_observer().map_or(Ok(()), Err)?;
        }
        (self.table, self.filled, self.replaced) = (larger, moved, 0);
        Ok(())
    }

    /// Searches depth-first up to the threshold. The stack is explicit, because a path can be long.
    fn deepen(&mut self, start: S::State, h: u32) -> Found {
        self.path.clear();
        let mut stack = Vec::new();
        match self.expand(&start, 0, h) {
            Ok(successors) => stack.push(successors.into_iter()),
            Err(found) => return found,
        }
        while let Some(successors) = stack.last_mut() {
            let Some(Successor { state, mv, g, h }) = successors.next() else {
                stack.pop();
                self.path.pop();
                continue;
            };
            self.path.push(mv);
            match self.expand(&state, g, h) {
                Ok(successors) => stack.push(successors.into_iter()),
                Err(Found::Nothing) => {
                    self.path.pop();
                }
                Err(found) => return found,
            }
        }
        Found::Nothing
    }

    /// Reports a state to the observer. Nodes are numbered in the order of visits.
    fn visit(&mut self, state: &S::State, g: u32, h: u32) {
        self.visits += 1;
        self.nodes.truncate(self.path.len());
        let (parent, mv) = (self.nodes.last().copied(), self.path.last().copied());
        self.nodes.push(self.visits - 1);
        let origin = NodeOrigin { node: self.visits - 1, parent, mv };
        self.control.visit(self.space, state, [self.control.sum(g, h), g, h], || origin);
    }

    /// Visits a state. Returns its successors, or how the search ends here.
    fn expand(&mut self, state: &S::State, g: u32, h: u32) -> Result<Vec<Successor<S::State>>, Found> {
        if self.space.is_goal(state) {
            self.visit(state, g, h);
            return Err(Found::Goal(g));
        }
        match self.is_pruned(state, g) {
            Ok(false) => {}
            Ok(true) => return Err(Found::Nothing),
            Err(status) => return Err(Found::Ended(status)),
        }
        self.visit(state, g, h);
        self.control.statistics.expanded += 1;
        if self.replaced > MAX_REPLACEMENTS * self.table.len() as u64 {
            return Err(Found::Ended(Status::Limit(Limit::Memory)));
        }
        let (filled, bytes, depth) = (self.filled, self.bytes(), self.path.len());
        match self.control.check(filled, depth, || bytes.into()) {
            Some(status) => Err(Found::Ended(status)),
            None => Ok(self.successors(state, g)),
        }
    }

    /// Returns the successors within the threshold, lowest estimate first.
    fn successors(&mut self, state: &S::State, g: u32) -> Vec<Successor<S::State>> {
        let mut successors = Vec::new();
        let live = self.space.unpack(state, SleepSet::default());
        self.space.expand(&live, &mut self.scratch, |next, mv, cost| {
            successors.push(Successor { state: S::pack(&next).0, mv, g: g + cost, h: 0 });
        });
        self.control.statistics.generated += successors.len() as u64;
        successors.retain_mut(|successor| {
            let Some(h) = self.estimate(&successor.state) else { return false };
            successor.h = h;
            let f = self.control.sum(successor.g, h);
            if f > self.threshold {
                self.next = self.next.min(f);
            }
            f <= self.threshold
        });
        successors.sort_by_key(|successor| successor.h);
        successors
    }
}

/// Returns the entries where a state may be stored.
fn bucket_of<'a, S: Space, T>(state: &S::State, table: &'a mut [T]) -> &'a mut [T] {
    let bucket = (S::hash(state) >> (64 - table.len().ilog2())) as usize / BUCKET * BUCKET;
    &mut table[bucket..bucket + BUCKET]
}
