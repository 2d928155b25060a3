//! A load test: `load ADDRESS [CLIENTS] [SECONDS]`. Each client solves one puzzle after the other; one more requests
//! the page. `scripts/load` starts the server and reports its memory use.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measuring tool, which may stop at any error")]

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// The durations of requests, by status; 0 means that there was no answer.
type Times = BTreeMap<u16, Vec<Duration>>;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let address = arguments.first().map_or("127.0.0.1:8472", String::as_str);
    let number = |index: usize, otherwise: u64| arguments.get(index).map_or(otherwise, |text| text.parse().unwrap());
    let (clients, seconds) = (number(1, 200), number(2, 60));
    let end = Instant::now() + Duration::from_secs(seconds);
    let boards: Vec<&str> = include_str!("../../../puzzles/starter.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let boards = &boards;
    let (solve_times, page_times) = thread::scope(|scope| {
        let solvers: Vec<_> =
            (0..clients).map(|client| scope.spawn(move || solve(address, client, boards, end))).collect();
        let page = scope.spawn(move || request_page(address, end));
        let mut all = Times::new();
        for solver in solvers {
            solver.join().unwrap().into_iter().for_each(|(status, times)| all.entry(status).or_default().extend(times));
        }
        (all, page.join().unwrap())
    });
    println!("{clients} clients solving for {seconds} s:");
    report(&solve_times);
    println!("the page at the same time:");
    report(&page_times);
}

/// Solves one puzzle after the other on one connection.
fn solve(address: &str, client: u64, boards: &[&str], end: Instant) -> Times {
    let mut times = Times::new();
    let mut connection = None;
    for round in client as usize.. {
        if Instant::now() >= end {
            break;
        }
        let body = format!("{{\"puzzle\":\"{}\"}}", boards[round % boards.len()]);
        let request = format!(
            "POST /api/solve HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let started = Instant::now();
        let status = exchange(&mut connection, address, &request).unwrap_or(0);
        times.entry(status).or_default().push(started.elapsed());
        if status == 503 {
            // A well-behaved client waits before it tries again.
            thread::sleep(Duration::from_millis(200));
        }
    }
    times
}

/// Requests the page ten times per second.
fn request_page(address: &str, end: Instant) -> Times {
    let mut times = Times::new();
    let request = format!("GET / HTTP/1.1\r\nhost: {address}\r\n\r\n");
    while Instant::now() < end {
        let started = Instant::now();
        let status = exchange(&mut None, address, &request).unwrap_or(0);
        times.entry(status).or_default().push(started.elapsed());
        thread::sleep(Duration::from_millis(100));
    }
    times
}

/// Sends a request, reads the whole answer, and returns its status.
fn exchange(connection: &mut Option<BufReader<TcpStream>>, address: &str, request: &str) -> std::io::Result<u16> {
    let mut stream = match connection.take() {
        Some(stream) => stream,
        None => BufReader::new(TcpStream::connect(address)?),
    };
    stream.get_mut().write_all(request.as_bytes())?;
    let (mut status, mut length, mut line) = (0, 0, String::new());
    while stream.read_line(&mut line)? > 2 {
        let lower = line.to_ascii_lowercase();
        if let Some(code) = lower.strip_prefix("http/1.1 ") {
            status = code.get(..3).and_then(|code| code.parse().ok()).unwrap_or(0);
        }
        if let Some(bytes) = lower.strip_prefix("content-length: ") {
            length = bytes.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    std::io::copy(&mut stream.by_ref().take(length), &mut std::io::sink())?;
    *connection = Some(stream);
    Ok(status)
}

fn report(times: &Times) {
    for (status, times) in times {
        let mut sorted: Vec<u128> = times.iter().map(Duration::as_millis).collect();
        sorted.sort_unstable();
        let quantile = |part: f64| sorted[((sorted.len() - 1) as f64 * part) as usize];
        let outcome = match status {
            200 => "answered",
            503 => "busy",
            0 => "no answer",
            _ => "refused",
        };
        println!(
            "  {status} {outcome}: {}; median {} ms, 99% within {} ms, at most {} ms",
            sorted.len(),
            quantile(0.5),
            quantile(0.99),
            quantile(1.0)
        );
    }
}
