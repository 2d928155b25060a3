//! Where searches run: so many at once, within their limits, and no longer than somebody waits for them.
//!
//! A search runs on a thread of its own. Its [`Watch`] is asked every few hundred positions whether to go on, and says no when time is up
//! or when the request was dropped, which is what happens when its client goes away. The permit that lets a search run goes with it
//! onto its thread, so that there are never more than allowed, however fast clients come and go.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rushlab::search::{Observer, Progress};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::failure::Failure;
use crate::settings::Settings;

/// The searches of all clients.
pub(crate) struct Workshop {
    pub(crate) settings: Settings,
    searches: Arc<Semaphore>,
    shows: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Workshop {
    pub(crate) fn new(settings: Settings) -> Workshop {
        Workshop {
            settings,
            searches: Arc::new(Semaphore::new(settings.searches)),
            shows: Arc::new(Semaphore::new(settings.shows)),
            waiting: AtomicUsize::new(0),
        }
    }

    /// Runs a search, when there is room for it, and gives its result if anybody still waits for it.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Watch) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let permit = self.turn().await?;
        let leash = Leash::new();
        let mut watch = leash.watch(self.settings.time);
        let work = spawn_blocking(move || {
            let result = job(&mut watch);
            drop(permit);
            result
        });
        work.await.map_err(|_| Failure::ours())
    }

    /// Room for a live show.
    pub(crate) fn show(&self) -> Result<OwnedSemaphorePermit, Failure> {
        Arc::clone(&self.shows).try_acquire_owned().map_err(|_| Failure::busy())
    }

    /// Waits for a search's turn, but not for ever, and not in a long row.
    async fn turn(&self) -> Result<OwnedSemaphorePermit, Failure> {
        if let Ok(permit) = Arc::clone(&self.searches).try_acquire_owned() {
            return Ok(permit);
        }
        let place = Place::in_line(&self.waiting);
        if place.ahead >= self.settings.waiting {
            return Err(Failure::busy());
        }
        let permit = timeout(self.settings.patience, Arc::clone(&self.searches).acquire_owned()).await;
        permit.map_err(|_| Failure::busy())?.map_err(|_| Failure::ours())
    }
}

/// A place among those who wait, given up when it is dropped.
struct Place<'a> {
    waiting: &'a AtomicUsize,
    ahead: usize,
}

impl Place<'_> {
    fn in_line(waiting: &AtomicUsize) -> Place<'_> {
        Place { waiting, ahead: waiting.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What holds searches to a request: when it is dropped, they end.
pub(crate) struct Leash(Arc<AtomicBool>);

impl Leash {
    pub(crate) fn new() -> Leash {
        Leash(Arc::new(AtomicBool::new(false)))
    }

    /// Somebody who watches a search on this leash.
    pub(crate) fn watch(&self, time: Duration) -> Watch {
        Watch { dropped: Arc::clone(&self.0), deadline: Instant::now() + time }
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Watches one search: its time, and whether anybody still waits for it.
#[derive(Clone)]
pub(crate) struct Watch {
    dropped: Arc<AtomicBool>,
    deadline: Instant,
}

impl Watch {
    /// Whether to end now.
    pub(crate) fn over(&self) -> bool {
        self.dropped.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }

    /// The same, but no later than so long from now.
    pub(crate) fn within(&self, time: Duration) -> Watch {
        let sooner = Instant::now().checked_add(time).map_or(self.deadline, |deadline| deadline.min(self.deadline));
        Watch { deadline: sooner, ..self.clone() }
    }
}

impl Observer for Watch {
    fn watch(&mut self, _: &Progress) -> ControlFlow<()> {
        if self.over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
