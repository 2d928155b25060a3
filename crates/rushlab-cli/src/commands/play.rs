//! `rushlab play`: the game in the terminal.
//!
//! `game.rs` is the game as a value, without a terminal; `screen.rs` draws it; this file runs it: it waits for keys, the mouse, the
//! clock and answers of searches, and does what the game asks for.

mod board;
mod game;
mod layout;
mod progress;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;
mod think;

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ratatui::crossterm::event::{self, Event as Happening, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::Rect;
use rushlab::Puzzle;

use self::game::{Game, Input, Request};
use self::layout::Layout;
use self::progress::Store;
use self::terminal::Screen;
use self::think::Thinker;
use crate::Verdict;
use crate::arguments::PlayOptions;
use crate::progress::ProgressLine;
use crate::{batch, interrupt, output};

/// Nobody plays more levels at a sitting; the rest of a larger file is left alone.
const MOST_LEVELS: usize = 10_000;
/// How long a vehicle takes for a cell when a solution plays.
const CELL: Duration = Duration::from_millis(110);
/// How often signals and answers are looked for.
const LOOK: Duration = Duration::from_millis(40);

pub(crate) fn run(options: &PlayOptions) -> Result<Verdict> {
    interrupt::defer_to_command();
    let (levels, verdict) = levels(options)?;
    let path = options.progress.clone().or_else(progress::usual_path);
    let (store, progress, problem) = Store::open(path);
    let begin = options.level.map(|level| level.get() - 1);
    if begin.is_some_and(|level| level >= levels.len()) {
        bail!("there are only {}; choose another --level", output::count(levels.len(), "level"));
    }
    let mut screen = Screen::take()?;
    let (mut game, requests) = Game::new(levels, progress, begin);
    problem.iter().for_each(|problem| game.notice.clone_from(problem));
    let colours = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut shell = Shell { store, thinker: Thinker::new(), kept: problem.map_or(Ok(()), Err), ended: false };
    shell.obey(requests, &mut game);
    let played = shell.play(&mut game, &mut screen, colours);
    drop(screen);
    // On the usual screen, where it can still be read.
    shell.kept.err().iter().for_each(|problem| output::error(problem));
    played.map(|interrupted| if interrupted { Verdict::Interrupted } else { verdict })
}

/// The puzzles to play.
fn levels(options: &PlayOptions) -> Result<(Vec<Puzzle>, Verdict)> {
    if options.input.inputs.iter().any(|input| input == "-") {
        bail!("the keyboard is standard input, so puzzles cannot come from there; name a file");
    }
    let mut levels = Vec::new();
    let verdict = batch::for_each(&options.input, &ProgressLine::message(), |item| {
        if levels.len() < MOST_LEVELS {
            levels.push(item.puzzle);
        }
        Ok(Verdict::Good)
    })?;
    if levels.is_empty() {
        bail!("there is nothing to play");
    }
    Ok((levels, verdict))
}

/// Does what the game asks for.
struct Shell {
    store: Store,
    thinker: Thinker,
    /// What went wrong with keeping the progress.
    kept: Result<(), String>,
    ended: bool,
}

impl Shell {
    /// Plays until the end; says whether that came from outside.
    fn play(&mut self, game: &mut Game, screen: &mut Screen, colours: bool) -> Result<bool> {
        let mut ticked = Instant::now();
        loop {
            screen.terminal.draw(|frame| screen::draw(game, colours, frame))?;
            let mut inputs = Vec::new();
            if event::poll(LOOK)? {
                let size = screen.terminal.size()?;
                inputs.extend(input_of(&event::read()?, size.into(), game));
            }
            if ticked.elapsed() >= CELL {
                ticked = Instant::now();
                inputs.push(Input::Tick);
            }
            inputs.extend(self.thinker.answer().map(Box::new).map(Input::Answer));
            let from_outside = screen.ended();
            if from_outside {
                inputs = vec![Input::Quit];
            }
            for input in inputs {
                #[cfg(debug_assertions)]
                fail_for_the_test(&input);
                let control_c = matches!(&input, Input::Key(key) if game::is_control_c(key));
                let requests = game.update(input);
                self.obey(requests, game);
                if self.ended {
                    return Ok(from_outside || control_c);
                }
            }
        }
    }

    fn obey(&mut self, requests: Vec<Request>, game: &mut Game) {
        for request in requests {
            match request {
                Request::Think(question) => self.thinker.ask(*question),
                Request::Stop => self.thinker.stop(),
                Request::End => self.ended = true,
                Request::Save => {
                    if let Err(error) = self.store.save(&game.progress) {
                        let problem = format!("progress could not be kept: {error:#}");
                        game.notice.clone_from(&problem);
                        self.kept = Err(problem);
                    }
                }
            }
        }
    }
}

/// What an event of the terminal means to the game.
fn input_of(happening: &Happening, screen: Rect, game: &Game) -> Option<Input> {
    match happening {
        Happening::Key(key) if key.kind != KeyEventKind::Release => Some(Input::Key(*key)),
        Happening::Mouse(mouse) => {
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

/// A test looks at the terminal after a panic, and needs one.
#[cfg(debug_assertions)]
#[allow(clippy::panic, reason = "that is what it is for")]
fn fail_for_the_test(input: &Input) {
    if matches!(input, Input::Key(_)) && std::env::var_os("RUSHLAB_PLAY_PANIC").is_some() {
        panic!("asked for by RUSHLAB_PLAY_PANIC");
    }
}
