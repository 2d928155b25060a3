//! Breadth-first search over positions: how far the goals are.
//!
//! Lines rest here as vehicles do in `space/lanes.rs`: moves that do not meet are followed in one order.

use super::board::LONGEST;
use super::jam::{AtHand, Jam, LINES, Lines, arrangement, bits, nibble};
use super::seen::{Bits, Numbers};
use super::survey::{Block, ROWS, Surveyor, mask_of, mask_of_columns, reach};
use super::table::Table;

/// More moves than a position can have.
const ROOM: usize = 128;

/// A position may have so many numbers to choose from before a table is the better way to know it again.
const SPARSE: u64 = 128;

/// A position that was met.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    key: u64,
    /// The cells that are not free.
    occupied: u64,
    /// The lines that need no look.
    resting: u32,
    /// The position it was met from; a position that the search began with is its own.
    parent: u32,
    number: u32,
}

/// Searches, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Searcher {
    nodes: Vec<Node>,
    /// How many of the nodes are in use.
    met: usize,
    table: Table,
    numbers: Numbers,
    bits: Bits,
    /// The moves of the position at hand.
    legal: [u32; ROOM],
}

impl Default for Searcher {
    fn default() -> Searcher {
        Searcher {
            nodes: Vec::new(),
            met: 0,
            table: Table::default(),
            numbers: Numbers::default(),
            bits: Bits::default(),
            legal: [0; ROOM],
        }
    }
}

/// The position that is farthest from the goals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Farthest {
    /// How far: what solves it costs so many moves.
    pub(super) moves: usize,
    pub(super) key: u64,
    node: usize,
}

impl Searcher {
    /// The smallest of the positions that are farthest from the goals, in a cluster of so many positions that has just been surveyed.
    pub(super) fn farthest(&mut self, lines: &Lines, jam: &Jam, surveyor: &Surveyor, positions: u64) -> Farthest {
        self.met = 0;
        self.numbers.set(lines, jam, &surveyor.blocks);
        // Room for one more position than there are, to write what turns out not to be new.
        self.nodes.resize(self.nodes.len().max(positions as usize + 1), Node::default());
        let main = lines.size().primary_row();
        let exit = lines.get(jam.lines[main]).masks.len() - 1;
        let at_hand = jam.at_hand(lines);
        for block in surveyor.blocks.iter().filter(|block| arrangement(block.key, main) == exit) {
            let occupied = jam.walls | mask_of(lines, jam, block.key, ROWS);
            let number = bits(jam.used & ROWS).map(|row| self.numbers.part(row, arrangement(block.key, row))).sum();
            // All goals are there from the beginning. Other vehicles only lead from goals to goals: so their lines rest.
            let resting = jam.used & !(1 << main);
            let goal = Node { key: block.key, occupied, resting, number, parent: 0 };
            self.goals(&at_hand, *block, goal, jam.used >> LONGEST);
        }
        let goals = 0..self.met;
        let (layer, moves) = if self.numbers.count <= (SPARSE * positions + 4096).min(u32::MAX.into()) {
            self.bits.clear(self.numbers.count as usize);
            goals.clone().for_each(|goal| _ = self.bits.insert(self.nodes[goal].number));
            self.layers(lines, jam, goals, Searcher::expand_by_number)
        } else {
            self.table.clear(positions as usize);
            goals.clone().for_each(|goal| _ = self.table.insert(self.nodes[goal].key));
            self.layers(lines, jam, goals, Searcher::expand)
        };
        let order = |node: &usize| {
            let key = self.nodes[*node].key;
            (key >> (4 * LONGEST), mask_of_columns(lines, jam, key))
        };
        let node = layer.min_by_key(order).unwrap_or(0);
        Farthest { moves, key: self.nodes[node].key, node }
    }

    /// Expands layer after layer; the last that is not empty, and how many came before it.
    #[inline]
    fn layers(
        &mut self,
        lines: &Lines,
        jam: &Jam,
        first: std::ops::Range<usize>,
        expand: impl Fn(&mut Searcher, &Lines, &AtHand<'_>, u32, usize),
    ) -> (std::ops::Range<usize>, usize) {
        let at_hand = jam.at_hand(lines);
        let (mut layer, mut number) = (first, 0);
        loop {
            layer.clone().for_each(|node| expand(self, lines, &at_hand, jam.used, node));
            if layer.end == self.met {
                return (layer, number);
            }
            layer = layer.end..self.met;
            number += 1;
        }
    }

    /// Adds the positions of a block in which the rows are as in `goal`, and columns that are left are anywhere within their reach.
    fn goals(&mut self, at_hand: &AtHand<'_>, block: Block, goal: Node, columns: u32) {
        if columns == 0 {
            self.nodes[self.met] = Node { parent: self.met as u32, ..goal };
            self.met += 1;
            return;
        }
        let column = columns.trailing_zeros() as usize;
        let place = LONGEST + column;
        let line = at_hand[place];
        let old = arrangement(goal.key, place);
        for new in bits(reach(line, block, column).set.into()) {
            let goal = Node {
                key: goal.key ^ ((old ^ new) as u64) << (4 * nibble(place)),
                occupied: goal.occupied | line.masks[new],
                number: goal.number.wrapping_add(self.numbers.part(place, new)),
                ..goal
            };
            self.goals(at_hand, block, goal, columns & (columns - 1));
        }
    }

    /// The keys from a position of the last search to where that began.
    pub(super) fn way(&self, farthest: &Farthest) -> impl Iterator<Item = u64> + '_ {
        let mut next = Some(farthest.node);
        std::iter::from_fn(move || {
            let node = self.nodes.get(next?)?;
            next = (Some(node.parent as usize) != next).then_some(node.parent as usize);
            Some(node.key)
        })
    }

    /// Whether a board can be solved in fewer moves than so many.
    pub(super) fn solved_within(&mut self, lines: &Lines, jam: &Jam, moves: usize) -> bool {
        let main = lines.size().primary_row();
        let exit = lines.get(jam.lines[main]).masks.len() - 1;
        if arrangement(jam.key, main) == exit {
            return moves > 0;
        }
        self.table.clear(0);
        self.table.insert(jam.key);
        let occupied = jam.walls | mask_of(lines, jam, jam.key, u32::MAX);
        self.met = 0;
        self.push(Node { key: jam.key, occupied, ..Node::default() });
        let at_hand = jam.at_hand(lines);
        let mut layer = 0..1;
        for _ in 1..moves {
            for node in layer.clone() {
                let before = self.met;
                self.expand(lines, &at_hand, jam.used, node);
                if self.nodes[before..self.met].iter().any(|node| arrangement(node.key, main) == exit) {
                    return true;
                }
            }
            layer = layer.end..self.met;
        }
        false
    }

    fn push(&mut self, node: Node) {
        match self.nodes.get_mut(self.met) {
            Some(place) => *place = node,
            None => self.nodes.push(node),
        }
        self.met += 1;
    }

    /// Lists the moves from a position: how many, and which lines rest now. The outcome of each test moves the end of the list
    /// instead of a branch.
    #[inline]
    fn list(&mut self, lines: &Lines, at_hand: &AtHand<'_>, used: u32, node: &Node) -> (usize, u32) {
        let (mut end, mut stuck) = (0, 0);
        let mut awake = used & !node.resting;
        while awake != 0 {
            let place = awake.trailing_zeros() as usize % LINES;
            let before = end;
            let (first, last) = at_hand[place].moves[arrangement(node.key, place)];
            for (mv, details) in (first..last).zip(&lines.moves[first as usize..last as usize]) {
                self.legal[end % ROOM] = mv;
                end += usize::from(details.swept & node.occupied == 0);
            }
            stuck |= u32::from(end == before) << place;
            awake &= awake - 1;
        }
        (end.min(ROOM), node.resting | stuck)
    }

    /// Adds what is new one move from a position, known again by its number.
    #[inline]
    fn expand_by_number(&mut self, lines: &Lines, at_hand: &AtHand<'_>, used: u32, index: usize) {
        let node = self.nodes[index];
        let (end, resting) = self.list(lines, at_hand, used, &node);
        for mv in &self.legal[..end] {
            let mv = &lines.moves[*mv as usize];
            let number = self.numbers.after(node.number, mv);
            self.nodes[self.met] = Node {
                key: node.key ^ mv.flip,
                occupied: node.occupied ^ mv.cells,
                resting: (resting | mv.earlier) & mv.calm | mv.own,
                parent: index as u32,
                number,
            };
            self.met += self.bits.insert(number);
        }
    }

    /// Adds what is new one move from a position, known again by its key.
    #[inline]
    fn expand(&mut self, lines: &Lines, at_hand: &AtHand<'_>, used: u32, index: usize) {
        let node = self.nodes[index];
        let (end, resting) = self.list(lines, at_hand, used, &node);
        for mv in 0..end {
            let mv = &lines.moves[self.legal[mv] as usize];
            let key = node.key ^ mv.flip;
            if self.table.insert(key) {
                self.push(Node {
                    key,
                    occupied: node.occupied ^ mv.cells,
                    resting: (resting | mv.earlier) & mv.calm | mv.own,
                    parent: index as u32,
                    number: 0,
                });
            }
        }
    }
}
