//! The pool that runs searches: a fixed number at a time, each within its limits, each cancelled when its request is dropped.
//!
//! A search runs on a thread of its own. Its [`RequestObserver`] is called every few hundred positions. It stops the search at the
//! deadline, or when the request was dropped, which happens when the client disconnects. The semaphore permit of a search moves onto its
//! thread, so the number of running searches never exceeds the limit, even if clients connect and disconnect quickly.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rushlab::search::{Observer, Progress};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::error::ApiError;
use crate::settings::Settings;

/// The searches of all clients.
pub(crate) struct SearchPool {
    pub(crate) settings: Settings,
    searches: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    queued: AtomicUsize,
}

impl SearchPool {
    pub(crate) fn new(settings: Settings) -> SearchPool {
        SearchPool {
            settings,
            searches: Arc::new(Semaphore::new(settings.max_searches)),
            streams: Arc::new(Semaphore::new(settings.max_streams)),
            queued: AtomicUsize::new(0),
        }
    }

    /// Runs a search as soon as the pool has capacity, and returns its result. Dropping the returned future cancels the search.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut RequestObserver) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.acquire().await?;
        let cancel = CancelOnDrop::new();
        let mut observer = cancel.observer(self.settings.search_timeout);
        let work = spawn_blocking(move || {
            let result = job(&mut observer);
            drop(permit);
            result
        });
        work.await.map_err(|_| ApiError::internal())
    }

    /// Returns the permit for a live event stream, or `busy` if the limit is reached. It does not wait.
    pub(crate) fn stream_permit(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        Arc::clone(&self.streams).try_acquire_owned().map_err(|_| ApiError::busy())
    }

    /// Waits for the permit of a search; fails with `busy` if the queue is full or the wait takes too long.
    async fn acquire(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        if let Ok(permit) = Arc::clone(&self.searches).try_acquire_owned() {
            return Ok(permit);
        }
        let slot = QueueSlot::enter(&self.queued);
        if slot.ahead >= self.settings.max_queued {
            return Err(ApiError::busy());
        }
        let permit = timeout(self.settings.queue_timeout, Arc::clone(&self.searches).acquire_owned()).await;
        permit.map_err(|_| ApiError::busy())?.map_err(|_| ApiError::internal())
    }
}

/// A slot in the queue for permits, freed on drop.
struct QueueSlot<'a> {
    queued: &'a AtomicUsize,
    /// The number of requests that were queued before this one.
    ahead: usize,
}

impl QueueSlot<'_> {
    fn enter(queued: &AtomicUsize) -> QueueSlot<'_> {
        QueueSlot { queued, ahead: queued.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.queued.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Cancels the searches of a request when it is dropped.
pub(crate) struct CancelOnDrop(Arc<AtomicBool>);

impl CancelOnDrop {
    pub(crate) fn new() -> CancelOnDrop {
        CancelOnDrop(Arc::new(AtomicBool::new(false)))
    }

    /// Returns an observer that stops its search after `timeout`, or when `self` is dropped.
    pub(crate) fn observer(&self, timeout: Duration) -> RequestObserver {
        RequestObserver { cancelled: Arc::clone(&self.0), deadline: Instant::now() + timeout }
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// An observer that stops a search at its deadline, or when its request is dropped.
#[derive(Clone)]
pub(crate) struct RequestObserver {
    cancelled: Arc<AtomicBool>,
    deadline: Instant,
}

impl RequestObserver {
    /// Returns whether the search must stop now.
    pub(crate) fn should_stop(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }

    /// Returns the same observer with the deadline `timeout` from now, if that is earlier.
    pub(crate) fn with_timeout(&self, timeout: Duration) -> RequestObserver {
        let earlier = Instant::now().checked_add(timeout).map_or(self.deadline, |deadline| deadline.min(self.deadline));
        RequestObserver { deadline: earlier, ..self.clone() }
    }
}

impl Observer for RequestObserver {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        if self.should_stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
