//! Puzzles to play: built-in, random and daily.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use rushlab::analysis::Level;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use utoipa::{IntoParams, ToSchema};

use crate::AppState;
use crate::error::ApiError;
use crate::fields::{self, BoardField};
use crate::puzzles::{self, RatedPuzzle};

/// An entry of the list of built-in puzzles.
#[derive(Serialize, ToSchema)]
pub(super) struct PuzzleSummary {
    id: String,
    name: String,
    /// `beginner`, `intermediate`, `advanced` or `expert`.
    level: &'static str,
    /// The cost of an optimal solution.
    par: u32,
    /// The puzzle as text.
    short: String,
}

/// A puzzle to play.
#[derive(Serialize, ToSchema)]
pub(super) struct PuzzleResponse {
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
        let (id, name, short) = (rated.id.clone(), rated.name.clone(), fields::short_text(&rated.puzzle));
        PuzzleSummary { id, name, level: rated.level.word(), par: rated.par, short }
    }
}

impl From<&RatedPuzzle> for PuzzleResponse {
    fn from(rated: &RatedPuzzle) -> PuzzleResponse {
        let (id, name, board) = (rated.id.clone(), rated.name.clone(), BoardField::from(&rated.puzzle));
        PuzzleResponse { id, name, level: rated.level.word(), par: rated.par, board }
    }
}

/// Reads the built-in puzzles on a blocking thread, because the first access solves them all.
async fn read<T: Send + 'static>(
    app: AppState,
    read: impl FnOnce(&AppState) -> T + Send + 'static,
) -> Result<T, ApiError> {
    spawn_blocking(move || read(&app)).await.map_err(|_| ApiError::internal())
}

/// Lists the built-in puzzles, easy ones first.
#[utoipa::path(get, path = "/api/puzzles", responses((status = 200, body = Vec<PuzzleSummary>)))]
pub(super) async fn list_puzzles(State(app): State<AppState>) -> Result<Json<Vec<PuzzleSummary>>, ApiError> {
    read(app, |app| app.puzzles.all().iter().map(PuzzleSummary::from).collect()).await.map(Json)
}

/// Returns one built-in puzzle.
#[utoipa::path(get, path = "/api/puzzles/{id}",
    params(("id" = String, Path, description = "the identifier from the list of puzzles")),
    responses((status = 200, body = PuzzleResponse), (status = 404, body = ApiError)))]
pub(super) async fn get_puzzle(
    State(app): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<PuzzleResponse>, ApiError> {
    let found = read(app, move |app| app.puzzles.find(&id).map(PuzzleResponse::from)).await?;
    found.map(Json).ok_or_else(|| ApiError::not_found("no built-in puzzle has that id; GET /api/puzzles lists them"))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RandomQuery {
    /// The level: `beginner`, `intermediate`, `advanced` or `expert`; any level if it is left out.
    level: Option<String>,
    /// The random seed. The same seed gives the same puzzle.
    seed: Option<u64>,
}

/// Generates a puzzle of a level.
#[utoipa::path(get, path = "/api/random", params(RandomQuery),
    responses((status = 200, body = PuzzleResponse), (status = 400, body = ApiError), (status = 503, body = ApiError)))]
pub(super) async fn random(
    State(app): State<AppState>,
    query: Result<Query<RandomQuery>, QueryRejection>,
) -> Result<Json<PuzzleResponse>, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::bad_request(error.body_text()))?;
    let unknown = || ApiError::bad_request(format!("the levels are {}", Level::ALL.map(Level::word).join(", ")));
    let seed = query.seed.unwrap_or_default();
    let level = match query.level {
        Some(word) => Level::from_word(&word).ok_or_else(unknown)?,
        None => Level::ALL[(seed % 4) as usize],
    };
    generate(app, level, seed, format!("random-{}-{seed}", level.word()), "Random puzzle".to_owned()).await
}

/// Generates a puzzle, or returns a built-in one if that takes too long.
async fn generate(
    app: AppState,
    level: Level,
    seed: u64,
    id: String,
    name: String,
) -> Result<Json<PuzzleResponse>, ApiError> {
    let built_in = Arc::clone(&app.puzzles);
    let search = app.pool.search(move |observer| {
        puzzles::generate(level, seed, observer)
            .or_else(|| built_in.select(level, seed).cloned())
            .map(|rated| PuzzleResponse::from(&rated))
    });
    let found = search.await?.ok_or_else(|| ApiError::not_found("there is no puzzle of that level"))?;
    Ok(Json(PuzzleResponse { id, name, ..found }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DailyQuery {
    /// The date, such as 2026-11-15.
    date: String,
}

/// Returns the puzzle of a date, which is the same for all users.
#[utoipa::path(get, path = "/api/daily", params(DailyQuery),
    responses((status = 200, body = PuzzleResponse), (status = 400, body = ApiError), (status = 503, body = ApiError)))]
pub(super) async fn daily(
    State(app): State<AppState>,
    query: Result<Query<DailyQuery>, QueryRejection>,
) -> Result<Json<PuzzleResponse>, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::bad_request(error.body_text()))?;
    let seed =
        seed_of_date(&query.date).ok_or_else(|| ApiError::bad_request("write the date in the form 2026-11-15"))?;
    let (id, name) = (format!("daily-{}", query.date), format!("Daily {}", query.date));
    // Daily puzzles alternate between the two middle levels.
    let level = if seed % 2 == 0 { Level::Intermediate } else { Level::Advanced };
    generate(app, level, seed, id, name).await
}

/// Returns the digits of a date as one number, a different one for each date; `None` if the text is not a date.
fn seed_of_date(date: &str) -> Option<u64> {
    let part = |range: std::ops::Range<usize>, max: u64| {
        let digits = date.get(range)?;
        let number: u64 = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
        (number <= max).then_some(number)
    };
    let dashes = date.len() == 10 && date.get(4..5) == Some("-") && date.get(7..8) == Some("-");
    let (year, month, day) = (part(0..4, 9999)?, part(5..7, 12)?, part(8..10, 31)?);
    (dashes && month > 0 && day > 0).then_some((year * 100 + month) * 100 + day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dates_are_accepted_as_dates() {
        assert_eq!(seed_of_date("2026-11-15"), Some(20_261_115));
        for date in ["", "2026-11-5", "2026-13-01", "2026-00-01", "2026-01-32", "2026/11/15", "+026-11-15", "äöüäö"]
        {
            assert_eq!(seed_of_date(date), None, "{date}");
        }
    }
}
