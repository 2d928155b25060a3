//! The game without a terminal: keys go in, screens come out.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rushlab::Puzzle;
use rushlab::puzzle::{Cell, Metric, Rules};

use super::game::{Game, Input, Par, Request};
use super::layout::Layout;
use super::progress::Progress;
use super::screen;
use super::think::find_answer;

const SHORT: &str = "......A..B..AXXB..A..B......CC......";
const HARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";

/// A game whose searches are answered immediately.
struct Table {
    game: Game,
    saves: usize,
    ended: bool,
}

impl Table {
    fn new(levels: &[Puzzle]) -> Table {
        Table::with(levels, Progress::default())
    }

    fn with(levels: &[Puzzle], progress: Progress) -> Table {
        let (game, requests) = Game::new(levels.to_vec(), progress, None);
        let mut table = Table { game, saves: 0, ended: false };
        table.carry_out(requests);
        table
    }

    fn input(&mut self, input: Input) {
        let requests = self.game.update(input);
        self.carry_out(requests);
    }

    fn carry_out(&mut self, requests: Vec<Request>) {
        for request in requests {
            match request {
                Request::Search(question) => self.input(Input::Answer(Box::new(find_answer(*question, &mut ())))),
                Request::Save => self.saves += 1,
                Request::End => self.ended = true,
                Request::Stop => {}
            }
        }
    }

    fn key(&mut self, code: KeyCode) {
        self.input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Keys by their characters; `<>^v` are arrows.
    fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.key(match key {
                '<' => KeyCode::Left,
                '>' => KeyCode::Right,
                '^' => KeyCode::Up,
                'v' => KeyCode::Down,
                other => KeyCode::Char(other),
            });
        }
    }

    fn screen(&self, columns: u16, rows: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| screen::draw(&self.game, false, frame)).unwrap();
        let cells = terminal.backend().buffer().content();
        let lines =
            cells.chunks(columns.into()).map(|line| line.iter().map(ratatui::buffer::Cell::symbol).collect::<String>());
        lines.map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    fn selected(&self) -> String {
        let label = |vehicle: usize| self.game.session.puzzle().vehicles()[vehicle].label.to_string();
        self.game.selected.map(label).unwrap_or_default()
    }
}

fn puzzle(text: &str) -> Puzzle {
    rushlab::format::parse(text).unwrap()
}

#[test]
fn the_screen_shows_board_counters_and_keys() {
    let mut table = Table::new(&[puzzle(SHORT), puzzle(HARD)]);
    table.keys("b");
    let expected = "
 Rush Hour  level 1 of 2  ☆☆☆
 ┌────────────────────────────────────┐  moves  0
 │                                    │  steps  0
 │  ·     ·     ·     ·     ·     ·   │  par    2 moves
 │                                    │  best   –
 │╭────╮            ╔════╗            │
 ││    │  ·     ·   ║    ║  ·     ·   │
 ││    │            ║    ║            │
 ││    │╭──────────╮║    ║
 ││ A  ││   ★X★    │║ B  ║  ·     ·   ▶
 ││    │╰──────────╯║    ║
 ││    │            ║    ║            │
 ││    │  ·     ·   ║    ║  ·     ·   │
 │╰────╯            ╚════╝            │
 │                        ╭──────────╮│
 │  ·     ·     ·     ·   │    C     ││
 │                        ╰──────────╯│
 │                                    │
 │  ·     ·     ·     ·     ·     ·   │
 │                                    │
 └────────────────────────────────────┘


 ←↑↓→ move  A–Z pick  u r undo redo  h hint  s solve  n p level  ? help  q quit
";
    assert_eq!(format!("\n{}", table.screen(80, 24)), expected);
}

#[test]
fn a_level_is_played_to_its_end_with_keys() {
    let mut table = Table::new(&[puzzle(SHORT), puzzle(HARD)]);
    table.keys("X>");
    assert_eq!(table.game.notice, "X meets B at row 3, column 4");
    table.keys("Bvv");
    assert_eq!(
        (table.game.session.moves(), table.game.session.steps()),
        (1, 2),
        "two steps of one vehicle are one move"
    );
    table.keys("u");
    assert_eq!(table.game.session.moves(), 0);
    table.keys("rx>>>");
    assert!(table.game.session.finished());
    assert_eq!(table.game.progress.of(&table.game.key()).stars, 3);
    assert_eq!(table.saves, 1);
    let screen = table.screen(80, 24);
    assert!(screen.contains("Solved  ★★★") && screen.contains("solved! Enter plays the next level"), "{screen}");
    table.key(KeyCode::Enter);
    assert_eq!((table.game.level, table.game.par), (1, Par::Known(25)));
    table.keys("p");
    assert!(table.screen(80, 24).contains("level 1 of 2  ★★★"));
    table.keys("pnn");
    assert_eq!(table.game.notice, "this is the last level");
    table.keys("q");
    assert!(table.ended);
}

#[test]
fn shift_moves_as_far_as_it_goes() {
    let mut table = Table::new(&[puzzle(SHORT)]);
    table.keys("A");
    table.input(Input::Key(KeyEvent::new(KeyCode::Down, KeyModifiers::SHIFT)));
    assert_eq!(table.game.session.steps(), 2);
}

#[test]
fn vehicles_are_selected_by_letter_tab_and_arrow() {
    let mut table = Table::new(&[puzzle(HARD)]);
    table.keys(">");
    assert_eq!(table.selected(), "X", "the first arrow takes the primary");
    table.keys("^");
    assert_eq!(table.selected(), "A");
    table.keys("H");
    assert_eq!(table.selected(), "H", "a capital is a vehicle even where the small letter is a command");
    table.key(KeyCode::Tab);
    table.key(KeyCode::BackTab);
    assert_eq!(table.selected(), "H");
    table.keys("z");
    assert_eq!(table.game.notice, "there is no vehicle z; ? shows the keys");
    table.key(KeyCode::Esc);
    assert_eq!(table.selected(), "");
}

#[test]
fn hints_say_more_each_time() {
    let mut table = Table::new(&[puzzle(SHORT)]);
    table.keys("h");
    assert_eq!(table.game.notice, "2 moves are left");
    table.keys("h");
    assert_eq!((table.game.notice.as_str(), table.selected().as_str()), ("move B", "B"));
    table.keys("h");
    assert_eq!(table.game.notice, "move B down by 2");
    table.keys("vvX>>>");
    assert_eq!(table.game.session.stars().unwrap().count(), 2, "a move that was given away costs a star");
}

#[test]
fn a_solution_plays_cell_by_cell_and_earns_nothing() {
    let mut table = Table::new(&[puzzle(HARD)]);
    table.keys("s");
    let mut ticks = 0;
    while table.game.is_playing() {
        table.input(Input::Tick);
        ticks += 1;
    }
    assert_eq!(ticks, 46);
    assert!(table.game.session.finished());
    assert_eq!((table.game.session.moves(), table.game.session.steps()), (25, 46));
    assert_eq!((table.saves, table.game.progress.of(&table.game.key()).best), (0, None));
    table.key(KeyCode::Delete);
    table.keys("s");
    table.input(Input::Tick);
    table.keys("x");
    assert!(!table.game.is_playing(), "any key stops it");
}

#[test]
fn the_mouse_drags_vehicles_and_sends_them() {
    let mut table = Table::new(&[puzzle(SHORT)]);
    let cell = |row, column| Some(Cell { row, column });
    table.input(Input::Press(cell(1, 3)));
    table.input(Input::Drag(cell(2, 3)));
    table.input(Input::Drag(cell(5, 4)));
    table.input(Input::Release);
    assert_eq!((table.selected().as_str(), table.game.session.moves(), table.game.session.steps()), ("B", 1, 2));
    // Now X is sent to the exit by a click.
    table.input(Input::Press(cell(2, 1)));
    table.input(Input::Release);
    table.input(Input::Press(cell(2, 5)));
    assert!(table.game.session.finished());
}

#[test]
fn places_of_the_screen_are_cells_and_back() {
    let puzzle = puzzle(SHORT);
    for (columns, rows) in [(80, 24), (200, 60), (64, 19)] {
        let layout = Layout::new(ratatui::layout::Rect::new(0, 0, columns, rows), &puzzle).unwrap();
        for cell in (0..6).flat_map(|row| (0..6).map(move |column| Cell { row, column })) {
            let area = layout.cells(cell, 1, 1);
            assert_eq!(layout.cell_at(area.x, area.y), Some(cell));
            assert_eq!(layout.cell_at(area.right() - 1, area.bottom() - 1), Some(cell));
        }
        assert_eq!(layout.cell_at(layout.board.x, layout.board.y), None);
        assert_eq!(layout.cell_at(columns - 1, rows - 1), None);
    }
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let levels = [puzzle(SHORT), puzzle(HARD)];
    let mut table = Table::new(&levels);
    table.keys("nb<q");
    let again = Table::with(&levels, table.game.progress.clone());
    assert_eq!((again.game.level, again.game.session.moves()), (1, 1));
    assert_eq!(again.game.notice, "the game goes on where you left it");
}

#[test]
fn tanks_and_the_valet_are_shown() {
    let fuel = puzzle("......A..B..AXXB..A..B......CC...... A3 B2");
    let mut table = Table::new(&[fuel]);
    assert!(table.screen(80, 24).contains("  B ██████████ 2"), "{}", table.screen(80, 24));
    table.keys("Bvv");
    assert!(table.screen(80, 24).contains("  B ░░░░░░░░░░ empty"));
    table.keys("^");
    assert_eq!(table.game.notice, "B has fuel for 0 cells, not for 1");

    let rules = Rules { valet: true, ..Rules::plain(Metric::Moves) };
    let mut table = Table::new(&[puzzle("............XX.BB...................").with_rules(rules)]);
    assert!(table.screen(80, 24).contains("a valet waits at the exit"));
    table.keys("B>");
    assert_eq!((table.game.notice.as_str(), table.selected().as_str()), ("the valet has taken B", ""));
}

#[test]
fn windows_of_any_size_do() {
    let mut table = Table::new(&[puzzle(SHORT)]);
    let small = table.screen(30, 8);
    assert!(small.contains("too small"), "{small}");
    for (columns, rows) in [(1, 1), (45, 19), (64, 20), (80, 24), (200, 60)] {
        table.screen(columns, rows);
    }
    table.keys("?");
    assert!(table.screen(80, 24).contains("press any key to close"));
    table.keys("b");
    assert!(table.selected().is_empty() && !table.game.help);
    let locked = Table::new(&[puzzle("............XX..BB..................")]);
    assert!(locked.screen(80, 24).contains("par    no solution"));
}
