//! The measures of expressions: heuristics of the registry, and counts of vehicles and cells.

use crate::heuristic::exit_path::blockers;
use crate::heuristic::{Claim, Estimator, H1, H2, H4, Heuristic, INF421_H2, PDB, RECURSIVE};
use crate::position::Position;
use crate::puzzle::{Puzzle, VehicleGeometry};

/// A measure of a position.
pub struct Measure {
    name: &'static str,
    source: Source,
}

enum Source {
    /// A heuristic with a scale of 1.
    Heuristic(&'static &'static dyn Heuristic),
    /// A count, with its summary.
    Count(&'static str, fn(&BoardCounts) -> u32),
}

impl Measure {
    const fn heuristic(name: &'static str, heuristic: &'static &'static dyn Heuristic) -> Measure {
        Measure { name, source: Source::Heuristic(heuristic) }
    }

    const fn count(name: &'static str, summary: &'static str, count: fn(&BoardCounts) -> u32) -> Measure {
        Measure { name, source: Source::Count(summary, count) }
    }

    /// Returns the name in a text.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns a one-line summary.
    pub fn summary(&self) -> &'static str {
        match self.source {
            Source::Heuristic(heuristic) => heuristic.about().summary,
            Source::Count(summary, _) => summary,
        }
    }

    /// Returns whether it is a heuristic that is admissible under all rules.
    pub fn is_admissible(&self) -> bool {
        matches!(self.source, Source::Heuristic(heuristic) if heuristic.about().admissible == Claim::Always)
    }

    /// Returns the measure with a name.
    pub fn by_name(name: &str) -> Option<&'static Measure> {
        MEASURES.iter().find(|measure| measure.name == name)
    }
}

impl PartialEq for Measure {
    fn eq(&self, other: &Measure) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for Measure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// All measures.
pub static MEASURES: &[Measure] = &[
    Measure::heuristic("h1", &H1),
    Measure::heuristic("h2", &H2),
    Measure::heuristic("h4", &H4),
    Measure::heuristic("inf421-h2", &INF421_H2),
    Measure::heuristic("recursive", &RECURSIVE),
    Measure::heuristic("pdb", &PDB),
    Measure::count("distance", "the cells from the primary to the exit", |counts| counts.distance),
    Measure::count("mobility", "the cells that the vehicles can drive, in both directions", |counts| counts.mobility),
    Measure::count("stuck", "the vehicles that cannot move", |counts| counts.stuck),
    Measure::count("blocking", "the blockers, the vehicles that stop them on either side, and so on", |counts| {
        counts.blocking
    }),
    Measure::count("depth", "the number of steps from the primary to the last vehicle of `blocking`", |counts| {
        counts.depth
    }),
];

/// The values of measures for one position, each computed when it is first needed.
pub(super) struct MeasureValues {
    gauges: Vec<Gauge>,
    values: Vec<Option<u32>>,
    board: BoardCounts,
    /// Whether `board` is that of the position.
    is_counted: bool,
}

/// A measure, prepared for a puzzle.
enum Gauge {
    Estimator(Box<dyn Estimator>),
    Count(fn(&BoardCounts) -> u32),
}

impl MeasureValues {
    pub(super) fn new(puzzle: &Puzzle, measures: &[&'static Measure]) -> MeasureValues {
        let gauge = |measure: &&'static Measure| match measure.source {
            Source::Heuristic(heuristic) => Gauge::Estimator(heuristic.compile(puzzle)),
            Source::Count(_, count) => Gauge::Count(count),
        };
        let gauges: Vec<Gauge> = measures.iter().map(gauge).collect();
        let values = vec![None; gauges.len()];
        MeasureValues { gauges, values, board: BoardCounts::new(puzzle), is_counted: false }
    }

    /// Forgets the values of the last position.
    pub(super) fn clear(&mut self) {
        self.values.fill(None);
        self.is_counted = false;
    }

    /// Returns the value of a measure; `None` if it knows the position to be unsolvable.
    pub(super) fn get(&mut self, index: usize, position: &Position) -> Option<u32> {
        if self.values[index].is_none() {
            self.values[index] = match &mut self.gauges[index] {
                Gauge::Estimator(estimator) => estimator.estimate(position),
                Gauge::Count(count) => {
                    if !self.is_counted {
                        self.board.count(position);
                        self.is_counted = true;
                    }
                    Some(count(&self.board))
                }
            };
        }
        self.values[index]
    }
}

/// Counts of the vehicles and free cells of a position. They do not depend on fuel.
struct BoardCounts {
    puzzle: Puzzle,
    vehicles: Vec<VehicleGeometry>,
    /// The vehicle on each cell, plus one.
    grid: Vec<u8>,
    /// The vehicles of `blocking`, and the depth of each vehicle, 0 if it has none.
    queue: Vec<usize>,
    depths: Vec<u32>,
    distance: u32,
    mobility: u32,
    stuck: u32,
    blocking: u32,
    depth: u32,
}

impl BoardCounts {
    fn new(puzzle: &Puzzle) -> BoardCounts {
        let vehicles = VehicleGeometry::of_all(puzzle);
        BoardCounts {
            grid: vec![0; usize::from(puzzle.width()) * usize::from(puzzle.height())],
            queue: Vec::new(),
            depths: vec![0; vehicles.len()],
            vehicles,
            puzzle: puzzle.clone(),
            distance: 0,
            mobility: 0,
            stuck: 0,
            blocking: 0,
            depth: 0,
        }
    }

    fn count(&mut self, position: &Position) {
        self.grid.fill(0);
        for (index, data) in self.vehicles.iter().enumerate() {
            if let Some(offset) = position.offsets[index] {
                data.cells(offset).for_each(|cell| self.grid[cell] = index as u8 + 1);
            }
        }
        let goal = self.puzzle.goal_offset();
        let primary = position.offsets[self.puzzle.primary_index()];
        self.distance = primary.unwrap_or(goal).abs_diff(goal).into();
        (self.mobility, self.stuck) = (0, 0);
        for (data, offset) in self.vehicles.iter().zip(position.offsets.iter()) {
            let Some(offset) = *offset else { continue };
            let free = |along: &u8| self.grid[data.cell(*along)] == 0;
            let backward = (data.lowest..offset).rev().take_while(free).count();
            let forward = (offset + data.length..data.highest + data.length).take_while(free).count();
            self.mobility += (backward + forward) as u32;
            self.stuck += u32::from(backward + forward == 0);
        }
        self.count_blocking(position);
    }

    /// Counts the blockers, the vehicles next to them in their lines, and so on (breadth-first). A side to which a
    /// vehicle can never move, because others of its line fill it, is left out.
    fn count_blocking(&mut self, position: &Position) {
        let BoardCounts { puzzle, vehicles, grid, queue, depths, .. } = self;
        queue.clear();
        depths.fill(0);
        for (index, ..) in blockers(puzzle, position) {
            queue.push(index);
            depths[index] = 1;
        }
        let mut next = 0;
        while let Some(vehicle) = queue.get(next).copied() {
            next += 1;
            let data = &vehicles[vehicle];
            let Some(offset) = position.offsets[vehicle] else { continue };
            let before = (offset > data.lowest).then(|| data.cell(offset - 1));
            let after = (offset < data.highest).then(|| data.cell(offset + data.length));
            for cell in before.into_iter().chain(after) {
                let Some(other) = usize::from(grid[cell]).checked_sub(1) else { continue };
                if depths[other] == 0 && other != puzzle.primary_index() {
                    depths[other] = depths[vehicle] + 1;
                    queue.push(other);
                }
            }
        }
        self.blocking = queue.len() as u32;
        self.depth = queue.last().map_or(0, |last| depths[*last]);
    }
}
