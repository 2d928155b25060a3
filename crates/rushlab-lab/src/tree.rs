//! The search tree: the first positions that an algorithm expands, in its own order, with their parents, moves and
//! values of f, g and h.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use rushlab::position::Move;
use rushlab::search::{Observer, Progress, Visit};
use rushlab::{Puzzle, Solution, SpacePlan};
use serde::{Deserialize, Serialize};

use crate::Lab;
use crate::error::LabError;
use crate::fields::{BoardField, Evaluation, MoveField, PositionField, PuzzleField};
use crate::host::JobObserver;
use crate::job::{Job, Request};
use crate::solve::{OutcomeField, SearchOptions};

/// The largest number of nodes of an answer.
const MAX_NODES: usize = 1000;

fn default_nodes() -> usize {
    300
}

/// Requests the search tree of an algorithm.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeRequest {
    puzzle: PuzzleField,
    #[serde(default)]
    search: SearchOptions,
    /// Number of nodes, from 1 to 1000; 300 if it is left out.
    #[serde(default = "default_nodes")]
    nodes: usize,
}

/// The result of a search, and the first nodes of its tree.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TreeResponse {
    #[serde(flatten)]
    result: OutcomeField,
    board: BoardField,
    /// Number of nodes of the whole tree.
    visited: u64,
    /// The first nodes, in the order of their expansion; none for algorithms that have no search tree.
    nodes: Vec<NodeField>,
}

/// A node of a search tree.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct NodeField {
    /// Number of the node.
    node: usize,
    /// Number of the parent; `null` for a root.
    parent: Option<usize>,
    /// The move from the parent.
    #[serde(rename = "move")]
    mv: Option<MoveField>,
    /// The evaluation that orders the open list.
    f: Evaluation,
    /// The cost so far.
    g: u32,
    /// The estimate of the remaining cost.
    h: Evaluation,
    /// The size of the open list, in positions.
    open: u64,
    position: PositionField,
    /// Whether the solution that was found passes this position.
    on_solution: bool,
}

impl Request for TreeRequest {
    fn job(self, lab: &Arc<Lab>) -> Result<Job, LabError> {
        let (puzzle, search) = (self.puzzle.puzzle()?, self.search.resolve()?);
        if !(1..=MAX_NODES).contains(&self.nodes) {
            return Err(LabError::unprocessable(format!("a tree has from 1 to {MAX_NODES} nodes")));
        }
        let limits = lab.settings.search_limits();
        Ok(Job::search(lab.settings.search_timeout, move |observer| {
            let most = if search.has_tree() { self.nodes } else { 0 };
            let mut tree = TreeObserver { observer, puzzle: &puzzle, most, visited: 0, nodes: Vec::new() };
            let outcome = search.solver(&puzzle).limits(limits).run_with(&mut tree);
            let TreeObserver { visited, mut nodes, .. } = tree;
            let passed: HashSet<Vec<Option<u8>>> = (outcome.solution.iter().flat_map(Solution::positions))
                .map(|position| position.offsets().to_vec())
                .collect();
            for node in &mut nodes {
                node.on_solution = passed.contains(node.position.offsets());
            }
            Ok(TreeResponse {
                result: OutcomeField::of(&puzzle, &outcome),
                board: BoardField::from(&puzzle),
                visited,
                nodes,
            })
        }))
    }
}

/// An observer that records the first nodes of a search.
struct TreeObserver<'a, 'b> {
    observer: &'a mut JobObserver<'b>,
    puzzle: &'a Puzzle,
    most: usize,
    visited: u64,
    nodes: Vec<NodeField>,
}

impl Observer for TreeObserver<'_, '_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.observer.progress(progress)
    }

    fn wants_visits(&self) -> bool {
        self.most > 0
    }

    /// Starts a new tree: each pass has its own, and the last one finds the result.
    fn begin_pass(&mut self, _: &SpacePlan) {
        self.visited = 0;
        self.nodes.clear();
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        self.visited += 1;
        if self.nodes.len() >= self.most {
            return;
        }
        let Visit { node, parent, mv, f, g, h, open, position, .. } = *visit;
        let mv = mv.map(|mv: Move| MoveField::of(self.puzzle, &mv));
        let (f, h, position) = (Evaluation(f), Evaluation(h), PositionField::from(position));
        self.nodes.push(NodeField { node, parent, mv, f, g, h, open, position, on_solution: false });
    }
}
