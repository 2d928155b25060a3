//! The cluster of a puzzle: the number of positions at each distance and, for small clusters, the graph.

use std::ops::Range;
use std::sync::Arc;

use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Stopped};
use rushlab::position::Move;
use rushlab::search::Limits;
use rushlab::session::Session;
use serde::{Deserialize, Serialize};

use crate::Lab;
use crate::error::LabError;
use crate::fields::{BoardField, PositionField, PuzzleField};
use crate::host::JobObserver;
use crate::job::{Job, Request};

/// Requests the cluster of a puzzle.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ExploreRequest {
    puzzle: PuzzleField,
    /// Whether to include the graph, if the cluster is small enough.
    #[serde(default)]
    graph: bool,
    /// A saved game of the puzzle, whose path through the graph is included.
    game: Option<String>,
}

/// The cluster of a puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ExploreResponse {
    board: BoardField,
    /// Number of positions.
    positions: usize,
    /// Number of moves between positions.
    moves: usize,
    /// Number of solved positions.
    goals: usize,
    /// The distance from the start to the nearest solved position; `null` if it is unsolvable.
    distance: Option<u32>,
    /// Number of positions at each distance, from 0.
    histogram: Vec<usize>,
    /// Number of unsolvable positions.
    unsolvable: usize,
    /// One position for each distance; the last one is a hardest position.
    examples: Vec<PositionField>,
    /// For each distance from the start, the number of positions at each distance from the nearest solved position.
    /// Unsolvable positions are not counted.
    layers: Vec<Vec<usize>>,
    /// The positions of the game, from the start, by their numbers in the graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<Vec<usize>>,
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
    /// The position after the first move of a shortest path from each position; `null` if it is solved or unsolvable.
    next: Vec<Option<u32>>,
}

impl Request for ExploreRequest {
    fn job(self, lab: &Arc<Lab>) -> Result<Job, LabError> {
        let puzzle = self.puzzle.puzzle()?;
        let game = self.game.as_deref().map(|game| played(game, &puzzle)).transpose()?;
        let (limits, max_graph) = (lab.settings.search_limits(), self.graph.then_some(lab.settings.max_graph));
        let timeout = lab.settings.search_timeout;
        Ok(Job::search(timeout, move |observer| explore_cluster(&puzzle, limits, observer, max_graph, game.as_deref())))
    }
}

/// Returns the moves of a saved game, which must be one of the puzzle.
fn played(game: &str, puzzle: &Puzzle) -> Result<Vec<Move>, LabError> {
    let session = Session::restore(game).map_err(|error| LabError::unprocessable(error.to_string()))?;
    // A name or labels do not make a puzzle another one; vehicles have the same order with all labels.
    if session.puzzle().id() == puzzle.id() {
        Ok(session.played().to_vec())
    } else {
        Err(LabError::unprocessable("the game is one of another puzzle"))
    }
}

fn explore_cluster(
    puzzle: &Puzzle,
    limits: Limits,
    observer: &mut JobObserver<'_>,
    max_graph: Option<usize>,
    game: Option<&[Move]>,
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
        layers: layers(&cluster),
        game: game.map(|moves| path(&cluster, moves)),
        graph: max_graph.filter(|max| cluster.size() <= *max).map(|_| graph_of(&cluster)),
    })
}

/// Counts the positions by their distances from the start and from the goals.
fn layers(cluster: &Cluster) -> Vec<Vec<usize>> {
    let count = |layer: Range<usize>| {
        let mut counts = Vec::new();
        for distance in layer.filter_map(|number| cluster.distance(number)) {
            let distance = distance as usize;
            counts.resize(counts.len().max(distance + 1), 0);
            counts[distance] += 1;
        }
        counts
    };
    cluster.layers().map(count).collect()
}

/// Follows moves through a cluster, from the start.
fn path(cluster: &Cluster, moves: &[Move]) -> Vec<usize> {
    let mut numbers = vec![0];
    for mv in moves {
        let from = numbers.last().copied().unwrap_or_default();
        let Some((_, to)) = cluster.moves(from).find(|(other, _)| other == mv) else { break };
        numbers.push(to);
    }
    numbers
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
        next: (0..cluster.size()).map(|number| next_on_shortest_path(cluster, number)).collect(),
    }
}

fn next_on_shortest_path(cluster: &Cluster, number: usize) -> Option<u32> {
    let nearer = cluster.distance(number)?.checked_sub(1)?;
    cluster.successors(number).find(|to| cluster.distance(*to) == Some(nearer)).map(|to| to as u32)
}
