//! Any puzzle survives a round trip through every format that can hold it, and any list of moves through every notation.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use rushlab::Puzzle;
use rushlab::format::{self, FORMATS, Reader};
use rushlab::notation::{self, NOTATIONS};
use rushlab::position::{Move, Position, replay};

fn read_all(text: &str, format: Option<&'static dyn format::Format>) -> Vec<Puzzle> {
    let drafts = Reader::open(text.as_bytes(), format, None).unwrap();
    drafts
        .map(|draft| Puzzle::try_from(draft.unwrap()).unwrap_or_else(|problems| panic!("{problems}\n{text}")))
        .collect()
}

fn nameless(puzzle: &Puzzle) -> Puzzle {
    puzzle.clone().with_name(None)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_puzzle_survives_every_format_that_takes_it(puzzle in common::puzzles()) {
        for format in FORMATS.iter().copied() {
            if let Ok(text) = format::write(format, &puzzle) {
                let back = read_all(&text, Some(format));
                prop_assert_eq!(back.len(), 1, "{}: {}", format.about().name, text);
                prop_assert_eq!(nameless(&back[0]), nameless(&puzzle), "{}: {}", format.about().name, text);
            }
        }
    }

    #[test]
    fn a_relabelled_puzzle_is_the_same_but_for_its_labels(puzzle in common::puzzles()) {
        for format in FORMATS.iter().copied() {
            let Ok(relabelled) = format::relabel(format, &puzzle) else { continue };
            let labels: Vec<_> = puzzle.vehicles().iter().map(|vehicle| vehicle.label).collect();
            prop_assert_eq!(relabelled.with_labels(&labels).unwrap(), puzzle.clone());
            if let Ok(text) = format::write(format, &relabelled) {
                prop_assert_eq!(nameless(&read_all(&text, Some(format))[0]), nameless(&relabelled));
            }
        }
    }

    #[test]
    fn json_takes_every_puzzle_and_loses_nothing(puzzle in common::puzzles()) {
        let text = format::write(format::named("json").unwrap(), &puzzle).unwrap();
        prop_assert_eq!(read_all(&text, None), vec![puzzle]);
    }

    #[test]
    fn several_puzzles_in_one_file_are_all_read(puzzles in proptest::collection::vec(common::puzzles(), 1..5)) {
        for format in FORMATS.iter().copied() {
            let texts: Result<Vec<String>, _> = puzzles.iter().map(|puzzle| format::write(format, puzzle)).collect();
            if let Ok(texts) = texts {
                let text = texts.join(format.about().separator);
                let windows = text.replace('\n', "\r\n");
                for text in [&text, &windows, &windows.trim_end().to_owned()] {
                    let back: Vec<Puzzle> = read_all(text, Some(format)).iter().map(nameless).collect();
                    prop_assert_eq!(&back, &puzzles.iter().map(nameless).collect::<Vec<_>>(), "{}: {}", format.about().name, text);
                }
            }
        }
    }

    #[test]
    fn the_format_of_a_written_puzzle_is_found_again(puzzle in common::puzzles()) {
        for format in FORMATS.iter().copied() {
            // Digits as labels make a drawing look like numbers, and tiny boards look like each other.
            let digits = puzzle.vehicles().iter().any(|vehicle| vehicle.label.as_str().starts_with(|first: char| first.is_numeric()));
            let drawing = ["line", "grid"].contains(&format.about().name);
            if drawing && (digits || puzzle.width() < 4) {
                continue;
            }
            if let Ok(text) = format::write(format, &puzzle) {
                let found = Reader::open(text.as_bytes(), None, None).unwrap().format();
                prop_assert_eq!(found.about().name, format.about().name, "{}", text);
            }
        }
    }

    #[test]
    fn moves_survive_every_notation(puzzle in common::puzzles(), choices in proptest::collection::vec(any::<proptest::sample::Index>(), 0..20)) {
        let moves = wander(&puzzle, &choices);
        for notation in NOTATIONS.iter().copied() {
            let text = notation::write(notation, &puzzle, &moves);
            let written = notation::read(&text, Some(notation)).unwrap();
            let replayed = replay(&puzzle, &written);
            prop_assert_eq!(replayed.error, None, "{}: {}", notation.about().name, text);
            prop_assert_eq!(replayed.played.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), moves.clone());
            if !moves.is_empty() {
                prop_assert_eq!(notation::read(&text, None).unwrap(), written, "{}: {}", notation.about().name, text);
            }
        }
    }

    #[test]
    fn nothing_panics_on_any_text(text in "[ -~\n\r\t↑éx.oA0-9(){}\\[\\]\",:#K]{0,200}") {
        for format in FORMATS.iter().copied().map(Some).chain([None]) {
            if let Ok(reader) = Reader::open(text.as_bytes(), format, Some("a3x3.csv")) {
                for draft in reader {
                    if let Err(problems) = Puzzle::try_from(draft.unwrap()) {
                        prop_assert!(!problems.0.is_empty() && !problems.to_string().is_empty());
                    }
                }
            }
        }
        for notation in NOTATIONS.iter().copied().map(Some).chain([None]) {
            let _ = notation::read(&text, notation);
        }
    }

    #[test]
    fn a_damaged_text_is_read_or_refused_with_a_reason(puzzle in common::puzzles(), at in any::<proptest::sample::Index>(), damage in any::<u8>()) {
        for format in FORMATS.iter().copied() {
            let Ok(text) = format::write(format, &puzzle) else { continue };
            let mut bytes = text.into_bytes();
            let at = at.index(bytes.len());
            match damage % 3 {
                0 => bytes[at] = damage,
                1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at),
            }
            if let Ok(reader) = Reader::open(bytes.as_slice(), Some(format), None) {
                for draft in reader {
                    if let Err(problems) = Puzzle::try_from(draft.unwrap()) {
                        prop_assert!(!problems.0.is_empty());
                    }
                }
            }
        }
    }
}

#[test]
fn every_format_takes_many_of_the_random_puzzles() {
    let mut runner = TestRunner::deterministic();
    let puzzles: Vec<Puzzle> = (0..600).map(|_| common::puzzles().new_tree(&mut runner).unwrap().current()).collect();
    for format in FORMATS.iter().copied() {
        let relabelled = puzzles.iter().filter_map(|puzzle| format::relabel(format, puzzle).ok());
        let taken = relabelled.filter(|puzzle| format::write(format, puzzle).is_ok()).count();
        assert!(taken >= 10, "{} takes only {taken} of {}", format.about().name, puzzles.len());
    }
}

/// A random walk of legal moves.
fn wander(puzzle: &Puzzle, choices: &[proptest::sample::Index]) -> Vec<Move> {
    let mut position = Position::start(puzzle);
    let mut walk = Vec::new();
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice.index(moves.len())];
        position = position.play(mv).unwrap();
        walk.push(mv);
    }
    walk
}
