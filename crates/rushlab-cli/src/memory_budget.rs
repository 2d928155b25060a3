//! The memory that searches may use: the limit of the user less the memory of the program itself.
//!
//! A search counts what it allocates. The allocator also keeps freed memory for a while: tables that were replaced by larger ones, and
//! what earlier searches have left. In measurements that was up to a third of what the searches count, so they get three quarters of the
//! rest.
//!
//! Concurrent searches share the memory equally. A search that needs more than its share runs again, alone and with all of it
//! ([`MemoryTurns`]), so that the number of threads does not decide which puzzles are solved.

use std::sync::{OnceLock, PoisonError, RwLock};

/// The memory of the program itself where it cannot be measured.
#[cfg(not(target_os = "linux"))]
const TYPICAL_OWN: u64 = 16 << 20;

/// The memory for what is loaded or allocated after the first measurement: code, buffers, results that wait to be printed.
const RESERVE: u64 = 6 << 20;

/// The memory of each thread besides its search: its stack, and pages that its allocator keeps.
const RESERVE_PER_THREAD: u64 = 1 << 20;

/// Returns the memory for each of `concurrency` concurrent searches, given the limit of the whole program.
pub(crate) fn per_search(limit: u64, concurrency: usize) -> u64 {
    // Measured before the first search starts, because no search starts without a limit.
    static OWN: OnceLock<u64> = OnceLock::new();
    share(limit, *OWN.get_or_init(own), concurrency as u64)
}

/// The turns of concurrent searches: either several run with a share of the memory each, or one runs with all of it.
#[derive(Default)]
pub(crate) struct MemoryTurns(RwLock<()>);

impl MemoryTurns {
    /// Runs one of `concurrency` concurrent searches. `search` gets the number of searches among which the memory is divided. If its result
    /// `needs_more`, the search runs again when no other search is running.
    pub(crate) fn run<T>(
        &self,
        concurrency: usize,
        search: impl Fn(usize) -> T,
        needs_more: impl FnOnce(&T) -> bool,
    ) -> T {
        let turn = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let result = search(concurrency);
        drop(turn);
        if concurrency == 1 || !needs_more(&result) {
            return result;
        }
        drop(result);
        let _turn = self.0.write().unwrap_or_else(PoisonError::into_inner);
        search(1)
    }
}

fn share(limit: u64, own: u64, concurrency: u64) -> u64 {
    limit.saturating_sub(own + RESERVE + concurrency * RESERVE_PER_THREAD) / 4 * 3 / concurrency
}

/// Returns the memory that the program occupies now.
#[cfg(target_os = "linux")]
fn own() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
    resident.and_then(|kilobytes| kilobytes.trim().parse::<u64>().ok()).unwrap_or(0) << 10
}

#[cfg(not(target_os = "linux"))]
fn own() -> u64 {
    TYPICAL_OWN
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn searches_share_what_the_program_leaves() {
        let (limit, own) = (1 << 30, 20 << 20);
        assert_eq!(share(limit, own, 1), (limit - own - RESERVE - RESERVE_PER_THREAD) / 4 * 3);
        for concurrency in 1..100 {
            let searches = concurrency * share(limit, own, concurrency);
            assert!(searches * 4 / 3 + own < limit && searches > limit / 2, "{concurrency}: {searches}");
        }
        assert_eq!(share(own, own, 4), 0);
    }

    #[test]
    fn a_search_that_needs_more_than_its_share_runs_again_alone() {
        let running = AtomicUsize::new(0);
        let turns = MemoryTurns::default();
        let search = |needed: usize| {
            turns.run(
                2,
                |concurrency| {
                    let others = running.fetch_add(1, Ordering::SeqCst);
                    assert!(concurrency > 1 || others == 0, "alone");
                    thread::yield_now();
                    assert!(concurrency > 1 || running.load(Ordering::SeqCst) == 1, "alone to its end");
                    running.fetch_sub(1, Ordering::SeqCst);
                    100 / concurrency
                },
                |share| needed > *share,
            )
        };
        thread::scope(|scope| {
            let threads = [0, 1].map(|_| scope.spawn(|| [30, 80, 60, 10, 90].map(search)));
            for thread in threads {
                assert_eq!(thread.join().unwrap(), [50, 100, 100, 50, 100]);
            }
        });
    }

    #[test]
    fn the_program_has_a_size() {
        assert!((1 << 20..1 << 30).contains(&own()), "{}", own());
    }
}
