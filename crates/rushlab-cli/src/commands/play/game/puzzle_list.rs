//! The list of puzzles, from which the player chooses one. Level and par are searched in the background, for puzzles
//! near the selected one first.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use rushlab::analysis::Level;
use rushlab::session::{HintError, Session};

use super::super::background_search::{SearchAnswer, SearchGoal, SearchRequest};
use super::{Game, Par, Request};

/// Number of rows by which PageUp and PageDown move.
const PAGE: usize = 10;

/// Puzzles at most this far from the selected one are rated.
const RATED_DISTANCE: usize = 25;

/// What the list shows about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Rating {
    /// The level; `None` if it is not known, or if the rules have no levels.
    pub(in super::super) level: Option<Level>,
    pub(in super::super) par: Par,
}

impl Game {
    pub(super) fn open_list(&mut self) {
        self.list = Some(self.current);
        self.request_rating();
    }

    pub(super) fn press_list_key(&mut self, selected: usize, key: KeyEvent) {
        let last = self.puzzles.len() - 1;
        let selected = match key.code {
            KeyCode::Up => selected.saturating_sub(1),
            KeyCode::Down => (selected + 1).min(last),
            KeyCode::PageUp => selected.saturating_sub(PAGE),
            KeyCode::PageDown => (selected + PAGE).min(last),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Enter | KeyCode::Esc | KeyCode::Char('l' | 'q') => {
                self.list = None;
                if key.code == KeyCode::Enter && selected != self.current {
                    self.leave_for(selected);
                }
                return;
            }
            _ => selected,
        };
        self.list = Some(selected);
        self.request_rating();
    }

    /// Searches for level and par of the nearest puzzle without them, if the list is open and no such search runs.
    fn request_rating(&mut self) {
        let Some(selected) = self.list.filter(|_| self.rating_searched.is_none()) else { return };
        let near = selected.saturating_sub(RATED_DISTANCE)..(selected + RATED_DISTANCE + 1).min(self.puzzles.len());
        let missing = near.filter(|puzzle| !self.ratings.contains_key(puzzle));
        self.rating_searched = missing.min_by_key(|puzzle| puzzle.abs_diff(selected));
        self.requests.extend(self.rating_searched.map(|puzzle| {
            let session = Session::new(self.puzzles[puzzle].clone());
            Request::Search(Box::new(SearchRequest { goal: SearchGoal::Rating, puzzle, revision: 0, session }))
        }));
    }

    /// Stores level and par of a puzzle, and starts the next search.
    pub(super) fn take_rating(&mut self, puzzle: usize, result: Result<SearchAnswer, HintError>) {
        self.rating_searched = None;
        let rating = match result {
            Ok(found) => Some(Rating { level: found.level, par: Par::Known(found.par) }),
            Err(HintError::Unsolvable) => Some(Rating { level: None, par: Par::None }),
            Err(HintError::Interrupted) => None,
            Err(_) => Some(Rating { level: None, par: Par::Unknown }),
        };
        self.ratings.extend(rating.map(|rating| (puzzle, rating)));
        self.request_rating();
    }

    pub(in super::super) fn rating(&self, puzzle: usize) -> Option<Rating> {
        self.ratings.get(&puzzle).copied()
    }
}
