//! The positions of a puzzle as a player sees them: computed once each, however many games come to them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use rushlab::{Direction, Move, Puzzle};

use super::and_or::{Reasoning, Tree};
use super::layout::Layout;

/// The most positions that are kept.
const MAX_KEPT: usize = 50_000;

/// The share of the plan that a move opens if it opens nothing, so that its logarithm exists.
const NOTHING_OPENED: f64 = 0.02;

/// A position as a player sees it.
#[derive(Debug)]
pub(super) struct View {
    pub(super) offsets: Box<[u8]>,
    pub(super) grid: Vec<u8>,
    /// How many cells each vehicle can move, back and forward.
    pub(super) reach: Vec<[u8; 2]>,
    /// The legal moves, in the order of [`Position::legal_moves`](rushlab::Position::legal_moves).
    pub(super) moves: Vec<Seen>,
    pub(super) tree: Tree,
    /// How often a thought that begins at the exit comes to each aim.
    pub(super) visits: Vec<f64>,
    /// Whether each vehicle is in the plan: some thought comes to it.
    pub(super) in_plan: Vec<bool>,
}

/// What a player sees of a move, whatever was played before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) mv: Move,
    pub(super) aim: usize,
    /// Whether the vehicle moves as far as it can.
    pub(super) far: bool,
    /// Logarithm of how much of the plan it gives room to move.
    pub(super) opens: f64,
    /// Whether it puts a vehicle in the way of the primary.
    pub(super) blocks: bool,
}

impl View {
    fn new(layout: &Layout, offsets: Box<[u8]>) -> View {
        let grid = layout.grid(&offsets);
        let reach = layout.reach(&grid, &offsets);
        let tree = Tree::new(layout, &grid, &offsets, &Reasoning::WEIGHTED);
        let primary = layout.puzzle.primary_index();
        let is_solved = offsets[primary] == layout.puzzle.goal_offset();
        let root = [(layout.goal(), 1.0)];
        let visits = tree.visits(if is_solved { &[] } else { &root });
        let in_plan = visits.chunks(layout.span).map(|of_vehicle| of_vehicle.iter().any(|visits| *visits > 0.0));
        let in_plan = in_plan.collect();
        let mut view = View { offsets, grid, reach, moves: Vec::new(), tree, visits, in_plan };
        view.moves = view.see_moves(layout);
        view
    }

    fn see_moves(&self, layout: &Layout) -> Vec<Seen> {
        let before = self.in_the_way_of_primary(layout, &self.offsets, &self.grid);
        let mut moves = Vec::new();
        for (vehicle, track) in layout.tracks.iter().enumerate() {
            for (side, direction) in track.orientation.directions().into_iter().enumerate() {
                for cells in 1..=self.reach[vehicle][side] {
                    let mv = Move { vehicle, direction, cells };
                    let offsets = self.after(mv);
                    let grid = layout.grid(&offsets);
                    let reach = layout.reach(&grid, &offsets);
                    moves.push(Seen {
                        mv,
                        aim: layout.aim(vehicle, offsets[vehicle]),
                        far: cells == self.reach[vehicle][side],
                        opens: (NOTHING_OPENED + self.opened(layout, vehicle, &reach)).ln(),
                        blocks: self.in_the_way_of_primary(layout, &offsets, &grid) > before,
                    });
                }
            }
        }
        moves
    }

    /// Returns the offsets after a move.
    pub(super) fn after(&self, mv: Move) -> Box<[u8]> {
        let mut offsets = self.offsets.clone();
        offsets[mv.vehicle] = (i32::from(offsets[mv.vehicle]) + mv.direction.distance(mv.cells)) as u8;
        offsets
    }

    /// Returns how often thought comes to aims of other vehicles that can move farther than before towards them.
    fn opened(&self, layout: &Layout, mover: usize, reach: &[[u8; 2]]) -> f64 {
        let mut opened = 0.0;
        for (vehicle, of_vehicle) in self.visits.chunks(layout.span).enumerate() {
            let grown = [0, 1].map(|side| vehicle != mover && reach[vehicle][side] > self.reach[vehicle][side]);
            let at = usize::from(self.offsets[vehicle]);
            opened += if grown[0] { of_vehicle[..at].iter().sum() } else { 0.0 };
            opened += if grown[1] { of_vehicle[at + 1..].iter().sum() } else { 0.0 };
        }
        opened
    }

    /// Returns the number of vehicles between the primary and the exit.
    fn in_the_way_of_primary(&self, layout: &Layout, offsets: &[u8], grid: &[u8]) -> usize {
        let (primary, goal) = (layout.puzzle.primary_index(), layout.puzzle.goal_offset());
        layout.in_the_way(grid, offsets, primary, goal).map_or(0, |vehicles| vehicles.len())
    }

    /// Returns how many cells a vehicle can move in a direction.
    pub(super) fn room(&self, vehicle: usize, direction: Direction) -> u8 {
        self.reach[vehicle][usize::from(direction.sign() > 0)]
    }
}

/// The positions of a puzzle as a player sees them.
#[derive(Debug)]
pub(super) struct Views {
    pub(super) layout: Layout,
    kept: RefCell<HashMap<Box<[u8]>, Rc<View>>>,
}

impl Views {
    pub(super) fn new(puzzle: &Puzzle) -> Option<Views> {
        Some(Views { layout: Layout::new(puzzle)?, kept: RefCell::default() })
    }

    pub(super) fn view(&self, offsets: Box<[u8]>) -> Rc<View> {
        if let Some(view) = self.kept.borrow().get(&offsets) {
            return Rc::clone(view);
        }
        let view = Rc::new(View::new(&self.layout, offsets.clone()));
        let mut kept = self.kept.borrow_mut();
        if kept.len() < MAX_KEPT {
            kept.insert(offsets, Rc::clone(&view));
        }
        view
    }
}
