//! Recorded games of people: tables with a board and the moves that were played on it.

use std::collections::HashMap;

use rushlab::{Puzzle, WrittenMove};

use super::features::features;
use super::fit::Choice;
use super::game::Game;
use super::{MoveModel, Uniform};

/// The word for driving out, after which a game is over. It is no choice among moves.
const EXIT: &str = "exit";

/// A table of recorded games: lines of columns that are separated by tabs, with a header line.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    header: Vec<&'a str>,
    lines: Vec<(usize, Vec<&'a str>)>,
}

/// The reason why a text is no table of recorded games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the first line names no column `{0}`; a table of moves begins with a line such as `board`, tab, `moves`")]
pub struct TableError(&'static str);

/// A row of a table.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// Line number, from 1.
    pub line: usize,
    /// The board as written.
    pub board: &'a str,
    /// The moves as written.
    pub moves: &'a str,
    /// The person, if the table has that column.
    pub person: Option<&'a str>,
}

/// The reason why a row is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The board is no puzzle.
    #[error("{0}")]
    Board(String),
    /// There are no data on people for the rules of the puzzle.
    #[error("people are modelled under the plain rules only: moves, no fuel, no valet")]
    Rules,
    /// A move cannot be played.
    #[error("move {number}, {written}: {reason}")]
    Move {
        /// Its place among the moves, from 1.
        number: usize,
        /// The move as written.
        written: String,
        /// Why it cannot be played.
        reason: String,
    },
}

/// How likely recorded moves are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Likelihood {
    /// Number of moves, without driving out.
    pub moves: usize,
    /// The sum of the logarithms of their probabilities under a model.
    pub model: f64,
    /// The same under a uniform choice among all legal moves.
    pub uniform: f64,
}

impl<'a> Table<'a> {
    /// Reads a table.
    ///
    /// # Errors
    ///
    /// Fails if the first line does not name the columns `board` and `moves`.
    pub fn read(text: &'a str) -> Result<Table<'a>, TableError> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.split('\t').collect::<Vec<_>>()));
        let header = lines.next().map(|(_, header)| header).unwrap_or_default();
        for name in ["board", "moves"] {
            if !header.contains(&name) {
                return Err(TableError(name));
            }
        }
        Ok(Table { header, lines: lines.filter(|(_, fields)| fields.iter().any(|field| !field.is_empty())).collect() })
    }

    /// Returns the rows.
    pub fn records(&self) -> impl Iterator<Item = Record<'a>> + '_ {
        self.lines.iter().map(|(line, fields)| {
            let field = |name| {
                let column = self.header.iter().position(|other| *other == name);
                column.and_then(|column| fields.get(column).copied())
            };
            let [board, moves] = ["board", "moves"].map(|name| field(name).unwrap_or_default());
            Record { line: *line, board, moves, person: field("person") }
        })
    }
}

/// The games of a table, which begin on few boards.
#[derive(Debug, Default)]
pub struct Boards {
    games: HashMap<String, Game>,
}

impl Boards {
    /// Returns a game that begins on a board.
    fn game(&mut self, board: &str) -> Result<Game, RecordError> {
        if let Some(game) = self.games.get(board) {
            return Ok(game.clone());
        }
        let puzzle: Puzzle = board.parse().map_err(|error: rushlab::Error| RecordError::Board(error.to_string()))?;
        let game = Game::new(&puzzle).ok_or(RecordError::Rules)?;
        self.games.insert(board.to_owned(), game.clone());
        Ok(game)
    }
}

impl Record<'_> {
    /// Plays the game. `each` gets the game before each move, and the index of that move among the legal ones.
    fn play(&self, boards: &mut Boards, mut each: impl FnMut(&Game, usize)) -> Result<(), RecordError> {
        let mut game = boards.game(self.board)?;
        for (index, word) in self.moves.split_whitespace().enumerate().take_while(|(_, word)| *word != EXIT) {
            let fail = |reason: String| RecordError::Move { number: index + 1, written: word.to_owned(), reason };
            let written: WrittenMove =
                word.parse().map_err(|error: rushlab::notation::NotationError| fail(error.to_string()))?;
            let mv = game.position().resolve(&written).map_err(|error| fail(error.to_string()))?;
            if let Some(chosen) = game.moves().position(|legal| legal == mv) {
                each(&game, chosen);
            }
            game.play(mv).map_err(|error| fail(error.to_string()))?;
        }
        Ok(())
    }

    /// Returns how likely the moves are under a model.
    ///
    /// # Errors
    ///
    /// Fails if the board is no puzzle with plain rules, or if a move is not legal.
    pub fn likelihood(&self, model: &dyn MoveModel, boards: &mut Boards) -> Result<Likelihood, RecordError> {
        let mut likelihood = Likelihood::default();
        self.play(boards, |game, chosen| {
            likelihood.moves += 1;
            likelihood.model += model.probabilities(game)[chosen].ln();
            likelihood.uniform += Uniform.probabilities(game)[chosen].ln();
        })?;
        Ok(likelihood)
    }

    /// Returns the choices, for [`fit`](super::fit).
    ///
    /// # Errors
    ///
    /// Fails if the board is no puzzle with plain rules, or if a move is not legal.
    pub fn choices(&self, boards: &mut Boards) -> Result<Vec<Choice>, RecordError> {
        let mut choices = Vec::new();
        self.play(boards, |game, chosen| choices.push(Choice { moves: features(game), chosen }))?;
        Ok(choices)
    }
}
