//! The state space has the moves of `Position::play`, forwards and backwards, on random puzzles under all rules; and
//! sleep sets change only the effort.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../tests/integration/common/mod.rs"]
pub(crate) mod common;

use std::collections::{HashMap, HashSet};

use common::Random;
use proptest::prelude::*;

use super::packed::Packed;
use super::{AnySpace, LaneSpace, SleepSet, Space, SpaceCallback, SpacePlan, with_space};
use crate::position::{Move, Position};
use crate::puzzle::{Draft, DraftExit, Metric, Orientation, Puzzle, Rules, Side};
use crate::search::Duplicates;

type Index = prop::sample::Index;

/// A check of a state space of any type.
trait Check {
    fn run<S: Space>(&self, puzzle: &Puzzle, plan: &SpacePlan, space: &S);
}

/// Calls a check with a space.
struct InSpace<'a, T>(&'a Puzzle, &'a SpacePlan, &'a T);

impl<T: Check> SpaceCallback for InSpace<'_, T> {
    type Output = ();

    fn call<S: Space<State: Send + Sync> + Send + Sync + 'static>(self, space: S) {
        self.2.run(self.0, self.1, &space);
    }
}

/// Runs a check in the space of a plan.
fn check_in_space_of(puzzle: &Puzzle, plan: &SpacePlan, check: &impl Check) {
    with_space(puzzle, plan, Duplicates::Exact, InSpace(puzzle, plan, check));
}

/// Runs a check in the space that tracks all tanks of a puzzle.
fn check_in_full_space(puzzle: &Puzzle, check: &impl Check) {
    check_in_space_of(puzzle, &SpacePlan::full(puzzle), check);
}

/// Returns the start of a puzzle, with unlimited tanks where the plan does not track them.
fn relaxed_start(puzzle: &Puzzle, plan: &SpacePlan) -> Position {
    let mut start = Position::start(puzzle);
    for (vehicle, units) in start.fuel.iter_mut().enumerate() {
        *units = units.filter(|_| plan.tracks(vehicle));
    }
    start
}

/// Returns the successors of a state, the moves that lead there, and their costs.
fn successors<S: Space>(space: &S, unpacked: &S::Unpacked) -> Vec<(S::Unpacked, Move, u32)> {
    let mut found = Vec::new();
    space.expand(unpacked, &mut space.scratch(), |next, mv, cost| found.push((next, mv, cost)));
    found
}

/// Returns the successors of a state with all vehicles awake.
fn all_successors<S: Space>(space: &S, state: &S::State) -> Vec<(S::Unpacked, Move, u32)> {
    successors(space, &space.unpack(state, SleepSet::default()))
}

/// Returns a list of successors with packed states.
fn packed<S: Space>(found: &[(S::Unpacked, Move, u32)]) -> Vec<(S::State, Move, u32)> {
    found.iter().map(|(unpacked, mv, cost)| (S::pack(unpacked).0, *mv, *cost)).collect()
}

fn decoded<S: Space>(puzzle: &Puzzle, space: &S, state: &S::State) -> Position {
    let mut position = Position::start(puzzle);
    space.decode(state, &mut position);
    position
}

/// A random walk. Every state on it is compared with the reference rules.
struct Walk(Vec<Index>);

impl Check for Walk {
    fn run<S: Space>(&self, puzzle: &Puzzle, plan: &SpacePlan, space: &S) {
        let (mut state, mut position) = (space.start(), relaxed_start(puzzle, plan));
        for choice in &self.0 {
            assert_eq!(decoded(puzzle, space, &state), position);
            assert_eq!(space.is_goal(&state), position.is_solved());
            let found = all_successors(space, &state);
            let moves: Vec<Move> = found.iter().map(|(_, mv, _)| *mv).collect();
            assert_eq!(moves, position.legal_moves());
            for (unpacked, mv, cost) in &found {
                let (next, sleep) = S::pack(unpacked);
                assert_eq!(decoded(puzzle, space, &next), position.play(*mv).unwrap());
                assert_eq!(*cost, puzzle.rules().metric.cost(mv.cells));
                let direct = packed::<S>(&successors(space, unpacked));
                let repacked = packed::<S>(&successors(space, &space.unpack(&next, sleep)));
                assert!(direct == repacked, "packing and unpacking a successor changes nothing");
            }
            let Some((unpacked, mv, _)) = found.get(choice.index(found.len().max(1))).copied() else { break };
            (state, position) = (S::pack(&unpacked).0, position.play(mv).unwrap());
        }
    }
}

/// Returns the states in the order in which breadth-first search discovers them, each with the number of its parent;
/// and the number of moves that were generated.
fn discover<S: Space>(space: &S, most: usize, sleep_sets: bool) -> (Vec<(S::State, usize)>, usize) {
    let start = space.start();
    let (mut found, mut sleeps, mut generated) = (vec![(start, 0)], vec![SleepSet::default()], 0);
    let mut numbers: HashMap<u64, Vec<usize>> = HashMap::from([(S::hash(&start), vec![0])]);
    let mut head = 0;
    while head < found.len() && found.len() < most {
        let sleep = if sleep_sets { sleeps[head] } else { SleepSet::default() };
        for (unpacked, ..) in successors(space, &space.unpack(&found[head].0, sleep)) {
            let (state, sleep) = S::pack(&unpacked);
            generated += 1;
            let same_hash = numbers.entry(S::hash(&state)).or_default();
            if same_hash.iter().all(|number| found[*number].0 != state) {
                same_hash.push(found.len());
                found.push((state, head));
                sleeps.push(sleep);
            }
        }
        head += 1;
    }
    (found, generated)
}

/// A comparison of breadth-first search with and without sleep sets, up to a number of states.
struct SleepSetCheck(usize);

impl Check for SleepSetCheck {
    fn run<S: Space>(&self, puzzle: &Puzzle, _: &SpacePlan, space: &S) {
        let (all, all_moves) = discover(space, self.0, false);
        let (found, moves) = discover(space, self.0, true);
        if !common::has_tanks(puzzle) || puzzle.rules().metric == Metric::Steps {
            assert!(found == all, "{} states, not {}, or with other parents", found.len(), all.len());
            assert!(moves <= all_moves);
        } else if all.len() < self.0 {
            // Numbers of moves can be compared only if both searches are complete.
            assert!(moves <= all_moves);
            let with_depths = |found| with_depths(puzzle, space, found);
            check_dominated(&with_depths(&found), &with_depths(&all));
        }
    }
}

/// Returns states as positions, each with its distance from the start.
fn with_depths<S: Space>(puzzle: &Puzzle, space: &S, found: &[(S::State, usize)]) -> Vec<(Position, usize)> {
    let mut positions: Vec<(Position, usize)> = Vec::new();
    for (number, (state, parent)) in found.iter().enumerate() {
        positions.push((decoded(puzzle, space, state), if number == 0 { 0 } else { positions[*parent].1 + 1 }));
    }
    positions
}

/// Checks that for each position one of those found has the same board, at most the same depth, and at least the same
/// fuel. A vehicle that moves twice in a row burns at least the fuel of one move, so sleep sets skip such moves.
fn check_dominated(found: &[(Position, usize)], all: &[(Position, usize)]) {
    let mut by_board: HashMap<&[Option<u8>], Vec<&(Position, usize)>> = HashMap::new();
    found.iter().for_each(|one| by_board.entry(&one.0.offsets).or_default().push(one));
    for (position, depth) in all {
        let dominates = |other: &&(Position, usize)| {
            other.1 <= *depth && other.0.fuel.iter().zip(&position.fuel).all(|(other, own)| other >= own)
        };
        assert!(by_board.get(&*position.offsets).is_some_and(|others| others.iter().any(dominates)), "{position:?}");
    }
}

/// Checks that the reversed space has every move of the space with start and end exchanged, and no other.
fn check_reversed<const N: usize, const M: usize>(puzzle: &Puzzle, forth: &LaneSpace<N, M>, choices: &[Index]) {
    let back = forth.reversed(puzzle);
    assert!(back.start() == forth.start());
    let check = |state: &Packed<N>| {
        assert_eq!(back.is_goal(state), forth.is_goal(state));
        assert_eq!(decoded(puzzle, &back, state), decoded(puzzle, forth, state));
        for (from, to) in [(forth, &back), (&back, forth)] {
            for (next, mv, cost) in packed::<LaneSpace<N, M>>(&all_successors(from, state)) {
                assert!(packed::<LaneSpace<N, M>>(&all_successors(to, &next)).contains(&(*state, mv, cost)));
            }
        }
    };
    // The first half of the walk goes forwards, the second backwards, possibly to unreachable states.
    let mut state = forth.start();
    for (number, choice) in choices.iter().enumerate() {
        check(&state);
        let found = all_successors(if number < choices.len() / 2 { forth } else { &back }, &state);
        let Some((unpacked, ..)) = found.get(choice.index(found.len().max(1))) else { break };
        state = LaneSpace::pack(unpacked).0;
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

/// Returns all arrangements that the vehicles of one line can reach if nothing crosses it, by the reference rules.
fn arrangements(puzzle: &Puzzle, vehicles: &[usize]) -> Vec<Vec<Option<u8>>> {
    let own = vehicles.contains(&puzzle.primary_index());
    let labels: Vec<_> = vehicles.iter().map(|vehicle| puzzle.vehicles()[*vehicle].label).collect();
    let mut draft = Draft::from(puzzle);
    draft.vehicles.retain(|vehicle| labels.contains(&vehicle.label));
    if !own {
        let first = draft.vehicles[0];
        draft.primary = Some(first.label);
        draft.exit = Some(DraftExit { side: Side::default_for(first.orientation), line: None });
        draft.rules.valet = false;
    }
    let line = Puzzle::try_from(draft).unwrap();
    let mut found = HashSet::from([Position::start(&line)]);
    let mut open = vec![Position::start(&line)];
    while let Some(position) = open.pop() {
        let next = position.legal_moves().into_iter().map(|mv| position.play(mv).unwrap());
        open.extend(next.filter(|next| found.insert(next.clone())));
    }
    let index = |label| line.vehicle_named(label).unwrap();
    found.iter().map(|position| labels.iter().map(|label| position.offsets[index(*label)]).collect()).collect()
}

/// Returns every position with the primary at the exit, found among all combinations of arrangements of the lines.
fn goals_by_enumeration(puzzle: &Puzzle, most: usize) -> Option<HashSet<Position>> {
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
        goals.extend(state.map(|state| decoded(puzzle, space, &state)));
        true
    }));
    goals
}

/// Returns the plan that tracks some of the tanks of a puzzle.
fn partial_plan(puzzle: &Puzzle, tracked: &[bool]) -> SpacePlan {
    let mut plan = SpacePlan::relaxed(puzzle);
    let full = SpacePlan::full(puzzle);
    plan.track(full.tracked().filter(|vehicle| tracked[vehicle % tracked.len()]));
    plan
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_space_has_the_moves_of_the_reference_rules(
        puzzle in common::puzzles(), rules in common::rules(0..300), choices in prop::collection::vec(any::<Index>(), 1..40),
        tracked in prop::collection::vec(any::<bool>(), 26),
    ) {
        let puzzle = puzzle.with_rules(rules);
        let plans = [SpacePlan::full(&puzzle), SpacePlan::relaxed(&puzzle), partial_plan(&puzzle, &tracked)];
        plans.iter().for_each(|plan| check_in_space_of(&puzzle, plan, &Walk(choices.clone())));
    }

    #[test]
    fn the_reversed_space_has_every_move_reversed(
        puzzle in common::puzzles(), rules in common::rules(0..1), choices in prop::collection::vec(any::<Index>(), 1..40),
    ) {
        let puzzle = common::without_figures(&puzzle).with_rules(Rules { default_fuel: None, ..rules });
        match AnySpace::new(&puzzle) {
            AnySpace::Narrow(space) => check_reversed(&puzzle, &space, &choices),
            AnySpace::Middle(space) => check_reversed(&puzzle, &space, &choices),
            AnySpace::Wide(space) => check_reversed(&puzzle, &space, &choices),
        }
    }

    #[test]
    fn the_goals_are_all_positions_with_the_primary_at_the_exit(puzzle in common::small_puzzles(), rules in common::rules(0..1)) {
        let puzzle = common::without_figures(&puzzle).with_rules(Rules { default_fuel: None, ..rules });
        if let Some(expected) = goals_by_enumeration(&puzzle, 4000) {
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
    fn with_sleep_sets_the_same_states_are_discovered_in_the_same_order(puzzle in common::puzzles(), rules in common::rules(0..12)) {
        let puzzle = puzzle.with_rules(rules);
        check_in_full_space(&puzzle, &SleepSetCheck(1500));
        let without_fuel = common::without_figures(&puzzle).with_rules(Rules { default_fuel: None, ..rules });
        check_in_full_space(&without_fuel, &SleepSetCheck(1500));
    }

    #[test]
    fn with_sleep_sets_every_state_of_a_small_puzzle_is_discovered(puzzle in common::small_puzzles(), rules in common::rules(0..4)) {
        let puzzle = puzzle.with_rules(rules);
        check_in_full_space(&puzzle, &SleepSetCheck(20_000));
    }
}

#[test]
fn sleep_sets_work_on_boards_with_more_than_64_vehicles() {
    for seed in 0..6 {
        let draft = Random(seed).board(16, 16, 90);
        assert!(draft.vehicles.len() > 64, "only {}", draft.vehicles.len());
        let valet = seed % 2 == 0;
        let puzzle = Puzzle::try_from(draft).unwrap().with_rules(Rules { valet, ..Rules::default() });
        check_in_full_space(&puzzle, &SleepSetCheck(5000));
    }
}

/// A regression test: a wall divides the row of the primary, and the valet also removes vehicles on the other side of
/// it.
#[test]
fn the_valet_removes_vehicles_behind_a_wall() {
    let mut draft = Draft::from(&crate::format::parse("........\nBB..xAA.\n........\n").unwrap());
    draft.exit = Some(DraftExit { side: Side::Left, line: None });
    draft.rules.valet = true;
    let puzzle = Puzzle::try_from(draft).unwrap();
    check_in_full_space(&puzzle, &SleepSetCheck(1500));
}
