//! Outputs whose reader can leave, as `head` does: standard output, and pipes that an option names.
//!
//! Such an output becomes silent, and the run goes on for its other outputs. Without another one the write fails, and
//! the run ends.

use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

static WRITES_FILE: AtomicBool = AtomicBool::new(false);

/// Number of pipes whose reader is there. Standard output counts from its first use.
static OPEN: AtomicUsize = AtomicUsize::new(0);

static STANDARD_OUTPUT: LazyLock<Pipe<()>> = LazyLock::new(|| {
    let pipe = Pipe::new(());
    if super::closed::at_start() {
        pipe.silence();
    }
    pipe
});

/// Notes that the run writes a file, so it goes on when standard output is gone.
pub(crate) fn expect_file() {
    WRITES_FILE.store(true, Ordering::Relaxed);
}

/// A writer that becomes silent when its reader leaves.
pub(crate) struct Pipe<W> {
    out: W,
    is_silent: Arc<AtomicBool>,
}

impl<W> Pipe<W> {
    pub(crate) fn new(out: W) -> Pipe<W> {
        OPEN.fetch_add(1, Ordering::Relaxed);
        Pipe { out, is_silent: Arc::default() }
    }

    /// Returns the writer of standard output, which has one state in the whole program.
    pub(super) fn to_standard_output(out: W) -> Pipe<W> {
        Pipe { out, is_silent: Arc::clone(&STANDARD_OUTPUT.is_silent) }
    }

    fn silence(&self) {
        if !self.is_silent.swap(true, Ordering::Relaxed) {
            OPEN.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl<W: Write> Pipe<W> {
    /// Runs `write`. If the reader has left, returns `ignored`, or an error if no other output is left.
    fn unless_silent<T>(&mut self, ignored: T, write: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        if !self.is_silent.load(Ordering::Relaxed) {
            match write(&mut self.out) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => self.silence(),
                result => return result,
            }
        }
        if WRITES_FILE.load(Ordering::Relaxed) || OPEN.load(Ordering::Relaxed) > 0 {
            return Ok(ignored);
        }
        if super::closed::at_start() {
            return Err(io::Error::other("standard output is closed; redirect it to a file, a pipe or /dev/null"));
        }
        Err(ErrorKind::BrokenPipe.into())
    }
}

impl<W: Write> Write for Pipe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_silent(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_silent((), Write::flush)
    }
}
