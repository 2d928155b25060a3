//! The findings about a cluster.

use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Difficulty, Redundant, Solutions, Stopped, Summary, hardest, redundant};
use rushlab::format;
use rushlab::position::Position;
use rushlab::puzzle::Metric;
use rushlab::search::{Limits, Observer};

use crate::words;

/// The findings about a puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Findings {
    /// Name of the puzzle in results.
    pub id: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Number of positions.
    pub positions: usize,
    /// Number of positions at each distance from the exit.
    pub histogram: Vec<usize>,
    /// Figures of the graph.
    pub summary: Summary,
    /// Mean number of moves from a position.
    pub branching_factor: f64,
    /// The findings about its solutions; `None` if there is none.
    pub solved: Option<Solved>,
}

/// The findings about a puzzle with a solution.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solved {
    /// Cost of a shortest solution from the start.
    pub length: u32,
    /// Cost of a shortest solution from the hardest position.
    pub depth: u32,
    /// The start.
    pub start: ExploredPosition,
    /// The hardest position.
    pub hardest: ExploredPosition,
    /// Number of positions at the greatest distance.
    pub hardest_count: usize,
    /// The vehicles and walls that can be removed from the start without making its solution shorter.
    pub redundant: Redundant,
    /// The positions on every shortest solution from the start.
    pub bottlenecks: Vec<Bottleneck>,
}

/// A position of a cluster, as a puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExploredPosition {
    /// The puzzle that starts there.
    pub puzzle: Puzzle,
    /// Whether removing any vehicle or wall makes its solution shorter.
    pub minimal: bool,
    /// Number of shortest solutions.
    pub solutions: u128,
    /// Whether they differ only in the order of their moves.
    pub same_moves: bool,
    /// The difficulty for people, which exists under the metric `moves`.
    pub difficulty: Option<Difficulty>,
}

/// A position on every shortest solution.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Bottleneck {
    /// Cost of the moves before it.
    pub cost_from_start: usize,
    /// The position.
    pub position: Position,
}

impl Findings {
    /// Examines a cluster. The searches for what can be removed from the puzzle have limits and an observer.
    pub fn new(
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

    /// Returns the number of solved positions.
    pub fn goals(&self) -> usize {
        self.histogram.first().copied().unwrap_or(0)
    }

    /// Returns the number of moves of a shortest solution; `None` if there is none, or if the metric is steps.
    pub fn moves(&self) -> Option<u32> {
        let solved = self.solved.as_ref().filter(|_| self.puzzle.rules().metric == Metric::Moves);
        solved.map(|solved| solved.length)
    }

    /// Returns a cost with its noun.
    pub fn cost(&self, cost: u32) -> String {
        words::cost(cost, self.puzzle.rules().metric)
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

    /// Returns whether the puzzle starts at the hardest position.
    pub fn starts_at_hardest(&self) -> bool {
        self.start.puzzle == self.hardest.puzzle
    }

    /// Returns the hardest position as one line, with letters in the order of the cells.
    pub fn hardest_line(&self) -> Option<String> {
        format::board_line(&self.hardest.puzzle.with_canonical_labels()?)
    }
}

impl ExploredPosition {
    fn new(cluster: &Cluster, number: usize, minimal: bool, solutions: &Solutions) -> Option<ExploredPosition> {
        Some(ExploredPosition {
            puzzle: cluster.position(number).to_puzzle().ok()?,
            minimal,
            solutions: solutions.count,
            same_moves: solutions.same_moves,
            difficulty: Difficulty::of(cluster, number),
        })
    }
}
