//! Saved games: a session as one line of text, and back.
//!
//! The line is a JSON object marked `"session": 2`. It holds the puzzle in the format `json`, the moves in the notation
//! `letters`, how many of them are played, and a checksum. The text is not trusted: restoring a game checks the
//! checksum against damage, and every move against the rules.

use serde::{Deserialize, Serialize};

use super::{MoveError, Session};
use crate::format::{self, Reader};
use crate::notation::{self, NotationError, WrittenMove};
use crate::position::ReplayError;
use crate::puzzle::{Problems, Puzzle};

/// The version that is written, and the only one that is read.
const VERSION: u32 = 2;

/// Maximum length of a saved game in bytes.
const MAX_BYTES: usize = 256 << 10;

/// The version field alone, which is readable in every version.
#[derive(Deserialize)]
struct Version {
    session: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    session: u32,
    puzzle: serde_json::Value,
    /// All moves, including those taken back.
    #[serde(default)]
    moves: String,
    /// Number of moves that are played; all of them if missing.
    #[serde(rename = "made", default, skip_serializing_if = "Option::is_none")]
    played: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    par: Option<u32>,
    #[serde(default)]
    hints: u32,
    #[serde(rename = "grade", default)]
    hints_here: u8,
    #[serde(rename = "helped", default)]
    move_revealed: bool,
    /// The CRC-32 of the document without this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checksum: Option<u32>,
}

impl Document {
    fn text(&self) -> String {
        // The document is plain data with text keys, so serialising it cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    fn with_checksum(self) -> Document {
        let plain = Document { checksum: None, ..self };
        Document { checksum: Some(crc32fast::hash(plain.text().as_bytes())), ..plain }
    }
}

/// The reason why a text cannot be restored as a saved game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum RestoreError {
    #[error("the saved game is longer than the maximum of {MAX_BYTES} bytes")]
    TooLong,
    #[error("this is not a saved game: {0}; start the puzzle again")]
    Unreadable(String),
    #[error(
        "the game was saved in version {0}, and this program reads version {VERSION}; use the rushlab that saved it"
    )]
    Version(u32),
    #[error("the saved game is damaged: its checksum is wrong; start the puzzle again")]
    Damaged,
    #[error("the puzzle of the saved game is invalid: {0}")]
    Puzzle(#[from] Problems),
    #[error("the moves of the saved game cannot be read: {0}")]
    Moves(#[from] NotationError),
    #[error("move {number} of the saved game is not legal: {why}")]
    Illegal { number: usize, why: String },
    #[error("the saved game has {total} moves, but its field `made` is {played}")]
    PlayedCount { played: usize, total: usize },
}

impl Session {
    /// Returns the game as one line of JSON.
    pub fn save(&self) -> String {
        let puzzle = format::write(format::JSON, &self.puzzle).ok();
        let puzzle = puzzle.and_then(|text| serde_json::from_str(&text).ok());
        let moves = notation::write(notation::LETTERS, &self.puzzle, &self.moves);
        let document = Document {
            session: VERSION,
            // The format `json` can represent every puzzle, so the default is never used.
            puzzle: puzzle.unwrap_or_default(),
            moves: moves.trim_end().to_owned(),
            played: (self.played < self.moves.len()).then_some(self.played),
            par: self.cache.par,
            hints: self.hints,
            hints_here: self.cache.hints_here,
            move_revealed: self.move_revealed,
            checksum: None,
        };
        document.with_checksum().text()
    }

    /// Restores a game from the line that [`save`](Session::save) wrote.
    pub fn restore(text: &str) -> Result<Session, RestoreError> {
        if text.len() > MAX_BYTES {
            return Err(RestoreError::TooLong);
        }
        let unreadable = |error: serde_json::Error| RestoreError::Unreadable(error.to_string());
        let version: Version = serde_json::from_str(text).map_err(unreadable)?;
        if version.session != VERSION {
            return Err(RestoreError::Version(version.session));
        }
        let read: Document = serde_json::from_str(text).map_err(unreadable)?;
        let checksum = read.checksum;
        let document = read.with_checksum();
        if checksum != document.checksum {
            return Err(RestoreError::Damaged);
        }
        let mut session = Session::new(puzzle(&document.puzzle.to_string())?);
        for (index, text_move) in notation::read(&document.moves, Some(notation::LETTERS))?.into_iter().enumerate() {
            session.replay_move(&text_move).map_err(|why| RestoreError::Illegal { number: index + 1, why })?;
        }
        let total = session.moves.len();
        let played = document.played.unwrap_or(total);
        if played > total {
            return Err(RestoreError::PlayedCount { played, total });
        }
        session.played = played;
        session.cache.par = document.par;
        (session.hints, session.move_revealed) = (document.hints, document.move_revealed);
        session.cache.hints_here = document.hints_here;
        Ok(session)
    }

    /// Plays a saved move exactly as it is, without merging it with the move before it.
    fn replay_move(&mut self, written: &WrittenMove) -> Result<(), String> {
        if self.finished() {
            return Err(MoveError::Solved.to_string());
        }
        let played = self.position().resolve(written).and_then(|mv| Ok((mv, self.position().play(mv)?)));
        let (mv, next) = played.map_err(|error: ReplayError| error.to_string())?;
        self.push(mv, next);
        Ok(())
    }
}

/// Reads the puzzle of a saved game.
fn puzzle(text: &str) -> Result<Puzzle, RestoreError> {
    let unreadable = |error: format::ReadError| RestoreError::Unreadable(format!("its puzzle: {error}"));
    let mut drafts = Reader::open(text.as_bytes(), Some(format::JSON), None).map_err(unreadable)?;
    let draft = drafts.first().map_err(unreadable)?;
    Ok(Puzzle::try_from(draft)?)
}
