//! `h4`: how many leaves the relaxed puzzle must give, counted by disjoint cuts.
//!
//! While the primary does not get to the exit, some cell ahead is blocked, and there is a set of leaves (this vehicle back, that one
//! forth …) of which at least one is needed to free it: a cut. It counts once; then all its leaves are given, everybody goes as far as
//! they allow, and the next cut, which shares none with those before, counts again. A leave stands for a vehicle and a direction, so no
//! move uses two. Under `steps` a cut counts the cells of its shortest leave. Small cuts are taken first: a cut of one leave
//! is a move that every solution has.

use super::relaxed::{BACK, FORTH, Leave, Relaxed};
use super::{About, Claim, Estimator, Heuristic, Parameters};
use crate::puzzle::{Metric, Puzzle};
use crate::reference::{Move, Position};

/// `h4`.
pub(super) struct Cuts;

struct Compiled {
    relaxed: Relaxed,
    metric: Metric,
    ahead: Vec<usize>,
    cut: Vec<Leave>,
    smallest: Vec<Leave>,
}

impl Heuristic for Cuts {
    fn about(&self) -> &'static About {
        &About {
            name: "h4",
            summary: "the moves that no solution does without, by vehicle and direction: disjoint cuts of the relaxed puzzle",
            weighted: false,
            admissible: Claim::Always,
            consistent: Claim::Never,
        }
    }

    fn compile(&self, puzzle: &Puzzle, _: Parameters) -> Box<dyn Estimator> {
        Box::new(Compiled {
            relaxed: Relaxed::new(puzzle),
            metric: puzzle.rules().metric,
            ahead: Vec::new(),
            cut: Vec::new(),
            smallest: Vec::new(),
        })
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        let Compiled { relaxed, metric, ahead, cut, smallest } = self;
        relaxed.place(position);
        if relaxed.distance() == 0 {
            return Some(0);
        }
        let mut estimate = metric.cost(relaxed.distance());
        relaxed.give(relaxed.primary(), relaxed.toward(), true);
        relaxed.spread();
        while !relaxed.arrives() {
            ahead.clear();
            ahead.extend(relaxed.blocked_ahead());
            smallest.clear();
            for cell in ahead.iter() {
                relaxed.cut(*cell, cut);
                if cut.is_empty() {
                    return None;
                }
                if smallest.is_empty() || cut.len() < smallest.len() {
                    std::mem::swap(cut, smallest);
                }
            }
            // Nobody is in the way, and yet it does not arrive: the tank does not reach.
            estimate += smallest.iter().map(|leave| metric.cost(leave.cells)).min()?;
            smallest.iter().for_each(|leave| relaxed.give(leave.vehicle, leave.direction, true));
            relaxed.spread();
        }
        Some(estimate)
    }

    /// A solution that begins with a move of no cut needs a move of every cut after it.
    fn may_help(&self, mv: Move) -> bool {
        let direction = if mv.direction.sign() < 0 { BACK } else { FORTH };
        self.relaxed.has_leave(mv.vehicle, direction)
    }
}
