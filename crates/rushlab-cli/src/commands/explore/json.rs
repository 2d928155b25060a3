//! The findings as one JSON object per puzzle.

use rushlab::Puzzle;
use rushlab::analysis::{Difficulty, Redundant};
use serde_json::{Value, json};

use super::findings::{ExploredPosition, Findings, Solved};

pub(super) fn object(findings: &Findings) -> Value {
    let Findings { id, puzzle, positions, histogram, summary, mobility, solved } = findings;
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
        "mobility": { "mean": (mobility * 1000.0).round() / 1000.0, "fewest": summary.fewest, "most": summary.most },
        "dead_ends": summary.dead_ends,
        "summits": summary.local_maxima,
        "lost": summary.unsolvable,
        "equally_hard": solved.as_ref().map(|solved| solved.equals),
        "start": solved.as_ref().map(|solved| position(&solved.here)),
        "spare": solved.as_ref().map(|solved| spare(puzzle, &solved.redundant)),
        "bottlenecks": solved.as_ref().map(|solved| {
            let board = |position: &rushlab::position::Position| position.to_string();
            let each = solved.bottlenecks.iter();
            each.map(|bottleneck| json!({ "after": bottleneck.after, "board": board(&bottleneck.position) })).collect::<Vec<_>>()
        }),
        "hardest_position": solved.as_ref().map(|solved| position(&solved.hardest)),
    })
}

fn position(position: &ExploredPosition) -> Value {
    let (count, alike) = position.solutions;
    json!({
        "solutions": u64::try_from(count).map_or_else(|_| Value::from(count.to_string()), Value::from),
        "solutions_alike": alike,
        "minimal": position.minimal,
        "difficulty": position.difficulty.as_ref().map(difficulty),
    })
}

fn difficulty(difficulty: &Difficulty) -> Value {
    json!({
        "rating": f64::from(difficulty.tenths()) / 10.0,
        "level": difficulty.level().word(),
        "length": difficulty.length,
        "movers": difficulty.movers,
        "retreats": difficulty.retreats,
        "depth": difficulty.depth,
        "choices": f64::from(difficulty.choices) / 1000.0,
    })
}

fn spare(puzzle: &Puzzle, spare: &Redundant) -> Value {
    let vehicles = spare.vehicles.iter().map(|vehicle| puzzle.vehicles()[*vehicle].label.to_string());
    let walls = spare.walls.iter().map(|wall| json!({ "row": wall.row + 1, "column": wall.column + 1 }));
    json!({ "vehicles": vehicles.collect::<Vec<_>>(), "walls": walls.collect::<Vec<_>>() })
}
