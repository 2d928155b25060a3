//! The compiled space has exactly the moves of the reference rules, forwards and backwards, on random puzzles under every combination
//! of rules; and vehicles at rest change nothing but the effort.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../tests/common/mod.rs"]
mod common;

use std::collections::{HashMap, HashSet};

use common::Random;
use proptest::prelude::*;
use rushlab::Puzzle;
use rushlab::puzzle::{Draft, DraftExit, Metric, Orientation, Rules, Side};
use rushlab::position::{Move, Position};
use crate::space::packed::Packed;
use crate::space::{AnySpace, LaneSpace, SleepSet, Space, SpacePlan, SpaceVisitor, in_space};
use crate::search::Duplicates;

type Index = prop::sample::Index;

/// What is tried in the space of a puzzle, whatever its type.
trait Trial {
    fn run<S: Space>(&self, puzzle: &Puzzle, space: &S);
}

/// A trial as the work that is done in a space.
struct InSpace<'a, T>(&'a Puzzle, &'a T);

impl<T: Trial> SpaceVisitor for InSpace<'_, T> {
    type Output = ();

    fn visit<S: Space<State: Send + Sync> + Send + Sync + 'static>(self, space: S) {
        self.1.run(self.0, &space);
    }
}

/// Runs a trial in the space that tracks all tanks of a puzzle.
fn in_its_space(puzzle: &Puzzle, trial: &impl Trial) {
    in_space(puzzle, &SpacePlan::full(puzzle), Duplicates::Exact, InSpace(puzzle, trial));
}

fn successors<S: Space>(space: &S, live: &S::Unpacked) -> Vec<(S::Unpacked, Move, u32)> {
    let mut found = Vec::new();
    space.expand(live, &mut space.scratch(), |next, mv, cost| found.push((next, mv, cost)));
    found
}

fn awake<S: Space>(space: &S, state: &S::State) -> Vec<(S::Unpacked, Move, u32)> {
    successors(space, &space.unpack(state, SleepSet::default()))
}

/// The positions of a list of successors, and the moves that lead there.
fn states<S: Space>(found: &[(S::Unpacked, Move, u32)]) -> Vec<(S::State, Move, u32)> {
    found.iter().map(|(live, mv, cost)| (S::pack(live).0, *mv, *cost)).collect()
}

fn placed<S: Space>(puzzle: &Puzzle, space: &S, state: &S::State) -> Position {
    let mut position = Position::start(puzzle);
    space.decode(state, &mut position);
    position
}

/// A random walk, on which every position is compared with the reference.
struct Walk(Vec<Index>);

impl Trial for Walk {
    fn run<S: Space>(&self, puzzle: &Puzzle, space: &S) {
        let (mut state, mut position) = (space.start(), Position::start(puzzle));
        for choice in &self.0 {
            assert_eq!(placed(puzzle, space, &state), position);
            assert_eq!(space.is_goal(&state), position.is_solved());
            let found = awake(space, &state);
            let moves: Vec<Move> = found.iter().map(|(_, mv, _)| *mv).collect();
            assert_eq!(moves, position.legal_moves());
            for (live, mv, cost) in &found {
                let (next, rest) = S::pack(live);
                assert_eq!(placed(puzzle, space, &next), position.play(*mv).unwrap());
                assert_eq!(*cost, puzzle.rules().metric.cost(mv.cells));
                let as_it_comes = states::<S>(&successors(space, live));
                let woken = states::<S>(&successors(space, &space.unpack(&next, rest)));
                assert!(as_it_comes == woken, "a position about to be expanded is what it would be if made anew");
            }
            let Some((live, mv, _)) = found.get(choice.index(found.len().max(1))).copied() else { break };
            (state, position) = (S::pack(&live).0, position.play(mv).unwrap());
        }
    }
}

/// Positions in the order of their discovery by breadth-first search, each with the number of the one it was discovered from; and how
/// many moves that took.
fn discover<S: Space>(space: &S, most: usize, resting: bool) -> (Vec<(S::State, usize)>, usize) {
    let start = space.start();
    let (mut found, mut rests, mut generated) = (vec![(start, 0)], vec![SleepSet::default()], 0);
    let mut numbers: HashMap<u64, Vec<usize>> = HashMap::from([(S::hash(&start), vec![0])]);
    let mut head = 0;
    while head < found.len() && found.len() < most {
        let rest = if resting { rests[head] } else { SleepSet::default() };
        for (live, ..) in successors(space, &space.unpack(&found[head].0, rest)) {
            let (state, rest) = S::pack(&live);
            generated += 1;
            let same_hash = numbers.entry(S::hash(&state)).or_default();
            if same_hash.iter().all(|number| found[*number].0 != state) {
                same_hash.push(found.len());
                found.push((state, head));
                rests.push(rest);
            }
        }
        head += 1;
    }
    (found, generated)
}

/// A search of so many positions, with vehicles at rest and without.
struct Resting(usize);

impl Trial for Resting {
    fn run<S: Space>(&self, puzzle: &Puzzle, space: &S) {
        let (all, with_all_awake) = discover(space, self.0, false);
        let (found, with_some_at_rest) = discover(space, self.0, true);
        let tanks = (0..puzzle.vehicles().len()).any(|vehicle| puzzle.tank(vehicle).is_some());
        if !tanks || puzzle.rules().metric == Metric::Steps {
            assert!(found == all, "{} positions, not {}, or by other ways", found.len(), all.len());
            assert!(with_some_at_rest <= with_all_awake);
        } else if all.len() < self.0 {
            // Only where both searches end: with other tanks among the first so many, the moves cannot be compared.
            assert!(with_some_at_rest <= with_all_awake);
            let told = |found| plainly(puzzle, space, found);
            no_worse(&told(&found), &told(&all));
        }
    }
}

/// Positions in plain numbers, each with its distance from the start.
fn plainly<S: Space>(puzzle: &Puzzle, space: &S, found: &[(S::State, usize)]) -> Vec<(Position, usize)> {
    let mut told: Vec<(Position, usize)> = Vec::new();
    for (number, (state, parent)) in found.iter().enumerate() {
        told.push((placed(puzzle, space, state), if number == 0 { 0 } else { told[*parent].1 + 1 }));
    }
    told
}

/// Whether each position is among those found, as near or nearer, maybe with more in the tanks: who moves twice in a row only burns
/// more than who moves once, and need not be followed.
fn no_worse(found: &[(Position, usize)], all: &[(Position, usize)]) {
    let mut by_place: HashMap<&[Option<u8>], Vec<&(Position, usize)>> = HashMap::new();
    found.iter().for_each(|one| by_place.entry(&one.0.offsets).or_default().push(one));
    for (position, distance) in all {
        let good = |other: &&(Position, usize)| {
            other.1 <= *distance && other.0.fuel.iter().zip(&position.fuel).all(|(other, own)| other >= own)
        };
        assert!(by_place.get(&*position.offsets).is_some_and(|others| others.iter().any(good)), "{position:?}");
    }
}

/// Whether every move there is turned round, and whether nothing else is.
fn turned_round<const N: usize, const M: usize>(puzzle: &Puzzle, forth: &LaneSpace<N, M>, choices: &[Index]) {
    let back = forth.reversed(puzzle);
    assert!(back.start() == forth.start());
    let check = |state: &Packed<N>| {
        assert_eq!(back.is_goal(state), forth.is_goal(state));
        assert_eq!(placed(puzzle, &back, state), placed(puzzle, forth, state));
        for (from, to) in [(forth, &back), (&back, forth)] {
            for (next, mv, cost) in states::<LaneSpace<N, M>>(&awake(from, state)) {
                assert!(states::<LaneSpace<N, M>>(&awake(to, &next)).contains(&(*state, mv, cost)));
            }
        }
    };
    // Half of the way as moves are driven, and then backwards, maybe to positions that cannot be reached.
    let mut state = forth.start();
    for (number, choice) in choices.iter().enumerate() {
        check(&state);
        let found = awake(if number < choices.len() / 2 { forth } else { &back }, &state);
        let Some((live, ..)) = found.get(choice.index(found.len().max(1))) else { break };
        state = LaneSpace::pack(live).0;
    }
    if puzzle.vehicles().len() < 8 {
        let mut goals = 0;
        forth.for_each_goal(|goal| {
            goal.iter().for_each(&check);
            goals += usize::from(goal.is_some());
            goals < 20
        });
    }
}

/// All arrangements that the vehicles of one line can come to when nothing crosses it, by the reference rules.
fn arrangements(puzzle: &Puzzle, vehicles: &[usize]) -> Vec<Vec<Option<u8>>> {
    let own = vehicles.contains(&puzzle.primary_index());
    let labels: Vec<_> = vehicles.iter().map(|vehicle| puzzle.vehicles()[*vehicle].label).collect();
    let mut draft = Draft::from(puzzle);
    draft.vehicles.retain(|vehicle| labels.contains(&vehicle.label));
    if !own {
        let first = draft.vehicles[0];
        draft.primary = Some(first.label);
        draft.exit = Some(DraftExit { side: Side::usual_for(first.orientation), at: None });
        draft.rules.valet = false;
    }
    let line = Puzzle::try_from(draft).unwrap();
    let mut found = HashSet::from([Position::start(&line)]);
    let mut open = vec![Position::start(&line)];
    while let Some(position) = open.pop() {
        let next = position.legal_moves().into_iter().map(|mv| position.play(mv).unwrap());
        open.extend(next.filter(|next| found.insert(next.clone())));
    }
    let place = |label| line.vehicle_named(label).unwrap();
    found.iter().map(|position| labels.iter().map(|label| position.offsets[place(*label)]).collect()).collect()
}

/// Every position with the primary at the exit, from all combinations of what the lines allow.
fn goals_by_force(puzzle: &Puzzle, most: usize) -> Option<HashSet<Position>> {
    let mut lines: Vec<(Orientation, u8, Vec<usize>)> = Vec::new();
    for (index, vehicle) in puzzle.vehicles().iter().enumerate() {
        match lines
            .iter_mut()
            .find(|(orientation, line, _)| (*orientation, *line) == (vehicle.orientation, vehicle.line()))
        {
            Some((.., members)) => members.push(index),
            None => lines.push((vehicle.orientation, vehicle.line(), vec![index])),
        }
    }
    let mut positions = vec![Position::start(puzzle)];
    for (.., members) in &lines {
        let arranged = arrangements(puzzle, members);
        if positions.len() * arranged.len() > most {
            return None;
        }
        let combine = |position: &Position| {
            let with = |offsets: &Vec<Option<u8>>| {
                let mut position = position.clone();
                members.iter().zip(offsets).for_each(|(member, offset)| position.offsets[*member] = *offset);
                position
            };
            arranged.iter().map(with).collect::<Vec<_>>()
        };
        positions = positions.iter().flat_map(combine).collect();
    }
    let overlaps = |position: &Position| {
        let places = puzzle.vehicles().iter().zip(&position.offsets);
        let mut cells: Vec<_> =
            places.flat_map(|(vehicle, offset)| offset.map(|offset| vehicle.cells_at(offset))).flatten().collect();
        cells.sort();
        cells.windows(2).any(|pair| pair[0] == pair[1])
    };
    positions.retain(|position| position.is_solved() && !overlaps(position));
    Some(positions.into_iter().collect())
}

fn goals<const N: usize, const M: usize>(puzzle: &Puzzle, space: &LaneSpace<N, M>) -> Vec<Position> {
    let mut goals = Vec::new();
    assert!(space.for_each_goal(|state| {
        goals.extend(state.map(|state| placed(puzzle, space, &state)));
        true
    }));
    goals
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_space_has_the_moves_of_the_reference(
        puzzle in common::puzzles(), rules in common::rules(0..300), choices in prop::collection::vec(any::<Index>(), 1..40),
    ) {
        let puzzle = puzzle.with_rules(rules);
        in_its_space(&puzzle, &Walk(choices.clone()));
        let dry = common::without_figures(&puzzle).with_rules(Rules { default_fuel: None, ..rules });
        in_its_space(&dry, &Walk(choices));
    }

    #[test]
    fn the_space_reversed_has_every_move_turned_round(
        puzzle in common::puzzles(), rules in common::rules(0..1), choices in prop::collection::vec(any::<Index>(), 1..40),
    ) {
        let puzzle = common::without_figures(&puzzle).with_rules(Rules { default_fuel: None, ..rules });
        match AnySpace::new(&puzzle) {
            AnySpace::Narrow(space) => turned_round(&puzzle, &space, &choices),
            AnySpace::Middle(space) => turned_round(&puzzle, &space, &choices),
            AnySpace::Wide(space) => turned_round(&puzzle, &space, &choices),
        }
    }

    #[test]
    fn the_goals_are_all_positions_with_the_primary_at_the_exit(puzzle in common::small_puzzles(), rules in common::rules(0..1)) {
        let puzzle = common::without_figures(&puzzle).with_rules(Rules { default_fuel: None, ..rules });
        if let Some(expected) = goals_by_force(&puzzle, 4000) {
            let found = match AnySpace::new(&puzzle) {
                AnySpace::Narrow(space) => goals(&puzzle, &space),
                AnySpace::Middle(space) => goals(&puzzle, &space),
                AnySpace::Wide(space) => goals(&puzzle, &space),
            };
            prop_assert_eq!(found.len(), expected.len());
            prop_assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn with_vehicles_at_rest_the_same_positions_are_discovered_in_the_same_order(puzzle in common::puzzles(), rules in common::rules(0..12)) {
        let puzzle = puzzle.with_rules(rules);
        in_its_space(&puzzle, &Resting(1500));
        let dry = common::without_figures(&puzzle).with_rules(Rules { default_fuel: None, ..rules });
        in_its_space(&dry, &Resting(1500));
    }

    #[test]
    fn small_puzzles_are_discovered_to_the_last_position_with_vehicles_at_rest(puzzle in common::small_puzzles(), rules in common::rules(0..4)) {
        let puzzle = puzzle.with_rules(rules);
        in_its_space(&puzzle, &Resting(20_000));
    }
}

#[test]
fn where_more_than_64_vehicles_are_on_the_board_the_others_never_rest() {
    for seed in 0..6 {
        let draft = Random(seed).board(16, 16, 90);
        assert!(draft.vehicles.len() > 64, "only {}", draft.vehicles.len());
        let valet = seed % 2 == 0;
        let puzzle = Puzzle::try_from(draft).unwrap().with_rules(Rules { valet, ..Rules::default() });
        in_its_space(&puzzle, &Resting(5000));
    }
}

/// Found by chance: a wall parts the primary's row, and the valet takes vehicles on the other side of it, too.
#[test]
fn the_valet_takes_vehicles_from_behind_a_wall() {
    let mut draft = Draft::from(&rushlab::format::parse("........\nBB..xAA.\n........\n").unwrap());
    draft.exit = Some(DraftExit { side: Side::Left, at: None });
    draft.rules.valet = true;
    let puzzle = Puzzle::try_from(draft).unwrap();
    in_its_space(&puzzle, &Resting(1500));
}
