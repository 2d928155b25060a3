//! No algorithm passes its state limit or its deadline, under any rules.
//!
//! A deadline is met if an algorithm calls its observer often and ends at once when that interrupts it. Where the
//! system tells it, the processor time of the thread is measured, so that other work on the machine changes little.
//! With `RUSHLAB_GAPS=1` and `--nocapture` the test prints the longest times of each algorithm in longer searches.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test fails by panicking, and prints what it measures")]

use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::common::Random;
use rushlab::Puzzle;
use rushlab::puzzle::{Draft, DraftFuel, Metric, Rules};
use rushlab::search::{ALGORITHMS, Algorithm, Limit, Limits, Observer, Progress, Status, Task};
use rushlab_genetic::ALL_ALGORITHMS;

/// The longest time between two calls of the observer, and after the last one. It is 0.2 s in the program; the tests
/// have fewer optimisations.
const MAX_GAP: Duration = Duration::from_secs(2);

/// Returns the processor time of this thread, or the time of the clock.
fn thread_time() -> Duration {
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = statistics.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| STARTED.elapsed(), Duration::from_nanos)
}

/// An observer that interrupts at a deadline.
struct Deadline {
    at: Duration,
    last_call: Duration,
    longest_gap: Duration,
    is_over: bool,
    /// Number of states at the last two calls, the last one first.
    states: [u64; 2],
}

impl Deadline {
    fn after(duration: Duration) -> Deadline {
        let now = thread_time();
        Deadline { at: now + duration, last_call: now, longest_gap: Duration::ZERO, is_over: false, states: [0; 2] }
    }

    fn record_gap(&mut self) {
        let now = thread_time();
        self.longest_gap = self.longest_gap.max(now.saturating_sub(self.last_call));
        self.last_call = now;
    }
}

impl Observer for Deadline {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.states = [progress.statistics.states, self.states[0]];
        assert!(!self.is_over, "the search goes on after an interruption");
        self.record_gap();
        self.is_over = self.last_call >= self.at;
        if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Returns boards without a solution in sight: from one that few states describe to the largest ones.
fn boards() -> Vec<Draft> {
    let small: Puzzle = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K".parse().unwrap();
    let random = [(1, 8, 14), (2, 12, 30), (3, 16, 90), (4, 16, 30)]
        .map(|(seed, size, vehicles)| Random(seed).board(size, size, vehicles));
    [Draft::from(&small)].into_iter().chain(random).collect()
}

/// Returns every combination of the rules, also with tanks of single vehicles.
fn with_all_rules(draft: &Draft) -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    for (metric, valet, default_fuel, own_tanks) in [Metric::Moves, Metric::Steps].into_iter().flat_map(|metric| {
        [false, true].into_iter().flat_map(move |valet| {
            [(None, false), (None, true), (Some(6), false), (Some(100), true)]
                .map(|(default_fuel, own_tanks)| (metric, valet, default_fuel, own_tanks))
        })
    }) {
        let tanks = draft.vehicles.iter().enumerate().filter(|(index, _)| own_tanks && index % 3 == 1);
        let fuel =
            tanks.map(|(index, vehicle)| DraftFuel { label: vehicle.label, units: index as i64 % 7, text_line: 0 });
        let draft = Draft { fuel: fuel.collect(), rules: Rules { metric, valet, default_fuel }, ..draft.clone() };
        puzzles.push(Puzzle::try_from(draft).unwrap());
    }
    puzzles
}

#[test]
fn every_algorithm_meets_its_deadline_under_all_rules() {
    let measured = std::env::var("RUSHLAB_GAPS").ok();
    for algorithm in ALL_ALGORITHMS.iter() {
        let name = algorithm.about().name;
        if measured.as_ref().is_some_and(|measured| measured != "1" && measured != name) {
            continue;
        }
        let deadline = Duration::from_millis(if measured.is_some() { 3000 } else { 10 });
        // Measured are those without fuel and those with most.
        let step = if measured.is_some() { 3 } else { 1 };
        let mut longest = (Duration::ZERO, String::new());
        for puzzle in boards()
            .iter()
            .flat_map(|draft| with_all_rules(draft).into_iter().step_by(step).take(if step > 1 { 2 } else { 16 }))
        {
            let gap = longest_gap(*algorithm, &puzzle, deadline);
            let described = format!("{puzzle} {:?}", puzzle.rules());
            assert!(gap < MAX_GAP, "{gap:?} between two calls of {name}: {described}");
            longest = longest.max((gap, described));
        }
        if measured.is_some() {
            eprintln!("{name}: {:?} on {}", longest.0, longest.1);
        }
    }
}

/// Runs an algorithm up to a deadline. Returns the longest time in which it could not be interrupted.
fn longest_gap(algorithm: &dyn Algorithm, puzzle: &Puzzle, deadline: Duration) -> Duration {
    let mut observer = Deadline::after(deadline);
    let task = Task::new(puzzle).with_limits(Limits { memory: 4 << 30, ..Limits::default() });
    let outcome = algorithm.run(&task, &mut observer);
    observer.record_gap();
    assert!(observer.is_over || outcome.status != Status::Interrupted);
    observer.longest_gap
}

#[test]
fn every_algorithm_keeps_its_state_limit_under_all_rules() {
    for algorithm in ALL_ALGORITHMS.iter() {
        let is_evolution = ALGORITHMS.iter().all(|search| search.about().name != algorithm.about().name);
        // An evolution may find no new states for thousands of generations.
        let seconds = if is_evolution { 1.0 } else { 120.0 };
        let mut limited = 0;
        for (index, puzzle) in boards().iter().flat_map(with_all_rules).enumerate() {
            let limit = [300, 3000][index % 2];
            let mut observer = Deadline::after(Duration::from_secs_f64(seconds));
            let outcome = algorithm.run(&Task::new(&puzzle).with_limits(Limits::states(limit)), &mut observer);
            let described = format!("{}: {puzzle} {:?}", algorithm.about().name, puzzle.rules());
            assert!(!observer.is_over || is_evolution, "it does not end: {described}");
            // An evolution ends with the generation that reaches the limit.
            let is_kept = outcome.statistics.states <= limit || is_evolution && observer.states[1] < limit;
            assert!(is_kept, "{} states of {limit}: {described}", outcome.statistics.states);
            assert_ne!(outcome.status, Status::Limit(Limit::Memory), "{described}");
            limited += usize::from(outcome.status == Status::Limit(Limit::States));
        }
        assert!(limited >= 20, "{}: only {limited} runs reached the limit", algorithm.about().name);
    }
}
