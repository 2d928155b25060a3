//! `rushlab play`: the game in the terminal.
//!
//! `game.rs` is the game as a value, without a terminal; `screen.rs` draws it. This file is the main loop: it waits for
//! keys, the mouse, the clock and results of searches, and carries out the requests of the game.

mod background_search;
mod board;
mod game;
mod layout;
mod list_screen;
mod player_progress;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ratatui::crossterm::event::{Event as TerminalEvent, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::Rect;
use rushlab::Puzzle;

use self::background_search::BackgroundSearch;
use self::game::{Game, Input, Request};
use self::layout::Layout;
use self::player_progress::ProgressFile;
use self::terminal::RawTerminal;
use crate::ExitStatus;
use crate::arguments::PlayOptions;
use crate::progress::ProgressLine;
use crate::{batch, interrupt, output};

/// The maximum number of puzzles; the rest of a larger file is ignored.
const MAX_PUZZLES: usize = 10_000;
/// The polling interval for signals and search results.
const POLL: Duration = Duration::from_millis(40);

pub(crate) fn run(options: &PlayOptions) -> Result<ExitStatus> {
    interrupt::defer_to_command();
    let (puzzles, status) = read_puzzles(options)?;
    let path = options.progress.clone().or_else(player_progress::default_path);
    let (store, progress, problem) = ProgressFile::open(path);
    let first = options.puzzle.map(|number| number.get() - 1);
    if first.is_some_and(|index| index >= puzzles.len()) {
        bail!("there are only {}; choose another --puzzle", output::count(puzzles.len(), "puzzle"));
    }
    let mut screen = RawTerminal::enter()?;
    let (mut game, requests) = Game::new(puzzles, progress, first);
    problem.iter().for_each(|problem| game.notice.clone_from(problem));
    let colours = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut game_loop =
        GameLoop { store, search: BackgroundSearch::new(), saved: problem.map_or(Ok(()), Err), ended: false };
    game_loop.carry_out(requests, &mut game);
    let played = game_loop.play(&mut game, &mut screen, colours);
    drop(screen);
    // Printed on the normal screen, where it stays visible.
    game_loop.saved.as_ref().err().iter().for_each(|problem| output::error(problem));
    let status = if game_loop.saved.is_err() { ExitStatus::Invalid.worse(status) } else { status };
    played.map(|interrupted| if interrupted { ExitStatus::Interrupted } else { status })
}

/// Returns the puzzles of the day, or of the given date: one of each level.
fn daily(date: &str) -> Result<Vec<Puzzle>> {
    // SQLite knows the local time.
    let clock = rusqlite::Connection::open_in_memory()?;
    let today: String = clock.query_row("SELECT date('now', 'localtime')", [], |row| row.get(0))?;
    let date = if date == "today" { &today } else { date };
    let puzzles = rushlab_lab::daily::daily(date);
    if puzzles.is_empty() {
        bail!("--daily: write the date in the form {today}");
    }
    if *date > *today {
        bail!("the daily puzzles of {date} appear on that day");
    }
    Ok(puzzles)
}

fn read_puzzles(options: &PlayOptions) -> Result<(Vec<Puzzle>, ExitStatus)> {
    if let Some(date) = &options.daily {
        return Ok((daily(date)?, ExitStatus::Success));
    }
    let mut puzzles = Vec::new();
    let status = batch::for_each(&options.input, &ProgressLine::message(), |item| {
        if puzzles.len() < MAX_PUZZLES {
            puzzles.push(item.puzzle);
        }
        Ok(ExitStatus::Success)
    })?;
    if puzzles.is_empty() {
        bail!("there is no puzzle to play");
    }
    Ok((puzzles, status))
}

struct GameLoop {
    store: ProgressFile,
    search: BackgroundSearch,
    /// The error of the last attempt to save the progress.
    saved: Result<(), String>,
    ended: bool,
}

impl GameLoop {
    /// Plays until the game ends. Returns whether it was ended by a signal, by Ctrl-C, or because the terminal is gone.
    fn play(&mut self, game: &mut Game, screen: &mut RawTerminal, colours: bool) -> Result<bool> {
        let (mut ticked, mut counted) = (Instant::now(), Instant::now());
        loop {
            // Drawing fails when the terminal is gone.
            let drawn = screen.terminal.draw(|frame| screen::draw(game, colours, frame)).is_ok();
            let mut inputs = Vec::new();
            if let Some(event) = screen.next_event(POLL.min(game.tick_interval())) {
                let size = screen.terminal.size()?;
                inputs.extend(input_of(&event, size.into(), game));
            }
            if ticked.elapsed() >= game.tick_interval() {
                ticked = Instant::now();
                inputs.push(Input::Tick);
            }
            inputs.push(Input::Elapsed(counted.elapsed()));
            counted = Instant::now();
            inputs.extend(self.search.response().map(Box::new).map(Input::SearchResponse));
            let is_terminated = !drawn || screen.ended();
            if is_terminated {
                inputs = vec![Input::Quit];
            }
            for input in inputs {
                #[cfg(debug_assertions)]
                panic_for_test(&input);
                let control_c = matches!(&input, Input::Key(key) if game::is_control_c(key));
                let requests = game.update(input);
                self.carry_out(requests, game);
                if self.ended {
                    return Ok(is_terminated || control_c);
                }
            }
        }
    }

    fn carry_out(&mut self, requests: Vec<Request>, game: &mut Game) {
        for request in requests {
            match request {
                Request::Search(request) => self.search.start(*request),
                Request::Stop => self.search.stop(),
                Request::End => self.ended = true,
                Request::Save => {
                    if let Err(error) = self.store.save(&game.progress) {
                        let problem = format!("progress could not be saved: {error:#}");
                        game.notice.clone_from(&problem);
                        self.saved = Err(problem);
                    }
                }
            }
        }
    }
}

fn input_of(event: &TerminalEvent, screen: Rect, game: &Game) -> Option<Input> {
    match event {
        TerminalEvent::Key(key) if key.kind != KeyEventKind::Release => Some(Input::Key(*key)),
        TerminalEvent::Mouse(mouse) => {
            let layout = Layout::new(screen, game.session.puzzle()).ok()?;
            let cell = layout.cell_at(mouse.column, mouse.row);
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Some(Input::Press(cell)),
                MouseEventKind::Drag(MouseButton::Left) => Some(Input::Drag(cell)),
                MouseEventKind::Up(MouseButton::Left) => Some(Input::Release),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Panics if RUSHLAB_PLAY_PANIC is set. A test checks that the terminal is restored.
#[cfg(debug_assertions)]
#[allow(clippy::panic, reason = "the panic is the purpose")]
fn panic_for_test(input: &Input) {
    if matches!(input, Input::Key(_)) && std::env::var_os("RUSHLAB_PLAY_PANIC").is_some() {
        panic!("requested by RUSHLAB_PLAY_PANIC");
    }
}
