//! Tests of `rushlab play` in a pseudo-terminal: a puzzle is played, the screen compared, and the terminal restored.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::{Read as _, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{run, text};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const SHORT: &str = "......A..B..AXXB..A..B......CC......";

/// The arguments of the game that panics at the first key.
const PANICKING: &[&str] = &[SHORT, "--puzzle", "1"];

/// A terminal that runs the game.
pub(crate) struct Player {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// The terminal is no longer read.
    closed: Arc<AtomicBool>,
    settings: String,
}

impl Player {
    fn new(arguments: &[&str], state: &Path, (rows, cols): (u16, u16)) -> Player {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_rushlab"));
        command.args([&["play"], arguments].concat());
        Player::start(command, arguments == PANICKING, state, (rows, cols))
    }

    /// Starts a command that plays.
    pub(crate) fn start(mut command: CommandBuilder, panics: bool, state: &Path, (rows, cols): (u16, u16)) -> Player {
        let pair = native_pty_system().openpty(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        let settings = format!("{:?}", pair.master.get_termios().unwrap());
        command.env("XDG_STATE_HOME", state);
        command.env("TERM", "xterm-256color");
        command.env("NO_COLOR", "1");
        if panics {
            command.env("RUSHLAB_PLAY_PANIC", "1");
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let screen =
            Arc::new(Mutex::new(vt100::Parser::new(NonZero::new(rows).unwrap(), NonZero::new(cols).unwrap(), 0)));
        let (mut output, shown) = (pair.master.try_clone_reader().unwrap(), Arc::clone(&screen));
        let closed = Arc::new(AtomicBool::new(false));
        let closing = Arc::clone(&closed);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
                if closing.load(Ordering::Relaxed) {
                    break;
                }
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Player { master: pair.master, child, keys, screen, closed, settings }
    }

    fn shown(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the screen shows a text.
    pub(crate) fn wait_for(&self, text: &str) {
        let started = Instant::now();
        while !self.shown().contains(text) {
            assert!(started.elapsed() < Duration::from_secs(60), "`{text}` did not appear:\n{}", self.shown());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the end, and checks that the terminal is restored.
    pub(crate) fn end(mut self) -> u32 {
        let code = self.child.wait().unwrap().exit_code();
        let started = Instant::now();
        // The last output may arrive late.
        while self.screen.lock().unwrap().screen().alternate_screen() && started.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(10));
        }
        thread::sleep(Duration::from_millis(50));
        let parser = self.screen.lock().unwrap();
        let screen = parser.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert_eq!(format!("{:?}", self.master.get_termios().unwrap()), self.settings);
        code
    }
}

#[test]
fn puzzles_come_from_a_pipe_and_keys_from_the_terminal() {
    let state = tempfile::tempdir().unwrap();
    for arguments in ["", "-"] {
        let mut command = CommandBuilder::new("sh");
        let script = format!("echo {SHORT} | \"{}\" play {arguments}", env!("CARGO_BIN_EXE_rushlab"));
        command.args(["-c", &script]);
        let mut player = Player::start(command, false, state.path(), (20, 60));
        player.wait_for("par    2 moves");
        player.wait_for("s solve  q quit");
        player.press("b");
        player.press(DOWN);
        player.wait_for("moves  1");
        player.press("q");
        assert_eq!(player.end(), 0);
    }
}

const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";

#[test]
fn a_puzzle_is_played_to_its_end_and_the_terminal_restored() {
    let state = tempfile::tempdir().unwrap();
    let mut player = Player::new(&[SHORT], state.path(), (24, 80));
    player.wait_for("par    2 moves");
    player.press("b");
    player.press(DOWN);
    player.press(DOWN);
    player.wait_for("moves  1");
    // A click on X, then one on the free cell at the exit.
    player.press("\x1b[<0;10;10M\x1b[<0;10;10m");
    player.wait_for("╔══════════╗");
    player.press(RIGHT);
    player.press("\x1b[<0;37;10M\x1b[<0;37;10m");
    player.wait_for("Solved  ★★★");
    let expected = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/play.screen")).unwrap_or_default();
    // The time depends on the machine.
    let line = |line: &str| match line.split_once("time   ") {
        Some((before, _)) => format!("{before}time   0:00\n"),
        None => line.trim_end().to_owned() + "\n",
    };
    let shown: String = player.shown().lines().map(line).collect();
    if std::env::var_os("RUSHLAB_UPDATE").is_some() {
        fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/play.screen"), &shown).unwrap();
    } else {
        assert_eq!(shown, expected);
    }
    player.press("q");
    assert_eq!(player.end(), 0);
    let saved = fs::read_to_string(state.path().join("rushlab/progress.json")).unwrap();
    assert!(saved.contains("\"best\": 2") && saved.contains("\"stars\": 3"), "{saved}");
    // The next run shows the progress.
    let mut player = Player::new(&[SHORT], state.path(), (24, 80));
    player.wait_for("puzzle 1 of 1  ★★★");
    player.press("q");
    assert_eq!(player.end(), 0);
}

#[test]
fn the_daily_puzzles_are_those_of_the_page() {
    let state = tempfile::tempdir().unwrap();
    let mut player = Player::new(&["--daily=2026-01-15", "--puzzle", "4"], state.path(), (24, 80));
    player.wait_for("Daily 2026-01-15, expert");
    player.wait_for("puzzle 4 of 4");
    player.press("q");
    assert_eq!(player.end(), 0);
    let mut player = Player::new(&["--daily"], state.path(), (24, 80));
    player.wait_for("Daily 20");
    player.press("q");
    assert_eq!(player.end(), 0);
    for (date, problem) in [("2999-12-31", "appear on that day"), ("soon", "write the date in the form 20")] {
        let refused = run(&["play", &format!("--daily={date}")]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(problem), "{}", text(&refused.stderr));
    }
}

#[test]
fn the_terminal_is_restored_after_control_c_and_signals() {
    let state = tempfile::tempdir().unwrap();
    let mut player = Player::new(&[SHORT], state.path(), (24, 80));
    player.wait_for("moves  0");
    player.press("\x03");
    assert_eq!(player.end(), 130);
    for signal in ["TERM", "HUP", "INT"] {
        let mut player = Player::new(&[SHORT], state.path(), (24, 80));
        player.wait_for("moves  0");
        player.press("b\x1b[A");
        player.wait_for("moves  1");
        let id = player.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        assert_eq!(player.end(), 130, "{signal}");
        // The game is saved.
        let mut player = Player::new(&[SHORT], state.path(), (24, 80));
        player.wait_for("the saved game is continued");
        player.press("u");
        player.wait_for("moves  0");
        player.press("q");
        assert_eq!(player.end(), 0);
    }
}

#[test]
fn the_terminal_is_restored_after_a_panic_and_the_message_is_visible() {
    let state = tempfile::tempdir().unwrap();
    let mut player = Player::new(PANICKING, state.path(), (24, 80));
    player.wait_for("moves  0");
    player.press("b");
    player.wait_for("panicked at");
    assert_eq!(player.end(), 101);
}

#[test]
fn the_window_can_be_resized_and_a_broken_progress_file_is_left_unchanged() {
    let state = tempfile::tempdir().unwrap();
    let path = state.path().join("rushlab/progress.json");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "mine").unwrap();
    let mut player = Player::new(&[SHORT], state.path(), (24, 80));
    player.wait_for("progress is not saved");
    let resize = |player: &Player, rows: u16, cols: u16| {
        let (high, wide) = (NonZero::new(rows).unwrap(), NonZero::new(cols).unwrap());
        player.screen.lock().unwrap().set_size(high, wide);
        player.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
    };
    resize(&player, 8, 30);
    player.wait_for("too small");
    resize(&player, 24, 80);
    player.wait_for("moves  0");
    player.press("q");
    assert_eq!(player.end(), 2, "the progress is not saved");
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
}

#[test]
fn without_a_terminal_there_is_an_error() {
    let output = Command::new(env!("CARGO_BIN_EXE_rushlab")).args(["play", SHORT]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the game needs a terminal"));
}

/// Waits until a process has ended and returns its exit code; fails after a minute.
fn wait_for_end(child: &mut Box<dyn Child + Send + Sync>) -> u32 {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.exit_code();
        }
        assert!(started.elapsed() < Duration::from_secs(60), "the game runs on");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_game_ends_and_is_saved_when_its_terminal_goes_away() {
    let state = tempfile::tempdir().unwrap();
    for _ in 0..3 {
        let mut player = Player::new(&[SHORT], state.path(), (24, 80));
        player.wait_for("moves  0");
        player.press("b\x1b[A");
        player.wait_for("moves  1");
        // The output of one more key ends the thread that reads the terminal.
        player.closed.store(true, Ordering::Relaxed);
        player.press("?");
        let Player { master, mut child, keys, .. } = player;
        drop((master, keys));
        assert_eq!(wait_for_end(&mut child), 130);
        let mut player = Player::new(&[SHORT], state.path(), (24, 80));
        player.wait_for("the saved game is continued");
        player.press("u");
        player.wait_for("moves  0");
        player.press("q");
        assert_eq!(player.end(), 0);
    }
}
