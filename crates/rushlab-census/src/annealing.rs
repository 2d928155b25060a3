//! Search for the hardest boards of a size by simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983).
//!
//! The value of a board is the number of moves from the hardest position of its cluster, which the engine of the census
//! finds. A step takes a position of the current cluster, changes one to three vehicles or walls (`changes.rs`), and
//! explores the cluster of the new board. Half of the positions are on the shortest solution of the hardest one, where
//! another vehicle makes a detour necessary; the others are random. A board of equal or greater value is accepted; one
//! that is *d* moves easier is accepted with probability *p*ᵈ, and *p* falls in the course of a climb.
//!
//! A climb depends on its seed, number, budget and start alone, so climbs run on any number of threads. What it finds
//! is a lower bound: nothing shows that no board is harder.

use std::ops::{ControlFlow, RangeInclusive};

use super::bfs::Farthest;
use super::board::MAX_LENGTH;
use super::changes::BoardChanger;
use super::column_blocks::{ColumnBlock, reach, with_column};
use super::line_table::{LineTable, PackedBoard, bits};
use super::{CensusBoard, Classifier, MinimalPuzzle, Size};
use rushlab::puzzle::Metric;
use rushlab::random::RandomStream;

/// Clusters of up to this number of positions are explored in any case.
const FREE_POSITIONS: u64 = 20_000;

/// Larger clusters are explored up to this multiple of the current cluster.
const MAX_GROWTH: u64 = 4;

/// Maximum number of positions of a cluster: a search takes 32 bytes for each.
const MAX_POSITIONS: u64 = 2_000_000;

/// The same while a board is reduced to a minimal puzzle, which enlarges its cluster.
const MAX_REDUCED_POSITIONS: u64 = 16_000_000;

/// The cost of a step in positions, besides those that it explores.
const STEP_COST: u64 = 100;

/// The probability that a board that is one move easier is accepted, in thousandths: at the start and the end.
const ACCEPTANCE: (u64, u64) = (500, 50);

/// The same at the start of a climb from a given board, which must not be lost at once.
const ACCEPTANCE_FROM_BOARD: u64 = 250;

/// One run of the search.
#[derive(Clone, Copy, Debug)]
pub struct Climb {
    /// Random seed.
    pub seed: u64,
    /// Number of the climb. Climbs of the same seed with different numbers are independent.
    pub number: u64,
    /// Number of positions that may be explored.
    pub budget: u64,
    /// The first board; a random one if there is none, or if its cluster is too large or has no solution.
    pub start: Option<CensusBoard>,
}

/// A search for hard boards of a size.
#[derive(Clone, Debug)]
pub struct Annealing {
    classifier: Classifier,
    changer: BoardChanger,
}

#[derive(Clone, Copy, Debug)]
struct Explored {
    packed: PackedBoard,
    positions: u64,
    farthest: Farthest,
}

struct Reached {
    explored: Explored,
    /// The positions on a shortest solution of the hardest position, and as many random positions.
    keys: Vec<u64>,
}

impl Annealing {
    /// Creates a search for boards with a range of walls.
    pub fn new(size: Size, metric: Metric, walls: RangeInclusive<usize>) -> Annealing {
        Annealing { classifier: Classifier::new(size, metric), changer: BoardChanger { size, walls } }
    }

    /// Runs a climb. Returns the hardest board that it found, reduced to a minimal puzzle. Calls `progress` after each
    /// step with the number of positions explored and the number of moves of the hardest board, until it breaks, which
    /// ends the climb early.
    pub fn climb(
        &mut self,
        climb: &Climb,
        progress: &mut dyn FnMut(u64, usize) -> ControlFlow<()>,
    ) -> Option<MinimalPuzzle> {
        let mut random = RandomStream::new(climb.seed, climb.number);
        let mut start = climb.start;
        let hot = if start.is_some() { ACCEPTANCE_FROM_BOARD } else { ACCEPTANCE.0 };
        let mut current: Option<Reached> = None;
        let mut best: Option<Explored> = None;
        let mut spent = 0;
        while spent < climb.budget {
            let (board, limit) = match &current {
                None => match start.take() {
                    Some(board) => (board, MAX_POSITIONS),
                    None => (self.changer.sample(&mut random), FREE_POSITIONS),
                },
                Some(Reached { explored, keys }) => {
                    let key = random.choose(keys).copied().unwrap_or(explored.farthest.key);
                    let mut board = self.classifier.table.board(&explored.packed, key);
                    self.changer.change(&mut board, &mut random);
                    (board, (MAX_GROWTH * explored.positions).clamp(FREE_POSITIONS, MAX_POSITIONS))
                }
            };
            if let Some(explored) = self.explore(&board, limit, &mut spent) {
                let moves = explored.farthest.cost;
                let acceptance = hot - (hot - ACCEPTANCE.1) * spent.min(climb.budget) / climb.budget;
                let least = current.as_ref().map_or(0, |reached| reached.explored.farthest.cost);
                if moves + accepted_loss(acceptance, &mut random) >= least {
                    current = Some(self.reach(explored, &mut random));
                }
                if best.is_none_or(|best| moves > best.farthest.cost) {
                    best = Some(explored);
                }
            }
            if progress(spent, best.map_or(0, |best| best.farthest.cost)).is_break() {
                break;
            }
        }
        self.reduce(best?)
    }

    /// Explores the cluster of a board and adds the cost to `spent`. Returns `None` if the cluster is too large, has no
    /// solution, or consists of goals.
    fn explore(&mut self, board: &CensusBoard, max_positions: u64, spent: &mut u64) -> Option<Explored> {
        let Classifier { table, explorer, search } = &mut self.classifier;
        let packed = table.pack(board);
        let summary = explorer.explore_up_to(table, &packed, max_positions);
        *spent += STEP_COST + summary.map_or(max_positions, |summary| summary.positions);
        let positions = summary.filter(|summary| summary.solvable && summary.has_unsolved)?.positions;
        let farthest = search.farthest(table, &packed, explorer, positions);
        Some(Explored { packed, positions, farthest })
    }

    /// Chooses the positions from which the next steps start. The cluster must be the one that was explored last.
    fn reach(&self, explored: Explored, random: &mut RandomStream) -> Reached {
        let Classifier { table, explorer, search } = &self.classifier;
        let mut keys: Vec<u64> = search.path_to_goal(&explored.farthest).collect();
        for _ in 0..keys.len() {
            let Some(block) = random.choose(&explorer.blocks) else { continue };
            keys.push(random_position(table, &explored.packed, block, random));
        }
        Reached { explored, keys }
    }

    /// Removes what the hardest position of a cluster does not need, one vehicle or wall at a time. The cluster becomes
    /// larger, and its hardest position may become harder.
    fn reduce(&mut self, best: Explored) -> Option<MinimalPuzzle> {
        let hardest = self.classifier.table.board(&best.packed, best.farthest.key);
        let mut explored = self.explore(&hardest, MAX_REDUCED_POSITIONS, &mut 0)?;
        loop {
            let Explored { packed, positions, farthest } = explored;
            let hardest = self.classifier.table.board(&packed, farthest.key);
            match self.classifier.without_redundant(&packed, &hardest, &farthest) {
                None => return Some(self.classifier.minimal_puzzle(&hardest, farthest.cost, positions)),
                Some(rest) => explored = self.explore(&rest, MAX_REDUCED_POSITIONS, &mut 0)?,
            }
        }
    }
}

fn random_position(table: &LineTable, packed: &PackedBoard, block: &ColumnBlock, random: &mut RandomStream) -> u64 {
    bits(packed.used >> MAX_LENGTH).fold(block.key, |key, column| {
        let line = table.get(packed.lines[MAX_LENGTH + column]);
        let arrangements: Vec<usize> = bits(reach(&table.lists, line, block, column).set.into()).collect();
        random.choose(&arrangements).map_or(key, |arrangement| with_column(key, column, *arrangement))
    })
}

/// Returns how many moves easier the next board may be. `acceptance` is the probability of each, in thousandths.
fn accepted_loss(acceptance: u64, random: &mut RandomStream) -> usize {
    let mut loss = 0;
    while random.ratio(acceptance as usize, 1000) {
        loss += 1;
    }
    loss
}
