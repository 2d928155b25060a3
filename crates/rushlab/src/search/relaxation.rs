//! Relaxations in which some vehicles are removed instead of moved, for lower bounds on large boards.
//!
//! In the relaxation a *removable* vehicle stays at its start until one move removes it, where it stands. Every solution of the puzzle is one
//! of the relaxation at no greater cost: the first move of a removable vehicle becomes its removal, and its other moves are left out. So
//! the optimum of the relaxation is a lower bound, and the relaxation has far fewer states: a removable vehicle is there or not. An
//! estimate of the puzzle without the removed vehicles is admissible too.
//!
//! The relaxation is refined until its solution is one of the puzzle (counterexample-guided abstraction refinement, Clarke et al. 2000).
//! It begins with all vehicles removable except the primary. If each removal in an optimal solution can be replaced by a move, the result
//! is an optimal solution of the puzzle. Otherwise the vehicles that prevent it keep their moves from then on.

use crate::position::{Move, Position};
use crate::puzzle::{Direction, Metric, Puzzle};

/// The most positions that the search for replacements visits.
const MAX_VISITS: usize = 20_000;

/// Whether a move of a relaxation is a removal.
pub(super) fn is_removal(mv: &Move) -> bool {
    mv.cells == 0
}

/// Replaces the removals in a solution of a relaxation by moves of the same vehicles.
///
/// # Errors
///
/// Returns the vehicles that prevent it.
pub(super) fn replace_removals(puzzle: &Puzzle, moves: &[Move]) -> Result<Vec<Move>, Vec<usize>> {
    let moves = postponed(puzzle, moves);
    let mut search = Replacement { moves: &moves, chosen: Vec::new(), visits: 0, farthest: 0, obstacles: Vec::new() };
    if search.continue_from(&Position::start(puzzle), 0) {
        return Ok(search.chosen);
    }
    let removed = moves.iter().filter(|mv| is_removal(mv)).map(|mv| mv.vehicle);
    let obstacles: Vec<usize> = removed.clone().filter(|vehicle| search.obstacles.contains(vehicle)).collect();
    Err(if obstacles.is_empty() { removed.collect() } else { obstacles })
}

/// Returns the moves with each removal just before the first move that enters a cell of the vehicle: the later it is, the more room there is.
fn postponed(puzzle: &Puzzle, moves: &[Move]) -> Vec<Move> {
    let mut offsets: Vec<u8> = puzzle.vehicles().iter().map(|vehicle| vehicle.offset()).collect();
    let (mut waiting, mut ordered) = (Vec::new(), Vec::new());
    for mv in moves {
        if is_removal(mv) {
            waiting.push(*mv);
            continue;
        }
        let vehicle = &puzzle.vehicles()[mv.vehicle];
        let from = offsets[mv.vehicle];
        let to = from.wrapping_add_signed(mv.direction.sign() as i8 * mv.cells as i8);
        let trail = from.min(to)..from.max(to) + vehicle.length;
        let enters = |other: &Move| {
            let other = &puzzle.vehicles()[other.vehicle];
            let covered = other.cells_at(other.offset());
            covered
                .into_iter()
                .any(|cell| trail.clone().any(|along| vehicle.orientation.cell(vehicle.line(), along) == cell))
        };
        ordered.extend(waiting.extract_if(.., |removal| enters(removal)));
        ordered.push(*mv);
        offsets[mv.vehicle] = to;
    }
    ordered
}

/// The search for moves in place of removals.
struct Replacement<'a> {
    moves: &'a [Move],
    chosen: Vec<Move>,
    visits: usize,
    /// The index of the farthest move that could not be made, and the vehicles that prevented it.
    farthest: usize,
    obstacles: Vec<usize>,
}

impl Replacement<'_> {
    /// Plays the moves from an index on. Returns whether all of them can be made.
    fn continue_from(&mut self, position: &Position, index: usize) -> bool {
        self.visits += 1;
        let Some(mv) = self.moves.get(index).copied() else { return position.is_solved() };
        if self.visits > MAX_VISITS {
            return false;
        }
        if !is_removal(&mv) {
            return self.try_move(position, mv, index);
        }
        // A replacement must cost as much as the removal.
        let farthest = match position.puzzle().rules().metric {
            Metric::Moves => u8::MAX,
            Metric::Steps => 1,
        };
        let directions: [Direction; 2] = position.puzzle().vehicles()[mv.vehicle].orientation.directions();
        let found = directions.into_iter().any(|direction| {
            (1..=farthest)
                .map_while(|cells| {
                    let slide = Move { vehicle: mv.vehicle, direction, cells };
                    position.play(slide).is_ok().then(|| self.try_move(position, slide, index))
                })
                .any(|found| found)
        });
        if !found && self.farthest == index {
            self.obstacles.push(mv.vehicle);
        }
        found
    }

    /// Makes a move and continues.
    fn try_move(&mut self, position: &Position, mv: Move, index: usize) -> bool {
        match position.play(mv) {
            Ok(next) => {
                self.chosen.push(mv);
                let found = self.continue_from(&next, index + 1);
                if !found {
                    self.chosen.pop();
                }
                found
            }
            Err(_) => {
                if index > self.farthest {
                    self.farthest = index;
                    self.obstacles.clear();
                }
                if index == self.farthest {
                    self.obstacles.extend(obstacles(position, mv));
                }
                false
            }
        }
    }
}

/// Returns the vehicles in the way of a move.
fn obstacles(position: &Position, mv: Move) -> Vec<usize> {
    let vehicle = &position.puzzle().vehicles()[mv.vehicle];
    let Some(from) = position.offsets()[mv.vehicle] else { return Vec::new() };
    let to = from.wrapping_add_signed(mv.direction.sign() as i8 * mv.cells as i8);
    let trail = from.min(to)..from.max(to).saturating_add(vehicle.length);
    let cells: Vec<_> = trail.map(|along| vehicle.orientation.cell(vehicle.line(), along)).collect();
    let blocks = |other: &usize| {
        let covered = position.offsets()[*other].map(|offset| position.puzzle().vehicles()[*other].cells_at(offset));
        *other != mv.vehicle && covered.into_iter().flatten().any(|cell| cells.contains(&cell))
    };
    (0..position.offsets().len()).filter(blocks).collect()
}
