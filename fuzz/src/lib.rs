//! The properties that the fuzz targets check: one for all formats, one for all notations, one for saved games, and one
//! for all requests of the lab.
//!
//! The environment variables `FORMAT`, `NOTATION` and `REQUEST` choose a format, a notation and a request from the
//! registries. So a new one needs no target of its own.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use rushlab::Puzzle;
use rushlab::format::{self, FORMATS, Format, Reader};
use rushlab::notation::{self, NOTATIONS, Notation};
use rushlab::position::{Move, replay};
use rushlab::session::Session;
use rushlab_lab::{Event, Host, Lab, REQUESTS, Settings};
use serde_json::Value;

/// Returns the format that `FORMAT` names.
pub fn format() -> &'static dyn Format {
    static CHOSEN: OnceLock<&'static dyn Format> = OnceLock::new();
    *CHOSEN.get_or_init(|| chosen("FORMAT", FORMATS.iter().map(|format| (format.about().name, *format))))
}

/// Returns the notation that `NOTATION` names.
pub fn notation() -> &'static dyn Notation {
    static CHOSEN: OnceLock<&'static dyn Notation> = OnceLock::new();
    *CHOSEN.get_or_init(|| chosen("NOTATION", NOTATIONS.iter().map(|notation| (notation.about().name, *notation))))
}

/// Returns the name of the request that `REQUEST` names.
pub fn request() -> &'static str {
    static CHOSEN: OnceLock<&'static str> = OnceLock::new();
    CHOSEN.get_or_init(|| chosen("REQUEST", REQUESTS.iter().map(|request| (request.name, request.name))))
}

/// Returns the entry of a registry that an environment variable names. If there is none, prints all names and ends the
/// program.
fn chosen<T>(variable: &str, entries: impl Iterator<Item = (&'static str, T)> + Clone) -> T {
    let name = std::env::var(variable).unwrap_or_default();
    let names: Vec<&str> = entries.clone().map(|(name, _)| name).collect();
    let found = entries.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, entry)| entry).unwrap_or_else(|| {
        eprintln!("set {variable} to one of: {}", names.join(" "));
        std::process::exit(2)
    })
}

/// Reads any bytes in a format. A valid puzzle that the format writes is read back from that text alone as the same
/// puzzle, except for its name. `json` writes every valid puzzle and keeps its name.
pub fn reads(format: &'static dyn Format, bytes: &[u8]) {
    let json = format::by_name("json").expect("a format");
    let Ok(reader) = Reader::open(bytes, Some(format), None) else { return };
    for draft in reader.map_while(Result::ok) {
        match Puzzle::try_from(draft) {
            // The error message can be formatted.
            Err(problems) => drop(problems.to_string()),
            Ok(puzzle) => {
                let text = format::write(json, &puzzle).expect("json represents every puzzle");
                assert_eq!(read_back(json, &text), puzzle, "from {text:?}");
                if let Ok(text) = format::write(format, &puzzle) {
                    assert_eq!(
                        read_back(format, &text).with_name(None),
                        puzzle.with_name(None),
                        "from {text:?}"
                    );
                }
            }
        }
    }
}

/// Reads the only puzzle of a text.
fn read_back(format: &'static dyn Format, text: &str) -> Puzzle {
    let reader = Reader::open(text.as_bytes(), Some(format), None).expect("a text");
    let drafts: Vec<_> = reader.map(|draft| draft.expect("a draft")).collect();
    let [draft] = <[_; 1]>::try_from(drafts)
        .unwrap_or_else(|drafts| panic!("{} puzzles in {text:?}", drafts.len()));
    Puzzle::try_from(draft).unwrap_or_else(|problems| panic!("{problems}: {text:?}"))
}

/// Reads any text in a notation and plays it as far as it is legal. The moves played, when written in that notation and
/// read again, are played as the same moves.
pub fn reads_moves(notation: &'static dyn Notation, text: &str) {
    let moves = match notation::read(text, Some(notation)) {
        Ok(moves) => moves,
        // The error message can be formatted.
        Err(error) => return drop(error.to_string()),
    };
    let first = replay(&PUZZLE, &moves);
    if let Some(error) = &first.error {
        drop(error.to_string());
    }
    let moves: Vec<Move> = first.played.iter().map(|(mv, _)| *mv).collect();
    let written = notation::write(notation, &PUZZLE, &moves);
    let moves =
        notation::read(&written, Some(notation)).unwrap_or_else(|error| panic!("{error}: {written:?}"));
    let second = replay(&PUZZLE, &moves);
    assert_eq!((second.played, second.error), (first.played, None), "from {written:?}");
}

/// Labels that end in a direction's letter or are numbers, a wall, a small tank, and `R`, which the valet removes at
/// the exit.
static PUZZLE: LazyLock<Puzzle> = LazyLock::new(|| {
    let text = r#"{"rushlab": 1, "width": 6, "height": 6, "primary": "X", "vehicles": [
        {"label": "AR", "orientation": "vertical", "length": 2, "row": 1, "column": 3},
        {"label": "X", "orientation": "horizontal", "length": 2, "row": 3, "column": 1},
        {"label": "R", "orientation": "horizontal", "length": 2, "row": 3, "column": 4},
        {"label": "Ä", "orientation": "vertical", "length": 3, "row": 4, "column": 6},
        {"label": "12", "orientation": "horizontal", "length": 2, "row": 6, "column": 2, "fuel": 3}],
        "walls": [{"row": 6, "column": 5}], "rules": {"valet": true, "default_fuel": 100}}"#;
    text.parse().expect("a puzzle")
});

/// Restores any text as a saved game; if it is an object, also with the checksum that it must have. A restored game is
/// saved and restored as the same game.
pub fn restores(text: &str) {
    let checked = with_checksum(text);
    for text in [Some(text), checked.as_deref()].into_iter().flatten() {
        let mut session = match Session::restore(text) {
            Ok(session) => session,
            // The error message can be formatted.
            Err(error) => return drop(error.to_string()),
        };
        let saved = session.save();
        let again = Session::restore(&saved).unwrap_or_else(|error| panic!("{error}: {saved:?}"));
        assert_eq!(again.save(), saved);
        assert_eq!((again.played(), again.position()), (session.played(), session.position()));
        while session.undo().is_some() {}
        while session.redo().is_some() {}
        assert!(session.undone().is_empty());
    }
}

/// Returns a saved game with the checksum of its other fields.
fn with_checksum(text: &str) -> Option<String> {
    let game: Value = serde_json::from_str(text).ok()?;
    let mut fields = Vec::new();
    for (name, default) in [
        ("session", Some("2")),
        ("puzzle", Some("null")),
        ("moves", Some("\"\"")),
        ("made", None),
        ("par", None),
        ("hints", Some("0")),
        ("grade", Some("0")),
        ("helped", Some("false")),
    ] {
        let value = game.get(name).map(Value::to_string).or_else(|| Some(default?.to_owned()));
        fields.extend(value.map(|value| format!("\"{name}\":{value}")));
    }
    let fields = fields.join(",");
    let checksum = crc32fast::hash(format!("{{{fields}}}").as_bytes());
    Some(format!("{{{fields},\"checksum\":{checksum}}}"))
}

/// Parses any bytes as a request, and carries it out for a while. It never panics, and its answer is JSON.
pub fn answers(name: &str, bytes: &[u8]) {
    static LAB: LazyLock<Arc<Lab>> = LazyLock::new(|| {
        let settings = Settings { max_states: 2000, max_memory: 16 << 20, max_graph: 500, ..Settings::default() };
        Arc::new(Lab::new(settings))
    });
    let answer = match LAB.job(name, bytes) {
        Ok(job) => job.run(&mut ShortHost { calls: 0 }),
        Err(error) => Err(error),
    };
    match answer {
        Ok(answer) => drop(serde_json::from_str::<Value>(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"))),
        Err(error) => drop(serde_json::to_string(&error).expect("an error is JSON")),
    }
}

/// A host whose jobs end soon, always at the same place.
#[derive(Clone)]
struct ShortHost {
    calls: u64,
}

impl Host for ShortHost {
    fn now(&mut self) -> Duration {
        self.calls += 1;
        Duration::from_millis(100 * self.calls)
    }

    fn is_cancelled(&mut self) -> bool {
        self.calls += 1;
        self.calls > 50
    }

    fn sleep(&mut self, _: Duration) {}

    fn emit(&mut self, event: Event) -> ControlFlow<()> {
        drop(serde_json::from_str::<Value>(&event.data).unwrap_or_else(|error| panic!("{error}: {}", event.data)));
        if self.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
