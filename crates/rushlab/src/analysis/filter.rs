//! Conditions on puzzles, and what has to be computed to decide them.

use std::ops::RangeInclusive;

use super::{Cluster, Difficulty, Level, Stopped, redundant};
use crate::puzzle::{Metric, Puzzle, RuleSet, Rules, Side};
use crate::search::{Limits, Observer, Status, solve};

/// Conditions on puzzles. Those that are `None` hold for every puzzle.
///
/// ```
/// use rushlab::analysis::{Filter, KnownFacts};
/// use rushlab::{Limits, Puzzle};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let filter = Filter { vehicles: Some(4..=4), moves: Some(2..=9), ..Filter::default() };
/// assert!(filter.admits(&puzzle, KnownFacts::default(), Limits::default(), &mut ())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The puzzle, apart from labels and name.
    pub same_as: Option<Puzzle>,
    /// Columns and rows.
    pub size: Option<(u8, u8)>,
    /// Number of vehicles, with the primary.
    pub vehicles: Option<RangeInclusive<u32>>,
    /// Number of walls.
    pub walls: Option<RangeInclusive<u32>>,
    /// Number of vehicles with a tank.
    pub tanks: Option<RangeInclusive<u32>>,
    /// Side with the exit.
    pub exit: Option<Side>,
    /// Rules, except for the metric.
    pub rules: Option<&'static RuleSet>,
    /// Number of moves of a shortest solution.
    pub moves: Option<RangeInclusive<u32>>,
    /// Number of steps of a shortest solution.
    pub steps: Option<RangeInclusive<u32>>,
    /// Number of positions in the cluster.
    pub positions: Option<RangeInclusive<u32>>,
    /// Level.
    pub level: Option<Level>,
    /// Difficulty.
    pub difficulty: Option<RangeInclusive<f64>>,
    /// Whether only minimal puzzles are admitted.
    pub minimal: bool,
}

/// What is known about a puzzle before anything is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KnownFacts {
    /// Number of moves of a shortest solution.
    pub moves: Option<u32>,
    /// Number of steps of a shortest solution.
    pub steps: Option<u32>,
    /// Number of positions in the cluster.
    pub positions: Option<u32>,
    /// Level.
    pub level: Option<Level>,
    /// Difficulty.
    pub difficulty: Option<f64>,
    /// Whether the puzzle is minimal.
    pub minimal: Option<bool>,
}

/// Returns whether a value meets a condition; an unknown value meets every condition.
fn may_meet<T: PartialOrd>(condition: Option<&RangeInclusive<T>>, value: Option<T>) -> bool {
    condition.zip(value).is_none_or(|(range, value)| range.contains(&value))
}

impl Filter {
    /// Returns whether a condition needs a search, besides facts that are known.
    pub fn needs_search(&self, known: KnownFacts) -> bool {
        (self.moves.is_some() && known.moves.is_none())
            || (self.steps.is_some() && known.steps.is_none())
            || (self.minimal && known.minimal.is_none())
            || self.needs_cluster(known)
    }

    fn needs_cluster(&self, known: KnownFacts) -> bool {
        (self.positions.is_some() && known.positions.is_none())
            || (self.level.is_some() && known.level.is_none())
            || (self.difficulty.is_some() && known.difficulty.is_none())
    }

    /// Returns whether a puzzle meets the conditions on its board and rules, which need no search.
    pub fn admits_board(&self, puzzle: &Puzzle) -> bool {
        let tanks = puzzle.vehicles().iter().filter(|vehicle| vehicle.fuel.is_some()).count();
        let counts =
            [(&self.vehicles, puzzle.vehicles().len()), (&self.walls, puzzle.walls().len()), (&self.tanks, tanks)];
        let rules = puzzle.rules();
        self.size.is_none_or(|size| size == (puzzle.width(), puzzle.height()))
            && counts.into_iter().all(|(condition, count)| may_meet(condition.as_ref(), Some(count as u32)))
            && self.exit.is_none_or(|side| side == puzzle.exit().side)
            && self.rules.is_none_or(|set| set.with_metric(rules.metric) == rules)
            && self.same_as.as_ref().is_none_or(|other| other.id() == puzzle.id())
    }

    /// Returns whether facts contradict no condition.
    pub fn admits_facts(&self, known: KnownFacts) -> bool {
        let KnownFacts { moves, steps, positions, level, difficulty, minimal } = known;
        may_meet(self.moves.as_ref(), moves)
            && may_meet(self.steps.as_ref(), steps)
            && may_meet(self.positions.as_ref(), positions)
            && may_meet(self.difficulty.as_ref(), difficulty)
            && self.level.zip(level).is_none_or(|(wanted, level)| wanted == level)
            && (!self.minimal || minimal != Some(false))
    }

    /// Returns whether a puzzle meets all conditions. What is not known is computed, the cheapest first. A puzzle
    /// without a solution meets no condition on solutions.
    ///
    /// # Errors
    ///
    /// Fails if a limit is reached or if the observer stops a search.
    pub fn admits(
        &self,
        puzzle: &Puzzle,
        known: KnownFacts,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<bool, Stopped> {
        if !self.admits_board(puzzle) || !self.admits_facts(known) {
            return Ok(false);
        }
        if let (Some(range), None) = (&self.moves, known.moves)
            && !optimum(puzzle, Metric::Moves, limits, observer)?.is_some_and(|moves| range.contains(&moves))
        {
            return Ok(false);
        }
        if let (Some(range), None) = (&self.steps, known.steps)
            && !optimum(puzzle, Metric::Steps, limits, observer)?.is_some_and(|steps| range.contains(&steps))
        {
            return Ok(false);
        }
        if self.needs_cluster(known) && !self.admits_cluster(puzzle, limits, observer)? {
            return Ok(false);
        }
        let is_minimal = |redundant: super::Redundant| redundant.is_empty();
        let is_decided = !self.minimal || known.minimal.is_some();
        Ok(is_decided || redundant(puzzle, limits, observer)?.is_some_and(is_minimal))
    }

    fn admits_cluster(&self, puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Result<bool, Stopped> {
        let cluster = Cluster::new(&with_metric(puzzle, Metric::Moves), limits, observer)?;
        let difficulty = Difficulty::of(&cluster, 0);
        let is_rated = difficulty.is_some() || (self.level.is_none() && self.difficulty.is_none());
        let facts = KnownFacts {
            positions: Some(u32::try_from(cluster.size()).unwrap_or(u32::MAX)),
            level: difficulty.map(|difficulty| difficulty.level()),
            difficulty: difficulty.map(|difficulty| f64::from(difficulty.in_tenths()) / 10.0),
            ..KnownFacts::default()
        };
        Ok(is_rated && self.admits_facts(facts))
    }
}

fn with_metric(puzzle: &Puzzle, metric: Metric) -> Puzzle {
    puzzle.clone().with_rules(Rules { metric, ..puzzle.rules() })
}

/// Returns the cost of a shortest solution in a metric; `None` if there is no solution.
fn optimum(
    puzzle: &Puzzle,
    metric: Metric,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Option<u32>, Stopped> {
    let outcome = solve(&with_metric(puzzle, metric), limits, observer);
    match outcome.status {
        Status::Solved => Ok(outcome.cost()),
        Status::Unsolvable => Ok(None),
        Status::Limit(limit) => Err(Stopped::Limit(limit)),
        Status::Interrupted => Err(Stopped::Interrupted),
    }
}
