//! The difficulty in words.

use rushlab::analysis::{Difficulty, Points, Reason};

use crate::words::{self, count};

pub(super) fn difficulty(difficulty: &Difficulty) -> String {
    let Points { length: _, misleading, stuck, depth } = difficulty.points_in_tenths();
    let length = count(difficulty.length as usize, "move");
    let tenths = |tenths: u32| format!("{}.{}", tenths / 10, tenths % 10);
    format!(
        "{difficulty}, {}: {length}, {} for misleading positions, {} for stuck ones, {} for depth",
        difficulty.level(),
        tenths(misleading),
        tenths(stuck),
        tenths(depth)
    )
}

/// Describes why a puzzle is harder than its length.
pub(super) fn reasons(difficulty: &Difficulty) -> String {
    match difficulty_reasons(difficulty).as_slice() {
        [] => "of its length only: positions that look nearer to the exit usually are".to_owned(),
        reasons => words::list(reasons),
    }
}

/// Describes each reason why a puzzle is harder than its length.
pub fn difficulty_reasons(difficulty: &Difficulty) -> Vec<String> {
    difficulty.reasons().map(|found| reason(difficulty, found)).collect()
}

fn reason(difficulty: &Difficulty, reason: Reason) -> String {
    match reason {
        Reason::Misleading => "positions that look nearer to the exit often are not".to_owned(),
        Reason::Stuck => {
            format!("no move looks like progress from {}% of the positions", (difficulty.stuck + 5) / 10)
        }
        Reason::Far => format!("a wrong turn can lead {} away from the exit", count(difficulty.depth as usize, "move")),
    }
}
