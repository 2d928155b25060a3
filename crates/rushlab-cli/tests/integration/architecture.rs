//! ARCHITECTURE.md is a true map of the crates.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// Returns all files of a folder and its subfolders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries(folder).into_iter().flat_map(below).collect()
}

#[test]
fn unsafe_code_is_allowed_only_where_kernels_browsers_and_the_start_of_the_program_need_it() {
    let crates = root().join("crates");
    let sources = files(&crates).into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let allowed = sources.filter(|path| fs::read_to_string(path).unwrap().contains("unsafe_code"));
    let mut allowed: Vec<_> = allowed.map(|path| path.strip_prefix(&crates).unwrap().display().to_string()).collect();
    allowed.retain(|path| !path.ends_with("architecture.rs"));
    allowed.sort();
    let expected = [
        "rushlab-cli/src/output/closed.rs",
        "rushlab-cuda/src/lib.rs",
        "rushlab-cuda/src/stream.rs",
        "rushlab-wasm/src/host.rs",
    ];
    assert_eq!(allowed, expected);
}

#[test]
fn every_crate_and_every_module_of_a_crate_is_on_the_map() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for folder in entries(&root().join("crates")) {
        assert!(map.contains(&format!("crates/{}", name(&folder))), "{} is missing", folder.display());
        for path in entries(&folder.join("src")) {
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let is_root = ["lib", "main", "tests"].contains(&stem.as_str()) || stem.ends_with("_tests");
            let names = [name(&path), format!("{stem}.rs"), format!("{stem}/"), format!("{stem}.*")];
            let is_named = names.iter().any(|it| map.contains(it));
            assert!(is_root || is_named || map.contains(&format!("{stem},")), "{} is missing", path.display());
        }
    }
}

#[test]
fn every_source_file_on_the_map_exists() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let names: BTreeSet<String> = files(&root().join("crates")).iter().map(|path| name(path)).collect();
    let words = map.split(|character: char| !(character.is_alphanumeric() || "._".contains(character)));
    for word in words.filter(|word| word.ends_with(".rs") && word.len() > 3) {
        assert!(names.contains(word), "there is no file {word}");
    }
}

#[test]
fn every_format_and_notation_is_in_its_document() {
    let page = fs::read_to_string(root().join("docs/formats.md")).unwrap();
    let formats = rushlab::format::FORMATS.iter().map(|format| format.about().name);
    let notations = rushlab::notation::NOTATIONS.iter().map(|notation| notation.about().name);
    for name in formats.clone().chain(notations.clone()) {
        assert!(page.contains(&format!("\n### {name}\n")), "docs/formats.md has no section {name}");
    }
    for name in formats.clone() {
        assert!(page.contains(&format!("\n| [`{name}`](#{name}) |")), "the table of formats has no row {name}");
    }
    let detection = page.lines().skip_while(|line| !line.starts_with("| format | the text begins with"));
    let rows = detection.skip(2).map_while(|line| line.strip_prefix("| `")?.split('`').next());
    assert!(rows.eq(formats), "the table of detection has other rows than the registry, or in another order");
    let detected: Vec<_> = notations.filter(|name| *name != "esau").map(|name| format!("`{name}`")).collect();
    assert!(page.contains(&detected.join(", ")), "the notations are tried in another order");
}
