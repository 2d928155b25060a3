//! A cluster as a graph: GraphML for graph software, DOT for Graphviz.
//!
//! If every move is reversible, the graph is undirected, and each pair of opposite moves is one edge.

use std::fmt::Write as _;

use rushlab::analysis::Cluster;
use rushlab::position::Move;
use rushlab_render::escape;

use crate::words::{count, grouped};

/// Maximum number of positions; programs that read such files cannot handle more.
const MAX_POSITIONS: usize = 50_000;

/// A format of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// For graph software.
    GraphMl,
    /// For Graphviz.
    Dot,
}

/// A cluster has too many positions for a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the cluster has {}; a graph can have at most {}", count(*positions, "position"), grouped(MAX_POSITIONS))]
#[non_exhaustive]
pub struct GraphTooLarge {
    /// Number of positions of the cluster.
    pub positions: usize,
}

/// Returns all positions and moves of a cluster as a graph.
pub fn graph(cluster: &Cluster, format: GraphFormat) -> Result<String, GraphTooLarge> {
    if cluster.size() > MAX_POSITIONS {
        return Err(GraphTooLarge { positions: cluster.size() });
    }
    Ok(match format {
        GraphFormat::GraphMl => graphml(cluster),
        GraphFormat::Dot => dot(cluster),
    })
}

fn reversible(cluster: &Cluster) -> bool {
    let puzzle = cluster.puzzle();
    !puzzle.rules().valet && (0..puzzle.vehicles().len()).all(|vehicle| puzzle.tank(vehicle).is_none())
}

/// Returns the edges: from, to, and the move.
fn edges(cluster: &Cluster) -> impl Iterator<Item = (usize, usize, String)> + '_ {
    let once = reversible(cluster);
    (0..cluster.size()).flat_map(move |from| {
        let wanted = cluster.moves(from).filter(move |(_, to)| !once || from < *to);
        wanted.map(move |(mv, to)| (from, to, words(cluster, mv)))
    })
}

fn words(cluster: &Cluster, mv: Move) -> String {
    let label = cluster.puzzle().vehicles()[mv.vehicle].label;
    format!("{label} {} {}", mv.direction, mv.cells)
}

fn board(cluster: &Cluster, number: usize) -> String {
    cluster.position(number).to_string()
}

fn graphml(cluster: &Cluster) -> String {
    let direction = if reversible(cluster) { "undirected" } else { "directed" };
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n\
         <key id=\"board\" for=\"node\" attr.name=\"board\" attr.type=\"string\"/>\n\
         <key id=\"distance\" for=\"node\" attr.name=\"distance\" attr.type=\"int\"/>\n\
         <key id=\"start\" for=\"node\" attr.name=\"start\" attr.type=\"boolean\"/>\n\
         <key id=\"move\" for=\"edge\" attr.name=\"move\" attr.type=\"string\"/>\n\
         <graph id=\"cluster\" edgedefault=\"{direction}\">\n"
    );
    for number in 0..cluster.size() {
        let board = escape(&board(cluster, number));
        let _ = write!(out, "<node id=\"p{number}\"><data key=\"board\">{board}</data>");
        if let Some(distance) = cluster.distance(number) {
            let _ = write!(out, "<data key=\"distance\">{distance}</data>");
        }
        if number == 0 {
            out.push_str("<data key=\"start\">true</data>");
        }
        out.push_str("</node>\n");
    }
    for (from, to, mv) in edges(cluster) {
        let mv = escape(&mv);
        let _ = writeln!(out, "<edge source=\"p{from}\" target=\"p{to}\"><data key=\"move\">{mv}</data></edge>");
    }
    out.push_str("</graph>\n</graphml>\n");
    out
}

fn dot(cluster: &Cluster) -> String {
    let (kind, arrow) = if reversible(cluster) { ("graph", "--") } else { ("digraph", "->") };
    let mut out = format!(
        "{kind} cluster {{\n  layout=sfdp; overlap=false; bgcolor=white\n  \
         node [shape=circle width=0.15 label=\"\" style=filled color=gray40 penwidth=0.4]\n  edge [color=gray70]\n"
    );
    let greatest = cluster.greatest_distance().unwrap_or(0).max(1);
    for number in 0..cluster.size() {
        // From green at the exit over yellow to red at the hardest; grey if no goal is reachable.
        let colour = cluster.distance(number).map_or_else(
            || "gray80".to_owned(),
            |distance| format!("0.{:03} 0.75 0.9", 330 - 330 * distance / greatest),
        );
        let start = if number == 0 { " penwidth=3 width=0.35 color=black" } else { "" };
        let distance = cluster.distance(number).map_or_else(|| "-".to_owned(), |distance| distance.to_string());
        let board = board(cluster, number);
        let _ = writeln!(out, "  p{number} [fillcolor=\"{colour}\" tooltip=\"{board} {distance}\"{start}]");
    }
    for (from, to, mv) in edges(cluster) {
        let _ = writeln!(out, "  p{from} {arrow} p{to} [tooltip=\"{mv}\"]");
    }
    out.push_str("}\n");
    out
}
