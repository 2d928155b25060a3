//! What people do with the page, one function each.

mod access;
mod play;
mod study;

use serde_json::{Value, json};

use crate::browser::{Browser, Page};
use crate::common::Server;

/// What somebody does.
type Scenario = fn(&Stage<'_>);

/// Every scenario, by name.
pub(crate) static SCENARIOS: &[(&str, Scenario)] = &[
    ("a level is played to its end by dragging", play::by_dragging),
    ("a level is played to its end by keyboard alone", play::by_keyboard),
    ("hints, undo, redo and restart", play::hints),
    ("a game goes on after the page was closed", play::goes_on),
    ("the solution is shown", play::demonstration),
    ("fuel and valet are played", play::rules),
    ("a share link opens in a fresh profile", play::share),
    ("a level is played by finger on a phone", play::on_a_phone),
    ("random and daily levels", play::drawn),
    ("an edited board changes its length", study::edit),
    ("a board is edited by keyboard", study::edit_by_keyboard),
    ("puzzles are pasted and taken away", study::paste),
    ("a puzzle is solved step by step", study::solve),
    ("two algorithms race", study::race),
    ("a genetic algorithm evolves", study::evolve),
    ("a cluster is explored", study::explore),
    ("first paint is small and quick", access::first_paint),
    ("dark, light and contrast", access::themes),
    ("motion is left out for who asks for it", access::still),
    ("nothing sticks out of a phone", access::narrow),
    ("everything has a name", access::names),
    ("axe finds nothing serious", access::axe),
];

/// What a scenario has.
pub(crate) struct Stage<'a> {
    pub(crate) browser: &'a Browser,
    pub(crate) server: &'a Server,
}

impl Stage<'_> {
    /// A page in a fresh profile, at an address such as `#play?level=1`.
    pub(crate) fn open(&self, address: &str) -> Page {
        self.open_sized(address, 1280, 900)
    }

    pub(crate) fn open_sized(&self, address: &str, width: u32, height: u32) -> Page {
        let page = self.browser.page(width, height);
        page.open(&self.server.url(address));
        page.wait("document.querySelector('section:not([hidden]) h1')");
        if address.is_empty() || address.starts_with("#play") {
            page.wait("/^\\d/.test(document.querySelectorAll('.play dd')[1]?.textContent)");
        }
        page
    }

    /// Ends a scenario: nothing was complained of.
    pub(crate) fn done(&self, page: &Page) {
        let complaints = page.complaints();
        assert!(complaints.is_empty(), "the console says {complaints:#?}");
    }

    /// The moves that solve a puzzle: label, `[down, right]` in cells.
    pub(crate) fn moves(&self, puzzle: &Value) -> Vec<(String, (f64, f64))> {
        let answer = self.server.post("/api/solve", &json!({"puzzle": puzzle})).good();
        let moves = answer["solution"].as_array().unwrap().iter();
        let step = |mv: &Value| {
            let cells = mv["cells"].as_f64().unwrap();
            let way = match mv["direction"].as_str().unwrap() {
                "up" => (0.0, -cells),
                "down" => (0.0, cells),
                "left" => (-cells, 0.0),
                _ => (cells, 0.0),
            };
            (mv["label"].as_str().unwrap().to_owned(), way)
        };
        moves.map(step).collect()
    }

    /// The puzzle of a level.
    pub(crate) fn level(&self, id: &str) -> Value {
        self.server.get(&format!("/api/levels/{id}")).good()["board"]["puzzle"].clone()
    }

    /// Keeps a picture, if somebody wants it.
    pub(crate) fn picture(&self, page: &Page, name: &str) {
        if let Some(folder) = std::env::var_os("RUSHLAB_PICTURES") {
            std::fs::write(std::path::Path::new(&folder).join(name), page.picture()).unwrap();
        }
    }
}

/// How long a cell is on the screen.
pub(crate) fn cell(page: &Page, tab: &str) -> f64 {
    let size = format!(
        "(() => {{ const board = document.querySelector('.{tab} .board'); \
         return board.getBoundingClientRect().width / board.viewBox.baseVal.width * 64; }})()"
    );
    page.run(&size).as_f64().unwrap()
}

/// The selector of a vehicle.
pub(crate) fn vehicle(tab: &str, label: &str) -> String {
    format!(".{tab} .vehicle[data-label=\"{label}\"]")
}

/// Waits until the game counts so many moves.
pub(crate) fn moves_made(page: &Page, count: usize) {
    page.wait(&format!("document.querySelector('.play dd').textContent === '{count}'"));
}
