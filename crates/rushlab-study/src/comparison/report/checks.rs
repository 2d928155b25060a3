//! Checks for the report only: heuristics on whole clusters, and uniform-cost search with duplicates detected by the
//! board alone.
//!
//! Clusters are checked in the order of the puzzles until a budget of positions is spent. Threads may run ahead, but
//! the budget is applied in that order, so the same comparison gives the same report.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Dominance, Estimates, Inconsistency, Overestimate, Properties};
use rushlab::heuristic::Heuristic;
use rushlab::puzzle::Rules;
use rushlab::search::{self, Duplicates, Limits, Solver, Status};

use crate::comparison::run::Watch;
use crate::comparison::{Comparison, ComparisonObserver, PuzzleEntry};
use crate::parallel::{self, Cancelled};

pub(super) const MAX_CLUSTER_SIZE: usize = 300_000;

/// The maximum number of positions of all clusters together.
pub(super) const MAX_TOTAL_POSITIONS: usize = 10_000_000;

/// The state limit of a search with duplicates detected by the board alone.
const MAX_BY_BOARD_STATES: u64 = 1_000_000;

#[derive(Default)]
pub(super) struct ReportChecks {
    pub(super) heuristics: Vec<HeuristicCheck>,
    /// Every pair of them, in this order: the first with the second, the first with the third, and so on.
    pub(super) pairs: Vec<HeuristicPair>,
    /// The entries whose clusters were checked.
    pub(super) clusters: Vec<usize>,
    pub(super) positions: usize,
    pub(super) moves: usize,
    pub(super) too_large: usize,
    pub(super) left_out: usize,
    /// Uniform-cost search with duplicates detected by the board alone, for each puzzle with a tank.
    pub(super) by_board: Vec<BoardDuplicatesResult>,
}

pub(super) struct HeuristicCheck {
    pub(super) heuristic: Arc<dyn Heuristic>,
    /// The sums over all clusters.
    pub(super) total: Properties,
    /// The entry and the position nearest to a goal where the estimate is too high.
    pub(super) overestimate: Option<(usize, Overestimate)>,
    /// The entry and a move that lowers the estimate by more than its cost.
    pub(super) inconsistency: Option<(usize, Inconsistency)>,
    /// The properties that the registry claims under a puzzle's rules and its cluster refutes.
    pub(super) refuted: Vec<&'static str>,
}

/// Two heuristics on all clusters.
pub(super) struct HeuristicPair {
    /// The indices of the heuristics.
    pub(super) first: usize,
    pub(super) second: usize,
    /// The estimates of the second against those of the first, over all clusters.
    pub(super) dominance: Dominance,
}

/// The result of uniform-cost search with duplicates detected by the board alone.
pub(super) struct BoardDuplicatesResult {
    pub(super) entry: usize,
    /// `None` if no solution was found.
    pub(super) cost: Option<u32>,
    pub(super) states: u64,
}

struct PuzzleCheck {
    entry: usize,
    /// `None` if its cluster is too large.
    cluster: Option<ClusterCheck>,
    by_board: Option<BoardDuplicatesResult>,
}

struct ClusterCheck {
    positions: usize,
    moves: usize,
    properties: Vec<Properties>,
    /// For each pair of heuristics.
    dominances: Vec<Dominance>,
}

impl ReportChecks {
    /// Checks every puzzle; `None` if interrupted.
    pub(super) fn new(comparison: &Comparison, observer: &dyn ComparisonObserver) -> Option<ReportChecks> {
        let mut checks = ReportChecks::default();
        for heuristic in comparison.configurations.iter().filter_map(|configuration| configuration.heuristic.as_ref()) {
            let is_new = |checked: &HeuristicCheck| checked.heuristic.about().name != heuristic.about().name;
            if checks.heuristics.iter().all(is_new) {
                checks.heuristics.push(HeuristicCheck::new(Arc::clone(heuristic)));
            }
        }
        let pairs = pairs(checks.heuristics.len());
        checks.pairs =
            pairs.map(|(first, second)| HeuristicPair { first, second, dominance: Dominance::default() }).collect();
        let heuristics: Vec<Arc<dyn Heuristic>> =
            checks.heuristics.iter().map(|checked| Arc::clone(&checked.heuristic)).collect();
        let budget_spent = AtomicBool::new(heuristics.is_empty());
        let mut is_complete = true;
        let mut checked_positions = 0;
        let done = parallel::in_order(
            comparison.threads,
            |submit| (0..comparison.entries.len()).try_for_each(submit),
            |entry| examine(&comparison.entries[entry], entry, &heuristics, &budget_spent, observer),
            |examined| {
                observer.checked();
                let Some(PuzzleCheck { entry, cluster, by_board }) = examined else {
                    is_complete = false;
                    return Ok::<(), Cancelled>(());
                };
                checks.by_board.extend(by_board);
                if checked_positions >= MAX_TOTAL_POSITIONS || heuristics.is_empty() {
                    budget_spent.store(true, Ordering::Relaxed);
                    checks.left_out += 1;
                    return Ok(());
                }
                checked_positions += cluster.as_ref().map_or(MAX_CLUSTER_SIZE, |explored| explored.positions);
                match cluster {
                    None => checks.too_large += 1,
                    Some(explored) => checks.add(entry, comparison.entries[entry].puzzle.rules(), explored),
                }
                Ok(())
            },
        );
        (done.is_ok() && is_complete).then_some(checks)
    }

    fn add(&mut self, entry: usize, rules: Rules, explored: ClusterCheck) {
        self.clusters.push(entry);
        self.positions += explored.positions;
        self.moves += explored.moves;
        for (checked, properties) in self.heuristics.iter_mut().zip(explored.properties) {
            checked.add(entry, rules, properties);
        }
        for (pair, dominance) in self.pairs.iter_mut().zip(&explored.dominances) {
            pair.dominance.add(dominance);
        }
    }
}

/// Returns every pair of indices below a number.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)))
}

impl HeuristicCheck {
    fn new(heuristic: Arc<dyn Heuristic>) -> HeuristicCheck {
        let mut total = Properties::default();
        total.worst = Some(0.0);
        HeuristicCheck { heuristic, total, overestimate: None, inconsistency: None, refuted: Vec::new() }
    }

    fn add(&mut self, entry: usize, rules: Rules, cluster: Properties) {
        let about = self.heuristic.about();
        for (word, claim, holds) in [
            ("admissible", about.admissible, cluster.is_admissible()),
            ("consistent", about.consistent, cluster.is_consistent()),
        ] {
            if claim.holds(rules) && !holds && !self.refuted.contains(&word) {
                self.refuted.push(word);
            }
        }
        let total = &mut self.total;
        total.solvable += cluster.solvable;
        total.overestimate_count += cluster.overestimate_count;
        total.inconsistency_count += cluster.inconsistency_count;
        total.exact += cluster.exact;
        total.finite += cluster.finite;
        total.distance += cluster.distance;
        total.error += cluster.error;
        total.worst = total.worst.zip(cluster.worst).map(|(total, cluster)| total.max(cluster));
        let nearer =
            |found: &Overestimate| self.overestimate.as_ref().is_none_or(|(_, best)| found.distance < best.distance);
        if let Some(found) = cluster.overestimate_example.filter(nearer) {
            self.overestimate = Some((entry, found));
        }
        let lower =
            |found: &Inconsistency| self.inconsistency.as_ref().is_none_or(|(_, best)| before(found) < before(best));
        if let Some(found) = cluster.inconsistency_example.filter(lower) {
            self.inconsistency = Some((entry, found));
        }
    }

    /// Returns the mean estimate as a share of the mean distance, if every estimate is finite.
    pub(super) fn informedness(&self) -> Option<f64> {
        let Properties { solvable, finite, distance, error, .. } = self.total;
        (solvable == finite && distance > 0).then(|| (distance as f64 - error) / distance as f64)
    }
}

/// Returns the estimate before the move; an infinite estimate is larger than any other.
fn before(inconsistency: &Inconsistency) -> f64 {
    inconsistency.before.unwrap_or(f64::INFINITY)
}

/// Checks a puzzle; `None` if interrupted.
fn examine(
    entry: &PuzzleEntry,
    index: usize,
    heuristics: &[Arc<dyn Heuristic>],
    budget_spent: &AtomicBool,
    observer: &dyn ComparisonObserver,
) -> Option<PuzzleCheck> {
    let puzzle = &entry.puzzle;
    let has_tank = (0..puzzle.vehicles().len()).any(|vehicle| puzzle.tank(vehicle).is_some());
    let by_board = if has_tank { by_board(puzzle, index, observer) } else { None };
    let cluster = if budget_spent.load(Ordering::Relaxed) { None } else { explore(puzzle, heuristics, observer) };
    (!observer.is_interrupted()).then_some(PuzzleCheck { entry: index, cluster, by_board })
}

/// Checks the heuristics on a puzzle's cluster, if it is small enough.
fn explore(
    puzzle: &Puzzle,
    heuristics: &[Arc<dyn Heuristic>],
    observer: &dyn ComparisonObserver,
) -> Option<ClusterCheck> {
    let limits = Limits::states(MAX_CLUSTER_SIZE as u64);
    let cluster = Cluster::new(puzzle, limits, &mut Watch::new(observer, None)).ok()?;
    let estimates = heuristics.iter().map(|heuristic| Estimates::of(&cluster, heuristic.as_ref()));
    let estimates: Vec<Estimates> = estimates.collect();
    let properties = estimates.iter().map(|estimates| Properties::of_estimates(&cluster, estimates));
    let dominances =
        pairs(estimates.len()).map(|(first, second)| Dominance::of(&cluster, &estimates[first], &estimates[second]));
    Some(ClusterCheck {
        positions: cluster.size(),
        moves: cluster.move_count(),
        properties: properties.collect(),
        dominances: dominances.collect(),
    })
}

/// Runs uniform-cost search with duplicates detected by the board alone; `None` at the limit.
fn by_board(puzzle: &Puzzle, entry: usize, observer: &dyn ComparisonObserver) -> Option<BoardDuplicatesResult> {
    let solver = Solver::new(puzzle).algorithm(search::DIJKSTRA).duplicates(Duplicates::Board);
    let outcome = solver.limits(Limits::states(MAX_BY_BOARD_STATES)).run_with(&mut Watch::new(observer, None));
    let states = outcome.statistics.states;
    match outcome.status {
        Status::Solved => Some(BoardDuplicatesResult { entry, cost: outcome.cost(), states }),
        Status::Unsolvable => Some(BoardDuplicatesResult { entry, cost: None, states }),
        Status::Limit(_) | Status::Interrupted => None,
    }
}
