//! Many games at once, for the Gymnasium environments: actions in, arrays out. The rules are those of the library's
//! simulator.
//!
//! A vehicle has a slot for a whole game: the primary has slot 0, the others follow in the order of the board, so slot
//! k has the value k + 1 on the grid. An action is `(slot × 2 + direction) × max_distance + distance − 1`; direction 0
//! is left or up, 1 is right or down.

mod play;

use std::sync::Arc;

use numpy::ndarray::{Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rushlab::Metric;

use self::play::{FEATURES, Game, Prepared, Reward, SavedGame, SplitMix64, Turn};
use crate::errors::InvalidArgument;
use crate::position;
use crate::puzzle::Puzzle;

/// Observation, reward, terminated, truncated, information.
type Step<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

/// A batch of games, each with a puzzle of a pool.
#[pyclass(module = "rushlab._native")]
#[derive(Clone)]
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

impl Games {
    fn observe<'py>(&self, py: Python<'py>, turns: Option<&[Turn]>) -> PyResult<Bound<'py, PyDict>> {
        let result = PyDict::new(py);
        if let Some(turns) = turns {
            result.set_item("reward", column(py, turns, |turn| turn.reward))?;
            result.set_item("terminated", column(py, turns, |turn| turn.terminated))?;
            result.set_item("truncated", column(py, turns, |turn| turn.truncated))?;
            result.set_item("illegal", column(py, turns, |turn| turn.illegal))?;
        }
        result.set_item("action_mask", self.masks(py))?;
        result.set_item("puzzle", column(py, &self.games, |game| game.index as i64))?;
        if self.distances {
            result.set_item("distance", column(py, &self.games, |game| number(game.distance())))?;
            result.set_item("optimum", column(py, &self.games, |game| number(game.optimum())))?;
        }
        Ok(result)
    }

    /// Refuses an action that no state has.
    fn check_action(&self, action: i64) -> PyResult<()> {
        let count = self.actions();
        if usize::try_from(action).is_ok_and(|action| action < count) {
            return Ok(());
        }
        Err(InvalidArgument::new_err(format!(
            "there is no action {action}; actions are numbers from 0 to {}",
            count - 1
        )))
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
        let unknown = || crate::errors::unknown_name("reward", reward, Reward::ALL.map(Reward::word));
        let reward = Reward::ALL.into_iter().find(|known| known.word() == reward).ok_or_else(unknown)?;
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

    /// Starts all games again, or those that a mask marks, with random puzzles of the pool. Returns the information as
    /// a dictionary.
    #[pyo3(signature = (*, seed=None, mask=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
        mask: Option<PyReadonlyArray1<'py, bool>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mask = mask.map_or_else(|| vec![true; self.games.len()], |mask| mask.as_array().to_vec());
        if mask.len() != self.games.len() {
            let message = format!("a mask of {} values for {} games", mask.len(), self.games.len());
            return Err(InvalidArgument::new_err(message));
        }
        let mut seeds = seed.map(SplitMix64);
        for (game, _) in self.games.iter_mut().zip(mask).filter(|(_, marked)| *marked) {
            if let Some(seeds) = &mut seeds {
                game.random = SplitMix64(seeds.next());
            }
            game.restart(&self.pool);
        }
        self.refresh_all();
        self.observe(py, None)
    }

    /// Plays one action in each game. A game that was over starts again instead, if `autoreset` is true: its action is
    /// ignored, and its reward is 0. Returns rewards, ends and information as a dictionary. Raises InvalidArgument for
    /// an action out of range, and for a game that was over if `autoreset` is false; then no action is played.
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
        for (index, (game, action)) in self.games.iter().zip(actions).enumerate() {
            if game.over && autoreset {
                continue;
            }
            self.check_action(*action)?;
            if game.over {
                return Err(InvalidArgument::new_err(format!("game {index} is over; reset it before its next action")));
            }
        }
        let mut turns = Vec::with_capacity(self.games.len());
        for (index, action) in actions.iter().enumerate() {
            let game = &mut self.games[index];
            let turn = if game.over && autoreset {
                game.restart(&self.pool);
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
        self.check_action(action)?;
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

    /// Returns 1 for each legal action: games × actions.
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        let masks = Array2::from_shape_vec((self.games.len(), self.actions()), self.masks.clone());
        masks.unwrap_or_default().into_pyarray(py)
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

    /// Returns a copy of the games; puzzles and their clusters are shared.
    fn copy(&self) -> Games {
        self.clone()
    }

    fn __copy__(&self) -> Games {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Games {
        self.clone()
    }

    /// Returns what each game needs to go on.
    fn save(&self) -> Vec<SavedGame> {
        self.games.iter().map(Game::save).collect()
    }

    /// Continues games that `save` has returned.
    fn restore(&mut self, py: Python<'_>, saved: Vec<SavedGame>) -> PyResult<()> {
        let explores = self.distances || self.reward == Reward::Regret;
        let invalid = || InvalidArgument::new_err("these games are not of this environment");
        let games: Vec<Game> = saved
            .into_iter()
            .map(|saved| Game::restore(py, saved, &self.pool, explores)?.ok_or_else(invalid))
            .collect::<PyResult<_>>()?;
        let fits = |game: &Game| {
            let puzzle = game.simulator.puzzle();
            (usize::from(puzzle.height()), usize::from(puzzle.width())) == self.size
                && puzzle.vehicles().len() <= self.max_vehicles
        };
        if games.is_empty() || !games.iter().all(fits) {
            return Err(invalid());
        }
        self.games = games;
        self.refresh_all();
        Ok(())
    }

    /// Pickles the games with the puzzles of the pool; clusters are explored again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.borrow();
        let puzzles: Vec<Puzzle> = this.pool.iter().map(|prepared| Puzzle(prepared.start.puzzle().clone())).collect();
        let settings = (this.max_vehicles, this.max_distance, this.max_steps, this.distances, this.reward.word());
        let arguments = (puzzles, settings, this.save());
        (slf.get_type().getattr("_unpickle")?, arguments).into_pyobject(slf.py()).map(Bound::into_any)
    }

    #[staticmethod]
    fn _unpickle(
        py: Python<'_>,
        puzzles: Vec<Bound<'_, Puzzle>>,
        settings: (usize, usize, u32, bool, String),
        saved: Vec<SavedGame>,
    ) -> PyResult<Games> {
        let (max_vehicles, max_distance, max_steps, distances, reward) = settings;
        let mut games =
            Games::new(py, puzzles, saved.len(), max_vehicles, max_distance, max_steps, distances, &reward, 0)?;
        games.restore(py, saved)?;
        Ok(games)
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }
}
