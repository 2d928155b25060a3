//! Levels to play.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use utoipa::{IntoParams, ToSchema};

use crate::Lab;
use crate::board::{self, Board};
use crate::failure::Failure;
use crate::levels::{self, Level, Tier};

/// A level in the list.
#[derive(Serialize, ToSchema)]
pub(super) struct Line {
    id: String,
    name: String,
    tier: &'static str,
    /// What a shortest solution costs.
    par: u32,
    /// The puzzle as text.
    short: String,
}

/// A level to play.
#[derive(Serialize, ToSchema)]
pub(super) struct Full {
    id: String,
    name: String,
    tier: &'static str,
    /// What a shortest solution costs.
    par: u32,
    board: Board,
}

impl From<&Level> for Line {
    fn from(level: &Level) -> Line {
        let (id, name) = (level.id.clone(), level.name.clone());
        Line { id, name, tier: level.tier.word(), par: level.par, short: board::short(&level.puzzle) }
    }
}

impl From<&Level> for Full {
    fn from(level: &Level) -> Full {
        let (id, name) = (level.id.clone(), level.name.clone());
        Full { id, name, tier: level.tier.word(), par: level.par, board: Board::from(&level.puzzle) }
    }
}

/// Looks at the levels; the first to do so finds their lengths out.
async fn look<T: Send + 'static>(lab: Lab, look: impl FnOnce(&Lab) -> T + Send + 'static) -> Result<T, Failure> {
    spawn_blocking(move || look(&lab)).await.map_err(|_| Failure::ours())
}

/// Every built-in level, easy ones first.
#[utoipa::path(get, path = "/api/levels", responses((status = 200, body = Vec<Line>)))]
pub(super) async fn levels(State(lab): State<Lab>) -> Result<Json<Vec<Line>>, Failure> {
    look(lab, |lab| lab.levels.all().iter().map(Line::from).collect()).await.map(Json)
}

/// One level.
#[utoipa::path(get, path = "/api/levels/{id}",
    params(("id" = String, Path, description = "as the list of levels has it")),
    responses((status = 200, body = Full), (status = 404, body = Failure)))]
pub(super) async fn level(State(lab): State<Lab>, Path(id): Path<String>) -> Result<Json<Full>, Failure> {
    let found = look(lab, move |lab| lab.levels.named(&id).map(Full::from)).await?;
    found.map(Json).ok_or_else(|| Failure::missing("no level has that number; GET /api/levels lists them"))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    /// How hard: a tier as the menu lists them; any, if it is left out.
    tier: Option<String>,
    /// The same number draws the same level.
    seed: Option<u64>,
}

/// A new level of a wanted difficulty.
#[utoipa::path(get, path = "/api/random", params(Wanted),
    responses((status = 200, body = Full), (status = 400, body = Failure), (status = 503, body = Failure)))]
pub(super) async fn random(
    State(lab): State<Lab>,
    wanted: Result<Query<Wanted>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Full>, Failure> {
    let Query(wanted) = wanted.map_err(|error| Failure::bad(error.body_text()))?;
    let unknown = || Failure::bad(format!("the tiers are {}", Tier::ALL.map(Tier::word).join(", ")));
    let seed = wanted.seed.unwrap_or_default();
    let tier = match wanted.tier {
        Some(word) => Tier::from_word(&word).ok_or_else(unknown)?,
        None => Tier::ALL[(seed % 4) as usize],
    };
    new(lab, tier, seed, format!("random-{}-{seed}", tier.word()), "A new level".to_owned()).await
}

/// A new level; one of the built-in ones where none is made in time.
async fn new(lab: Lab, tier: Tier, number: u64, id: String, name: String) -> Result<Json<Full>, Failure> {
    let levels = Arc::clone(&lab.levels);
    let search = lab.workshop.search(move |watch| {
        levels::made(tier, number, watch)
            .or_else(|| levels.drawn(tier, number).cloned())
            .map(|level| Full::from(&level))
    });
    let found = search.await?.ok_or_else(|| Failure::missing("there is no level of that tier"))?;
    Ok(Json(Full { id, name, ..found }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Day {
    /// The day, as in 2026-11-15.
    date: String,
}

/// The level of a day: the same for everybody.
#[utoipa::path(get, path = "/api/daily", params(Day),
    responses((status = 200, body = Full), (status = 400, body = Failure), (status = 503, body = Failure)))]
pub(super) async fn daily(
    State(lab): State<Lab>,
    day: Result<Query<Day>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Full>, Failure> {
    let Query(day) = day.map_err(|error| Failure::bad(error.body_text()))?;
    let number = number_of(&day.date).ok_or_else(|| Failure::bad("write the date as in 2026-11-15"))?;
    let (id, name) = (format!("daily-{}", day.date), format!("Daily {}", day.date));
    // Neither too easy for those who come every day nor too hard for those who do not.
    let tier = if number % 2 == 0 { Tier::Intermediate } else { Tier::Advanced };
    new(lab, tier, number, id, name).await
}

/// A number for a date, different for each.
fn number_of(date: &str) -> Option<u64> {
    let part = |range: std::ops::Range<usize>, most: u64| {
        let digits = date.get(range)?;
        let number: u64 = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
        (number <= most).then_some(number)
    };
    let dashes = date.len() == 10 && date.get(4..5) == Some("-") && date.get(7..8) == Some("-");
    let (year, month, day) = (part(0..4, 9999)?, part(5..7, 12)?, part(8..10, 31)?);
    (dashes && month > 0 && day > 0).then_some((year * 100 + month) * 100 + day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_a_date() {
        assert_eq!(number_of("2026-11-15"), Some(20_261_115));
        for date in ["", "2026-11-5", "2026-13-01", "2026-00-01", "2026-01-32", "2026/11/15", "+026-11-15", "äöüäö"]
        {
            assert_eq!(number_of(date), None, "{date}");
        }
    }
}
