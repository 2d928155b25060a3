//! A game as one line of text, and back.
//!
//! It is a JSON object marked `"session": 1` that holds the puzzle (in the format `json`), the moves in the notation `letters`, and
//! how many of them are made. Nobody is trusted: moves are played again by the rules when a game is restored.

use serde::{Deserialize, Serialize};

use super::{Refused, Session};
use crate::format::{self, Reader};
use crate::notation::{self, BadMove, Motion, Who};
use crate::puzzle::{Problems, Puzzle};
use crate::position::Stop;

/// The version this program writes, and the newest it reads.
const VERSION: u32 = 1;

/// No game is longer; a text that is holds something else.
const LONGEST: usize = 256 << 10;

/// What tells the version, whatever else an object of that version holds.
#[derive(Deserialize)]
struct Version {
    session: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    session: u32,
    puzzle: serde_json::Value,
    /// All moves, those taken back too.
    #[serde(default)]
    moves: String,
    /// How many of them are made; all, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    made: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    par: Option<u32>,
    #[serde(default)]
    hints: u32,
    #[serde(default)]
    grade: u8,
    #[serde(default)]
    helped: bool,
}

/// Why a text is no saved game.
#[derive(Debug, thiserror::Error)]
pub enum BadSave {
    /// Too much of it.
    #[error("the saved game is longer than {LONGEST} bytes; that is no game")]
    TooLong,
    /// Not what was saved.
    #[error("this is no saved game: {0}; start the level again")]
    Unreadable(String),
    /// From a newer program.
    #[error("the game was saved in version {0}, and this program knows version {VERSION}; use a newer one")]
    Version(u32),
    /// The puzzle in it is wrong.
    #[error("the puzzle of the saved game is wrong: {0}")]
    Puzzle(#[from] Problems),
    /// The moves in it cannot be read.
    #[error("the moves of the saved game cannot be read: {0}")]
    Moves(#[from] BadMove),
    /// A move in it is not legal.
    #[error("move {number} of the saved game is not legal: {why}")]
    Illegal {
        /// Which, from 1.
        number: usize,
        /// Why not.
        why: String,
    },
    /// More moves made than there are.
    #[error("the saved game has {there} moves, and {made} of them are said to be made")]
    Made {
        /// As many as it says.
        made: usize,
        /// As many as there are.
        there: usize,
    },
}

impl Session {
    /// The game as one line.
    pub fn save(&self) -> String {
        let written = |name: &str| {
            let text = format::named(name).and_then(|format| format::write(format, &self.puzzle).ok());
            text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
        };
        let moves = notation::named("letters").map(|letters| notation::write(letters, &self.puzzle, &self.moves));
        let document = Document {
            session: VERSION,
            // The format `json` holds every puzzle.
            puzzle: written("json"),
            moves: moves.unwrap_or_default().trim_end().to_owned(),
            made: (self.made < self.moves.len()).then_some(self.made),
            par: self.known.par,
            hints: self.hints,
            grade: self.known.grade,
            helped: self.helped,
        };
        // A document is plain data with text keys: writing it cannot fail.
        serde_json::to_string(&document).unwrap_or_default()
    }

    /// The game that a line tells.
    pub fn restore(text: &str) -> Result<Session, BadSave> {
        if text.len() > LONGEST {
            return Err(BadSave::TooLong);
        }
        let unreadable = |error: serde_json::Error| BadSave::Unreadable(error.to_string());
        let version: Version = serde_json::from_str(text).map_err(unreadable)?;
        if version.session != VERSION {
            return Err(BadSave::Version(version.session));
        }
        let document: Document = serde_json::from_str(text).map_err(unreadable)?;
        let mut session = Session::new(puzzle(&document.puzzle.to_string())?);
        for (index, written) in notation::read(&document.moves, notation::named("letters"))?.into_iter().enumerate() {
            session.again(written.who, written.motion).map_err(|why| BadSave::Illegal { number: index + 1, why })?;
        }
        let there = session.moves.len();
        let made = document.made.unwrap_or(there);
        if made > there {
            return Err(BadSave::Made { made, there });
        }
        session.made = made;
        session.known.par = document.par;
        (session.hints, session.helped) = (document.hints, document.helped);
        session.known.grade = document.grade;
        Ok(session)
    }

    /// Plays a written move just as it is, without joining it to the one before.
    fn again(&mut self, who: Who, motion: Motion) -> Result<(), String> {
        let (Who::Label(label), Motion::Towards(direction, cells)) = (who, motion) else {
            return Err("it names no vehicle".to_owned());
        };
        if self.finished() {
            return Err(Refused::Finished.to_string());
        }
        let vehicle = self.puzzle.vehicle_named(label).ok_or_else(|| Stop::Nobody(label).to_string())?;
        let cells = u8::try_from(cells).map_err(|_| Stop::TooFar(cells).to_string())?;
        let mv = crate::position::Move { vehicle, direction, cells };
        let next = self.position().play(&self.puzzle, mv).map_err(|illegal| illegal.to_string())?;
        self.push(mv, next);
        Ok(())
    }
}

/// The puzzle of a document.
fn puzzle(text: &str) -> Result<Puzzle, BadSave> {
    let unreadable = |error: format::ReadError| BadSave::Unreadable(format!("its puzzle {error}"));
    let mut drafts = Reader::open(text.as_bytes(), format::named("json"), None).map_err(unreadable)?;
    let draft = drafts.next().unwrap_or(Err(format::ReadError::Empty)).map_err(unreadable)?;
    Ok(Puzzle::try_from(draft)?)
}
