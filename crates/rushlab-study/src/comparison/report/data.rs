//! The data of the sections: the comparison and the checks.

use rushlab::heuristic;
use rushlab::position::Position;
use rushlab::puzzle::{Metric, RulesInWords};
use rushlab::search::{Configuration, Verdict};
use rushlab_render::{ImageOptions, Scene, draw_image};

use super::checks::ReportChecks;
use crate::comparison::{Comparison, ConfigurationSummary, Results, SearchRun};
use crate::report::canvas::colour;
use crate::report::document::{Picture, Section};
use crate::report::plot::Row;
use crate::words;

/// Names of puzzles are cut to this length.
const MAX_NAME_LENGTH: usize = 60;

/// The side of a cell of a board; the page scales the board.
const CELL: u32 = 40;

/// A column of a table with a row for each search: its heading, and the cell of a search.
pub(super) type Column<'a> = (&'a str, &'a dyn Fn(usize) -> String);

pub(super) struct Data<'a> {
    pub(super) results: &'a Results,
    pub(super) comparison: &'a Comparison,
    pub(super) summaries: Vec<ConfigurationSummary>,
    pub(super) checks: ReportChecks,
}

impl<'a> Data<'a> {
    pub(super) fn new(results: &'a Results, checks: ReportChecks) -> Data<'a> {
        let comparison = &results.comparison;
        let summaries = (0..comparison.configurations.len())
            .map(|configuration| ConfigurationSummary::of(results, configuration))
            .collect();
        Data { results, comparison, summaries, checks }
    }

    /// Returns the puzzles whose search for the optimum ended this way.
    pub(super) fn ended(&self, status: Verdict) -> Vec<usize> {
        let optima = self.results.optima().enumerate();
        optima.filter(|(_, optimum)| optimum.status == status).map(|(entry, _)| entry).collect()
    }

    pub(super) fn configurations(&self) -> impl Iterator<Item = (usize, &'a Configuration)> + use<'a> {
        self.comparison.configurations.iter().enumerate()
    }

    pub(super) fn informed(&self) -> impl Iterator<Item = (usize, &'a Configuration)> + use<'a> {
        self.configurations().filter(|(_, configuration)| configuration.heuristic.is_some())
    }

    /// Returns the uninformed configuration with which the others are compared: uniform-cost search, or else the first.
    pub(super) fn baseline(&self) -> Option<usize> {
        let uninformed = || self.configurations().filter(|(_, configuration)| configuration.heuristic.is_none());
        let uniform = uninformed().find(|(_, configuration)| configuration.algorithm.about().name == "dijkstra");
        uniform.or_else(|| uninformed().next()).map(|(index, _)| index)
    }

    pub(super) fn configuration(&self, algorithm: &str, heuristic: &str) -> Option<usize> {
        let matches = |configuration: &Configuration| {
            configuration.algorithm.about().name == algorithm
                && configuration.heuristic.as_ref().is_some_and(|own| own.about().name == heuristic)
        };
        self.configurations().find(|(_, configuration)| matches(configuration)).map(|(index, _)| index)
    }

    /// Returns the title of a configuration, without line breaks.
    pub(super) fn title(&self, configuration: usize) -> String {
        self.comparison.configurations[configuration].title().replace(' ', "\u{a0}")
    }

    /// Returns several titles: `UCS, GBFS h1 and A/A* h1`.
    pub(super) fn titles(&self, configurations: &[usize]) -> String {
        let titles: Vec<String> = configurations.iter().map(|configuration| self.title(*configuration)).collect();
        words::list(&titles)
    }

    pub(super) fn run(&self, entry: usize, configuration: usize) -> &'a SearchRun {
        &self.results.on(entry)[configuration]
    }

    /// Returns the special rules of all puzzles together.
    pub(super) fn rules(&self) -> RulesInWords {
        let mut rules = RulesInWords::default();
        self.comparison.entries.iter().for_each(|entry| rules.add(&entry.puzzle));
        rules
    }

    /// Returns whether a configuration guarantees optimal solutions under the rules of every puzzle.
    pub(super) fn guarantees_optimal(&self, configuration: usize) -> bool {
        let Configuration { algorithm, heuristic, .. } = &self.comparison.configurations[configuration];
        let heuristic = heuristic.as_deref().unwrap_or(heuristic::DEFAULT);
        let entries = &self.comparison.entries;
        entries.iter().all(|entry| algorithm.about().optimal.holds(heuristic, entry.puzzle.rules()))
    }

    /// Returns the pairs of runs of two configurations on each puzzle that both decided.
    pub(super) fn pairs(&self, one: usize, other: usize) -> Vec<(&'a SearchRun, &'a SearchRun)> {
        let decided = |run: &SearchRun| run.result.status != Verdict::Limit;
        let pairs = self.results.by(one).zip(self.results.by(other));
        pairs.filter(|(one, other)| decided(one) && decided(other)).collect()
    }

    /// Returns a cost with its unit: `1 move`, `7 moves`.
    pub(super) fn cost(&self, cost: u32) -> String {
        match cost {
            1 => format!("1 {}", self.unit().replace("s or ", " or ").trim_end_matches('s')),
            _ => format!("{cost} {}", self.unit()),
        }
    }

    /// Returns the unit of costs, for any number but one.
    pub(super) fn unit(&self) -> &'static str {
        let is = |metric| self.comparison.entries.iter().all(|entry| entry.puzzle.rules().metric == metric);
        if is(Metric::Moves) {
            "moves"
        } else if is(Metric::Steps) {
            "steps"
        } else {
            "moves or steps"
        }
    }

    /// Returns `puzzle 3`, with the puzzle's own name if it has one.
    pub(super) fn name(&self, entry: usize) -> String {
        let entry = &self.comparison.entries[entry];
        let id = sanitise(&entry.id);
        match entry.puzzle.name().map(sanitise).filter(|name| !name.is_empty()) {
            Some(name) => format!("puzzle {id} ({name})"),
            None => format!("puzzle {id}"),
        }
    }

    pub(super) fn board(&self, entry: usize, caption: impl Into<String>) -> Picture {
        self.board_at(entry, &Position::start(&self.comparison.entries[entry].puzzle), caption)
    }

    pub(super) fn board_at(&self, entry: usize, position: &Position, caption: impl Into<String>) -> Picture {
        let mut scene = Scene::at(position);
        scene.name = Some(words::capitalise(&self.name(entry)));
        Picture::board(caption, draw_image(&scene, &ImageOptions { cell: CELL, ..ImageOptions::default() }))
    }

    /// Adds a table with a row for each of some searches, which begins with its title.
    pub(super) fn table(
        &self,
        section: &mut Section,
        caption: impl Into<String>,
        searches: impl Iterator<Item = usize>,
        columns: &[Column<'_>],
    ) {
        let heads: Vec<&str> = std::iter::once("Search").chain(columns.iter().map(|(head, _)| *head)).collect();
        let cells = |search: usize| columns.iter().map(move |(_, cell)| cell(search));
        let rows = searches.map(|search| std::iter::once(self.title(search)).chain(cells(search)).collect());
        section.table(caption, &heads, rows.collect());
    }

    /// Returns the indices of all searches.
    pub(super) fn searches(&self) -> std::ops::Range<usize> {
        0..self.summaries.len()
    }

    pub(super) fn rows(&self, values: impl Fn(usize) -> Vec<f64>) -> Vec<Row> {
        let row = |(index, configuration): (usize, &Configuration)| Row {
            label: configuration.title(),
            colour: colour(configuration.algorithm.about()),
            values: values(index),
        };
        self.configurations().map(row).collect()
    }
}

/// Returns a user's text on one line, cut, and without characters that change the direction of text.
fn sanitise(text: &str) -> String {
    let is_bidi_control =
        |letter: char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let letters: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let letters: Vec<char> = letters.trim().chars().filter(|letter| !is_bidi_control(*letter)).collect();
    let cut = if letters.len() > MAX_NAME_LENGTH { "…" } else { "" };
    letters.into_iter().take(MAX_NAME_LENGTH).chain(cut.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::sanitise;

    #[test]
    fn a_name_is_sanitised() {
        assert_eq!(sanitise(" a\nb\u{202e}c "), "a bc");
        assert_eq!(sanitise(&"x".repeat(100)).chars().count(), 61);
    }
}
