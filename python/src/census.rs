//! The census: the minimal puzzles among boards with given ids.

use std::ops::ControlFlow;

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rushlab::Metric;
use rushlab::analysis::{self, Stopped};
use rushlab_census::{
    BoardClass, BoardNumbering, Chunks, Classifier, Counts, MinimalPuzzle, NumberingError, RULES, Shard, Size,
    rules_by_name,
};

use crate::arguments;
use crate::cluster::stopped_error;
use crate::errors::{InvalidArgument, unknown_name};
use crate::watch::Watch;

/// Number of boards between two checks of the clock.
const BOARDS_PER_CHECK: u64 = 256;

/// The numbered boards of a size with a range of walls.
///
/// >>> rushlab.census.Census((5, 5), (0, 0)).ids
/// 268109
#[pyclass(frozen, module = "rushlab.census")]
pub(crate) struct Census {
    size: Size,
    metric: Metric,
    boards: BoardNumbering,
}

fn counts_dict<'py>(py: Python<'py>, counts: &Counts) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let Counts { ids, canonical, solvable, minimal, positions, largest } = counts;
    for (name, count) in [
        ("ids", ids),
        ("canonical", canonical),
        ("solvable", solvable),
        ("minimal", minimal),
        ("positions", positions),
        ("largest", largest),
    ] {
        dict.set_item(name, count)?;
    }
    Ok(dict)
}

/// The minimal puzzles, a vector for each column.
#[derive(Default)]
struct Columns {
    moves: Vec<i16>,
    boards: Vec<String>,
    ids: Vec<i64>,
    positions: Vec<i64>,
    vehicles: Vec<i8>,
    walls: Vec<i8>,
    puzzle_ids: Vec<String>,
    difficulties: Vec<analysis::Difficulty>,
}

impl Columns {
    /// Adds a puzzle; with `rate` explores its cluster once more and rates it.
    fn add(&mut self, id: u64, row: MinimalPuzzle, rate: bool, watch: &mut Watch) -> PyResult<()> {
        let puzzle: rushlab::Puzzle = row.board.parse().map_err(|error| crate::errors::exception(&error))?;
        if rate {
            let cluster = analysis::Cluster::new(&puzzle, arguments::limits(None, None, 1), watch);
            let cluster = cluster.map_err(|stopped: Stopped| stopped_error(stopped, watch))?;
            self.difficulties.extend(analysis::Difficulty::of(&cluster, 0));
        }
        self.moves.push(row.cost as i16);
        self.ids.push(id as i64);
        self.positions.push(row.positions as i64);
        self.vehicles.push(puzzle.vehicles().len() as i8);
        self.walls.push(row.walls as i8);
        self.puzzle_ids.push(puzzle.id());
        self.boards.push(row.board);
        Ok(())
    }

    fn dict(self, py: Python<'_>, rate: bool) -> PyResult<Bound<'_, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("moves", self.moves.into_pyarray(py))?;
        dict.set_item("board", self.boards)?;
        dict.set_item("id", self.ids.into_pyarray(py))?;
        dict.set_item("positions", self.positions.into_pyarray(py))?;
        dict.set_item("vehicles", self.vehicles.into_pyarray(py))?;
        dict.set_item("walls", self.walls.into_pyarray(py))?;
        dict.set_item("puzzle_id", self.puzzle_ids)?;
        if rate {
            let all = self.difficulties.iter();
            let tenths: Vec<f64> = all.clone().map(|own| f64::from(own.in_tenths()) / 10.0).collect();
            let levels: Vec<&str> = all.clone().map(|own| own.level().word()).collect();
            let misleading: Vec<f64> = all.clone().map(|own| f64::from(own.misleading) / 1000.0).collect();
            let stuck: Vec<f64> = all.map(|own| f64::from(own.stuck) / 1000.0).collect();
            dict.set_item("difficulty", tenths.into_pyarray(py))?;
            dict.set_item("level", levels)?;
            dict.set_item("misleading", misleading.into_pyarray(py))?;
            dict.set_item("stuck", stuck.into_pyarray(py))?;
        }
        Ok(dict)
    }
}

#[pymethods]
impl Census {
    #[new]
    #[pyo3(signature = (size, walls=(0, 0), *, definition="fogleman", metric=None))]
    fn new(
        py: Python<'_>,
        size: (usize, usize),
        walls: (usize, usize),
        definition: &str,
        metric: Option<&str>,
    ) -> PyResult<Census> {
        let names = RULES.iter().map(|rules| rules.name);
        let rules = rules_by_name(definition).ok_or_else(|| unknown_name("definition", definition, names))?;
        let metric = metric.map_or(Ok(rules.metric), arguments::metric)?;
        let (width, height) = size;
        let Some(size) = Size::new(width, height) else {
            let message = format!("the census supports boards of 3 to 8 columns and rows, not {width}x{height}");
            return Err(InvalidArgument::new_err(message));
        };
        if walls.0 > walls.1 || walls.1 > width * height {
            let message =
                format!("walls: give the least and the greatest number, from 0 to {}, not {walls:?}", width * height);
            return Err(InvalidArgument::new_err(message));
        }
        let mut watch = Watch::new(None, None);
        let range = walls.0 as u8..=walls.1 as u8;
        let boards = py.detach(|| BoardNumbering::new(rules, size, range, |_| watch.check(None)));
        match boards {
            Ok(boards) => Ok(Census { size, metric, boards }),
            Err(NumberingError::Stopped) => Err(watch.stop_error()),
            Err(error) => Err(InvalidArgument::new_err(error.to_string())),
        }
    }

    /// Returns the number of ids, which start at 0: the boards in which no vehicle can move left or up.
    #[getter]
    fn ids(&self) -> u64 {
        self.boards.count()
    }

    /// Returns what a solution minimises: `moves` or `steps`.
    #[getter]
    fn metric(&self) -> &'static str {
        self.metric.word()
    }

    /// Returns the number of ids in a chunk of a census with a number of ids, divided into shards.
    #[staticmethod]
    fn chunk_ids(ids: u64, shards: u32) -> u64 {
        Chunks { ids: (0, ids), shard: Shard { index: 0, count: shards } }.chunk_ids()
    }

    /// Classifies the boards with ids in the given ranges, each from its first number to before its second. Returns the
    /// counts, and the columns of the minimal puzzles in the order of their ids. `rate` adds the columns of the
    /// difficulty.
    #[pyo3(signature = (ranges, *, rate=false))]
    fn classify<'py>(
        &self,
        py: Python<'py>,
        ranges: Vec<(u64, u64)>,
        rate: bool,
    ) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
        if rate && self.metric != Metric::Moves {
            return Err(InvalidArgument::new_err(
                "the difficulty is for solutions in moves; leave out rate, or count moves",
            ));
        }
        let count = self.boards.count();
        if let Some((first, end)) = ranges.iter().find(|(first, end)| first > end || *end > count) {
            let message = format!("there are {count} ids from 0 on; {first} to {end} is not a range of them");
            return Err(InvalidArgument::new_err(message));
        }
        let (counts, columns) = py.detach(|| self.classify_ranges(&ranges, rate))?;
        Ok((counts_dict(py, &counts)?, columns.dict(py, rate)?))
    }

    fn __repr__(&self) -> String {
        format!("<Census: {}x{}, {} ids>", self.size.width(), self.size.height(), self.boards.count())
    }
}

impl Census {
    fn classify_ranges(&self, ranges: &[(u64, u64)], rate: bool) -> PyResult<(Counts, Columns)> {
        let mut classifier = Classifier::new(self.size, self.metric);
        let mut watch = Watch::new(None, None);
        let (mut counts, mut columns) = (Counts::default(), Columns::default());
        for (first, end) in ranges {
            let (mut id, mut failure) = (*first, None);
            let flow = self.boards.for_each_board(*first, *end, |board| {
                let class = classifier.classify(board);
                counts.add(&class);
                if let BoardClass::Minimal(row) = class
                    && let Err(error) = columns.add(id, row, rate, &mut watch)
                {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
                id += 1;
                if counts.ids.is_multiple_of(BOARDS_PER_CHECK) { watch.check(None) } else { ControlFlow::Continue(()) }
            });
            if flow.is_break() {
                return Err(failure.unwrap_or_else(|| watch.stop_error()));
            }
        }
        Ok((counts, columns))
    }
}
