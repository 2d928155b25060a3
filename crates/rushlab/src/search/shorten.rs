//! Makes a solution shorter, without looking for another one.
//!
//! Around each position of the solution everything near is searched, layer by layer. Where a later position of the solution turns up
//! sooner than the solution gets there, the detour is cut out. This is repeated until nothing changes.

use super::arena::{Arena, Blocks, move_between};
use super::bfs::Bfs;
use super::meter::Meter;
use super::over::Search;
use super::{About, Algorithm as _, Observer, Optimal, Outcome, Status, Task};
use crate::puzzle::{Metric, Puzzle};
use crate::reference::{Move, Position};
use crate::space::{Rest, Space};

/// How many positions around each one are searched where the solution is to be as short as can be had.
pub(super) const NEAR: usize = 1 << 15;

/// A solution to be made shorter. Every move costs one, as in breadth-first search.
pub(super) struct Shorten<'a> {
    pub(super) moves: &'a [Move],
    /// How many positions around each of its positions are searched.
    pub(super) near: usize,
}

/// A solution without its detours, as far as a look at so many positions around each of its own shows them.
pub(crate) fn shortened(puzzle: &Puzzle, moves: &[Move], near: usize) -> Vec<Move> {
    let by_the_cell = puzzle.rules().metric == Metric::Steps;
    let parts = |mv: &Move| {
        let (count, cells) = if by_the_cell { (mv.cells, 1) } else { (1, mv.cells) };
        std::iter::repeat_n(Move { cells, ..*mv }, count.into())
    };
    let moves: Vec<Move> = moves.iter().flat_map(parts).collect();
    let outcome = Shorten { moves: &moves, near }.run(&Task::new(puzzle), &mut ());
    let end = outcome.moves.iter().try_fold(Position::start(puzzle), |position, mv| position.play(puzzle, *mv));
    let solves = end.is_ok_and(|end| end.solved(puzzle));
    if solves && outcome.moves.len() < moves.len() { outcome.moves } else { moves }
}

impl Search for Shorten<'_> {
    const ABOUT: About = About { summary: "cuts detours out of a solution", optimal: Optimal::Never, ..Bfs::ABOUT };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let mut meter = Meter::new(task, observer);
        let mut states = played(space, self.moves);
        let mut from = 0;
        let mut since_change = 0;
        let mut status = Status::Solved;
        // Once round the whole solution without a change, and it is done.
        while since_change + 1 < states.len() {
            from = if from + 2 < states.len() { from } else { 0 };
            match shortcut(space, &states, (from, self.near), &mut meter) {
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
        Outcome { status, moves, cost, bound: 0, statistics: meter.statistics }
    }
}

/// The positions of a solution.
fn played<S: Space>(space: &S, moves: &[Move]) -> Vec<S::State> {
    let mut scratch = space.scratch();
    let mut states = vec![space.start()];
    let mut state = space.start();
    for mv in moves {
        let mut after = None;
        space.expand(&space.wake(&state, Rest::default()), &mut scratch, |next, other, _| {
            if other == *mv {
                after = Some(S::parts(&next).0);
            }
        });
        let Some(next) = after else { break };
        states.push(next);
        state = next;
    }
    states
}

/// A shorter way from one position of a solution to a later one, the one that saves most: where it leads, and what is between.
#[expect(clippy::type_complexity, reason = "a pair")]
fn shortcut<S: Space>(
    space: &S,
    states: &[S::State],
    (from, near): (usize, usize),
    meter: &mut Meter<'_>,
) -> Result<Option<(usize, Vec<S::State>)>, Status> {
    let mut arena = Arena::<S>::new();
    let mut origins: Blocks<(u32, u32)> = Blocks::new();
    let mut scratch = space.scratch();
    arena.insert(states[from], S::hash(&states[from]));
    origins.push((0, 0));
    let mut head = 0;
    while head < arena.len() && arena.len() < near {
        let distance = origins[head].1 + 1;
        space.expand(&space.wake(&arena.state(head), Rest::default()), &mut scratch, |next, _, _| {
            let state = S::parts(&next).0;
            if arena.insert(state, S::hash(&state)).1 {
                origins.push((head as u32, distance));
            }
        });
        head += 1;
        meter.statistics.expanded += 1;
        if let Some(status) = meter.ended(0, arena.len() - head, || arena.bytes() + origins.bytes()) {
            return Err(status);
        }
    }
    let saving = |to: usize| {
        let number = arena.find(&states[to])?;
        let saved = (to - from).checked_sub(origins[number].1 as usize).filter(|saved| *saved > 0)?;
        Some((saved, to, number))
    };
    let Some((_, to, mut number)) = (from + 1..states.len()).filter_map(saving).max_by_key(|(saved, ..)| *saved) else {
        return Ok(None);
    };
    let mut between = Vec::new();
    loop {
        number = origins[number].0 as usize;
        if number == 0 {
            break;
        }
        between.push(arena.state(number));
    }
    between.reverse();
    Ok(Some((to, between)))
}
