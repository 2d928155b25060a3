//! The limits of the laboratory.

use std::time::Duration;

use rushlab::search::Limits;

/// The limits of the laboratory. The defaults suit a laptop; the command line has higher limits.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Algorithms in one race.
    pub max_entrants: usize,
    /// Positions one search may store.
    pub max_states: u64,
    /// Memory one search may use, in bytes.
    pub max_memory: u64,
    /// Time one search may take.
    pub search_timeout: Duration,
    /// Time one live search (a race or an evolution) may take.
    pub stream_timeout: Duration,
    /// Maximum number of positions of a cluster whose graph is returned.
    pub max_graph: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            max_entrants: 6,
            max_states: 5_000_000,
            max_memory: 256 << 20,
            search_timeout: Duration::from_secs(20),
            stream_timeout: Duration::from_secs(180),
            max_graph: 15_000,
        }
    }
}

impl Settings {
    pub(crate) fn search_limits(&self) -> Limits {
        Limits { states: self.max_states, memory: self.max_memory }
    }

    /// Returns the limits of one search of a race, which runs several.
    pub(crate) fn stream_limits(&self) -> Limits {
        Limits { states: self.max_states / 5, memory: self.max_memory / 4 }
    }
}
