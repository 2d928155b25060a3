//! Solutions: a list of moves from the start of a puzzle to a solved position.

use std::fmt;

use crate::notation::{self, NamedMove, Notation, NotationError};
use crate::position::{IllegalMove, Move, Position, ReplayError};
use crate::puzzle::{Metric, Puzzle};

/// A list of legal moves that solves a puzzle. It is made by a [`Solver`](crate::Solver), by
/// [`from_moves`](Solution::from_moves) or by [`parse`](Solution::parse).
///
/// Under the metric [`Steps`](Metric::Steps) searches go cell by cell. A solution merges consecutive steps of one
/// vehicle in one direction into one move, so both numbers are available under either metric.
///
/// ```
/// use rushlab::{Puzzle, Solution, Solver};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let solution = Solver::new(&puzzle).run().solution.ok_or("no solution")?;
/// assert_eq!(solution.to_string(), "BD2 XR3");
/// assert_eq!((solution.moves().len(), solution.steps(), solution.cost()), (2, 5, 2));
/// assert_eq!(Solution::parse(&puzzle, "B down 2; X right 3")?, solution);
/// assert!(solution.positions().last().is_some_and(|position| position.is_solved()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    puzzle: Puzzle,
    moves: Vec<Move>,
}

impl Solution {
    /// Makes a solution of moves that are legal and solve the puzzle.
    pub(crate) fn new(puzzle: &Puzzle, path: Vec<Move>) -> Solution {
        let moves = match puzzle.rules().metric {
            Metric::Moves => path,
            Metric::Steps => merged(&path),
        };
        Solution { puzzle: puzzle.clone(), moves }
    }

    /// Makes a solution of a list of moves, after checking it against the rules.
    ///
    /// # Errors
    ///
    /// Fails if a move is not legal, or if the puzzle is not solved after the last move.
    pub fn from_moves(puzzle: &Puzzle, moves: &[Move]) -> Result<Solution, SolutionError> {
        let mut position = Position::start(puzzle);
        for (index, mv) in moves.iter().enumerate() {
            let unplayable = |error: IllegalMove| SolutionError::Unplayable { number: index + 1, reason: error.into() };
            position = position.play(*mv).map_err(unplayable)?;
        }
        if !position.is_solved() {
            return Err(SolutionError::Unsolved);
        }
        Ok(Solution::new(puzzle, moves.to_vec()))
    }

    /// Returns the puzzle that it solves.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the number of steps: the sum of the distances of the moves.
    pub fn steps(&self) -> u32 {
        self.moves.iter().map(|mv| u32::from(mv.cells)).sum()
    }

    /// Returns the cost in the metric of the puzzle.
    pub fn cost(&self) -> u32 {
        match self.puzzle.rules().metric {
            Metric::Moves => self.moves.len() as u32,
            Metric::Steps => self.steps(),
        }
    }

    /// Returns the start and the position after each move.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut position = Some(Position::start(&self.puzzle));
        let mut moves = self.moves.iter();
        std::iter::from_fn(move || {
            let current = position.take()?;
            position = moves.next().and_then(|mv| current.play(*mv).ok());
            Some(current)
        })
    }

    /// Returns the moves with the labels and the start cells of their vehicles.
    pub fn named_moves(&self) -> Vec<NamedMove> {
        notation::named_moves(&self.puzzle, &self.moves)
    }

    /// Writes the moves in a notation, without a newline at the end.
    pub fn to_notation(&self, notation: &dyn Notation) -> String {
        let text = notation::write(notation, &self.puzzle, &self.moves);
        text.trim_end().to_owned()
    }

    /// Reads a list of moves in any notation and checks it against the rules.
    ///
    /// # Errors
    ///
    /// Fails if the text cannot be read, if a move is not legal, or if the moves do not solve the puzzle.
    pub fn parse(puzzle: &Puzzle, text: &str) -> Result<Solution, SolutionError> {
        let written = notation::read(text, None)?;
        let replay = crate::position::replay(puzzle, &written);
        match replay.error {
            Some(error) => Err(SolutionError::Unplayable { number: replay.played.len() + 1, reason: error }),
            None if !replay.solved => Err(SolutionError::Unsolved),
            None => Ok(Solution::new(puzzle, replay.played.into_iter().map(|(mv, _)| mv).collect())),
        }
    }
}

/// The moves in the notation `letters`: `BD2 XR3`.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_notation(notation::LETTERS))
    }
}

/// The reason why a list of moves is not a solution.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum SolutionError {
    /// The text is not a list of moves.
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error("move {number} cannot be played: {reason}")]
    Unplayable { number: usize, reason: ReplayError },
    #[error("the moves are legal, but the puzzle is not solved after the last one")]
    Unsolved,
}

/// Merges consecutive moves of one vehicle in one direction. Opposite moves stay, because both cost something.
pub fn merged(path: &[Move]) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for mv in path {
        let last = moves.last().filter(|last| last.direction == mv.direction);
        let merged = last.and_then(|last| last.merged_with(*mv));
        if merged.is_some() {
            moves.pop();
        }
        moves.push(merged.unwrap_or(*mv));
    }
    moves
}
