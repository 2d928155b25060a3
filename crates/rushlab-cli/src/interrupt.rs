//! Ctrl-C: a search stops and what is known is printed; anything else ends at once, and leaves no half-written file behind.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);
static GENTLE: AtomicBool = AtomicBool::new(false);
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Takes Ctrl-C over.
pub(crate) fn install() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        // A second Ctrl-C does not wait for a search to notice the first.
        if GENTLE.load(Ordering::SeqCst) && !ASKED.swap(true, Ordering::SeqCst) {
            return;
        }
        if let Some(path) = UNFINISHED.lock().ok().and_then(|mut unfinished| unfinished.take()) {
            let _ = std::fs::remove_file(path);
        }
        std::process::exit(130);
    })?;
    Ok(())
}

/// From now on the command itself looks whether it should stop.
pub(crate) fn be_gentle() {
    GENTLE.store(true, Ordering::SeqCst);
}

/// Whether Ctrl-C was pressed.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// A file to remove if the program ends now; `None` when there is none any more.
pub(crate) fn unfinished(path: Option<&Path>) {
    if let Ok(mut unfinished) = UNFINISHED.lock() {
        *unfinished = path.map(Path::to_owned);
    }
}
