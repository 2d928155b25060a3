//! The limits of the server.

use std::time::Duration;

use rushlab::search::Limits;

/// The limits of the server. The defaults suit a laptop; the command line has higher limits.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Searches that run at the same time. Further ones are queued.
    pub max_searches: usize,
    /// Searches that are queued at the same time. Further ones get the error `busy`.
    pub max_queued: usize,
    /// Time a search stays in the queue before it gets the error `busy`.
    pub queue_timeout: Duration,
    /// Live event streams (races and evolutions) at the same time. They last long and are idle most of the time.
    pub max_streams: usize,
    /// Algorithms in one race.
    pub max_entrants: usize,
    /// Positions one search may store.
    pub max_states: u64,
    /// Memory one search may use, in bytes.
    pub max_memory: u64,
    /// Time one search may take.
    pub search_timeout: Duration,
    /// Time one live event stream may take.
    pub stream_timeout: Duration,
    /// Maximum number of positions of a cluster whose graph is returned.
    pub max_graph: usize,
    /// Time a client may take to send the head of a request, and again to send its body.
    pub receive_timeout: Duration,
    /// Time a client may take to read what was sent to it before the connection is closed.
    pub send_timeout: Duration,
}

/// The largest body of a request, in bytes; enough for any puzzle and any saved game.
pub(crate) const MAX_BODY: usize = 128 << 10;

/// The number of connections at the same time.
pub(crate) const MAX_CONNECTIONS: usize = 1000;

impl Default for Settings {
    fn default() -> Settings {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Settings {
            max_searches: cores,
            max_queued: 64,
            queue_timeout: Duration::from_secs(2),
            max_streams: 4,
            max_entrants: 6,
            max_states: 5_000_000,
            max_memory: 256 << 20,
            search_timeout: Duration::from_secs(20),
            stream_timeout: Duration::from_secs(180),
            max_graph: 6000,
            receive_timeout: Duration::from_secs(10),
            send_timeout: Duration::from_secs(20),
        }
    }
}

impl Settings {
    /// Returns the limits of one search.
    pub(crate) fn search_limits(&self) -> Limits {
        Limits { states: self.max_states, memory: self.max_memory }
    }

    /// Returns the limits of one search of a live event stream, which runs several.
    pub(crate) fn stream_limits(&self) -> Limits {
        Limits { states: self.max_states / 5, memory: self.max_memory / 4 }
    }
}
