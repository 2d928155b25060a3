//! Attacks on a server: `attack ADDRESS [SECONDS]`. Prints how long the page takes during each of them.
//! `scripts/attack` starts the server.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measuring tool, which may stop at any error")]

#[path = "../tests/common/attacks.rs"]
mod attacks;

use std::net::SocketAddr;
use std::time::Duration;

use attacks::ATTACKS;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let address: SocketAddr = arguments.first().map_or("127.0.0.1:8472", String::as_str).parse().unwrap();
    let seconds = arguments.get(1).map_or(10, |text| text.parse().unwrap());
    println!("| attack | connections | pages | median | longest | without the page |");
    println!("|---|---|---|---|---|---|");
    for attack in &ATTACKS {
        let times = attack.page_times(address, Duration::from_secs(seconds));
        let mut served: Vec<u128> = times.iter().flatten().map(Duration::as_millis).collect();
        served.sort_unstable();
        let (median, longest) = (served.get(served.len() / 2), served.last());
        let shown = |time: Option<&u128>| time.map_or("-".to_owned(), |time| format!("{time} ms"));
        println!(
            "| {} | {} | {} | {} | {} | {} |",
            attack.name,
            attack.connections,
            served.len(),
            shown(median),
            shown(longest),
            times.len() - served.len()
        );
    }
}
