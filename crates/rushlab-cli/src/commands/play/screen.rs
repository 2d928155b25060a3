//! The screen: title, board, panel, notice and keys.

use std::borrow::Cow;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};
use rushlab::puzzle::{Label, RulesInWords, SpecialRule};
use rushlab_render::Scene;
use rushlab_render::palette::colour_of;

use super::board::{BoardPainter, indexed};
use super::game::{Game, Par};
use super::layout::{Layout, RequiredSize};
use super::list_screen;
use crate::output::wrap_words;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);

pub(super) fn draw(game: &Game, colours: bool, frame: &mut Frame<'_>) {
    let screen = frame.area();
    if let Some(selected) = game.list {
        return list_screen::draw(game, selected, frame);
    }
    let layout = match Layout::new(screen, game.session.puzzle()) {
        Ok(layout) => layout,
        Err(small) => return too_small(small, screen, frame),
    };
    frame.render_widget(title(game, colours, layout.title.width), layout.title);
    let scene = Scene::at(game.session.position());
    let selected = game.selected.map(|vehicle| game.session.puzzle().vehicles()[vehicle].label);
    let painter = BoardPainter { layout: &layout, colours };
    painter.draw(&scene, selected.as_ref().map(Label::as_str), frame.buffer_mut());
    frame.render_widget(Paragraph::new(panel(game, colours, layout.panel)), layout.panel);
    let solved = game.session.finished() && !game.solution_shown;
    let notice = if solved { coloured(BOLD, Color::Green, colours) } else { BOLD };
    let width = usize::from(layout.notice.width);
    let lines = match Span::raw(&game.notice).width() {
        own if own <= width => vec![Cow::from(&game.notice)],
        // Words are broken too, because a path may be longer than a line.
        _ => textwrap::wrap(&game.notice, width),
    };
    let area = layout.notice_of(lines.len() as u16);
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines.join("\n")).style(notice), area);
    frame.render_widget(keys(layout.keys.width), layout.keys);
    if game.help {
        help(screen, frame);
    }
}

fn coloured(style: Style, colour: Color, colours: bool) -> Style {
    if colours { style.fg(colour) } else { style }
}

/// Returns the title; a long name is cut, so that the stars fit.
fn title(game: &Game, colours: bool, width: u16) -> Line<'static> {
    let saved = game.progress.of(&game.key());
    let mut line = Line::from(vec![
        Span::styled(" Rush Hour ", BOLD.add_modifier(Modifier::REVERSED)),
        Span::styled(format!(" puzzle {} of {}  ", game.current + 1, game.puzzle_count()), BOLD),
    ]);
    let stars = Span::styled(stars(saved.stars), coloured(BOLD, Color::Yellow, colours));
    let rest = usize::from(width).saturating_sub(line.width() + stars.width() + 2);
    if let Some(name) = game.session.puzzle().name().filter(|_| rest > 1) {
        line.push_span(Span::styled(format!("{}  ", list_screen::cut(name, rest)), BOLD));
    }
    line.push_span(stars);
    line
}

/// Returns a number of stars out of three.
pub(super) fn stars(count: u8) -> String {
    let count = usize::from(count.min(3));
    format!("{}{}", "★".repeat(count), "☆".repeat(3 - count))
}

/// Returns the lines of the panel beside the board.
fn panel(game: &Game, colours: bool, area: Rect) -> Vec<Line<'static>> {
    let session = &game.session;
    let rules = session.puzzle().rules();
    let par = match game.par {
        Par::Searching => "…".to_owned(),
        Par::Known(par) => format!("{par} {}", rules.metric),
        Par::None => "no solution".to_owned(),
        Par::Unknown => "not known".to_owned(),
    };
    let saved = game.progress.of(&game.key());
    let mut lines = vec![
        entry("moves", session.move_count().to_string()),
        entry("steps", session.steps().to_string()),
        entry("par", par),
        entry("best", saved.best.map_or_else(|| "–".to_owned(), |best| best.to_string())),
        entry("time", format!("{}:{:02}", game.elapsed.as_secs() / 60, game.elapsed.as_secs() % 60)),
    ];
    // A long label may be cut on the board.
    let selected = game.selected.map(|vehicle| session.puzzle().vehicles()[vehicle].label.to_string());
    if let Some(label) = selected.filter(|label| label.chars().count() > 1) {
        lines.push(entry("label", label));
    }
    if session.finished() && !game.solution_shown {
        let earned = session.stars().map_or_else(|| "…".to_owned(), |earned| stars(earned.count()));
        lines.push(Line::default());
        lines.push(Line::styled(format!("Solved  {earned}"), coloured(BOLD, Color::Green, colours)));
    }
    lines.push(Line::default());
    // Fuel is drawn below.
    let special = RulesInWords::of(session.puzzle()).sentences();
    for (_, sentence) in special.iter().filter(|(rule, _)| *rule != SpecialRule::Fuel) {
        let sentence = wrap_words(sentence, area.width.into());
        lines.extend(sentence.into_iter().map(|line| Line::styled(line, DIM)));
    }
    let tanks = tanks(game, colours);
    if !tanks.is_empty() {
        lines.push(Line::styled("fuel", BOLD));
        let rows = usize::from(area.height).saturating_sub(lines.len());
        let left_out = tanks.len().saturating_sub(rows);
        lines.extend(tanks.into_iter().take(if left_out > 0 { rows.saturating_sub(1) } else { rows }));
        if left_out > 0 {
            lines.push(Line::styled(format!("and {} more", left_out + 1), DIM));
        }
    }
    lines
}

fn entry(name: &str, value: String) -> Line<'static> {
    Line::from(vec![Span::styled(format!("{name:7}"), DIM), Span::styled(value, BOLD)])
}

/// Returns a gauge for every limited tank: the selected vehicle's first, then the emptiest.
fn tanks(game: &Game, colours: bool) -> Vec<Line<'static>> {
    const LENGTH: usize = 10;
    let (puzzle, position) = (game.session.puzzle(), game.session.position());
    let mut tanks: Vec<(bool, u16, usize)> = (0..puzzle.vehicles().len())
        .filter(|vehicle| position.offsets()[*vehicle].is_some())
        .filter(|vehicle| puzzle.vehicles()[*vehicle].fuel.is_some() || game.selected == Some(*vehicle))
        .filter_map(|vehicle| Some((game.selected != Some(vehicle), position.fuel()[vehicle]?, vehicle)))
        .collect();
    tanks.sort_unstable();
    let gauge = |(_, units, vehicle): &(bool, u16, usize)| {
        let label = puzzle.vehicles()[*vehicle].label;
        let full = usize::from(puzzle.tank(*vehicle).unwrap_or(1).max(1));
        let filled = (usize::from(*units) * LENGTH).div_ceil(full);
        let colour = indexed(colour_of(label, *vehicle == puzzle.primary_index()));
        Line::from(vec![
            Span::styled(format!("{label:>3} "), BOLD),
            Span::styled("█".repeat(filled), coloured(Style::new(), colour, colours)),
            Span::styled("░".repeat(LENGTH - filled), DIM),
            Span::raw(if *units == 0 { " empty".to_owned() } else { format!(" {units}") }),
        ])
    };
    tanks.iter().map(gauge).collect()
}

/// The main keys. The number orders those that a narrow screen leaves out; the lowest is left out first.
const KEYS: [(&str, &str, u8); 8] = [
    ("←↑↓→", "move", 7),
    ("A–Z", "select", 0),
    ("?", "help", 5),
    ("u", "undo", 2),
    ("h", "hint", 3),
    ("l", "list", 1),
    ("s", "solve", 4),
    ("q", "quit", 6),
];

/// Returns the main keys, as far as they fit.
fn keys(width: u16) -> Line<'static> {
    let shown = |from: u8| KEYS.into_iter().filter(move |(_, _, rank)| *rank >= from);
    // Two spaces separate two keys.
    let needed = |from: u8| shown(from).map(|(key, action, _)| key.chars().count() + action.len() + 3).sum::<usize>();
    let from = (0..8).find(|from| needed(*from) <= usize::from(width) + 2).unwrap_or(8);
    let spans = |(key, action, _)| [Span::styled(key, BOLD), Span::styled(format!(" {action}  "), DIM)];
    Line::from(shown(from).flat_map(spans).collect::<Vec<Span<'static>>>())
}

/// At most 18 lines of 56 columns, so that the help fits into a window of 60 by 20.
const HELP: &str = "\
Move the primary (red, or ★) to the exit at the arrow.
Vehicles move along their row or column and never turn.

A–Z 0–9      select a vehicle by its label (upper case for
             letters that are commands, as in Shift-H)
Tab          select the next vehicle
arrows       move it along its line, or select another one
Shift+arrow  move as far as possible
mouse        drag a vehicle, or click on its destination
u r Del      undo, redo, restart
h            hint: moves left, then a vehicle, then a move
s            solution: Space pauses, ← → step, + − speed
l n p        list of puzzles, next puzzle, previous puzzle
q            quit; progress is saved

Moves of one vehicle in a row count as one. Par is the
length of a shortest solution: three stars for par, two
for at most 1.5 times par; a hint with a move costs one.";

fn help(screen: Rect, frame: &mut Frame<'_>) {
    let (wide, high) = (60, HELP.lines().count() as u16 + 2);
    let area = Rect {
        x: screen.x + screen.width.saturating_sub(wide) / 2,
        y: screen.y + screen.height.saturating_sub(high) / 2,
        width: wide.min(screen.width),
        height: high.min(screen.height),
    };
    let block = Block::bordered().border_type(BorderType::Rounded).title(" Keys – press any key to close ");
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(HELP).block(block), area);
}

fn too_small(small: RequiredSize, screen: Rect, frame: &mut Frame<'_>) {
    let RequiredSize { columns, rows } = small;
    let (width, height) = (screen.width, screen.height);
    let text = format!(
        "This window is too small for the board: it has {width} columns and {height} rows, and {columns} by {rows} are needed. \
         Enlarge it, or reduce the font size. q quits."
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), screen);
}
