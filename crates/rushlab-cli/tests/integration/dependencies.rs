//! The licences, sources and names of all dependencies, against the rules in `deny.toml`. It is what can be checked
//! without cargo-deny, which also evaluates licence expressions.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the quoted strings of a list in `deny.toml`: all of them, or those that follow a key.
fn listed(rules: &str, list: &str, key: &str) -> Vec<String> {
    let lines = rules.lines().skip_while(|line| *line != format!("{list} = [")).skip(1);
    let entries = lines.take_while(|line| *line != "]");
    let quoted = |line: &str| Some(line.split_once(&format!("{key}\""))?.1.split_once('"')?.0.to_owned());
    entries.filter_map(quoted).collect()
}

#[test]
fn every_dependency_names_an_allowed_licence_and_comes_from_the_registry() {
    let rules = fs::read_to_string(workspace().join("deny.toml")).unwrap();
    let allowed = listed(&rules, "allow", "");
    assert!(allowed.len() > 5, "{allowed:?}");
    // Only the dependencies for this system are certain to be downloaded.
    let version = Command::new(env!("CARGO")).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked", "--filter-platform", host])
        .current_dir(workspace())
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100, "{}", packages.len());
    for package in packages {
        let (name, licence) = (&package["name"], package["license"].as_str().unwrap_or("none"));
        let mut alternatives = licence.split([' ', '/', '(', ')']);
        assert!(alternatives.any(|each| allowed.iter().any(|id| id == each)), "{name} has the licence {licence}");
        let source = package["source"].as_str();
        let registry = "registry+https://github.com/rust-lang/crates.io-index";
        let own = name.as_str().is_some_and(|name| name.starts_with("rushlab"));
        assert!(source.map_or(own, |source| source == registry), "{name} comes from {source:?}");
    }
}

#[test]
fn no_dependency_is_known_to_be_unmaintained() {
    let rules = fs::read_to_string(workspace().join("deny.toml")).unwrap();
    let refused = listed(&rules, "deny", "crate = ");
    assert!(refused.contains(&"paste".to_owned()), "{refused:?}");
    let lock = fs::read_to_string(workspace().join("Cargo.lock")).unwrap();
    for name in lock.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')) {
        assert!(!refused.iter().any(|refused| refused == name), "{name}: see deny.toml");
    }
}
