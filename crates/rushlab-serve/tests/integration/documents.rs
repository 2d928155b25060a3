//! Every curl command of docs/api.md works, and the document mentions every path.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::process::Command;

use crate::common::Server;
use rushlab_serve::Settings;

const DOCUMENT: &str = include_str!("../../../../docs/api.md");

#[test]
fn every_example_of_the_document_works() {
    assert!(
        Command::new("curl").arg("--version").output().is_ok(),
        "curl is missing; scripts/prerequisites installs it"
    );
    let server = Server::start(Settings::default());
    let blocks = DOCUMENT.split("```").filter_map(|block| block.strip_prefix("sh\n"));
    let joined = blocks.map(|block| block.replace("\\\n", " ")).collect::<String>();
    let mut run = 0;
    for command in joined.lines().filter(|line| line.starts_with("curl ")) {
        let here = command.replace("localhost:8472", &server.address.to_string()).replacen(
            "curl",
            "curl --fail --silent --show-error",
            1,
        );
        let output = Command::new("sh").args(["-c", &here]).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout.len() > 10, "{command}");
        run += 1;
    }
    assert!(run >= 15, "{run} examples");
}

#[test]
fn every_path_is_documented() {
    let document: serde_json::Value = serde_json::from_str(rushlab_serve::OPENAPI).unwrap();
    for path in document["paths"].as_object().unwrap().keys() {
        let prefix = path.replace("/{id}", "");
        assert!(DOCUMENT.contains(&prefix), "docs/api.md does not mention {path}");
    }
}
