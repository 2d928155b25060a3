//! The numbering of boards as an automaton over cells, in a form that needs no recursion and no search: from the id of
//! a board, each state tells how the next cell is filled, and which state follows.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::numbering::{BoardNumbering, CellContent, PartialRow};

/// A state of the automaton. It fills one cell, in one of six ways, in this order: nothing begins there, a wall, a
/// vehicle of the column of length 2 or 3, a vehicle of the row of length 2 or 3. After a vehicle of the row, the next
/// cell is the one after the vehicle; after the last cell of a row, it is the first of the next row.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct CellState {
    /// Number of boards that fill the cell in the first way, in the first two ways, and so on; all ways but the last.
    /// The way of the board with an id is the number of entries up to the id. The id within the next state is the id
    /// minus the last of these entries.
    pub before: [u64; 5],
    /// The state after each way. A way that no board takes, and the last cell of the board, have the state 0.
    pub next: [u32; 6],
}

struct Builder<'a> {
    numbering: &'a BoardNumbering,
    max_states: usize,
    states: Vec<CellState>,
    /// The index and the number of boards of each state.
    found: HashMap<u128, (u32, u64)>,
}

/// Returns the states of the automaton, the first one first; `None` if there are more than `max_states`.
pub(super) fn cell_automaton(numbering: &BoardNumbering, max_states: usize) -> Option<Vec<CellState>> {
    let mut builder = Builder { numbering, max_states, states: Vec::new(), found: HashMap::new() };
    builder.add(&numbering.start_row(&numbering.empty()))?;
    Some(builder.states)
}

impl Builder<'_> {
    /// Returns the index and the number of boards of a state, and adds it if it is new.
    fn add(&mut self, row: &PartialRow) -> Option<(u32, u64)> {
        if row.column == self.numbering.size().width() {
            let Some(board) = self.numbering.complete_row(row) else { return Some((0, 0)) };
            return if board.row == self.numbering.size().height() {
                Some((0, self.numbering.completions(&board)))
            } else {
                self.add(&self.numbering.start_row(&board))
            };
        }
        let code = row.code();
        if let Some(found) = self.found.get(&code) {
            return Some(*found);
        }
        let index = self.states.len();
        if index >= self.max_states {
            return None;
        }
        self.states.push(CellState::default());
        let mut ways = Vec::new();
        let _ = self.numbering.fill_cell(row, &mut |content, next| {
            ways.push((way(content), next));
            ControlFlow::Continue(())
        });
        let mut state = CellState::default();
        let mut counts = [0; 6];
        for (way, next) in ways {
            (state.next[way], counts[way]) = self.add(&next)?;
        }
        let mut total = 0;
        for (way, count) in counts.into_iter().enumerate() {
            total += count;
            if let Some(before) = state.before.get_mut(way) {
                *before = total;
            }
        }
        self.states[index] = state;
        self.found.insert(code, (index as u32, total));
        Some((index as u32, total))
    }
}

fn way(content: CellContent) -> usize {
    match content {
        CellContent::Nothing => 0,
        CellContent::Wall => 1,
        CellContent::ColumnVehicle(length) => length,
        CellContent::RowVehicle(length) => length + 2,
    }
}
