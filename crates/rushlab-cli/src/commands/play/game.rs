//! The game as a value: inputs come in, requests come out. Nothing here reads, prints or waits.

mod keyboard;
mod mouse;
mod playback;
mod puzzle_list;

use std::collections::BTreeMap;
use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rushlab::Puzzle;
use rushlab::position::Move;
use rushlab::puzzle::{Cell, Direction};
use rushlab::session::{HintError, Session, Stars};

use self::playback::{Playback, Speed};
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
    speed: Speed,
    /// The beginning of a label that is being typed.
    typed: String,
    /// The dragged vehicle, and the offset on its line where the mouse holds it.
    drag: Option<(usize, u8)>,
    /// Number of position changes. Results of searches for an older revision are ignored.
    revision: u64,
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
            speed: Speed::default(),
            typed: String::new(),
            drag: None,
            revision: 0,
        };
        let requests = game.open(current);
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
            Input::Release => {
                self.drag = None;
                Vec::new()
            }
            Input::Tick => self.tick(),
            Input::Elapsed(time) => {
                if self.is_clock_running() {
                    self.elapsed += time;
                }
                Vec::new()
            }
            Input::SearchResponse(response) => self.take_response(*response),
            Input::Quit => self.quit(),
        }
    }

    fn press_key(&mut self, key: KeyEvent) -> Vec<Request> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if is_control_c(&key) {
            return self.quit();
        }
        if self.help {
            // Any key closes the help.
            self.help = false;
            return Vec::new();
        }
        if let Some(selected) = self.list {
            return self.press_list_key(selected, key);
        }
        if let Some(requests) = self.press_playback_key(key) {
            return requests;
        }
        if let KeyCode::Char(character) = key.code
            && !control
        {
            return self.press_letter(character);
        }
        self.typed.clear();
        let far = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Char('r') if control => self.reset(),
            KeyCode::Char(_) if control => Vec::new(),
            KeyCode::Left => self.arrow(Direction::Left, far),
            KeyCode::Right => self.arrow(Direction::Right, far),
            KeyCode::Up => self.arrow(Direction::Up, far),
            KeyCode::Down => self.arrow(Direction::Down, far),
            KeyCode::Tab => self.cycle(true),
            KeyCode::BackTab => self.cycle(false),
            KeyCode::Backspace => self.undo(),
            KeyCode::Delete => self.reset(),
            KeyCode::Enter if self.session.finished() => self.open_neighbour(true),
            KeyCode::PageDown => self.open_neighbour(true),
            KeyCode::PageUp => self.open_neighbour(false),
            KeyCode::Esc => {
                self.selected = None;
                self.notice.clear();
                self.stop_searching()
            }
            _ => Vec::new(),
        }
    }

    /// Runs the command of a key, or selects the vehicle with that label. A letter that continues a typed label is no
    /// command.
    fn press_letter(&mut self, character: char) -> Vec<Request> {
        if self.continue_label(character) {
            return Vec::new();
        }
        self.typed.clear();
        match character {
            'u' => self.undo(),
            'r' => self.redo(),
            'h' => self.start_search(SearchGoal::Hint),
            's' => self.start_search(SearchGoal::Solution),
            'l' => self.open_list(),
            'n' => self.open_neighbour(true),
            'p' => self.open_neighbour(false),
            'q' => self.quit(),
            '?' => {
                self.help = true;
                Vec::new()
            }
            letter => {
                self.select_labelled(letter);
                Vec::new()
            }
        }
    }

    fn play(&mut self, mv: Move) -> Vec<Request> {
        if let Err(refused) = self.session.play(mv) {
            self.notice = refused.to_string();
            return Vec::new();
        }
        // A move by the player ends a shown solution.
        self.playback = None;
        self.moved()
    }

    /// Updates the game after a change of the position.
    fn moved(&mut self) -> Vec<Request> {
        self.revision += 1;
        self.notice.clear();
        let mut requests = self.stop_searching();
        if let Some(gone) = self.selected.filter(|vehicle| !self.is_on_board(*vehicle)) {
            self.notice = format!("the valet has taken {}", self.session.puzzle().vehicles()[gone].label);
            (self.selected, self.drag) = (None, None);
        }
        requests.extend(self.finish());
        requests
    }

    fn stop_searching(&mut self) -> Vec<Request> {
        let mut requests: Vec<Request> = self.searching.take().map(|_| Request::Stop).into_iter().collect();
        // This stops every search, so the search for par starts again.
        if !requests.is_empty() && self.par == Par::Searching {
            requests.push(self.search_request(SearchGoal::Par));
        }
        requests
    }

    /// Records a solved puzzle and updates the notice.
    fn finish(&mut self) -> Option<Request> {
        if !self.session.finished() {
            return None;
        }
        (self.selected, self.drag) = (None, None);
        if self.solution_shown {
            self.notice = "this was the solution; ← goes back, Del restarts, n next".to_owned();
            return None;
        }
        let stars = self.session.stars().map_or(0, Stars::count);
        self.progress.solved(&self.key(), self.session.cost(), stars.max(1));
        self.notice = "solved! Enter opens the next puzzle".to_owned();
        if self.current + 1 == self.puzzles.len() {
            self.notice = "solved! This was the last puzzle".to_owned();
        }
        Some(Request::Save)
    }

    fn undo(&mut self) -> Vec<Request> {
        match self.session.undo() {
            Some(_) => self.moved(),
            None => self.set_notice("nothing to undo"),
        }
    }

    fn redo(&mut self) -> Vec<Request> {
        match self.session.redo() {
            Some(_) => self.moved(),
            None => self.set_notice("nothing to redo"),
        }
    }

    fn reset(&mut self) -> Vec<Request> {
        self.session.reset();
        self.solution_shown = false;
        self.elapsed = Duration::ZERO;
        let requests = self.moved();
        self.notice = "back at the start".to_owned();
        requests
    }

    fn set_notice(&mut self, sentence: &str) -> Vec<Request> {
        self.notice = sentence.to_owned();
        Vec::new()
    }

    fn start_search(&mut self, goal: SearchGoal) -> Vec<Request> {
        if self.session.finished() {
            return self.set_notice("the puzzle is solved");
        }
        if self.searching.is_some() {
            return Vec::new();
        }
        self.searching = Some(goal);
        self.notice = "searching…".to_owned();
        vec![self.search_request(goal)]
    }

    fn search_request(&self, goal: SearchGoal) -> Request {
        let session = self.session.clone();
        Request::Search(Box::new(SearchRequest { goal, puzzle: self.current, revision: self.revision, session }))
    }

    fn take_response(&mut self, response: SearchResponse) -> Vec<Request> {
        let SearchResponse { request, result } = response;
        if request.goal == SearchGoal::Rating {
            return self.take_rating(request.puzzle, result);
        }
        if request.puzzle != self.current {
            return Vec::new();
        }
        if request.goal == SearchGoal::Par {
            return self.set_par_result(result.map(|result| result.par));
        }
        if request.revision != self.revision || self.searching != Some(request.goal) {
            return Vec::new();
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
        Vec::new()
    }

    fn set_par_result(&mut self, par: Result<u32, HintError>) -> Vec<Request> {
        self.par = match par {
            Ok(par) => {
                self.session.set_par(par);
                Par::Known(par)
            }
            Err(HintError::Unsolvable) => {
                self.notice = "this puzzle has no solution".to_owned();
                Par::None
            }
            // `stop_searching` has started the search again.
            Err(HintError::Interrupted) => self.par,
            Err(_) => Par::Unknown,
        };
        self.finish().into_iter().collect()
    }

    /// Returns whether the time counts: the player sees the board and can move.
    fn is_clock_running(&self) -> bool {
        !self.help && self.list.is_none() && !self.solution_shown && !self.session.finished()
    }

    fn open_neighbour(&mut self, forward: bool) -> Vec<Request> {
        let next = if forward { self.current + 1 } else { self.current.wrapping_sub(1) };
        if next >= self.puzzles.len() {
            return self.set_notice(if forward { "this is the last puzzle" } else { "this is the first puzzle" });
        }
        self.leave_for(next)
    }

    /// Saves the current game and opens another puzzle.
    fn leave_for(&mut self, next: usize) -> Vec<Request> {
        self.save_game();
        let mut requests = vec![Request::Stop, Request::Save];
        requests.extend(self.open(next));
        requests
    }

    fn quit(&mut self) -> Vec<Request> {
        self.save_game();
        vec![Request::Stop, Request::Save, Request::End]
    }

    /// Saves the current game, if it is started and not finished.
    fn save_game(&mut self) {
        let started = !self.solution_shown
            && !self.session.finished()
            && (self.session.move_count() > 0 || self.session.hints() > 0);
        let game = started.then(|| SavedGame { line: self.session.save(), seconds: self.elapsed.as_secs() });
        self.progress.set_saved_game(&self.key(), game);
    }

    /// Opens a puzzle, and continues its unfinished game.
    fn open(&mut self, index: usize) -> Vec<Request> {
        self.current = index;
        let key = self.key();
        let puzzle = self.puzzles[index].clone();
        // The saved game may have another name; the name of this run is used.
        let progress = self.progress.of(&key);
        let saved = progress.game.and_then(|game| Session::restore(&game).ok());
        let saved = saved.filter(|session| session.puzzle().clone().with_name(None) == puzzle.clone().with_name(None));
        self.notice = if saved.is_some() { "the saved game is continued".to_owned() } else { String::new() };
        self.elapsed = Duration::from_secs(saved.as_ref().and(progress.seconds).unwrap_or(0));
        self.session = saved.unwrap_or_else(|| Session::new(puzzle));
        (self.selected, self.drag, self.searching, self.solution_shown) = (None, None, None, false);
        self.playback = None;
        self.typed.clear();
        self.revision += 1;
        self.progress.last = Some(key);
        self.par = self.session.known_par().map_or(Par::Searching, Par::Known);
        match self.par {
            Par::Known(_) => Vec::new(),
            _ => vec![self.search_request(SearchGoal::Par)],
        }
    }
}

/// Returns whether a key is Ctrl-C, which is an ordinary key in raw mode.
pub(super) fn is_control_c(key: &KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c'))
}
