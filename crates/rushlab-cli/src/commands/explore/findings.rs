//! The findings about a cluster.

use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Difficulty, Redundant, Solutions, Stopped, Summary, hardest, redundant};
use rushlab::format;
use rushlab::position::Position;
use rushlab::puzzle::Metric;
use rushlab::search::{Limits, Observer};

use crate::output::count;

/// The findings about a puzzle.
pub(super) struct Findings {
    pub(super) id: String,
    pub(super) puzzle: Puzzle,
    pub(super) positions: usize,
    pub(super) histogram: Vec<usize>,
    pub(super) summary: Summary,
    pub(super) branching_factor: f64,
    /// The findings about its solutions; `None` if there is none.
    pub(super) solved: Option<Solved>,
}

/// The findings about a puzzle with a solution.
pub(super) struct Solved {
    pub(super) length: u32,
    pub(super) depth: u32,
    pub(super) start: ExploredPosition,
    pub(super) hardest: ExploredPosition,
    /// The number of positions at the greatest distance.
    pub(super) hardest_count: usize,
    /// The vehicles and walls that can be removed from the start without making its solution shorter.
    pub(super) redundant: Redundant,
    /// The positions on every shortest solution from the start.
    pub(super) bottlenecks: Vec<Bottleneck>,
}

/// A position of a cluster, as a puzzle.
#[derive(Clone)]
pub(super) struct ExploredPosition {
    /// The puzzle that starts there.
    pub(super) puzzle: Puzzle,
    pub(super) minimal: bool,
    /// The number of shortest solutions, and whether they differ only in the order of their moves.
    pub(super) solutions: (u128, bool),
    pub(super) difficulty: Option<Difficulty>,
}

/// A position on every shortest solution.
pub(super) struct Bottleneck {
    pub(super) cost_from_start: usize,
    pub(super) position: Position,
}

impl Findings {
    pub(super) fn new(
        id: String,
        cluster: &Cluster,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Findings, Stopped> {
        let summary = Summary::of(cluster);
        Ok(Findings {
            id,
            puzzle: cluster.puzzle().clone(),
            positions: cluster.size(),
            histogram: cluster.histogram().to_vec(),
            branching_factor: summary.branching_factor(),
            summary,
            solved: Solved::new(cluster, limits, observer)?,
        })
    }

    pub(super) fn goals(&self) -> usize {
        self.histogram.first().copied().unwrap_or(0)
    }

    /// Returns the number of moves of a shortest solution; `None` if there is none, or if the metric is steps.
    pub(super) fn moves(&self) -> Option<u32> {
        let solved = self.solved.as_ref().filter(|_| self.puzzle.rules().metric == Metric::Moves);
        solved.map(|solved| solved.length)
    }

    /// Returns a cost with its noun.
    pub(super) fn costs(&self, cost: u32) -> String {
        let noun = match self.puzzle.rules().metric {
            Metric::Moves => "move",
            Metric::Steps => "step",
        };
        count(cost as usize, noun)
    }
}

impl Solved {
    fn new(cluster: &Cluster, limits: Limits, observer: &mut dyn Observer) -> Result<Option<Solved>, Stopped> {
        let (Some(length), Some(depth), Some(hardest)) =
            (cluster.distance(0), cluster.greatest_distance(), hardest(cluster))
        else {
            return Ok(None);
        };
        let Some(solutions) = Solutions::of(cluster, 0) else { return Ok(None) };
        let removable = redundant(cluster.puzzle(), limits, observer)?.unwrap_or_default();
        let Some(start) = ExploredPosition::new(cluster, 0, removable.is_empty(), &solutions) else { return Ok(None) };
        let hardest = if hardest == 0 {
            start.clone()
        } else {
            let Ok(puzzle) = cluster.position(hardest).to_puzzle() else { return Ok(None) };
            let minimal = redundant(&puzzle, limits, observer)?.is_some_and(|redundant| redundant.is_empty());
            let explored =
                Solutions::of(cluster, hardest).and_then(|own| ExploredPosition::new(cluster, hardest, minimal, &own));
            let Some(explored) = explored else { return Ok(None) };
            explored
        };
        let between = 1..solutions.layers.len().saturating_sub(1);
        let bottleneck = |cost_from_start: usize| match solutions.layers[cost_from_start].as_slice() {
            [only] => Some(Bottleneck { cost_from_start, position: cluster.position(*only) }),
            _ => None,
        };
        let bottlenecks = between.filter_map(bottleneck).collect();
        let hardest_count = cluster.farthest().count();
        Ok(Some(Solved { length, depth, start, hardest, hardest_count, redundant: removable, bottlenecks }))
    }

    /// Returns the hardest position as one line, with letters in the order of the cells.
    pub(super) fn hardest_line(&self) -> Option<String> {
        board_line(&self.hardest.puzzle)
    }
}

impl ExploredPosition {
    fn new(cluster: &Cluster, number: usize, minimal: bool, solutions: &Solutions) -> Option<ExploredPosition> {
        Some(ExploredPosition {
            puzzle: cluster.position(number).to_puzzle().ok()?,
            minimal,
            solutions: (solutions.count, solutions.same_moves),
            difficulty: Difficulty::of(cluster, number),
        })
    }
}

/// Returns a puzzle as one line, with letters in the order of the cells.
pub(super) fn board_line(puzzle: &Puzzle) -> Option<String> {
    format::board_line(&puzzle.with_canonical_labels()?)
}
