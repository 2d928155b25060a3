//! What keys do. The vehicle that they move is selected by its letter, by Tab, or by an arrow across the selected one.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rushlab::position::Move;
use rushlab::puzzle::{Cell, Direction, Orientation};

use super::Game;
use crate::commands::play::background_search::SearchGoal;

/// Returns whether a key is Ctrl-C, which is an ordinary key in raw mode.
pub(in crate::commands::play) fn is_control_c(key: &KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c'))
}

impl Game {
    pub(super) fn press_key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if is_control_c(&key) {
            return self.quit();
        }
        if self.help {
            // Any key closes the help.
            self.help = false;
            return;
        }
        if let Some(selected) = self.list {
            return self.press_list_key(selected, key);
        }
        if self.press_playback_key(key) {
            return;
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
                self.stop_searching();
            }
            _ => {}
        }
    }

    /// Runs the command of a key, or selects the vehicle with that label. A letter that continues a typed label is no
    /// command.
    fn press_letter(&mut self, character: char) {
        if self.continue_label(character) {
            return;
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
            '?' => self.help = true,
            letter => self.select_labelled(letter),
        }
    }

    /// Selects the vehicle whose label continues the typed one with a letter. Returns whether there is one.
    pub(super) fn continue_label(&mut self, letter: char) -> bool {
        if self.typed.is_empty() {
            return false;
        }
        let longer = format!("{}{letter}", self.typed);
        let Some(vehicle) = self.labelled(&longer) else { return false };
        self.typed = longer;
        self.select(vehicle);
        true
    }

    /// Selects the vehicle with a label of one letter, or the first one whose label begins with it.
    pub(super) fn select_labelled(&mut self, letter: char) {
        match self.labelled(&letter.to_string()) {
            Some(vehicle) => {
                self.typed = letter.to_string();
                self.select(vehicle);
            }
            None if letter.is_alphanumeric() => self.notice = format!("there is no vehicle {letter}; ? shows the keys"),
            None => self.set_notice("? shows the keys"),
        }
    }

    /// Returns the vehicle on the board with a label: exactly, in another case, or as its beginning.
    fn labelled(&self, text: &str) -> Option<usize> {
        let lower = text.to_lowercase();
        let label = |vehicle: usize| self.session.puzzle().vehicles()[vehicle].label.to_string();
        let all = || (0..self.session.puzzle().vehicles().len()).filter(|vehicle| self.is_on_board(*vehicle));
        let exact = all().find(|vehicle| label(*vehicle) == text);
        let similar = || all().find(|vehicle| label(*vehicle).to_lowercase() == lower);
        exact.or_else(similar).or_else(|| all().find(|vehicle| label(*vehicle).to_lowercase().starts_with(&lower)))
    }

    pub(super) fn is_on_board(&self, vehicle: usize) -> bool {
        self.session.position().offsets()[vehicle].is_some()
    }

    pub(super) fn select(&mut self, vehicle: usize) {
        self.selected = Some(vehicle);
        self.notice.clear();
    }

    /// Selects the next vehicle on the board, in the order of the puzzle.
    pub(super) fn cycle(&mut self, forward: bool) {
        let count = self.session.puzzle().vehicles().len();
        let from = self.selected.unwrap_or(if forward { count - 1 } else { 0 });
        let step = |times: usize| if forward { (from + times) % count } else { (from + count * times - times) % count };
        if let Some(next) = (1..=count).map(step).find(|vehicle| self.is_on_board(*vehicle)) {
            self.select(next);
        }
    }

    /// Moves the selected vehicle along its line; across its line, selects the nearest vehicle in that direction.
    pub(super) fn arrow(&mut self, direction: Direction, far: bool) {
        let Some(vehicle) = self.selected else { return self.select(self.session.puzzle().primary_index()) };
        if self.session.puzzle().vehicles()[vehicle].orientation == direction.orientation() {
            let reach = self.session.reach(vehicle, direction);
            let cells = if far { reach.max(1) } else { 1 };
            self.play(Move { vehicle, direction, cells });
        } else if let Some(next) = self.nearest(vehicle, direction) {
            self.select(next);
        }
    }

    /// Returns the vehicle whose middle is nearest in a direction. Sideways distance counts twice.
    fn nearest(&self, from: usize, direction: Direction) -> Option<usize> {
        let (column, row) = self.middle(from)?;
        let distance = |vehicle: &usize| {
            let (other_column, other_row) = self.middle(*vehicle)?;
            let (across, down) = (other_column - column, other_row - row);
            let (ahead, aside) = match direction.orientation() {
                Orientation::Horizontal => (across * direction.sign(), down.abs()),
                Orientation::Vertical => (down * direction.sign(), across.abs()),
            };
            (ahead > 0).then_some(ahead + 2 * aside)
        };
        let all = 0..self.session.puzzle().vehicles().len();
        all.filter(|vehicle| *vehicle != from)
            .filter_map(|vehicle| Some((distance(&vehicle)?, vehicle)))
            .min()
            .map(|(_, vehicle)| vehicle)
    }

    /// Returns twice the column and twice the row of a vehicle's middle.
    fn middle(&self, vehicle: usize) -> Option<(i32, i32)> {
        let puzzle = self.session.puzzle();
        let Cell { row, column } = self.session.position().cell_of(vehicle)?;
        let long = i32::from(puzzle.vehicles()[vehicle].length) - 1;
        let (column, row) = (2 * i32::from(column), 2 * i32::from(row));
        Some(match puzzle.vehicles()[vehicle].orientation {
            Orientation::Horizontal => (column + long, row),
            Orientation::Vertical => (column, row + long),
        })
    }
}
