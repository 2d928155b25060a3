//! Pattern databases (Culberson & Schaeffer 1998): the exact distances of an abstraction, in a table.
//!
//! A pattern is a set of vehicles that contains the primary. In the abstraction only these vehicles are on the board,
//! and their fuel is unlimited. The vehicles of a pattern are either *counted*, so that their moves have their usual
//! cost, or *free*, so that they cost nothing. If each vehicle is counted in at most one of several patterns, the sum
//! of their distances is admissible (Felner, Korf & Hanan 2004). The proof is in `docs/heuristics.md`.
//!
//! The table has an entry for each combination of offsets, filled by a search backwards from all goals.

use crate::position::Position;
use crate::puzzle::{Metric, Puzzle, VehicleGeometry};

/// The distance of a combination from which no goal is reached.
const UNREACHED: u16 = u16::MAX;

/// The successor of a goal.
const NONE: u32 = u32::MAX;

/// The exact distances of the abstraction to a pattern.
#[derive(Clone, Debug)]
pub(super) struct PatternDatabase {
    members: Vec<Member>,
    distances: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    vehicle: usize,
    data: VehicleGeometry,
    /// Whether its moves have their usual cost.
    counted: bool,
    /// The offset at which the valet removes it, if it can get there.
    removal_offset: Option<u8>,
    /// Number of its values: its offsets, and the last one for "removed" if the valet can remove it.
    values: usize,
    /// The factor of its value in the index of an entry.
    factor: usize,
}

impl Member {
    pub(super) fn new(vehicle: usize, data: VehicleGeometry, counted: bool) -> Member {
        let removal_offset = data.removal_offset.filter(|offset| (data.lowest..=data.highest).contains(offset));
        let values = usize::from(data.highest - data.lowest) + 1 + usize::from(removal_offset.is_some());
        Member { vehicle, data, counted, removal_offset, values, factor: 0 }
    }

    pub(super) fn vehicle(&self) -> usize {
        self.vehicle
    }

    pub(super) fn is_counted(&self) -> bool {
        self.counted
    }

    fn value(&self, offset: Option<u8>) -> usize {
        offset.map_or(self.values - 1, |offset| usize::from(offset - self.data.lowest))
    }

    fn offset(&self, value: usize) -> Option<u8> {
        let removed = self.removal_offset.is_some() && value + 1 == self.values;
        (!removed).then(|| self.data.lowest + value as u8)
    }
}

/// Returns the number of entries of the table of a pattern; `None` if it does not fit into an index.
pub(super) fn entries(members: &[Member]) -> Option<usize> {
    members.iter().try_fold(1_usize, |entries, member| entries.checked_mul(member.values))
}

impl PatternDatabase {
    /// Computes the distances, and for each entry the next one on a cheapest path to a goal. The primary comes first.
    fn new(puzzle: &Puzzle, mut members: Vec<Member>) -> (PatternDatabase, Vec<u32>) {
        let mut entries = 1;
        for member in &mut members {
            member.factor = entries;
            entries *= member.values;
        }
        let cells = usize::from(puzzle.width()) * usize::from(puzzle.height());
        let mut builder = Builder {
            members: &members,
            metric: puzzle.rules().metric,
            occupied: vec![false; cells],
            offsets: vec![None; members.len()],
            distances: vec![UNREACHED; entries],
            next: vec![NONE; entries],
            layer: Vec::new(),
            next_layer: Vec::new(),
        };
        builder.place_goals(puzzle.goal_offset(), 0, 0);
        builder.search();
        let Builder { distances, next, .. } = builder;
        (PatternDatabase { members, distances }, next)
    }

    /// Builds the database of a pattern that is refined by conflicts (after counterexample-guided abstraction
    /// refinement, Clarke et al. 2000). It starts with the primary. As long as a cheapest solution of the abstraction
    /// collides with a vehicle that is not in the pattern, that vehicle is added. The table has at most `max_entries`
    /// entries, or as many as the primary has offsets.
    pub(super) fn refined(
        puzzle: &Puzzle,
        vehicles: &[VehicleGeometry],
        counted: &[bool],
        max_entries: usize,
    ) -> PatternDatabase {
        let member = |vehicle: usize| Member::new(vehicle, vehicles[vehicle], counted[vehicle]);
        let mut members = vec![member(puzzle.primary_index())];
        loop {
            let (database, next) = PatternDatabase::new(puzzle, members.clone());
            let Some(conflict) = database.conflict(vehicles, &next) else { return database };
            members.push(member(conflict));
            if entries(&members).is_none_or(|entries| entries > max_entries) {
                return database;
            }
        }
    }

    /// Returns the first vehicle outside the pattern with which a cheapest solution from the start collides. Vehicles
    /// outside the pattern stay at their start.
    fn conflict(&self, vehicles: &[VehicleGeometry], next: &[u32]) -> Option<usize> {
        let mut at = self.index(|vehicle| Some(vehicles[vehicle].start));
        while next[at] != NONE {
            let to = next[at] as usize;
            let value = |index: usize, member: &Member| index / member.factor % member.values;
            let moved = self.members.iter().find(|member| value(at, member) != value(to, member))?;
            // A vehicle that the valet has removed was at the exit.
            let ends = [at, to].map(|index| moved.offset(value(index, moved)).or(moved.removal_offset));
            let (from, arrived) = (ends[0]?, ends[1]?);
            let covered = moved.data.cells_between(from.min(arrived), from.max(arrived));
            for cell in covered {
                let blocks = |(vehicle, data): &(usize, &VehicleGeometry)| {
                    self.members.iter().all(|member| member.vehicle != *vehicle)
                        && data.cells(data.start).any(|other| other == cell)
                };
                if let Some((vehicle, _)) = vehicles.iter().enumerate().find(blocks) {
                    return Some(vehicle);
                }
            }
            at = to;
        }
        None
    }

    /// Returns the distance of a position in the abstraction; `None` if the abstraction is unsolvable from there.
    pub(super) fn distance(&self, position: &Position) -> Option<u32> {
        let distance = self.distances[self.index(|vehicle| position.offsets[vehicle])];
        (distance != UNREACHED).then_some(distance.into())
    }

    pub(super) fn members(&self) -> &[Member] {
        &self.members
    }

    fn index(&self, offset: impl Fn(usize) -> Option<u8>) -> usize {
        self.members.iter().map(|member| member.value(offset(member.vehicle)) * member.factor).sum()
    }
}

/// The search backwards from the goals of an abstraction.
struct Builder<'a> {
    members: &'a [Member],
    metric: Metric,
    /// For each cell, whether a member covers it.
    occupied: Vec<bool>,
    /// The offsets of the members; `None` for a vehicle that the valet has removed.
    offsets: Vec<Option<u8>>,
    distances: Vec<u16>,
    next: Vec<u32>,
    /// The entries at the current distance, and at the next one.
    layer: Vec<u32>,
    next_layer: Vec<u32>,
}

impl Builder<'_> {
    /// Adds all goals: every placement of the members from `first` on, beside those already placed, with the primary at
    /// the exit.
    fn place_goals(&mut self, goal_offset: u8, first: usize, index: usize) {
        let Some(member) = self.members.get(first).copied() else {
            self.distances[index] = 0;
            self.layer.push(index as u32);
            return;
        };
        for value in 0..member.values {
            let offset = member.offset(value);
            if first == 0 && offset != Some(goal_offset) || !self.fits(first, offset) {
                continue;
            }
            self.offsets[first] = offset;
            self.occupy(&member, offset, true);
            self.place_goals(goal_offset, first + 1, index + value * member.factor);
            self.occupy(&member, offset, false);
        }
    }

    /// Returns whether a member can be at an offset beside the members before it: on free cells, and in their order if
    /// they share a line.
    fn fits(&self, number: usize, offset: Option<u8>) -> bool {
        let (data, Some(offset)) = (self.members[number].data, offset) else { return true };
        let in_order = self.members[..number].iter().zip(&self.offsets).all(|(other, at)| {
            !other.data.shares_line_with(&data) || at.is_none_or(|at| (at < offset) == (other.data.start < data.start))
        });
        in_order && data.cells(offset).all(|cell| !self.occupied[cell])
    }

    fn occupy(&mut self, member: &Member, offset: Option<u8>, occupied: bool) {
        for cell in offset.into_iter().flat_map(|offset| member.data.cells(offset)) {
            self.occupied[cell] = occupied;
        }
    }

    /// Finds the distances of all entries, in layers of equal distance. Moves of free vehicles stay within a layer.
    fn search(&mut self) {
        let members = self.members;
        let mut distance = 0;
        while !self.layer.is_empty() && distance < UNREACHED {
            let mut done = 0;
            while let Some(entry) = self.layer.get(done).copied() {
                done += 1;
                // An entry of this layer may have been reached at no cost from the layer before.
                if self.distances[entry as usize] == distance {
                    self.expand(members, entry as usize, distance);
                }
            }
            self.layer.clear();
            std::mem::swap(&mut self.layer, &mut self.next_layer);
            distance += 1;
        }
    }

    /// Adds all entries from which one move leads to an entry.
    fn expand(&mut self, members: &[Member], entry: usize, distance: u16) {
        for (number, member) in members.iter().enumerate() {
            self.offsets[number] = member.offset(entry / member.factor % member.values);
            self.occupy(member, self.offsets[number], true);
        }
        for (number, member) in members.iter().enumerate() {
            let base = entry - member.value(self.offsets[number]) * member.factor;
            match (self.offsets[number], member.removal_offset) {
                // No move ends here: the valet would have removed the vehicle.
                (Some(offset), Some(removal)) if offset == removal => {}
                (Some(offset), _) => self.move_back(member, entry, base, offset, distance),
                // It has moved to the exit and was removed there.
                (None, Some(removal)) if member.data.cells(removal).all(|cell| !self.occupied[cell]) => {
                    self.move_back(member, entry, base, removal, distance);
                }
                (None, _) => {}
            }
        }
        for (number, member) in members.iter().enumerate() {
            self.occupy(member, self.offsets[number], false);
        }
    }

    /// Adds the entries from which a member can have moved to an offset.
    fn move_back(&mut self, member: &Member, entry: usize, base: usize, offset: u8, distance: u16) {
        let VehicleGeometry { length, lowest, highest, .. } = member.data;
        let farthest = match self.metric {
            Metric::Moves => u8::MAX,
            Metric::Steps => 1,
        };
        for from in (lowest..offset).rev().take(farthest.into()) {
            if self.occupied[member.data.cell(from)] {
                break;
            }
            self.reach(member, entry, base + member.value(Some(from)) * member.factor, distance);
        }
        for from in (offset + 1..=highest).take(farthest.into()) {
            if self.occupied[member.data.cell(from + length - 1)] {
                break;
            }
            self.reach(member, entry, base + member.value(Some(from)) * member.factor, distance);
        }
    }

    fn reach(&mut self, member: &Member, entry: usize, from: usize, distance: u16) {
        let reached = distance + u16::from(member.counted);
        if reached >= self.distances[from] {
            return;
        }
        self.distances[from] = reached;
        self.next[from] = entry as u32;
        if member.counted {
            self.next_layer.push(from as u32);
        } else {
            self.layer.push(from as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Cluster;
    use crate::puzzle::Rules;
    use crate::search::Limits;

    /// Returns the distances if only some vehicles are counted, by relaxing all moves until nothing changes.
    fn slow_distances(cluster: &Cluster, counted: &[bool]) -> Vec<Option<u32>> {
        let solved = |number| cluster.position(number).is_solved().then_some(0);
        let mut distances: Vec<Option<u32>> = (0..cluster.size()).map(solved).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for number in (0..cluster.size()).rev() {
                for (mv, next) in cluster.moves(number) {
                    let through = distances[next].map(|left| left + u32::from(counted[mv.vehicle]));
                    if through.is_some_and(|through| distances[number].is_none_or(|known| through < known)) {
                        distances[number] = through;
                        changed = true;
                    }
                }
            }
        }
        distances
    }

    #[test]
    fn a_table_of_all_vehicles_has_the_exact_distances_whichever_vehicles_are_counted() {
        let boards = [
            "......A..B..AXXB..A..B......CC......",
            "5x5:BB..C....CAA..CD....DEE..",
            "............AABBB.....C.....C.......",
            "5x5:..B....BxCAA..C.DD..FFF..",
            "4x4:..B.AABC...C.DD.",
            "5x5:....BCC..BAADD......FFF..",
        ];
        let valets = [false, true].map(|valet| Rules { valet, ..Rules::default() });
        for board in boards {
            for rules in valets.into_iter().flat_map(|rules| [rules, Rules { metric: Metric::Steps, ..rules }]) {
                let puzzle = crate::format::parse(board).unwrap().with_rules(rules);
                let cluster = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
                let vehicles = VehicleGeometry::of_all(&puzzle);
                let primary = puzzle.primary_index();
                for counted_if in [|_: usize| true, |vehicle| vehicle % 2 == 0, |vehicle| vehicle % 3 == 0] {
                    let counted: Vec<bool> = (0..vehicles.len()).map(counted_if).collect();
                    let others = (0..vehicles.len()).filter(|vehicle| *vehicle != primary);
                    let order = std::iter::once(primary).chain(others);
                    let members = order.map(|vehicle| Member::new(vehicle, vehicles[vehicle], counted[vehicle]));
                    let (database, _) = PatternDatabase::new(&puzzle, members.collect());
                    let slow = slow_distances(&cluster, &counted);
                    assert_eq!(slow.iter().any(Option::is_some), cluster.goals() > 0);
                    for (number, distance) in slow.iter().enumerate() {
                        let position = cluster.position(number);
                        assert_eq!(database.distance(&position), *distance, "{rules}: {position}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_pattern_is_refined_until_its_solution_meets_no_other_vehicle_or_its_table_is_full() {
        // E up; D left 1; B down 3; A right 3. C and F never matter.
        let puzzle = crate::format::parse("...BCC...B...AAB..E.....EDDD......FF").unwrap();
        let vehicles = VehicleGeometry::of_all(&puzzle);
        let counted = vec![true; vehicles.len()];
        let labels = |max_entries: usize| {
            let database = PatternDatabase::refined(&puzzle, &vehicles, &counted, max_entries);
            let members = database.members().iter();
            let labels: String = members.map(|member| puzzle.vehicles()[member.vehicle()].label.to_string()).collect();
            (labels, database.distance(&Position::start(&puzzle)))
        };
        assert_eq!(labels(100_000), ("ABDE".to_owned(), Some(4)));
        assert_eq!(labels(100), ("ABD".to_owned(), Some(3)));
        assert_eq!(labels(1), ("A".to_owned(), Some(1)));
    }
}
