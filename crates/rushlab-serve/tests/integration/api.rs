//! The API over real sockets: its answers, and its limits.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use crate::common::{EASY, Server};
use rushlab_serve::Settings;
use serde_json::{Value, json};

/// A puzzle of 25 moves.
const HARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";

fn server() -> Server {
    Server::start(Settings::default())
}

/// Returns an unsolvable board with very many positions, on which a plain search does not finish.
fn endless() -> Value {
    let mut vehicles = vec![json!({"label": "X", "orientation": "horizontal", "length": 2, "row": 6, "column": 1})];
    for index in 0..11 {
        let label = format!("V{index}");
        vehicles.push(
            json!({"label": label, "orientation": "vertical", "length": 2, "row": 1 + index % 2, "column": index + 1}),
        );
    }
    json!({"rushlab": 1, "width": 12, "height": 12, "primary": "X", "exit": {"side": "right"}, "vehicles": vehicles,
        "walls": [{"row": 6, "column": 12}]})
}

#[test]
fn the_menu_lists_the_registries() {
    let menu = server().get("/api/menu").good();
    let names = |key: &str| -> Vec<String> {
        menu[key].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    let algorithms: Vec<_> = rushlab_genetic::ALL_ALGORITHMS.iter().map(|algorithm| algorithm.about().name).collect();
    let heuristics: Vec<_> = rushlab::heuristic::HEURISTICS.iter().map(|heuristic| heuristic.about().name).collect();
    let formats: Vec<_> = rushlab::format::FORMATS.iter().map(|format| format.about().name).collect();
    assert_eq!(names("algorithms"), algorithms);
    assert_eq!(names("heuristics"), heuristics);
    let notations: Vec<_> = rushlab::notation::NOTATIONS.iter().map(|notation| notation.about().name).collect();
    let rule_sets: Vec<_> = rushlab::puzzle::RULE_SETS.iter().map(|set| set.name).collect();
    assert_eq!(names("formats"), formats);
    assert_eq!(names("notations"), notations);
    assert_eq!(names("rule_sets"), rule_sets);
}

#[test]
fn every_path_of_the_document_answers() {
    let server = server();
    let served = server.get("/api/openapi.json").good();
    assert_eq!(served, serde_json::from_str::<serde_json::Value>(rushlab_serve::OPENAPI).unwrap());
    let paths = served["paths"].as_object().unwrap();
    assert!(paths.len() >= 12, "{}", paths.len());
    for (path, methods) in paths {
        for (method, about) in methods.as_object().unwrap() {
            assert!(about["summary"].as_str().or(about["description"].as_str()).is_some(), "{path} has no description");
            let response = match method.as_str() {
                "get" => server.get(&path.replace("{id}", "1")),
                _ => server.post(path, &json!({})),
            };
            assert!(response.status == 200 || (400..500).contains(&response.status), "{method} {path}: {response:?}");
            assert_ne!((response.status, method.as_str()), (404, "get"), "{path}");
        }
    }
}

#[test]
fn a_game_is_compared_with_the_shortest_solution() {
    let server = server();
    let mut state = server.post("/api/game", &json!({"puzzle": EASY})).good();
    let play = |state: &Value, action: Value| {
        server.post("/api/game", &json!({"game": state["game"], "action": action})).good()
    };
    // B down, which is on a shortest path, and A up, which is not.
    for (vehicle, cells, remaining) in [(1, 2, 1), (0, -1, 1)] {
        state = play(&state, json!({"move": {"vehicle": vehicle, "cells": cells}}));
        let looked = play(&state, json!("remaining"));
        assert_eq!((&looked["remaining"], &looked["par"], &looked["hints"]), (&json!(remaining), &json!(2), &json!(0)));
    }
    let detour = play(&state, json!("review"))["detour"].clone();
    assert_eq!(
        (&detour["index"], &detour["played"]["label"], &detour["extra_cost"]),
        (&json!(1), &json!("A"), &json!(1))
    );
    assert_eq!(detour["shortest"]["label"], "X");
    assert_eq!(server.post("/api/game", &json!({"game": detour["game"]})).good()["moves"], 1);
    let stuck =
        server.post("/api/game", &json!({"puzzle": "............AA.BBB..................", "action": "remaining"}));
    assert_eq!(stuck.good().get("remaining"), Some(&Value::Null), "there is no solution");
}

#[test]
fn a_puzzle_is_checked_under_other_rules() {
    let server = server();
    let rules = |extra: Value| {
        let mut request = json!({"puzzle": EASY});
        request.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        server.post("/api/check", &request).good()["board"]["rules"].clone()
    };
    assert_eq!(rules(json!({})), json!({"metric": "moves", "valet": false, "default_fuel": null}));
    assert_eq!(
        rules(json!({"rules": "comp472", "metric": "steps"})),
        json!({"metric": "steps", "valet": true, "default_fuel": 100})
    );
}

#[test]
fn a_board_has_its_labels_if_its_id_alone_would_give_others() {
    let server = server();
    let board = |puzzle: &str| server.post("/api/check", &json!({"puzzle": puzzle})).good()["board"].clone();
    let own = board(EASY);
    assert_eq!(own["labels"], "A B X C");
    let canonical = board(own["key"].as_str().unwrap());
    assert_eq!((&canonical["key"], &canonical["labels"]), (&own["key"], &Value::Null));
    // A game with other labels is one of the same puzzle.
    let game =
        server.post("/api/game", &json!({"puzzle": EASY, "action": {"move": {"vehicle": 1, "cells": 2}}})).good();
    let found = server.post("/api/explore", &json!({"puzzle": own["key"], "graph": true, "game": game["game"]})).good();
    assert_eq!(found["game"].as_array().unwrap().len(), 2);
}

#[test]
fn a_game_is_played_over_several_requests() {
    let server = server();
    let mut state = server.post("/api/game", &json!({"puzzle": EASY})).good();
    let label = |state: &Value, index: usize| state["board"]["vehicles"][index]["label"].as_str().unwrap().to_owned();
    assert_eq!((label(&state, 1), label(&state, 2)), ("B".to_owned(), "X".to_owned()));
    assert_eq!(state["reach"][1], json!([1, 2]));
    let play =
        |state: &Value, action: Value| server.post("/api/game", &json!({"game": state["game"], "action": action}));
    for text in ["2 moves are left", "move B", "move B down by 2"] {
        state = play(&state, json!("hint")).good();
        assert_eq!(state["hint"]["text"], text);
    }
    assert_eq!(
        play(&state, json!({"move": {"vehicle": 2, "cells": 1}})).error(422),
        "X is blocked by B at row 3, column 4"
    );
    assert_eq!(play(&state, json!("undo")).error(422), "there is no move to undo");
    state = play(&state, json!({"move": {"vehicle": 1, "cells": 2}})).good();
    assert_eq!((&state["moves"], &state["last"]["label"]), (&json!(1), &json!("B")));
    state = play(&state, json!("undo")).good();
    assert_eq!((&state["moves"], &state["can_redo"]), (&json!(0), &json!(true)));
    state = play(&state, json!("redo")).good();
    state = play(&state, json!("par")).good();
    state = play(&state, json!({"move": {"vehicle": 2, "cells": 3}})).good();
    assert_eq!((&state["finished"], &state["par"], &state["stars"]), (&json!(true), &json!(2), &json!(2)));
    assert!(play(&state, json!("hint")).error(422).contains("solved"));
    let restarted = play(&state, json!("reset")).good();
    assert_eq!((&restarted["moves"], &restarted["finished"]), (&json!(0), &json!(false)));
    let solution = play(&restarted, json!("solution")).good();
    assert_eq!(solution["solution"].as_array().unwrap().len(), 2);
}

#[test]
fn every_algorithm_solves_and_reports_its_statistics() {
    let server = server();
    for algorithm in rushlab_genetic::ALL_ALGORITHMS.iter() {
        let name = algorithm.about().name;
        let response = server.post("/api/solve", &json!({"puzzle": EASY, "search": {"algorithm": name}})).good();
        assert_eq!(response["status"], "solved", "{name}");
        assert_eq!(response["positions"].as_array().unwrap().len(), response["solution"].as_array().unwrap().len() + 1);
        assert!(response["cost"].as_u64().unwrap() >= 2 && response["expanded"].as_u64().unwrap() > 0, "{name}");
    }
    let limited =
        server.post("/api/solve", &json!({"puzzle": endless(), "search": {"algorithm": "bfs"}, "states": 1000}));
    assert_eq!(limited.good()["status"], "limit");
    let late = json!({"puzzle": endless(), "search": {"algorithm": "bfs"}, "milliseconds": 50, "brief": true});
    assert_eq!(server.post("/api/solve", &late).good()["status"], "limit");
    let unlimited = json!({"puzzle": EASY, "milliseconds": u64::MAX});
    assert_eq!(server.post("/api/solve", &unlimited).good()["status"], "solved");
}

#[test]
fn puzzles_are_read_and_written_in_every_format() {
    let server = server();
    for format in rushlab::format::FORMATS.iter().map(|format| format.about().name) {
        let puzzle = "ABBCCDA.EEFDXXGGFHIIIJ.HK..J.LKMMNNL";
        let written = server.post("/api/write", &json!({"puzzle": puzzle, "format": format, "relabel": true})).good();
        let read = server.post("/api/read", &json!({"text": written["text"], "format": format})).good();
        assert_eq!((&read["format"], read["boards"].as_array().unwrap().len()), (&json!(format), 1));
    }
    let wrong = server.post("/api/check", &json!({"puzzle": "AAB......"})).good();
    assert_eq!(wrong["valid"], false);
    assert!(!wrong["problems"].as_array().unwrap().is_empty());
    assert!(
        server.post("/api/read", &json!({"text": "Once upon a time"})).error(422).contains("not in a known format")
    );
    assert!(server.post("/api/write", &json!({"puzzle": EASY, "format": "pdf"})).error(400).contains("no format"));
}

#[test]
fn clusters_are_explored_with_their_graph() {
    let server = server();
    let found = server.post("/api/explore", &json!({"puzzle": EASY, "graph": true})).good();
    let positions = found["positions"].as_u64().unwrap();
    let sum: u64 = found["histogram"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!((sum + found["unsolvable"].as_u64().unwrap(), &found["distance"]), (positions, &json!(2)));
    assert_eq!(found["graph"]["positions"].as_array().unwrap().len() as u64, positions);
    let too_large = server.post("/api/explore", &json!({"puzzle": endless()}));
    assert!(too_large.error(422).contains("cluster"));
}

#[test]
fn puzzles_are_built_in_random_or_daily() {
    let server = server();
    let puzzles = server.get("/api/puzzles").good();
    let first = server.get("/api/puzzles/1").good();
    assert_eq!((&first["par"], &first["level"]), (&puzzles[0]["par"], &puzzles[0]["level"]));
    for level in ["beginner", "intermediate"] {
        let random = server.get(&format!("/api/random?level={level}&seed=5")).good();
        assert_eq!(random["level"], level);
        assert_eq!(random, server.get(&format!("/api/random?level={level}&seed=5")).good());
    }
    let daily = server.get("/api/daily?date=2026-11-14&level=expert").good();
    assert_eq!((&daily["id"], &daily["level"]), (&json!("daily-2026-11-14-expert"), &json!("expert")));
    assert_eq!(server.get("/api/daily?date=2026-11-14").good()["level"], "intermediate");
    server.get("/api/daily?date=2026-11-14&level=silly").error(400);
    server.get("/api/daily?date=tomorrow").error(400);
    server.get("/api/daily?date=0000-02-30").error(400);
    assert_eq!(
        server.get("/api/random?seed=-1").error(400),
        "the query of the address cannot be read: seed: \"-1\" is not a seed, a whole number from 0 to 18446744073709551615"
    );
    assert_eq!(server.get("/api/puzzles/%ff").error(400), "the path of the address is not UTF-8");
    server.get("/api/daily").error(400);
    server.get("/api/random?level=silly").error(400);
    server.get("/api/puzzles/999").error(404);
}

#[test]
fn a_race_sends_its_events_in_order() {
    let server = server();
    let body = json!({"puzzle": EASY, "entrants": [{"algorithm": "bfs"}, {"algorithm": "astar", "heuristic": "h1"}], "pace": 100});
    let response = server.post("/api/race", &body);
    assert_eq!(response.status, 200);
    assert!(response.head.contains("text/event-stream"), "{}", response.head);
    let names: Vec<&str> = response.body.lines().filter_map(|line| line.strip_prefix("event: ")).collect();
    assert_eq!((names.first(), names.last()), (Some(&"start"), Some(&"end")));
    assert_eq!(names.iter().filter(|name| **name == "finish").count(), 2);
    assert!(names.contains(&"progress"));
    assert!(response.body.contains("astar h1"));
    server.post("/api/race", &json!({"puzzle": EASY, "entrants": []})).error(400);
    let seven = vec![json!({}); 7];
    server.post("/api/race", &json!({"puzzle": EASY, "entrants": seven})).error(400);
    server.post("/api/race", &json!({"puzzle": EASY, "entrants": [{"algorithm": "magic"}]})).error(400);
}

#[test]
fn a_fractional_weight_is_exact_and_whole_values_have_no_decimals() {
    let server = server();
    let entrant = |weight: f64| json!({"algorithm": "astar", "heuristic": "h3", "parameters": {"weight": weight}});
    // Three blockers, each one move from leaving the exit path.
    let board = "............AA.BCD...BCD............";
    let race = |weight: f64| server.post("/api/race", &json!({"puzzle": board, "entrants": [entrant(weight)]})).body;
    let first_f = |body: &str| event_data(body, "finish")[0]["samples"][0][2].to_string();
    assert_eq!([1.5, 2.0, 1.001].map(|weight| first_f(&race(weight))), ["4.5", "6", "3.003"]);
    let refused = server.post("/api/solve", &json!({"puzzle": board, "search": entrant(1.0)})).error(400);
    assert!(refused.contains("λ, the weight, must be greater than 1"), "{refused}");
    let menu = server.get("/api/menu").good();
    let h3 = menu["heuristics"].as_array().unwrap().iter().find(|entry| entry["name"] == "h3").unwrap();
    assert_eq!((&h3["parameters"][0]["min_is_excluded"], &h3["parameters"][0]["decimals"]), (&json!(true), &json!(3)));
}

/// Returns the data of all events of a name.
fn event_data(body: &str, name: &str) -> Vec<Value> {
    let events = body.split("\n\n").filter_map(|event| event.strip_prefix(&format!("event: {name}\ndata: ")));
    events.map(|data| serde_json::from_str(data).unwrap()).collect()
}

#[test]
fn an_evolution_continues_where_it_was_paused() {
    let server = server();
    let menu = server.get("/api/menu").good();
    for method in menu["evolution"]["methods"].as_array().unwrap() {
        let evolve = |rest: Value| {
            let mut body = json!({"puzzle": HARD, "method": method, "seed": 5, "parameters": {"population": 20, "generations": 12}});
            body.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
            server.post("/api/evolve", &body).body
        };
        let whole = event_data(&evolve(json!({})), "generation");
        let first = evolve(json!({"until": 4}));
        assert_eq!(event_data(&first, "end"), [json!({"ending": "paused", "text": "generation 4"})]);
        let second = event_data(&evolve(json!({"after": 4})), "generation");
        assert_eq!([event_data(&first, "generation"), second].concat(), whole, "{method}");
        let last = whole.last().unwrap();
        assert_eq!(last["number"], 12, "{method}");
        assert_eq!(last["fitness"].as_array().unwrap().len(), last["population"].as_u64().unwrap() as usize);
        assert!(last["individuals"].is_null(), "none were requested");
        // The origins of the fittest individuals; listing them changes nothing else.
        let mut listed = event_data(&evolve(json!({"individuals": 5})), "generation");
        for (number, generation) in listed.iter_mut().enumerate() {
            let individuals = generation.as_object_mut().unwrap().remove("individuals").unwrap();
            let fates = generation.as_object_mut().unwrap().remove("fates");
            assert_eq!(fates.is_none(), number == 0, "the fate of the first generation is known in the second");
            let individuals = individuals.as_array().unwrap();
            assert_eq!(individuals.len(), 5);
            assert_eq!(individuals[0]["fitness"], generation["best"]);
            for individual in individuals {
                let parents = individual["parents"].as_array().unwrap().len();
                let expected = match individual["origin"].as_str().unwrap() {
                    "initial" => 0,
                    "survivor" | "copy" => 1,
                    _ => 2,
                };
                assert_eq!((parents, individual["origin"] == "initial"), (expected, number == 0), "{individual}");
                assert_eq!(individual["crossover"].is_null(), individual["origin"] != "child");
            }
        }
        assert_eq!(listed, whole, "{method}");
        let continued = event_data(&evolve(json!({"individuals": 5, "after": 3, "until": 4})), "generation");
        assert_ne!(continued[0]["individuals"][0]["origin"], "initial", "{method}");
    }
    server.post("/api/evolve", &json!({"puzzle": EASY, "method": "grh", "individuals": 51})).error(422);
    server.post("/api/evolve", &json!({"puzzle": EASY, "method": "cats"})).error(400);
    let evolve_with = |parameters: Value| {
        server.post("/api/evolve", &json!({"puzzle": EASY, "method": "grh", "parameters": parameters}))
    };
    assert_eq!(evolve_with(json!({"population": 0.5})).error(422), "population: give a whole number from 2 to 100000");
    assert!(evolve_with(json!({"population": 6000})).error(422).contains("at most 5000"));
    evolve_with(json!({"luck": 1})).error(400);
}

#[test]
fn a_search_stops_when_its_client_disconnects() {
    let server = Server::start(Settings {
        max_searches: 1,
        max_streams: 1,
        queue_timeout: Duration::from_secs(10),
        ..Settings::default()
    });
    let json = [("content-type", "application/json")];
    let body = json!({"puzzle": endless(), "search": {"algorithm": "dijkstra"}}).to_string();
    let stream = server.send(server.request_text("POST", "/api/solve", &json, &body).as_bytes());
    std::thread::sleep(Duration::from_millis(300));
    drop(stream);
    // If the search continued, this request would be queued for longer than `queue_timeout`.
    assert_eq!(server.post("/api/solve", &json!({"puzzle": EASY})).good()["status"], "solved");

    let body = json!({"puzzle": endless(), "entrants": [{"algorithm": "bfs"}], "pace": 10}).to_string();
    let mut stream = server.send(server.request_text("POST", "/api/race", &json, &body).as_bytes());
    stream.read_exact(&mut [0; 400]).unwrap();
    assert!(server.post("/api/race", &json!({"puzzle": EASY, "entrants": [{}]})).error(503).starts_with("busy"));
    drop(stream);
    until(|| server.post("/api/race", &json!({"puzzle": EASY, "entrants": [{}]})).status == 200);
}

/// Repeats a check until it holds; fails after a minute.
fn until(holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn too_many_searches_get_the_error_busy() {
    // Without capacity every search is one too many.
    let queue_timeout = Duration::from_millis(50);
    let server = Server::start(Settings { max_searches: 0, max_queued: 2, queue_timeout, ..Settings::default() });
    let response = server.post("/api/solve", &json!({"puzzle": EASY}));
    assert!(response.error(503).starts_with("busy"));
    assert!(response.head.contains("retry-after: 1"));
    // Requests without a search do not wait.
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn only_requests_for_this_machine_and_from_its_own_page_are_served() {
    let server = server();
    let port = server.address.port();
    let host = |host: &str| server.request("GET", "/", &[("host", host)], "").status;
    assert_eq!(host(&format!("localhost:{port}")), 200);
    assert_eq!(host(&format!("127.0.0.1:{port}")), 200);
    assert_eq!(host(&format!("[::1]:{port}")), 200);
    for foreign in ["evil.example", "localhost", "127.0.0.1:1", "evil.example:80", ""] {
        assert_eq!(host(foreign), 403, "{foreign}");
    }
    assert_eq!(server.raw(b"GET / HTTP/1.0\r\n\r\n").status, 403);
    let twice = format!("GET / HTTP/1.1\r\nhost: {0}\r\nhost: {0}\r\nconnection: close\r\n\r\n", server.address);
    assert_eq!(server.raw(twice.as_bytes()).status, 403);
    let proxied = format!("GET http://evil.example/ HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", server.address);
    assert_eq!(server.raw(proxied.as_bytes()).status, 403);

    let from = |origin: &str| {
        let headers = [("content-type", "application/json"), ("origin", origin)];
        server.request("POST", "/api/solve", &headers, &json!({"puzzle": EASY}).to_string()).status
    };
    assert_eq!(from(&format!("http://127.0.0.1:{port}")), 200);
    for foreign in
        ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost", "http://localhost.evil.example"]
    {
        assert_eq!(from(foreign), 403, "{foreign}");
    }
    let own = format!("http://127.0.0.1:{port}");
    for second in [own.as_str(), "http://evil.example"] {
        let headers = [("content-type", "application/json"), ("origin", own.as_str()), ("origin", second)];
        assert_eq!(server.request("POST", "/api/solve", &headers, "{}").status, 403, "two origins");
    }
    let fetched = [("content-type", "application/json"), ("sec-fetch-site", "cross-site")];
    assert_eq!(server.request("POST", "/api/solve", &fetched, "{}").status, 403);
    let cross = [("sec-fetch-site", "cross-site")];
    assert_eq!(server.request("GET", "/api/random", &cross, "").status, 403, "not even as an image");
    assert_eq!(server.request("GET", "/", &cross, "").status, 200, "every site may link to the page");
    assert_eq!(server.request("POST", "/api/solve", &[("content-type", "text/plain")], "{}").status, 415);
}

#[test]
fn every_response_has_the_security_headers() {
    let server = server();
    for path in ["/", "/style.css", "/api/menu", "/nothing", "/api/solve"] {
        let response = server.get(path);
        let policy = "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; \
                      manifest-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'";
        for header in
            [policy, "x-content-type-options: nosniff", "x-frame-options: deny", "referrer-policy: no-referrer"]
        {
            assert!(response.head.contains(header), "{path} lacks {header}");
        }
        let unsafe_sources = ["'unsafe-inline'", "'unsafe-eval'"];
        assert!(!unsafe_sources.iter().any(|source| response.head.contains(source)), "{path}");
    }
    let page = server.get("/").body;
    assert!(!page.contains(" style=") && !page.contains("<style") && !page.contains(" onclick="));
}

#[test]
fn only_the_embedded_files_are_served() {
    let server = server();
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/etc/passwd",
        "/index.html/..",
        "//etc/passwd",
        "/style.css/",
        "/%00",
        "/.git/config",
    ] {
        server.get(path).error(404);
    }
    server.request("DELETE", "/", &[], "").error(405);
    server.request("GET", "/api/solve", &[], "").error(405);
    let known = server.get("/style.css");
    let tag = known.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    assert_eq!(server.request("GET", "/style.css", &[("if-none-match", tag)], "").status, 304);
}

#[test]
fn slow_clients_and_large_requests_are_rejected() {
    let server = Server::start(Settings { receive_timeout: Duration::from_secs(1), ..Settings::default() });
    let json = [("content-type", "application/json")];
    server.request("POST", "/api/solve", &json, &format!("\"{}\"", "x".repeat(200 << 10))).error(413);
    let huge = format!(
        "POST /api/solve HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\nconnection: close\r\n\r\n",
        server.address
    );
    server.raw(huge.as_bytes()).error(413);
    // The head never becomes complete: the connection is closed after the timeout.
    let started = Instant::now();
    let mut slow = server.send(b"GET / HTTP/1.1\r\nhost:");
    let mut body = server
        .send(server.request_text("POST", "/api/solve", &json, "{}").replace("length: 2", "length: 9").as_bytes());
    let _ = slow.write_all(b" ");
    let mut text = String::new();
    let _ = slow.read_to_string(&mut text);
    assert!(!text.starts_with("HTTP/1.1 5"), "{text}");
    assert!(started.elapsed() < Duration::from_secs(25), "a slow head held the server for {:?}", started.elapsed());
    let mut text = String::new();
    let _ = body.read_to_string(&mut text);
    assert!(text.starts_with("HTTP/1.1 408"), "{text}");
}
