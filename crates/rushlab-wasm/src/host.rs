//! The exported and imported functions, and the host of the lab.
#![allow(unsafe_code, reason = "see each item: names of exported functions, and the declaration of imported ones")]

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use rushlab_lab::{Event, Host, Kind, Lab, LabError, Settings};

// The declarations must match the functions that lab-worker.js provides; that is why the block is unsafe. The functions
// themselves only read the bytes they are given, so they are safe to call.
#[link(wasm_import_module = "worker")]
unsafe extern "C" {
    /// Returns the time in milliseconds.
    safe fn now() -> f64;
    /// Receives an event: name, data, and the time in milliseconds since the start of the job at which it is due.
    safe fn emit(name: *const u8, name_length: usize, data: *const u8, data_length: usize, due: f64);
    /// Receives the answer, with the status that it has in HTTP.
    safe fn answer(status: u32, data: *const u8, length: usize);
    /// Receives the news that the request needs a search, instead of an answer.
    safe fn decline();
}

thread_local! {
    static LAB: Arc<Lab> = Arc::new(Lab::new(Settings::default()));
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns a buffer of `length` bytes for the next request.
// The name is exported as it is. It would be unsound if another function of the module had it.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn buffer(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Carries out the request in the buffer. With `only_instant`, a request that needs a search is declined.
// As for `buffer`.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn run(only_instant: bool) {
    let (status, text) = match carry_out(&BUFFER.take(), only_instant) {
        Ok(None) => return decline(),
        Ok(Some(text)) => (200, text),
        Err(error) => (u32::from(error.kind().http_status()), error.to_json()),
    };
    answer(status, text.as_ptr(), text.len());
}

fn carry_out(request: &[u8], only_instant: bool) -> Result<Option<String>, LabError> {
    let mut parts = request.splitn(2, |byte| *byte == b' ');
    let (name, json) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let job = LAB.with(|lab| lab.job(&String::from_utf8_lossy(name), json))?;
    if only_instant && job.kind() != Kind::Instant {
        return Ok(None);
    }
    job.run(&mut WorkerHost { started: now(), skipped: Duration::ZERO }).map(Some)
}

struct WorkerHost {
    /// The time at the start of the job, in milliseconds.
    started: f64,
    /// The time by which the clock was advanced.
    skipped: Duration,
}

impl Host for WorkerHost {
    fn now(&mut self) -> Duration {
        Duration::from_secs_f64((now() - self.started).max(0.0) / 1000.0) + self.skipped
    }

    /// Returns `false`: a worker cannot receive messages meanwhile, so its page terminates it instead.
    fn is_cancelled(&mut self) -> bool {
        false
    }

    fn sleep(&mut self, duration: Duration) {
        self.skipped += duration;
    }

    fn emit(&mut self, event: Event) -> ControlFlow<()> {
        let due = self.now().as_secs_f64() * 1000.0;
        emit(event.name.as_ptr(), event.name.len(), event.data.as_ptr(), event.data.len(), due);
        ControlFlow::Continue(())
    }
}
