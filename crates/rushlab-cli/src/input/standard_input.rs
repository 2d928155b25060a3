//! Standard input: whether it has puzzles, and a note if they take long to arrive.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::output;

/// How long standard input may be silent before a note says what the program waits for.
const PATIENCE: Duration = Duration::from_secs(3);

/// Returns whether standard input is a pipe, a file or a socket. A terminal, `/dev/null` and a closed standard input
/// are none of them.
#[cfg(unix)]
pub(super) fn is_given() -> bool {
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::FileTypeExt as _;

    let file = io::stdin().as_fd().try_clone_to_owned().map(std::fs::File::from);
    let kind = file.and_then(|file| file.metadata()).map(|details| details.file_type());
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_file() || kind.is_socket())
}

/// Returns whether standard input is not a terminal.
#[cfg(not(unix))]
pub(super) fn is_given() -> bool {
    use std::io::IsTerminal as _;

    !io::stdin().is_terminal()
}

/// Opens standard input. If no argument names it and nothing arrives, a note says that the program reads it.
pub(super) fn open(is_named: bool) -> impl Read {
    let has_arrived = Arc::new(AtomicBool::new(is_named));
    if !is_named {
        let has_arrived = Arc::clone(&has_arrived);
        thread::spawn(move || {
            thread::sleep(PATIENCE);
            if !has_arrived.load(Ordering::Relaxed) {
                output::note("reading puzzles from standard input; `built-in` as INPUT means the built-in puzzles");
            }
        });
    }
    NotedInput { has_arrived }
}

/// Standard input, which notes when something arrives or it ends.
struct NotedInput {
    has_arrived: Arc<AtomicBool>,
}

impl Read for NotedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = io::stdin().read(buffer);
        self.has_arrived.store(true, Ordering::Relaxed);
        count
    }
}
