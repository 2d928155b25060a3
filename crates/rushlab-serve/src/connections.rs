//! The open connections. At a limit, a new one takes the place of one of the client that has the most: of an idle one
//! or, if there is none, of any. It is chosen at random (as sshd does with `MaxStartups`), because any order would let
//! a client that opens many connections close those of others that are about to send their first request.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// The time after which a connection without a request is idle.
const IDLE: Duration = Duration::from_secs(1);

/// The open connections, and how many there may be.
pub(crate) struct Connections {
    max: usize,
    /// The most connections of one client.
    max_of_client: usize,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    next: u64,
    open: HashMap<u64, Entry>,
    random: RandomState,
}

struct Entry {
    client: IpAddr,
    /// Whether a request is being answered. While its response is sent, a connection waits for its client.
    is_busy: bool,
    /// When `is_busy` last changed.
    since: Instant,
    close: Arc<Notify>,
}

/// An open connection, which is listed until it is dropped.
pub(crate) struct Connection {
    connections: Arc<Connections>,
    number: u64,
    close: Arc<Notify>,
}

impl Connections {
    pub(crate) fn new(max: usize, max_of_client: usize) -> Arc<Connections> {
        Arc::new(Connections { max, max_of_client, table: Mutex::default() })
    }

    /// Lists a new connection of a client. At a limit, another one is closed.
    pub(crate) fn open(self: &Arc<Self>, address: IpAddr) -> Connection {
        let client = client_of(address);
        let close = Arc::new(Notify::new());
        let mut table = self.table();
        let of_client = table.open.values().filter(|entry| entry.client == client).count();
        if of_client >= self.max_of_client {
            table.close_one(client);
        } else if table.open.len() >= self.max {
            table.close_any();
        }
        let number = table.next;
        table.next += 1;
        let entry = Entry { client, is_busy: false, since: Instant::now(), close: Arc::clone(&close) };
        table.open.insert(number, entry);
        Connection { connections: Arc::clone(self), number, close }
    }

    /// Closes one connection, if there is one.
    pub(crate) fn close_any(&self) {
        self.table().close_any();
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Closes a connection of the client with the most connections.
    fn close_any(&mut self) {
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        self.open.values().for_each(|entry| *counts.entry(entry.client).or_default() += 1);
        if let Some((client, _)) = counts.into_iter().max_by_key(|(_, count)| *count) {
            self.close_one(client);
        }
    }

    /// Closes an idle connection of a client or, if there is none, any of its connections.
    fn close_one(&mut self, client: IpAddr) {
        let of_client = self.open.iter().filter(|(_, entry)| entry.client == client);
        let (mut chosen, any): (Vec<_>, Vec<_>) = of_client.partition(|(_, entry)| entry.is_idle());
        if chosen.is_empty() {
            chosen = any;
        }
        let Some(last) = chosen.len().checked_sub(1) else { return };
        let number = *chosen[self.random.hash_one((self.next, last)) as usize % (last + 1)].0;
        if let Some(entry) = self.open.remove(&number) {
            entry.close.notify_one();
        }
    }
}

impl Entry {
    fn is_idle(&self) -> bool {
        !self.is_busy && self.since.elapsed() >= IDLE
    }
}

impl Connection {
    /// Records whether a request is being answered.
    pub(crate) fn set_busy(&self, is_busy: bool) {
        if let Some(entry) = self.connections.table().open.get_mut(&self.number) {
            (entry.is_busy, entry.since) = (is_busy, Instant::now());
        }
    }

    /// Completes when the connection must be closed.
    pub(crate) async fn closed(&self) {
        self.close.notified().await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.connections.table().open.remove(&self.number);
    }
}

/// Returns the client with an address: a device has many addresses of version 6, which begin with the same 64 bits.
fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_closed(connection: &Connection) -> bool {
        !connection.connections.table().open.contains_key(&connection.number)
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Returns how many of some connections are open.
    fn count_open(connections: &[Connection]) -> usize {
        connections.iter().filter(|connection| !is_closed(connection)).count()
    }

    #[test]
    fn a_new_client_gets_the_place_of_the_client_with_the_most_connections() {
        let connections = Connections::new(4, 3);
        let other = connections.open(address("192.0.2.1"));
        let attack: Vec<Connection> = (0..50).map(|_| connections.open(address("192.0.2.2"))).collect();
        assert_eq!(count_open(&attack), 3);
        let new: Vec<Connection> = ["192.0.2.3", "192.0.2.4"].map(|new| connections.open(address(new))).into();
        assert_eq!((is_closed(&other), count_open(&new), count_open(&attack)), (false, 2, 1));
        drop((other, new, attack));
        assert!(connections.table().open.is_empty());
    }

    #[test]
    fn idle_connections_are_closed_first() {
        let connections = Connections::new(100, 50);
        let all: Vec<Connection> = (0..50).map(|_| connections.open(address("::1"))).collect();
        all[..20].iter().for_each(|connection| connection.set_busy(true));
        for entry in connections.table().open.values_mut() {
            entry.since -= 2 * IDLE;
        }
        all[20..25].iter().for_each(|connection| connection.set_busy(false));
        let new: Vec<Connection> = (0..25).map(|_| connections.open(address("::1"))).collect();
        assert_eq!((count_open(&all[..25]), count_open(&all[25..]), count_open(&new)), (25, 0, 25));
        let more = connections.open(address("::1"));
        assert_eq!(count_open(&all) + count_open(&new), 49, "without an idle one, any is closed");
        assert!(!is_closed(&more));
        connections.close_any();
        assert_eq!(connections.table().open.len(), 49);
    }

    #[test]
    fn addresses_of_one_device_are_one_client() {
        assert_eq!(client_of(address("2001:db8::1:2")), client_of(address("2001:db8::3:4")));
        assert_ne!(client_of(address("2001:db8::1")), client_of(address("2001:db8:0:1::1")));
        assert_eq!(client_of(address("::ffff:192.0.2.1")), client_of(address("192.0.2.1")));
        assert_ne!(client_of(address("192.0.2.1")), client_of(address("192.0.2.2")));
    }
}
