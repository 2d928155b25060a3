//! Boards by chance, and boards that are a little different from another one.

use super::Demand;
use super::draw::Draw;
use crate::puzzle::{Cell, Draft, DraftExit, DraftVehicle, DraftWall, Label, Orientation, Puzzle, Rules, Side};

/// How often a place is looked for before a board counts as full.
const TRIES: usize = 8;

/// Whether vehicles and walls may stand where they block the primary for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blocking {
    /// Never.
    Never,
    /// Like anywhere else.
    Allowed,
}

/// Who draws boards for a demand.
pub(super) struct Boards<'a> {
    pub(super) demand: &'a Demand,
    pub(super) blocking: Blocking,
}

impl Boards<'_> {
    /// A board with a number of vehicles and walls drawn from what is demanded.
    pub(super) fn random(&self, draw: &mut Draw) -> Option<Puzzle> {
        let demand = self.demand;
        let mut draft = self.empty(draw);
        for _ in 0..draw.within(&demand.drawn_walls()) {
            self.add_wall(&mut draft, draw);
        }
        let vehicles = draw.within(&demand.drawn_vehicles());
        while draft.vehicles.len() < vehicles && self.add_vehicle(&mut draft, draw) {}
        self.finish(draft)
    }

    /// A board that differs from another one in a vehicle or a wall or two.
    pub(super) fn changed(&self, puzzle: &Puzzle, draw: &mut Draw) -> Option<Puzzle> {
        let mut draft = Draft::from(puzzle);
        for _ in 0..=draw.low_within(&(0..=2)) {
            self.change(&mut draft, draw);
        }
        self.finish(draft)
    }

    fn change(&self, draft: &mut Draft, draw: &mut Draw) {
        let vehicles = self.demand.drawn_vehicles();
        if *self.demand.walls.end() > 0 && draw.chance(1, 4) {
            let few = draft.walls.len() <= *self.demand.walls.start();
            let many = draft.walls.len() >= *self.demand.walls.end();
            if !few && (many || draw.chance(1, 2)) {
                draft.walls.swap_remove(draw.below(draft.walls.len()));
            } else if !many {
                self.add_wall(draft, draw);
            } else if !draft.walls.is_empty() {
                draft.walls.swap_remove(draw.below(draft.walls.len()));
                self.add_wall(draft, draw);
            }
            return;
        }
        match draw.below(4) {
            0 if draft.vehicles.len() > *vehicles.start() => self.remove_vehicle(draft, draw),
            1 if draft.vehicles.len() < *vehicles.end() => {
                self.add_vehicle(draft, draw);
            }
            _ => {
                self.remove_vehicle(draft, draw);
                self.add_vehicle(draft, draw);
            }
        }
    }

    /// The primary alone, at the far end of a line in the middle or a little further.
    fn empty(&self, draw: &mut Draw) -> Draft {
        let Demand { width, height, exit, metric, lengths, .. } = self.demand;
        let orientation = exit.orientation();
        // The upper or left one of two lines in the middle, as on the classic board.
        let line = match orientation {
            Orientation::Horizontal => (height - 1) / 2,
            Orientation::Vertical => (width - 1) / 2,
        };
        let room = self.demand.line_length() - lengths.start();
        let back = draw.low_within(&(0..=room - 1)) as u8;
        let along = match exit {
            Side::Right | Side::Bottom => back,
            Side::Left | Side::Top => room as u8 - back,
        };
        let primary = vehicle(Label::from_number(0), orientation, *lengths.start(), orientation.cell(line, along));
        Draft {
            width: (*width).into(),
            height: (*height).into(),
            primary: Some(primary.label),
            vehicles: vec![primary],
            exit: Some(DraftExit { side: *exit, at: Some(line.into()) }),
            rules: Rules::plain(*metric),
            ..Draft::default()
        }
    }

    /// Puts a vehicle anywhere; whether there was a place.
    fn add_vehicle(&self, draft: &mut Draft, draw: &mut Draw) -> bool {
        let free = Free::of(draft);
        let label =
            (0..).map(Label::from_number).find(|label| draft.vehicles.iter().all(|other| other.label != *label));
        let mut places = Vec::new();
        for _ in 0..TRIES {
            let length = draw.low_within(&self.demand.lengths);
            let orientation = if draw.chance(1, 2) { Orientation::Horizontal } else { Orientation::Vertical };
            places.clear();
            places.extend(free.places(orientation, length).filter(|cell| self.allows(draft, orientation, *cell)));
            if let (Some(cell), Some(label)) = (draw.one_of(&places), label) {
                draft.vehicles.push(vehicle(label, orientation, length, *cell));
                return true;
            }
        }
        false
    }

    fn add_wall(&self, draft: &mut Draft, draw: &mut Draw) {
        let free = Free::of(draft);
        let across = match self.demand.exit.orientation() {
            Orientation::Horizontal => Orientation::Vertical,
            Orientation::Vertical => Orientation::Horizontal,
        };
        // A wall in the primary's line blocks it, or is of no use.
        let beside = |cell: &Cell| self.allows(draft, self.demand.exit.orientation(), *cell);
        let places: Vec<Cell> = free.places(across, 1).filter(beside).collect();
        if let Some(cell) = draw.one_of(&places) {
            draft.walls.push(DraftWall { row: cell.row.into(), column: cell.column.into(), line: 0 });
        }
    }

    /// Takes some vehicle away, but not the primary.
    fn remove_vehicle(&self, draft: &mut Draft, draw: &mut Draw) {
        let others: Vec<usize> =
            (0..draft.vehicles.len()).filter(|index| Some(draft.vehicles[*index].label) != draft.primary).collect();
        if let Some(index) = draw.one_of(&others) {
            draft.vehicles.remove(*index);
        }
    }

    /// Whether a vehicle may lie so at a cell: the primary's line is its own.
    fn allows(&self, draft: &Draft, orientation: Orientation, cell: Cell) -> bool {
        let line = match orientation {
            Orientation::Horizontal => cell.row,
            Orientation::Vertical => cell.column,
        };
        let at = draft.exit.and_then(|exit| exit.at);
        self.blocking == Blocking::Allowed || orientation != self.demand.exit.orientation() || at != Some(line.into())
    }

    fn finish(&self, draft: Draft) -> Option<Puzzle> {
        let enough = |count: usize, range: &std::ops::RangeInclusive<usize>| range.contains(&count);
        let fits = enough(draft.walls.len(), &self.demand.walls)
            && self.demand.vehicles.as_ref().is_none_or(|range| enough(draft.vehicles.len(), range));
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
        line: 0,
    }
}

/// The cells of a board that are free.
struct Free {
    width: usize,
    height: usize,
    cells: [bool; 256],
}

impl Free {
    fn of(draft: &Draft) -> Free {
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
        Free { width, height, cells }
    }

    /// The first cells of all places for a vehicle.
    fn places(&self, orientation: Orientation, length: usize) -> impl Iterator<Item = Cell> + '_ {
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
