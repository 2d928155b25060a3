//! Many games at once, for the Gymnasium environments: actions in, arrays out. The rules are those of the library's
//! simulator.
//!
//! A vehicle has a slot for a whole game: the primary has slot 0, the others follow in the order of the board, so slot
//! k has the value k + 1 on the grid. An action is `(slot × 2 + direction) × max_distance + distance − 1`; direction 0
//! is left or up, 1 is right or down.

use std::sync::Arc;

use numpy::ndarray::{Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyArray3, PyArrayMethods, PyReadonlyArray1};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rushlab::analysis::Cluster;
use rushlab::puzzle::Orientation;
use rushlab::simulator::Simulator;
use rushlab::{Metric, Position};

use crate::cluster::stopped_error;
use crate::errors::InvalidArgument;
use crate::puzzle::Puzzle;
use crate::watch::Watch;
use crate::{arguments, grid, position};

/// Number of features of a vehicle in the observation `vector`.
const FEATURES: usize = 6;

/// A batch of games, each with a puzzle of a pool.
#[pyclass(module = "rushlab._native")]
pub(crate) struct Games {
    pool: Vec<Arc<Prepared>>,
    games: Vec<Game>,
    size: (usize, usize),
    max_vehicles: usize,
    max_distance: usize,
    max_steps: u32,
    /// Whether exact distances are computed.
    distances: bool,
    reward: Reward,
    /// The boards and the masks of all games, kept up to date: an illegal action changes neither.
    grids: Vec<i8>,
    masks: Vec<i8>,
}

/// How moves are rewarded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reward {
    /// -1 for each action.
    Cost,
    /// 1 for the action that solves the puzzle.
    Sparse,
    /// The distance before the action minus the distance after it, minus 1: 0 for an optimal move.
    Regret,
}

/// A puzzle that is ready to play.
struct Prepared {
    start: Simulator,
    /// The vehicle of each slot.
    slots: Vec<usize>,
    walls: Vec<usize>,
    cluster: Option<Cluster>,
}

/// A game in progress.
struct Game {
    prepared: Arc<Prepared>,
    /// The index of the puzzle in the pool.
    index: usize,
    simulator: Simulator,
    /// Number of the position in the cluster.
    number: usize,
    steps: u32,
    over: bool,
    random: SplitMix64,
}

/// The random numbers of SplitMix64 (Steele, Lea & Flood 2014).
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

/// Observation, reward, terminated, truncated, information.
type Step<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

/// The result of one action in one game.
#[derive(Clone, Copy, Default)]
struct Turn {
    reward: f64,
    terminated: bool,
    truncated: bool,
    illegal: bool,
}

impl Prepared {
    fn new(puzzle: &rushlab::Puzzle) -> Prepared {
        let (primary, count) = (puzzle.primary_index(), puzzle.vehicles().len());
        let width = usize::from(puzzle.width());
        Prepared {
            start: Simulator::new(puzzle),
            slots: std::iter::once(primary).chain((0..count).filter(|vehicle| *vehicle != primary)).collect(),
            walls: puzzle.walls().iter().map(|wall| usize::from(wall.row) * width + usize::from(wall.column)).collect(),
            cluster: None,
        }
    }

    fn explore(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut watch = Watch::new(None, None);
        let (puzzle, limits) = (self.start.puzzle().clone(), arguments::limits(None, None, 1));
        let cluster = py.detach(|| Cluster::new(&puzzle, limits, &mut watch));
        self.cluster = Some(cluster.map_err(|stopped| stopped_error(stopped, &mut watch))?);
        Ok(())
    }
}

impl Game {
    fn new(pool: &[Arc<Prepared>], seed: u64) -> Game {
        let mut random = SplitMix64(seed);
        let index = random.below(pool.len());
        let prepared = pool[index].clone();
        Game { index, simulator: prepared.start.clone(), prepared, number: 0, steps: 0, over: false, random }
    }

    /// Starts a new game with a random puzzle of the pool, or with a given one.
    fn restart(&mut self, pool: &[Arc<Prepared>], index: Option<usize>) {
        self.index = index.unwrap_or_else(|| self.random.below(pool.len()));
        if Arc::ptr_eq(&self.prepared, &pool[self.index]) {
            self.simulator.reset();
        } else {
            self.prepared = pool[self.index].clone();
            self.simulator = self.prepared.start.clone();
        }
        (self.number, self.steps, self.over) = (0, 0, false);
    }

    fn distance(&self) -> Option<u32> {
        self.prepared.cluster.as_ref()?.distance(self.number)
    }

    /// Returns the distance of the start.
    fn optimum(&self) -> Option<u32> {
        self.prepared.cluster.as_ref()?.distance(0)
    }

    /// Plays an action. An illegal one changes nothing but the number of actions.
    fn play(&mut self, action: i64, max_distance: usize, max_steps: u32, reward: Reward) -> Turn {
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

    fn play_move(&mut self, action: i64, max_distance: usize) -> bool {
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
    fn write_grid(&self, cells: &mut [i8]) {
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
    fn write_features(&self, features: &mut [i16]) {
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
    fn write_mask(&self, mask: &mut [i8], max_distance: usize) {
        mask.fill(0);
        for (slot, mask) in self.prepared.slots.iter().zip(mask.chunks_mut(2 * max_distance)) {
            let [back, forward] = self.simulator.reach(*slot).map(|cells| usize::from(cells).min(max_distance));
            mask[..back].fill(1);
            mask[max_distance..max_distance + forward].fill(1);
        }
    }
}

impl Games {
    fn observe<'py>(&self, py: Python<'py>, turns: Option<&[Turn]>) -> PyResult<Bound<'py, PyDict>> {
        let result = PyDict::new(py);
        if let Some(turns) = turns {
            result.set_item("reward", column(py, turns, |turn| turn.reward))?;
            result.set_item("terminated", column(py, turns, |turn| turn.terminated))?;
            result.set_item("truncated", column(py, turns, |turn| turn.truncated))?;
            result.set_item("illegal", column(py, turns, |turn| turn.illegal))?;
        }
        let shape = (self.games.len(), self.actions());
        let masks = Array2::from_shape_vec(shape, self.masks.clone()).unwrap_or_default();
        result.set_item("action_mask", masks.into_pyarray(py))?;
        result.set_item("puzzle", column(py, &self.games, |game| game.index as i64))?;
        if self.distances {
            result.set_item("distance", column(py, &self.games, |game| number(game.distance())))?;
            result.set_item("optimum", column(py, &self.games, |game| number(game.optimum())))?;
        }
        Ok(result)
    }

    fn actions(&self) -> usize {
        self.max_vehicles * 2 * self.max_distance
    }

    /// Writes the board and the mask of a game.
    fn refresh(&mut self, index: usize) {
        let (cells, actions) = (self.size.0 * self.size.1, self.actions());
        let game = &self.games[index];
        game.write_grid(&mut self.grids[index * cells..][..cells]);
        game.write_mask(&mut self.masks[index * actions..][..actions], self.max_distance);
    }

    fn refresh_all(&mut self) {
        self.grids.resize(self.games.len() * self.size.0 * self.size.1, 0);
        self.masks.resize(self.games.len() * self.actions(), 0);
        (0..self.games.len()).for_each(|index| self.refresh(index));
    }
}

/// Returns a distance for an array: -1 if there is none.
fn number(distance: Option<u32>) -> i32 {
    distance.map_or(-1, |distance| distance as i32)
}

fn column<'py, T, V: numpy::Element>(py: Python<'py>, rows: &[T], value: impl Fn(&T) -> V) -> Bound<'py, PyArray1<V>> {
    rows.iter().map(value).collect::<Vec<V>>().into_pyarray(py)
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (puzzles, count, *, max_vehicles, max_distance, max_steps, distances, reward, seed))]
    #[allow(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
    fn new(
        py: Python<'_>,
        puzzles: Vec<Bound<'_, Puzzle>>,
        count: usize,
        max_vehicles: usize,
        max_distance: usize,
        max_steps: u32,
        distances: bool,
        reward: &str,
        seed: u64,
    ) -> PyResult<Games> {
        let reward = match reward {
            "cost" => Reward::Cost,
            "sparse" => Reward::Sparse,
            "regret" => Reward::Regret,
            other => return Err(crate::errors::unknown_name("reward", other, ["cost", "sparse", "regret"])),
        };
        let invalid = |message: &str| Err(InvalidArgument::new_err(message.to_owned()));
        if count == 0 || max_vehicles == 0 || max_distance == 0 || max_distance > 16 || max_steps == 0 {
            return invalid("the numbers of games, vehicles, cells (up to 16) and steps are at least 1");
        }
        let Some(first) = puzzles.first() else { return invalid("there is no puzzle to play") };
        let size = (usize::from(first.get().0.height()), usize::from(first.get().0.width()));
        let mut games = Games {
            pool: Vec::new(),
            games: Vec::new(),
            size,
            max_vehicles,
            max_distance,
            max_steps,
            distances,
            reward,
            grids: Vec::new(),
            masks: Vec::new(),
        };
        games.set_puzzles(py, puzzles)?;
        let mut seeds = SplitMix64(seed);
        games.games = (0..count).map(|_| Game::new(&games.pool, seeds.next())).collect();
        games.refresh_all();
        Ok(games)
    }

    /// Replaces the pool. Games in progress end with their puzzles.
    fn set_puzzles(&mut self, py: Python<'_>, puzzles: Vec<Bound<'_, Puzzle>>) -> PyResult<()> {
        let invalid = |message: String| Err(InvalidArgument::new_err(message));
        if puzzles.is_empty() {
            return invalid("there is no puzzle to play".to_owned());
        }
        let mut pool = Vec::new();
        for (index, puzzle) in puzzles.iter().enumerate() {
            let puzzle = &puzzle.get().0;
            let (height, width) = self.size;
            if (usize::from(puzzle.height()), usize::from(puzzle.width())) != self.size {
                let message = format!(
                    "puzzle {index} has {} by {} cells; all need {width} by {height}",
                    puzzle.width(),
                    puzzle.height()
                );
                return invalid(message);
            }
            if puzzle.vehicles().len() > self.max_vehicles {
                let message = format!("puzzle {index} has {} vehicles; raise max_vehicles=", puzzle.vehicles().len());
                return invalid(message);
            }
            if puzzle.rules().metric == Metric::Steps && self.max_distance > 1 {
                return invalid(format!("puzzle {index} counts steps; pass metric=\"steps\""));
            }
            let mut prepared = Prepared::new(puzzle);
            if self.distances || self.reward == Reward::Regret {
                prepared.explore(py)?;
            }
            pool.push(Arc::new(prepared));
        }
        self.pool = pool;
        Ok(())
    }

    /// Starts all games again, or only one, with random puzzles of the pool or a given one. Returns the information as
    /// a dictionary.
    #[pyo3(signature = (*, seed=None, puzzle=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
        puzzle: Option<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        if puzzle.is_some_and(|index| index >= self.pool.len()) {
            return Err(InvalidArgument::new_err(format!("there are {} puzzles", self.pool.len())));
        }
        if let Some(seed) = seed {
            let mut seeds = SplitMix64(seed);
            self.games.iter_mut().for_each(|game| game.random = SplitMix64(seeds.next()));
        }
        self.games.iter_mut().for_each(|game| game.restart(&self.pool, puzzle));
        self.refresh_all();
        self.observe(py, None)
    }

    /// Plays one action in each game. A game that was over starts again instead, if `autoreset` is true: its action is
    /// ignored, and its reward is 0. Returns rewards, ends and information as a dictionary.
    #[pyo3(signature = (actions, *, autoreset))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
        autoreset: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let actions = actions.as_array();
        if actions.len() != self.games.len() {
            let message = format!("{} actions for {} games", actions.len(), self.games.len());
            return Err(InvalidArgument::new_err(message));
        }
        let mut turns = Vec::with_capacity(self.games.len());
        for (index, action) in actions.iter().enumerate() {
            let game = &mut self.games[index];
            let turn = if game.over && autoreset {
                game.restart(&self.pool, None);
                Turn::default()
            } else {
                game.play(*action, self.max_distance, self.max_steps, self.reward)
            };
            if !turn.illegal {
                self.refresh(index);
            }
            turns.push(turn);
        }
        self.observe(py, Some(&turns))
    }

    /// Plays one action in the first game. Returns observation, reward, terminated, truncated and the information, as
    /// Gymnasium does.
    fn step_one<'py>(&mut self, py: Python<'py>, action: i64, features: bool) -> PyResult<Step<'py>> {
        let turn = self.games[0].play(action, self.max_distance, self.max_steps, self.reward);
        if !turn.illegal {
            self.refresh(0);
        }
        let game = &self.games[0];
        let info = PyDict::new(py);
        info.set_item(intern!(py, "illegal"), turn.illegal)?;
        info.set_item(intern!(py, "puzzle"), game.index)?;
        if self.distances {
            info.set_item(intern!(py, "distance"), number(game.distance()))?;
            info.set_item(intern!(py, "optimum"), number(game.optimum()))?;
        }
        info.set_item(intern!(py, "action_mask"), PyArray1::from_slice(py, &self.masks[..self.actions()]))?;
        let observation = if features {
            let mut features = vec![0; self.max_vehicles * FEATURES];
            game.write_features(&mut features);
            PyArray1::from_vec(py, features).reshape([self.max_vehicles, FEATURES])?.into_any()
        } else {
            let (height, width) = self.size;
            PyArray1::from_slice(py, &self.grids[..height * width]).reshape([height, width])?.into_any()
        };
        Ok((observation, turn.reward, turn.terminated, turn.truncated, info))
    }

    /// Returns the boards: games × rows × columns.
    fn grids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<i8>> {
        let (height, width) = self.size;
        let grids = Array3::from_shape_vec((self.games.len(), height, width), self.grids.clone());
        grids.unwrap_or_default().into_pyarray(py)
    }

    /// Returns the features of the vehicles: games × slots × (present, horizontal, line, offset, length, fuel).
    fn features<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<i16>> {
        let mut features = vec![0; self.games.len() * self.max_vehicles * FEATURES];
        for (game, features) in self.games.iter().zip(features.chunks_mut(self.max_vehicles * FEATURES)) {
            game.write_features(features);
        }
        let shape = (self.games.len(), self.max_vehicles, FEATURES);
        Array3::from_shape_vec(shape, features).unwrap_or_default().into_pyarray(py)
    }

    /// Returns the position of a game.
    fn position(&self, game: usize) -> PyResult<position::Position> {
        let found = self.games.get(game).map(|game| position::Position(game.simulator.position()));
        found.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err(format!("there are {} games", self.games.len())))
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }
}
