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

/// The path that leads to a board: the values of [`ParameterKey::Path`], in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paths {
    /// The individual's own.
    Own,
    /// The individual's own, without loops.
    WithoutLoops,
    /// The path through the first parent of the board. Boards of populations are known.
    FirstParent,
    /// The path through the parent with the shortest known path. Boards of populations are known.
    ShortestParent,
    /// The shortest known path over all boards created.
    AllBoards,
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

    /// Returns how often the board on the simulator has occurred.
    pub(super) fn visits(&self) -> u32 {
        self.records.get(self.simulator.placement().board_key()).map_or(0, |record| record.visits)
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

    /// Returns which path leads to a board. With tanks it is the individual's own, because a board does not determine
    /// the state.
    pub(super) fn paths(&self, parameters: &ParameterValues) -> Paths {
        let all = [Paths::Own, Paths::WithoutLoops, Paths::FirstParent, Paths::ShortestParent, Paths::AllBoards];
        let has_tanks = self.simulator.has_tanks();
        all.get(parameters.count(ParameterKey::Path)).copied().filter(|_| !has_tanks).unwrap_or(Paths::Own)
    }

    /// Returns whether the shortest known path to every board that was created is kept.
    pub(super) fn keeps_all(&self, parameters: &ParameterValues) -> bool {
        self.paths(parameters) == Paths::AllBoards
    }

    /// Registers the path of an individual whose board is on the simulator. Returns the path that the board has now.
    pub(super) fn register(&mut self, path: u32, parameters: &ParameterValues) -> u32 {
        let paths = self.paths(parameters);
        self.update_path_costs(path);
        if !matches!(paths, Paths::FirstParent | Paths::ShortestParent) {
            return path;
        }
        let board = self.simulator.placement().board_key();
        let Some(known) = self.records.get(board).map(|record| record.path) else {
            self.records.insert(board.to_vec(), BoardRecord { visits: 0, path });
            return path;
        };
        self.update_path_costs(known);
        // A path through the board itself is longer than the board's, so no path becomes a circle.
        if paths == Paths::ShortestParent && self.links[path as usize].cost < self.links[known as usize].cost {
            self.links[known as usize] = self.links[path as usize];
        }
        known
    }

    /// Returns the link of a path to the board that a move from its end leads to, if the path has been there.
    fn loop_start(&self, path: u32, vehicle: usize, distance: i8) -> Option<u32> {
        let mut shifts = vec![0; self.simulator.vehicle_count()];
        shifts[vehicle] = distance;
        let mut link = path;
        loop {
            if shifts.iter().all(|shift| *shift == 0) {
                return Some(link);
            }
            let PathLink { parent, vehicle, distance, .. } = self.links[link as usize];
            if link == 0 {
                return None;
            }
            shifts[usize::from(vehicle)] += distance;
            link = parent;
        }
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
        let paths = self.paths(parameters);
        if paths == Paths::WithoutLoops
            && let Some(start) = self.loop_start(parent, vehicle, distance)
        {
            return (start, self.records.get(board).map_or(0, |record| record.visits));
        }
        let keeps_paths = paths == Paths::AllBoards;
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
