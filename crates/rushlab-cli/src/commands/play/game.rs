//! The game as a value: inputs come in, requests come out. Nothing here reads, prints or waits.

mod pointing;
mod selecting;

use std::collections::VecDeque;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rushlab::Puzzle;
use rushlab::position::Move;
use rushlab::puzzle::{Cell, Direction};
use rushlab::session::{HintError, Session, Stars};

use super::progress::{Progress, key};
use super::think::{Answer, Question, QuestionKind};

/// An input of the game.
pub(super) enum Input {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was pressed over a cell, or over none.
    Press(Option<Cell>),
    /// The mouse was moved while pressed.
    Drag(Option<Cell>),
    /// The mouse was released.
    Release,
    /// The time of one cell has passed, when a solution plays.
    Tick,
    /// Removes a running search.
    Answer(Box<Answer>),
    /// The program must end.
    Quit,
}

/// A request to the main loop.
#[derive(Debug)]
pub(super) enum Request {
    /// Search for the answer to a question.
    Search(Box<Question>),
    /// Stop all searches.
    Stop,
    /// Save the progress.
    Save,
    /// End the program.
    End,
}

/// The state of the game.
pub(super) struct Game {
    levels: Vec<Puzzle>,
    /// The index of the current level, from 0.
    pub(super) level: usize,
    pub(super) session: Session,
    /// The vehicle that keys move.
    pub(super) selected: Option<usize>,
    /// The line below the board.
    pub(super) notice: String,
    /// Whether the help is shown.
    pub(super) help: bool,
    pub(super) progress: Progress,
    /// Par, as far as it is known.
    pub(super) par: Par,
    /// The search that the player has requested.
    pub(super) searching: Option<QuestionKind>,
    /// Whether the solution was shown since the start; then the player earns no stars.
    pub(super) shown: bool,
    /// The remaining moves of a playing solution, one cell each.
    film: VecDeque<Move>,
    /// The dragged vehicle, and the place along its line where the mouse holds it.
    grip: Option<(usize, u8)>,
    /// The number of position changes. It identifies answers to outdated questions.
    turn: u64,
}

/// What is known about the cost of a shortest solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Par {
    /// The search is running.
    Searching,
    /// The cost.
    Known(u32),
    /// There is no solution.
    None,
    /// The search reached a limit.
    Unknown,
}

impl Game {
    /// Creates a game that continues where the player left it, and its first requests.
    pub(super) fn new(levels: Vec<Puzzle>, progress: Progress, begin: Option<usize>) -> (Game, Vec<Request>) {
        let last = || levels.iter().position(|puzzle| progress.last.as_deref() == Some(&key(puzzle)));
        let level = begin.filter(|level| *level < levels.len()).or_else(last).unwrap_or(0);
        let session = Session::new(levels[level].clone());
        let mut game = Game {
            levels,
            level,
            session,
            selected: None,
            notice: String::new(),
            help: false,
            progress,
            par: Par::Searching,
            searching: None,
            shown: false,
            film: VecDeque::new(),
            grip: None,
            turn: 0,
        };
        let requests = game.open(level);
        (game, requests)
    }

    /// Returns the number of levels.
    pub(super) fn levels(&self) -> usize {
        self.levels.len()
    }

    /// Returns the key of the current level.
    pub(super) fn key(&self) -> String {
        key(&self.levels[self.level])
    }

    /// Returns whether a solution is playing.
    pub(super) fn is_playing(&self) -> bool {
        !self.film.is_empty()
    }

    /// Updates the game, and returns its requests.
    pub(super) fn update(&mut self, input: Input) -> Vec<Request> {
        match input {
            Input::Key(key) => self.press_key(key),
            Input::Press(cell) => self.press_mouse(cell),
            Input::Drag(cell) => self.drag(cell),
            Input::Release => {
                self.grip = None;
                Vec::new()
            }
            Input::Tick => self.tick(),
            Input::Answer(answer) => self.answer(*answer),
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
        if self.is_playing() {
            self.film.clear();
            self.notice = "stopped; u undoes moves".to_owned();
            return Vec::new();
        }
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
            KeyCode::Enter if self.session.finished() => self.step_level(true),
            KeyCode::PageDown => self.step_level(true),
            KeyCode::PageUp => self.step_level(false),
            KeyCode::Esc => {
                self.selected = None;
                self.notice.clear();
                self.stop_searching()
            }
            KeyCode::Char(character) => self.press_letter(character),
            _ => Vec::new(),
        }
    }

    /// Runs the command of a lower-case letter; any other letter or digit selects the vehicle of that name.
    fn press_letter(&mut self, character: char) -> Vec<Request> {
        match character {
            'u' => self.undo(),
            'r' => self.redo(),
            'h' => self.ask(QuestionKind::Hint),
            's' => self.ask(QuestionKind::Solution),
            'n' => self.step_level(true),
            'p' => self.step_level(false),
            'q' => self.quit(),
            '?' => {
                self.help = true;
                Vec::new()
            }
            letter => {
                self.select_named(letter);
                Vec::new()
            }
        }
    }

    fn play(&mut self, mv: Move) -> Vec<Request> {
        if let Err(refused) = self.session.play(mv) {
            self.notice = refused.to_string();
            return Vec::new();
        }
        self.moved()
    }

    /// Updates the game after a change of the position.
    fn moved(&mut self) -> Vec<Request> {
        self.turn += 1;
        self.notice.clear();
        let mut requests = self.stop_searching();
        if let Some(gone) = self.selected.filter(|vehicle| !self.is_on_board(*vehicle)) {
            self.notice = format!("the valet has taken {}", self.session.puzzle().vehicles()[gone].label);
            (self.selected, self.grip) = (None, None);
        }
        requests.extend(self.finish());
        requests
    }

    /// Cancels the search that the player has requested.
    fn stop_searching(&mut self) -> Vec<Request> {
        let mut requests: Vec<Request> = self.searching.take().map(|_| Request::Stop).into_iter().collect();
        // This stops every search, so the search for par starts again.
        if !requests.is_empty() && self.par == Par::Searching {
            requests.push(self.question(QuestionKind::Par));
        }
        requests
    }

    /// If the puzzle is solved, records it and updates the notice.
    fn finish(&mut self) -> Option<Request> {
        if !self.session.finished() {
            return None;
        }
        (self.selected, self.grip) = (None, None);
        if self.shown {
            self.notice = "that was the solution; Del starts again, n plays the next level".to_owned();
            return None;
        }
        let stars = self.session.stars().map_or(0, Stars::count);
        self.progress.solved(&self.key(), self.session.cost(), stars.max(1));
        self.notice = "solved! Enter plays the next level".to_owned();
        if self.level + 1 == self.levels.len() {
            self.notice = "solved! This was the last level".to_owned();
        }
        Some(Request::Save)
    }

    fn undo(&mut self) -> Vec<Request> {
        match self.session.undo() {
            Some(_) => self.moved(),
            None => self.say("nothing to undo"),
        }
    }

    fn redo(&mut self) -> Vec<Request> {
        match self.session.redo() {
            Some(_) => self.moved(),
            None => self.say("nothing to redo"),
        }
    }

    fn reset(&mut self) -> Vec<Request> {
        self.session.reset();
        self.shown = false;
        let requests = self.moved();
        self.notice = "back at the start".to_owned();
        requests
    }

    fn say(&mut self, sentence: &str) -> Vec<Request> {
        self.notice = sentence.to_owned();
        Vec::new()
    }

    fn ask(&mut self, kind: QuestionKind) -> Vec<Request> {
        if self.session.finished() {
            return self.say("the puzzle is solved");
        }
        if self.searching.is_some() {
            return Vec::new();
        }
        self.searching = Some(kind);
        self.notice = "searching…".to_owned();
        vec![self.question(kind)]
    }

    fn question(&self, kind: QuestionKind) -> Request {
        let session = self.session.clone();
        Request::Search(Box::new(Question { kind, level: self.level, turn: self.turn, session }))
    }

    fn answer(&mut self, answer: Answer) -> Vec<Request> {
        let Answer { question, found } = answer;
        if question.level != self.level {
            return Vec::new();
        }
        if question.kind == QuestionKind::Par {
            return self.take_par(found.map(|found| found.par));
        }
        if question.turn != self.turn || self.searching != Some(question.kind) {
            return Vec::new();
        }
        self.searching = None;
        match found {
            Ok(found) => {
                let par = self.session.known_par();
                self.session = question.session;
                par.into_iter().for_each(|par| self.session.set_par(par));
                self.notice = found.text;
                self.selected = found.vehicle.or(self.selected);
                self.shown |= !found.moves.is_empty();
                self.film = found.moves.into_iter().flat_map(cell_by_cell).collect();
            }
            Err(reason) => self.notice = reason.to_string(),
        }
        Vec::new()
    }

    fn take_par(&mut self, par: Result<u32, HintError>) -> Vec<Request> {
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

    /// Plays the next cell of a solution.
    fn tick(&mut self) -> Vec<Request> {
        let Some(mv) = self.film.pop_front() else { return Vec::new() };
        self.selected = Some(mv.vehicle);
        let requests = self.play(mv);
        if !self.session.finished() {
            self.notice = "the solution plays; any key stops it".to_owned();
        }
        requests
    }

    fn step_level(&mut self, forward: bool) -> Vec<Request> {
        let next = if forward { self.level + 1 } else { self.level.wrapping_sub(1) };
        if next >= self.levels.len() {
            return self.say(if forward { "this is the last level" } else { "this is the first level" });
        }
        let mut requests = vec![Request::Stop];
        self.save_game();
        requests.push(Request::Save);
        requests.extend(self.open(next));
        requests
    }

    fn quit(&mut self) -> Vec<Request> {
        self.save_game();
        vec![Request::Stop, Request::Save, Request::End]
    }

    /// Saves the current game, if it is started and not finished.
    fn save_game(&mut self) {
        let begun = !self.shown && !self.session.finished() && (self.session.moves() > 0 || self.session.hints() > 0);
        let game = begun.then(|| self.session.save());
        self.progress.keep_game(&self.key(), game);
    }

    /// Opens a level, and continues its unfinished game.
    fn open(&mut self, level: usize) -> Vec<Request> {
        self.level = level;
        let key = self.key();
        let puzzle = self.levels[level].clone();
        // The saved game may have another name; the name of this run is used.
        let kept = self.progress.of(&key).game.and_then(|game| Session::restore(&game).ok());
        let kept = kept.filter(|session| session.puzzle().clone().with_name(None) == puzzle.clone().with_name(None));
        self.notice = if kept.is_some() { "the game goes on where you left it".to_owned() } else { String::new() };
        self.session = kept.unwrap_or_else(|| Session::new(puzzle));
        (self.selected, self.grip, self.searching, self.shown) = (None, None, None, false);
        self.film.clear();
        self.turn += 1;
        self.progress.last = Some(key);
        self.par = self.session.known_par().map_or(Par::Searching, Par::Known);
        match self.par {
            Par::Known(_) => Vec::new(),
            _ => vec![self.question(QuestionKind::Par)],
        }
    }
}

/// Returns whether a key is Ctrl-C, which is an ordinary key in raw mode.
pub(super) fn is_control_c(key: &KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c'))
}

/// Splits a move into moves of one cell.
fn cell_by_cell(mv: Move) -> impl Iterator<Item = Move> {
    (0..mv.cells).map(move |_| Move { cells: 1, ..mv })
}
