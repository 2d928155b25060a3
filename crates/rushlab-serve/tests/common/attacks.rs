//! Attacks on a server by one client, and the time that the page takes during each of them.
#![allow(dead_code, reason = "each user has a part of this")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// What each connection of an attack sends, and how often.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    pub(crate) connections: usize,
    /// The request, and how many of them are sent at once.
    request: fn(SocketAddr) -> String,
    pipelined: usize,
    /// Whether the responses are read, and further requests are sent after them.
    reads: bool,
}

pub(crate) const ATTACKS: [Attack; 8] = [
    Attack { name: "no attack", connections: 0, request: |_| String::new(), pipelined: 0, reads: false },
    Attack {
        name: "pipelined requests for the OpenAPI document",
        connections: 259,
        request: |address| get(address, "/api/openapi.json"),
        pipelined: 50,
        reads: true,
    },
    Attack {
        name: "the same, and no response is read",
        connections: 259,
        request: |address| get(address, "/api/openapi.json"),
        pipelined: 50,
        reads: false,
    },
    Attack {
        name: "pipelined requests to read 100 kB",
        connections: 259,
        request: |address| post(address, "/api/read", &format!("{{\"text\":\"{}\"}}", "ab..\\n".repeat(17_000))),
        pipelined: 10,
        reads: true,
    },
    Attack {
        name: "pipelined searches",
        connections: 259,
        request: |address| {
            post(
                address,
                "/api/solve",
                r#"{"puzzle":"A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K","search":{"algorithm":"dfs"}}"#,
            )
        },
        pipelined: 10,
        reads: true,
    },
    Attack { name: "idle connections", connections: 1100, request: |_| String::new(), pipelined: 1, reads: false },
    Attack {
        name: "heads that do not end",
        connections: 1100,
        request: |address| format!("GET / HTTP/1.1\r\nhost: {address}\r\nx: "),
        pipelined: 1,
        reads: false,
    },
    Attack {
        name: "bodies that do not end",
        connections: 1100,
        request: |address| post(address, "/api/solve", &"[".repeat(1000)).replace("length: 1000", "length: 1001"),
        pipelined: 1,
        reads: false,
    },
];

fn get(address: SocketAddr, path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n\r\n")
}

fn post(address: SocketAddr, path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

impl Attack {
    /// Attacks a server, and requests the page from time to time, each time as a new client. Returns the times until
    /// the whole page has arrived; `None` is a request without an answer.
    pub(crate) fn page_times(&self, address: SocketAddr, duration: Duration) -> Vec<Option<Duration>> {
        let ended = AtomicBool::new(false);
        thread::scope(|scope| {
            let number = self.connections.div_ceil(100);
            for first in 0..number {
                let connections = (self.connections + first) / number;
                let ended = &ended;
                scope.spawn(move || self.run(address, connections, ended));
            }
            // The connections of the attack are open by then.
            thread::sleep(Duration::from_secs(1).min(duration));
            let end = Instant::now() + duration;
            let mut times = Vec::new();
            while Instant::now() < end {
                times.push(page_time(address));
                thread::sleep(Duration::from_millis(50));
            }
            ended.store(true, Ordering::Relaxed);
            times
        })
    }

    /// Returns the same attack with fewer connections.
    pub(crate) fn with_at_most(&self, connections: usize) -> Attack {
        Attack { connections: self.connections.min(connections), ..*self }
    }

    /// Keeps some connections busy until the attack ends. Those that the server closes are opened again later.
    fn run(&self, address: SocketAddr, connections: usize, ended: &AtomicBool) {
        let requests = (self.request)(address).repeat(self.pipelined);
        let mut all: Vec<Connection> = (0..connections).map(|_| Connection::Closed(Instant::now())).collect();
        while !ended.load(Ordering::Relaxed) {
            all.iter_mut().for_each(|connection| connection.advance(address, requests.as_bytes(), self.reads));
            // The attack must not take the processor from the server by itself.
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A connection of an attack.
enum Connection {
    /// When it is opened again.
    Closed(Instant),
    /// With the number of bytes of its requests that are sent.
    Open(TcpStream, usize),
}

impl Connection {
    /// Opens the connection, or sends and receives as much as possible at once.
    fn advance(&mut self, address: SocketAddr, requests: &[u8], reads: bool) {
        const PAUSE: Duration = Duration::from_secs(1);
        let mut buffer = [0; 1 << 14];
        match self {
            Connection::Closed(until) if Instant::now() < *until => {}
            Connection::Closed(_) => {
                if let Ok(stream) = TcpStream::connect_timeout(&address, PAUSE) {
                    stream.set_nonblocking(true).unwrap();
                    *self = Connection::Open(stream, 0);
                }
            }
            Connection::Open(stream, sent) => {
                *sent += stream.write(&requests[*sent..]).unwrap_or(0);
                if reads && *sent == requests.len() {
                    *sent = 0;
                }
                let received = if reads { stream.read(&mut buffer) } else { stream.peek(&mut buffer) };
                if received.map_or_else(|error| error.kind() != ErrorKind::WouldBlock, |length| length == 0) {
                    *self = Connection::Closed(Instant::now() + PAUSE);
                }
            }
        }
    }
}

/// Returns the time until the whole page has arrived on a new connection, or on another one if that is closed; `None`
/// if it does not arrive.
fn page_time(address: SocketAddr) -> Option<Duration> {
    const MAX: Duration = Duration::from_secs(40);
    let started = Instant::now();
    while started.elapsed() < MAX {
        if page(address, MAX).is_some_and(|page| page.starts_with("HTTP/1.1 200") && page.contains("</html>")) {
            return Some(started.elapsed());
        }
    }
    None
}

/// Requests the page on a new connection.
fn page(address: SocketAddr, timeout: Duration) -> Option<String> {
    let mut stream = TcpStream::connect_timeout(&address, timeout).ok()?;
    stream.set_read_timeout(Some(timeout)).ok()?;
    stream.write_all(get(address, "/").replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n").as_bytes()).ok()?;
    let mut page = String::new();
    stream.read_to_string(&mut page).ok()?;
    Some(page)
}
