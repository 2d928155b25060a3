//! The states that the lines of a search file have generated so far.
//!
//! A file may leave out fuel, or write only some tanks, and teams differ in what a duplicate is. So states are
//! distinguished by the tanks that the file writes; of the others, the most and the least fuel that a path can leave
//! are known. What is legal with the most fuel is accepted, and only what is legal with the least is required.

use std::collections::HashMap;

use rushlab::heuristic::Estimator;
use rushlab::position::Position;

use super::assignment::GradedPuzzle;
use super::course_file::{CourseSearch, Strategy};
use super::open_list::OpenList;

/// A generated board.
pub(super) struct Node {
    /// Without fuel.
    pub(super) position: Position,
    /// The estimate, if it is known.
    pub(super) h: Option<f64>,
    pub(super) variants: Vec<Variant>,
    pub(super) is_expanded: bool,
    /// The least `g` of a path that is certainly legal.
    certain_g: Option<u32>,
    /// The line that generated it.
    pub(super) line: usize,
}

/// The paths to a board that leave the same fuel in the written tanks.
pub(super) struct Variant {
    most: Vec<u16>,
    least: Vec<u16>,
    is_certain: bool,
    /// The lengths of the paths.
    pub(super) lengths: Vec<u32>,
    /// The line and the `g` of each expansion.
    pub(super) expansions: Vec<(usize, u32)>,
}

impl Variant {
    /// Returns whether all paths to it leave the same fuel in every tank.
    pub(super) fn is_exact(&self) -> bool {
        self.most == self.least
    }

    pub(super) fn fuel(&self, vehicle: usize) -> u16 {
        self.most[vehicle]
    }
}

/// Number of states that a search may have generated.
#[derive(Clone, Copy, Default)]
pub(super) struct Generated {
    pub(super) boards: usize,
    pub(super) variants: usize,
    pub(super) all: usize,
}

pub(super) struct Replay<'a> {
    puzzle: &'a GradedPuzzle,
    strategy: Strategy,
    /// Whether the file writes each tank.
    written: &'a [bool],
    estimate: Estimate<'a>,
    index: HashMap<String, usize>,
    pub(super) nodes: Vec<Node>,
    open: OpenList,
    pub(super) generated: Generated,
}

/// The estimate of a position with a board, if it is known.
type Estimate<'a> = Box<dyn FnMut(&Position, &str) -> Option<f64> + 'a>;

/// Returns the estimates of a search: of a known heuristic, times a factor, or those that the file claims.
pub(super) fn estimates<'a>(
    search: CourseSearch,
    puzzle: &'a GradedPuzzle,
    factor: Option<f64>,
    claimed: &'a HashMap<&'a str, f64>,
) -> Estimate<'a> {
    let Some(heuristic) = search.heuristic else { return Box::new(|_, _| Some(0.0)) };
    match (heuristic.base(), factor) {
        (Some(base), Some(factor)) => {
            let mut estimator: Box<dyn Estimator> = base.compile(&puzzle.relaxed);
            Box::new(move |position, _| estimator.estimate(position).map(|estimate| factor * f64::from(estimate)))
        }
        _ => Box::new(|_, board| claimed.get(board).copied()),
    }
}

impl<'a> Replay<'a> {
    pub(super) fn new(
        puzzle: &'a GradedPuzzle,
        strategy: Strategy,
        written: &'a [bool],
        estimate: Estimate<'a>,
    ) -> Replay<'a> {
        let mut replay = Replay {
            puzzle,
            strategy,
            written,
            estimate,
            index: HashMap::new(),
            nodes: Vec::new(),
            open: OpenList::default(),
            generated: Generated::default(),
        };
        let tanks: Vec<u16> = (0..puzzle.puzzle.vehicles().len()).map(|vehicle| replay.tank(vehicle)).collect();
        let start = Variant::new(tanks.clone(), tanks, true, 0);
        replay.add(Position::start(&puzzle.relaxed), start, 0);
        replay
    }

    /// Returns the fuel of a vehicle at the start.
    pub(super) fn tank(&self, vehicle: usize) -> u16 {
        self.puzzle.puzzle.tank(vehicle).unwrap_or(u16::MAX)
    }

    /// Returns the number of a board that was generated.
    pub(super) fn find(&self, board: &str) -> Option<usize> {
        self.index.get(board).copied()
    }

    /// Returns the variants of a board with these tanks. A written tank that is not listed is full.
    pub(super) fn variants(&self, node: usize, tanks: &[(usize, u16)]) -> Vec<usize> {
        let written = |vehicle: usize| tanks.iter().find(|(own, _)| *own == vehicle).map(|(_, units)| *units);
        let matches = |variant: &Variant| {
            let mut vehicles = (0..variant.most.len()).filter(|vehicle| self.written[*vehicle]);
            vehicles.all(|vehicle| variant.most[vehicle] == written(vehicle).unwrap_or_else(|| self.tank(vehicle)))
        };
        let variants = &self.nodes[node].variants;
        (0..variants.len()).filter(|index| matches(&variants[*index])).collect()
    }

    /// Returns the priority of a board that must still be expanded.
    fn priority(&self, node: usize) -> Option<f64> {
        let Node { h, certain_g, is_expanded, .. } = &self.nodes[node];
        let g = f64::from((*certain_g).filter(|_| !is_expanded)?);
        Some(match self.strategy {
            Strategy::UniformCost => g,
            Strategy::Greedy => (*h)?,
            Strategy::A => g + (*h)?,
        })
    }

    /// Returns the least priority of the boards that must still be expanded, and one that has it.
    pub(super) fn least_open(&mut self) -> Option<(f64, usize)> {
        let mut open = std::mem::take(&mut self.open);
        let least = open.least(|node| self.priority(node));
        self.open = open;
        least
    }

    /// Generates the successors of a variant that a line expands.
    pub(super) fn expand(&mut self, node: usize, variant: usize, line: usize, g: u32) {
        self.nodes[node].is_expanded = true;
        let position = self.nodes[node].position.clone();
        let own = &mut self.nodes[node].variants[variant];
        own.expansions.push((line, g));
        let (most, least, is_certain) = (own.most.clone(), own.least.clone(), own.is_certain);
        for mv in position.legal_moves() {
            let cells = u16::from(mv.cells);
            if most[mv.vehicle] < cells {
                continue;
            }
            let Ok(next) = position.play(mv) else { continue };
            let after = |tanks: &[u16]| {
                let mut tanks = tanks.to_vec();
                let unlimited = self.puzzle.puzzle.tank(mv.vehicle).is_none();
                tanks[mv.vehicle] = if unlimited { u16::MAX } else { tanks[mv.vehicle].saturating_sub(cells) };
                tanks
            };
            let is_certain = is_certain && least[mv.vehicle] >= cells;
            let successor = Variant::new(after(&most), after(&least), is_certain, g + 1);
            self.add(next, successor, line);
        }
    }

    fn add(&mut self, position: Position, variant: Variant, line: usize) {
        self.generated.all += 1;
        let board = position.to_string();
        let node = match self.index.get(&board) {
            Some(node) => *node,
            None => {
                let h = (self.estimate)(&position, &board);
                let node = Node { position, h, variants: Vec::new(), is_expanded: false, certain_g: None, line };
                self.nodes.push(node);
                self.index.insert(board, self.nodes.len() - 1);
                self.generated.boards += 1;
                self.nodes.len() - 1
            }
        };
        let (own, g) = (&mut self.nodes[node], variant.lengths[0]);
        let is_shorter = variant.is_certain && own.certain_g.is_none_or(|known| g < known);
        let written = self.written;
        let agree = |other: &&mut Variant| {
            (0..written.len()).all(|vehicle| !written[vehicle] || other.most[vehicle] == variant.most[vehicle])
        };
        match own.variants.iter_mut().find(agree) {
            Some(known) => known.merge(&variant),
            None => {
                own.variants.push(variant);
                self.generated.variants += 1;
            }
        }
        if is_shorter {
            own.certain_g = Some(g);
            if let Some(priority) = self.priority(node) {
                self.open.push(priority, node);
            }
        }
    }
}

impl Variant {
    fn new(most: Vec<u16>, least: Vec<u16>, is_certain: bool, length: u32) -> Variant {
        Variant { most, least, is_certain, lengths: vec![length], expansions: Vec::new() }
    }

    /// Adds the path of another variant.
    fn merge(&mut self, other: &Variant) {
        self.most.iter_mut().zip(&other.most).for_each(|(own, other)| *own = (*own).max(*other));
        self.least.iter_mut().zip(&other.least).for_each(|(own, other)| *own = (*own).min(*other));
        self.is_certain |= other.is_certain;
        if !self.lengths.contains(&other.lengths[0]) {
            self.lengths.push(other.lengths[0]);
        }
    }
}
