//! Breadth-first search over the positions of a cluster.
//!
//! The hardest position is found by retrograde analysis (Ströhlein 1970; Thompson 1986): one search from all goals at
//! once. Visited positions are marked in a bit set under a perfect hash (`position_index.rs`), or in a hash set if the
//! cluster is too sparse for that. Sleep sets (Godefroid 1996) avoid exploring independent moves in more than one
//! order: a line that is asleep at a position is not moved from there.

use super::board::MAX_LENGTH;
use super::column_blocks::{ClusterExplorer, ColumnBlock, ROWS, mask_of, mask_of_columns, reach};
use super::key_set::KeySet;
use super::line::{ArrangementSet, CompiledLine, LineMove};
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
    occupied: u64,
    asleep: u32,
    /// Index of the node that it was reached from; a root is its own parent.
    parent: u32,
    number: u32,
}

/// The state of a search, reused from one search to the next.
#[derive(Clone, Debug)]
pub(super) struct BreadthFirstSearch {
    nodes: Vec<Node>,
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

#[derive(Clone, Copy, Debug)]
pub(super) struct Farthest {
    /// Its distance from the goals: the cost in the metric of the table.
    pub(super) cost: usize,
    pub(super) key: u64,
    node: usize,
}

impl BreadthFirstSearch {
    /// Returns the position of a cluster that is farthest from the goals; the smallest one if there are several.
    /// `explorer` must have explored the cluster, which has goals and other positions; `positions` is its size.
    ///
    /// The search starts from the positions that are one move from a goal. The goals themselves are not stored.
    pub(super) fn farthest(
        &mut self,
        table: &LineTable,
        packed: &PackedBoard,
        explorer: &ClusterExplorer,
        positions: u64,
    ) -> Farthest {
        let primary_row = table.size().primary_row();
        let exit = table.get(packed.lines[primary_row]).exit;
        self.node_count = 0;
        self.index.assign(packed, explorer, primary_row, exit);
        // One extra node: a successor is written there first and counted only if it is new.
        self.nodes.resize(self.nodes.len().max(positions as usize + 1), Node::default());
        self.add_roots(table, packed, explorer, exit);
        let roots = 0..self.node_count;
        let (layer, layers) = if self.index.first_goal <= (MAX_INDEX_RATIO * positions + 4096).min(u32::MAX.into()) {
            self.visited_bits.clear(self.index.first_goal as usize);
            roots.clone().for_each(|root| _ = self.visited_bits.insert(self.nodes[root].number));
            self.layers(table, packed, roots, BreadthFirstSearch::expand_indexed)
        } else {
            let is_unsolved = |key| arrangement(key, primary_row) < exit;
            self.visited.clear(positions as usize);
            roots.clone().for_each(|root| _ = self.visited.insert(self.nodes[root].key));
            self.layers(table, packed, roots, |search, table, lines, used, node| {
                search.expand(table, lines, used, node, is_unsolved);
            })
        };
        let order = |node: &usize| {
            let key = self.nodes[*node].key;
            (key >> (4 * MAX_LENGTH), mask_of_columns(table, packed, key))
        };
        let node = layer.min_by_key(order).unwrap_or(0);
        Farthest { cost: layers + 1, key: self.nodes[node].key, node }
    }

    /// Adds the positions that are one move of the primary from a goal. Each is one move from one goal only.
    fn add_roots(&mut self, table: &LineTable, packed: &PackedBoard, explorer: &ClusterExplorer, exit: usize) {
        let primary_row = table.size().primary_row();
        let lines = packed.lines(table);
        for block in explorer.blocks.iter().filter(|block| arrangement(block.key, primary_row) >= exit) {
            let (first, last) = lines[primary_row].moves[arrangement(block.key, primary_row)];
            for mv in &table.lists.moves[first as usize..last as usize] {
                if usize::from(mv.to) < exit {
                    self.add_roots_of_move(table, packed, &lines, block, mv);
                }
            }
        }
    }

    /// Adds the roots that a move of the primary leads to from the goals of a block.
    fn add_roots_of_move(
        &mut self,
        table: &LineTable,
        packed: &PackedBoard,
        lines: &BoardLines<'_>,
        block: &ColumnBlock,
        mv: &LineMove,
    ) {
        let primary_row = table.size().primary_row();
        let key = block.key ^ mv.key_change;
        let mut root = Node {
            key,
            occupied: packed.walls,
            // At a goal, moving any other vehicle leads to a goal, so only the primary's line is awake there.
            asleep: (packed.used & !(1 << primary_row) | mv.earlier_lines) & mv.independent | mv.own_line,
            parent: 0,
            number: 0,
        };
        // The columns with several arrangements that keep the cells free which the primary enters.
        let (mut open, mut sets) = (0, [0; MAX_LENGTH]);
        for column in bits(packed.used >> MAX_LENGTH) {
            let (column, line) = (column % MAX_LENGTH, lines[(MAX_LENGTH + column) % MAX_LINES]);
            let entered = mv.swept & table.size().bit(primary_row, column) != 0;
            let blocking = if entered { line.covering[primary_row % MAX_LENGTH] } else { 0 };
            sets[column] = reach(&table.lists, line, block, column).set & !blocking;
            match sets[column] {
                0 => return,
                set if set.is_power_of_two() => {
                    root = self.with_arrangement(&root, line, MAX_LENGTH + column, set.trailing_zeros() as usize);
                }
                _ => open |= 1 << column,
            }
        }
        for row in bits(packed.used & ROWS) {
            root = self.with_arrangement(&root, lines[row % MAX_LINES], row, arrangement(key, row));
        }
        self.place_columns(lines, &sets, root, open);
    }

    #[inline]
    fn with_arrangement(&self, node: &Node, line: &CompiledLine, line_index: usize, new: usize) -> Node {
        let old = arrangement(node.key, line_index);
        Node {
            key: node.key ^ ((old ^ new) as u64) << (4 * nibble(line_index)),
            occupied: node.occupied | line.masks[new],
            number: node.number.wrapping_add(self.index.contribution(line_index, new)),
            ..*node
        }
    }

    /// Adds the roots in which each of `columns` has an arrangement in its set of `sets`; other lines are as in `root`.
    fn place_columns(&mut self, lines: &BoardLines<'_>, sets: &[ArrangementSet; MAX_LENGTH], root: Node, columns: u32) {
        if columns == 0 {
            self.nodes[self.node_count] = Node { parent: self.node_count as u32, ..root };
            self.node_count += 1;
            return;
        }
        let column = columns.trailing_zeros() as usize % MAX_LENGTH;
        for new in bits(sets[column].into()) {
            let root = self.with_arrangement(&root, lines[MAX_LENGTH + column], MAX_LENGTH + column, new);
            self.place_columns(lines, sets, root, columns & (columns - 1));
        }
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

    /// Returns the keys of the positions from the farthest one to the one before a goal.
    pub(super) fn path_to_goal(&self, farthest: &Farthest) -> impl Iterator<Item = u64> + '_ {
        let mut next = Some(farthest.node);
        std::iter::from_fn(move || {
            let node = self.nodes.get(next?)?;
            next = (Some(node.parent as usize) != next).then_some(node.parent as usize);
            Some(node.key)
        })
    }

    /// Returns whether a board can be solved at less than a cost.
    pub(super) fn solvable_below(&mut self, table: &LineTable, packed: &PackedBoard, cost: usize) -> bool {
        let primary_row = table.size().primary_row();
        let exit = table.get(packed.lines[primary_row]).exit;
        if arrangement(packed.key, primary_row) >= exit {
            return cost > 0;
        }
        self.visited.clear(0);
        self.visited.insert(packed.key);
        let occupied = packed.walls | mask_of(table, packed, packed.key, u32::MAX);
        self.node_count = 0;
        self.push(Node { key: packed.key, occupied, ..Node::default() });
        let lines = packed.lines(table);
        let mut layer = 0..1;
        for _ in 1..cost {
            for node in layer.clone() {
                let before = self.node_count;
                self.expand(table, &lines, packed.used, node, |_| true);
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
            for (mv, line_move) in (first..last).zip(&table.lists.moves[first as usize..last as usize]) {
                self.legal[end % MAX_MOVES] = mv;
                end += usize::from(line_move.swept & node.occupied == 0);
            }
            immobile |= u32::from(end == before) << line_index;
            awake &= awake - 1;
        }
        (end.min(MAX_MOVES), node.asleep | immobile)
    }

    /// Adds the unvisited successors of a position except goals; the visited ones are marked in the bit set.
    #[inline]
    fn expand_indexed(&mut self, table: &LineTable, lines: &BoardLines<'_>, used: u32, index: usize) {
        let node = self.nodes[index];
        let (end, asleep) = self.list_moves(table, lines, used, &node);
        for mv in &self.legal[..end] {
            let mv = &table.lists.moves[*mv as usize];
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

    /// Adds the unvisited successors of a position that are wanted; the visited ones are in the hash set.
    #[inline]
    fn expand(
        &mut self,
        table: &LineTable,
        lines: &BoardLines<'_>,
        used: u32,
        index: usize,
        is_wanted: impl Fn(u64) -> bool,
    ) {
        let node = self.nodes[index];
        let (end, asleep) = self.list_moves(table, lines, used, &node);
        for mv in 0..end {
            let mv = &table.lists.moves[self.legal[mv] as usize];
            let key = node.key ^ mv.key_change;
            if is_wanted(key) && self.visited.insert(key) {
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
