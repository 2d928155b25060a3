//! The relaxed puzzle: a vehicle that has moved is in its old places and its new ones at once.
//!
//! Who has moved so far that it need not stand on a cell has freed the cell, and it stays free. So the places a vehicle can reach only
//! grow: they are how far it gets back and how far it gets forth from where it is, and both follow from a few rounds over the
//! vehicles. What is out of reach here is out of reach in the puzzle. A vehicle moves in a direction only when it has leave to; which
//! leaves are needed is what the estimates are made of.

use crate::puzzle::{Cell, Label, Puzzle, Side, Vehicle};
use crate::reference::Position;

/// Back is left or up, forth is right or down.
pub(super) const BACK: usize = 0;
/// See [`BACK`].
pub(super) const FORTH: usize = 1;

/// A leave: a vehicle's number and a direction; and how far it must go at least to free the cell in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leave {
    pub(super) vehicle: usize,
    pub(super) direction: usize,
    pub(super) cells: u8,
}

/// What never changes about a vehicle.
#[derive(Clone, Debug)]
struct Form {
    length: u8,
    /// The cell at offset 0 of its line, and how far apart two cells of it are.
    base: u16,
    stride: u16,
    /// Where it can be at all: vehicles of a lane never pass each other.
    lowest: u8,
    highest: u8,
    /// Where the valet takes it, if the primary is not meant and it lies on the exit line.
    valet: Option<u8>,
}

/// What is known of a vehicle in the position at hand.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    offset: u8,
    gone: bool,
    /// In each direction: how far it may go at all, how far it gets, and whether it has leave.
    most: [u8; 2],
    extent: [u8; 2],
    leave: [bool; 2],
}

const NOBODY: u8 = u8::MAX;

/// The relaxed puzzle, compiled.
#[derive(Clone, Debug)]
pub(super) struct Relaxed {
    forms: Vec<Form>,
    primary: usize,
    /// The way to the exit.
    toward: usize,
    goal: u8,
    reach: Vec<Reach>,
    /// Who stands in each cell.
    grid: Vec<u8>,
    /// The cells that the cut at hand has dealt with.
    seen: Vec<u32>,
    cut: u32,
    stack: Vec<u16>,
}

impl Relaxed {
    pub(super) fn new(puzzle: &Puzzle) -> Relaxed {
        let width = u16::from(puzzle.width());
        let cells = usize::from(width) * usize::from(puzzle.height());
        let exit_line =
            |line, orientation| line == puzzle.primary().line() && orientation == puzzle.primary().orientation;
        let forms = puzzle.vehicles().iter().enumerate().map(|(index, vehicle)| {
            let first = vehicle.orientation.cell(vehicle.line(), 0);
            let valet = puzzle.rules().valet && exit_line(vehicle.line(), vehicle.orientation);
            let room = puzzle.line_length(vehicle.orientation);
            let walled = |along: u8| puzzle.walls().contains(&vehicle.orientation.cell(vehicle.line(), along));
            let start = (0..vehicle.offset()).rev().find(|along| walled(*along)).map_or(0, |wall| wall + 1);
            let end = (vehicle.offset()..room).find(|along| walled(*along)).unwrap_or(room);
            // The valet may take the others of the exit line away.
            let others = |range: std::ops::Range<u8>| -> u8 {
                let same = puzzle.vehicles().iter().filter(|other| {
                    !valet && (other.orientation, other.line()) == (vehicle.orientation, vehicle.line())
                });
                same.filter(|other| range.contains(&other.offset())).map(|other| other.length).sum()
            };
            let taken_at = match puzzle.exit().side {
                Side::Left | Side::Top => 0,
                Side::Right | Side::Bottom => room - vehicle.length,
            };
            Form {
                length: vehicle.length,
                base: u16::from(first.row) * width + u16::from(first.column),
                stride: if vehicle.orientation == crate::puzzle::Orientation::Horizontal { 1 } else { width },
                lowest: start + others(start..vehicle.offset()),
                highest: end - vehicle.length - others(vehicle.offset() + 1..end),
                valet: (valet && index != puzzle.primary_index()).then_some(taken_at),
            }
        });
        Relaxed {
            forms: forms.collect(),
            primary: puzzle.primary_index(),
            toward: match puzzle.exit().side {
                Side::Left | Side::Top => BACK,
                Side::Right | Side::Bottom => FORTH,
            },
            goal: puzzle.goal_offset(),
            reach: vec![Reach::default(); puzzle.vehicles().len()],
            grid: vec![NOBODY; cells],
            seen: vec![0; cells],
            cut: 0,
            stack: Vec::new(),
        }
    }

    /// Begins with a position, and no leave for anybody.
    pub(super) fn place(&mut self, position: &Position) {
        self.grid.fill(NOBODY);
        for (vehicle, form) in self.forms.iter().enumerate() {
            let Some(offset) = position.offsets[vehicle] else {
                self.reach[vehicle] = Reach { gone: true, ..Reach::default() };
                continue;
            };
            let tank = position.fuel[vehicle].map_or(u8::MAX, |units| units.min(255) as u8);
            let most = [(offset - form.lowest).min(tank), (form.highest - offset).min(tank)];
            self.reach[vehicle] = Reach { offset, most, ..Reach::default() };
            for along in offset..offset + form.length {
                self.grid[usize::from(form.base + u16::from(along) * form.stride)] = vehicle as u8;
            }
        }
    }

    pub(super) fn primary(&self) -> usize {
        self.primary
    }

    pub(super) fn toward(&self) -> usize {
        self.toward
    }

    /// How far the primary is from the exit.
    pub(super) fn distance(&self) -> u8 {
        self.reach[self.primary].offset.abs_diff(self.goal)
    }

    /// Whether the primary gets to the exit.
    pub(super) fn arrives(&self) -> bool {
        self.reach[self.primary].extent[self.toward] >= self.distance()
    }

    /// Takes all leaves back, or gives all.
    pub(super) fn all(&mut self, leave: bool) {
        for reach in &mut self.reach {
            (reach.extent, reach.leave) = ([0; 2], [leave; 2]);
        }
    }

    pub(super) fn give(&mut self, vehicle: usize, direction: usize, leave: bool) {
        self.reach[vehicle].leave[direction] = leave;
    }

    pub(super) fn has_leave(&self, vehicle: usize, direction: usize) -> bool {
        self.reach[vehicle].leave[direction]
    }

    /// Lets everybody with leave go as far as possible.
    pub(super) fn spread(&mut self) {
        let mut moving = true;
        while moving {
            moving = false;
            for vehicle in 0..self.forms.len() {
                for direction in [BACK, FORTH] {
                    let Reach { leave, extent, most, .. } = self.reach[vehicle];
                    let mut reached = extent[direction];
                    while leave[direction]
                        && reached < most[direction]
                        && self.is_free(self.next(vehicle, direction, reached))
                    {
                        reached += 1;
                    }
                    if reached > extent[direction] {
                        self.reach[vehicle].extent[direction] = reached;
                        moving = true;
                    }
                }
            }
        }
    }

    /// The cells between the primary and the exit that nobody has freed.
    pub(super) fn blocked_ahead(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.distance())
            .map(|cells| self.next(self.primary, self.toward, cells))
            .filter(|cell| !self.is_free(*cell))
    }

    /// The leaves without which a cell stays blocked: at least one of them is needed. Empty: it can never be freed.
    pub(super) fn cut(&mut self, cell: usize, leaves: &mut Vec<Leave>) {
        leaves.clear();
        self.cut += 1;
        self.stack.clear();
        self.stack.push(cell as u16);
        self.seen[cell] = self.cut;
        while let Some(cell) = self.stack.pop() {
            let vehicle = usize::from(self.grid[usize::from(cell)]);
            let needed = self.needed(vehicle, cell.into());
            for direction in [BACK, FORTH] {
                let Reach { leave, extent, most, .. } = self.reach[vehicle];
                let cells = needed[direction];
                if cells > most[direction] {
                    continue;
                }
                if leave[direction] {
                    // It has leave and does not get so far: somebody is in its way.
                    let next = self.next(vehicle, direction, extent[direction]);
                    if self.seen[next] != self.cut {
                        self.seen[next] = self.cut;
                        self.stack.push(next as u16);
                    }
                    continue;
                }
                match leaves.iter_mut().find(|leave| (leave.vehicle, leave.direction) == (vehicle, direction)) {
                    Some(leave) => leave.cells = leave.cells.min(cells),
                    None => leaves.push(Leave { vehicle, direction, cells }),
                }
            }
        }
    }

    /// Who stands in a cell.
    fn owner(&self, cell: usize) -> Option<usize> {
        Some(self.grid[cell]).filter(|owner| *owner != NOBODY).map(usize::from)
    }

    /// The cell that a vehicle enters after so many cells.
    fn next(&self, vehicle: usize, direction: usize, cells: u8) -> usize {
        let (form, offset) = (&self.forms[vehicle], self.reach[vehicle].offset);
        let along = if direction == BACK { offset - 1 - cells } else { offset + form.length + cells };
        usize::from(form.base + u16::from(along) * form.stride)
    }

    /// How far a vehicle must go in each direction to free a cell that it stands on.
    fn needed(&self, vehicle: usize, cell: usize) -> [u8; 2] {
        let (form, offset) = (&self.forms[vehicle], self.reach[vehicle].offset);
        let along = ((cell as u16 - form.base) / form.stride) as u8;
        let within = along - offset;
        let mut needed = [form.length - within, within + 1];
        match form.valet {
            // It comes back to the exit and is taken.
            Some(exit) if exit == offset => needed = [1; 2],
            Some(exit) if exit < offset => needed[BACK] = needed[BACK].min(offset - exit),
            Some(exit) => needed[FORTH] = needed[FORTH].min(exit - offset),
            None => {}
        }
        needed
    }

    fn is_free(&self, cell: usize) -> bool {
        let Some(vehicle) = self.owner(cell) else { return true };
        let Reach { extent, gone, .. } = self.reach[vehicle];
        // Most vehicles have not moved.
        if extent == [0; 2] {
            return gone;
        }
        let needed = self.needed(vehicle, cell);
        extent[BACK] >= needed[BACK] || extent[FORTH] >= needed[FORTH]
    }
}

/// Why a puzzle has no solution, where that can be seen without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hopeless {
    /// A cell on the primary's way that a vehicle can never free.
    Blocked {
        /// The cell.
        cell: Cell,
        /// The vehicle.
        by: Label,
    },
    /// A vehicle of the primary's own line, between it and the exit.
    Ahead(Label),
    /// A wall on the primary's way.
    Wall(Cell),
    /// The primary's tank does not reach to the exit.
    Tank {
        /// What it holds.
        units: u16,
        /// What it needs.
        needed: u8,
    },
}

impl std::fmt::Display for Hopeless {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Hopeless::Blocked { cell, by } => write!(f, "{by} can never leave {cell}"),
            Hopeless::Ahead(label) => write!(f, "{label} is ahead in the same line, and lets nobody pass"),
            Hopeless::Wall(cell) => write!(f, "there is a wall at {cell}"),
            Hopeless::Tank { units, needed } => {
                write!(f, "the tank holds {units}, and the exit is {needed} cells away")
            }
        }
    }
}

/// Why a puzzle has no solution, if no search is needed to see it.
pub fn hopeless(puzzle: &Puzzle) -> Option<Hopeless> {
    let mut relaxed = Relaxed::new(puzzle);
    relaxed.place(&Position::start(puzzle));
    relaxed.all(true);
    relaxed.spread();
    if relaxed.arrives() {
        return None;
    }
    let width = usize::from(puzzle.width());
    let cell_of = |cell: usize| Cell { row: (cell / width) as u8, column: (cell % width) as u8 };
    let way = (0..relaxed.distance()).map(|cells| relaxed.next(relaxed.primary, relaxed.toward, cells));
    let wall = way.map(cell_of).find(|cell| puzzle.walls().contains(cell));
    let blocked = relaxed.blocked_ahead().next();
    let blocker = blocked.and_then(|cell| Some((cell_of(cell), puzzle.vehicles()[relaxed.owner(cell)?].label)));
    // Without a valet, or nobody would be in the way for good.
    let ahead = puzzle.vehicles().iter().find(|vehicle| {
        let line = |vehicle: &Vehicle| (vehicle.orientation, vehicle.line());
        let before = (vehicle.offset() < puzzle.primary().offset()) == (relaxed.toward == BACK);
        !puzzle.rules().valet
            && vehicle.label != puzzle.primary().label
            && line(vehicle) == line(puzzle.primary())
            && before
    });
    let tank = puzzle.tank(puzzle.primary_index()).filter(|units| *units < u16::from(relaxed.distance()));
    wall.map(Hopeless::Wall)
        .or(ahead.map(|vehicle| Hopeless::Ahead(vehicle.label)))
        .or(blocker.map(|(cell, by)| Hopeless::Blocked { cell, by }))
        .or(tank.map(|units| Hopeless::Tank { units, needed: relaxed.distance() }))
}
