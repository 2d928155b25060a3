//! The limits of the server.

use std::time::Duration;

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
    /// The limits of one request.
    pub lab: rushlab_lab::Settings,
    /// Time a client may take to send the head of a request, and again to send its body.
    pub receive_timeout: Duration,
    /// Time a client may take to read what was sent to it before the connection is closed.
    pub send_timeout: Duration,
    /// Connections at the same time. At this limit, a new one takes the place of an idle one of the client that has the
    /// most.
    pub max_connections: usize,
    /// Connections of one client at the same time: of an address, or of a network of IPv6.
    pub max_connections_of_client: usize,
}

/// The largest body of a request, in bytes; enough for any puzzle and any saved game.
pub(crate) const MAX_BODY: usize = 128 << 10;

impl Default for Settings {
    fn default() -> Settings {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Settings {
            max_searches: cores,
            max_queued: 64,
            queue_timeout: Duration::from_secs(2),
            max_streams: 4,
            lab: rushlab_lab::Settings::default(),
            receive_timeout: Duration::from_secs(10),
            send_timeout: Duration::from_secs(20),
            max_connections: 1000,
            max_connections_of_client: 500,
        }
    }
}
