//! What the laboratory tabs of the page show: search trees, layers and paths, ends of races, fates of individuals.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use crate::common::{EASY, Server};
use rushlab_serve::Settings;
use serde_json::{Value, json};

/// A puzzle of 10 moves with 2,897 positions.
const BOARD: &str = "..ABB.CCA.DDXX..EFGGGHEFIJJHKKILL.MM";

fn server() -> Server {
    Server::start(Settings::default())
}

/// Returns the data of all events of a name.
fn events(body: &str, name: &str) -> Vec<Value> {
    let events = body.split("\n\n").filter_map(|event| event.strip_prefix(&format!("event: {name}\ndata: ")));
    events.map(|data| serde_json::from_str(data).unwrap()).collect()
}

#[test]
fn a_search_tree_lists_parents_before_their_children_with_f_g_and_h() {
    let server = server();
    let search = json!({"algorithm": "astar", "heuristic": "h4"});
    let tree = server.post("/api/tree", &json!({"puzzle": BOARD, "search": search})).good();
    let solved = server.post("/api/solve", &json!({"puzzle": BOARD, "search": search})).good();
    assert_eq!((&tree["cost"], &tree["expanded"]), (&solved["cost"], &solved["expanded"]));
    let nodes = tree["nodes"].as_array().unwrap();
    assert_eq!(
        (nodes.len() as u64, nodes[0]["h"].as_f64()),
        (tree["visited"].as_u64().unwrap(), solved["estimate"].as_f64())
    );
    let mut known: Vec<(&Value, u64)> = Vec::new();
    for node in nodes {
        let [f, g, h] = ["f", "g", "h"].map(|key| node[key].as_u64().unwrap());
        assert_eq!(f, g + h, "{node}");
        if let Some((_, before)) = known.iter().find(|(number, _)| **number == node["parent"]) {
            assert_eq!(g, before + 1, "{node}");
        } else {
            assert!(known.is_empty() && node["parent"].is_null() && node["move"].is_null(), "{node}");
        }
        known.push((&node["node"], g));
    }
    // The whole search fits, so all positions of the solution are nodes, and the last one is solved.
    let on_solution = nodes.iter().filter(|node| node["on_solution"] == true).count() as u64;
    assert_eq!(on_solution, tree["cost"].as_u64().unwrap() + 1);
    assert_eq!(nodes.last().unwrap()["position"], *solved["positions"].as_array().unwrap().last().unwrap());
    // A limit on the nodes changes nothing else; a genetic algorithm has no tree.
    let short = server.post("/api/tree", &json!({"puzzle": BOARD, "search": search, "nodes": 5})).good();
    assert_eq!(short["nodes"].as_array().unwrap()[..], nodes[..5]);
    assert_eq!(short["visited"], tree["visited"]);
    let genetic = json!({"puzzle": EASY, "search": {"algorithm": "grh"}});
    assert_eq!(server.post("/api/tree", &genetic).good()["nodes"], json!([]));
    assert!(server.post("/api/tree", &json!({"puzzle": BOARD, "nodes": 0})).error(422).contains("from 1 to 1000"));
}

#[test]
fn layers_count_every_position_and_next_follows_a_shortest_path() {
    let server = server();
    let mut game = server.post("/api/game", &json!({"puzzle": BOARD})).good();
    let solved = server.post("/api/solve", &json!({"puzzle": BOARD})).good();
    for mv in &solved["solution"].as_array().unwrap()[..3] {
        let cells = mv["cells"].as_i64().unwrap();
        let backward = mv["direction"] == "left" || mv["direction"] == "up";
        let action = json!({"move": {"vehicle": mv["vehicle"], "cells": if backward { -cells } else { cells }}});
        game = server.post("/api/game", &json!({"game": game["game"], "action": action})).good();
    }
    let found = server.post("/api/explore", &json!({"puzzle": BOARD, "graph": true, "game": game["game"]})).good();
    let layers: Vec<Vec<u64>> = serde_json::from_value(found["layers"].clone()).unwrap();
    assert_eq!(layers.iter().flatten().sum::<u64>(), found["positions"].as_u64().unwrap());
    for (distance, count) in found["histogram"].as_array().unwrap().iter().enumerate() {
        assert_eq!(layers.iter().filter_map(|layer| layer.get(distance)).sum::<u64>(), count.as_u64().unwrap());
    }
    let graph = &found["graph"];
    let (mut node, mut path) = (0, vec![0]);
    while let Some(next) = graph["next"][node].as_u64() {
        node = next as usize;
        path.push(node);
    }
    assert_eq!((path.len() as u64 - 1, &graph["distances"][node]), (found["distance"].as_u64().unwrap(), &json!(0)));
    let played: Vec<usize> = serde_json::from_value(found["game"].clone()).unwrap();
    assert_eq!(played.len(), 4);
    for (number, node) in played.iter().enumerate() {
        assert_eq!(graph["positions"][*node], solved["positions"][number]);
    }
    let other = server.post("/api/explore", &json!({"puzzle": EASY, "game": game["game"]}));
    assert_eq!(other.error(422), "the game is one of another puzzle");
    server.post("/api/explore", &json!({"puzzle": EASY, "game": "nonsense"})).error(422);
}

#[test]
fn every_search_of_a_race_ends_on_the_solved_position() {
    let names = ["auto", "bfs", "dijkstra", "greedy", "astar", "idastar"];
    let entrants: Vec<Value> = names.iter().map(|name| json!({"algorithm": name})).collect();
    let body = server().post("/api/race", &json!({"puzzle": BOARD, "entrants": entrants})).body;
    let finished = events(&body, "finish");
    assert_eq!(finished.len(), names.len());
    for finish in finished {
        let (last, name) = (&finish["last"], names[finish["entrant"].as_u64().unwrap() as usize]);
        assert_eq!((&last["g"], &last["h"]), (&finish["cost"], &json!(0)), "{name}");
        assert_eq!(last["f"], if name == "greedy" { json!(0) } else { finish["cost"].clone() }, "{name}");
        assert_eq!(last["position"]["offsets"][4], 4, "{name}: the primary is at the exit");
        assert!(finish["real_seconds"].as_f64().unwrap() <= finish["seconds"].as_f64().unwrap(), "{name}");
    }
}

#[test]
fn the_fate_of_an_individual_agrees_with_the_origins_of_the_next_generation() {
    let server = server();
    for (method, setting) in [("schlegel", "refined"), ("schlegel", "faithful"), ("grh", "refined")] {
        let body = json!({"puzzle": BOARD, "method": method, "setting": setting, "seed": 3, "individuals": 50, "until": 6,
            "parameters": {"population": 20, "generations": 6}});
        let body = server.post("/api/evolve", &body).body;
        let (generations, mut checked) = (events(&body, "generation"), 0);
        for next in generations.iter().skip(1) {
            let individuals = next["individuals"].as_array().unwrap();
            if individuals.len() < next["population"].as_u64().unwrap() as usize {
                continue; // Not all are listed.
            }
            checked += 1;
            for fate in next["fates"].as_array().unwrap() {
                let made = |origin: &str| {
                    let from = |each: &&Value| {
                        each["origin"] == origin && each["parents"].as_array().unwrap().contains(&fate["number"])
                    };
                    individuals.iter().filter(from).count() as u64
                };
                assert_eq!(
                    (&fate["survived"], &fate["copied"]),
                    (&json!(made("survivor") > 0), &json!(made("copy") > 0))
                );
                assert_eq!(fate["children"].as_u64().unwrap(), made("child"), "{method} {setting}: {fate}");
                assert!(fate["chosen"].as_u64() >= Some(u64::from(made("child") > 0)));
            }
        }
        assert!(checked > 2, "{method} {setting}");
        let end = events(&body, "end").remove(0);
        let text = end["text"].as_str().unwrap();
        match end["ending"].as_str().unwrap() {
            "solved" => assert!(text.starts_with("solved in "), "{text}"),
            _ => assert_eq!(text, "no solution: the maximum of 6 generations was reached"),
        }
    }
}
