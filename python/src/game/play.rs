//! One game: a puzzle that is prepared, the moves played, and the numbers that a batch shows of it.

use std::sync::Arc;

use pyo3::prelude::*;
use rushlab::Position;
use rushlab::analysis::Cluster;
use rushlab::puzzle::Orientation;
use rushlab::simulator::Simulator;

use crate::cluster::stopped_error;
use crate::puzzle::Puzzle;
use crate::watch::Watch;
use crate::{arguments, grid};

/// Number of features of a vehicle in the observation `vector`.
pub(super) const FEATURES: usize = 6;

/// How moves are rewarded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reward {
    /// -1 for each action.
    Cost,
    /// 1 for the action that solves the puzzle.
    Sparse,
    /// The distance before the action minus the distance after it, minus 1: 0 for an optimal move.
    Regret,
}

impl Reward {
    pub(super) const ALL: [Reward; 3] = [Reward::Cost, Reward::Sparse, Reward::Regret];

    pub(super) fn word(self) -> &'static str {
        match self {
            Reward::Cost => "cost",
            Reward::Sparse => "sparse",
            Reward::Regret => "regret",
        }
    }
}

/// A game as a tuple: the puzzle and its index in the pool, offsets, fuel, the number of the position in the cluster,
/// the number of actions, whether it is over, and the state of its random numbers.
pub(super) type SavedGame = (Puzzle, usize, Vec<Option<u8>>, Vec<Option<u16>>, usize, u32, bool, u64);

/// A puzzle that is ready to play.
pub(super) struct Prepared {
    pub(super) start: Simulator,
    /// The vehicle of each slot.
    pub(super) slots: Vec<usize>,
    pub(super) walls: Vec<usize>,
    pub(super) cluster: Option<Cluster>,
}

/// A game in progress.
#[derive(Clone)]
pub(super) struct Game {
    pub(super) prepared: Arc<Prepared>,
    /// The index of the puzzle in the pool.
    pub(super) index: usize,
    pub(super) simulator: Simulator,
    /// Number of the position in the cluster.
    pub(super) number: usize,
    pub(super) steps: u32,
    pub(super) over: bool,
    pub(super) random: SplitMix64,
}

/// The random numbers of SplitMix64 (Steele, Lea & Flood 2014).
#[derive(Clone)]
pub(super) struct SplitMix64(pub(super) u64);

impl SplitMix64 {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

/// The result of one action in one game.
#[derive(Clone, Copy, Default)]
pub(super) struct Turn {
    pub(super) reward: f64,
    pub(super) terminated: bool,
    pub(super) truncated: bool,
    pub(super) illegal: bool,
}

impl Prepared {
    pub(super) fn new(puzzle: &rushlab::Puzzle) -> Prepared {
        let (primary, count) = (puzzle.primary_index(), puzzle.vehicles().len());
        let width = usize::from(puzzle.width());
        Prepared {
            start: Simulator::new(puzzle),
            slots: std::iter::once(primary).chain((0..count).filter(|vehicle| *vehicle != primary)).collect(),
            walls: puzzle.walls().iter().map(|wall| usize::from(wall.row) * width + usize::from(wall.column)).collect(),
            cluster: None,
        }
    }

    pub(super) fn explore(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut watch = Watch::new(None, None);
        let (puzzle, limits) = (self.start.puzzle().clone(), arguments::limits(None, None, 1));
        let cluster = py.detach(|| Cluster::new(&puzzle, limits, &mut watch));
        self.cluster = Some(cluster.map_err(|stopped| stopped_error(stopped, &mut watch))?);
        Ok(())
    }
}

impl Game {
    pub(super) fn new(pool: &[Arc<Prepared>], seed: u64) -> Game {
        let mut random = SplitMix64(seed);
        let index = random.below(pool.len());
        let prepared = pool[index].clone();
        Game { index, simulator: prepared.start.clone(), prepared, number: 0, steps: 0, over: false, random }
    }

    /// Starts a new game with a random puzzle of the pool.
    pub(super) fn restart(&mut self, pool: &[Arc<Prepared>]) {
        self.index = self.random.below(pool.len());
        if Arc::ptr_eq(&self.prepared, &pool[self.index]) {
            self.simulator.reset();
        } else {
            self.prepared = pool[self.index].clone();
            self.simulator = self.prepared.start.clone();
        }
        (self.number, self.steps, self.over) = (0, 0, false);
    }

    pub(super) fn save(&self) -> SavedGame {
        let position = self.simulator.position();
        let (offsets, fuel) = (position.offsets().to_vec(), position.fuel().to_vec());
        let puzzle = Puzzle(self.simulator.puzzle().clone());
        (puzzle, self.index, offsets, fuel, self.number, self.steps, self.over, self.random.0)
    }

    /// Returns a saved game; `None` if it is not a game of its puzzle.
    pub(super) fn restore(
        py: Python<'_>,
        saved: SavedGame,
        pool: &[Arc<Prepared>],
        explores: bool,
    ) -> PyResult<Option<Game>> {
        let (Puzzle(puzzle), index, offsets, fuel, number, steps, over, random) = saved;
        let Some(position) = Position::restore(&puzzle, offsets, fuel) else { return Ok(None) };
        let shared = pool.get(index).filter(|prepared| *prepared.start.puzzle() == puzzle);
        let prepared = match shared {
            Some(prepared) => prepared.clone(),
            None => {
                let mut prepared = Prepared::new(&puzzle);
                if explores {
                    prepared.explore(py)?;
                }
                Arc::new(prepared)
            }
        };
        if prepared.cluster.as_ref().is_some_and(|cluster| number >= cluster.size()) {
            return Ok(None);
        }
        let mut simulator = prepared.start.clone();
        simulator.set_position(&position);
        Ok(Some(Game { prepared, index, simulator, number, steps, over, random: SplitMix64(random) }))
    }

    pub(super) fn distance(&self) -> Option<u32> {
        self.prepared.cluster.as_ref()?.distance(self.number)
    }

    /// Returns the distance of the start.
    pub(super) fn optimum(&self) -> Option<u32> {
        self.prepared.cluster.as_ref()?.distance(0)
    }

    /// Plays an action. An illegal one changes nothing but the number of actions.
    pub(super) fn play(&mut self, action: i64, max_distance: usize, max_steps: u32, reward: Reward) -> Turn {
        let before = self.distance();
        let legal = self.play_move(action, max_distance);
        self.steps += 1;
        let terminated = self.simulator.is_solved();
        let truncated = !terminated && self.steps >= max_steps;
        self.over = terminated || truncated;
        let reward = match reward {
            Reward::Cost => -1.0,
            Reward::Sparse => f64::from(u8::from(terminated)),
            Reward::Regret => match (before, self.distance()) {
                (Some(before), Some(after)) => f64::from(before) - f64::from(after) - 1.0,
                _ => -1.0,
            },
        };
        Turn { reward, terminated, truncated, illegal: !legal }
    }

    pub(super) fn play_move(&mut self, action: i64, max_distance: usize) -> bool {
        let Ok(action) = usize::try_from(action) else { return false };
        let (slot, forward) = (action / max_distance / 2, action / max_distance % 2 == 1);
        let cells = (action % max_distance + 1) as i8;
        let Some(vehicle) = self.prepared.slots.get(slot).copied() else { return false };
        let distance = if forward { cells } else { -cells };
        if self.simulator.play(vehicle, distance).is_none() {
            return false;
        }
        if let Some(cluster) = &self.prepared.cluster {
            let played = |mv: &rushlab::Move| {
                mv.vehicle == vehicle && mv.direction.sign() * i32::from(mv.cells) == i32::from(distance)
            };
            let next = cluster.moves(self.number).find(|(mv, _)| played(mv));
            self.number = next.map_or(self.number, |(_, next)| next);
        }
        true
    }

    /// Writes the board: 0 is empty, -1 a wall, k + 1 the vehicle of slot k.
    pub(super) fn write_grid(&self, cells: &mut [i8]) {
        cells.fill(0);
        self.prepared.walls.iter().for_each(|wall| cells[*wall] = grid::WALL as i8);
        let puzzle = self.simulator.puzzle();
        let width = usize::from(puzzle.width());
        let primary = puzzle.primary_index();
        let mut next = 1;
        for ((index, vehicle), offset) in puzzle.vehicles().iter().enumerate().zip(self.simulator.offsets()) {
            let value = if index == primary {
                grid::PRIMARY as i8
            } else {
                next += 1;
                next
            };
            let Some(offset) = offset else { continue };
            let (line, offset, length) =
                (usize::from(vehicle.line()), usize::from(offset), usize::from(vehicle.length));
            match vehicle.orientation {
                Orientation::Horizontal => cells[line * width + offset..][..length].fill(value),
                Orientation::Vertical => (offset..offset + length).for_each(|row| cells[row * width + line] = value),
            }
        }
    }

    /// Writes the features of each slot: present, horizontal, line, offset, length, fuel. The fuel is -1 if it is
    /// unlimited.
    pub(super) fn write_features(&self, features: &mut [i16]) {
        features.fill(0);
        let position: Position = self.simulator.position();
        for (slot, features) in self.prepared.slots.iter().zip(features.chunks_mut(FEATURES)) {
            let vehicle = &position.puzzle().vehicles()[*slot];
            let Some(offset) = position.offsets()[*slot] else { continue };
            let horizontal = vehicle.orientation == Orientation::Horizontal;
            let fuel = position.fuel()[*slot].map_or(-1, |units| units as i16);
            let values = [1, i16::from(horizontal), vehicle.line().into(), offset.into(), vehicle.length.into(), fuel];
            features.copy_from_slice(&values);
        }
    }

    /// Writes 1 for each legal action.
    pub(super) fn write_mask(&self, mask: &mut [i8], max_distance: usize) {
        mask.fill(0);
        for (slot, mask) in self.prepared.slots.iter().zip(mask.chunks_mut(2 * max_distance)) {
            let [back, forward] = self.simulator.reach(*slot).map(|cells| usize::from(cells).min(max_distance));
            mask[..back].fill(1);
            mask[max_distance..max_distance + forward].fill(1);
        }
    }
}
