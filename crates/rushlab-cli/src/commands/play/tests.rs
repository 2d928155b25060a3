//! The game without a terminal: keys go in, screens come out.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rushlab::Puzzle;
use rushlab::puzzle::{Cell, Metric, Rules};

use std::time::Duration;

use super::background_search::run_search;
use super::game::{Game, Input, Par, Request};
use super::layout::Layout;
use super::player_progress::PlayerProgress;
use super::screen;

const SHORT: &str = "......A..B..AXXB..A..B......CC......";
const HARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";

/// A game whose searches finish immediately.
struct TestGame {
    game: Game,
    saves: usize,
    ended: bool,
}

impl TestGame {
    fn new(puzzles: &[Puzzle]) -> TestGame {
        TestGame::with(puzzles, PlayerProgress::default())
    }

    fn with(puzzles: &[Puzzle], progress: PlayerProgress) -> TestGame {
        let (game, requests) = Game::new(puzzles.to_vec(), progress, None);
        let mut test = TestGame { game, saves: 0, ended: false };
        test.carry_out(requests);
        test
    }

    fn input(&mut self, input: Input) {
        let requests = self.game.update(input);
        self.carry_out(requests);
    }

    fn carry_out(&mut self, requests: Vec<Request>) {
        for request in requests {
            match request {
                Request::Search(request) => self.input(Input::SearchResponse(Box::new(run_search(*request, &mut ())))),
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
    let mut test = TestGame::new(&[puzzle(SHORT), puzzle(HARD)]);
    test.keys("b");
    let expected = "
 Rush Hour  puzzle 1 of 2  ☆☆☆
 ┌────────────────────────────────────┐  moves  0
 │                                    │  steps  0
 │  ·     ·     ·     ·     ·     ·   │  par    2 moves
 │                                    │  best   –
 │╭────╮            ╔════╗            │  time   0:00
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


 ←↑↓→ move  A–Z select  ? help  u undo  h hint  l list  s solve  q quit
";
    assert_eq!(format!("\n{}", test.screen(80, 24)), expected);
}

#[test]
fn a_puzzle_is_played_to_its_end_with_keys() {
    let mut test = TestGame::new(&[puzzle(SHORT), puzzle(HARD)]);
    test.keys("X>");
    assert_eq!(test.game.notice, "X is blocked by B at row 3, column 4");
    test.keys("Bvv");
    assert_eq!(
        (test.game.session.move_count(), test.game.session.steps()),
        (1, 2),
        "two steps of one vehicle are one move"
    );
    test.keys("u");
    assert_eq!(test.game.session.move_count(), 0);
    test.keys("rx>>>");
    assert!(test.game.session.finished());
    assert_eq!(test.game.progress.of(&test.game.key()).stars, 3);
    assert_eq!(test.saves, 1);
    let screen = test.screen(80, 24);
    assert!(screen.contains("Solved  ★★★") && screen.contains("solved! Enter opens the next puzzle"), "{screen}");
    test.key(KeyCode::Enter);
    assert_eq!((test.game.current, test.game.par), (1, Par::Known(25)));
    test.keys("p");
    assert!(test.screen(80, 24).contains("puzzle 1 of 2  ★★★"));
    test.keys("pnn");
    assert_eq!(test.game.notice, "this is the last puzzle");
    test.keys("q");
    assert!(test.ended);
}

#[test]
fn shift_moves_a_vehicle_as_far_as_possible() {
    let mut test = TestGame::new(&[puzzle(SHORT)]);
    test.keys("A");
    test.input(Input::Key(KeyEvent::new(KeyCode::Down, KeyModifiers::SHIFT)));
    assert_eq!(test.game.session.steps(), 2);
}

#[test]
fn vehicles_are_selected_by_letter_tab_and_arrow() {
    let mut test = TestGame::new(&[puzzle(HARD)]);
    test.keys(">");
    assert_eq!(test.selected(), "X", "the first arrow selects the primary");
    test.keys("^");
    assert_eq!(test.selected(), "A");
    test.keys("H");
    assert_eq!(
        test.selected(),
        "H",
        "an upper-case letter selects a vehicle even if the lower-case letter is a command"
    );
    test.key(KeyCode::Tab);
    test.key(KeyCode::BackTab);
    assert_eq!(test.selected(), "H");
    test.keys("z");
    assert_eq!(test.game.notice, "there is no vehicle z; ? shows the keys");
    test.key(KeyCode::Esc);
    assert_eq!(test.selected(), "");
}

#[test]
fn each_hint_is_more_detailed() {
    let mut test = TestGame::new(&[puzzle(SHORT)]);
    test.keys("h");
    assert_eq!(test.game.notice, "2 moves are left");
    test.keys("h");
    assert_eq!((test.game.notice.as_str(), test.selected().as_str()), ("move B", "B"));
    test.keys("h");
    assert_eq!(test.game.notice, "move B down by 2");
    test.keys("vvX>>>");
    assert_eq!(test.game.session.stars().unwrap().count(), 2, "a hint that shows a move costs a star");
}

#[test]
fn a_shown_solution_plays_cell_by_cell_and_earns_no_stars() {
    let mut test = TestGame::new(&[puzzle(HARD)]);
    test.keys("s");
    let mut ticks = 0;
    while test.game.is_playing() {
        test.input(Input::Tick);
        ticks += 1;
    }
    assert_eq!(ticks, 46);
    assert!(test.game.session.finished());
    assert_eq!((test.game.session.move_count(), test.game.session.steps()), (25, 46));
    assert_eq!((test.saves, test.game.progress.of(&test.game.key()).best), (0, None));
    test.key(KeyCode::Delete);
    test.keys("s");
    test.input(Input::Tick);
    test.keys("x");
    assert!(!test.game.is_playing(), "any key stops it");
}

#[test]
fn a_shown_solution_is_paused_played_move_by_move_and_faster() {
    let mut test = TestGame::new(&[puzzle(SHORT)]);
    test.keys("s ");
    assert_eq!(test.game.notice, "move 0/2  Space plays  ← → step  + − speed 1  Esc stops");
    test.input(Input::Tick);
    assert_eq!(test.game.session.steps(), 0, "it is paused");
    test.keys(">");
    assert_eq!((test.game.session.move_count(), test.game.session.steps()), (1, 2), "one move, two cells");
    assert!(test.game.notice.starts_with("move 1/2  Space plays"), "{}", test.game.notice);
    test.keys("<");
    assert_eq!((test.game.session.move_count(), test.selected().as_str()), (0, ""));
    test.keys("<<");
    assert_eq!(test.game.session.move_count(), 0, "there is no move before the first");
    test.keys(" ");
    test.input(Input::Tick);
    assert_eq!(test.game.session.steps(), 1, "it plays again");
    test.keys("<");
    assert_eq!(test.game.session.steps(), 0, "a step back returns to the beginning of the move");
    let normal = test.game.tick_interval();
    test.keys("+");
    assert!(test.game.tick_interval() < normal && test.game.notice.contains("speed 2"));
    test.keys("---");
    assert!(test.game.tick_interval() > normal && test.game.notice.contains("speed ½"));
    test.keys(">>");
    assert!(test.game.session.finished() && !test.game.is_playing());
    assert_eq!(test.game.progress.of(&test.game.key()).best, None, "a shown solution is no result");
}

#[test]
fn after_its_end_a_shown_solution_can_be_played_backwards() {
    let mut test = TestGame::new(&[puzzle(SHORT), puzzle(HARD)]);
    test.keys("s>>");
    assert!(test.game.session.finished());
    assert_eq!(test.game.notice, "this was the solution; ← goes back, Del restarts, n next");
    test.input(Input::Tick);
    test.keys("<");
    assert_eq!((test.game.session.move_count(), test.game.is_playing()), (1, true));
    assert!(test.game.notice.starts_with("move 1/2  Space plays"), "{}", test.game.notice);
    test.keys(">u");
    assert_eq!(test.game.session.move_count(), 1, "after the end, the other keys are those of the game");
    test.keys("<");
    assert_eq!(test.game.session.move_count(), 1, "and the solution is no longer shown");
    test.keys("n");
    assert_eq!(test.game.current, 1);
}

#[test]
fn no_message_and_no_name_is_cut_at_60_by_20() {
    let name = "The puzzle with the longest name of all puzzles in this collection".to_owned();
    let mut test = TestGame::new(&[puzzle(HARD).with_name(Some(name))]);
    test.game.notice = format!("progress is not saved: {} is full", "/home/a/very/long/path".repeat(4));
    let screen = test.screen(60, 20);
    let last = screen.lines().rev().find(|line| line.ends_with("is full")).unwrap_or_default();
    assert!(!last.is_empty() && screen.contains("progress is not saved:"), "{screen}");
    assert!(screen.lines().next().is_some_and(|title| title.ends_with("…  ☆☆☆")), "{screen}");
    assert!(screen.contains("s solve  q quit"), "{screen}");
    let notices = ["this was the solution; ← goes back, Del restarts, n next", "solved! Enter opens the next puzzle"];
    for notice in notices {
        test.game.notice = notice.to_owned();
        assert!(test.screen(60, 20).contains(notice), "{notice}");
    }
}

#[test]
fn a_puzzle_is_chosen_from_the_list() {
    let unsolvable =
        puzzle("............XX..BB..................").with_name(Some("A very long name of a puzzle".to_owned()));
    let mut test = TestGame::new(&[puzzle(SHORT), puzzle(HARD), unsolvable]);
    test.keys("bvvX>>>l");
    let expected = "
╭ Puzzles – arrows select, Enter opens, Esc closes ────────╮
│     no name              level          par  best stars  │
│▶     1                   beginner         2     2 ★★★    │
│      2                   advanced        25     – ☆☆☆    │
│      3 A very long name… –             none     – ☆☆☆    │
│                                                          │
╰──────────────────────────────────────────────────────────╯
";
    assert_eq!(format!("\n{}", test.screen(60, 7)), expected);
    test.keys("vvv^");
    test.key(KeyCode::Enter);
    assert_eq!((test.game.current, test.game.list), (1, None));
    test.keys("l");
    test.key(KeyCode::Home);
    test.key(KeyCode::Esc);
    assert_eq!((test.game.current, test.game.list), (1, None), "Esc changes nothing");
    test.keys("l");
    test.key(KeyCode::End);
    assert!(test.screen(60, 4).contains("▶     3"), "the list scrolls: {}", test.screen(60, 4));
}

#[test]
fn the_clock_counts_while_the_player_can_move() {
    let puzzles = [puzzle(SHORT), puzzle(HARD)];
    let mut test = TestGame::new(&puzzles);
    let second = || Input::Elapsed(Duration::from_secs(61));
    test.input(second());
    assert!(test.screen(80, 24).contains("time   1:01"), "{}", test.screen(80, 24));
    for keys in ["?", "l"] {
        test.keys(keys);
        test.input(second());
        test.key(KeyCode::Esc);
        assert_eq!(test.game.elapsed.as_secs(), 61, "{keys}");
    }
    // The time of an unfinished game is saved with it.
    test.keys("bvnq");
    let mut again = TestGame::with(&puzzles, test.game.progress.clone());
    again.keys("p");
    assert_eq!((again.game.session.move_count(), again.game.elapsed.as_secs()), (1, 61));
    again.keys("bvX>>>");
    again.input(second());
    assert_eq!(again.game.elapsed.as_secs(), 61, "the puzzle is solved");
    again.key(KeyCode::Delete);
    assert_eq!(again.game.elapsed.as_secs(), 0);
}

/// Labels of several characters that begin alike, and one that contains the letters of commands.
const LABELS: &str = r#"{"rushlab":1,"width":6,"height":6,"primary":"Ru","exit":{"side":"right"},"vehicles":[
    {"label":"Ru","orientation":"horizontal","length":2,"row":3,"column":1},
    {"label":"12","orientation":"vertical","length":2,"row":1,"column":4},
    {"label":"1","orientation":"vertical","length":2,"row":1,"column":5},
    {"label":"TruckNumber7","orientation":"vertical","length":3,"row":3,"column":6},
    {"label":"Tractor","orientation":"horizontal","length":2,"row":6,"column":1}]}"#;

#[test]
fn labels_of_several_characters_are_typed_and_shown() {
    let mut test = TestGame::new(&[puzzle(LABELS)]);
    test.keys("1");
    assert_eq!(test.selected(), "1");
    test.keys("2");
    assert_eq!(test.selected(), "12");
    test.keys("Tru");
    assert_eq!(test.selected(), "TruckNumber7");
    test.keys("Tra");
    assert_eq!(test.selected(), "Tractor", "a new label begins where the typed one does not continue");
    test.key(KeyCode::Esc);
    test.keys("R");
    assert_eq!(test.selected(), "Ru");
    test.keys(">u");
    assert_eq!((test.game.session.move_count(), test.selected().as_str()), (0, "Ru"), "after a move, u undoes it");
    test.keys("T");
    let screen = test.screen(60, 20);
    assert!(screen.contains("label  TruckNumber7"), "{screen}");
    for part in ["╭─★Ru★─╮", "│12││1 │", "╔══╗", "║Tr║", "║uc║", "║kN║", "║…7║", "╭Tracto╮", "╰──r───╯"]
    {
        assert!(screen.contains(part), "{part} in\n{screen}");
    }
}

#[test]
fn everything_can_be_read_without_colours_at_60_by_20() {
    let mut test = TestGame::new(&[puzzle(SHORT), puzzle(HARD)]);
    test.keys("b");
    let shown = |name: &str, test: &TestGame| format!("{name}\n{}", test.screen(60, 20));
    let mut screens = vec![shown("the board, B selected", &test)];
    test.keys("n");
    screens.push(shown("a full board", &test));
    test.keys("s");
    test.input(Input::Tick);
    screens.push(shown("a playing solution", &test));
    test.key(KeyCode::Esc);
    test.keys("?");
    screens.push(shown("the help", &test));
    test.keys("?l");
    screens.push(shown("the list", &test));
    let screens = screens.join("\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/play-60x20.screen");
    if std::env::var_os("RUSHLAB_UPDATE").is_some() {
        std::fs::write(path, &screens).unwrap();
    }
    assert!(
        std::fs::read_to_string(path).unwrap_or_default() == screens,
        "RUSHLAB_UPDATE=1 replaces {path}:\n{screens}"
    );
    assert!(!screens.contains("too small"));
}

#[test]
fn vehicles_are_dragged_or_moved_by_a_click() {
    let mut test = TestGame::new(&[puzzle(SHORT)]);
    let cell = |row, column| Some(Cell { row, column });
    test.input(Input::Press(cell(1, 3)));
    test.input(Input::Drag(cell(2, 3)));
    test.input(Input::Drag(cell(5, 4)));
    test.input(Input::Release);
    assert_eq!((test.selected().as_str(), test.game.session.move_count(), test.game.session.steps()), ("B", 1, 2));
    // Now X is moved to the exit by a click.
    test.input(Input::Press(cell(2, 1)));
    test.input(Input::Release);
    test.input(Input::Press(cell(2, 5)));
    assert!(test.game.session.finished());
}

#[test]
fn screen_points_map_to_cells_and_back() {
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
fn a_saved_game_is_continued() {
    let puzzles = [puzzle(SHORT), puzzle(HARD)];
    let mut test = TestGame::new(&puzzles);
    test.keys("nb<q");
    let again = TestGame::with(&puzzles, test.game.progress.clone());
    assert_eq!((again.game.current, again.game.session.move_count()), (1, 1));
    assert_eq!(again.game.notice, "the saved game is continued");
}

#[test]
fn tanks_and_the_valet_are_shown() {
    let fuel = puzzle("......A..B..AXXB..A..B......CC...... A3 B2");
    let mut test = TestGame::new(&[fuel]);
    assert!(test.screen(80, 24).contains("  B ██████████ 2"), "{}", test.screen(80, 24));
    test.keys("Bvv");
    assert!(test.screen(80, 24).contains("  B ░░░░░░░░░░ empty"));
    test.keys("^");
    assert_eq!(test.game.notice, "B has fuel for 0 cells, not for 1");

    let rules = Rules { valet: true, ..Rules::plain(Metric::Moves) };
    let mut test = TestGame::new(&[puzzle("............XX.BB...................").with_rules(rules)]);
    assert!(test.screen(80, 24).contains("A valet removes every"));
    test.keys("B>");
    assert_eq!((test.game.notice.as_str(), test.selected().as_str()), ("the valet has taken B", ""));
}

#[test]
fn every_window_size_is_supported() {
    let mut test = TestGame::new(&[puzzle(SHORT)]);
    let small = test.screen(30, 8);
    assert!(small.contains("too small"), "{small}");
    for (columns, rows) in [(1, 1), (45, 19), (64, 20), (80, 24), (200, 60)] {
        test.screen(columns, rows);
    }
    test.keys("?");
    assert!(test.screen(80, 24).contains("press any key to close"));
    test.keys("b");
    assert!(test.selected().is_empty() && !test.game.help);
    let locked = TestGame::new(&[puzzle("............XX..BB..................")]);
    assert!(locked.screen(80, 24).contains("par    no solution"));
}
