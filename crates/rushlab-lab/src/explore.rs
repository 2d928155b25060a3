//! The cluster of a puzzle: the number of positions at each distance and, for small clusters, the graph.

use std::sync::Arc;

use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Stopped};
use rushlab::search::Limits;
use serde::{Deserialize, Serialize};

use crate::Lab;
use crate::error::LabError;
use crate::fields::{BoardField, PositionField, PuzzleField};
use crate::host::TaskObserver;
use crate::task::{Request, Task};

/// Requests the cluster of a puzzle.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ExploreRequest {
    puzzle: PuzzleField,
    /// Whether to include the graph, if the cluster is small enough.
    #[serde(default)]
    graph: bool,
}

/// The cluster of a puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExploreResponse {
    board: BoardField,
    /// The number of positions.
    positions: usize,
    /// The number of moves between positions.
    moves: usize,
    /// The number of solved positions.
    goals: usize,
    /// The distance from the start to the nearest solved position; `null` if it is unsolvable.
    distance: Option<u32>,
    /// The number of positions at each distance, from 0.
    histogram: Vec<usize>,
    /// The number of unsolvable positions.
    unsolvable: usize,
    /// One position for each distance; the last one is a hardest position.
    examples: Vec<PositionField>,
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<Graph>,
}

/// The positions of a cluster and their neighbours.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Graph {
    /// The positions; the first is the start.
    positions: Vec<PositionField>,
    /// The distance of each position; `null` if it is unsolvable.
    distances: Vec<Option<u32>>,
    /// Pairs of positions that are one step apart. A step that can be reversed is listed once.
    edges: Vec<[u32; 2]>,
}

impl Request for ExploreRequest {
    fn task(self, lab: &Arc<Lab>) -> Result<Task, LabError> {
        let puzzle = self.puzzle.puzzle()?;
        let (limits, max_graph) = (lab.settings.search_limits(), self.graph.then_some(lab.settings.max_graph));
        let timeout = lab.settings.search_timeout;
        Ok(Task::search(timeout, move |observer| explore_cluster(&puzzle, limits, observer, max_graph)))
    }
}

fn explore_cluster(
    puzzle: &Puzzle,
    limits: Limits,
    observer: &mut TaskObserver<'_>,
    max_graph: Option<usize>,
) -> Result<ExploreResponse, LabError> {
    let cluster = Cluster::new(puzzle, limits, observer).map_err(|stopped| match stopped {
        Stopped::Interrupted => LabError::unprocessable("the cluster is too large to explore within the time limit"),
        limit @ Stopped::Limit(_) => LabError::unprocessable(limit.to_string()),
    })?;
    let position = |number: usize| PositionField::from(&cluster.position(number));
    let histogram = cluster.histogram().to_vec();
    let mut examples = vec![None; histogram.len()];
    for number in 0..cluster.size() {
        if let Some(distance) = cluster.distance(number) {
            examples[distance as usize].get_or_insert(number);
        }
    }
    Ok(ExploreResponse {
        board: BoardField::from(puzzle),
        positions: cluster.size(),
        moves: cluster.move_count(),
        goals: cluster.goals(),
        distance: cluster.distance(0),
        unsolvable: cluster.size() - histogram.iter().sum::<usize>(),
        histogram,
        examples: examples.into_iter().flatten().map(position).collect(),
        graph: max_graph.filter(|max| cluster.size() <= *max).map(|_| graph_of(&cluster)),
    })
}

fn graph_of(cluster: &Cluster) -> Graph {
    // A longer move equals several steps, so its edge would add nothing to the graph.
    let neighbours = |number: usize| cluster.moves(number).filter(|(mv, _)| mv.cells == 1).map(|(_, to)| to);
    let mut edges = Vec::new();
    for from in 0..cluster.size() {
        for to in neighbours(from) {
            // The reverse step belongs to the edge that is already listed.
            let listed = to < from && neighbours(to).any(|back| back == from);
            if !listed && to != from {
                edges.push([from as u32, to as u32]);
            }
        }
    }
    Graph {
        positions: (0..cluster.size()).map(|number| PositionField::from(&cluster.position(number))).collect(),
        distances: (0..cluster.size()).map(|number| cluster.distance(number)).collect(),
        edges,
    }
}
