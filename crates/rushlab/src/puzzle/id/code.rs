//! Puzzles as numbers with mixed radices (Knuth, *The Art of Computer Programming* 2, 4.1).
//!
//! The digits, from the least significant one:
//!
//! 1. the number of walls if it is at most 2 and all details are ordinary; otherwise 3, then the number of walls and
//!    the details (`details.rs`);
//! 2. the walls in reading order, each by its distance from the one before;
//! 3. the tiling of each run of free cells of the rows by horizontal vehicles and single cells (`tiling.rs`);
//! 4. the same for the columns with the vertical vehicles, where walls and horizontal vehicles end a run;
//! 5. the fuel of each vehicle, if a vehicle has its own;
//! 6. the primary, where 0 is the first horizontal vehicle in the middle row.
//!
//! Digits that are 0 in most puzzles are the most significant ones, so that most numbers are short.

use super::board::Board;
use super::details::Details;
use super::number::{DigitKind, DigitSource, Digits};
use super::tiling::Tilings;
use crate::puzzle::{Draft, DraftExit, DraftFuel, DraftVehicle, DraftWall, Label, Orientation, Puzzle, Vehicle};

/// The first digit of a puzzle with more walls or other details.
const DETAILED: u32 = 3;

/// Returns the digits of a puzzle.
pub fn digits_of(puzzle: &Puzzle) -> Digits {
    let mut board = Board::empty(puzzle.width(), puzzle.height());
    let cells = board.cells();
    let mut digits = Digits::default();
    let details = Details::of(puzzle);
    let walls = puzzle.walls().len() as u32;
    if details == Details::ORDINARY && walls < DETAILED {
        digits.push(walls, DETAILED + 1);
    } else {
        digits.push(DETAILED, DETAILED + 1);
        digits.push(walls, cells + 1);
        details.write(puzzle.width().max(puzzle.height()), &mut digits);
    }
    let mut next = 0;
    for (wall, later) in puzzle.walls().iter().zip((0..walls).rev()) {
        let index = board.index(*wall);
        digits.push(index - next, cells - later - next);
        next = index + 1;
        board.occupy(*wall);
    }
    let tilings = Tilings::new(details.longest);
    for orientation in [Orientation::Horizontal, Orientation::Vertical] {
        let vehicles = || puzzle.vehicles().iter().filter(|vehicle| vehicle.orientation == orientation);
        for run in board.runs(orientation) {
            let in_run = vehicles().filter(|vehicle| vehicle.line() == run.line && run.contains(vehicle.offset()));
            digits.push(tilings.rank(run, in_run), tilings.count(run.length));
        }
        vehicles().flat_map(Vehicle::cells).for_each(|cell| board.occupy(cell));
    }
    if details.has_fuel {
        puzzle.vehicles().iter().for_each(|vehicle| digits.push_units(vehicle.fuel));
    }
    let order = likely_primaries(puzzle.vehicles(), puzzle.height());
    let primary = order.iter().position(|index| *index == puzzle.primary_index()).unwrap_or_default();
    digits.push(primary as u32, order.len() as u32);
    digits
}

/// Returns the puzzle with these digits, if there is one.
pub fn puzzle_of(width: u8, height: u8, digits: &mut impl DigitSource) -> Option<Puzzle> {
    let mut board = Board::empty(width, height);
    let cells = board.cells();
    let (walls, details) = match digits.next(DETAILED + 1, DigitKind::Other) {
        DETAILED => {
            let walls = digits.next(cells + 1, DigitKind::Other);
            (walls, Details::read(width.max(height), digits))
        }
        walls => (walls, Details::ORDINARY),
    };
    let mut draft = Draft { width: width.into(), height: height.into(), rules: details.rules, ..Draft::default() };
    let mut next = 0;
    for later in (0..walls).rev() {
        let index = next + digits.next(cells.saturating_sub(later + next), DigitKind::Other);
        next = index + 1;
        let cell = board.cell(index);
        board.occupy(cell);
        draft.walls.push(DraftWall { row: cell.row.into(), column: cell.column.into(), text_line: 0 });
    }
    let vehicles = vehicles_of(&mut board, details, digits);
    let order = likely_primaries(&vehicles, height);
    let primary = &vehicles[*order.get(digits.next(order.len() as u32, DigitKind::Other) as usize)?];
    draft.primary = Some(primary.label);
    draft.exit = Some(DraftExit { side: details.side(primary.orientation), line: None });
    for Vehicle { label, orientation, length, cell, fuel } in vehicles.iter().copied() {
        let (length, row, column) = (length.into(), cell.row.into(), cell.column.into());
        draft.add(DraftVehicle { label, orientation, length, row, column, text_line: 0 });
        draft.fuel.extend(fuel.map(|units| DraftFuel { label, units: units.into(), text_line: 0 }));
    }
    Puzzle::try_from(draft).ok()
}

/// Reads the vehicles, in reading order, labelled with numbers.
fn vehicles_of(board: &mut Board, details: Details, digits: &mut impl DigitSource) -> Vec<Vehicle> {
    let tilings = Tilings::new(details.longest);
    let mut vehicles: Vec<Vehicle> = Vec::new();
    for orientation in [Orientation::Horizontal, Orientation::Vertical] {
        let first_new = vehicles.len();
        for run in board.runs(orientation) {
            let rank = digits.next(tilings.count(run.length), DigitKind::Tiling(orientation, run));
            vehicles.extend(tilings.unrank(run, rank).map(|(offset, length)| {
                let cell = orientation.cell(run.line, offset);
                Vehicle { label: Label::from_number(0), orientation, length, cell, fuel: None }
            }));
        }
        vehicles[first_new..].iter().flat_map(Vehicle::cells).for_each(|cell| board.occupy(cell));
    }
    vehicles.sort_unstable_by_key(|vehicle| vehicle.cell);
    for (vehicle, label) in vehicles.iter_mut().zip(1..) {
        vehicle.label = Label::from_number(label);
        if details.has_fuel {
            vehicle.fuel = digits.next_units();
        }
    }
    vehicles
}

/// Returns the indices of all vehicles: the horizontal ones in the middle row first, then the other horizontal ones.
fn likely_primaries(vehicles: &[Vehicle], height: u8) -> Vec<usize> {
    let middle = (height - 1) / 2;
    let mut order: Vec<usize> = (0..vehicles.len()).collect();
    order.sort_by_key(|index| (vehicles[*index].orientation, vehicles[*index].cell.row != middle));
    order
}
