//! `grh` (seed 001): individuals are boards, and each knows the moves that made it.
//!
//! The first population is every board two moves away. A couple is crossed thus: all boards one move from each parent are judged, a
//! roulette takes some of each list, and they are paired; whenever a vehicle stands elsewhere in the two boards of a pair and can drive
//! in one of them to its place in the other, that is a child. Half of the worst fitness is subtracted before the roulette turns, and
//! every time that a board has come up before costs it 5: so the population leaves what it knows behind, and spreads over the boards
//! like a wave.
//!
//! Refined, it is that wave which is kept in order. *Remember*: a table has the shortest way known to each board; whoever comes to a
//! board by a longer one learns the shorter, and a shorter way makes a board count as new. *Patience*: the first solution is not the
//! end. *Prune*: from then on boards die from which no better solution can come.

use std::collections::HashMap;

use super::blockers::{Blocker, blockers};
use super::chance::Chance;
use super::parameter::{Choices, Key};
use super::table::{Board, Table};
use super::{Breeding, Seen, Tally};
use crate::position::Move;

/// How much each stage of the fitness counts: the paper's formula.
const STAGE_1: f64 = 0.8;
const STAGE_2: f64 = 0.2;

/// So many couples without a child, and there are none to be had.
const BARREN: usize = 200;

/// So many couples are drawn at once.
const BATCH: usize = 64;

/// An individual.
#[derive(Clone, Debug)]
struct Member {
    board: Board,
    /// Its last move, in `links`.
    way: u32,
    judged: Judged,
}

/// What is seen of a board by looking at it.
#[derive(Clone, Copy, Debug)]
struct Judged {
    fitness: f64,
    clear: bool,
    /// What is left to a solution at least.
    left: u32,
    in_the_way: u32,
}

/// A move, the one before it, and what all of them cost.
#[derive(Clone, Copy, Debug)]
struct Link {
    before: u32,
    vehicle: u8,
    distance: i8,
    cost: u32,
}

/// What is known of a board.
#[derive(Clone, Copy, Debug)]
struct Met {
    times: u32,
    /// The last move of the way there; where ways are remembered, of the shortest one.
    way: u32,
}

/// A board that is remembered.
#[derive(Clone, Debug)]
struct Known {
    board: Board,
    /// Whether it was a parent since the last shorter way to it was found.
    bred: bool,
}

/// The population.
#[derive(Debug)]
pub(super) struct Boards {
    table: Table,
    members: Vec<Member>,
    /// The moves of all individuals that ever lived; the first stands for the start. Where ways are remembered there is one for each
    /// board, and when a shorter way to a board turns up, all ways that lead through it are shorter at once.
    links: Vec<Link>,
    met: HashMap<Vec<u8>, Met>,
    /// Beside each of them its board, where ways are remembered.
    known: Vec<Known>,
    /// Boards that never were parents, or not since a shorter way to them was found; some of them more than once.
    fresh: Vec<u32>,
    /// The shortest way to a board that the primary can leave from, and what its drive out costs.
    out: Option<(u32, u32)>,
    /// Only solutions that cost less are of interest.
    below: u32,
    found: Vec<Blocker>,
    /// How many boards were met a generation ago, and for how many generations none has been new.
    met_before: usize,
    stale: usize,
}

impl Boards {
    pub(super) fn new(table: Table, choices: &Choices) -> Boards {
        let start = Link { before: 0, vehicle: 0, distance: 0, cost: 0 };
        let met = HashMap::from([(table.board().offsets.clone(), Met { times: 0, way: 0 })]);
        let known = vec![Known { board: table.board().clone(), bred: true }];
        let mut boards = Boards {
            table,
            members: Vec::new(),
            links: vec![start],
            met,
            known,
            fresh: Vec::new(),
            out: None,
            below: u32::MAX,
            found: Vec::new(),
            met_before: 0,
            stale: 0,
        };
        boards.begin(choices);
        boards
    }

    /// Begins anew, as if nothing had been.
    fn restart(&mut self, choices: &Choices) {
        (self.stale, self.met_before, self.out) = (0, 0, None);
        self.met.clear();
        self.links.truncate(1);
        self.known.truncate(1);
        self.fresh.clear();
        self.table.reset();
        self.met.insert(self.table.board().offsets.clone(), Met { times: 0, way: 0 });
        self.begin(choices);
    }

    /// Every board two moves away; the start itself, where nothing can move.
    fn begin(&mut self, choices: &Choices) {
        let judged = self.judge(choices, 0);
        self.note_if_clear(0, judged);
        let mut last = vec![Member { board: self.table.board().clone(), way: 0, judged }];
        for _ in 0..2 {
            let mut next = Vec::new();
            for member in &last {
                for (vehicle, distance) in self.drives_of(&member.board) {
                    next.extend(self.child(member, vehicle, distance, choices));
                }
            }
            if !next.is_empty() {
                last = next;
            }
        }
        self.members = last;
        self.enter(choices);
    }

    fn drives_of(&mut self, board: &Board) -> Vec<(usize, i8)> {
        self.table.lay(board);
        let mut drives = Vec::new();
        self.table.drives(self.table.farthest(), &mut drives);
        drives
    }

    /// Judges the board on the table, which came up so many times before.
    fn judge(&mut self, choices: &Choices, times: u32) -> Judged {
        blockers(&self.table, &mut self.found);
        let weight = choices.get(Key::Weight);
        let most = weight * self.table.tracks.len().saturating_sub(1) as f64;
        let sum: f64 = self.found.iter().map(|blocker| weight / f64::from(blocker.depth)).sum();
        let free: u32 = (0..self.table.tracks.len()).flat_map(|vehicle| self.table.reach(vehicle)).map(u32::from).sum();
        let fitness =
            STAGE_1 * (most - sum) + STAGE_2 * f64::from(free) - choices.get(Key::Repetition) * f64::from(times);
        let direct = self.found.iter().filter(|blocker| blocker.depth == 1).count() as u32;
        let clear = self.found.is_empty() && self.table.clear();
        let left = direct + self.table.cost(self.table.to_exit());
        Judged { fitness, clear, left, in_the_way: self.found.len() as u32 }
    }

    /// Notes a way out that is shorter than the one known.
    fn note_if_clear(&mut self, way: u32, judged: Judged) {
        let cost = |(way, drive): (u32, u32)| self.links[way as usize].cost + drive;
        if judged.clear && self.out.is_none_or(|out| cost((way, judged.left)) < cost(out)) {
            self.out = Some((way, judged.left));
        }
    }

    /// Counts the board on the table, to which some way leads; how often it came up before.
    fn count(&mut self, way: u32) -> u32 {
        let offsets = &self.table.board().offsets;
        let times = match self.met.get_mut(offsets) {
            Some(met) => &mut met.times,
            None => &mut self.met.entry(offsets.clone()).or_insert(Met { times: 0, way }).times,
        };
        *times += 1;
        *times - 1
    }

    /// Whether ways are remembered. With tanks the way matters, not the board alone.
    fn remembers(&self, choices: &Choices) -> bool {
        choices.on(Key::Remember) && !self.table.has_tanks()
    }

    /// Makes a drive on the table, which has the parent's board, part of a way; and how often the new board came up before.
    fn link(&mut self, parent: u32, vehicle: usize, distance: i8, choices: &Choices) -> (u32, u32) {
        let cost = self.links[parent as usize].cost + self.table.cost(distance);
        let link = Link { before: parent, vehicle: vehicle as u8, distance, cost };
        let next = self.links.len() as u32;
        let offsets = &self.table.board().offsets;
        let remembers = self.remembers(choices);
        match self.met.get_mut(offsets) {
            Some(met) if remembers => {
                if cost < self.links[met.way as usize].cost {
                    self.links[met.way as usize] = link;
                    met.times = 0;
                    self.known[met.way as usize].bred = false;
                    self.fresh.push(met.way);
                }
                return (met.way, met.times);
            }
            Some(met) => {
                self.links.push(link);
                return (next, met.times);
            }
            None if remembers => {
                self.met.insert(offsets.clone(), Met { times: 0, way: next });
                self.known.push(Known { board: self.table.board().clone(), bred: false });
                self.fresh.push(next);
            }
            None => {}
        }
        self.links.push(link);
        (next, 0)
    }

    /// The individual that comes of a drive, if it can be driven.
    fn child(&mut self, parent: &Member, vehicle: usize, distance: i8, choices: &Choices) -> Option<Member> {
        self.table.lay(&parent.board);
        self.table.drive(vehicle, distance)?;
        let (way, times) = self.link(parent.way, vehicle, distance, choices);
        let judged = self.judge(choices, times);
        Some(Member { board: self.table.board().clone(), way, judged })
    }

    /// Counts the boards of the population, and judges them again: twins repeat each other.
    fn enter(&mut self, choices: &Choices) {
        let mut members = std::mem::take(&mut self.members);
        for member in &mut members {
            self.refresh(member.way);
            self.table.lay(&member.board);
            let times = self.count(member.way);
            member.judged = self.judge(choices, times);
            self.note_if_clear(member.way, member.judged);
        }
        if choices.on(Key::Prune) && self.below < u32::MAX {
            members.retain(|member| self.links[member.way as usize].cost + member.judged.left < self.below);
        }
        self.members = members;
    }

    /// Lets parents live on beside their children; the fittest remain.
    fn rejoin(&mut self, mut parents: Vec<Member>, choices: &Choices) {
        for parent in &mut parents {
            self.table.lay(&parent.board);
            let times = self.met.get(&parent.board.offsets).map_or(0, |met| met.times.saturating_sub(1));
            parent.judged = self.judge(choices, times);
        }
        self.members.extend(parents);
        self.members.sort_by(|one, other| other.judged.fitness.total_cmp(&one.judged.fitness));
        self.members.truncate(choices.count(Key::Population));
    }

    /// Adds a way up again: parts of it may have become shorter.
    fn refresh(&mut self, way: u32) {
        let mut trail = vec![way];
        while let Some(last) = trail.last().filter(|last| **last != 0) {
            trail.push(self.links[*last as usize].before);
        }
        for pair in trail.windows(2).rev() {
            let Link { distance, .. } = self.links[pair[0] as usize];
            self.links[pair[0] as usize].cost = self.links[pair[1] as usize].cost + self.table.cost(distance);
        }
    }

    /// A board that never was a parent.
    fn revived(&mut self, choices: &Choices, chance: &mut Chance) -> Option<Member> {
        while !self.fresh.is_empty() {
            let way = self.fresh.swap_remove(chance.below(self.fresh.len()));
            let Known { board, bred } = &self.known[way as usize];
            if *bred {
                continue;
            }
            let board = board.clone();
            self.refresh(way);
            self.table.lay(&board);
            let judged = self.judge(choices, 0);
            if self.links[way as usize].cost + judged.left < self.below {
                return Some(Member { board, way, judged });
            }
        }
        None
    }

    /// The boards one move from a parent, judged; the roulette takes some of them.
    fn successors(&mut self, parent: &Member, choices: &Choices, chance: &mut Chance) -> Vec<Member> {
        let remembers = self.remembers(choices);
        if let Some(known) = self.known.get_mut(parent.way as usize) {
            known.bred = true;
        }
        let mut judged = Vec::new();
        for (vehicle, distance) in self.drives_of(&parent.board) {
            let Some(undo) = self.table.drive(vehicle, distance) else { continue };
            // A board that is remembered has a way to it even if the roulette passes it over.
            let way = if remembers { self.link(parent.way, vehicle, distance, choices).0 } else { parent.way };
            let times = self.count(way);
            let seen = self.judge(choices, times);
            if remembers {
                self.note_if_clear(way, seen);
            }
            judged.push((vehicle, distance, seen.fitness));
            self.table.undo(undo);
        }
        let taken = spin(judged.iter().map(|(.., fitness)| *fitness), choices.count(Key::Mates), chance);
        let child = |place: usize| {
            let (vehicle, distance, _) = judged[place];
            self.child(parent, vehicle, distance, choices)
        };
        taken.into_iter().filter_map(child).collect()
    }

    /// Drives every vehicle that stands elsewhere in the other board there, if it can.
    fn cross(
        &mut self,
        one: &Member,
        other: &Member,
        choices: &Choices,
        tally: &mut Tally,
        children: &mut Vec<Member>,
    ) {
        for vehicle in 0..self.table.tracks.len() {
            let (from, to) = (one.board.offsets[vehicle], other.board.offsets[vehicle]);
            if from == to || from == super::table::GONE || to == super::table::GONE {
                continue;
            }
            let child = self.child(one, vehicle, to as i8 - from as i8, choices);
            tally.crossovers.count(child.is_some());
            children.extend(child);
        }
    }

    fn moves_of(&self, mut way: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while way != 0 {
            let Link { before, vehicle, distance, .. } = self.links[way as usize];
            moves.push(self.table.mv(vehicle.into(), distance));
            way = before;
        }
        moves.reverse();
        moves
    }

    fn mutate(&mut self, member: &mut Member, choices: &Choices, chance: &mut Chance, tally: &mut Tally) {
        let vehicle = chance.below(self.table.tracks.len());
        self.table.lay(&member.board);
        let [back, forth] = self.table.reach(vehicle).map(|cells| cells.min(self.table.farthest()));
        tally.mutations.count(back + forth > 0);
        if back + forth > 0 {
            let drawn = chance.below(usize::from(back + forth)) as i8;
            let distance = if drawn < back as i8 { drawn - back as i8 } else { drawn - back as i8 + 1 };
            if let Some(mutant) = self.child(&member.clone(), vehicle, distance, choices) {
                *member = mutant;
            }
        }
    }
}

/// The roulette: half of the worst fitness is subtracted from each first. What is below zero then is not drawn.
fn spin(fitness: impl Iterator<Item = f64> + Clone, draws: usize, chance: &mut Chance) -> Vec<usize> {
    let worst = fitness.clone().fold(f64::INFINITY, f64::min);
    chance.roulette(fitness.map(|fitness| fitness - worst / 2.0), draws)
}

impl Breeding for Boards {
    fn breed(&mut self, choices: &Choices, chance: &mut Chance, tally: &mut Tally) {
        let wanted = choices.count(Key::Population);
        if self.met.len() > self.met_before {
            (self.met_before, self.stale) = (self.met.len(), 0);
        } else {
            self.stale += 1;
        }
        if (1..=self.stale).contains(&choices.count(Key::Restart)) {
            self.restart(choices);
            return;
        }
        let members = std::mem::take(&mut self.members);
        let mut children: Vec<Member> = Vec::with_capacity(wanted);
        let mut barren = 0;
        let mut couples = Vec::new();
        while children.len() < wanted && barren < BARREN && !members.is_empty() {
            let before = children.len();
            if couples.is_empty() {
                couples = spin(members.iter().map(|member| member.judged.fitness), 2 * BATCH, chance);
            }
            let mut parent = || {
                let old = if chance.happens(choices.get(Key::Revive)) { self.revived(choices, chance) } else { None };
                old.or_else(|| couples.pop().map(|place| members[place].clone()))
            };
            let (Some(one), Some(other)) = (parent(), parent()) else { break };
            let one = self.successors(&one, choices, chance);
            let other = self.successors(&other, choices, chance);
            for (one, other) in one.iter().zip(&other) {
                self.cross(one, other, choices, tally, &mut children);
                self.cross(other, one, choices, tally, &mut children);
            }
            barren = if children.len() > before { 0 } else { barren + 1 };
        }
        if children.is_empty() {
            children.clone_from(&members);
        }
        for child in &mut children {
            if chance.happens(choices.get(Key::Mutation)) {
                self.mutate(child, choices, chance, tally);
            }
        }
        self.members = children;
        self.enter(choices);
        if choices.on(Key::Survivors) {
            self.rejoin(members, choices);
        }
    }

    fn len(&self) -> usize {
        self.members.len()
    }

    fn see(&self, index: usize) -> Seen<'_> {
        let Member { board, way, judged } = &self.members[index];
        let Judged { fitness, clear, in_the_way, .. } = *judged;
        Seen { board, fitness, clear, cost: self.links[*way as usize].cost, in_the_way }
    }

    fn moves(&self, index: usize) -> Vec<Move> {
        self.moves_of(self.members[index].way)
    }

    fn out(&mut self) -> Option<Vec<Move>> {
        let (way, _) = self.out?;
        Some(self.moves_of(way))
    }

    fn table(&self) -> &Table {
        &self.table
    }

    fn met(&self) -> usize {
        self.met.len()
    }

    fn only_below(&mut self, cost: u32) {
        self.below = cost;
    }
}
