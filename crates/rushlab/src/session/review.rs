//! A review of a game: the cost that is left, and the move that left the shortest solutions.

use super::hints::{HintError, solution_of, solve_from};
use super::{Move, Session};
use crate::search::{self, Limits, Observer};

/// The first move of a game after which no shortest solution of the puzzle could be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Detour {
    /// Number of moves played before it.
    pub index: usize,
    /// The move that was played.
    pub played: Move,
    /// The first move of a shortest solution from the same position.
    pub shortest: Move,
    /// Cost of a solution that begins with the game up to this move and is as short as possible after it, minus par.
    /// `None` if the puzzle became unsolvable.
    pub extra_cost: Option<u32>,
}

impl Session {
    /// Returns the cost of a shortest solution from the current position, 0 if it is solved. This counts as no hint.
    pub fn remaining(&mut self, limits: Limits, observer: &mut dyn Observer) -> Result<u32, HintError> {
        match self.shortest_path(limits, observer) {
            Ok((_, cost)) => Ok(cost),
            Err(HintError::Solved) => Ok(0),
            Err(error) => Err(error),
        }
    }

    /// Returns the first move that left the shortest solutions; `None` if a shortest solution can still be reached.
    pub fn first_detour(&mut self, limits: Limits, observer: &mut dyn Observer) -> Result<Option<Detour>, HintError> {
        let par = self.par(limits, observer)?;
        // The cost of the game so far plus the cost left never decreases, so the first increase is found by bisection.
        let (mut on_path, mut off_path) = (0, self.played + 1);
        let mut total_off_path = None;
        while on_path + 1 < off_path {
            let middle = on_path.midpoint(off_path);
            match self.total_cost(middle, limits, observer)? {
                Some(total) if total <= par => on_path = middle,
                total => (off_path, total_off_path) = (middle, total),
            }
        }
        if off_path > self.played {
            return Ok(None);
        }
        let position = &self.positions[on_path];
        let solution = solution_of(solve_from(position, search::DEFAULT, limits, observer)?)?;
        let shortest = self.own_moves(&solution).first().copied().ok_or(HintError::Solved)?;
        let extra_cost = total_off_path.map(|total| total - par);
        Ok(Some(Detour { index: on_path, played: self.moves[on_path], shortest, extra_cost }))
    }

    /// Returns the cost of the first moves of the game and of a shortest solution after them; `None` if there is none.
    fn total_cost(&self, moves: usize, limits: Limits, observer: &mut dyn Observer) -> Result<Option<u32>, HintError> {
        let metric = self.puzzle.rules().metric;
        let before: u32 = self.moves[..moves].iter().map(|mv| metric.cost(mv.cells)).sum();
        let position = &self.positions[moves];
        if position.is_solved() {
            return Ok(Some(before));
        }
        match solution_of(solve_from(position, search::DEFAULT, limits, observer)?) {
            Ok(solution) => Ok(Some(before + solution.cost())),
            Err(HintError::Unsolvable) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parse;
    use crate::puzzle::Direction;

    fn session(moves: &[(&str, Direction, u8)]) -> Session {
        let mut session = Session::new(parse("......A..B..AXXB..A..B......CC......").unwrap());
        for (label, direction, cells) in moves {
            session.play_named(label, *direction, *cells).unwrap();
        }
        session
    }

    #[test]
    fn a_shortest_game_has_no_detour() {
        let mut session = session(&[("B", Direction::Down, 2), ("X", Direction::Right, 3)]);
        assert_eq!(session.remaining(Limits::default(), &mut ()), Ok(0));
        assert_eq!(session.first_detour(Limits::default(), &mut ()), Ok(None));
    }

    #[test]
    fn the_first_move_that_makes_the_solution_longer_is_found() {
        let moves = [("B", Direction::Down, 2), ("A", Direction::Up, 1), ("X", Direction::Right, 3)];
        let mut session = session(&moves);
        let detour = session.first_detour(Limits::default(), &mut ()).unwrap().unwrap();
        assert_eq!((detour.index, detour.extra_cost), (1, Some(1)));
        assert_eq!(detour.played.direction, Direction::Up);
        assert_eq!((detour.shortest.direction, detour.shortest.cells), (Direction::Right, 3));
        assert_eq!(session.hints(), 0, "a review is no hint");
        // The moves taken back do not count.
        for _ in 0..2 {
            session.undo();
        }
        assert_eq!(session.first_detour(Limits::default(), &mut ()), Ok(None));
        assert_eq!(session.remaining(Limits::default(), &mut ()), Ok(1));
    }
}
