//! Shortens a solution by local search (after plan neighbourhood graph search, Nakhost & Müller 2010).
//!
//! Breadth-first search explores the neighbourhood of each state of the solution. If it reaches a later state of the
//! solution by a shorter path, that path replaces the detour. This is repeated until nothing changes.

use super::control::SearchControl;
use super::outcome::SearchResult;
use super::passes::{SpaceSearch, search_in_passes};
use super::{Observer, Status, Task};
use crate::blocks::Blocks;
use crate::position::Move;
use crate::puzzle::{Metric, Puzzle};
use crate::solution::Solution;
use crate::space::{SleepSet, Space, StateRegistry, move_between};

/// A solution to shorten. Every move costs 1, as in breadth-first search.
pub(super) struct Shorten<'a> {
    pub(super) moves: &'a [Move],
    /// Number of states that are explored around each state of the solution.
    pub(super) neighbourhood: usize,
}

/// Returns a solution without the detours that an exploration of some states around each of its states finds.
pub fn shortened(puzzle: &Puzzle, moves: &[Move], neighbourhood: usize) -> Vec<Move> {
    let in_steps = puzzle.rules().metric == Metric::Steps;
    let parts = |mv: &Move| {
        let (count, cells) = if in_steps { (mv.cells, 1) } else { (1, mv.cells) };
        std::iter::repeat_n(Move { cells, ..*mv }, count.into())
    };
    let moves: Vec<Move> = moves.iter().flat_map(parts).collect();
    let search = Shorten { moves: &moves, neighbourhood };
    let (result, _) = search_in_passes(&search, &Task::new(puzzle), &mut ());
    let shorter = result.path.map(|path| path.moves).filter(|shorter| shorter.len() < moves.len());
    shorter.filter(|shorter| Solution::from_moves(puzzle, shorter).is_ok()).unwrap_or(moves)
}

impl SpaceSearch for Shorten<'_> {
    const WIDENS_AT_ONCE: bool = true;

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        let mut control = SearchControl::new(task, observer);
        let mut states = states_of(space, self.moves);
        let mut from = 0;
        let mut since_change = 0;
        let mut status = Status::Solved;
        // It is done after one round over the whole solution without a change.
        while since_change + 1 < states.len() {
            from = if from + 2 < states.len() { from } else { 0 };
            match shortcut(space, &states, (from, self.neighbourhood), &mut control) {
                Ok(Some((to, between))) => {
                    states.splice(from + 1..to, between);
                    since_change = 0;
                }
                Ok(None) => since_change += 1,
                Err(stopped) => {
                    status = stopped;
                    break;
                }
            }
            from += 1;
        }
        let mut scratch = space.scratch();
        let mv = |pair: &[S::State]| move_between(space, &mut scratch, &pair[0], &pair[1]);
        let moves: Vec<Move> = states.windows(2).filter_map(mv).collect();
        let cost = moves.len() as u32;
        SearchResult { status, ..SearchResult::solved(moves, cost, 0, control.statistics) }
    }
}

fn states_of<S: Space>(space: &S, moves: &[Move]) -> Vec<S::State> {
    let mut scratch = space.scratch();
    let mut states = vec![space.start()];
    let mut state = space.start();
    for mv in moves {
        let mut after = None;
        space.expand(&space.unpack(&state, SleepSet::default()), &mut scratch, |next, other, _| {
            if other == *mv {
                after = Some(S::pack(&next).0);
            }
        });
        let Some(next) = after else { break };
        states.push(next);
        state = next;
    }
    states
}

/// Returns the path from one state of a solution to a later one that saves most moves: the index of the first state
/// that stays, and the states before it.
#[expect(clippy::type_complexity, reason = "a pair")]
fn shortcut<S: Space>(
    space: &S,
    states: &[S::State],
    (from, neighbourhood): (usize, usize),
    control: &mut SearchControl<'_>,
) -> Result<Option<(usize, Vec<S::State>)>, Status> {
    let mut registry = StateRegistry::new();
    let mut parents: Blocks<(u32, u32)> = Blocks::new();
    let mut scratch = space.scratch();
    registry.insert(states[from], S::hash(&states[from]));
    parents.push((0, 0));
    let mut head = 0;
    while head < registry.len() && registry.len() < neighbourhood {
        let distance = parents[head].1 + 1;
        space.expand(&space.unpack(&registry.state(head), SleepSet::default()), &mut scratch, |next, _, _| {
            let state = S::pack(&next).0;
            if registry.insert(state, S::hash(&state)).1 {
                parents.push((head as u32, distance));
            }
        });
        head += 1;
        control.statistics.expanded += 1;
        if let Some(status) = control.check(0, registry.len() - head, || registry.footprint() + parents.bytes()) {
            return Err(status);
        }
    }
    let saving = |to: usize| {
        let number = registry.find(&states[to], S::hash(&states[to]))?;
        let saved = (to - from).checked_sub(parents[number].1 as usize).filter(|saved| *saved > 0)?;
        Some((saved, to, number))
    };
    let Some((_, to, mut number)) = (from + 1..states.len()).filter_map(saving).max_by_key(|(saved, ..)| *saved) else {
        return Ok(None);
    };
    if number == 0 {
        // The solution returns to the state, so the later occurrence goes too.
        return Ok(Some((to + 1, Vec::new())));
    }
    let mut between = Vec::new();
    loop {
        number = parents[number].0 as usize;
        if number == 0 {
            break;
        }
        between.push(registry.state(number));
    }
    between.reverse();
    Ok(Some((to, between)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::position::replay;

    fn moves(puzzle: &Puzzle, text: &str) -> Vec<Move> {
        let replayed = replay(puzzle, &notation::read(text, None).unwrap());
        assert_eq!(replayed.error, None);
        replayed.played.into_iter().map(|(mv, _)| mv).collect()
    }

    #[test]
    fn detours_and_cycles_are_removed() {
        let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse().unwrap();
        let detours =
            ["CL1 CR1 BD2 XR3", "AU1 AD1 AU1 AD1 BD2 XR3", "BD1 BD1 XR1 XL1 XR3", "AU1 BD2 AD1 XR3", "BD2 XR3"];
        for detour in detours {
            let short = shortened(&puzzle, &moves(&puzzle, detour), 1 << 15);
            assert_eq!(notation::write(notation::LETTERS, &puzzle, &short).trim_end(), "BD2 XR3", "{detour}");
        }
    }
}
