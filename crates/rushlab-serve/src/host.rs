//! The host of the lab: jobs run on threads, and are cancelled when their request is dropped.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rushlab_lab::{Event, Host};
use tokio::sync::mpsc::Sender;

/// Cancels the job of a request when it is dropped.
#[derive(Default)]
pub(crate) struct CancelOnDrop(Arc<AtomicBool>);

impl CancelOnDrop {
    /// Returns the host of a job without events.
    pub(crate) fn host(&self) -> ThreadHost {
        ThreadHost { cancelled: Arc::clone(&self.0), events: None, started: Instant::now() }
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A host on one thread.
#[derive(Clone)]
pub(crate) struct ThreadHost {
    cancelled: Arc<AtomicBool>,
    events: Option<Sender<Event>>,
    started: Instant,
}

impl ThreadHost {
    /// Returns the host of a job whose events are sent to a client. It is cancelled when the client disconnects.
    pub(crate) fn with_events(events: Sender<Event>) -> ThreadHost {
        ThreadHost { cancelled: Arc::default(), events: Some(events), started: Instant::now() }
    }
}

impl Host for ThreadHost {
    fn now(&mut self) -> Duration {
        self.started.elapsed()
    }

    fn is_cancelled(&mut self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || self.events.as_ref().is_some_and(Sender::is_closed)
    }

    fn sleep(&mut self, duration: Duration) {
        thread::sleep(duration);
    }

    fn emit(&mut self, event: Event) -> ControlFlow<()> {
        match self.events.as_ref().map(|events| events.blocking_send(event)) {
            Some(Err(_)) => ControlFlow::Break(()),
            Some(Ok(())) | None => ControlFlow::Continue(()),
        }
    }

    fn fork(&self) -> Option<Box<dyn Host + Send>> {
        Some(Box::new(self.clone()))
    }
}
