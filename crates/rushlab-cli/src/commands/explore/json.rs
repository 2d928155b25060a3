//! The findings as one JSON object per puzzle.

use rushlab::Puzzle;
use rushlab::analysis::{Difficulty, Redundant};
use serde_json::{Value, json};

use super::findings::{ExploredPosition, Findings, Solved};

pub(super) fn object(findings: &Findings) -> Value {
    let Findings { id, puzzle, positions, histogram, summary, branching_factor, solved } = findings;
    json!({
        "puzzle": id,
        "name": puzzle.name(),
        "positions": positions,
        "goals": findings.goals(),
        "solvable": solved.is_some(),
        "moves": solved.as_ref().map(|solved| solved.length),
        "depth": solved.as_ref().map(|solved| solved.depth),
        "hardest": solved.as_ref().and_then(Solved::hardest_line),
        "minimal": solved.as_ref().map(|solved| solved.hardest.minimal),
        "metric": puzzle.rules().metric.word(),
        "histogram": histogram,
        "cluster_moves": summary.moves,
        "mobility": { "mean": (branching_factor * 1000.0).round() / 1000.0, "fewest": summary.min_moves, "most": summary.max_moves },
        "dead_ends": summary.leaves,
        "local_maxima": summary.local_maxima,
        "unsolvable": summary.unsolvable,
        "equally_hard": solved.as_ref().map(|solved| solved.hardest_count),
        "start": solved.as_ref().map(|solved| position(&solved.start)),
        "redundant": solved.as_ref().map(|solved| redundant(puzzle, &solved.redundant)),
        "bottlenecks": solved.as_ref().map(|solved| {
            let board = |position: &rushlab::position::Position| position.to_string();
            let each = solved.bottlenecks.iter();
            each.map(|bottleneck| json!({ "after": bottleneck.cost_from_start, "board": board(&bottleneck.position) })).collect::<Vec<_>>()
        }),
        "hardest_position": solved.as_ref().map(|solved| position(&solved.hardest)),
    })
}

fn position(position: &ExploredPosition) -> Value {
    let (count, same_moves) = position.solutions;
    json!({
        "solutions": u64::try_from(count).map_or_else(|_| Value::from(count.to_string()), Value::from),
        "same_moves": same_moves,
        "minimal": position.minimal,
        "difficulty": position.difficulty.as_ref().map(difficulty),
    })
}

fn difficulty(difficulty: &Difficulty) -> Value {
    json!({
        "rating": f64::from(difficulty.rating_in_tenths()) / 10.0,
        "level": difficulty.level().word(),
        "length": difficulty.length,
        "movers": difficulty.movers,
        "retreats": difficulty.retreats,
        "depth": difficulty.greatest_distance,
        "choices": f64::from(difficulty.information) / 1000.0,
    })
}

fn redundant(puzzle: &Puzzle, redundant: &Redundant) -> Value {
    let vehicles = redundant.vehicles.iter().map(|vehicle| puzzle.vehicles()[*vehicle].label.to_string());
    let walls = redundant.walls.iter().map(|wall| json!({ "row": wall.row + 1, "column": wall.column + 1 }));
    json!({ "vehicles": vehicles.collect::<Vec<_>>(), "walls": walls.collect::<Vec<_>>() })
}
