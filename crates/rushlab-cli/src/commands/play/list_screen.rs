//! The list of puzzles on the screen: number, name, level, par, and the player's best result.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

use super::game::{Game, Par};
use super::player_progress::key;
use super::screen::stars;
use crate::output::printable;

/// The columns without the name.
const FIXED: usize = 41;
/// The widest column of names.
const MAX_NAME: usize = 40;

pub(super) fn draw(game: &Game, selected: usize, frame: &mut Frame<'_>) {
    let screen = frame.area();
    let title = " Puzzles – arrows select, Enter opens, Esc closes ";
    let block = Block::bordered().border_type(BorderType::Rounded).title(title);
    let area = block.inner(screen);
    let name = usize::from(area.width).saturating_sub(FIXED).min(MAX_NAME);
    let mut lines = vec![Line::styled(row(["", "no", "name", "level", "par", "best", "stars"], name), dim())];
    let rows = usize::from(area.height).saturating_sub(1);
    // The selected puzzle is in the middle, except near the ends.
    let first = selected.saturating_sub(rows / 2).min(game.puzzle_count().saturating_sub(rows));
    for index in first..(first + rows).min(game.puzzle_count()) {
        lines.push(entry(game, index, index == selected, name));
    }
    frame.render_widget(Clear, screen);
    frame.render_widget(block, screen);
    frame.render_widget(Paragraph::new(lines), Rect { width: area.width, ..area });
}

fn dim() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

fn entry(game: &Game, index: usize, selected: bool, name_width: usize) -> Line<'static> {
    let puzzle = game.puzzle(index);
    let progress = game.progress.of(&key(puzzle));
    let (level, par) = match game.rating(index) {
        None => ("…".to_owned(), "…".to_owned()),
        Some(rating) => {
            let par = match rating.par {
                Par::Known(par) => par.to_string(),
                Par::None => "none".to_owned(),
                Par::Searching | Par::Unknown => "?".to_owned(),
            };
            (rating.level.map_or_else(|| "–".to_owned(), |level| level.to_string()), par)
        }
    };
    let best = progress.best.map_or_else(|| "–".to_owned(), |best| best.to_string());
    let text = row(
        [
            if selected { "▶" } else { "" },
            &(index + 1).to_string(),
            puzzle.name().unwrap_or_default(),
            &level,
            &par,
            &best,
            &stars(progress.stars),
        ],
        name_width,
    );
    let style = if selected { Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED) } else { Style::new() };
    Line::styled(text, style)
}

/// Returns a row of the table; the name is cut to its column.
fn row([mark, number, name, level, par, best, stars]: [&str; 7], name_width: usize) -> String {
    let name = cut(name, name_width);
    let padding = " ".repeat(name_width.saturating_sub(Span::raw(name.as_str()).width()));
    format!("{mark:1} {number:>5} {name}{padding} {level:12} {par:>5} {best:>5} {stars:5}")
}

/// Returns a text without control characters, cut to a width in columns.
pub(super) fn cut(text: &str, width: usize) -> String {
    let mut cut = printable(text).replace('\n', " ");
    if Span::raw(cut.as_str()).width() > width {
        while Span::raw(cut.as_str()).width() + 1 > width && cut.pop().is_some() {}
        cut.push('…');
    }
    cut
}
