//! The terminal in raw mode, restored in all cases when the game ends.

use std::io::{self, IsTerminal as _, Stdout, Write};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

/// The terminal in raw mode. It is restored on drop.
pub(super) struct RawTerminal {
    /// It is never dropped: it would print an error if the terminal is gone, and printing would panic.
    pub(super) terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    events: Receiver<Event>,
    ended: Arc<AtomicBool>,
}

impl RawTerminal {
    /// Switches the terminal to raw mode and the alternate screen.
    pub(super) fn enter() -> Result<RawTerminal> {
        if !io::stdout().is_terminal() {
            bail!(
                "the game needs a terminal for its board; run it without redirecting its output, or use `rushlab solve`"
            );
        }
        if !io::stdin().is_terminal() && !has_controlling_terminal() {
            bail!(
                "the game needs a terminal for its keys, and there is none; run it in a terminal, or use `rushlab solve`"
            );
        }
        if std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb") {
            bail!("this terminal does not support cursor movement (TERM is dumb); use another, or `rushlab solve`");
        }
        let ended = Arc::new(AtomicBool::new(false));
        watch_signals(&ended)?;
        // A panic message must appear on the normal screen.
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore(&mut io::stdout());
            before(panic);
        }));
        let terminal = enable_raw_mode()
            .and_then(|()| execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide))
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match terminal {
            Ok(terminal) => Ok(RawTerminal { terminal: ManuallyDrop::new(terminal), events: read_events(), ended }),
            Err(error) => {
                restore(&mut io::stdout());
                Err(error).context("the terminal cannot be used")
            }
        }
    }

    /// Waits for a key or the mouse, at most for the given time.
    pub(super) fn next_event(&self, timeout: Duration) -> Option<Event> {
        match self.events.recv_timeout(timeout) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                self.ended.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    /// Returns whether the program received a signal to end, or the terminal is gone.
    pub(super) fn ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed) || crate::interrupt::requested() || is_hung_up()
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        restore(&mut io::stdout());
    }
}

/// Reads events on another thread. When the terminal is gone, the read call never returns; the program ends without it.
fn read_events() -> Receiver<Event> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if sender.send(event).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Returns whether keys can be read from `/dev/tty` although standard input is a pipe or a file.
#[cfg(unix)]
fn has_controlling_terminal() -> bool {
    std::fs::File::options().read(true).write(true).open("/dev/tty").is_ok()
}

#[cfg(not(unix))]
fn has_controlling_terminal() -> bool {
    true
}

/// Returns whether the other end of the terminal is closed. Standard output is the terminal in any case.
#[cfg(unix)]
fn is_hung_up() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = io::stdout();
    let mut descriptors = [PollFd::new(&stdout, PollFlags::empty())];
    let polled = poll(&mut descriptors, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
    polled.is_ok() && descriptors[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
}

#[cfg(not(unix))]
fn is_hung_up() -> bool {
    false
}

/// Restores the terminal. Every step is tried, even if another fails.
fn restore(out: &mut impl Write) {
    let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Registers the signals that end programs. Ctrl-C is handled by `interrupt`.
#[cfg(unix)]
fn watch_signals(ended: &Arc<AtomicBool>) -> Result<()> {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    for signal in [SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(ended))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn watch_signals(_: &Arc<AtomicBool>) -> Result<()> {
    Ok(())
}
