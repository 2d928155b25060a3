//! Every file of the corpus is read in the right format, or is rejected for the right reason.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;

use rushlab::Puzzle;
use rushlab::format::Reader;
use rushlab::puzzle::Problems;

/// The content of a file: the name of its format, and a result for each puzzle.
type Contents = (&'static str, Vec<Result<Puzzle, Problems>>);

fn read(path: &Path) -> Result<Contents, String> {
    let name = path.file_name().and_then(|name| name.to_str());
    let reader = Reader::open(File::open(path).unwrap(), None, name).map_err(|error| error.to_string())?;
    let format = reader.format().about().name;
    Ok((format, reader.map(|draft| Puzzle::try_from(draft.unwrap())).collect()))
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file() && !path.file_name().unwrap().to_str().unwrap().starts_with("expected"));
    files.sort();
    assert!(!files.is_empty());
    files
}

fn is_bad(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_str().unwrap();
    name.starts_with("bad") || name.starts_with("invalid")
}

/// Returns the numbers of vehicles and walls of each puzzle, counted in the raw text without the library.
fn expected_counts(format: &str, text: &str) -> Vec<(usize, usize)> {
    let drawn = |cells: &str, walls: bool| {
        let letters: BTreeSet<char> = cells.chars().filter(char::is_ascii_uppercase).collect();
        (letters.len(), if walls { cells.matches('x').count() } else { 0 })
    };
    match format {
        "line" => {
            let boards =
                text.lines().flat_map(|line| line.split_whitespace().find(|token| [16, 25, 36].contains(&token.len())));
            boards.map(|board| drawn(board, true)).collect()
        }
        "grid" => vec![drawn(text, true)],
        "exit-letter" => vec![drawn(&text.replace('K', ""), false)],
        "inf421" => vec![(text.lines().nth(1).unwrap().trim().parse().unwrap(), 0)],
        "uva" => vec![(text.trim().lines().count() - 1, 0)],
        "psychology" => vec![(text.matches("\"player\"").count(), 0)],
        "princeton" => text
            .split("\n.")
            .filter(|part| part.trim().lines().count() > 2)
            .map(|part| (part.trim().lines().count() - 2, 0))
            .collect(),
        other => panic!("no corpus of {other}"),
    }
}

#[test]
fn every_corpus_file_is_read_or_rejected() {
    let Some(corpus) = crate::common::corpus() else { return };
    let folders = [
        ("comp472", "line", 6),
        ("database", "line", 1500),
        ("bench", "line", 100),
        ("census", "line", 32 + 1730 + 6041),
        ("cards", "line", 20),
        ("cmpt225", "grid", 21),
        ("inf421", "inf421", 7),
        ("uva", "uva", 4),
        ("exit-letter", "exit-letter", 2),
        ("psychology", "psychology", 3),
        ("princeton", "princeton", 3),
    ];
    for (folder, format, at_least) in folders {
        let mut puzzles = 0;
        for path in files(&corpus.join(folder)) {
            let (found, results) = match read(&path) {
                Ok(read) => read,
                Err(reason) => {
                    assert!(is_bad(&path), "{}: {reason}", path.display());
                    continue;
                }
            };
            assert_eq!(found, format, "{}", path.display());
            if is_bad(&path) {
                assert!(results.iter().all(Result::is_err), "{} should be rejected", path.display());
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let counts: Vec<(usize, usize)> = (results.into_iter())
                .map(|result| result.unwrap_or_else(|problems| panic!("{}: {problems}", path.display())))
                .map(|puzzle| (puzzle.vehicles().len(), puzzle.walls().len()))
                .collect();
            assert_eq!(counts, expected_counts(format, &text), "{}", path.display());
            puzzles += counts.len();
        }
        assert!(puzzles >= at_least, "{folder}: {puzzles} puzzles, at least {at_least} expected");
    }
}

#[test]
fn invalid_corpus_files_are_rejected_for_the_right_reason() {
    let Some(corpus) = crate::common::corpus() else { return };
    let reasons = [
        ("cmpt225/badboard.txt", "line 2: this row has 5 cells, but the board has 6 columns"),
        ("cmpt225/badboard2.txt", "the cells of B are apart"),
        ("cmpt225/bad-reused-label.txt", "two vehicles are labelled C"),
        ("exit-letter/invalid-board-1.txt", "this row has 14 cells, but the board has 3 columns"),
        ("exit-letter/invalid-car-2.txt", "the cells of A are apart"),
        ("exit-letter/invalid-corner-1.txt", "the exit `K` is at a corner"),
        (
            "exit-letter/invalid-count-1.txt",
            "expected the number of vehicles besides P, a number, found `nasicomotpakhambali`",
        ),
        ("exit-letter/invalid-empty.txt", "is empty"),
        ("exit-letter/invalid-k-1.txt", "no exit"),
        ("exit-letter/invalid-left-1.txt", "this row has 4 cells, but the board has 3 columns"),
    ];
    for (file, reason) in reasons {
        let message = match read(&corpus.join(file)) {
            Err(message) => message,
            Ok((_, results)) => {
                results.into_iter().filter_map(Result::err).map(|problems| problems.to_string()).collect()
            }
        };
        assert!(message.contains(reason), "{file}: {message}");
    }
}

#[test]
fn the_same_card_in_several_formats_is_the_same_puzzle() {
    let Some(corpus) = crate::common::corpus() else { return };
    let shape = |puzzle: &Puzzle| {
        let place = |vehicle: &rushlab::puzzle::Vehicle| (vehicle.orientation, vehicle.length, vehicle.cell);
        (puzzle.vehicles().iter().map(place).collect::<Vec<_>>(), puzzle.primary_index(), puzzle.exit())
    };
    let first = |file: &str| read(&corpus.join(file)).unwrap().1.remove(0).unwrap();
    let card = first("cards/cards-01-20.tsv");
    for file in ["inf421/RushHour1.txt", "princeton/jams.txt", "cmpt225/A01.txt"] {
        assert_eq!(shape(&first(file)), shape(&card), "{file}");
    }
}
