//! The library, the commands and HTTP give the same results: status, cost, moves, steps and positions.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use crate::common::{name, run, rushlab, text};
use rushlab::analysis::Cluster;
use rushlab::search::Status;
use rushlab::{Limits, Metric, Puzzle, Rules, Solver, format, heuristic};
use serde_json::{Value, json};

/// The algorithms to compare, each with a heuristic.
const SEARCHES: &[(&str, &str)] = &[
    ("auto", "h4"),
    ("bfs", "h0"),
    ("dijkstra", "h0"),
    ("astar", "h1"),
    ("astar", "h4"),
    ("idastar", "h4"),
    ("bidirectional", "h0"),
    ("greedy", "h1"),
];

const README_BOARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";

/// Puzzles under every kind of rules, with the expected status and optimal cost.
fn puzzles() -> Vec<(&'static str, Puzzle, &'static str, Option<u32>)> {
    let parse = |board: &str| board.parse::<Puzzle>().unwrap();
    let fuel = |units| Rules { default_fuel: Some(units), ..Rules::default() };
    let steps = Rules::plain(Metric::Steps);
    let course = Rules::comp472(Metric::Moves);
    let sample = "C.B...C.BHHHAADD........EEGGGF.....F";
    vec![
        ("plain", parse(README_BOARD), "solved", Some(25)),
        ("steps", parse(README_BOARD).with_rules(steps), "solved", Some(45)),
        ("fuel that does not matter", parse("......A..B..AXXB..A..B......CC...... B9"), "solved", Some(2)),
        ("fuel that forces a detour", parse("...B.....B..AA.B......CC............ C0 B3"), "solved", None),
        ("fuel that makes it unsolvable", parse("......A..B..AXXB..A..B......CC...... B1"), "unsolvable", None),
        ("default fuel 10", parse(README_BOARD).with_rules(fuel(10)), "solved", None),
        ("default fuel 100", parse(README_BOARD).with_rules(fuel(100)), "solved", Some(25)),
        ("valet", parse(sample).with_rules(course), "solved", Some(2)),
        ("valet and steps", parse(sample).with_rules(Rules::comp472(Metric::Steps)), "solved", None),
        ("valet and fuel", parse("..I...BBI.K.GHAAKLGHDDKLG..JEEFF.J.. K4 J5").with_rules(course), "solved", None),
        ("walls", parse(".xCCMNDDDKMNAAJK....JLEEIFFL..IGGHH."), "solved", None),
        ("unsolvable by relaxation", parse("............AA.BB..................."), "unsolvable", None),
        ("unsolvable by search", parse("..BCC...B.D.AAB.D...EEE...F.....FGGG"), "", None),
        ("solved already", parse("....BB......CC..XX.................."), "solved", Some(0)),
    ]
}

/// The compared values: status, cost, moves, steps.
type SearchResult = (String, Option<u64>, Option<u64>, Option<u64>);

fn from_library(puzzle: &Puzzle, algorithm: &str, heuristic: &str) -> SearchResult {
    let solver = Solver::new(puzzle).algorithm(rushlab_genetic::algorithm_by_name(algorithm).unwrap());
    let outcome = solver.heuristic(heuristic::by_name(heuristic).unwrap()).run();
    let status = match outcome.status {
        Status::Solved => "solved",
        Status::Unsolvable => "unsolvable",
        Status::Limit(_) | Status::Interrupted => "limit",
    };
    let solution = outcome.solution.as_ref();
    if let Some(solution) = solution {
        assert!(solution.positions().last().unwrap().is_solved());
    }
    let moves = solution.map(|solution| solution.moves().len() as u64);
    let steps = solution.map(|solution| solution.steps().into());
    (status.to_owned(), outcome.cost().map(u64::from), moves, steps)
}

/// Returns the rows of a TSV text, each by column name.
fn rows(tsv: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = tsv.lines();
    let head: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let row =
        |line: &str| head.iter().map(|name| (*name).to_owned()).zip(line.split('\t').map(str::to_owned)).collect();
    lines.map(row).collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> Option<u64> {
    row[column].parse().ok()
}

fn from_row(row: &BTreeMap<String, String>) -> SearchResult {
    (row["status"].clone(), number(row, "cost"), number(row, "moves"), number(row, "steps"))
}

/// The program as a server, stopped when it is dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Server {
        let mut process =
            rushlab(&["serve", "--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
        Server { process, address }
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        serde_json::from_str(response.split_once("\r\n\r\n").unwrap().1).unwrap_or_else(|_| panic!("{response}"))
    }

    fn solve(&self, puzzle: &Value, algorithm: &str, heuristic: Option<&str>) -> SearchResult {
        let options = match heuristic {
            Some(heuristic) => json!({"algorithm": algorithm, "heuristic": heuristic}),
            None => json!({"algorithm": algorithm}),
        };
        let answer = self.post("/api/solve", &json!({"puzzle": puzzle, "search": options, "brief": true}));
        let status = answer["status"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
        (status, answer["cost"].as_u64(), answer["moves"].as_u64(), answer["steps"].as_u64())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn tsv(arguments: &[&str]) -> Vec<BTreeMap<String, String>> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    rows(text(&output.stdout))
}

#[test]
fn all_front_ends_give_the_same_results() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.json");
    let puzzles = puzzles();
    let texts: Vec<String> =
        puzzles.iter().map(|(_, puzzle, ..)| format::write(format::JSON, puzzle).unwrap()).collect();
    fs::write(&file, texts.concat()).unwrap();
    let objects: Vec<Value> = texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let file: &Path = &file;

    let server = Server::start();
    let out = folder.path().join("compared");
    let algorithms = "auto,bfs,dijkstra,astar,idastar,bidirectional,greedy";
    let chosen = ["--algorithms", algorithms, "--heuristics", "h1,h4", "--output", "tsv"];
    let compared = tsv(&[&["compare", name(file), "--out", name(&out)], chosen.as_slice()].concat());
    let explored = tsv(&["explore", name(file), "--output", "tsv"]);
    let checked = tsv(&["properties", name(file), "--heuristic", "h1", "--output", "tsv"]);

    let mut optima: Vec<Option<(String, Option<u64>)>> = vec![None; puzzles.len()];
    for (algorithm, heuristic) in SEARCHES {
        let informed = rushlab_genetic::algorithm_by_name(algorithm).unwrap().about().informed;
        let chosen: &[&str] = if informed { &["--heuristic", heuristic] } else { &[] };
        let solved = tsv(&[&["solve", name(file), "--algorithm", algorithm, "--output", "tsv"], chosen].concat());
        for (index, (what, puzzle, status, cost)) in puzzles.iter().enumerate() {
            let what = format!("{what}, {algorithm} {heuristic}");
            let answer = from_library(puzzle, algorithm, heuristic);
            assert!(status.is_empty() || answer.0 == *status, "{what}: {answer:?}");
            let about = rushlab_genetic::algorithm_by_name(algorithm).unwrap().about();
            if about.optimal.holds(heuristic::by_name(heuristic).unwrap(), puzzle.rules()) {
                assert!(cost.is_none_or(|cost| answer.1 == Some(cost.into())), "{what}: {answer:?}");
                let optimum = optima[index].get_or_insert((answer.0.clone(), answer.1));
                assert_eq!((&answer.0, answer.1), (&optimum.0, optimum.1), "{what}");
            }
            assert_eq!(from_row(&solved[index]), answer, "{what}: solve");
            assert_eq!(server.solve(&objects[index], algorithm, informed.then_some(heuristic)), answer, "{what}: HTTP");
            let number = (index + 1).to_string();
            let own = |row: &&BTreeMap<String, String>| {
                row["puzzle"] == number
                    && row["algorithm"] == *algorithm
                    && (!about.informed || row["heuristic"] == *heuristic)
            };
            assert_eq!(compared.iter().find(own).map(from_row), Some(answer), "{what}: compare");
        }
    }

    for (index, (what, puzzle, ..)) in puzzles.iter().enumerate() {
        let cluster = Cluster::new(puzzle, Limits::default(), &mut ()).unwrap();
        let positions = Some(cluster.size() as u64);
        assert_eq!(number(&explored[index], "positions"), positions, "{what}: explore");
        assert_eq!(number(&checked[index], "positions"), positions, "{what}: properties");
        let answer = server.post("/api/explore", &json!({"puzzle": objects[index]}));
        assert_eq!(answer["positions"].as_u64(), positions, "{what}: HTTP");
        let optimum = optima[index].as_ref().unwrap().1;
        assert_eq!(cluster.distance(0).map(u64::from), optimum, "{what}: the cluster");
        assert_eq!(number(&explored[index], "cost"), optimum, "{what}: explore");
        assert_eq!(answer["distance"].as_u64(), optimum, "{what}: HTTP");
    }
}

/// The boards that the COMP 472 handout shows, and those of its sample input if the corpus exists.
#[test]
fn clusters_under_the_rules_of_comp_472_are_explored_exactly() {
    let boards = [
        "IIB...C.BHHHC.AAD.....D.EEGGGF.....F",
        "C.B...C.BHHHAADD........EEGGGF.....F",
        "...GF...BGF.AABCF....CDD...C....EE..",
        "..I...BBI.K.GHAAKLGHDDKLG..JEEFF.J..",
        "JBBCCCJDD..MJAAL.MFFKL.N..KGGN.HH...",
        "BBB..MCCDD.MAAKL.MJ.KLEEJ.GG..JHHHII J0 B4",
    ];
    let mut inputs: Vec<String> = boards.map(str::to_owned).into();
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = std::env::var_os("RUSHLAB_CORPUS").map_or(shared, Into::into).join("comp472/sample-input.txt");
    inputs.extend(corpus.is_file().then(|| corpus.to_str().unwrap().to_owned()));
    for command in ["explore", "properties"] {
        let mut arguments = vec![command, "--rules", "comp472", "--output", "tsv"];
        arguments.extend(inputs.iter().map(String::as_str));
        let rows = tsv(&arguments);
        assert!(rows.len() >= inputs.len());
        let of = |input: &str| rows.iter().find(|row| row["puzzle"] == input).unwrap();
        assert_eq!(number(of("board 4"), "positions"), Some(19_949), "{command}");
    }
}
