//! Any puzzle survives a round trip through every format that can hold it, and any list of moves through every
//! notation.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use rushlab::format::{self, FORMATS, Labels, ReadError, Reader};
use rushlab::notation::{self, NOTATIONS, NotationError};
use rushlab::position::{Move, Position, replay};
use rushlab::puzzle::{Metric, Rules};
use rushlab::{Error, NamedMove, Puzzle, Remedy, WrittenMove};

fn read_all(text: &str, format: Option<&'static dyn format::Format>) -> Vec<Puzzle> {
    let drafts = Reader::open(text.as_bytes(), format, None).unwrap();
    drafts
        .map(|draft| Puzzle::try_from(draft.unwrap()).unwrap_or_else(|problems| panic!("{problems}\n{text}")))
        .collect()
}

fn nameless(puzzle: &Puzzle) -> Puzzle {
    puzzle.clone().with_name(None)
}

/// Returns what a format keeps of a puzzle: all but its name, and its labels unless the format has none.
fn kept(format: &dyn format::Format, puzzle: &Puzzle) -> Puzzle {
    if format.about().capabilities.labels == Labels::Canonical { puzzle.canonical() } else { nameless(puzzle) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_puzzle_survives_every_format_that_can_hold_it(puzzle in crate::common::puzzles()) {
        for format in FORMATS.iter().copied() {
            if let Ok(text) = format::write(format, &puzzle) {
                let back = read_all(&text, Some(format));
                prop_assert_eq!(back.len(), 1, "{}: {}", format.about().name, text);
                prop_assert_eq!(nameless(&back[0]), kept(format, &puzzle), "{}: {}", format.about().name, text);
            }
        }
    }

    #[test]
    fn a_relabelled_puzzle_differs_only_in_its_labels(puzzle in crate::common::puzzles()) {
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
    fn json_holds_every_puzzle_completely(puzzle in crate::common::puzzles()) {
        let text = format::write(format::by_name("json").unwrap(), &puzzle).unwrap();
        prop_assert_eq!(read_all(&text, None), vec![puzzle]);
    }

    #[test]
    fn a_puzzle_survives_display_and_from_str(puzzle in crate::common::puzzles()) {
        let text = puzzle.to_string();
        prop_assert!(!text.ends_with('\n'));
        let back: Puzzle = text.parse().unwrap();
        prop_assert_eq!(nameless(&back), nameless(&puzzle), "{}", text);
        prop_assert_eq!(nameless(&back).to_string(), nameless(&puzzle).to_string());
    }

    #[test]
    fn a_move_survives_display_and_from_str(puzzle in crate::common::puzzles(), choices in proptest::collection::vec(any::<proptest::sample::Index>(), 0..20)) {
        let mut position = Position::start(&puzzle);
        for mv in walk(&puzzle, &choices) {
            let vehicle = puzzle.vehicles()[mv.vehicle];
            let from = position.cell_of(mv.vehicle).unwrap();
            let named = NamedMove { label: vehicle.label, from, direction: mv.direction, cells: mv.cells };
            let written: WrittenMove = named.to_string().parse().unwrap();
            prop_assert_eq!(written.to_string(), named.to_string());
            prop_assert_eq!(written.to_string().parse::<WrittenMove>().unwrap(), written);
            prop_assert_eq!(position.resolve(&written), Ok(mv));
            position = position.play(mv).unwrap();
        }
    }

    #[test]
    fn several_puzzles_in_one_file_are_all_read(puzzles in proptest::collection::vec(crate::common::puzzles(), 1..5)) {
        for format in FORMATS.iter().copied() {
            let rules_before = [Rules::default()].into_iter().chain(puzzles.iter().map(Puzzle::rules));
            let texts = puzzles.iter().zip(rules_before).map(|(puzzle, rules)| format::write_after(format, puzzle, rules));
            let texts: Result<Vec<String>, _> = texts.collect();
            if let Ok(texts) = texts {
                let text = texts.join(format.about().separator);
                let windows = text.replace('\n', "\r\n");
                for text in [&text, &windows, &windows.trim_end().to_owned()] {
                    let back: Vec<Puzzle> = read_all(text, Some(format)).iter().map(nameless).collect();
                    prop_assert_eq!(&back, &puzzles.iter().map(|puzzle| kept(format, puzzle)).collect::<Vec<_>>(), "{}: {}", format.about().name, text);
                }
            }
        }
    }

    #[test]
    fn the_format_of_a_written_puzzle_is_detected(puzzle in crate::common::puzzles()) {
        for format in FORMATS.iter().copied() {
            // A drawing with digits as labels looks like numbers, and tiny boards look alike in several formats.
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
    fn moves_survive_every_notation(puzzle in crate::common::puzzles(), choices in proptest::collection::vec(any::<proptest::sample::Index>(), 0..20)) {
        let moves = walk(&puzzle, &choices);
        for notation in NOTATIONS.iter().copied() {
            let text = notation::write(notation, &puzzle, &moves);
            let written = notation::read(&text, Some(notation)).unwrap();
            let replayed = replay(&puzzle, &written);
            prop_assert_eq!(replayed.error, None, "{}: {}", notation.about().name, text);
            let played: Vec<Move> = replayed.played.iter().map(|(mv, _)| *mv).collect();
            // Plans for the metric steps have an action for each step.
            if notation.about().name == "pddl" && puzzle.rules().metric == Metric::Steps {
                prop_assert_eq!(played, steps(&moves), "{}", text);
            } else {
                prop_assert_eq!(&played, &moves, "{}: {}", notation.about().name, text);
            }
            // Lists in `esau` look like `letters`.
            if !moves.is_empty() && notation.about().name != "esau" {
                prop_assert_eq!(notation::read(&text, None).unwrap(), written.clone(), "{}: {}", notation.about().name, text);
                prop_assert_eq!(notation::read_answer(&puzzle, &text, None).unwrap(), written, "{}", text);
            }
        }
    }

    #[test]
    fn moves_in_prose_are_those_of_the_list(puzzle in crate::common::puzzles(), choices in proptest::collection::vec(any::<proptest::sample::Index>(), 1..20)) {
        let moves = walk(&puzzle, &choices);
        for notation in [notation::LETTERS, notation::SIGNED, notation::WORDS, notation::ARROWS, notation::CALLS, notation::JSON] {
            let list = notation::write(notation, &puzzle, &moves);
            let text = format!("<think>1R1</think>These could be the moves:\n\n{list}\nThat would be all.");
            let written = notation::read_answer(&puzzle, &text, None).unwrap();
            let played: Vec<Move> = replay(&puzzle, &written).played.iter().map(|(mv, _)| *mv).collect();
            prop_assert_eq!(&played, &moves, "{}", text);
        }
    }

    #[test]
    fn no_text_causes_a_panic(text in "[ -~\n\r\t↑éx.oA0-9(){}\\[\\]\",:#K]{0,200}") {
        for format in FORMATS.iter().copied().map(Some).chain([None]) {
            if let Ok(reader) = Reader::open(text.as_bytes(), format, Some("a3x3.csv")) {
                for draft in reader {
                    if let Err(problems) = Puzzle::try_from(draft.unwrap()) {
                        prop_assert!(!problems.0.is_empty() && !problems.to_string().is_empty());
                    }
                }
            }
        }
        let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse().unwrap();
        for notation in NOTATIONS.iter().copied().map(Some).chain([None]) {
            let strict = notation::read(&text, notation);
            let lenient = notation::read_answer(&puzzle, &text, notation);
            // A list that can be read whole is the answer.
            if let Some(moves) = strict.ok().filter(|moves| !moves.is_empty()) {
                prop_assert_eq!(lenient.map(|answer| answer.len()), Ok(moves.len()));
            }
        }
    }

    #[test]
    fn a_damaged_text_is_read_or_rejected_with_a_reason(puzzle in crate::common::puzzles(), at in any::<proptest::sample::Index>(), damage in any::<u8>()) {
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
fn a_move_is_read_in_any_notation_and_written_in_words() {
    let texts = [
        ("AR3", "A right 3"),
        ("A right 3", "A right 3"),
        ("12 up 1", "12 up 1"),
        ("F ↑ 2", "F up 2"),
        ("((4 3) N 1)", "(4 3) up 1"),
        ("[{\"vehicle\": \"A\", \"direction\": \"left\", \"cells\": 2}]", "A left 2"),
        ("car,move\nA,-2\n", "A -2"),
        ("car,move\nX,3\n", "X +3"),
        ("car,move X,3", "X +3"),
        ("F+1", "F +1"),
        ("[12-2]", "12 -2"),
        ("move('B','left',1)", "B left 1"),
        ("move( \"AB\" , 'Up', 12 );", "AB up 12"),
        ("(move-left-2-length-3 v-a row-1 column-1)", "A left 2"),
    ];
    for (text, words) in texts {
        assert_eq!(text.parse::<WrittenMove>().unwrap().to_string(), words, "{text}");
    }
    for (text, error) in
        [("", "the text has 0 moves; one was expected"), ("AR1 BL2", "the text has 2 moves; one was expected")]
    {
        assert_eq!(text.parse::<WrittenMove>().unwrap_err().to_string(), error);
    }
    assert!(matches!("Hello, world?".parse::<WrittenMove>(), Err(NotationError::Unknown)));
}

#[test]
fn a_puzzle_is_displayed_as_a_line_or_as_json() {
    let line = "......A..B..AXXB..A..B......CC...... A3";
    assert_eq!(line.parse::<Puzzle>().unwrap().to_string(), line);
    let valet = line.parse::<Puzzle>().unwrap().with_rules(Rules::comp472(Metric::Steps));
    assert!(valet.to_string().starts_with('{'));
    assert_eq!(valet.to_string().parse::<Puzzle>().unwrap(), valet);
}

#[test]
fn the_errors_of_from_str_name_the_problem_and_the_remedy() {
    let error = |text: &str| text.parse::<Puzzle>().unwrap_err();
    assert!(matches!(error(""), Error::Read(ReadError::Empty)));
    assert_eq!(error("").to_string(), "the text is empty; a puzzle was expected");
    for text in ["[[[[", "[]", " [ ],\n", "[,]"] {
        let reason = "the text was read as json, and there is no puzzle in it; it may be incomplete";
        assert_eq!(error(text).to_string(), reason, "{text}");
    }
    assert!(matches!(error("# AAB.CC\n# no board\n"), Error::Read(ReadError::NoPuzzle(_))));
    let board: Puzzle = "AA...XX.....BB..".parse().unwrap();
    let domain = format::preamble(format::PDDL, &board).unwrap().text;
    assert!(matches!(error(&domain), Error::Read(ReadError::Domain)));
    let mut comments = Reader::open("; (define\n".as_bytes(), Some(format::PDDL), None).unwrap();
    assert!(matches!(comments.first(), Err(ReadError::NoPuzzle("pddl"))));
    let letter = error("Dear Sir or Madam, please find enclosed the parking ticket.");
    assert_eq!(letter.to_string(), format!("the text is not in a known format; name the format ({})", format::names()));
    let phrasing = |remedy: Remedy| match remedy {
        Remedy::NamePrimary => "use the field `primary`",
        Remedy::NameFormat => "use the field `format`",
        other => other.words(),
    };
    assert_eq!(
        letter.explain(&phrasing),
        format!("the text is not in a known format; use the field `format` ({})", format::names())
    );
    let unmarked = error("BB..........CC.DD...................");
    let sentence = |remedy| {
        format!("line 1: no vehicle is marked as the primary; candidates: C, D; label one of them X, or {remedy}")
    };
    assert_eq!(unmarked.to_string(), sentence("name the primary"));
    assert_eq!(unmarked.explain(&phrasing), sentence("use the field `primary`"));
}

#[test]
fn the_error_for_an_unsupported_puzzle_names_a_remedy_and_other_formats() {
    let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse().unwrap();
    let error = |format, puzzle: &Puzzle| format::write(format, puzzle).unwrap_err();
    let valet = error(format::MATRIX, &puzzle.clone().with_rules(Rules { valet: true, ..Rules::default() }));
    assert_eq!(
        valet.to_string(),
        "the format `matrix` cannot represent this puzzle: the puzzle has rules other than the plain ones (moves, valet); \
         choose plain rules, or use `json`"
    );
    assert!(valet.explain(&|_| "use --rules plain").ends_with("; use --rules plain, or use `json`"));
    let labels = error(format::EXIT_LETTER, &puzzle);
    assert_eq!(
        labels.to_string(),
        "the format `exit-letter` cannot represent this puzzle: in this format the primary must be labelled P, here it is X; \
         choose new labels, or use `json`"
    );
}

#[test]
fn every_format_holds_many_of_the_random_puzzles() {
    let mut runner = TestRunner::deterministic();
    let puzzles: Vec<Puzzle> =
        (0..600).map(|_| crate::common::puzzles().new_tree(&mut runner).unwrap().current()).collect();
    for format in FORMATS.iter().copied() {
        let relabelled = puzzles.iter().filter_map(|puzzle| format::relabel(format, puzzle).ok());
        let held = relabelled.filter(|puzzle| format::write(format, puzzle).is_ok()).count();
        assert!(held >= 10, "{} holds only {held} of {}", format.about().name, puzzles.len());
    }
}

/// Returns moves as moves of one cell.
fn steps(moves: &[Move]) -> Vec<Move> {
    let single = |mv: &Move| vec![Move { cells: 1, ..*mv }; mv.cells.into()];
    moves.iter().flat_map(single).collect()
}

/// Returns the moves of a random walk.
fn walk(puzzle: &Puzzle, choices: &[proptest::sample::Index]) -> Vec<Move> {
    let mut position = Position::start(puzzle);
    let mut walked = Vec::new();
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice.index(moves.len())];
        position = position.play(mv).unwrap();
        walked.push(mv);
    }
    walked
}
