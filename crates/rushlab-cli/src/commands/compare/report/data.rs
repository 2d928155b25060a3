//! What the sections tell of: the comparison, and what was looked into besides.

use rushlab::heuristic;
use rushlab::puzzle::Metric;
use rushlab::reference::Position;
use rushlab_render::{ImageOptions, Scene, draw_image};

use super::canvas::colour;
use super::checks::Checks;
use super::document::Picture;
use super::plot::Row;
use super::words;
use crate::commands::compare::entrant::Entrant;
use crate::commands::compare::model::{Comparison, Ending, Run};
use crate::commands::compare::summary::Summary;

/// Names longer than this are cut: they are the user's, and may be anything.
const LONGEST_NAME: usize = 60;

/// The side of a cell in a drawn board; the page scales it.
const CELL: u32 = 40;

/// All that is known.
pub(super) struct Data<'a> {
    pub(super) comparison: &'a Comparison,
    /// Of each entrant.
    pub(super) summaries: Vec<Summary>,
    pub(super) checks: Checks,
}

impl<'a> Data<'a> {
    pub(super) fn new(comparison: &'a Comparison, checks: Checks) -> Data<'a> {
        let summaries = (0..comparison.entrants.len()).map(|entrant| Summary::of(comparison, entrant)).collect();
        Data { comparison, summaries, checks }
    }

    /// The subjects whose best search ended so.
    pub(super) fn ended(&self, ending: Ending) -> Vec<usize> {
        let optima = self.comparison.optima.iter().enumerate();
        optima.filter(|(_, optimum)| optimum.ending == ending).map(|(subject, _)| subject).collect()
    }

    /// Every entrant with its index.
    pub(super) fn entrants(&self) -> impl Iterator<Item = (usize, &'a Entrant)> + use<'a> {
        self.comparison.entrants.iter().enumerate()
    }

    /// The entrants that ask a heuristic.
    pub(super) fn informed(&self) -> impl Iterator<Item = (usize, &'a Entrant)> + use<'a> {
        self.entrants().filter(|(_, entrant)| entrant.heuristic.is_some())
    }

    /// The uninformed search that the others are measured by: uniform cost, or else the first that asks nobody.
    pub(super) fn baseline(&self) -> Option<usize> {
        let alone = || self.entrants().filter(|(_, entrant)| entrant.heuristic.is_none());
        let uniform = alone().find(|(_, entrant)| entrant.algorithm.about().name == "dijkstra");
        uniform.or_else(|| alone().next()).map(|(index, _)| index)
    }

    /// The entrant of an algorithm and a heuristic.
    pub(super) fn entrant(&self, algorithm: &str, heuristic: &str) -> Option<usize> {
        let matches = |entrant: &Entrant| {
            entrant.algorithm.about().name == algorithm
                && entrant.heuristic.is_some_and(|asked| asked.about().name == heuristic)
        };
        self.entrants().find(|(_, entrant)| matches(entrant)).map(|(index, _)| index)
    }

    /// What a person calls an entrant; no line ends within.
    pub(super) fn title(&self, entrant: usize) -> String {
        self.comparison.entrants[entrant].title().replace(' ', "\u{a0}")
    }

    /// Several of them: `UCS, GBFS h1 and A/A* h1`.
    pub(super) fn titles(&self, entrants: &[usize]) -> String {
        let titles: Vec<String> = entrants.iter().map(|entrant| self.title(*entrant)).collect();
        words::list(&titles)
    }

    pub(super) fn run(&self, subject: usize, entrant: usize) -> &'a Run {
        &self.comparison.on(subject)[entrant]
    }

    /// Whether an entrant's solutions ought to be as short as can be, under the rules of every puzzle.
    pub(super) fn promises(&self, entrant: usize) -> bool {
        let Entrant { algorithm, heuristic } = self.comparison.entrants[entrant];
        let heuristic = heuristic.unwrap_or(heuristic::DEFAULT);
        let subjects = &self.comparison.subjects;
        subjects.iter().all(|subject| algorithm.about().optimal.holds(heuristic, subject.puzzle.rules()))
    }

    /// Pairs of runs of two entrants on the same puzzle that both decided.
    pub(super) fn duels(&self, one: usize, other: usize) -> Vec<(&'a Run, &'a Run)> {
        let decided = |run: &Run| run.finding.ending != Ending::Limit;
        let pairs = self.comparison.by(one).zip(self.comparison.by(other));
        pairs.filter(|(one, other)| decided(one) && decided(other)).collect()
    }

    /// What a cost is counted in.
    pub(super) fn unit(&self) -> &'static str {
        let is = |metric| self.comparison.subjects.iter().all(|subject| subject.puzzle.rules().metric == metric);
        match () {
            () if is(Metric::Moves) => "moves",
            () if is(Metric::Steps) => "steps",
            () => "moves or steps",
        }
    }

    /// `puzzle 3`, with the puzzle's own name if it has one.
    pub(super) fn name(&self, subject: usize) -> String {
        let subject = &self.comparison.subjects[subject];
        let id = tame(&subject.id);
        match subject.puzzle.name().map(tame).filter(|name| !name.is_empty()) {
            Some(name) => format!("puzzle {id} ({name})"),
            None => format!("puzzle {id}"),
        }
    }

    /// A subject drawn as it begins.
    pub(super) fn board(&self, subject: usize, caption: impl Into<String>) -> Picture {
        self.board_at(subject, &Position::start(&self.comparison.subjects[subject].puzzle), caption)
    }

    /// A subject drawn at a position.
    pub(super) fn board_at(&self, subject: usize, position: &Position, caption: impl Into<String>) -> Picture {
        let mut scene = Scene::at(&self.comparison.subjects[subject].puzzle, position);
        scene.name = Some(words::begin(&self.name(subject)));
        Picture::board(caption, draw_image(&scene, &ImageOptions { cell: CELL, ..ImageOptions::default() }).svg())
    }

    /// A row of a plot for each entrant.
    pub(super) fn rows(&self, values: impl Fn(usize) -> Vec<f64>) -> Vec<Row> {
        let row = |(index, entrant): (usize, &Entrant)| Row {
            label: entrant.title(),
            colour: colour(entrant.algorithm.about().name),
            values: values(index),
        };
        self.entrants().map(row).collect()
    }
}

/// A user's text on one line, not too long, and unable to turn the direction of the text around it.
fn tame(text: &str) -> String {
    let is_turning =
        |letter: char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let letters: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let letters: Vec<char> = letters.trim().chars().filter(|letter| !is_turning(*letter)).collect();
    let cut = if letters.len() > LONGEST_NAME { "…" } else { "" };
    letters.into_iter().take(LONGEST_NAME).chain(cut.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::tame;

    #[test]
    fn a_name_is_tamed() {
        assert_eq!(tame(" a\nb\u{202e}c "), "a bc");
        assert_eq!(tame(&"x".repeat(100)).chars().count(), 61);
    }
}
