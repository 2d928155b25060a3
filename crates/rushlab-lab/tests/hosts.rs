//! The lab with a host that has no threads and no real clock, like a Web Worker.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use rushlab_lab::{ErrorKind, Event, Host, Kind, Lab, REQUESTS, RequestEntry, Settings};
use serde_json::{Value, json};

/// A puzzle of two moves.
const EASY: &str = "......A..B..AXXB..A..B......CC......";

/// A host whose clock advances by `tick` whenever it is read, and by every pause.
#[derive(Default)]
struct TestHost {
    clock: Duration,
    tick: Duration,
    events: Vec<Event>,
    /// Number of events after which the client has gone.
    listens_to: Option<usize>,
}

impl Host for TestHost {
    fn now(&mut self) -> Duration {
        self.clock += self.tick;
        self.clock
    }

    fn is_cancelled(&mut self) -> bool {
        self.listens_to.is_some_and(|most| self.events.len() >= most)
    }

    fn sleep(&mut self, duration: Duration) {
        self.clock += duration;
    }

    fn emit(&mut self, event: Event) -> ControlFlow<()> {
        self.events.push(event);
        if self.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn run(name: &str, request: &Value, host: &mut TestHost) -> Value {
    let job = Arc::new(Lab::new(Settings::default())).job(name, request.to_string().as_bytes()).unwrap();
    serde_json::from_str(&job.run(host).unwrap()).unwrap()
}

#[test]
fn a_race_without_threads_runs_in_turn_and_keeps_its_pace_on_the_clock_of_the_host() {
    let mut host = TestHost::default();
    let request = json!({"puzzle": EASY, "entrants": [{"algorithm": "bfs"}, {"algorithm": "dijkstra"}], "pace": 10});
    assert_eq!(run("race", &request, &mut host), Value::Null);
    let mut names: Vec<&str> = host.events.iter().map(|event| event.name).collect();
    names.dedup();
    assert_eq!(names, ["start", "progress", "finish", "progress", "finish", "end"]);
    let finishes = host.events.iter().filter(|event| event.name == "finish");
    let mut total = 0.0;
    for (entrant, event) in finishes.enumerate() {
        let finish: Value = serde_json::from_str(&event.data).unwrap();
        assert_eq!((finish["entrant"].as_u64(), finish["cost"].as_u64()), (Some(entrant as u64), Some(2)));
        let seconds = finish["seconds"].as_f64().unwrap();
        assert!(seconds > finish["expanded"].as_f64().unwrap() / 10.0 - 0.2, "{finish}");
        total += seconds;
    }
    assert!((host.clock.as_secs_f64() - total).abs() < 0.001, "only pauses advance this clock");
}

#[test]
fn a_task_ends_when_nobody_receives_its_events() {
    let race = json!({"puzzle": EASY, "entrants": [{"algorithm": "bfs"}], "pace": 1});
    let evolution = json!({"puzzle": "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM", "method": "schlegel"});
    for (name, request) in [("race", race), ("evolve", evolution)] {
        let mut host = TestHost { listens_to: Some(2), ..TestHost::default() };
        assert_eq!(run(name, &request, &mut host), Value::Null);
        assert!(host.events.len() <= 3, "{name}: {} events", host.events.len());
    }
}

#[test]
fn a_search_ends_at_its_deadline() {
    let mut host = TestHost { tick: Duration::from_secs(30), ..TestHost::default() };
    let request =
        json!({"puzzle": "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM", "search": {"algorithm": "bfs"}, "brief": true});
    assert_eq!(run("solve", &request, &mut host)["status"], "limit");
}

#[test]
fn wrong_requests_get_a_kind_and_a_sentence() {
    let lab = Arc::new(Lab::new(Settings::default()));
    let error = |name: &str, request: &str| lab.job(name, request.as_bytes()).map(drop).unwrap_err();
    assert_eq!(error("guess", "{}").kind(), ErrorKind::NotFound);
    for RequestEntry { name, .. } in REQUESTS {
        let error = error(name, "{\"unknown");
        assert_eq!(error.kind(), ErrorKind::BadRequest, "{name}");
        assert!(error.to_json().starts_with("{\"error\":\"the request cannot be read: "), "{name}: {error}");
    }
    assert_eq!(error("solve", "{\"puzzle\": \"AAB......\"}").kind(), ErrorKind::Unprocessable);
}

#[test]
fn the_table_has_the_kind_of_every_job() {
    let lab = Arc::new(Lab::new(Settings::default()));
    for RequestEntry { name, kind, .. } in REQUESTS {
        let request = match *name {
            "menu" | "puzzles" | "random" => json!({}),
            "daily" => json!({"date": "2026-11-15"}),
            "puzzle" => json!({"id": "1"}),
            "read" => json!({"text": EASY}),
            "write" => json!({"puzzle": EASY, "format": "json"}),
            "race" => json!({"puzzle": EASY, "entrants": [{}]}),
            "evolve" => json!({"puzzle": EASY, "method": "grh"}),
            _ => json!({"puzzle": EASY}),
        };
        assert_eq!(lab.job(name, request.to_string().as_bytes()).unwrap().kind(), *kind, "{name}");
    }
    let game = |action: &str| json!({"puzzle": EASY, "action": action}).to_string();
    for action in ["look", "undo", "redo", "reset"] {
        assert_eq!(lab.job("game", game(action).as_bytes()).unwrap().kind(), Kind::Instant, "{action}");
    }
    for action in ["par", "hint", "solution", "remaining", "review"] {
        assert_eq!(lab.job("game", game(action).as_bytes()).unwrap().kind(), Kind::Search, "{action}");
    }
}
