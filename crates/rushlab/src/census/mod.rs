//! Every puzzle of a size: all boards by number, each cluster once, and of each the hardest position if it is minimal.
//!
//! The rules are those of the published census: the primary has length 2, is the only vehicle of its row, which is the middle one, and
//! leaves to the right; other vehicles have length 2 or 3; no row is filled by its vehicles and walls and no column by its vehicles; no
//! wall is between the primary and the exit. Moves of any length cost one.

mod board;
mod distance;
mod ids;
mod jam;
mod line;
mod seen;
mod survey;
mod table;

pub use board::{Board, Size};
pub use ids::Ids;

use board::Content;
use distance::{Farthest, Searcher};
use jam::{Jam, LINES, Lines, arrangement};
use survey::Surveyor;

/// A minimal puzzle: the hardest position of its cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// How many moves solve it.
    pub moves: usize,
    /// The board, in the format `line`.
    pub board: String,
    /// How many positions its cluster has.
    pub positions: u64,
    /// How many walls it has.
    pub walls: usize,
}

/// What a board of the census turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Not the smallest position of its cluster.
    Repeated,
    /// The smallest position of a cluster without a goal.
    Unsolvable {
        /// How many positions the cluster has.
        positions: u64,
    },
    /// The smallest position of a cluster whose hardest position has something that could as well be missing.
    Redundant {
        /// How many positions the cluster has.
        positions: u64,
        /// How many moves the hardest needs.
        moves: usize,
    },
    /// The smallest position of a cluster whose hardest position is minimal.
    Minimal(Row),
}

/// Looks at boards of one size, one after the other.
#[derive(Clone, Debug)]
pub struct Explorer {
    lines: Lines,
    surveyor: Surveyor,
    searcher: Searcher,
}

impl Explorer {
    /// For boards of a size.
    pub fn new(size: Size) -> Explorer {
        Explorer { lines: Lines::new(size), surveyor: Surveyor::default(), searcher: Searcher::default() }
    }

    /// Looks at a board in which no vehicle can move left or up.
    pub fn look(&mut self, board: &Board) -> Found {
        let jam = self.lines.jam(board);
        let Some(survey) = self.surveyor.survey(&self.lines, &jam) else { return Found::Repeated };
        let positions = survey.positions;
        if !survey.solvable {
            return Found::Unsolvable { positions };
        }
        let farthest = self.searcher.farthest(&self.lines, &jam, &self.surveyor, positions);
        let hardest = self.lines.board(&jam, farthest.key);
        let moves = farthest.moves;
        if !self.is_minimal(&jam, &hardest, &farthest) {
            return Found::Redundant { positions, moves };
        }
        let board = hardest.text(self.lines.size());
        Found::Minimal(Row { moves, board, positions, walls: hardest.wall_count() })
    }

    /// Whether a position becomes easier whatever is taken away. What moves in a shortest solution is needed: without its moves the
    /// others solve the rest in fewer.
    fn is_minimal(&mut self, jam: &Jam, hardest: &Board, farthest: &Farthest) -> bool {
        let mut idle = *hardest;
        idle.rows[self.lines.size().primary_row()] = Content::default();
        let mut last = farthest.key;
        for key in self.searcher.way(farthest) {
            for place in jam.places().filter(|place| arrangement(key, *place) != arrangement(last, *place)) {
                let line = self.lines.get(jam.lines[place]);
                let [old, new] = [last, key].map(|key| line.contents[arrangement(key, place)]);
                let home = line.contents[arrangement(farthest.key, place)];
                for ((first, (from, _)), (to, _)) in home.vehicles().zip(old.vehicles()).zip(new.vehicles()) {
                    if from != to {
                        idle.line_mut(place).take(first.0, first.1);
                    }
                }
            }
            last = key;
        }
        let lines = 0..LINES;
        let vehicles: Vec<Board> = lines
            .flat_map(|place| idle.line(place).vehicles().map(move |vehicle| (place, vehicle)))
            .map(|(place, (offset, length))| {
                let mut rest = *hardest;
                rest.line_mut(place).take(offset, length);
                rest
            })
            .collect();
        let walls = (0..board::LONGEST)
            .flat_map(|row| (0..board::LONGEST).map(move |column| (row, column)))
            .filter(|(row, column)| hardest.walls[*row] >> column & 1 == 1)
            .map(|(row, column)| {
                let mut rest = *hardest;
                rest.walls[row] &= !(1 << column);
                rest
            });
        vehicles.into_iter().chain(walls).all(|rest| {
            let rest = self.lines.jam(&rest);
            self.searcher.solved_within(&self.lines, &rest, farthest.moves)
        })
    }
}
