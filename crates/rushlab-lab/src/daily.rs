//! The daily puzzles: one of each level for every date, the same for all users.
//!
//! They come from a table of ids, which `scripts/daily-puzzles` writes, so that no visitor waits for a search. The
//! table has a year; then it begins again.

use std::sync::Arc;

use rushlab::Puzzle;
use rushlab::analysis::Level;
use serde::Deserialize;

use crate::Lab;
use crate::built_in::RatedPuzzle;
use crate::error::LabError;
use crate::job::{Job, Request};
use crate::puzzles::PuzzleResponse;

/// A line `# level` begins the puzzles of a level; every other line is an id without its size, 6×6, and the par.
static TABLE: &str = include_str!("daily.txt");

/// The day of the first line.
const FIRST_DAY: u64 = days_before(2026, 1, 1);

/// Requests a puzzle of a date, which is the same for all users.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct DailyRequest {
    /// The date, such as 2026-11-15.
    date: String,
    /// The level: `beginner`, `intermediate`, `advanced` or `expert`; `intermediate` if it is left out.
    level: Option<String>,
}

impl Request for DailyRequest {
    fn job(self, _: &Arc<Lab>) -> Result<Job, LabError> {
        let wrong = || LabError::bad_request("there is no such date; write one in the form 2026-11-15");
        let day = day_number(&self.date).ok_or_else(wrong)?;
        let level = self.level.as_deref().map_or(Some(Level::Intermediate), Level::from_word);
        let level = level.ok_or_else(LabError::unknown_level)?;
        let none = || LabError::not_found("there is no puzzle of that level");
        Ok(Job::instant(move || {
            rated(&self.date, day, level).map(|found| PuzzleResponse::from(&found)).ok_or_else(none)
        }))
    }
}

/// Returns the puzzles of a date such as 2026-11-15, one of each level, easy ones first; none if the text is not a
/// date.
pub fn daily(date: &str) -> Vec<Puzzle> {
    let Some(day) = day_number(date) else { return Vec::new() };
    let named = |found: RatedPuzzle| found.puzzle.with_name(Some(found.name));
    Level::ALL.into_iter().filter_map(|level| rated(date, day, level).map(named)).collect()
}

/// Returns the puzzle of a day and a level.
fn rated(date: &str, day: u64, level: Level) -> Option<RatedPuzzle> {
    let lines = TABLE.split("# ").find_map(|part| part.strip_prefix(level.word()))?.trim().lines();
    let count = lines.clone().count() as u64;
    let line = lines.clone().nth((day + count - FIRST_DAY % count).checked_rem(count)? as usize)?;
    let (id, par) = line.split_once(' ')?;
    let puzzle = Puzzle::from_id(&format!("6x6-{id}")).ok()?;
    let (id, name) = (format!("daily-{date}-{}", level.word()), format!("Daily {date}, {}", level.word()));
    Some(RatedPuzzle { id, name, level, par: par.parse().ok()?, puzzle })
}

/// Returns the number of days from the beginning of the calendar until a date; `None` if the text is not a date.
fn day_number(date: &str) -> Option<u64> {
    let part = |range: std::ops::Range<usize>, max: u64| {
        let digits = date.get(range)?;
        let number: u64 = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
        (number > 0 && number <= max).then_some(number)
    };
    let dashes = date.len() == 10 && date.get(4..5) == Some("-") && date.get(7..8) == Some("-");
    let (year, month) = (part(0..4, 9999)?, part(5..7, 12)?);
    let day = part(8..10, days_of_month(year, month))?;
    dashes.then(|| days_before(year, month, day))
}

const fn days_of_month(year: u64, month: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + is_leap as u64,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the number of days before a date, since 1 January of the year 1.
const fn days_before(year: u64, month: u64, day: u64) -> u64 {
    let years = year - 1;
    let mut days = 365 * years + years / 4 - years / 100 + years / 400;
    let mut before = 1;
    while before < month {
        days += days_of_month(year, before);
        before += 1;
    }
    days + day - 1
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rushlab::analysis::{Cluster, Difficulty};
    use rushlab::search::{Limits, Solver};

    use super::*;

    #[test]
    fn every_date_has_a_puzzle_of_each_level() {
        let puzzles = daily("2026-01-15");
        let names: Vec<&str> = puzzles.iter().filter_map(Puzzle::name).collect();
        assert_eq!(names[0], "Daily 2026-01-15, beginner");
        assert_eq!(names.len(), 4);
        assert_eq!(daily("2026-13-15"), []);
        for date in ["0001-01-01", "2025-12-31", "9999-12-31"] {
            assert_eq!(daily(date).len(), 4, "{date}");
        }
    }

    #[test]
    fn the_table_has_a_year_of_different_puzzles() {
        for level in Level::ALL {
            let day = |number| rated("", FIRST_DAY + number, level).unwrap().puzzle.id();
            let ids: HashSet<String> = (0..366).map(day).collect();
            assert_eq!(ids.len(), 366, "{}", level.word());
            assert_eq!(day(366), day(0));
        }
    }

    #[test]
    fn par_and_level_are_those_of_the_puzzles() {
        for level in Level::ALL {
            // A few of each level: experts take long.
            for number in [0, 100, 365] {
                let found = rated("", FIRST_DAY + number, level).unwrap();
                assert_eq!(Solver::new(&found.puzzle).run().cost(), Some(found.par), "{}", found.puzzle.id());
                let cluster = Cluster::new(&found.puzzle, Limits::default(), &mut ()).unwrap();
                assert_eq!(Difficulty::of(&cluster, 0).unwrap().level(), level, "{}", found.puzzle.id());
            }
        }
    }

    #[test]
    fn only_dates_are_accepted_as_dates() {
        assert_eq!(day_number("0001-01-01"), Some(0));
        // 719,162 days before the epoch of Unix.
        assert_eq!(day_number("1970-01-01"), Some(719_162));
        assert_eq!(day_number("2026-11-15"), Some(719_162 + 20_772));
        for date in ["2028-02-29", "2000-02-29", "9999-12-31"] {
            assert!(day_number(date).is_some(), "{date}");
        }
        for date in ["", "2026-11-5", "2026-13-01", "2026-00-01", "2026-01-32", "2026/11/15", "+026-11-15", "äöüäö"]
        {
            assert_eq!(day_number(date), None, "{date}");
        }
        for date in ["0000-02-30", "0000-01-01", "2026-02-29", "2100-02-29", "2026-04-31", "2026-11-00"] {
            assert_eq!(day_number(date), None, "{date}");
        }
    }
}
