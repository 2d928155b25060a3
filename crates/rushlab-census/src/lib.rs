//! The census: all minimal puzzles of a board size.
//!
//! The census enumerates all boards by number (`numbering.rs`), explores the cluster of each board that is the
//! canonical representative of its cluster (`column_blocks.rs`), finds the hardest position by retrograde analysis
//! (`bfs.rs`), and reports it if it is minimal.
//!
//! Where a size has too many boards for a census, `annealing.rs` searches for the hardest ones with the same engine.
//!
//! Which boards are counted and what a solution costs is stated by [`CensusRules`]; [`FOGLEMAN`] are those of the
//! published database. Under all rules the primary has length 2, is the last vehicle of the middle row, and exits on
//! the right; no wall is between it and the exit.

mod annealing;
mod bfs;
mod board;
mod cell_automaton;
mod changes;
mod chunks;
mod column_blocks;
pub mod compact;
mod fillings;
mod key_set;
mod line;
mod line_table;
mod numbering;
mod position_index;
mod rules;
mod tables;
mod unit;

pub use annealing::{Annealing, Climb};
pub use board::{CensusBoard, Size};
pub use cell_automaton::CellState;
pub use chunks::{Chunks, Shard};
pub use fillings::{FillingCounts, Fillings};
pub use numbering::{BoardNumbering, NumberingError};
pub use rules::{COLLETTE, CensusRules, FOGLEMAN, RULES, SERVAIS, Supply, VAN_ASSEMA, rules_by_name};
pub use tables::{CensusTables, LineTables};
pub use unit::{HardestUnit, UnitBoard, UnitSearch};

use rushlab::puzzle::Metric;

use bfs::{BreadthFirstSearch, Farthest};
use column_blocks::ClusterExplorer;
use line_table::{LineTable, PackedBoard, arrangement};

/// Minimal 6×6 puzzles with up to two walls, as a [compact list](compact): up to 400 of each number of moves from 1 to
/// 60, evenly spaced among the 2,577,412 of the complete census. `docs/census.md` has the command that makes it.
pub static SAMPLE: &[u8] = include_bytes!("../puzzles/census-sample.puzzles");

/// A minimal puzzle: the hardest position of its cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MinimalPuzzle {
    /// Optimal cost in the metric of the census.
    pub cost: usize,
    /// The board in the format `line`.
    pub board: String,
    /// Number of positions of its cluster.
    pub positions: u64,
    /// Number of walls.
    pub walls: usize,
}

/// The classification of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub enum BoardClass {
    /// Not the canonical representative of its cluster.
    NotCanonical,
    /// The canonical representative of a cluster without a goal.
    Unsolvable { positions: u64 },
    /// The canonical representative of a cluster whose hardest position is not minimal.
    NotMinimal {
        positions: u64,
        /// Optimal cost of the hardest position in the metric of the census.
        cost: usize,
    },
    /// The canonical representative of a cluster whose hardest position is minimal.
    Minimal(MinimalPuzzle),
}

/// The counts of a census, or of a part of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Ids: boards in which no vehicle can move left or up.
    pub ids: u64,
    /// Boards that are the canonical representatives of their clusters: clusters.
    pub canonical: u64,
    /// Clusters with a solution.
    pub solvable: u64,
    /// Clusters whose hardest position is minimal: puzzles.
    pub minimal: u64,
    /// Positions of all clusters.
    pub positions: u64,
    /// Positions of the largest cluster.
    pub largest: u64,
}

impl Counts {
    /// Adds the class of a board.
    pub fn add(&mut self, class: &BoardClass) {
        let (positions, solvable, minimal) = match class {
            BoardClass::NotCanonical => {
                self.ids += 1;
                return;
            }
            BoardClass::Unsolvable { positions } => (*positions, 0, 0),
            BoardClass::NotMinimal { positions, .. } => (*positions, 1, 0),
            BoardClass::Minimal(puzzle) => (puzzle.positions, 1, 1),
        };
        self.merge(&Counts { ids: 1, canonical: 1, solvable, minimal, positions, largest: positions });
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &Counts) {
        self.ids += other.ids;
        self.canonical += other.canonical;
        self.solvable += other.solvable;
        self.minimal += other.minimal;
        self.positions += other.positions;
        self.largest = self.largest.max(other.largest);
    }
}

/// Classifies boards of one size, one after the other.
#[derive(Clone, Debug)]
pub struct Classifier {
    table: LineTable,
    explorer: ClusterExplorer,
    search: BreadthFirstSearch,
}

impl Classifier {
    /// Creates a classifier for boards of a size.
    pub fn new(size: Size, metric: Metric) -> Classifier {
        Classifier {
            table: LineTable::new(size, metric),
            explorer: ClusterExplorer::default(),
            search: BreadthFirstSearch::default(),
        }
    }

    /// Classifies a board in which no vehicle can move left or up.
    pub fn classify(&mut self, board: &CensusBoard) -> BoardClass {
        let packed = self.table.pack(board);
        let Some(summary) = self.explorer.explore(&self.table, &packed) else { return BoardClass::NotCanonical };
        let positions = summary.positions;
        if !summary.solvable {
            return BoardClass::Unsolvable { positions };
        }
        if !summary.has_unsolved {
            // Whatever keeps the primary at the exit is redundant.
            return BoardClass::NotMinimal { positions, cost: 0 };
        }
        let farthest = self.search.farthest(&self.table, &packed, &self.explorer, positions);
        let hardest = self.table.board(&packed, farthest.key);
        let cost = farthest.cost;
        if self.without_redundant(&packed, &hardest, &farthest).is_some() {
            return BoardClass::NotMinimal { positions, cost };
        }
        BoardClass::Minimal(self.minimal_puzzle(&hardest, cost, positions))
    }

    fn minimal_puzzle(&self, hardest: &CensusBoard, cost: usize, positions: u64) -> MinimalPuzzle {
        let board = hardest.text(self.table.size());
        MinimalPuzzle { cost, board, positions, walls: hardest.wall_count() }
    }

    /// Returns the puzzle that another engine found: a board's position with a key (see [`CensusTables`]).
    #[doc(hidden)]
    pub fn found_puzzle(&mut self, board: &CensusBoard, key: u64, cost: usize, positions: u64) -> MinimalPuzzle {
        let packed = self.table.pack(board);
        let hardest = self.table.board(&packed, key);
        self.minimal_puzzle(&hardest, cost, positions)
    }

    /// Returns the hardest position without a vehicle or a wall whose removal does not make it easier; `None` if it is
    /// minimal. Vehicles that move in a shortest solution need no test: without them the remaining moves form a shorter
    /// solution.
    fn without_redundant(
        &mut self,
        packed: &PackedBoard,
        hardest: &CensusBoard,
        farthest: &Farthest,
    ) -> Option<CensusBoard> {
        let mut unmoved = *hardest;
        unmoved.remove_primary(self.table.size());
        let mut last = farthest.key;
        for key in self.search.path_to_goal(farthest) {
            for line_index in packed
                .line_indices()
                .filter(|line_index| arrangement(key, *line_index) != arrangement(last, *line_index))
            {
                let line = self.table.get(packed.lines[line_index]);
                let [old, new] = [last, key].map(|key| line.contents[arrangement(key, line_index)]);
                let initial = line.contents[arrangement(farthest.key, line_index)];
                for ((first, (from, _)), (to, _)) in initial.vehicles().zip(old.vehicles()).zip(new.vehicles()) {
                    if from != to {
                        unmoved.line_mut(line_index).remove(first.0, first.1);
                    }
                }
            }
            last = key;
        }
        let mut is_easier = |rest: &CensusBoard| {
            let rest = self.table.pack(rest);
            self.search.solvable_below(&self.table, &rest, farthest.cost)
        };
        let without_vehicle = |(line_index, (offset, length))| {
            let mut rest = *hardest;
            rest.line_mut(line_index).remove(offset, length);
            rest
        };
        let without_wall = |(row, column): (usize, usize)| {
            let mut rest = *hardest;
            rest.walls[row] &= !(1 << column);
            rest
        };
        packed
            .line_indices()
            .flat_map(|line_index| unmoved.line(line_index).vehicles().map(move |vehicle| (line_index, vehicle)))
            .map(without_vehicle)
            .chain(hardest.walls().map(without_wall))
            .find(|rest| !is_easier(rest))
    }
}
