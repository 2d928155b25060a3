//! The shown solution: it plays cell by cell, can be paused and played move by move in both directions, and has a
//! speed. At its end it can still be played backwards.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use rushlab::position::Move;
use rushlab::session::Session;

use super::{Game, Par};

/// The time per cell at every speed, with the name of the speed.
pub(super) const SPEEDS: [(Duration, &str); 4] = [
    (Duration::from_millis(240), "½"),
    (Duration::from_millis(110), "1"),
    (Duration::from_millis(55), "2"),
    (Duration::from_millis(20), "4"),
];
pub(super) const NORMAL_SPEED: usize = 1;

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
        SPEEDS[self.speed].0
    }

    /// Returns whether a solution is shown, playing or paused, and not at its end.
    pub(in super::super) fn is_playing(&self) -> bool {
        self.playback.as_ref().is_some_and(|playback| !playback.is_at_end())
    }

    /// Handles a key while a solution is shown. Returns whether the key belongs to it: after its end, the other keys
    /// are those of the game.
    pub(super) fn press_playback_key(&mut self, key: KeyEvent) -> bool {
        let Some(playback) = &mut self.playback else { return false };
        match key.code {
            KeyCode::Left => {
                playback.paused = true;
                let start = playback.last_start();
                self.play_to(start);
                return true;
            }
            _ if playback.is_at_end() => {
                self.playback = None;
                return false;
            }
            KeyCode::Char(' ') => playback.paused = !playback.paused,
            KeyCode::Right => {
                playback.paused = true;
                let end = playback.next_end();
                self.play_to(end);
                return true;
            }
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-' | '−') => self.speed = self.speed.saturating_sub(1),
            _ => {
                self.playback = None;
                self.set_notice("stopped; u undoes moves");
                return true;
            }
        }
        self.notice = self.playback_notice();
        true
    }

    /// Plays the next cell of a solution, unless it is paused.
    pub(super) fn tick(&mut self) {
        if let Some(playback) = self.playback.as_ref().filter(|playback| !playback.paused) {
            self.play_to(playback.played + 1);
        }
    }

    /// Plays the shown solution forwards or backwards until a number of cells is played.
    fn play_to(&mut self, end: usize) {
        let Some(mut playback) = self.playback.take() else { return };
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
                return;
            }
        }
        playback.played = end;
        self.selected = end.checked_sub(1).map(|last| playback.cells[last].vehicle);
        playback.paused |= playback.is_at_end();
        self.playback = Some(playback);
        self.moved();
        if self.is_playing() {
            self.notice = self.playback_notice();
        }
    }

    /// Returns the notice while a solution is shown: the move and the keys.
    pub(super) fn playback_notice(&self) -> String {
        let Some(playback) = &self.playback else { return String::new() };
        let (move_number, count) = playback.moves();
        let space = if playback.paused { "plays" } else { "pauses" };
        let speed = SPEEDS[self.speed].1;
        format!("move {move_number}/{count}  Space {space}  ← → step  + − speed {speed}  Esc stops")
    }
}
