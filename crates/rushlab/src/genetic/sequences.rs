//! `schlegel` (seed 000): individuals are sequences of moves, of any length. They are judged by the board they lead to: 100, less one for
//! every vehicle in the primary's way, directly or in the way of another. The primary's drive out is no part of a sequence.
//!
//! Refined, three things are different. What the paper proposes: mutations and crossovers are drawn among the *legal* ones, and moves
//! tied to vehicles *repair* themselves. What its examples call for: a mutation may add or drop a move, or no sequence would ever be
//! long enough for a real puzzle. And what seed 001 teaches: a board that came up before is worth less, and the fittest *survive* beside
//! their children; without that the population sits down where few vehicles are in the way and stays there.

use std::collections::HashMap;

use super::blockers::{Blocker, blockers};
use super::chance::Chance;
use super::parameter::{Choices, Key};
use super::table::{Board, Table};
use super::{Breeding, Seen, Tally};
use crate::puzzle::Puzzle;
use crate::position::Move;

/// The fitness of a board with nobody in the way.
const SOLVED: f64 = 100.0;

/// So often a mutation is tried, at most, where none is legal: with a rate of 1 it would be tried for ever.
const MOST_MUTATIONS: usize = 1000;

/// The fitness that `schlegel` gives a sequence of moves: 100, less one for each vehicle in the primary's way, directly or in the way of
/// another, on the board that it leads to; nothing if a move is not legal.
pub fn fitness(puzzle: &Puzzle, moves: &[Move]) -> Option<f64> {
    let mut table = Table::new(puzzle);
    for mv in moves {
        let distance = mv.direction.sign() * i32::from(mv.cells);
        let across = mv.direction.orientation() != puzzle.vehicles()[mv.vehicle].orientation;
        table.drive(mv.vehicle, i8::try_from(distance).ok().filter(|distance| *distance != 0 && !across)?)?;
    }
    let mut found = Vec::new();
    blockers(&table, &mut found);
    Some(SOLVED - found.len() as f64)
}

/// A move of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gene {
    vehicle: u8,
    distance: i8,
    /// Where its vehicle stood when the move was first made.
    from: u8,
}

/// An individual.
#[derive(Clone, Debug)]
struct Member {
    genes: Vec<Gene>,
    board: Board,
    blockers: u32,
    clear: bool,
    cost: u32,
    fitness: f64,
}

/// The population.
#[derive(Debug)]
pub(super) struct Sequences {
    table: Table,
    members: Vec<Member>,
    /// How often each board was the end of a sequence.
    met: HashMap<Vec<u8>, u32>,
    found: Vec<Blocker>,
}

/// How a mutation changes a sequence.
#[derive(Clone, Copy, Debug)]
enum Change {
    Set(usize, i8),
    Drop(usize),
    Insert(usize, Gene),
}

impl Change {
    fn made(self, genes: &[Gene]) -> Vec<Gene> {
        let mut genes = genes.to_vec();
        match self {
            Change::Set(place, distance) => genes[place].distance = distance,
            Change::Drop(place) => {
                genes.remove(place);
            }
            Change::Insert(place, gene) => genes.insert(place, gene),
        }
        genes
    }
}

impl Sequences {
    pub(super) fn new(table: Table, choices: &Choices, chance: &mut Chance) -> Sequences {
        let mut sequences = Sequences { table, members: Vec::new(), met: HashMap::new(), found: Vec::new() };
        for _ in 0..choices.count(Key::Population) {
            let genes = sequences.random(1 + chance.below(choices.count(Key::Length)), chance);
            let member = sequences.played(&genes, choices);
            sequences.members.extend(member);
        }
        sequences.count_boards(choices, 0);
        sequences
    }

    /// So many random legal moves, no vehicle twice running.
    fn random(&mut self, length: usize, chance: &mut Chance) -> Vec<Gene> {
        self.table.reset();
        let mut genes: Vec<Gene> = Vec::with_capacity(length);
        let mut drives = Vec::new();
        for _ in 0..length {
            self.table.drives(u8::MAX >> 1, &mut drives);
            drives.retain(|(vehicle, _)| genes.last().is_none_or(|last| usize::from(last.vehicle) != *vehicle));
            if drives.is_empty() {
                break;
            }
            let (vehicle, distance) = drives[chance.below(drives.len())];
            genes.push(Gene { vehicle: vehicle as u8, distance, from: self.table.board().offsets[vehicle] });
            self.table.drive(vehicle, distance);
        }
        genes
    }

    /// Plays a sequence; nothing if it is not legal.
    fn played(&mut self, genes: &[Gene], choices: &Choices) -> Option<Member> {
        let genes = if choices.on(Key::Repair) { self.repaired(genes) } else { self.checked(genes, choices)? };
        blockers(&self.table, &mut self.found);
        let blockers = self.found.len() as u32;
        let cost = genes.iter().map(|gene| self.table.cost(gene.distance)).sum();
        Some(Member {
            genes,
            board: self.table.board().clone(),
            blockers,
            clear: blockers == 0 && self.table.clear(),
            cost,
            fitness: SOLVED - f64::from(blockers),
        })
    }

    /// The same sequence, if every move is legal and no vehicle moves twice running.
    fn checked(&mut self, genes: &[Gene], choices: &Choices) -> Option<Vec<Gene>> {
        self.table.reset();
        let mut made: Vec<Gene> = Vec::with_capacity(genes.len());
        for gene in genes {
            let from = self.table.board().offsets[usize::from(gene.vehicle)];
            let named = !choices.on(Key::Cells) || from == gene.from;
            if !named || made.last().is_some_and(|last| last.vehicle == gene.vehicle) {
                return None;
            }
            self.table.drive(gene.vehicle.into(), gene.distance)?;
            made.push(Gene { from, ..*gene });
        }
        Some(made)
    }

    /// The sequence with every move made as far as possible: what cannot be made at all is left out, moves of one vehicle running
    /// become one, and what leads back to an earlier board is taken out.
    fn repaired(&mut self, genes: &[Gene]) -> Vec<Gene> {
        self.table.reset();
        let mut made: Vec<Gene> = Vec::with_capacity(genes.len());
        let mut boards = vec![self.table.board().clone()];
        for gene in genes {
            let vehicle = usize::from(gene.vehicle);
            let from = self.table.board().offsets[vehicle];
            let [back, forth] = self.table.reach(vehicle).map(|cells| cells as i8);
            let distance = gene.distance.clamp(-back, forth);
            if distance == 0 || self.table.drive(vehicle, distance).is_none() {
                continue;
            }
            made.push(Gene { vehicle: gene.vehicle, distance, from });
            if let [.., before, last] = made.as_mut_slice()
                && before.vehicle == last.vehicle
            {
                before.distance += last.distance;
                let joined = before.distance;
                made.pop();
                boards.pop();
                // The one drive may burn less than the two.
                boards.last().into_iter().for_each(|board| self.table.lay(board));
                if joined != 0 {
                    self.table.drive(vehicle, joined);
                }
            }
            let same = boards.iter().position(|board| board.offsets == self.table.board().offsets);
            boards.push(self.table.board().clone());
            if let Some(earlier) = same {
                made.truncate(earlier);
                boards.truncate(earlier + 1);
                // The way round may have burnt fuel, which is not lost any more.
                self.table.lay(&boards[earlier]);
            }
        }
        made
    }

    /// Counts the boards of the members from one on, and judges all by how often theirs came up.
    fn count_boards(&mut self, choices: &Choices, from: usize) {
        for member in &self.members[from..] {
            *self.met.entry(member.board.offsets.clone()).or_insert(0) += 1;
        }
        let price = choices.get(Key::Repetition);
        for member in &mut self.members {
            let times = self.met.get(&member.board.offsets).copied().unwrap_or(1);
            let repeated = if price > 0.0 { price * f64::from(times - 1) } else { 0.0 };
            member.fitness = SOLVED - f64::from(member.blockers) - repeated;
        }
    }

    /// The best two of a sample.
    fn parents(&self, choices: &Choices, chance: &mut Chance) -> (usize, usize) {
        let mut best: [Option<usize>; 2] = [None; 2];
        let better = |one: usize, other: Option<usize>| {
            other.is_none_or(|other| self.members[one].fitness > self.members[other].fitness)
        };
        for _ in 0..choices.count(Key::Sample) {
            let drawn = chance.below(self.members.len());
            if better(drawn, best[0]) {
                best = [Some(drawn), best[0]];
            } else if better(drawn, best[1]) {
                best[1] = Some(drawn);
            }
        }
        let first = best[0].unwrap_or(0);
        (first, best[1].unwrap_or(first))
    }

    /// The head of one parent and the tail of the other, both cut in their middle or one off it.
    fn crossed(&mut self, one: &[Gene], other: &[Gene], choices: &Choices, chance: &mut Chance) -> Option<Member> {
        let mut cuts: Vec<(usize, usize)> =
            near_middle(one.len()).flat_map(|cut| near_middle(other.len()).map(move |tail| (cut, tail))).collect();
        chance.shuffle(&mut cuts);
        let tries = if choices.on(Key::Legal) { cuts.len() } else { 1 };
        let join = |(cut, tail): &(usize, usize)| [&one[..*cut], &other[*tail..]].concat();
        cuts.iter()
            .take(tries)
            .map(join)
            .filter(|genes| !genes.is_empty())
            .find_map(|genes| self.played(&genes, choices))
    }

    /// A mutant of a sequence; nothing if it is not legal.
    fn mutant(&mut self, genes: &[Gene], choices: &Choices, chance: &mut Chance) -> Option<Member> {
        let mut changes = self.changes(genes, choices, chance);
        chance.shuffle(&mut changes);
        let tries = if choices.on(Key::Legal) { changes.len() } else { 1 };
        changes.into_iter().take(tries).find_map(|change| {
            let changed = change.made(genes);
            let mutant = if changed.is_empty() { None } else { self.played(&changed, choices) };
            // A mutant that was repaired into its parent is none.
            mutant.filter(|mutant| mutant.genes != genes)
        })
    }

    /// The changes of the kind that was drawn, legal or not.
    fn changes(&mut self, genes: &[Gene], choices: &Choices, chance: &mut Chance) -> Vec<Change> {
        let kind = if choices.on(Key::Grow) { chance.below(4) } else { 0 };
        match kind {
            0 if !choices.on(Key::Legal) => self.one_change(genes, chance).into_iter().collect(),
            0 => (0..genes.len())
                .flat_map(|place| self.distances(genes[place]).map(move |d| Change::Set(place, d)))
                .collect(),
            1 => (0..genes.len()).map(Change::Drop).collect(),
            2 => self.insertions(genes, chance.below(genes.len() + 1)),
            _ => self.insertions(genes, genes.len()),
        }
    }

    /// A random move with its direction flipped, or with another distance.
    fn one_change(&self, genes: &[Gene], chance: &mut Chance) -> Option<Change> {
        let place = chance.below(genes.len());
        let gene = *genes.get(place)?;
        let farther: Vec<i8> =
            self.distances(gene).filter(|distance| distance.signum() == gene.distance.signum()).collect();
        let flipped = farther.is_empty() || chance.below(2) == 0;
        Some(Change::Set(place, if flipped { -gene.distance } else { farther[chance.below(farther.len())] }))
    }

    /// The other distances, in both directions, that the board has room for.
    fn distances(&self, gene: Gene) -> impl Iterator<Item = i8> + use<> {
        let track = self.table.tracks[usize::from(gene.vehicle)];
        let room = (track.room - track.length) as i8;
        (-room..=room).filter(move |distance| *distance != 0 && *distance != gene.distance)
    }

    /// Every move that could be made at some place.
    fn insertions(&mut self, genes: &[Gene], place: usize) -> Vec<Change> {
        self.table.reset();
        for gene in &genes[..place] {
            self.table.drive(gene.vehicle.into(), gene.distance);
        }
        let mut drives = Vec::new();
        self.table.drives(u8::MAX >> 1, &mut drives);
        let offsets = &self.table.board().offsets;
        let insert = |(vehicle, distance): (usize, i8)| {
            Change::Insert(place, Gene { vehicle: vehicle as u8, distance, from: offsets[vehicle] })
        };
        drives.into_iter().map(insert).collect()
    }

    /// Keeps the fittest, of those who end on the same board the one that costs least.
    fn select(&mut self, wanted: usize) {
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        let members = &self.members;
        order.sort_by(|one, other| {
            let (one, other) = (&members[*one], &members[*other]);
            other.fitness.total_cmp(&one.fitness).then(one.cost.cmp(&other.cost))
        });
        let mut seen: std::collections::HashSet<&[u8]> = std::collections::HashSet::new();
        order.retain(|place| seen.insert(&members[*place].board.offsets));
        order.truncate(wanted);
        let mut kept: Vec<Option<Member>> = std::mem::take(&mut self.members).into_iter().map(Some).collect();
        self.members = order.into_iter().filter_map(|place| kept[place].take()).collect();
    }
}

/// The middle of a sequence and one off it.
fn near_middle(length: usize) -> impl Iterator<Item = usize> + Clone {
    let middle = length / 2;
    middle.saturating_sub(1)..=(middle + 1).min(length)
}

impl Breeding for Sequences {
    fn breed(&mut self, choices: &Choices, chance: &mut Chance, tally: &mut Tally) {
        let wanted = choices.count(Key::Population);
        let mut children = Vec::with_capacity(wanted);
        while children.len() < wanted && !self.members.is_empty() {
            let (one, other) = self.parents(choices, chance);
            let (one, other) = (self.members[one].clone(), self.members[other].genes.clone());
            let crossed = self.crossed(&one.genes, &other, choices, chance);
            tally.crossovers.count(crossed.is_some());
            // A couple without a child sends one of the two on.
            let mut child = crossed.unwrap_or(one);
            for _ in 0..MOST_MUTATIONS {
                if child.genes.is_empty() || !chance.happens(choices.get(Key::Mutation)) {
                    break;
                }
                let mutant = self.mutant(&child.genes, choices, chance);
                tally.mutations.count(mutant.is_some());
                if let Some(mutant) = mutant {
                    child = mutant;
                    break;
                }
            }
            children.push(child);
        }
        let parents = if choices.on(Key::Survivors) { std::mem::take(&mut self.members) } else { Vec::new() };
        let from = parents.len();
        self.members = parents;
        self.members.extend(children);
        self.count_boards(choices, from);
        if choices.on(Key::Survivors) {
            self.select(wanted);
        }
    }

    fn len(&self) -> usize {
        self.members.len()
    }

    fn see(&self, index: usize) -> Seen<'_> {
        let Member { board, fitness, clear, cost, blockers, .. } = &self.members[index];
        Seen { board, fitness: *fitness, clear: *clear, cost: *cost, in_the_way: *blockers }
    }

    fn moves(&self, index: usize) -> Vec<Move> {
        let mv = |gene: &Gene| self.table.mv(gene.vehicle.into(), gene.distance);
        self.members[index].genes.iter().map(mv).collect()
    }

    fn out(&mut self) -> Option<Vec<Move>> {
        let cost = |member: &Member| member.cost + self.table.drive_out(&member.board);
        let clear = (0..self.members.len()).filter(|index| self.members[*index].clear);
        clear.min_by_key(|index| cost(&self.members[*index])).map(|index| self.moves(index))
    }

    fn table(&self) -> &Table {
        &self.table
    }

    fn met(&self) -> usize {
        self.met.len()
    }

    fn only_below(&mut self, _: u32) {}
}
