//! Handling of Ctrl-C, and of a limit on the size of files.
//!
//! By default Ctrl-C ends the program at once and removes unfinished files. A command that calls [`defer_to_command`]
//! stops by itself instead: it checks [`requested`], prints what it knows, and says with [`report`] what is kept. A
//! second Ctrl-C always ends the program at once.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{ExitStatus, output};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static DEFERRED: AtomicBool = AtomicBool::new(false);
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

pub(crate) fn install() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        let is_first = !REQUESTED.swap(true, Ordering::SeqCst);
        if is_first && DEFERRED.load(Ordering::SeqCst) {
            return;
        }
        let unfinished = UNFINISHED.lock().map(|mut paths| std::mem::take(&mut *paths)).unwrap_or_default();
        for path in unfinished {
            let _ = std::fs::remove_file(path);
        }
        std::process::exit(130);
    })?;
    Ok(fail_writes_beyond_limit()?)
}

/// Makes a write fail that exceeds the limit of the shell on the size of files. By default the signal ends the program,
/// and unfinished files stay.
#[cfg(unix)]
fn fail_writes_beyond_limit() -> std::io::Result<()> {
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default()).map(|_| ())
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "registering a signal can fail")]
fn fail_writes_beyond_limit() -> std::io::Result<()> {
    Ok(())
}

/// Makes the first Ctrl-C only set [`requested`], after which the command ends by itself.
pub(crate) fn defer_to_command() {
    DEFERRED.store(true, Ordering::SeqCst);
}

pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Prints on stderr that Ctrl-C has stopped the command, and what is kept and what is not. Returns the exit status.
pub(crate) fn report(kept: &str) -> ExitStatus {
    output::note(&format!("interrupted: {kept}"));
    ExitStatus::Interrupted
}

/// A file that is removed when Ctrl-C ends the program while this value exists.
pub(crate) struct Unfinished(PathBuf);

impl Unfinished {
    pub(crate) fn new(path: &Path) -> Unfinished {
        if let Ok(mut paths) = UNFINISHED.lock() {
            paths.push(path.to_owned());
        }
        Unfinished(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Ok(mut paths) = UNFINISHED.lock() {
            paths.retain(|path| *path != self.0);
        }
    }
}
