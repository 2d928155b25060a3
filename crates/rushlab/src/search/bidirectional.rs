//! Breadth-first search from both ends: layers around the start and layers around the goals, until they meet.
//!
//! The goals are all positions with the primary at the exit, whether they can be reached or not; on a large board they are too many to
//! list, and then this ends at a limit. Moves backwards come from the space turned round. Where a tank binds, going backwards would
//! have to guess what is left in it: then the answer comes from the search with tanks that goes forwards only.

use super::arena::{Arena, Blocks, move_between, way};
use super::bfs::Bfs;
use super::meter::Meter;
use super::over::{after, over_tanks, overdrawn, tanks};
use super::{About, Algorithm, Duplicates, Observer, Optimal, Outcome, Status, Task};
use crate::space::{AnySpace, LaneSpace, Rest, Space};

/// `bidirectional`.
pub(super) struct Bidirectional;

impl Algorithm for Bidirectional {
    fn about(&self) -> &'static About {
        &About {
            name: "bidirectional",
            aliases: &[],
            summary: "breadth-first search from the start and from all goals, until they meet",
            optimal: Optimal::Always,
            informed: false,
            random: false,
        }
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        match AnySpace::new(task.puzzle) {
            AnySpace::Narrow(lanes) => with_tanks(&lanes, task, observer),
            AnySpace::Middle(lanes) => with_tanks(&lanes, task, observer),
            AnySpace::Wide(lanes) => with_tanks(&lanes, task, observer),
        }
    }
}

fn with_tanks<const N: usize, const M: usize>(
    lanes: &LaneSpace<N, M>,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    let outcome = search(lanes, task, observer);
    if overdrawn(task.puzzle, &outcome.moves).is_empty() {
        return outcome;
    }
    let task = &Task { duplicates: Duplicates::Exact, ..after(task, &outcome) };
    let mut exact = over_tanks(&Bfs, lanes, &tanks(task.puzzle), task, observer);
    let mut spent = outcome.statistics;
    spent.and_then(&exact.statistics);
    exact.statistics = spent;
    exact
}

/// One of the two searches.
struct Front<S: Space> {
    arena: Arena<S>,
    /// For each position, the next one towards where this search began; roots are their own.
    parents: Blocks<u32>,
    /// The layer to be expanded: its first number. It ends where the positions end.
    layer: usize,
}

impl<S: Space> Front<S> {
    fn new() -> Front<S> {
        Front { arena: Arena::new(), parents: Blocks::new(), layer: 0 }
    }

    fn add(&mut self, state: S::State, parent: Option<usize>) -> Option<usize> {
        let (number, new) = self.arena.insert(state, S::hash(&state));
        if new {
            self.parents.push(parent.unwrap_or(number) as u32);
        }
        new.then_some(number)
    }

    fn width(&self) -> usize {
        self.arena.len() - self.layer
    }

    fn bytes(&self) -> u64 {
        self.arena.bytes() + self.parents.bytes()
    }
}

fn search<const N: usize, const M: usize>(
    forth: &LaneSpace<N, M>,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    let mut meter = Meter::new(task, observer);
    let back = forth.reversed(task.puzzle);
    let (mut near, mut far) = (Front::<LaneSpace<N, M>>::new(), Front::new());
    near.add(forth.start(), None);
    let mut stopped = None;
    forth.goals(|goal| {
        goal.map(|goal| far.add(goal, None));
        stopped = meter.ended(far.arena.len() + 1, far.arena.len(), || far.bytes());
        // Listing goals is not expanding positions, but it takes its time.
        meter.look_soon();
        stopped.is_none()
    });
    if let Some(status) = stopped {
        return meter.without(status);
    }
    let mut meeting = far.arena.find(&forth.start()).map(|goal| (0, goal));
    while meeting.is_none() && near.width() > 0 && far.width() > 0 {
        // The narrower side takes the next step.
        let from_start = near.width() <= far.width();
        let (space, own, other) = if from_start { (forth, &mut near, &far) } else { (&back, &mut far, &near) };
        match advance(space, own, other, &mut meter) {
            Ok(met) => meeting = met.map(|(own, other)| if from_start { (own, other) } else { (other, own) }),
            Err(status) => return meter.without(status),
        }
        meter.bound += 1;
    }
    meter.finish(near.arena.len() + far.arena.len(), near.bytes() + far.bytes());
    let Some((left, right)) = meeting else { return meter.without(Status::Unsolvable) };
    let mut moves = way(forth, &near.arena, |number| near.parents[number] as usize, left);
    let mut scratch = forth.scratch();
    let mut at = right;
    while far.parents[at] as usize != at {
        let next = far.parents[at] as usize;
        moves.extend(move_between(forth, &mut scratch, &far.arena.state(at), &far.arena.state(next)));
        at = next;
    }
    let cost = moves.len() as u32;
    Outcome { status: Status::Solved, moves, cost, bound: cost, statistics: meter.statistics }
}

/// Expands a layer; where it meets the other side, as numbers on both.
fn advance<S: Space>(
    space: &S,
    own: &mut Front<S>,
    other: &Front<S>,
    meter: &mut Meter<'_>,
) -> Result<Option<(usize, usize)>, Status> {
    let mut scratch = space.scratch();
    let end = own.arena.len();
    for number in own.layer..end {
        let state = own.arena.state(number);
        meter.visit(space, &state, meter.bound, meter.bound, 0);
        let mut meeting = None;
        space.expand(&space.wake(&state, Rest::default()), &mut scratch, |next, _, _| {
            meter.statistics.generated += 1;
            let state = S::parts(&next).0;
            if let Some(added) = own.add(state, Some(number))
                && meeting.is_none()
            {
                meeting = other.arena.find(&state).map(|there| (added, there));
            }
        });
        meter.statistics.expanded += 1;
        if meeting.is_some() {
            return Ok(meeting);
        }
        let states = own.arena.len() + other.arena.len();
        let open = own.arena.len() - number + other.width();
        if let Some(status) = meter.ended(states, open, || own.bytes() + other.bytes()) {
            return Err(status);
        }
    }
    own.layer = end;
    Ok(None)
}
