//! The paths to boards, and how often each board has occurred.

use super::GrhPopulation;
use super::evaluation::Evaluation;
use crate::parameter::{ParameterKey, ParameterValues};
use rushlab::position::Move;
use rushlab::simulator::Placement;

/// The last move of a path, the link before it, and the cost of the whole path.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathLink {
    pub(super) parent: u32,
    pub(super) vehicle: u8,
    pub(super) distance: i8,
    pub(super) cost: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct BoardRecord {
    pub(super) visits: u32,
    /// Index of the last link of a path to the board; of the shortest known one if paths are kept.
    pub(super) path: u32,
}

/// A board kept with its shortest known path.
#[derive(Clone, Debug)]
pub(super) struct StoredBoard {
    pub(super) placement: Placement,
    /// Whether it has been a parent since its shortest known path was found.
    pub(super) expanded: bool,
}

impl GrhPopulation {
    /// Updates the cheapest path to a board from which the primary can exit.
    pub(super) fn record_exit(&mut self, path: u32, evaluation: Evaluation) {
        let cost = |(path, exit_cost): (u32, u32)| self.links[path as usize].cost + exit_cost;
        if evaluation.can_exit && self.best_exit.is_none_or(|best| cost((path, evaluation.remaining)) < cost(best)) {
            self.best_exit = Some((path, evaluation.remaining));
        }
    }

    /// Counts an occurrence of the board on the simulator, and returns the number of earlier occurrences.
    pub(super) fn count_visit(&mut self, path: u32) -> u32 {
        let board = self.simulator.placement().board_key();
        let visits = match self.records.get_mut(board) {
            Some(record) => &mut record.visits,
            None => &mut self.records.entry(board.to_vec()).or_insert(BoardRecord { visits: 0, path }).visits,
        };
        *visits += 1;
        *visits - 1
    }

    /// Returns whether paths are kept. With tanks they are not, because a board does not determine the state.
    pub(super) fn keeps_paths(&self, parameters: &ParameterValues) -> bool {
        parameters.on(ParameterKey::Remember) && !self.simulator.has_tanks()
    }

    /// Adds a link for a move from a parent to the board on the simulator. Returns the index of the link and the number
    /// of earlier occurrences of the board.
    pub(super) fn add_link(
        &mut self,
        parent: u32,
        vehicle: usize,
        distance: i8,
        parameters: &ParameterValues,
    ) -> (u32, u32) {
        let cost = self.links[parent as usize].cost + self.simulator.cost(distance);
        let link = PathLink { parent, vehicle: vehicle as u8, distance, cost };
        let next = self.links.len() as u32;
        let board = self.simulator.placement().board_key();
        let keeps_paths = self.keeps_paths(parameters);
        match self.records.get_mut(board) {
            Some(record) if keeps_paths => {
                if cost < self.links[record.path as usize].cost {
                    self.links[record.path as usize] = link;
                    record.visits = 0;
                    self.stored[record.path as usize].expanded = false;
                    self.unexpanded.push(record.path);
                }
                return (record.path, record.visits);
            }
            Some(record) => {
                self.links.push(link);
                return (next, record.visits);
            }
            None if keeps_paths => {
                self.records.insert(board.to_vec(), BoardRecord { visits: 0, path: next });
                self.stored.push(StoredBoard { placement: self.simulator.placement().clone(), expanded: false });
                self.unexpanded.push(next);
            }
            None => {}
        }
        self.links.push(link);
        (next, 0)
    }

    /// Recomputes the costs along a path, because links before its end may have been replaced by cheaper ones.
    pub(super) fn update_path_costs(&mut self, path: u32) {
        let mut path_links = vec![path];
        while let Some(last) = path_links.last().filter(|last| **last != 0) {
            path_links.push(self.links[*last as usize].parent);
        }
        for pair in path_links.windows(2).rev() {
            let PathLink { distance, .. } = self.links[pair[0] as usize];
            self.links[pair[0] as usize].cost = self.links[pair[1] as usize].cost + self.simulator.cost(distance);
        }
    }

    pub(super) fn moves_of(&self, mut path: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while path != 0 {
            let PathLink { parent, vehicle, distance, .. } = self.links[path as usize];
            moves.push(self.simulator.to_move(vehicle.into(), distance));
            path = parent;
        }
        moves.reverse();
        moves
    }
}
