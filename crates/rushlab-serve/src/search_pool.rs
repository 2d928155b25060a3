//! The pool that runs searches: a fixed number at a time, each within its limits, each cancelled when its request is
//! dropped. Beside them it runs as many short jobs.
//!
//! A search runs on a thread of its own. The lab checks every few hundred positions whether it must stop: at the
//! deadline, or when the request was dropped, which happens when the client disconnects. The semaphore permit of a
//! search moves onto its thread, so the number of running searches never exceeds the limit, even if clients connect and
//! disconnect quickly.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rushlab_lab::LabError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::error::ApiError;
use crate::host::{CancelOnDrop, ThreadHost};
use crate::settings::Settings;

pub(crate) struct SearchPool {
    pub(crate) settings: Settings,
    searches: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    short_jobs: Arc<Semaphore>,
    queued: AtomicUsize,
}

impl SearchPool {
    pub(crate) fn new(settings: Settings) -> SearchPool {
        SearchPool {
            settings,
            searches: Arc::new(Semaphore::new(settings.max_searches)),
            streams: Arc::new(Semaphore::new(settings.max_streams)),
            short_jobs: Arc::new(Semaphore::new(settings.max_searches)),
            queued: AtomicUsize::new(0),
        }
    }

    /// Runs a search as soon as the pool has capacity, and returns its result. Dropping the returned future cancels the
    /// search.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut ThreadHost) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.acquire().await?;
        run(job, permit).await
    }

    /// Runs a short job. It has a thread because reading a large text or a long game takes a moment.
    pub(crate) async fn short<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut ThreadHost) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = Arc::clone(&self.short_jobs).acquire_owned().await.map_err(|_| LabError::internal())?;
        run(job, permit).await
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
        Ok(permit.map_err(|_| ApiError::busy())?.map_err(|_| LabError::internal())?)
    }
}

/// Runs a job on a thread, which holds the permit. Dropping the returned future cancels the job.
async fn run<T: Send + 'static>(
    job: impl FnOnce(&mut ThreadHost) -> T + Send + 'static,
    permit: OwnedSemaphorePermit,
) -> Result<T, ApiError> {
    let cancel = CancelOnDrop::default();
    let mut host = cancel.host();
    let work = spawn_blocking(move || {
        let result = job(&mut host);
        drop(permit);
        result
    });
    Ok(work.await.map_err(|_| LabError::internal())?)
}

/// A slot in the queue for permits, freed on drop.
struct QueueSlot<'a> {
    queued: &'a AtomicUsize,
    /// Number of requests that were queued before this one.
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
