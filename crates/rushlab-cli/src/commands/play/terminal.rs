//! The terminal in raw mode, restored in all cases when the game ends.

use std::io::{self, IsTerminal as _, Stdout, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result, bail};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

/// The terminal in raw mode. It is restored on drop.
pub(super) struct RawTerminal {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
    ended: Arc<AtomicBool>,
}

impl RawTerminal {
    /// Switches the terminal to raw mode and the alternate screen.
    pub(super) fn enter() -> Result<RawTerminal> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            bail!("the game needs a terminal for its keys and its board; run it without pipes, or use `rushlab solve`");
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
            Ok(terminal) => Ok(RawTerminal { terminal, ended }),
            Err(error) => {
                restore(&mut io::stdout());
                Err(error).context("the terminal cannot be used")
            }
        }
    }

    /// Returns whether the program received a signal to end.
    pub(super) fn ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed) || crate::interrupt::requested()
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        restore(&mut io::stdout());
    }
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
