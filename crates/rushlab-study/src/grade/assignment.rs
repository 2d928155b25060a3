//! What is graded: the puzzles with their exact answers, the searches, and the points.

use std::collections::HashMap;

use rushlab::analysis::Cluster;
use rushlab::position::Position;
use rushlab::puzzle::{Draft, Vehicle};
use rushlab::search::{Limits, Observer, Verdict};
use rushlab::{Label, Puzzle};

use super::course_file::{CourseFile, CourseHeuristic, CourseSearch, FileKind};
use super::scheme::Scheme;

/// The greatest number of positions whose exact distances are computed for a puzzle.
const MAX_POSITIONS: u64 = 200_000;

/// What students were asked for, and the points.
pub struct Assignment {
    /// The puzzles.
    pub puzzles: Vec<GradedPuzzle>,
    /// The searches.
    pub searches: Vec<CourseSearch>,
    /// The points.
    pub scheme: Scheme,
}

impl Assignment {
    /// Returns the assignment of the handout: UCS, and GBFS and A with these heuristics.
    pub fn new(puzzles: Vec<GradedPuzzle>, heuristics: &[CourseHeuristic], scheme: Scheme) -> Assignment {
        Assignment { puzzles, searches: CourseSearch::all(heuristics), scheme }
    }

    /// Returns the files of a puzzle: for each search the search file and the solution file.
    pub(super) fn files(&self, puzzle: &GradedPuzzle) -> impl Iterator<Item = [CourseFile; 2]> + '_ {
        let number = puzzle.number;
        let file = move |search, kind| CourseFile { search, kind, puzzle: number };
        self.searches.iter().map(move |search| [FileKind::Search, FileKind::Solution].map(|kind| file(*search, kind)))
    }
}

/// Whether a puzzle has a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// The cost of a shortest solution.
    Cost(u32),
    /// There is no solution.
    Unsolvable,
    /// A limit was reached.
    Unknown,
}

/// A puzzle with its exact answers.
pub struct GradedPuzzle {
    /// The number in the names of files.
    pub number: usize,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The optimum.
    pub optimum: Optimum,
    /// The puzzle without fuel.
    pub(super) relaxed: Puzzle,
    /// The exact distance from each board, or the greatest one if it depends on the fuel left; `None` without a path.
    distances: Option<HashMap<u64, Option<u32>>>,
    /// Whether the fuel changes what can be reached. True if it is not known.
    pub(super) fuel_matters: bool,
}

/// The files of the course cannot represent a puzzle.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the vehicle {label} has a label of several characters, and the files of the course have one for each cell")]
pub struct UngradablePuzzle {
    /// A label of several characters.
    pub label: Label,
}

impl GradedPuzzle {
    /// Returns a puzzle with its optimum, and explores it. If the observer stops the exploration, less is checked.
    ///
    /// # Errors
    ///
    /// Fails if the files of the course cannot represent the puzzle.
    pub fn new(
        number: usize,
        puzzle: Puzzle,
        verdict: Verdict,
        cost: Option<u32>,
        observer: &mut dyn Observer,
    ) -> Result<GradedPuzzle, UngradablePuzzle> {
        let is_long = |vehicle: &&Vehicle| vehicle.label.as_str().chars().count() > 1;
        if let Some(Vehicle { label, .. }) = puzzle.vehicles().iter().find(is_long) {
            return Err(UngradablePuzzle { label: *label });
        }
        let optimum = match (verdict, cost) {
            (Verdict::Solved, Some(cost)) => Optimum::Cost(cost),
            (Verdict::Unsolvable, _) => Optimum::Unsolvable,
            _ => Optimum::Unknown,
        };
        let mut draft = Draft::from(&puzzle);
        (draft.fuel, draft.rules.default_fuel) = (Vec::new(), None);
        // Less fuel makes no puzzle invalid, so neither does more.
        let relaxed = Puzzle::try_from(draft).unwrap_or_else(|_| puzzle.clone());
        let cluster = Cluster::new(&puzzle, Limits::states(MAX_POSITIONS), observer).ok();
        let fuel_matters = cluster.as_ref().is_none_or(|cluster| cluster.plan().tracked().next().is_some());
        let distances = cluster.as_ref().and_then(distances);
        Ok(GradedPuzzle { number, puzzle, optimum, relaxed, distances, fuel_matters })
    }

    /// Returns a number of moves that are certainly enough from a position to the nearest goal, if one is known.
    pub(super) fn distance(&self, position: &Position) -> Option<u32> {
        match (&self.distances, self.optimum) {
            (Some(distances), _) => distances.get(&key(position)?).copied().flatten(),
            (None, Optimum::Cost(cost)) if position.offsets() == self.puzzle.start().offsets() => Some(cost),
            _ => None,
        }
    }

    /// Returns the board of the start, as files write it.
    pub(super) fn board(&self) -> String {
        self.puzzle.start().to_string()
    }

    /// Returns the number of cells.
    pub(super) fn cells(&self) -> usize {
        usize::from(self.puzzle.width()) * usize::from(self.puzzle.height())
    }

    /// Returns whether a text can be a row or a board of this puzzle: labels of its vehicles, free cells and walls.
    pub(super) fn is_board_text(&self, text: &str) -> bool {
        let is_label =
            |letter: char| Label::from_char(letter).is_some_and(|label| self.puzzle.vehicle_named(label).is_some());
        text.chars().all(|letter| letter == '.' || letter == 'x' || is_label(letter))
    }

    /// Returns the vehicle with a label of one character.
    pub(super) fn vehicle(&self, label: &str) -> Option<usize> {
        let mut letters = label.chars();
        let label = Label::from_char(letters.next()?).filter(|_| letters.next().is_none())?;
        self.puzzle.vehicle_named(label)
    }

    pub(super) fn label(&self, vehicle: usize) -> Label {
        self.puzzle.vehicles()[vehicle].label
    }
}

/// Returns the greatest distance of the positions with each board.
fn distances(cluster: &Cluster) -> Option<HashMap<u64, Option<u32>>> {
    let mut distances = HashMap::new();
    for number in 0..cluster.size() {
        let distance = cluster.distance(number);
        let greatest = distances.entry(key(&cluster.position(number))?).or_insert(distance);
        *greatest = greatest.zip(distance).map(|(one, other): (u32, u32)| one.max(other));
    }
    Some(distances)
}

/// Returns a number for where the vehicles are; `None` if 64 bits are not enough.
fn key(position: &Position) -> Option<u64> {
    let offsets = position.offsets();
    let fits = offsets.len() <= 16 && offsets.iter().flatten().all(|offset| *offset < 15);
    fits.then(|| offsets.iter().fold(0, |key, offset| key << 4 | u64::from(offset.unwrap_or(15))))
}
