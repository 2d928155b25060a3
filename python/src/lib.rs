//! The native module of the Python package `rushlab`. It converts types, releases the interpreter lock during searches,
//! and contains no rule of the game.

mod arguments;
mod census;
mod cluster;
mod errors;
mod evolve;
mod game;
mod generate;
mod grid;
mod heuristic;
mod moves;
mod position;
mod puzzle;
mod reader;
mod registry;
mod render;
mod replay;
mod search;
mod solution;
mod solve_many;
mod watch;

use pyo3::pymodule;

/// A search allocates and frees large blocks. The system allocator returns them to the system every time, which takes
/// most of the time of a small search; mimalloc keeps them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The native part of the package rushlab.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::census::Census;
    #[pymodule_export]
    use crate::cluster::{Cluster, Difficulty};
    #[pymodule_export]
    use crate::evolve::{Evolution, Generation, Individual};
    #[pymodule_export]
    use crate::game::Games;
    #[pymodule_export]
    use crate::generate::generate;
    #[pymodule_export]
    use crate::heuristic::check_estimates;
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::puzzle::{Puzzle, Vehicle, built_in, load, parse_all, pddl_domain};
    #[pymodule_export]
    use crate::reader::PuzzleReader;
    #[pymodule_export]
    use crate::registry::{algorithms, formats, heuristics, notations, parameters};
    #[pymodule_export]
    use crate::render::{pixels, render};
    #[pymodule_export]
    use crate::replay::replay;
    #[pymodule_export]
    use crate::search::{Outcome, Progress, Statistics, search};
    #[pymodule_export]
    use crate::solution::Solution;
    #[pymodule_export]
    use crate::solve_many::solve_many;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
