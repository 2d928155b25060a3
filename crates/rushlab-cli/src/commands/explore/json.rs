//! The findings as one JSON object per puzzle.

use rushlab::Puzzle;
use rushlab::analysis::{Difficulty, Redundant};
use rushlab_study::exploration::{ExploredPosition, Findings, Solved, difficulty_reasons};
use serde_json::{Value, json};

pub(super) fn object(findings: &Findings) -> Value {
    let Findings { id, puzzle, positions, histogram, summary, branching_factor, solved, .. } = findings;
    let start_difficulty = solved.as_ref().and_then(|solved| solved.start.difficulty.as_ref());
    let points = start_difficulty.map(Difficulty::points_in_tenths);
    json!({
        "puzzle": id,
        "name": puzzle.name(),
        "positions": positions,
        "goals": findings.goals(),
        "solvable": solved.is_some(),
        "moves": findings.moves(),
        "cost": solved.as_ref().map(|solved| solved.length),
        "depth": solved.as_ref().map(|solved| solved.depth),
        "hardest": solved.as_ref().and_then(Solved::hardest_line),
        "minimal": solved.as_ref().map(|solved| solved.start.minimal),
        "hardest_minimal": solved.as_ref().map(|solved| solved.hardest.minimal),
        "difficulty": start_difficulty.map(difficulty),
        "level": start_difficulty.map(|difficulty| difficulty.level().word()),
        "difficulty_length": points.map(|points| tenths(points.length)),
        "difficulty_misleading": points.map(|points| tenths(points.misleading)),
        "difficulty_stuck": points.map(|points| tenths(points.stuck)),
        "difficulty_depth": points.map(|points| tenths(points.depth)),
        "hard_because": start_difficulty.map(difficulty_reasons),
        "metric": puzzle.rules().metric.word(),
        "histogram": histogram,
        "cluster_moves": summary.moves,
        "mobility": { "mean": (branching_factor * 1000.0).round() / 1000.0, "fewest": summary.min_moves, "most": summary.max_moves },
        "dead_ends": summary.dead_ends,
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
    let thousandths = |number: u32| f64::from(number) / 1000.0;
    let (count, own) = (position.solutions, position.difficulty.as_ref());
    json!({
        "solutions": u64::try_from(count).map_or_else(|_| Value::from(count.to_string()), Value::from),
        "same_moves": position.same_moves,
        "minimal": position.minimal,
        "difficulty": own.map(difficulty),
        "level": own.map(|own| own.level().word()),
        "length": own.map(|own| own.length),
        "misleading": own.map(|own| thousandths(own.misleading)),
        "stuck": own.map(|own| thousandths(own.stuck)),
        "depth": own.map(|own| own.depth),
        "hard_because": own.map(difficulty_reasons),
    })
}

fn difficulty(difficulty: &Difficulty) -> f64 {
    tenths(difficulty.in_tenths())
}

fn tenths(tenths: u32) -> f64 {
    f64::from(tenths) / 10.0
}

fn redundant(puzzle: &Puzzle, redundant: &Redundant) -> Value {
    let vehicles = redundant.vehicles.iter().map(|vehicle| puzzle.vehicles()[*vehicle].label.to_string());
    let walls = redundant.walls.iter().map(|wall| json!({ "row": wall.row + 1, "column": wall.column + 1 }));
    json!({ "vehicles": vehicles.collect::<Vec<_>>(), "walls": walls.collect::<Vec<_>>() })
}
