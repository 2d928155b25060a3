//! The open connections. At a limit, a new client gets the place of a connection that waited for its client longest.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

/// The open connections, and how many there may be.
pub(crate) struct Connections {
    max: usize,
    /// The most connections of one client.
    max_of_client: usize,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    /// Number of the next connection.
    next: u64,
    open: HashMap<u64, Entry>,
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

    /// Closes the connection of a client that has been waiting longest or, if none is waiting, busy longest.
    fn close_one(&mut self, client: IpAddr) {
        let of_client = self.open.iter().filter(|(_, entry)| entry.client == client);
        let chosen = of_client.min_by_key(|(number, entry)| (entry.is_busy, entry.since, **number));
        if let Some(entry) = chosen.map(|(number, _)| *number).and_then(|number| self.open.remove(&number)) {
            entry.close.notify_one();
        }
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

    /// Returns whether a connection must be closed.
    fn is_closed(connection: &Connection) -> bool {
        !connection.connections.table().open.contains_key(&connection.number)
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_new_client_gets_the_place_of_the_client_with_the_most_connections() {
        let connections = Connections::new(4, 3);
        let other = connections.open(address("192.0.2.1"));
        let attack: Vec<Connection> = (0..5).map(|_| connections.open(address("192.0.2.2"))).collect();
        assert_eq!(attack.iter().map(is_closed).collect::<Vec<_>>(), [true, true, false, false, false]);
        attack[2].set_busy(true);
        let new = connections.open(address("192.0.2.3"));
        assert!(attack[3 - 1..].iter().map(is_closed).eq([false, true, false]), "idle ones are closed first");
        assert!(!is_closed(&other) && !is_closed(&new));
        drop((other, new, attack));
        assert!(connections.table().open.is_empty());
    }

    #[test]
    fn if_no_connection_is_idle_the_one_that_is_busy_longest_is_closed() {
        let connections = Connections::new(4, 2);
        let busy: Vec<Connection> = (0..3)
            .map(|_| {
                let connection = connections.open(address("::1"));
                connection.set_busy(true);
                connection
            })
            .collect();
        assert!(busy.iter().map(is_closed).eq([true, false, false]));
        connections.close_any();
        assert!(busy.iter().map(is_closed).eq([true, true, false]));
    }

    #[test]
    fn addresses_of_one_device_are_one_client() {
        assert_eq!(client_of(address("2001:db8::1:2")), client_of(address("2001:db8::3:4")));
        assert_ne!(client_of(address("2001:db8::1")), client_of(address("2001:db8:0:1::1")));
        assert_eq!(client_of(address("::ffff:192.0.2.1")), client_of(address("192.0.2.1")));
        assert_ne!(client_of(address("192.0.2.1")), client_of(address("192.0.2.2")));
    }
}
