//! Random boards, and random changes of a board.

use super::Constraints;
use super::random::RandomStream;
use crate::puzzle::{Cell, Draft, DraftExit, DraftVehicle, DraftWall, Label, Orientation, Puzzle, Rules, Side};

/// Number of random lengths and orientations tried before a board counts as full.
const MAX_PLACEMENT_TRIES: usize = 8;

/// Whether other vehicles of the primary's orientation, and walls, may be in the primary's line. They block the
/// primary permanently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PrimaryLine {
    /// The line holds the primary alone.
    Reserved,
    /// The line is like any other.
    Shared,
}

/// A source of random boards within the constraints.
pub(super) struct BoardSampler<'a> {
    pub(super) constraints: &'a Constraints,
    pub(super) primary_line: PrimaryLine,
}

impl BoardSampler<'_> {
    /// Returns a board with random numbers of vehicles and walls, or `None` if it violates the constraints.
    pub(super) fn sample(&self, random: &mut RandomStream) -> Option<Puzzle> {
        let constraints = self.constraints;
        let mut draft = self.primary_only(random);
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
        let Constraints { width, height, exit, metric, lengths, .. } = self.constraints;
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
            rules: Rules::plain(*metric),
            ..Draft::default()
        }
    }

    /// Adds a vehicle at a random free place and returns whether there was one.
    fn add_vehicle(&self, draft: &mut Draft, random: &mut RandomStream) -> bool {
        let free = FreeCells::of(draft);
        let label =
            (0..).map(Label::from_number).find(|label| draft.vehicles.iter().all(|other| other.label != *label));
        let mut candidates = Vec::new();
        for _ in 0..MAX_PLACEMENT_TRIES {
            let length = random.low_in_range(&self.constraints.lengths);
            let orientation = if random.ratio(1, 2) { Orientation::Horizontal } else { Orientation::Vertical };
            candidates.clear();
            candidates
                .extend(free.placements(orientation, length).filter(|cell| self.allows(draft, orientation, *cell)));
            if let (Some(cell), Some(label)) = (random.choose(&candidates), label) {
                draft.vehicles.push(vehicle(label, orientation, length, *cell));
                return true;
            }
        }
        false
    }

    fn add_wall(&self, draft: &mut Draft, random: &mut RandomStream) {
        let free = FreeCells::of(draft);
        let crossing = match self.constraints.exit.orientation() {
            Orientation::Horizontal => Orientation::Vertical,
            Orientation::Vertical => Orientation::Horizontal,
        };
        // A wall in the primary's line either blocks the primary or has no effect.
        let allowed = |cell: &Cell| self.allows(draft, self.constraints.exit.orientation(), *cell);
        let candidates: Vec<Cell> = free.placements(crossing, 1).filter(allowed).collect();
        if let Some(cell) = random.choose(&candidates) {
            draft.walls.push(DraftWall { row: cell.row.into(), column: cell.column.into(), text_line: 0 });
        }
    }

    /// Removes a random vehicle other than the primary.
    fn remove_vehicle(&self, draft: &mut Draft, random: &mut RandomStream) {
        let others: Vec<usize> =
            (0..draft.vehicles.len()).filter(|index| Some(draft.vehicles[*index].label) != draft.primary).collect();
        if let Some(index) = random.choose(&others) {
            draft.vehicles.remove(*index);
        }
    }

    /// Returns whether a vehicle of an orientation may be placed at a cell, as `primary_line` says.
    fn allows(&self, draft: &Draft, orientation: Orientation, cell: Cell) -> bool {
        let line = match orientation {
            Orientation::Horizontal => cell.row,
            Orientation::Vertical => cell.column,
        };
        let at = draft.exit.and_then(|exit| exit.line);
        self.primary_line == PrimaryLine::Shared
            || orientation != self.constraints.exit.orientation()
            || at != Some(line.into())
    }

    fn build(&self, draft: Draft) -> Option<Puzzle> {
        let in_range = |count: usize, range: &std::ops::RangeInclusive<usize>| range.contains(&count);
        let fits = in_range(draft.walls.len(), &self.constraints.walls)
            && self.constraints.vehicles.as_ref().is_none_or(|range| in_range(draft.vehicles.len(), range));
        Puzzle::try_from(draft).ok().filter(|_| fits)
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

/// The free cells of a board.
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
