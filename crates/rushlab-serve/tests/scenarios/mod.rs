//! The scenarios of the browser tests, one function each.

mod access;
mod addresses;
mod drawing;
mod editor;
mod everyday;
mod game;
mod graphs;
mod hosts;
mod laboratory;
mod play;
mod returning;
mod saves;
mod screens;
mod study;
mod visits;

use serde_json::{Value, json};

use crate::browser::{Browser, Page};
use crate::common::Server;
use crate::common::static_site::StaticSite;

/// A scenario.
type Scenario = fn(&Context<'_>);

/// Every scenario, by name.
pub(crate) static SCENARIOS: &[(&str, Scenario)] = &[
    ("a puzzle is solved by dragging", play::by_dragging),
    ("a puzzle is solved with the keyboard alone", play::by_keyboard),
    ("hints, undo, redo and restart", play::hints),
    ("a game continues after the page was closed", play::continues),
    ("the solution is shown", play::demonstration),
    ("fuel and valet are played", play::rules),
    ("a puzzle is solved with a finger on a phone", play::on_a_phone),
    ("random and daily puzzles", play::generated),
    ("every puzzle keeps its own game", saves::one_game_each),
    ("two tabs continue one game", saves::two_tabs),
    ("a draft survives a change of the theme and a reload", saves::drafts),
    ("progress is exported and imported", saves::transfer),
    ("an address names tab, puzzle and rules, and Back steps through them", addresses::visited),
    ("a link opens a search", addresses::searches),
    ("a bad link gets one sentence and a way on", addresses::bad_links),
    ("a shared puzzle keeps its name and level", addresses::shared),
    ("a finger edits a board, and a swipe undoes a move", screens::touch),
    ("boards fit landscape phones and large zoom", screens::sizes),
    ("the focus is visible for the keyboard only, and stays", screens::focus),
    ("the first minute is explained", game::first_minute),
    ("a finished game says why it has its stars", game::stars),
    ("daily puzzles have a calendar and a streak", game::daily),
    ("all puzzles are listed with pictures and filters", game::levels),
    ("a puzzle is copied as text, picture and animation", game::copies),
    ("the editor explains what it cannot do", editor::messages),
    ("an edited puzzle shows the length of its solution", study::edit),
    ("a board is edited with the keyboard", study::edit_by_keyboard),
    ("puzzles are pasted and copied", study::paste),
    ("a solution is played move by move", laboratory::solve),
    ("a search tree is shown step by step", laboratory::tree),
    ("experiments explain their runs", laboratory::experiments),
    ("algorithms race and are ranked", laboratory::race),
    ("a genetic algorithm evolves", laboratory::evolve),
    ("a cluster is explored", graphs::graph),
    ("a game is drawn through the graph", graphs::own_game),
    ("a large cluster is drawn in layers", graphs::layers),
    ("the largest built-in puzzle is drawn as a graph", graphs::large),
    ("a board that is too large to explore has bounds", graphs::too_large),
    ("the page draws what rushlab-render draws", drawing::same_shapes),
    ("the page has the palette of rushlab-render", drawing::same_colours),
    ("the first paint is small", access::first_paint),
    ("dark, light and high contrast", access::themes),
    ("nothing is animated for users who prefer reduced motion", access::reduced_motion),
    ("every tab fits on a phone", access::narrow),
    ("every control has a name", access::names),
    ("axe finds no violation", access::axe),
    ("both hosts of the lab give the same answers", hosts::same_answers),
    ("a move needs no network", hosts::moves_without_network),
    ("a server without the module", hosts::no_module),
    ("searches go on after the server has ended", hosts::server_ends),
    ("static site: a puzzle is solved by dragging", hosts::play_on_static_site),
    ("static site: a puzzle is solved with a finger on a phone", hosts::phone_on_static_site),
    ("static site: all tabs without a network", hosts::offline),
    ("static site: the first visit is small", hosts::first_visit),
    ("static site: play goes on during a search", hosts::search_while_playing),
    ("static site: the memory of a worker runs out", hosts::memory_runs_out),
    ("static site: an update is used whole", visits::update),
    ("static site: nothing runs that the policy does not allow", visits::policy),
    ("static site: the first board is played before the lab arrives", visits::first_board),
    ("the first board is the one of the lab", visits::first_board_agrees),
    ("a full storage is said, and everything can be exported", visits::full_storage),
    ("imported values are parsed field by field", visits::import),
    ("what no part of the page handles is said", visits::problems),
    ("a hint never blocks moves, and can be cancelled", everyday::hint_while_playing),
    ("every format and every link can be pasted", everyday::paste),
    ("the next puzzle is the one of the collection, and gets the focus", everyday::next_of_collection),
    ("my puzzles are saved, arranged and shared", returning::my_puzzles),
    ("a streak ends with a mistake, and a storm after three minutes", returning::challenges),
    ("results have statistics and a table", returning::statistics),
    ("daily puzzles change at midnight", everyday::midnight),
    ("verdicts at a limit have bounds, and bars show only what is known", everyday::limits),
    ("figures, names and tools fit the screen", everyday::fits),
    ("the board is one tab stop, and keys work after a click on a checkbox", everyday::keys),
];

/// The browser and the host of a scenario.
pub(crate) struct Context<'a> {
    pub(crate) browser: &'a Browser,
    /// The server, which also computes what a scenario expects.
    pub(crate) server: &'a Server,
    /// The static site, for scenarios that open the page there.
    pub(crate) site: Option<&'a StaticSite>,
}

impl Context<'_> {
    /// Returns a page in a fresh profile, at an address such as `#/play/1`.
    pub(crate) fn open(&self, address: &str) -> Page {
        self.open_sized(address, 1280, 900)
    }

    pub(crate) fn open_sized(&self, address: &str, width: u32, height: u32) -> Page {
        let page = self.browser.page(width, height);
        page.open(&self.url(address));
        page.wait("document.querySelector('section:not([hidden]) h1')");
        if address.is_empty() || ["#/play", "#/p/"].iter().any(|start| address.starts_with(start)) {
            page.wait("/^\\d/.test(document.querySelectorAll('.play dd')[1]?.textContent)");
        }
        page
    }

    /// Returns the address of the page on the host of the scenario.
    pub(crate) fn url(&self, address: &str) -> String {
        self.site.map_or_else(|| self.server.url(address), |site| site.url(address))
    }

    /// Ends a scenario: the console must be empty.
    pub(crate) fn done(&self, page: &Page) {
        let errors = page.console_errors();
        assert!(errors.is_empty(), "the console contains {errors:#?}");
    }

    /// Returns the moves that solve a puzzle: label, and `(right, down)` in cells.
    pub(crate) fn moves(&self, puzzle: &Value) -> Vec<(String, (f64, f64))> {
        let response = self.server.post("/api/solve", &json!({"puzzle": puzzle})).good();
        let moves = response["solution"].as_array().unwrap().iter();
        let move_of = |mv: &Value| {
            let cells = mv["cells"].as_f64().unwrap();
            let vector = match mv["direction"].as_str().unwrap() {
                "up" => (0.0, -cells),
                "down" => (0.0, cells),
                "left" => (-cells, 0.0),
                _ => (cells, 0.0),
            };
            (mv["label"].as_str().unwrap().to_owned(), vector)
        };
        moves.map(move_of).collect()
    }

    /// Returns the name of a built-in puzzle.
    pub(crate) fn name(&self, id: &str) -> String {
        self.server.get(&format!("/api/puzzles/{id}")).good()["name"].as_str().unwrap().to_owned()
    }

    /// Returns a built-in puzzle.
    pub(crate) fn puzzle(&self, id: &str) -> Value {
        self.server.get(&format!("/api/puzzles/{id}")).good()["board"]["puzzle"].clone()
    }

    /// Saves a screenshot, if `RUSHLAB_PICTURES` is set.
    pub(crate) fn screenshot(&self, page: &Page, name: &str) {
        if let Some(folder) = std::env::var_os("RUSHLAB_PICTURES") {
            std::fs::write(std::path::Path::new(&folder).join(name), page.screenshot()).unwrap();
        }
    }
}

/// Returns the side of a cell on the screen, in pixels.
pub(crate) fn cell(page: &Page, tab: &str) -> f64 {
    let size = format!(
        "(() => {{ const board = document.querySelector('.{tab} .board'); \
         return board.getBoundingClientRect().width / board.viewBox.baseVal.width * 64; }})()"
    );
    page.run(&size).as_f64().unwrap()
}

/// Returns the selector of a vehicle.
pub(crate) fn vehicle(tab: &str, label: &str) -> String {
    format!(".{tab} .vehicle[data-label=\"{label}\"]")
}

/// Selects an entry of a menu.
pub(crate) fn choose(page: &Page, selector: &str, value: &str) {
    page.run(&format!(
        "(() => {{ const menu = document.querySelector({}); menu.value = {}; menu.dispatchEvent(new Event('change')); }})()",
        json!(selector),
        json!(value)
    ));
}

/// Waits until the game shows a number of moves.
pub(crate) fn moves_made(page: &Page, count: usize) {
    page.wait(&format!("document.querySelector('.play dd')?.textContent === '{count}'"));
}
