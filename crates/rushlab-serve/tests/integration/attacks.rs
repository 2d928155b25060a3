//! The page is served while a client attacks the server. `scripts/attack` measures the times; here they have a bound
//! that holds on a busy machine.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test fails by panicking")]

use std::time::Duration;

use crate::common::Server;
use crate::common::attacks::ATTACKS;
use rushlab_serve::Settings;

/// Limits that an attack reaches with few open files.
const MAX_CONNECTIONS: usize = 100;

#[test]
fn the_page_is_served_during_attacks() {
    let settings = Settings {
        max_connections: MAX_CONNECTIONS,
        max_connections_of_client: MAX_CONNECTIONS / 2,
        ..Settings::default()
    };
    for attack in &ATTACKS {
        let server = Server::start(settings);
        let attack = attack.with_at_most(2 * MAX_CONNECTIONS);
        let times = attack.page_times(server.address, Duration::from_millis(500));
        assert!(!times.is_empty(), "{attack:?}");
        eprintln!("{}: {} pages, at most {:?}", attack.name, times.len(), times.iter().max());
        for time in times {
            assert!(time.is_some_and(|time| time < Duration::from_secs(5)), "{time:?}: {attack:?}");
        }
    }
}
