//! Random boards, and random changes of a board.

use super::Constraints;
use crate::puzzle::{Cell, Draft, DraftExit, DraftVehicle, DraftWall, Label, Orientation, Puzzle, Rules, Side};
use crate::random::RandomStream;

/// Number of random lengths and orientations tried before a board counts as full.
const MAX_PLACEMENT_TRIES: usize = 8;

/// Whether other vehicles of the primary's orientation, and walls, may be in the primary's line. They block the
/// primary permanently, except vehicles that a valet removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PrimaryLine {
    /// The line holds the primary alone.
    Reserved,
    /// The line may hold other vehicles, but not at the exit, and no walls.
    Vehicles,
    /// The line is like any other.
    Shared,
}

/// A source of random boards within the constraints.
pub(super) struct BoardSampler<'a> {
    pub(super) constraints: &'a Constraints,
    pub(super) primary_line: PrimaryLine,
    /// Whether a vehicle of the primary's line must be ahead of the primary.
    pub(super) needs_valet: bool,
}

impl BoardSampler<'_> {
    /// Returns a board with random numbers of vehicles and walls, or `None` if it violates the constraints.
    pub(super) fn sample(&self, random: &mut RandomStream) -> Option<Puzzle> {
        let constraints = self.constraints;
        let mut draft = self.primary_only(random);
        if self.needs_valet {
            self.add_vehicle_ahead(&mut draft, random);
        }
        for _ in 0..random.in_range(&constraints.wall_range()) {
            self.add_wall(&mut draft, random);
        }
        let vehicles = random.in_range(&constraints.vehicle_range());
        while draft.vehicles.len() < vehicles && self.add_vehicle(&mut draft, random) {}
        self.build(draft)
    }

    /// Returns a board that differs from another one in one to three vehicles or walls.
    pub(super) fn neighbour(&self, puzzle: &Puzzle, random: &mut RandomStream) -> Option<Puzzle> {
        let mut draft = Draft::from(puzzle);
        for _ in 0..=random.low_in_range(&(0..=2)) {
            self.change(&mut draft, random);
        }
        self.build(draft)
    }

    fn change(&self, draft: &mut Draft, random: &mut RandomStream) {
        let vehicles = self.constraints.vehicle_range();
        if *self.constraints.walls.end() > 0 && random.ratio(1, 4) {
            let at_minimum = draft.walls.len() <= *self.constraints.walls.start();
            let at_maximum = draft.walls.len() >= *self.constraints.walls.end();
            if !at_minimum && (at_maximum || random.ratio(1, 2)) {
                draft.walls.swap_remove(random.below(draft.walls.len()));
            } else if !at_maximum {
                self.add_wall(draft, random);
            } else if !draft.walls.is_empty() {
                draft.walls.swap_remove(random.below(draft.walls.len()));
                self.add_wall(draft, random);
            }
            return;
        }
        match random.below(4) {
            0 if draft.vehicles.len() > *vehicles.start() => self.remove_vehicle(draft, random),
            1 if draft.vehicles.len() < *vehicles.end() => {
                self.add_vehicle(draft, random);
            }
            _ => {
                self.remove_vehicle(draft, random);
                self.add_vehicle(draft, random);
            }
        }
    }

    /// Returns a draft with the primary alone, in the middle line, more often far from the exit than near it.
    fn primary_only(&self, random: &mut RandomStream) -> Draft {
        let Constraints { width, height, exit, rules, lengths, .. } = self.constraints;
        let orientation = exit.orientation();
        // The upper or left one if there are two middle lines, as on the classic board.
        let line = match orientation {
            Orientation::Horizontal => (height - 1) / 2,
            Orientation::Vertical => (width - 1) / 2,
        };
        let max_offset = self.constraints.line_length() - lengths.start();
        let offset = random.low_in_range(&(0..=max_offset - 1)) as u8;
        let along = match exit {
            Side::Right | Side::Bottom => offset,
            Side::Left | Side::Top => max_offset as u8 - offset,
        };
        let primary = vehicle(Label::from_number(0), orientation, *lengths.start(), orientation.cell(line, along));
        Draft {
            width: (*width).into(),
            height: (*height).into(),
            primary: Some(primary.label),
            vehicles: vec![primary],
            exit: Some(DraftExit { side: *exit, line: Some(line.into()) }),
            // Default fuel is added at the end: with it, the boards of a cluster would have the fuel left there.
            rules: Rules { default_fuel: None, ..*rules },
            ..Draft::default()
        }
    }

    /// Adds a vehicle at a random free place and returns whether there was one.
    fn add_vehicle(&self, draft: &mut Draft, random: &mut RandomStream) -> bool {
        let free = FreeCells::of(draft);
        let label = unused_label(draft);
        let mut candidates = Vec::new();
        for _ in 0..MAX_PLACEMENT_TRIES {
            let length = random.low_in_range(&self.constraints.lengths);
            let orientation = if random.ratio(1, 2) { Orientation::Horizontal } else { Orientation::Vertical };
            candidates.clear();
            let allowed = |cell: &Cell| self.allows_vehicle(draft, orientation, length, *cell);
            candidates.extend(free.placements(orientation, length).filter(allowed));
            if let (Some(cell), Some(label)) = (random.choose(&candidates), label) {
                draft.vehicles.push(vehicle(label, orientation, length, *cell));
                return true;
            }
        }
        false
    }

    /// Adds a vehicle ahead of the primary in its line, if there is room.
    fn add_vehicle_ahead(&self, draft: &mut Draft, random: &mut RandomStream) {
        let (free, orientation) = (FreeCells::of(draft), self.constraints.exit.orientation());
        let length = random.low_in_range(&self.constraints.lengths);
        let allowed = |cell: &Cell| {
            self.is_ahead(draft, orientation, *cell) && self.allows_vehicle(draft, orientation, length, *cell)
        };
        let candidates: Vec<Cell> = free.placements(orientation, length).filter(allowed).collect();
        if let (Some(cell), Some(label)) = (random.choose(&candidates), unused_label(draft)) {
            draft.vehicles.push(vehicle(label, orientation, length, *cell));
        }
    }

    fn add_wall(&self, draft: &mut Draft, random: &mut RandomStream) {
        let free = FreeCells::of(draft);
        let crossing = match self.constraints.exit.orientation() {
            Orientation::Horizontal => Orientation::Vertical,
            Orientation::Vertical => Orientation::Horizontal,
        };
        // A wall in the primary's line either blocks the primary or has no effect.
        let in_line = |cell: &Cell| self.in_primary_line(draft, self.constraints.exit.orientation(), *cell);
        let allowed = |cell: &Cell| self.primary_line == PrimaryLine::Shared || !in_line(cell);
        let candidates: Vec<Cell> = free.placements(crossing, 1).filter(allowed).collect();
        if let Some(cell) = random.choose(&candidates) {
            draft.walls.push(DraftWall { row: cell.row.into(), column: cell.column.into(), text_line: 0 });
        }
    }

    fn remove_vehicle(&self, draft: &mut Draft, random: &mut RandomStream) {
        let others: Vec<usize> =
            (0..draft.vehicles.len()).filter(|index| Some(draft.vehicles[*index].label) != draft.primary).collect();
        if let Some(index) = random.choose(&others) {
            draft.vehicles.remove(*index);
        }
    }

    /// Returns whether a vehicle may be placed with its first cell at a cell, as `primary_line` says.
    fn allows_vehicle(&self, draft: &Draft, orientation: Orientation, length: usize, cell: Cell) -> bool {
        !self.in_primary_line(draft, orientation, cell)
            || match self.primary_line {
                PrimaryLine::Reserved => false,
                PrimaryLine::Vehicles => !self.is_at_exit(orientation, length, cell),
                PrimaryLine::Shared => true,
            }
    }

    /// Returns whether a vehicle of an orientation with its first cell at a cell is in the primary's line.
    fn in_primary_line(&self, draft: &Draft, orientation: Orientation, cell: Cell) -> bool {
        let line = match orientation {
            Orientation::Horizontal => cell.row,
            Orientation::Vertical => cell.column,
        };
        let at = draft.exit.and_then(|exit| exit.line);
        orientation == self.constraints.exit.orientation() && at == Some(line.into())
    }

    /// Returns whether a vehicle of the primary's line is on the exit cell. The rules do not say whether the valet
    /// removes a vehicle that is there at the start.
    fn is_at_exit(&self, orientation: Orientation, length: usize, cell: Cell) -> bool {
        let offset = offset_of(orientation, cell.row.into(), cell.column.into());
        match self.constraints.exit {
            Side::Right | Side::Bottom => offset as usize + length == self.constraints.line_length(),
            Side::Left | Side::Top => offset == 0,
        }
    }

    /// Returns whether a vehicle with its first cell at a cell is between the primary and the exit.
    fn is_ahead(&self, draft: &Draft, orientation: Orientation, cell: Cell) -> bool {
        let primary = draft.vehicles.iter().find(|vehicle| Some(vehicle.label) == draft.primary);
        let behind = primary.map(|primary| offset_of(orientation, primary.row, primary.column));
        let offset = offset_of(orientation, cell.row.into(), cell.column.into());
        self.in_primary_line(draft, orientation, cell)
            && behind.is_some_and(|primary| match self.constraints.exit {
                Side::Right | Side::Bottom => offset > primary,
                Side::Left | Side::Top => offset < primary,
            })
    }

    /// Returns whether a vehicle of the primary's line is ahead of the primary.
    fn has_vehicle_ahead(&self, draft: &Draft) -> bool {
        draft.vehicles.iter().any(|vehicle| {
            let cell = Cell { row: vehicle.row as u8, column: vehicle.column as u8 };
            self.is_ahead(draft, vehicle.orientation, cell)
        })
    }

    fn build(&self, draft: Draft) -> Option<Puzzle> {
        let in_range = |count: usize, range: &std::ops::RangeInclusive<usize>| range.contains(&count);
        let fits = in_range(draft.walls.len(), &self.constraints.walls)
            && self.constraints.vehicles.as_ref().is_none_or(|range| in_range(draft.vehicles.len(), range))
            && (!self.needs_valet || self.has_vehicle_ahead(&draft));
        Puzzle::try_from(draft).ok().filter(|_| fits)
    }
}

fn unused_label(draft: &Draft) -> Option<Label> {
    (0..).map(Label::from_number).find(|label| draft.vehicles.iter().all(|other| other.label != *label))
}

/// Returns the offset of a cell within its line.
fn offset_of(orientation: Orientation, row: i64, column: i64) -> i64 {
    match orientation {
        Orientation::Horizontal => column,
        Orientation::Vertical => row,
    }
}

fn vehicle(label: Label, orientation: Orientation, length: usize, cell: Cell) -> DraftVehicle {
    DraftVehicle {
        label,
        orientation,
        length: length as i64,
        row: cell.row.into(),
        column: cell.column.into(),
        text_line: 0,
    }
}

struct FreeCells {
    width: usize,
    height: usize,
    cells: [bool; 256],
}

impl FreeCells {
    fn of(draft: &Draft) -> FreeCells {
        let (width, height) = (draft.width as usize, draft.height as usize);
        let mut cells = [true; 256];
        for wall in &draft.walls {
            cells[wall.row as usize * width + wall.column as usize] = false;
        }
        for vehicle in &draft.vehicles {
            let first = vehicle.row as usize * width + vehicle.column as usize;
            let stride = if vehicle.orientation == Orientation::Horizontal { 1 } else { width };
            (0..vehicle.length as usize).for_each(|along| cells[first + along * stride] = false);
        }
        FreeCells { width, height, cells }
    }

    /// Returns the first cell of every free place for a vehicle.
    fn placements(&self, orientation: Orientation, length: usize) -> impl Iterator<Item = Cell> + '_ {
        let (rows, columns, stride) = match orientation {
            Orientation::Horizontal => (self.height, (self.width + 1).saturating_sub(length), 1),
            Orientation::Vertical => ((self.height + 1).saturating_sub(length), self.width, self.width),
        };
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column))).filter_map(move |(row, column)| {
            let first = row * self.width + column;
            let free = (0..length).all(|along| self.cells[first + along * stride]);
            free.then_some(Cell { row: row as u8, column: column as u8 })
        })
    }
}
