//! What the lab needs from a front end: a clock, cancellation, and a receiver of events.

use std::ops::ControlFlow;
use std::time::Duration;

use rushlab::search::{Observer, Progress};
use serde::Serialize;

/// An event of a live search.
#[derive(Clone, Debug)]
pub struct Event {
    /// The name, such as `progress`.
    pub name: &'static str,
    /// The content, as JSON in one line.
    pub data: String,
}

/// A front end that runs jobs.
pub trait Host {
    /// Returns the time since a fixed moment.
    fn now(&mut self) -> Duration;

    /// Returns whether the job must stop. It is called every few hundred positions.
    fn is_cancelled(&mut self) -> bool;

    /// Waits, to keep the pace of a live search. A host that cannot wait may advance its clock instead.
    fn sleep(&mut self, duration: Duration);

    /// Receives an event. Returns `Break` if there is no receiver any more; then [`is_cancelled`](Host::is_cancelled)
    /// returns true.
    fn emit(&mut self, event: Event) -> ControlFlow<()>;

    /// Returns a host for another thread of the same job, which is cancelled together with it; `None` if there are no
    /// threads.
    fn fork(&self) -> Option<Box<dyn Host + Send>> {
        None
    }
}

/// The error for events that have no receiver any more.
#[derive(Debug)]
pub(crate) struct Disconnected;

/// Emits an event.
pub(crate) fn send(host: &mut dyn Host, name: &'static str, data: &impl Serialize) -> Result<(), Disconnected> {
    let data = serde_json::to_string(data).map_err(|_| Disconnected)?;
    if host.emit(Event { name, data }).is_continue() { Ok(()) } else { Err(Disconnected) }
}

/// The observer of a search: stops it at its deadline, or when the host cancels the job.
pub(crate) struct JobObserver<'a> {
    pub(crate) host: &'a mut dyn Host,
    deadline: Duration,
}

impl<'a> JobObserver<'a> {
    /// Returns an observer that stops its search after `timeout`.
    pub(crate) fn new(host: &'a mut dyn Host, timeout: Duration) -> JobObserver<'a> {
        let deadline = host.now().saturating_add(timeout);
        JobObserver { host, deadline }
    }

    /// Returns whether the search must stop now.
    pub(crate) fn should_stop(&mut self) -> bool {
        self.host.is_cancelled() || self.host.now() >= self.deadline
    }

    /// Returns the same observer with the deadline `timeout` from now, if that is earlier.
    pub(crate) fn with_timeout(&mut self, timeout: Duration) -> JobObserver<'_> {
        let deadline = self.host.now().saturating_add(timeout).min(self.deadline);
        JobObserver { host: self.host, deadline }
    }
}

impl Observer for JobObserver<'_> {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        if self.should_stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
