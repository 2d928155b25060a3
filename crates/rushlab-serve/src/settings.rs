//! What the server allows.

use std::time::Duration;

use rushlab::search::Limits;

/// What the server allows. The defaults suit a laptop; whoever needs more uses the command line.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many searches run at once; more wait a little, and are then told that the server is busy.
    pub searches: usize,
    /// How many searches may wait.
    pub waiting: usize,
    /// How long a search waits for its turn.
    pub patience: Duration,
    /// How many live shows (races, evolutions) run at once; they last long and mostly sleep.
    pub shows: usize,
    /// How many algorithms run in a race.
    pub entrants: usize,
    /// The most positions one search may hold.
    pub states: u64,
    /// The most memory one search may hold, in bytes.
    pub memory: u64,
    /// How long one search may take.
    pub time: Duration,
    /// How long a live show may take.
    pub show_time: Duration,
    /// The largest cluster whose graph is handed out.
    pub graph: usize,
    /// How long a client may take to send a request's head, or its body.
    pub sending: Duration,
    /// How long a client may leave what it is sent unread.
    pub reading: Duration,
}

/// The largest body of a request, in bytes: far more than any puzzle and any game.
pub(crate) const BODY: usize = 128 << 10;

/// How many connections there may be at once.
pub(crate) const CONNECTIONS: usize = 1000;

impl Default for Settings {
    fn default() -> Settings {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Settings {
            searches: cores,
            waiting: 64,
            patience: Duration::from_secs(2),
            shows: 4,
            entrants: 6,
            states: 5_000_000,
            memory: 256 << 20,
            time: Duration::from_secs(20),
            show_time: Duration::from_secs(180),
            graph: 6000,
            sending: Duration::from_secs(10),
            reading: Duration::from_secs(20),
        }
    }
}

impl Settings {
    /// The limits of one search.
    pub(crate) fn limits(&self) -> Limits {
        Limits { states: self.states, memory: self.memory }
    }

    /// The limits of one search among the several of a live show.
    pub(crate) fn show_limits(&self) -> Limits {
        Limits { states: self.states / 5, memory: self.memory / 4 }
    }
}
