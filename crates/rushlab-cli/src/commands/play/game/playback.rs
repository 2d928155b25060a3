//! The shown solution: it plays cell by cell, can be paused and played move by move in both directions, and has a
//! speed. At its end it can still be played backwards.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use rushlab::position::Move;
use rushlab::session::Session;

use super::{Game, Par, Request};

/// The time per cell at every speed, with the name of the speed. The second is the normal one.
const SPEEDS: [(Duration, &str); 4] = [
    (Duration::from_millis(240), "½"),
    (Duration::from_millis(110), "1"),
    (Duration::from_millis(55), "2"),
    (Duration::from_millis(20), "4"),
];
const NORMAL_SPEED: usize = 1;

/// The speed of shown solutions: an index of [`SPEEDS`].
#[derive(Clone, Copy)]
pub(super) struct Speed(usize);

impl Default for Speed {
    fn default() -> Speed {
        Speed(NORMAL_SPEED)
    }
}

/// A solution that is being shown.
pub(super) struct Playback {
    /// The game before its first move.
    start: Session,
    /// The moves, one cell each.
    cells: Vec<Move>,
    played: usize,
    paused: bool,
}

impl Playback {
    pub(super) fn new(start: Session, moves: &[Move]) -> Playback {
        let cells = moves.iter().flat_map(|mv| (0..mv.cells).map(|_| Move { cells: 1, ..*mv })).collect();
        Playback { start, cells, played: 0, paused: false }
    }

    fn is_at_end(&self) -> bool {
        self.played == self.cells.len()
    }

    /// Returns the number of cells that are played after the next move.
    fn next_end(&self) -> usize {
        let rest = &self.cells[self.played..];
        let same = rest.iter().take_while(|cell| Some(*cell) == rest.first()).count();
        self.played + same
    }

    /// Returns the number of cells that are played before the last move.
    fn last_start(&self) -> usize {
        let before = &self.cells[..self.played];
        let same = before.iter().rev().take_while(|cell| Some(*cell) == before.last()).count();
        self.played - same
    }

    /// Returns the number of moves that have been played or begun, and of all moves.
    fn moves(&self) -> (usize, usize) {
        let runs = |cells: &[Move]| cells.chunk_by(|one, other| one == other).count();
        (runs(&self.cells[..self.played]), runs(&self.cells))
    }
}

impl Game {
    /// Returns the time until the next cell of a shown solution.
    pub(in super::super) fn tick_interval(&self) -> Duration {
        SPEEDS[self.speed.0].0
    }

    /// Returns whether a solution is shown, playing or paused, and not at its end.
    pub(in super::super) fn is_playing(&self) -> bool {
        self.playback.as_ref().is_some_and(|playback| !playback.is_at_end())
    }

    /// Handles a key while a solution is shown. Returns `None` if the key does not belong to it: after its end, the
    /// other keys are those of the game.
    pub(super) fn press_playback_key(&mut self, key: KeyEvent) -> Option<Vec<Request>> {
        let playback = self.playback.as_mut()?;
        match key.code {
            KeyCode::Left => {
                playback.paused = true;
                let start = playback.last_start();
                return Some(self.play_to(start));
            }
            _ if playback.is_at_end() => {
                self.playback = None;
                return None;
            }
            KeyCode::Char(' ') => playback.paused = !playback.paused,
            KeyCode::Right => {
                playback.paused = true;
                let end = playback.next_end();
                return Some(self.play_to(end));
            }
            KeyCode::Char('+' | '=') => self.speed.0 = (self.speed.0 + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-' | '−') => self.speed.0 = self.speed.0.saturating_sub(1),
            _ => {
                self.playback = None;
                self.notice = "stopped; u undoes moves".to_owned();
                return Some(Vec::new());
            }
        }
        self.notice = self.playback_notice();
        Some(Vec::new())
    }

    /// Plays the next cell of a solution, unless it is paused.
    pub(super) fn tick(&mut self) -> Vec<Request> {
        match &self.playback {
            Some(playback) if !playback.paused => self.play_to(playback.played + 1),
            _ => Vec::new(),
        }
    }

    /// Plays the shown solution forwards or backwards until a number of cells is played.
    fn play_to(&mut self, end: usize) -> Vec<Request> {
        let Some(mut playback) = self.playback.take() else { return Vec::new() };
        let end = end.min(playback.cells.len());
        if end < playback.played {
            self.session = playback.start.clone();
            if let Par::Known(par) = self.par {
                self.session.set_par(par);
            }
            playback.played = 0;
        }
        for cell in &playback.cells[playback.played..end] {
            if self.session.play(*cell).is_err() {
                return Vec::new();
            }
        }
        playback.played = end;
        self.selected = end.checked_sub(1).map(|last| playback.cells[last].vehicle);
        playback.paused |= playback.is_at_end();
        self.playback = Some(playback);
        let requests = self.moved();
        if self.is_playing() {
            self.notice = self.playback_notice();
        }
        requests
    }

    /// Returns the notice while a solution is shown: the move and the keys.
    pub(super) fn playback_notice(&self) -> String {
        let Some(playback) = &self.playback else { return String::new() };
        let (move_number, count) = playback.moves();
        let space = if playback.paused { "plays" } else { "pauses" };
        let speed = SPEEDS[self.speed.0].1;
        format!("move {move_number}/{count}  Space {space}  ← → step  + − speed {speed}  Esc stops")
    }
}
