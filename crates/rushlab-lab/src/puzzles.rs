//! Puzzles to play: built-in and random.

use std::sync::Arc;

use rushlab::analysis::Level;
use serde::{Deserialize, Serialize};

use crate::Lab;
use crate::built_in::{self, RatedPuzzle};
use crate::error::LabError;
use crate::fields::{self, BoardField};
use crate::job::{Job, Request};

/// An entry of the list of built-in puzzles.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PuzzleSummary {
    id: String,
    name: String,
    /// `beginner`, `intermediate`, `advanced` or `expert`.
    level: &'static str,
    /// The cost of an optimal solution.
    par: u32,
    /// The permanent id of the puzzle, for links and saved games.
    key: String,
}

/// A puzzle to play.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PuzzleResponse {
    id: String,
    name: String,
    /// `beginner`, `intermediate`, `advanced` or `expert`.
    level: &'static str,
    /// The cost of an optimal solution.
    par: u32,
    board: BoardField,
}

impl From<&RatedPuzzle> for PuzzleSummary {
    fn from(rated: &RatedPuzzle) -> PuzzleSummary {
        let (id, name, key) = (rated.id.clone(), rated.name.clone(), rated.puzzle.id());
        PuzzleSummary { id, name, level: rated.level.word(), par: rated.par, key }
    }
}

impl From<&RatedPuzzle> for PuzzleResponse {
    fn from(rated: &RatedPuzzle) -> PuzzleResponse {
        let (id, name, board) = (rated.id.clone(), rated.name.clone(), BoardField::from(&rated.puzzle));
        PuzzleResponse { id, name, level: rated.level.word(), par: rated.par, board }
    }
}

/// Requests the list of built-in puzzles, easy ones first.
#[derive(Debug, Deserialize)]
pub struct PuzzlesRequest {}

impl Request for PuzzlesRequest {
    fn job(self, lab: &Arc<Lab>) -> Result<Job, LabError> {
        let lab = Arc::clone(lab);
        Ok(Job::instant(move || Ok(lab.puzzles.all().iter().map(PuzzleSummary::from).collect::<Vec<PuzzleSummary>>())))
    }
}

/// Requests one built-in puzzle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Path))]
#[serde(deny_unknown_fields)]
pub struct PuzzleRequest {
    /// The identifier from the list of puzzles.
    id: String,
}

impl Request for PuzzleRequest {
    fn job(self, lab: &Arc<Lab>) -> Result<Job, LabError> {
        let lab = Arc::clone(lab);
        let unknown = || LabError::not_found("no built-in puzzle has that id; the list of puzzles has all ids");
        Ok(Job::instant(move || lab.puzzles.find(&self.id).map(PuzzleResponse::from).ok_or_else(unknown)))
    }
}

/// Requests a generated puzzle of a level.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct RandomRequest {
    /// The level: `beginner`, `intermediate`, `advanced` or `expert`; any level if it is left out.
    level: Option<String>,
    /// The random seed. The same seed gives the same puzzle.
    #[serde(default, deserialize_with = "fields::seed")]
    #[cfg_attr(feature = "openapi", param(value_type = Option<u64>))]
    seed: Option<u64>,
}

impl Request for RandomRequest {
    fn job(self, lab: &Arc<Lab>) -> Result<Job, LabError> {
        let seed = self.seed.unwrap_or_else(fields::default_seed);
        let level = match self.level {
            Some(word) => Level::from_word(&word).ok_or_else(LabError::unknown_level)?,
            None => Level::ALL[(seed % 4) as usize],
        };
        let lab = Arc::clone(lab);
        Ok(Job::search(lab.settings.search_timeout, move |observer| {
            // A built-in puzzle, if generating one takes too long.
            let generated = built_in::generate(level, seed, observer);
            let found = generated.or_else(|| lab.puzzles.select(level, seed).cloned());
            let found = found.ok_or_else(|| LabError::not_found("there is no puzzle of that level"))?;
            let id = format!("random-{}-{seed}", level.word());
            Ok(PuzzleResponse { id, name: "Random puzzle".to_owned(), ..PuzzleResponse::from(&found) })
        }))
    }
}
