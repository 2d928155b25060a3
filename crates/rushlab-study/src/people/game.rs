//! A game: a position and what was played before it.

use std::rc::Rc;

use rushlab::{IllegalMove, Move, Position, Puzzle};

use super::view::{View, Views};

/// A game of a puzzle as a model of people sees it: the position, the position before, and when each vehicle moved
/// last.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) views: Rc<Views>,
    pub(super) now: Rc<View>,
    /// The view before the last move, and that move.
    pub(super) before: Option<(Rc<View>, Move)>,
    /// The last move of each vehicle, and the number of moves before it.
    pub(super) last_moves: Vec<Option<(u32, Move)>>,
    played: u32,
    position: Position,
}

impl Game {
    /// Starts a game; `None` if moves depend on fuel or on the valet, or under the metric `steps`, for which there are
    /// no data.
    pub fn new(puzzle: &Puzzle) -> Option<Game> {
        let views = Rc::new(Views::new(puzzle)?);
        let now = views.view(puzzle.vehicles().iter().map(rushlab::Vehicle::offset).collect());
        let last_moves = vec![None; puzzle.vehicles().len()];
        Some(Game { views, now, before: None, last_moves, played: 0, position: puzzle.start() })
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.views.layout.puzzle
    }

    /// Returns the number of moves played.
    pub fn played(&self) -> u32 {
        self.played
    }

    /// Returns the legal moves, in the order of [`Position::legal_moves`].
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.now.moves.iter().map(|seen| seen.mv)
    }

    /// Returns the move that takes the primary to the exit, if nothing is in its way.
    pub fn exit(&self) -> Option<Move> {
        let (primary, goal) = (self.puzzle().primary_index(), self.puzzle().goal_offset());
        self.moves().find(|mv| mv.vehicle == primary && self.now.after(*mv)[primary] == goal)
    }

    /// Returns whether the primary is at the exit.
    pub fn is_solved(&self) -> bool {
        self.position.is_solved()
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// Returns the reason if the move is not legal.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position = self.position.play(mv)?;
        let next = self.views.view(self.now.after(mv));
        self.last_moves[mv.vehicle] = Some((self.played, mv));
        self.before = Some((std::mem::replace(&mut self.now, next), mv));
        self.played += 1;
        Ok(())
    }
}
