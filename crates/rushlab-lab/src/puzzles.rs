//! Puzzles to play: built-in, random and daily.

use std::sync::Arc;

use rushlab::Puzzle;
use rushlab::analysis::Level;
use rushlab::search::Observer;
use serde::{Deserialize, Serialize};

use crate::Lab;
use crate::built_in::{self, BuiltInPuzzles, RatedPuzzle};
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
        let unknown = || LabError::bad_request(format!("the levels are {}", Level::ALL.map(Level::word).join(", ")));
        let seed = self.seed.unwrap_or_else(fields::default_seed);
        let level = match self.level {
            Some(word) => Level::from_word(&word).ok_or_else(unknown)?,
            None => Level::ALL[(seed % 4) as usize],
        };
        Ok(generate(lab, level, seed, format!("random-{}-{seed}", level.word()), "Random puzzle".to_owned()))
    }
}

/// Generates a puzzle, or returns a built-in one if that takes too long.
fn generate(lab: &Arc<Lab>, level: Level, seed: u64, id: String, name: String) -> Job {
    let lab = Arc::clone(lab);
    Job::search(lab.settings.search_timeout, move |observer| {
        let generated = built_in::generate(level, seed, observer);
        let found = generated.or_else(|| lab.puzzles.select(level, seed).cloned());
        let found = found.ok_or_else(|| LabError::not_found("there is no puzzle of that level"))?;
        Ok(PuzzleResponse { id, name, ..PuzzleResponse::from(&found) })
    })
}

/// Requests the puzzle of a date, which is the same for all users.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct DailyRequest {
    /// The date, such as 2026-11-15.
    date: String,
}

impl Request for DailyRequest {
    fn job(self, lab: &Arc<Lab>) -> Result<Job, LabError> {
        let wrong = || LabError::bad_request("there is no such date; write one in the form 2026-11-15");
        let (level, seed) = daily_level(&self.date).ok_or_else(wrong)?;
        Ok(generate(lab, level, seed, format!("daily-{}", self.date), daily_name(&self.date)))
    }
}

/// Returns the puzzle of a date such as 2026-11-15, which is that of the page; `None` if the text is not a date.
pub fn daily(date: &str, observer: &mut dyn Observer) -> Option<Puzzle> {
    let (level, seed) = daily_level(date)?;
    let generated = built_in::generate(level, seed, observer);
    let found = generated.or_else(|| BuiltInPuzzles::default().select(level, seed).cloned())?;
    Some(found.puzzle.with_name(Some(daily_name(date))))
}

fn daily_name(date: &str) -> String {
    format!("Daily {date}")
}

/// Returns the level of the puzzle of a date, and its seed. Daily puzzles alternate between the two middle levels.
fn daily_level(date: &str) -> Option<(Level, u64)> {
    let seed = seed_of_date(date)?;
    Some((if seed % 2 == 0 { Level::Intermediate } else { Level::Advanced }, seed))
}

/// Returns the digits of a date as one number, a different one for each date; `None` if the text is not a date.
fn seed_of_date(date: &str) -> Option<u64> {
    let part = |range: std::ops::Range<usize>, max: u64| {
        let digits = date.get(range)?;
        let number: u64 = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
        (number <= max).then_some(number)
    };
    let dashes = date.len() == 10 && date.get(4..5) == Some("-") && date.get(7..8) == Some("-");
    let (year, month) = (part(0..4, 9999)?, part(5..7, 12)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let day = part(8..10, days)?;
    (dashes && year > 0 && month > 0 && day > 0).then_some((year * 100 + month) * 100 + day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_daily_puzzle_is_that_of_the_request() {
        let date = "2026-01-15";
        let puzzle = daily(date, &mut ()).unwrap();
        let (level, seed) = daily_level(date).unwrap();
        assert_eq!(puzzle.clone().with_name(None), built_in::generate(level, seed, &mut ()).unwrap().puzzle);
        assert_eq!(puzzle.name(), Some("Daily 2026-01-15"));
        assert_eq!(daily("2026-13-15", &mut ()), None);
    }

    #[test]
    fn only_dates_are_accepted_as_dates() {
        assert_eq!(seed_of_date("2026-11-15"), Some(20_261_115));
        for date in ["2028-02-29", "2000-02-29", "0001-01-01", "9999-12-31"] {
            assert!(seed_of_date(date).is_some(), "{date}");
        }
        for date in ["", "2026-11-5", "2026-13-01", "2026-00-01", "2026-01-32", "2026/11/15", "+026-11-15", "äöüäö"]
        {
            assert_eq!(seed_of_date(date), None, "{date}");
        }
        for date in ["0000-02-30", "0000-01-01", "2026-02-29", "2100-02-29", "2026-04-31", "2026-11-00"] {
            assert_eq!(seed_of_date(date), None, "{date}");
        }
    }
}
