//! The library, the commands and HTTP give the same results: status, cost, moves, steps and positions; and refuse the
//! same searches. Python is asked the same questions in `python/tests/test_agreement.py`.
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
use rushlab::search::{Configuration, ConfigurationError, ConfigurationField, Selection};
use rushlab::{Limits, Puzzle, format, heuristic};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The questions: puzzles under every kind of rules with the expected status and optimal cost, searches, and searches
/// that are refused. In the messages of refusals, `{heuristic}` and the like stand for the nouns of a front end.
/// `python/tests/test_agreement.py` reads the same file.
#[derive(Deserialize)]
struct Questions {
    puzzles: Vec<Question>,
    searches: Vec<Search>,
    refusals: Vec<Refusal>,
}

#[derive(Deserialize)]
struct Question {
    what: String,
    puzzle: String,
    status: Option<String>,
    cost: Option<u64>,
}

/// A search by name, as in a request of HTTP.
#[derive(Clone, Deserialize, Serialize)]
struct Search {
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<String>,
    #[serde(default)]
    parameters: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
struct Refusal {
    search: Search,
    message: String,
    /// The message of the program, where the parser of the command line has its own.
    program: Option<String>,
}

fn questions() -> Questions {
    serde_json::from_str(include_str!("../fixtures/agreement.json")).unwrap()
}

impl Search {
    fn configuration(&self) -> Result<Configuration, ConfigurationError> {
        let selection = Selection {
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.as_deref().map(Into::into),
            parameters: self.parameters.clone().into_iter().collect(),
            ..Selection::default()
        };
        selection.resolve(&rushlab_genetic::ALL_ALGORITHMS)
    }

    fn options(&self) -> Vec<String> {
        let named = [("algorithm", &self.algorithm), ("heuristic", &self.heuristic)];
        let named = named.into_iter().filter_map(|(option, name)| Some((option, name.clone()?)));
        let parameters = self.parameters.iter().map(|(name, value)| ("set", format!("{name}={value}")));
        named.chain(parameters).flat_map(|(option, value)| [format!("--{option}"), value]).collect()
    }
}

/// The compared values: status, cost, moves, steps.
type SearchResult = (String, Option<u64>, Option<u64>, Option<u64>);

fn from_library(puzzle: &Puzzle, configuration: &Configuration) -> SearchResult {
    let outcome = configuration.solver(puzzle).run();
    let solution = outcome.solution.as_ref();
    if let Some(solution) = solution {
        assert!(solution.positions().last().unwrap().is_solved());
    }
    let moves = solution.map(|solution| solution.moves().len() as u64);
    let steps = solution.map(|solution| solution.steps().into());
    (outcome.status.word().to_owned(), outcome.cost().map(u64::from), moves, steps)
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

    fn solve(&self, puzzle: &Value, search: &Search) -> SearchResult {
        let answer = self.post("/api/solve", &json!({"puzzle": puzzle, "search": search, "brief": true}));
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
    let Questions { puzzles: asked, searches, .. } = questions();
    let puzzles: Vec<Puzzle> = asked.iter().map(|question| format::parse(&question.puzzle).unwrap()).collect();
    let texts: Vec<String> = puzzles.iter().map(|puzzle| format::write(format::JSON, puzzle).unwrap()).collect();
    fs::write(&file, texts.concat()).unwrap();
    let objects: Vec<Value> = texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let file: &Path = &file;

    let server = Server::start();
    let out = folder.path().join("compared");
    let algorithms = "auto,bfs,dijkstra,astar,idastar,bidirectional,greedy";
    let chosen = ["--algorithm", algorithms, "--heuristic", "h1,h4", "--tsv"];
    let compared = tsv(&[&["compare", name(file), "--out", name(&out)], chosen.as_slice()].concat());
    let explored = tsv(&["explore", name(file), "--tsv"]);
    let checked = tsv(&["explore", name(file), "--heuristic", "h1", "--tsv"]);

    let mut optima: Vec<Option<(String, Option<u64>)>> = vec![None; puzzles.len()];
    for search in &searches {
        let configuration = search.configuration().unwrap();
        let (about, title) = (configuration.algorithm.about(), configuration.name());
        let options = search.options();
        let options = options.iter().map(String::as_str);
        let arguments: Vec<&str> = ["solve", name(file), "--tsv"].into_iter().chain(options).collect();
        let solved = tsv(&arguments);
        for (index, (Question { what, status, cost, .. }, puzzle)) in asked.iter().zip(&puzzles).enumerate() {
            let what = format!("{what}, {title}");
            let answer = from_library(puzzle, &configuration);
            assert!(status.as_ref().is_none_or(|status| answer.0 == *status), "{what}: {answer:?}");
            let heuristic = configuration.heuristic.as_deref().unwrap_or(heuristic::DEFAULT);
            if about.optimal.holds(heuristic, puzzle.rules()) {
                assert!(cost.is_none_or(|cost| answer.1 == Some(cost)), "{what}: {answer:?}");
                let optimum = optima[index].get_or_insert((answer.0.clone(), answer.1));
                assert_eq!((&answer.0, answer.1), (&optimum.0, optimum.1), "{what}");
            }
            assert_eq!(from_row(&solved[index]), answer, "{what}: solve");
            assert_eq!(server.solve(&objects[index], search), answer, "{what}: HTTP");
            let number = (index + 1).to_string();
            let own = |row: &&BTreeMap<String, String>| {
                row["puzzle"] == number
                    && row["algorithm"] == about.name
                    && configuration.heuristic.as_ref().is_none_or(|own| row["heuristic"] == own.about().name)
            };
            assert_eq!(compared.iter().find(own).map(from_row), Some(answer), "{what}: compare");
        }
    }

    for (index, (Question { what, .. }, puzzle)) in asked.iter().zip(&puzzles).enumerate() {
        let cluster = Cluster::new(puzzle, Limits::default(), &mut ()).unwrap();
        let positions = Some(cluster.size() as u64);
        assert_eq!(number(&explored[index], "positions"), positions, "{what}: explore");
        assert_eq!(number(&checked[index], "positions"), positions, "{what}: heuristics");
        let answer = server.post("/api/explore", &json!({"puzzle": objects[index]}));
        assert_eq!(answer["positions"].as_u64(), positions, "{what}: HTTP");
        let optimum = optima[index].as_ref().unwrap().1;
        assert_eq!(cluster.distance(0).map(u64::from), optimum, "{what}: the cluster");
        assert_eq!(number(&explored[index], "cost"), optimum, "{what}: explore");
        assert_eq!(answer["distance"].as_u64(), optimum, "{what}: HTTP");
    }
}

#[test]
fn all_front_ends_refuse_the_same_searches_in_the_same_words() {
    const BOARD: &str = "......A..B..AXXB..A..B......CC......";
    let server = Server::start();
    for Refusal { search, message, program } in questions().refusals {
        let with_nouns = |noun: &dyn Fn(&str) -> String| {
            let names = ["algorithm", "heuristic", "weight"];
            names.iter().fold(message.clone(), |text, name| text.replace(&format!("{{{name}}}"), &noun(name)))
        };
        let error = search.configuration().err().map(|error| {
            error.explain(&|field| match field {
                ConfigurationField::Algorithm => "algorithm".to_owned(),
                ConfigurationField::Heuristic => "heuristic".to_owned(),
                ConfigurationField::Parameter(name) => name.to_owned(),
                other => other.to_string(),
            })
        });
        assert_eq!(error, Some(with_nouns(&str::to_owned)), "library");

        let options = search.options();
        let arguments: Vec<&str> = ["solve", BOARD].into_iter().chain(options.iter().map(String::as_str)).collect();
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let expected = program.unwrap_or_else(|| {
            with_nouns(&|name| match name {
                "weight" => "--set weight".to_owned(),
                name => format!("--{name}"),
            })
        });
        assert!(text(&output.stderr).contains(&expected), "{arguments:?}: {}", text(&output.stderr));

        let answer = server.post("/api/solve", &json!({"puzzle": BOARD, "search": search}));
        let expected = with_nouns(&|name| match name {
            "weight" => "the parameter `weight`".to_owned(),
            name => format!("`{name}`"),
        });
        assert_eq!(answer["error"], expected, "HTTP");
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
    for command in [&["explore"][..], &["explore", "--heuristic", "all"]] {
        let mut arguments = [command, &["--rules", "comp472", "--tsv"]].concat();
        arguments.extend(inputs.iter().map(String::as_str));
        let rows = tsv(&arguments);
        assert!(rows.len() >= inputs.len());
        let of = |input: &str| rows.iter().find(|row| row["puzzle"] == input).unwrap();
        assert_eq!(number(of("board 4"), "positions"), Some(19_949), "{command:?}");
    }
}
