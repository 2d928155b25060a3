//! Handling of Ctrl-C, of SIGTERM, and of a limit on the size of files.
//!
//! By default Ctrl-C ends the program at once and removes unfinished files. A command that calls [`defer_to_command`]
//! stops by itself instead: it checks [`requested`], prints what it knows, and says with [`report`] what is kept. A
//! second Ctrl-C always ends the program at once. SIGTERM does the same, except that unfinished files stay by default.

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
    termination::install()?;
    Ok(fail_writes_beyond_limit()?)
}

#[cfg(unix)]
mod termination {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, LazyLock};

    use signal_hook::consts::SIGTERM;
    use signal_hook::flag;

    /// Whether the signal ends the program at once.
    static ENDS: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));
    static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

    pub(super) fn install() -> io::Result<()> {
        flag::register_conditional_default(SIGTERM, Arc::clone(&ENDS))?;
        flag::register(SIGTERM, Arc::clone(&ENDS))?;
        flag::register(SIGTERM, Arc::clone(&REQUESTED)).map(|_| ())
    }

    pub(super) fn defer() {
        ENDS.store(false, Ordering::SeqCst);
    }

    pub(super) fn requested() -> bool {
        REQUESTED.load(Ordering::Relaxed)
    }
}

#[cfg(not(unix))]
mod termination {
    #[allow(clippy::unnecessary_wraps, reason = "registering a signal can fail")]
    pub(super) fn install() -> std::io::Result<()> {
        Ok(())
    }

    pub(super) fn defer() {}

    pub(super) fn requested() -> bool {
        false
    }
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

/// Makes the first Ctrl-C or SIGTERM only set [`requested`], after which the command ends by itself.
pub(crate) fn defer_to_command() {
    DEFERRED.store(true, Ordering::SeqCst);
    termination::defer();
}

pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed) || termination::requested()
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
