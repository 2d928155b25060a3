//! The game as a value: inputs come in, requests come out. Nothing here reads, prints or waits.

mod keyboard;
mod mouse;
mod playback;
mod puzzle_list;

use std::collections::BTreeMap;
use std::time::Duration;

use ratatui::crossterm::event::KeyEvent;
use rushlab::Puzzle;
use rushlab::position::Move;
use rushlab::puzzle::Cell;
use rushlab::session::{HintError, Session, Stars};

pub(super) use self::keyboard::is_control_c;
use self::playback::{NORMAL_SPEED, Playback};
use self::puzzle_list::Rating;
use super::background_search::{SearchGoal, SearchRequest, SearchResponse};
use super::player_progress::{PlayerProgress, SavedGame, key};

pub(super) enum Input {
    Key(KeyEvent),
    Press(Option<Cell>),
    Drag(Option<Cell>),
    Release,
    /// The display time of one cell has passed. A playing solution advances.
    Tick,
    /// This time has passed since the last input of this kind.
    Elapsed(Duration),
    /// A background search has finished.
    SearchResponse(Box<SearchResponse>),
    /// The program must end.
    Quit,
}

#[derive(Debug)]
pub(super) enum Request {
    /// Start a background search.
    Search(Box<SearchRequest>),
    Stop,
    Save,
    End,
}

pub(super) struct Game {
    puzzles: Vec<Puzzle>,
    pub(super) current: usize,
    pub(super) session: Session,
    /// The vehicle that keys move.
    pub(super) selected: Option<usize>,
    /// The line below the board.
    pub(super) notice: String,
    pub(super) help: bool,
    /// The selected puzzle of the list, if the list is shown.
    pub(super) list: Option<usize>,
    ratings: BTreeMap<usize, Rating>,
    /// The puzzle whose rating is being searched.
    rating_searched: Option<usize>,
    pub(super) progress: PlayerProgress,
    pub(super) elapsed: Duration,
    /// Par, as far as it is known.
    pub(super) par: Par,
    /// The search that the player has requested.
    pub(super) searching: Option<SearchGoal>,
    /// Whether the solution was shown since the start; then the player earns no stars.
    pub(super) solution_shown: bool,
    playback: Option<Playback>,
    /// The speed of shown solutions: an index of [`playback::SPEEDS`].
    speed: usize,
    /// The beginning of a label that is being typed.
    typed: String,
    /// The dragged vehicle, and the offset on its line where the mouse holds it.
    drag: Option<(usize, u8)>,
    /// Number of position changes. Results of searches for an older revision are ignored.
    revision: u64,
    /// The requests of the current input.
    requests: Vec<Request>,
}

/// What is known about the cost of a shortest solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Par {
    Searching,
    Known(u32),
    /// There is no solution.
    None,
    /// The search reached a limit.
    Unknown,
}

impl Game {
    /// Creates a game that continues where the player left it, and its first requests.
    pub(super) fn new(puzzles: Vec<Puzzle>, progress: PlayerProgress, first: Option<usize>) -> (Game, Vec<Request>) {
        let last = || puzzles.iter().position(|puzzle| progress.last.as_deref() == Some(&key(puzzle)));
        let current = first.filter(|index| *index < puzzles.len()).or_else(last).unwrap_or(0);
        let session = Session::new(puzzles[current].clone());
        let mut game = Game {
            puzzles,
            current,
            session,
            selected: None,
            notice: String::new(),
            help: false,
            list: None,
            ratings: BTreeMap::new(),
            rating_searched: None,
            progress,
            elapsed: Duration::ZERO,
            par: Par::Searching,
            searching: None,
            solution_shown: false,
            playback: None,
            speed: NORMAL_SPEED,
            typed: String::new(),
            drag: None,
            revision: 0,
            requests: Vec::new(),
        };
        game.open(current);
        let requests = std::mem::take(&mut game.requests);
        (game, requests)
    }

    pub(super) fn puzzle_count(&self) -> usize {
        self.puzzles.len()
    }

    pub(super) fn puzzle(&self, index: usize) -> &Puzzle {
        &self.puzzles[index]
    }

    pub(super) fn key(&self) -> String {
        key(&self.puzzles[self.current])
    }

    /// Updates the game, and returns its requests.
    pub(super) fn update(&mut self, input: Input) -> Vec<Request> {
        match input {
            Input::Key(key) => self.press_key(key),
            Input::Press(cell) => self.press_mouse(cell),
            Input::Drag(cell) => self.drag_to(cell),
            Input::Release => self.drag = None,
            Input::Tick => self.tick(),
            Input::Elapsed(time) if self.is_clock_running() => self.elapsed += time,
            Input::Elapsed(_) => {}
            Input::SearchResponse(response) => self.take_response(*response),
            Input::Quit => self.quit(),
        }
        std::mem::take(&mut self.requests)
    }

    fn play(&mut self, mv: Move) {
        if let Err(refused) = self.session.play(mv) {
            self.notice = refused.to_string();
            return;
        }
        // A move by the player ends a shown solution.
        self.playback = None;
        self.moved();
    }

    /// Updates the game after a change of the position.
    fn moved(&mut self) {
        self.revision += 1;
        self.notice.clear();
        self.stop_searching();
        if let Some(gone) = self.selected.filter(|vehicle| !self.is_on_board(*vehicle)) {
            self.notice = format!("the valet has taken {}", self.session.puzzle().vehicles()[gone].label);
            (self.selected, self.drag) = (None, None);
        }
        self.finish();
    }

    fn stop_searching(&mut self) {
        if self.searching.take().is_some() {
            self.requests.push(Request::Stop);
            // This stops every search, so the search for par starts again.
            if self.par == Par::Searching {
                self.search(SearchGoal::Par);
            }
        }
    }

    /// Records a solved puzzle and updates the notice.
    fn finish(&mut self) {
        if !self.session.finished() {
            return;
        }
        (self.selected, self.drag) = (None, None);
        if self.solution_shown {
            return self.set_notice("this was the solution; ← goes back, Del restarts, n next");
        }
        let stars = self.session.stars().map_or(0, Stars::count);
        self.progress.solved(&self.key(), self.session.cost(), stars.max(1));
        let is_last = self.current + 1 == self.puzzles.len();
        self.set_notice(if is_last {
            "solved! This was the last puzzle"
        } else {
            "solved! Enter opens the next puzzle"
        });
        self.requests.push(Request::Save);
    }

    fn undo(&mut self) {
        match self.session.undo() {
            Some(_) => self.moved(),
            None => self.set_notice("nothing to undo"),
        }
    }

    fn redo(&mut self) {
        match self.session.redo() {
            Some(_) => self.moved(),
            None => self.set_notice("nothing to redo"),
        }
    }

    fn reset(&mut self) {
        self.session.reset();
        self.solution_shown = false;
        self.elapsed = Duration::ZERO;
        self.moved();
        self.set_notice("back at the start");
    }

    fn set_notice(&mut self, sentence: &str) {
        sentence.clone_into(&mut self.notice);
    }

    fn start_search(&mut self, goal: SearchGoal) {
        if self.session.finished() {
            self.set_notice("the puzzle is solved");
        } else if self.searching.is_none() {
            self.searching = Some(goal);
            self.set_notice("searching…");
            self.search(goal);
        }
    }

    fn search(&mut self, goal: SearchGoal) {
        let (puzzle, revision, session) = (self.current, self.revision, self.session.clone());
        self.requests.push(Request::Search(Box::new(SearchRequest { goal, puzzle, revision, session })));
    }

    fn take_response(&mut self, SearchResponse { request, result }: SearchResponse) {
        if request.goal == SearchGoal::Rating {
            return self.take_rating(request.puzzle, result);
        }
        if request.puzzle != self.current {
            return;
        }
        if request.goal == SearchGoal::Par {
            return self.set_par_result(result.map(|result| result.par));
        }
        if request.revision != self.revision || self.searching != Some(request.goal) {
            return;
        }
        self.searching = None;
        match result {
            Ok(found) => {
                let par = self.session.known_par();
                self.session = request.session;
                par.into_iter().for_each(|par| self.session.set_par(par));
                self.notice = found.text;
                self.selected = found.vehicle.or(self.selected);
                if !found.moves.is_empty() {
                    self.solution_shown = true;
                    self.playback = Some(Playback::new(self.session.clone(), &found.moves));
                    self.notice = self.playback_notice();
                }
            }
            Err(reason) => self.notice = reason.to_string(),
        }
    }

    fn set_par_result(&mut self, par: Result<u32, HintError>) {
        self.par = match par {
            Ok(par) => {
                self.session.set_par(par);
                Par::Known(par)
            }
            Err(HintError::Unsolvable) => {
                self.set_notice("this puzzle has no solution");
                Par::None
            }
            // `stop_searching` has started the search again.
            Err(HintError::Interrupted) => self.par,
            Err(_) => Par::Unknown,
        };
        self.finish();
    }

    /// Returns whether the time counts: the player sees the board and can move.
    fn is_clock_running(&self) -> bool {
        !self.help && self.list.is_none() && !self.solution_shown && !self.session.finished()
    }

    fn open_neighbour(&mut self, forward: bool) {
        let next = if forward { self.current + 1 } else { self.current.wrapping_sub(1) };
        if next >= self.puzzles.len() {
            return self.set_notice(if forward { "this is the last puzzle" } else { "this is the first puzzle" });
        }
        self.leave_for(next);
    }

    /// Saves the current game and opens another puzzle.
    fn leave_for(&mut self, next: usize) {
        self.save_game();
        self.open(next);
    }

    fn quit(&mut self) {
        self.save_game();
        self.requests.push(Request::End);
    }

    /// Ends the searches, and saves the current game if it is started and not finished.
    fn save_game(&mut self) {
        let started = !self.solution_shown
            && !self.session.finished()
            && (self.session.move_count() > 0 || self.session.hints() > 0);
        let game = started.then(|| SavedGame { line: self.session.save(), seconds: self.elapsed.as_secs() });
        self.progress.set_saved_game(&self.key(), game);
        self.requests.extend([Request::Stop, Request::Save]);
    }

    /// Opens a puzzle, and continues its unfinished game.
    fn open(&mut self, index: usize) {
        self.current = index;
        let key = self.key();
        let puzzle = self.puzzles[index].clone();
        // The saved game may have another name; the name of this run is used.
        let progress = self.progress.of(&key);
        let saved = progress.game.and_then(|game| Session::restore(&game).ok());
        let saved = saved.filter(|session| session.puzzle().clone().with_name(None) == puzzle.clone().with_name(None));
        self.set_notice(if saved.is_some() { "the saved game is continued" } else { "" });
        self.elapsed = Duration::from_secs(saved.as_ref().and(progress.seconds).unwrap_or(0));
        self.session = saved.unwrap_or_else(|| Session::new(puzzle));
        (self.selected, self.drag, self.searching, self.solution_shown) = (None, None, None, false);
        self.playback = None;
        self.typed.clear();
        self.revision += 1;
        self.progress.last = Some(key);
        self.par = self.session.known_par().map_or(Par::Searching, Par::Known);
        if self.par == Par::Searching {
            self.search(SearchGoal::Par);
        }
    }
}
