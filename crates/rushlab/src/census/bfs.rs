//! Breadth-first search over the positions of a cluster.
//!
//! The hardest position is found by retrograde analysis (Ströhlein 1970; Thompson 1986): one search from all goals at
//! once. Visited positions are marked in a bit set under a perfect hash (`position_index.rs`), or in a hash set if the
//! cluster is too sparse for that. Sleep sets (Godefroid 1996) avoid exploring independent moves in more than one
//! order: a line that is asleep at a position is not moved from there.

use super::board::MAX_LENGTH;
use super::column_blocks::{ClusterExplorer, ColumnBlock, ROWS, mask_of, mask_of_columns, reach};
use super::key_set::KeySet;
use super::line_table::{BoardLines, LineTable, MAX_LINES, PackedBoard, arrangement, bits, nibble};
use super::position_index::{BitSet, PositionIndex};

/// Upper bound on the number of moves from a position.
const MAX_MOVES: usize = 128;

/// Maximum ratio of index numbers to positions for which the bit set is used instead of the hash set.
const MAX_INDEX_RATIO: u64 = 128;

/// A visited position.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    key: u64,
    /// Mask of the occupied cells.
    occupied: u64,
    /// Set of the lines that are asleep.
    asleep: u32,
    /// Index of the node that it was reached from; a root is its own parent.
    parent: u32,
    number: u32,
}

/// The state of a search, reused from one search to the next.
#[derive(Clone, Debug)]
pub(super) struct BreadthFirstSearch {
    nodes: Vec<Node>,
    /// Number of nodes in use.
    node_count: usize,
    visited: KeySet,
    index: PositionIndex,
    visited_bits: BitSet,
    /// Indices of the legal moves from the current position.
    legal: [u32; MAX_MOVES],
}

impl Default for BreadthFirstSearch {
    fn default() -> BreadthFirstSearch {
        BreadthFirstSearch {
            nodes: Vec::new(),
            node_count: 0,
            visited: KeySet::default(),
            index: PositionIndex::default(),
            visited_bits: BitSet::default(),
            legal: [0; MAX_MOVES],
        }
    }
}

/// The position that is farthest from the goals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Farthest {
    /// Its distance from the goals in moves.
    pub(super) moves: usize,
    pub(super) key: u64,
    node: usize,
}

impl BreadthFirstSearch {
    /// Returns the position of a cluster that is farthest from the goals; the smallest one if there are several.
    /// `explorer` must have explored the cluster, and `positions` is its size.
    pub(super) fn farthest(
        &mut self,
        table: &LineTable,
        packed: &PackedBoard,
        explorer: &ClusterExplorer,
        positions: u64,
    ) -> Farthest {
        self.node_count = 0;
        self.index.assign(table, packed, &explorer.blocks);
        // One extra node: a successor is written there first and counted only if it is new.
        self.nodes.resize(self.nodes.len().max(positions as usize + 1), Node::default());
        let primary_row = table.size().primary_row();
        let exit = table.get(packed.lines[primary_row]).exit;
        let lines = packed.lines(table);
        for block in explorer.blocks.iter().filter(|block| arrangement(block.key, primary_row) >= exit) {
            let occupied = packed.walls | mask_of(table, packed, block.key, ROWS);
            let number =
                bits(packed.used & ROWS).map(|row| self.index.contribution(row, arrangement(block.key, row))).sum();
            // All goals are roots, and moving any other vehicle leads from a goal to a goal, so only the primary's line
            // is awake.
            let asleep = packed.used & !(1 << primary_row);
            let goal = Node { key: block.key, occupied, asleep, number, parent: 0 };
            self.add_goals(&lines, *block, goal, packed.used >> MAX_LENGTH);
        }
        let goals = 0..self.node_count;
        let (layer, moves) = if self.index.count <= (MAX_INDEX_RATIO * positions + 4096).min(u32::MAX.into()) {
            self.visited_bits.clear(self.index.count as usize);
            goals.clone().for_each(|goal| _ = self.visited_bits.insert(self.nodes[goal].number));
            self.layers(table, packed, goals, BreadthFirstSearch::expand_indexed)
        } else {
            self.visited.clear(positions as usize);
            goals.clone().for_each(|goal| _ = self.visited.insert(self.nodes[goal].key));
            self.layers(table, packed, goals, BreadthFirstSearch::expand)
        };
        let order = |node: &usize| {
            let key = self.nodes[*node].key;
            (key >> (4 * MAX_LENGTH), mask_of_columns(table, packed, key))
        };
        let node = layer.min_by_key(order).unwrap_or(0);
        Farthest { moves, key: self.nodes[node].key, node }
    }

    /// Expands layer after layer. Returns the last layer that is not empty, and the number of layers before it.
    #[inline]
    fn layers(
        &mut self,
        table: &LineTable,
        packed: &PackedBoard,
        first: std::ops::Range<usize>,
        expand: impl Fn(&mut BreadthFirstSearch, &LineTable, &BoardLines<'_>, u32, usize),
    ) -> (std::ops::Range<usize>, usize) {
        let lines = packed.lines(table);
        let (mut layer, mut number) = (first, 0);
        loop {
            layer.clone().for_each(|node| expand(self, table, &lines, packed.used, node));
            if layer.end == self.node_count {
                return (layer, number);
            }
            layer = layer.end..self.node_count;
            number += 1;
        }
    }

    /// Adds the goals of a column block. The rows are as in `goal`; `columns` are the columns that still have to be
    /// placed within their reach.
    fn add_goals(&mut self, lines: &BoardLines<'_>, block: ColumnBlock, goal: Node, columns: u32) {
        if columns == 0 {
            self.nodes[self.node_count] = Node { parent: self.node_count as u32, ..goal };
            self.node_count += 1;
            return;
        }
        let column = columns.trailing_zeros() as usize;
        let line_index = MAX_LENGTH + column;
        let line = lines[line_index];
        let old = arrangement(goal.key, line_index);
        for new in bits(reach(line, block, column).set.into()) {
            let goal = Node {
                key: goal.key ^ ((old ^ new) as u64) << (4 * nibble(line_index)),
                occupied: goal.occupied | line.masks[new],
                number: goal.number.wrapping_add(self.index.contribution(line_index, new)),
                ..goal
            };
            self.add_goals(lines, block, goal, columns & (columns - 1));
        }
    }

    /// Returns the keys of the positions from the farthest one to a goal, both included.
    pub(super) fn path_to_goal(&self, farthest: &Farthest) -> impl Iterator<Item = u64> + '_ {
        let mut next = Some(farthest.node);
        std::iter::from_fn(move || {
            let node = self.nodes.get(next?)?;
            next = (Some(node.parent as usize) != next).then_some(node.parent as usize);
            Some(node.key)
        })
    }

    /// Returns whether a board can be solved in fewer than `moves` moves.
    pub(super) fn solvable_in_fewer(&mut self, table: &LineTable, packed: &PackedBoard, moves: usize) -> bool {
        let primary_row = table.size().primary_row();
        let exit = table.get(packed.lines[primary_row]).exit;
        if arrangement(packed.key, primary_row) >= exit {
            return moves > 0;
        }
        self.visited.clear(0);
        self.visited.insert(packed.key);
        let occupied = packed.walls | mask_of(table, packed, packed.key, u32::MAX);
        self.node_count = 0;
        self.push(Node { key: packed.key, occupied, ..Node::default() });
        let lines = packed.lines(table);
        let mut layer = 0..1;
        for _ in 1..moves {
            for node in layer.clone() {
                let before = self.node_count;
                self.expand(table, &lines, packed.used, node);
                if self.nodes[before..self.node_count].iter().any(|node| arrangement(node.key, primary_row) >= exit) {
                    return true;
                }
            }
            layer = layer.end..self.node_count;
        }
        false
    }

    fn push(&mut self, node: Node) {
        match self.nodes.get_mut(self.node_count) {
            Some(slot) => *slot = node,
            None => self.nodes.push(node),
        }
        self.node_count += 1;
    }

    /// Lists the legal moves from a position. Returns their number and the set of lines that are asleep or have no
    /// move. The result of each test advances the end of the list, which avoids a branch.
    #[inline]
    fn list_moves(&mut self, table: &LineTable, lines: &BoardLines<'_>, used: u32, node: &Node) -> (usize, u32) {
        let (mut end, mut immobile) = (0, 0);
        let mut awake = used & !node.asleep;
        while awake != 0 {
            let line_index = awake.trailing_zeros() as usize % MAX_LINES;
            let before = end;
            let (first, last) = lines[line_index].moves[arrangement(node.key, line_index)];
            for (mv, line_move) in (first..last).zip(&table.moves[first as usize..last as usize]) {
                self.legal[end % MAX_MOVES] = mv;
                end += usize::from(line_move.swept & node.occupied == 0);
            }
            immobile |= u32::from(end == before) << line_index;
            awake &= awake - 1;
        }
        (end.min(MAX_MOVES), node.asleep | immobile)
    }

    /// Adds the unvisited successors of a position; the visited ones are marked in the bit set.
    #[inline]
    fn expand_indexed(&mut self, table: &LineTable, lines: &BoardLines<'_>, used: u32, index: usize) {
        let node = self.nodes[index];
        let (end, asleep) = self.list_moves(table, lines, used, &node);
        for mv in &self.legal[..end] {
            let mv = &table.moves[*mv as usize];
            let number = self.index.successor(node.number, mv);
            self.nodes[self.node_count] = Node {
                key: node.key ^ mv.key_change,
                occupied: node.occupied ^ mv.cells,
                asleep: (asleep | mv.earlier_lines) & mv.independent | mv.own_line,
                parent: index as u32,
                number,
            };
            self.node_count += self.visited_bits.insert(number);
        }
    }

    /// Adds the unvisited successors of a position; the visited ones are in the hash set.
    #[inline]
    fn expand(&mut self, table: &LineTable, lines: &BoardLines<'_>, used: u32, index: usize) {
        let node = self.nodes[index];
        let (end, asleep) = self.list_moves(table, lines, used, &node);
        for mv in 0..end {
            let mv = &table.moves[self.legal[mv] as usize];
            let key = node.key ^ mv.key_change;
            if self.visited.insert(key) {
                self.push(Node {
                    key,
                    occupied: node.occupied ^ mv.cells,
                    asleep: (asleep | mv.earlier_lines) & mv.independent | mv.own_line,
                    parent: index as u32,
                    number: 0,
                });
            }
        }
    }
}
