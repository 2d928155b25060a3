//! The memory that searches may use: the limit of the user less the memory of the program itself.
//!
//! A search counts what it allocates. The allocator also keeps freed memory for a while: tables that were replaced by
//! larger ones, and what earlier searches have left. In measurements that was up to a third of what the searches count,
//! so they get three quarters of the rest.

use std::sync::OnceLock;

/// The memory of the program itself where it cannot be measured.
#[cfg(not(target_os = "linux"))]
const TYPICAL_OWN: u64 = 16 << 20;

/// The memory for what comes after the first measurement: code, buffers, results that wait to be printed.
const RESERVE: u64 = 6 << 20;

/// The memory of each thread besides its search: its stack, and pages that its allocator keeps.
const RESERVE_PER_THREAD: u64 = 1 << 20;

/// Returns the memory for each of `concurrency` concurrent searches, given the limit of the whole program.
pub(crate) fn per_search(limit: u64, concurrency: usize) -> u64 {
    // Measured before the first search starts, because no search starts without a limit.
    static OWN: OnceLock<u64> = OnceLock::new();
    share(limit, *OWN.get_or_init(own), concurrency as u64)
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
    fn the_program_has_a_size() {
        assert!((1 << 20..1 << 30).contains(&own()), "{}", own());
    }
}
