//! A booklet: the puzzles with level and par, and their solutions.

use std::collections::BTreeMap;

use rushlab::Limits;
use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Difficulty, Level};
use rushlab::notation;
use rushlab::position::Move;
use rushlab::puzzle::{Metric, RulesInWords};
use rushlab::search::Status;
use rushlab_render::{Booklet, BookletPuzzle, Scene};

use super::files::FileType;
use super::{PANEL_CELL, image_options};
use crate::ExitStatus;
use crate::arguments::RenderOptions;
use crate::input::InputPuzzle;
use crate::output::count;
use crate::progress::ProgressLine;
use crate::watchdog::Watchdog;

/// The default number of puzzles on a page.
const PER_PAGE: u8 = 6;
const TITLE: &str = "Rush Hour puzzles";

/// A level is determined only for puzzles with at most this number of positions. That takes about a second.
const MAX_POSITIONS: u64 = 1_000_000;

#[derive(Default)]
pub(super) struct Puzzles {
    puzzles: Vec<BookletPuzzle>,
    levels: BTreeMap<Level, usize>,
    has_walls: bool,
    /// The special rules of each puzzle, and of all together.
    rules: Vec<RulesInWords>,
    all_rules: RulesInWords,
}

impl Puzzles {
    pub(super) fn len(&self) -> usize {
        self.puzzles.len()
    }

    pub(super) fn add(&mut self, options: &RenderOptions, item: &InputPuzzle<'_>, line: &ProgressLine) -> ExitStatus {
        let puzzle = &item.puzzle;
        let outcome = super::playback::solution(options, &item.origin.id(), puzzle, line);
        let level = outcome.is_optimal().then(|| level(puzzle, options)).flatten();
        if let Some(level) = level {
            *self.levels.entry(level).or_default() += 1;
        }
        let (par, solution) = match (&outcome.solution, outcome.status) {
            (Some(solution), _) => {
                let cost = match puzzle.rules().metric {
                    Metric::Moves => solution.cost().to_string(),
                    Metric::Steps => count(solution.cost() as usize, "step"),
                };
                let word = if outcome.is_optimal() { "par" } else { "best known solution" };
                // Without spaces inside a move, lines are broken between moves.
                let written = |mv: &Move| notation::write(notation::ARROWS, puzzle, &[*mv]).replace([' ', '\n'], "");
                let moves = solution.moves().iter().map(written).collect();
                (format!("{word} {cost}"), moves)
            }
            (None, Status::Unsolvable) => ("no solution".to_owned(), vec!["There is no solution.".to_owned()]),
            (None, _) => ("par unknown".to_owned(), vec!["No solution was found within the limits.".to_owned()]),
        };
        let level = level.map(|level| format!("{level} · ")).unwrap_or_default();
        self.has_walls |= !puzzle.walls().is_empty();
        self.rules.push(RulesInWords::of(puzzle));
        self.all_rules.add(puzzle);
        self.puzzles.push(BookletPuzzle {
            heading: heading(item.origin.overall_number, puzzle),
            details: format!("{level}{par}"),
            scene: Scene::of(puzzle),
            solution,
        });
        ExitStatus::of(outcome.status)
    }

    /// Returns the file; `None` if there are no puzzles.
    pub(super) fn into_pdf(mut self, options: &RenderOptions) -> Option<Vec<u8>> {
        if self.puzzles.is_empty() {
            return None;
        }
        let have_same_rules = self.rules.iter().all(|rules| *rules == self.all_rules);
        if !have_same_rules {
            let marked = self.puzzles.iter_mut().zip(&self.rules).filter(|(_, rules)| !rules.names().is_empty());
            marked.for_each(|(puzzle, rules)| puzzle.details += &format!(" · {}", rules.names()));
        }
        let mut introduction = vec![self.contents()];
        introduction.push(
            "Slide the vehicles along their rows and columns, forwards and backwards, until the way is free and the red \
             car reaches the exit. No vehicle leaves its row or column."
                .to_owned(),
        );
        if self.has_walls {
            introduction.push("Walls stay where they are.".to_owned());
        }
        let rules = self.all_rules.sentences();
        if have_same_rules {
            introduction.extend(rules.into_iter().map(|(_, sentence)| sentence));
        } else {
            introduction.push("Some puzzles have special rules, which are named above them.".to_owned());
            introduction.extend(rules.into_iter().map(|(rule, sentence)| format!("{}: {sentence}", rule.name())));
        }
        introduction
            .push("Par is the length of a shortest solution, in moves unless another unit is given.".to_owned());
        let booklet = Booklet {
            title: options.title.clone().unwrap_or_else(|| TITLE.to_owned()),
            introduction,
            puzzles: self.puzzles,
            paper: options.paper.unwrap_or_default(),
            per_page: options.per_page.unwrap_or(PER_PAGE).into(),
            options: image_options(options, FileType::Pdf, PANEL_CELL),
        };
        Some(booklet.pdf())
    }

    fn contents(&self) -> String {
        let puzzles = count(self.puzzles.len(), "puzzle");
        let levels: Vec<String> = self.levels.iter().map(|(level, number)| format!("{number} {level}")).collect();
        let unrated = self.puzzles.len() - self.levels.values().sum::<usize>();
        let unrated = if unrated > 0 { format!(", {unrated} without a level") } else { String::new() };
        if levels.is_empty() { puzzles } else { format!("{puzzles}: {}{unrated}", levels.join(", ")) }
    }
}

/// Returns the number of a puzzle, with its name if it has one.
pub(super) fn heading(number: usize, puzzle: &Puzzle) -> String {
    match crate::output::name_of(puzzle).trim() {
        "" => format!("Puzzle {number}"),
        name => format!("{number}. {name}"),
    }
}

/// Returns the level of a puzzle; `None` if it has too many positions, or if its rules have no levels.
fn level(puzzle: &Puzzle, options: &RenderOptions) -> Option<Level> {
    let limits = options.limits.per_search(1);
    let limits = Limits { states: limits.states.min(MAX_POSITIONS), ..limits };
    let mut watchdog = Watchdog::until(options.limits.deadline());
    let cluster = Cluster::new(puzzle, limits, &mut watchdog).ok()?;
    Difficulty::of(&cluster, 0).map(|difficulty| difficulty.level())
}
