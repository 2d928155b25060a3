//! `auto` with random schedules, so small that the methods for large boards run on boards that plain breadth-first
//! search can check: 2,000 boards, or as many as `RUSHLAB_BOARDS` says (`scripts/random-schedules`).
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test fails by panicking, and names its boards")]

use std::ops::ControlFlow;
use std::panic::{catch_unwind, resume_unwind};

use super::*;
use crate::puzzle::{Draft, DraftFuel, DraftWall, Metric, Orientation, Rules, Side};
use crate::search::layers::Sizes;
use crate::search::{BFS, Limit, Progress, Solver, Visit};

use crate::space::tests::common::{Random, check_solution, plain_search};

/// Number of boards of the test if `RUSHLAB_BOARDS` does not say it.
const BOARDS: u64 = 2000;

/// Boards with more states are replaced by others, and most of those with few states or without a relaxed solution.
const MAX_STATES: u64 = 4000;
const FEW_STATES: u64 = 100;

/// Up to this number of states, breadth-first search is itself compared with the reference rules.
const MAX_POSITIONS: usize = 500;

/// What ends a search before its result.
#[derive(Clone, Copy, Debug)]
enum Stop {
    Never,
    States(u64),
    Memory(u64),
    /// The observer interrupts at this call.
    Call(u64),
}

/// An observer that interrupts a search, and may want its visits.
struct Interrupt {
    calls: u64,
    wants_visits: bool,
    bound: u32,
    best: u32,
}

impl Observer for Interrupt {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        assert!(self.calls > 0, "the search goes on after an interruption");
        self.bound = self.bound.max(progress.bound);
        self.best = self.best.min(progress.best.unwrap_or(u32::MAX));
        self.calls -= 1;
        if self.calls == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn wants_visits(&self) -> bool {
        self.wants_visits
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        assert!(self.wants_visits && !visit.position.offsets().is_empty());
    }
}

fn one_of<T: Copy>(random: &mut Random, values: &[T]) -> T {
    values[random.below(values.len() as u64) as usize]
}

/// Returns a board of 3×3 to 9×9. A large one is crowded, so that most have few positions.
fn board(random: &mut Random) -> Puzzle {
    let [width, height] = [(); 2].map(|()| 3 + random.below(7) as i64);
    let cells = (width * height) as u64;
    let most = cells / 6 + random.below(1 + cells / 6);
    let mut draft = random.board(width, height, most.max(1) as usize);
    let taken = |row: i64, column: i64| {
        draft.vehicles.iter().any(|vehicle| match vehicle.orientation {
            Orientation::Horizontal => row == vehicle.row && (0..vehicle.length).contains(&(column - vehicle.column)),
            Orientation::Vertical => column == vehicle.column && (0..vehicle.length).contains(&(row - vehicle.row)),
        })
    };
    for _ in 0..random.below(1 + cells / 8) {
        let (row, column) = (random.below(height as u64) as i64, random.below(width as u64) as i64);
        let is_repeated = draft.walls.iter().any(|wall| (wall.row, wall.column) == (row, column));
        // A wall before the exit leaves nothing to search.
        if !taken(row, column) && !is_repeated && row != draft.vehicles[0].row {
            draft.walls.push(DraftWall { row, column, text_line: 0 });
        }
    }
    if random.below(3) == 0 {
        for vehicle in &draft.vehicles {
            let units = random.below(27) as i64;
            draft.fuel.extend((units < 9).then_some(DraftFuel { label: vehicle.label, units, text_line: 0 }));
        }
    }
    draft.rules = Rules {
        metric: one_of(random, &[Metric::Moves, Metric::Steps]),
        valet: random.below(2) == 0,
        default_fuel: (random.below(4) == 0).then(|| random.below(12) as u16),
    };
    Puzzle::try_from(mirrored(draft, random)).unwrap()
}

/// Returns a board mirrored and transposed at random, so that the exit is on any side.
fn mirrored(mut draft: Draft, random: &mut Random) -> Draft {
    if random.below(2) == 0 {
        for vehicle in &mut draft.vehicles {
            let length = if vehicle.orientation == Orientation::Horizontal { vehicle.length } else { 1 };
            vehicle.column = draft.width - vehicle.column - length;
        }
        draft.walls.iter_mut().for_each(|wall| wall.column = draft.width - wall.column - 1);
        draft.exit.as_mut().unwrap().side = Side::Left;
    }
    if random.below(2) == 0 {
        std::mem::swap(&mut draft.width, &mut draft.height);
        for vehicle in &mut draft.vehicles {
            (vehicle.row, vehicle.column) = (vehicle.column, vehicle.row);
            vehicle.orientation = match vehicle.orientation {
                Orientation::Horizontal => Orientation::Vertical,
                Orientation::Vertical => Orientation::Horizontal,
            };
        }
        draft.walls.iter_mut().for_each(|wall| (wall.row, wall.column) = (wall.column, wall.row));
        let exit = draft.exit.as_mut().unwrap();
        exit.side = if exit.side == Side::Left { Side::Top } else { Side::Bottom };
    }
    draft
}

/// Returns a schedule in which every number is small or one of few.
fn schedule(random: &mut Random) -> Schedule {
    let size = random.below(4);
    let first_budget = one_of(random, &[4, 32]);
    let chunk_len = 1 + random.below(8) as usize;
    Schedule {
        first_budget,
        medium_budget: first_budget << random.below(3),
        small_budget: 32 << size,
        slow_budget: 64 << size,
        slow_layer: random.below(8) as u32,
        near_states: 64 << random.below(8),
        deep_ratio: one_of(random, &[(1, 1), (3, 2), (3, 1)]),
        trial_budget: 1 + random.below(64),
        astar_budgets: [1 + random.below(64), 1 + random.below(128)],
        growth: 2 + random.below(4),
        layered_factor: 1 + random.below(16),
        weighted_part: 1 + random.below(32),
        abstraction_part: 1 + random.below(16),
        layer_growth_exponent: one_of(random, &[0.25, 0.5, 1.0]),
        layer_tolerance: 1 << random.below(11),
        slow_growth: one_of(random, &[1.1, 1.42, 4.0]),
        slow_growth_multiple: 1 + random.below(4),
        first_iteration_factor: one_of(random, &[1.5, 4.0, 10.0]),
        max_iteration_factor: one_of(random, &[2.0, 16.0]),
        saturated_factor: one_of(random, &[1.0, 1.05, 1.25]),
        max_step: 1 + random.below(8) as u32,
        excess: 1 + random.below(4),
        probe_parts: [1 + random.below(8), 1 + random.below(16)],
        probe_states: random.below(64),
        min_probe: 1 + random.below(16),
        max_probe_part: 1 + random.below(4),
        max_batch: one_of(random, &[1, 2, 64, 1 << 10]),
        neighbourhood: random.below(64) as usize,
        layers: Sizes {
            partition_bits: 1 + random.below(6) as u32,
            number_bits: 4 + random.below(10) as u32,
            first_slots: one_of(random, &[16, 32, 256]),
            chunks: 1 + random.below(4) as usize,
            chunk_len,
            estimated_chunk_len: chunk_len,
        },
        ..Schedule::DEFAULT
    }
}

fn stop(random: &mut Random) -> Stop {
    match random.below(6) {
        0 => Stop::States(8 << random.below(9)),
        1 => Stop::Memory(1 << (8 + random.below(16))),
        2 => Stop::Call(1 + random.below(8)),
        _ => Stop::Never,
    }
}

/// Returns the cost of an optimal solution, found by breadth-first search; `Err` if the board is replaced.
fn optimum(puzzle: &Puzzle, random: &mut Random) -> Result<Option<u32>, ()> {
    let found = Solver::new(puzzle).algorithm(BFS).limits(Limits::states(MAX_STATES)).run();
    let is_easy = found.statistics.states < FEW_STATES || heuristic::relaxed_unsolvable(puzzle).is_some();
    if matches!(found.status, Status::Limit(_)) || is_easy && random.below(16) > 0 {
        return Err(());
    }
    if let Ok(cost) = plain_search(puzzle, MAX_POSITIONS) {
        assert_eq!(found.cost(), cost, "breadth-first search");
    }
    Ok(found.cost())
}

/// Searches one board. Returns the status; `None` if the board is replaced by another.
fn check(mut random: Random) -> Option<Status> {
    let puzzle = board(&mut random);
    let optimum = optimum(&puzzle, &mut random).ok()?;
    let (schedule, stop, wants_visits) = (schedule(&mut random), stop(&mut random), random.below(8) == 0);
    let few_numbers = 1 << schedule.layers.number_bits < 2 * MAX_STATES;
    let limits = match stop {
        Stop::States(states) => Limits::states(states),
        Stop::Memory(memory) => Limits { memory, ..Limits::default() },
        Stop::Never | Stop::Call(_) => Limits::default(),
    };
    let calls = if let Stop::Call(call) = stop { call } else { u64::MAX };
    let auto = Auto(schedule);
    let search = |threads: usize| {
        let mut observer = Interrupt { calls, wants_visits, bound: 0, best: u32::MAX };
        let solver = Solver::new(&puzzle).algorithm(&auto).limits(limits).threads(threads);
        (solver.run_with(&mut observer), observer)
    };
    let (found, observer) = search(1 + random.below(3) as usize);
    if random.below(8) == 0 {
        let (again, _) = search(1 + random.below(3) as usize);
        let essence = |outcome: &Outcome| (outcome.status, outcome.bound, outcome.moves().to_vec(), outcome.statistics);
        assert_eq!(essence(&again), essence(&found), "the number of threads changes nothing");
    }
    let least = optimum.unwrap_or(u32::MAX);
    let bound = found.bound.max(observer.bound);
    let best = found.cost().unwrap_or(u32::MAX).min(observer.best);
    assert!(bound <= least && least <= best, "{bound} <= {least} <= {best}, {stop:?}");
    if found.solution.is_some() {
        check_solution(&puzzle, &found);
    }
    match (found.status, stop) {
        (Status::Solved, _) => assert_eq!((found.cost(), found.bound), (optimum, least), "{stop:?}"),
        (Status::Unsolvable, _) => assert_eq!(optimum, None, "{stop:?}"),
        (Status::Limit(Limit::States), Stop::States(_)) | (Status::Interrupted, Stop::Call(_)) => {}
        (Status::Limit(Limit::Memory), stop) => assert!(few_numbers || matches!(stop, Stop::Memory(_)), "{stop:?}"),
        (status, stop) => unreachable!("{status:?} with {stop:?}"),
    }
    Some(found.status)
}

#[test]
fn any_schedule_finds_optimal_solutions_and_true_bounds() {
    let number = |name: &str, default| std::env::var(name).map_or(default, |text| text.parse().unwrap());
    let (boards, first) = (number("RUSHLAB_BOARDS", BOARDS), number("RUSHLAB_FIRST_BOARD", 0));
    let (mut counts, mut skipped) = ([0_u64; 5], 0);
    let mut seed = first;
    while counts.iter().sum::<u64>() < boards {
        let found = catch_unwind(|| check(Random(seed)));
        match found {
            Ok(Some(status)) => {
                counts[kind(status)] += 1;
                if counts.iter().sum::<u64>() % 10_000 == 0 {
                    eprintln!("{counts:?} boards from {first} to {seed}");
                }
            }
            Ok(None) => skipped += 1,
            Err(panic) => {
                eprintln!("RUSHLAB_FIRST_BOARD={seed} RUSHLAB_BOARDS=1 repeats it");
                resume_unwind(panic)
            }
        }
        seed += 1;
    }
    let [solved, unsolvable, states, memory, interrupted] = counts;
    eprintln!(
        "{boards} boards from {first}: {solved} solved, {unsolvable} unsolvable, stopped by states {states}, by memory \
         {memory}, interrupted {interrupted}; {skipped} others replaced"
    );
    assert!(boards < BOARDS || counts.iter().all(|count| *count > boards / 100), "{counts:?}");
}

fn kind(status: Status) -> usize {
    match status {
        Status::Solved => 0,
        Status::Unsolvable => 1,
        Status::Limit(Limit::States) => 2,
        Status::Limit(_) => 3,
        Status::Interrupted => 4,
    }
}
