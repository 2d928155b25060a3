//! One search of a race: it keeps the pace, leaves a trail, and lets itself be seen.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rushlab::Puzzle;
use rushlab::search::{Limits, Observer, Progress, Visit};
use serde::Serialize;

use crate::api::solve::{Chosen, Solution};
use crate::board::Place;
use crate::workshop::Watch;

/// What is to be seen of a search.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Seen {
    /// Positions expanded.
    expanded: u64,
    /// Positions that wait.
    open: u64,
    f: u32,
    g: u32,
    h: u32,
    /// The position it is at.
    place: Option<Place>,
}

/// The event `finish`.
#[derive(Clone, Serialize)]
pub(super) struct Finish {
    /// Which, from 0.
    pub(super) entrant: usize,
    seconds: f64,
    #[serde(flatten)]
    solution: Solution,
    /// What was to be seen along the way: expanded, open, f.
    trail: Vec<[u64; 3]>,
}

/// What a search and those who watch it share.
#[derive(Default)]
pub(super) struct Track {
    seen: Mutex<Seen>,
    /// Somebody has looked, and would like to see something new.
    wanted: AtomicBool,
    finish: Mutex<Option<Finish>>,
}

impl Track {
    pub(super) fn look(&self) -> Seen {
        self.wanted.store(true, Ordering::Relaxed);
        self.seen.lock().map(|seen| seen.clone()).unwrap_or_default()
    }

    pub(super) fn finish(&self) -> Option<Finish> {
        self.finish.lock().ok()?.clone()
    }
}

/// So many points are kept of a trail, whatever its length.
const TRAIL: usize = 256;

/// The observer of one search.
pub(super) struct Runner {
    track: Arc<Track>,
    watch: Watch,
    begun: Instant,
    /// Positions a second.
    pace: Option<u32>,
    expanded: u64,
    trail: Vec<[u64; 3]>,
    /// Every how many positions a point is added to the trail.
    stride: u64,
}

impl Runner {
    pub(super) fn new(track: Arc<Track>, watch: Watch, pace: Option<u32>) -> Runner {
        track.wanted.store(true, Ordering::Relaxed);
        Runner { track, watch, begun: Instant::now(), pace, expanded: 0, trail: Vec::new(), stride: 1 }
    }

    /// Searches, and leaves what came of it on the track.
    pub(super) fn run(&mut self, chosen: Chosen, puzzle: &Puzzle, limits: Limits) {
        let outcome = chosen.algorithm.run(&chosen.task(puzzle, limits), self);
        let proves = chosen.algorithm.about().optimal.holds(chosen.heuristic, puzzle.rules());
        let finish = Finish {
            entrant: 0,
            seconds: self.begun.elapsed().as_secs_f64(),
            solution: Solution::of(puzzle, &outcome, proves),
            trail: std::mem::take(&mut self.trail),
        };
        if let Ok(mut place) = self.track.finish.lock() {
            *place = Some(finish);
        }
    }

    /// Adds a point to the trail; when it gets long, every other one goes.
    fn leave(&mut self, point: [u64; 3]) {
        if !self.expanded.is_multiple_of(self.stride) {
            return;
        }
        self.trail.push(point);
        if self.trail.len() >= TRAIL {
            let mut keep = false;
            self.trail.retain(|_| {
                keep = !keep;
                keep
            });
            self.stride *= 2;
        }
    }

    /// Waits until it is time for the next position.
    fn wait(&self) {
        let Some(pace) = self.pace else { return };
        let due = Duration::from_secs_f64(self.expanded as f64 / f64::from(pace));
        while !self.watch.over() {
            let early = due.saturating_sub(self.begun.elapsed());
            // A pace need not be kept to the millisecond, and many short sleeps cost more than one.
            if early < Duration::from_millis(3) {
                return;
            }
            sleep(early.min(Duration::from_millis(50)));
        }
    }
}

impl Observer for Runner {
    fn watch(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.watch.watch(progress)
    }

    fn traces(&self) -> bool {
        true
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        self.expanded += 1;
        let Visit { f, g, h, open, position } = *visit;
        self.leave([self.expanded, open, f.into()]);
        if self.track.wanted.swap(false, Ordering::Relaxed)
            && let Ok(mut seen) = self.track.seen.lock()
        {
            *seen = Seen { expanded: self.expanded, open, f, g, h, place: Some(Place::from(position)) };
        }
        self.wait();
    }
}
