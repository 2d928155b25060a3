//! The whole cluster of a puzzle: how many positions at each distance, and for small ones the graph.

use axum::Json;
use axum::extract::State;
use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Stopped};
use rushlab::search::Limits;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Lab;
use crate::board::{Board, Place, PuzzleField};
use crate::body::Body;
use crate::failure::Failure;
use crate::workshop::Watch;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExploreRequest {
    puzzle: PuzzleField,
    /// Also give the graph, if the cluster is small enough.
    #[serde(default)]
    graph: bool,
}

#[derive(Serialize, ToSchema)]
pub(super) struct ExploreAnswer {
    board: Board,
    /// How many positions there are.
    positions: usize,
    /// How many moves lead from one to another.
    moves: usize,
    /// How many positions are solved.
    goals: usize,
    /// How far the start is from the nearest of them; `null`: no way leads there.
    distance: Option<u32>,
    /// How many positions there are at each distance.
    histogram: Vec<usize>,
    /// How many positions have no way to the exit.
    lost: usize,
    /// A position for each distance, the last one a hardest.
    examples: Vec<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<Graph>,
}

/// The positions of a cluster, and which are next to each other.
#[derive(Serialize, ToSchema)]
struct Graph {
    /// The positions; the first is the start.
    places: Vec<Place>,
    /// The distance of each; `null`: no way leads to the exit.
    distances: Vec<Option<u32>>,
    /// Pairs of positions that are one cell of one vehicle apart. Each stands once, unless it leads one way only.
    edges: Vec<[u32; 2]>,
}

/// Explores the whole cluster of a puzzle.
#[utoipa::path(post, path = "/api/explore", request_body = ExploreRequest,
    responses((status = 200, body = ExploreAnswer), (status = 422, body = Failure), (status = 503, body = Failure)))]
pub(super) async fn explore(
    State(lab): State<Lab>,
    Body(request): Body<ExploreRequest>,
) -> Result<Json<ExploreAnswer>, Failure> {
    let puzzle = request.puzzle.puzzle()?;
    let (limits, largest) = (lab.workshop.settings.limits(), lab.workshop.settings.graph);
    let answer = lab.workshop.search(move |watch| answer(&puzzle, limits, watch, request.graph.then_some(largest)));
    answer.await?.map(Json)
}

fn answer(puzzle: &Puzzle, limits: Limits, watch: &mut Watch, graph: Option<usize>) -> Result<ExploreAnswer, Failure> {
    let cluster = Cluster::new(puzzle, limits, watch).map_err(|stopped| match stopped {
        Stopped::Interrupted => Failure::cannot("the cluster is too large to be explored in time"),
        limit @ Stopped::Limit(_) => Failure::cannot(limit.to_string()),
    })?;
    let place = |number: usize| Place::from(&cluster.position(number));
    let histogram = cluster.histogram().to_vec();
    let mut examples = vec![None; histogram.len()];
    for number in 0..cluster.size() {
        if let Some(distance) = cluster.distance(number) {
            examples[distance as usize].get_or_insert(number);
        }
    }
    Ok(ExploreAnswer {
        board: Board::from(puzzle),
        positions: cluster.size(),
        moves: cluster.move_count(),
        goals: cluster.goals(),
        distance: cluster.distance(0),
        lost: cluster.size() - histogram.iter().sum::<usize>(),
        histogram,
        examples: examples.into_iter().flatten().map(place).collect(),
        graph: graph.filter(|largest| cluster.size() <= *largest).map(|_| graph_of(&cluster)),
    })
}

fn graph_of(cluster: &Cluster) -> Graph {
    // A longer move leads where several of one cell do, so it adds nothing to the picture but ink.
    let near = |number: usize| cluster.moves(number).filter(|(mv, _)| mv.cells == 1).map(|(_, to)| to);
    let mut edges = Vec::new();
    for from in 0..cluster.size() {
        for to in near(from) {
            // The way back is drawn with the way there.
            let drawn = to < from && near(to).any(|back| back == from);
            if !drawn && to != from {
                edges.push([from as u32, to as u32]);
            }
        }
    }
    Graph {
        places: (0..cluster.size()).map(|number| Place::from(&cluster.position(number))).collect(),
        distances: (0..cluster.size()).map(|number| cluster.distance(number)).collect(),
        edges,
    }
}
