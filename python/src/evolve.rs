//! The genetic algorithms, generation by generation.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rushlab_genetic::{Method, PARAMETERS, ParameterValues, Setting};

use crate::errors::{InvalidArgument, unknown_name};
use crate::moves::Move;
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// A run of a genetic algorithm: an iterator over its generations. It ends when the algorithm's termination criterion
/// is met.
///
/// >>> puzzle = rushlab.Puzzle.parse("......A..B..AXXB..A..B......CC......")
/// >>> evolution = rushlab.evolve(puzzle, "schlegel", seed=1, population=50)
/// >>> generations = list(evolution)
/// >>> str(evolution.solution)
/// 'BD2 XR3'
#[pyclass(frozen, module = "rushlab")]
pub(crate) struct Evolution {
    state: Mutex<State>,
}

struct State {
    evolution: rushlab_genetic::Evolution,
    /// Whether the first generation was returned.
    started: bool,
}

/// A generation: statistics and individuals.
///
/// >>> first = next(rushlab.evolve("......A..B..AXXB..A..B......CC......", seed=1, population=50))
/// >>> first.number, len(first) == len(first.individuals), first.best >= first.mean
/// (0, True, True)
#[pyclass(frozen, module = "rushlab")]
pub(crate) struct Generation {
    puzzle: rushlab::Puzzle,
    generation: rushlab_genetic::Generation,
    individuals: Vec<Arc<rushlab_genetic::Individual>>,
}

/// An individual of a generation: a list of moves, the position after it and its fitness.
///
/// >>> first = next(rushlab.evolve("......A..B..AXXB..A..B......CC......", seed=1, population=50))
/// >>> max(individual.fitness for individual in first.individuals) == first.best
/// True
#[pyclass(frozen, module = "rushlab")]
pub(crate) struct Individual {
    puzzle: rushlab::Puzzle,
    individual: Arc<rushlab_genetic::Individual>,
}

impl Evolution {
    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl Evolution {
    #[new]
    #[pyo3(signature = (puzzle, algorithm="schlegel", *, setting="refined", seed=1, parameters=None))]
    fn new(
        py: Python<'_>,
        puzzle: &Bound<'_, Puzzle>,
        algorithm: &str,
        setting: &str,
        seed: u64,
        parameters: Option<BTreeMap<String, f64>>,
    ) -> PyResult<Evolution> {
        let method = Method::by_name(algorithm)
            .ok_or_else(|| unknown_name("genetic algorithm", algorithm, Method::ALL.map(Method::name)))?;
        let setting = Setting::by_name(setting)
            .ok_or_else(|| unknown_name("setting", setting, Setting::ALL.map(Setting::name)))?;
        let mut values = ParameterValues::new(method, setting);
        for (name, value) in parameters.unwrap_or_default() {
            let used = PARAMETERS.iter().filter(|parameter| parameter.default(method, setting).is_some());
            let parameter = (used.clone().find(|parameter| parameter.name == name))
                .ok_or_else(|| unknown_name("parameter", &name, used.map(|parameter| parameter.name)))?;
            values.set(parameter.key, value).map_err(InvalidArgument::new_err)?;
        }
        let puzzle = &puzzle.get().0;
        let evolution = py.detach(|| rushlab_genetic::Evolution::new(puzzle, method, values, seed));
        Ok(Evolution { state: Mutex::new(State { evolution, started: false }) })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Generation>> {
        py.check_signals()?;
        Ok(py.detach(|| {
            self.with(|state| {
                if state.started {
                    if state.evolution.termination().is_some() {
                        return None;
                    }
                    state.evolution.next_generation();
                }
                state.started = true;
                Some(Generation {
                    puzzle: state.evolution.puzzle().clone(),
                    generation: state.evolution.generation().clone(),
                    individuals: state.evolution.individuals().map(Arc::new).collect(),
                })
            })
        }))
    }

    /// Returns the best solution so far, or None.
    #[getter]
    fn solution(&self) -> Option<Solution> {
        self.with(|state| {
            let moves = &state.evolution.solution()?.moves;
            let solution = rushlab::Solution::from_moves(state.evolution.puzzle(), moves).ok()?;
            Some(Solution { solution, optimal: false, statistics: None })
        })
    }

    /// Returns the values of the parameters, by name.
    #[getter]
    fn parameters(&self) -> BTreeMap<&'static str, f64> {
        self.with(|state| {
            let evolution = &state.evolution;
            let used = PARAMETERS.iter().filter(|known| known.default(evolution.method(), Setting::Refined).is_some());
            used.map(|parameter| (parameter.name, evolution.parameters().get(parameter.key))).collect()
        })
    }
}

#[pymethods]
impl Generation {
    /// Returns the number of the generation; the first is 0.
    #[getter]
    fn number(&self) -> u32 {
        self.generation.number
    }

    /// Returns the greatest fitness.
    #[getter]
    fn best(&self) -> f64 {
        self.generation.best
    }

    /// Returns the mean fitness.
    #[getter]
    fn mean(&self) -> f64 {
        self.generation.mean
    }

    /// Returns the number of distinct boards divided by the number of individuals.
    #[getter]
    fn diversity(&self) -> f64 {
        self.generation.diversity
    }

    /// Returns the number of individuals that are solutions.
    #[getter]
    fn solutions(&self) -> usize {
        self.generation.solutions
    }

    /// Returns the number of distinct boards reached since the start.
    #[getter]
    fn boards(&self) -> usize {
        self.generation.boards
    }

    /// Returns the individuals.
    #[getter]
    fn individuals(&self) -> Vec<Individual> {
        let individual =
            |individual: &Arc<_>| Individual { puzzle: self.puzzle.clone(), individual: Arc::clone(individual) };
        self.individuals.iter().map(individual).collect()
    }

    fn __len__(&self) -> usize {
        self.individuals.len()
    }

    fn __repr__(&self) -> String {
        let rushlab_genetic::Generation { number, best, mean, solutions, .. } = &self.generation;
        format!("<Generation {number}: best fitness {best:.3}, mean {mean:.3}, {solutions} solutions>")
    }
}

#[pymethods]
impl Individual {
    /// Returns the moves, without the final move of the primary to the exit.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.individual.moves.iter().map(|mv| Move::of(&self.puzzle, *mv)).collect()
    }

    /// Returns the position that the moves lead to.
    #[getter]
    fn position(&self) -> Position {
        Position(self.individual.position.clone())
    }

    /// Returns the fitness.
    #[getter]
    fn fitness(&self) -> f64 {
        self.individual.fitness
    }

    /// Returns whether the primary can move to the exit from the position.
    #[getter]
    fn is_solution(&self) -> bool {
        self.individual.is_solution
    }

    /// Returns the cost of the moves in the metric of the puzzle.
    #[getter]
    fn cost(&self) -> u32 {
        self.individual.cost
    }

    /// Returns the number of vehicles that block the primary, directly or by blocking another blocker.
    #[getter]
    fn blockers(&self) -> u32 {
        self.individual.blockers
    }

    fn __repr__(&self) -> String {
        let rushlab_genetic::Individual { fitness, cost, .. } = &*self.individual;
        format!("<Individual: fitness {fitness:.3}, cost {cost}>")
    }
}
