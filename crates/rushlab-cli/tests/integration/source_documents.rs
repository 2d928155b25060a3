//! Tests of `docs/seeds.md`: its commands print what it shows, and every statement that it calls done names commands.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/seeds.md");

/// A row of a table of statements.
struct Statement<'a> {
    id: &'a str,
    status: &'a str,
    commands: Vec<&'a str>,
}

/// Returns the statements of the document.
fn statements(document: &str) -> Vec<Statement<'_>> {
    let mut statements = Vec::new();
    let mut in_table = false;
    for line in document.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        match cells[..] {
            ["id", _, _, _, "status", "shown by"] => in_table = true,
            [id, _, _, _, status, commands] if in_table && !id.starts_with('-') => {
                let commands = commands.split(", ").filter(|command| !command.is_empty()).collect();
                statements.push(Statement { id, status, commands });
            }
            _ => in_table &= line.starts_with('|'),
        }
        assert!(!in_table || cells.len() == 6, "a row without six cells: {line}");
    }
    statements
}

/// Returns the numbers of the commands of the document, such as `S1`, each followed by its text and its blocks.
fn commands(document: &str) -> Vec<(&str, &str)> {
    let sections = document.split("\n**").skip(1);
    let command = |section| {
        let (id, text) = str::split_once(section, ".** ")?;
        let numbered = id.starts_with(|c: char| c.is_ascii_uppercase()) && id[1..].parse::<u32>().is_ok();
        numbered.then_some((id, text))
    };
    sections.filter_map(command).collect()
}

#[test]
fn every_statement_called_done_names_commands_and_every_command_shows_a_statement() {
    let document = fs::read_to_string(DOCUMENT).unwrap();
    let (statements, commands) = (statements(&document), commands(&document));
    assert!(statements.len() > 195 && commands.len() > 55, "{} and {}", statements.len(), commands.len());

    let numbers: BTreeSet<&str> = commands.iter().map(|&(id, _)| id).collect();
    assert_eq!(numbers.len(), commands.len(), "two commands have the same number");
    for (id, text) in &commands {
        assert!(text.contains("\n$ ") || text.contains("\nrushlab "), "{id} has no command");
    }

    let mut shown = BTreeSet::new();
    for Statement { id, status, commands } in &statements {
        assert!(["done", "code", "–"].contains(status), "{id}: {status}");
        assert_eq!(*status == "done", !commands.is_empty(), "{id}: only statements that commands show are done");
        for command in commands {
            assert!(numbers.contains(command), "{id}: there is no command {command}");
            shown.insert(*command);
        }
    }
    let idle: Vec<_> = numbers.difference(&shown).collect();
    assert!(idle.is_empty(), "commands that show no statement: {idle:?}");

    let ids: BTreeSet<&str> = statements.iter().map(|statement| statement.id).collect();
    assert_eq!(ids.len(), statements.len(), "two statements have the same id");
}

/// Runs the commands in a folder with the files that the document shows. `TRYCMD=overwrite` updates the output; times
/// must then be replaced by `[..]` again.
#[cfg(unix)]
#[test]
fn commands_print_what_the_document_shows() {
    use std::io::Write as _;
    use std::path::{Path, PathBuf};

    const CORPUS: &str = "```console,corpus\n";

    let document = fs::read_to_string(DOCUMENT).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (copy, input) = (folder.path().join("seeds.md"), folder.path().join("seeds.in"));
    fs::create_dir(&input).unwrap();
    // The presence of this folder makes the commands run in a copy of the other one.
    fs::create_dir(folder.path().join("seeds.out")).unwrap();
    for block in document.split("\n```text ").skip(1) {
        let (name, rest) = block.split_once('\n').unwrap();
        fs::write(input.join(name), rest.split_once("```").unwrap().0).unwrap();
    }

    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = std::env::var_os("RUSHLAB_CORPUS").map_or(shared, PathBuf::from);
    let tag = if let Ok(corpus) = corpus.canonicalize() {
        std::os::unix::fs::symlink(corpus, input.join("corpus")).unwrap();
        "```console\n"
    } else {
        // Written directly, because the test runner hides the output of passing tests.
        let _ = writeln!(std::io::stderr(), "some commands skipped: no corpus; set RUSHLAB_CORPUS to its folder");
        "```console,ignore\n"
    };
    fs::write(&copy, document.replace(CORPUS, tag)).unwrap();

    let cases = trycmd::TestCases::new();
    cases.case(&copy).env("LC_ALL", "C");
    let path = std::env::var_os("PATH").unwrap();
    for tool in ["cat", "diff", "head", "ls"] {
        let found = std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.is_file());
        cases.register_bin(tool, found.unwrap());
    }
    cases.run();

    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        let updated = fs::read_to_string(copy).unwrap();
        let is_fence = |line: &&str| line.starts_with("```console");
        let fences: Vec<&str> = document.lines().filter(is_fence).collect();
        let mut fences = fences.into_iter();
        let lines = updated.lines().map(|line| if is_fence(&line) { fences.next().unwrap() } else { line });
        fs::write(DOCUMENT, lines.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    }
}
