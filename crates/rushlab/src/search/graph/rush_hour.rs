//! Rush Hour as a graph: positions are states, moves are edges.

use std::cell::RefCell;

use super::Graph;
use crate::heuristic::{Estimator, Heuristic};
use crate::position::{Move, Position};
use crate::puzzle::Puzzle;

/// The graph of a puzzle, by the reference implementation of the rules. Vehicles move in the order of the text, left or
/// up first; an edge costs 1, in moves or in steps as the puzzle counts.
///
/// With a heuristic that has a [scale](Heuristic::scale), costs are multiplied by it.
pub struct RushHour<'a> {
    puzzle: &'a Puzzle,
    scale: u32,
    estimator: RefCell<Box<dyn Estimator>>,
    /// For each vehicle, its place in the order of the text.
    ranks: Vec<usize>,
}

impl<'a> RushHour<'a> {
    /// Creates the graph of a puzzle, with the estimates of a heuristic.
    pub fn new(puzzle: &'a Puzzle, heuristic: &dyn Heuristic) -> RushHour<'a> {
        let (scale, estimator) = (heuristic.scale().max(1), RefCell::new(heuristic.compile(puzzle)));
        RushHour { puzzle, scale, estimator, ranks: reading_ranks(puzzle) }
    }

    /// Returns the moves along a path.
    pub fn moves(&self, path: &[Position]) -> Vec<Move> {
        let leads = |pair: &[Position], mv: &Move| pair[0].play(*mv).as_ref() == Ok(&pair[1]);
        path.windows(2).filter_map(|pair| pair[0].legal_moves().into_iter().find(|mv| leads(pair, mv))).collect()
    }
}

impl Graph for RushHour<'_> {
    type State = Position;

    fn start(&self) -> Position {
        Position::start(self.puzzle)
    }

    fn is_goal(&self, position: &Position) -> bool {
        position.is_solved()
    }

    fn neighbours(&self, position: &Position) -> impl IntoIterator<Item = (Position, u32)> {
        let mut moves = position.legal_moves();
        // The sort is stable: the moves of a vehicle stay in their order.
        moves.sort_by_key(|mv| self.ranks[mv.vehicle]);
        moves.into_iter().filter_map(|mv| Some((position.play(mv).ok()?, self.scale)))
    }

    fn estimate(&self, position: &Position) -> Option<u32> {
        self.estimator.borrow_mut().estimate(position)
    }
}

/// Returns for each vehicle its place in the order of the text.
pub(in crate::search) fn reading_ranks(puzzle: &Puzzle) -> Vec<usize> {
    let mut ranks = vec![0; puzzle.vehicles().len()];
    puzzle.reading_order().enumerate().for_each(|(rank, vehicle)| ranks[vehicle] = rank);
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vehicles_are_in_the_order_of_the_file() {
        let puzzle: Puzzle = crate::format::parse("6\n4\n10 h 2 1 1\n3 v 2 6 1\n1 h 2 2 3\n2 h 2 3 1\n").unwrap();
        let labels: Vec<&str> = puzzle.vehicles().iter().map(|vehicle| vehicle.label.as_str()).collect();
        assert_eq!(labels, ["10", "2", "3", "1"]);
        assert_eq!(reading_ranks(&puzzle), [0, 3, 1, 2]);
    }
}
