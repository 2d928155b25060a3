//! Ten thousand malformed requests: the server never answers with an internal error, and continues to work.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::io::Read as _;
use std::net::Shutdown;
use std::time::Duration;

use crate::common::{Response, Server};
use rushlab_serve::Settings;
use serde_json::json;

/// A puzzle so small that exploring it takes no time.
const TINY: &str = "....XX.A...A....";

/// A pseudorandom number generator, the same on every machine: SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    fn byte(&mut self) -> u8 {
        // Half of the bytes have a meaning in HTTP or JSON.
        let special = b"{}[]\":,\\0-9eE\r\n\0 \xff\xc3%/?&=;";
        if self.below(2) == 0 { special[self.below(special.len())] } else { self.below(256) as u8 }
    }

    /// Changes, removes or adds some bytes.
    fn corrupt(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len().max(1));
            match self.below(6) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at.min(bytes.len()), self.byte()),
                2 if at < bytes.len() => drop(bytes.remove(at)),
                3 => {
                    let part = bytes[at.min(bytes.len())..].to_vec();
                    bytes.splice(0..0, part.into_iter().take(40));
                }
                4 => bytes.extend((0..self.below(60)).map(|_| b'[')),
                _ if at < bytes.len() => bytes[at] = self.byte(),
                _ => {}
            }
        }
    }
}

/// Returns valid requests, to be corrupted: path and body.
fn valid_requests() -> Vec<(&'static str, String)> {
    let game = rushlab::session::Session::new(rushlab::format::parse(TINY).unwrap()).save();
    [
        ("/api/solve", json!({"puzzle": TINY, "search": {"algorithm": "astar", "heuristic": "h3", "parameters": {"weight": 7}}, "states": 1000})),
        ("/api/game", json!({"puzzle": TINY, "action": {"move": {"vehicle": 1, "cells": 2}}})),
        ("/api/game", json!({"game": game, "action": "hint"})),
        ("/api/check", json!({"puzzle": {"rushlab": 1, "width": 6, "height": 6, "primary": "X", "vehicles": [
            {"label": "X", "orientation": "horizontal", "length": 2, "row": 3, "column": 1, "fuel": 5}], "walls": [{"row": 1, "column": 1}]}})),
        ("/api/read", json!({"text": "aa...\n..b..\nxxb..\n.....\n.....\n"})),
        ("/api/write", json!({"puzzle": TINY, "format": "json", "relabel": true})),
        ("/api/explore", json!({"puzzle": TINY, "graph": true})),
        ("/api/evolve", json!({"puzzle": TINY, "method": "grh", "parameters": {"population": 10, "generations": 5}, "seed": 3, "until": 4})),
        ("/api/race", json!({"puzzle": TINY, "entrants": [{"algorithm": "bfs"}]})),
    ]
    .into_iter()
    .map(|(path, body)| (path, body.to_string()))
    .collect()
}

/// Sends bytes and closes the sending side, even if the request is incomplete.
fn send_and_close(server: &Server, bytes: &[u8]) -> Response {
    let mut stream = server.send(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    Response::parse(&text)
}

#[test]
fn the_server_survives_ten_thousand_malformed_requests() {
    let server = Server::start(Settings {
        lab: rushlab_lab::Settings { max_states: 20_000, ..rushlab_lab::Settings::default() },
        receive_timeout: Duration::from_secs(2),
        ..Settings::default()
    });
    let valid = valid_requests();
    let round = |thread: u64| {
        let mut random = Random(thread);
        for number in 0..2500 {
            let (path, body) = &valid[random.below(valid.len())];
            let mut body = body.clone().into_bytes();
            let whole = number % 2 == 0;
            let bytes = if whole {
                // Only the body is corrupted, and its length is right.
                random.corrupt(&mut body);
                let head = format!(
                    "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
                    server.address,
                    body.len()
                );
                [head.into_bytes(), body].concat()
            } else {
                let json = [("content-type", "application/json")];
                let text = String::from_utf8(body).unwrap();
                let mut all = match random.below(4) {
                    0 => server.request_text("GET", "/api/random?level=expert&seed=7", &[], "").into_bytes(),
                    _ => server.request_text("POST", path, &json, &text).into_bytes(),
                };
                random.corrupt(&mut all);
                all
            };
            let response = if whole { server.raw(&bytes) } else { send_and_close(&server, &bytes) };
            assert!(!whole || response.status > 0, "no response to {:?}", String::from_utf8_lossy(&bytes));
            let busy = response.status == 503 && response.body.contains("busy");
            assert!(response.status < 500 || busy, "{response:?} to {:?}", String::from_utf8_lossy(&bytes));
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|thread| scope.spawn(move || round(thread))).collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    });
    assert_eq!(server.post("/api/solve", &json!({"puzzle": TINY})).good()["status"], "solved");
}
