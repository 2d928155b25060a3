//! Tests of the pages about the five source documents: every statement names commands, every command shows a statement
//! and is run by `tests/documents/*.trycmd`, and its output is what is stored there.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;

const DOCUMENTS: [&str; 5] = ["schlegel", "grh", "esau", "comp472", "inf421"];
const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
const TRANSCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/documents");

fn page(document: &str) -> String {
    fs::read_to_string(format!("{PAGES}/{document}.md")).unwrap()
}

fn transcript(document: &str) -> String {
    fs::read_to_string(format!("{TRANSCRIPTS}/{document}.trycmd")).unwrap()
}

/// Returns what stands between two texts.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    text.split_once(start).unwrap().1.split(end).next().unwrap()
}

/// Returns the numbers of the commands of a transcript, such as `S1`.
fn numbers(transcript: &str) -> Vec<&str> {
    let is_number = |text: &&str| text.get(1..).is_some_and(|rest| rest.parse::<u32>().is_ok());
    transcript.lines().filter_map(|line| line.strip_prefix("**")?.strip_suffix(".**").filter(is_number)).collect()
}

/// Returns the commands of a transcript; lines that begin with `>` continue them.
fn commands(transcript: &str) -> BTreeSet<String> {
    let joined = transcript.replace("\n> ", " ");
    joined
        .lines()
        .filter_map(|line| line.strip_prefix("$ ").or(line.strip_prefix("rushlab ").and(Some(line))))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_statement_names_commands_and_every_command_shows_a_statement() {
    let all: BTreeSet<String> = DOCUMENTS
        .iter()
        .flat_map(|document| numbers(&transcript(document)).into_iter().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let (mut statements, mut shown) = (0, BTreeSet::new());
    for document in DOCUMENTS {
        let page = page(document);
        assert!(page.len() <= 15 << 10, "{document}.md has {} bytes", page.len());
        let table = between(&page, "|---|---|---|\n", "\n\n");
        for row in table.lines() {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            let [_, _, by] = cells[..] else { panic!("{document}: a row without three cells: {row}") };
            statements += 1;
            if by == "background" || by.starts_with("code: ") {
                continue;
            }
            for number in by.split(", ") {
                assert!(all.contains(number), "{document}: there is no command {number}: {row}");
                shown.insert(number.to_owned());
            }
        }
    }
    assert!(statements > 100, "{statements}");
    let idle: Vec<_> = all.difference(&shown).collect();
    assert!(idle.is_empty(), "commands that show no statement: {idle:?}");
}

#[test]
fn every_command_of_a_page_is_run_and_every_number_is_described() {
    for document in DOCUMENTS {
        let (page, transcript) = (page(document), transcript(document));
        let (run, numbers) = (commands(&transcript), numbers(&transcript));
        let listed = between(&page, "\n## Commands\n", "\n## ");
        let items: Vec<&str> = listed.split("\n- **").skip(1).collect();
        let described: Vec<&str> = items.iter().map(|item| item.split("** ").next().unwrap()).collect();
        assert_eq!(described, numbers, "{document}");
        for item in items {
            let code = item.split('`').skip(1).step_by(2);
            let named: Vec<&str> = code.filter(|code| code.starts_with("rushlab ")).collect();
            assert!(!named.is_empty() || item.contains("`cat ") || item.contains("`head "), "{item}");
            named.iter().for_each(|own| assert!(run.contains(*own), "{document}: `{own}` is not run"));
        }
    }
}

/// Runs the transcripts, each in a folder with the files that it shows. `TRYCMD=overwrite` updates the output; times
/// must then be replaced by `[..]` again.
#[cfg(unix)]
#[test]
fn commands_print_what_the_transcripts_show() {
    use std::io::Write as _;
    use std::path::{Path, PathBuf};

    const CORPUS: &str = "```console,corpus\n";

    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = std::env::var_os("RUSHLAB_CORPUS").map_or(shared, PathBuf::from).canonicalize().ok();
    if corpus.is_none() {
        // Written directly, because the test runner hides the output of passing tests.
        let _ = writeln!(std::io::stderr(), "some commands skipped: no corpus; set RUSHLAB_CORPUS to its folder");
    }
    let tag = if corpus.is_some() { "```console\n" } else { "```console,ignore\n" };
    let folder = tempfile::tempdir().unwrap();
    let cases = trycmd::TestCases::new();
    let names = DOCUMENTS.into_iter().chain(["others"]);
    for document in names.clone() {
        let transcript = transcript(document);
        let input = folder.path().join(document).with_extension("in");
        fs::create_dir(&input).unwrap();
        // The presence of this folder makes the commands run in a copy of the other one.
        fs::create_dir(input.with_extension("out")).unwrap();
        for block in format!("\n{transcript}").split("\n```text ").skip(1) {
            let (name, rest) = block.split_once('\n').unwrap();
            fs::write(input.join(name), rest.split_once("```").unwrap().0).unwrap();
        }
        if let Some(corpus) = &corpus {
            std::os::unix::fs::symlink(corpus, input.join("corpus")).unwrap();
        }
        let copy = input.with_extension("trycmd");
        fs::write(&copy, transcript.replace(CORPUS, tag)).unwrap();
        cases.case(&copy);
    }
    cases.env("LC_ALL", "C");
    let path = std::env::var_os("PATH").unwrap();
    for tool in ["cat", "diff", "head", "ls"] {
        let found = std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.is_file());
        cases.register_bin(tool, found.unwrap());
    }
    cases.run();

    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        for document in names {
            let updated = fs::read_to_string(folder.path().join(document).with_extension("trycmd")).unwrap();
            let is_fence = |line: &&str| line.starts_with("```console");
            let former = transcript(document);
            let mut fences = former.lines().filter(is_fence);
            let lines = updated.lines().map(|line| if is_fence(&line) { fences.next().unwrap() } else { line });
            let text = lines.collect::<Vec<_>>().join("\n") + "\n";
            fs::write(format!("{TRANSCRIPTS}/{document}.trycmd"), text).unwrap();
        }
    }
}
