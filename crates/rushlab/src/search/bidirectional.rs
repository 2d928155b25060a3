//! Bidirectional breadth-first search (Pohl 1971): layers around the start and layers around the goals, until they meet.
//!
//! The goals are all states with the primary at the exit, reachable or not. On a large board there are too many to list, and the search
//! ends at a limit. The backward search uses the reversed space. It cannot track fuel, because it does not know how much is left at a
//! goal. So the bidirectional pass tracks no tank; if its solution overdraws one, forward breadth-first search continues in passes.

use super::arena::{Arena, Blocks, move_between, path_to};
use super::bfs::Bfs;
use super::meter::{Meter, Origin};
use super::outcome::SearchResult;
use super::passes::search_in_passes_from;
use super::{About, Algorithm, Duplicates, Limits, Observer, Optimality, Outcome, Pass, Status, Task};
use crate::sealed::Sealed;
use crate::space::{AnySpace, LaneSpace, SleepSet, Space, SpacePlan};

/// `bidirectional`.
pub(super) struct Bidirectional;

impl Sealed for Bidirectional {}

impl Algorithm for Bidirectional {
    fn about(&self) -> &'static About {
        &About {
            name: "bidirectional",
            aliases: &[],
            summary: "breadth-first search from the start and from all goals, until they meet",
            optimal: Optimality::Always,
            informed: false,
            random: false,
        }
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let mut plan = SpacePlan::relaxed(task.puzzle);
        observer.begin_pass(&plan);
        let result = match AnySpace::new(task.puzzle) {
            AnySpace::Narrow(lanes) => search(&lanes, task, observer),
            AnySpace::Middle(lanes) => search(&lanes, task, observer),
            AnySpace::Wide(lanes) => search(&lanes, task, observer),
        };
        let mut passes = vec![Pass { plan: plan.clone(), statistics: result.statistics }];
        if !plan.widen(task.puzzle, result.moves()) {
            return result.into_outcome(task.puzzle, passes);
        }
        let states = task.limits.states.saturating_sub(result.statistics.states);
        let limits = Limits { states, ..task.limits };
        let task = Task { duplicates: Duplicates::Exact, limits, ..*task };
        let (mut exact, more) = search_in_passes_from(plan, &Bfs, &task, observer);
        passes.extend(more);
        let mut spent = result.statistics;
        spent.add(&exact.statistics);
        (exact.statistics, exact.bound) = (spent, exact.bound.max(result.bound));
        exact.into_outcome(task.puzzle, passes)
    }
}

/// One of the two searches.
struct Front<S: Space> {
    arena: Arena<S>,
    /// For each state, its parent in this search; roots are their own parents.
    parents: Blocks<u32>,
    /// The number of the first state of the layer to expand, which ends with the last state.
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

    /// Returns the place of a state in the search tree. Nodes of the forward search have even numbers, those of the backward one odd.
    fn origin(&self, space: &S, number: usize, from_start: bool) -> Origin {
        let node = |number: usize| 2 * number + usize::from(!from_start);
        let parent = self.parents[number] as usize;
        if parent == number {
            return Origin { node: node(number), parent: None, mv: None };
        }
        // The backward space has the same moves with start and end exchanged.
        let mv = move_between(space, &mut space.scratch(), &self.arena.state(parent), &self.arena.state(number));
        Origin { node: node(number), parent: Some(node(parent)), mv }
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
) -> SearchResult {
    let mut meter = Meter::new(task, observer);
    let back = forth.reversed(task.puzzle);
    let (mut near, mut far) = (Front::<LaneSpace<N, M>>::new(), Front::new());
    near.add(forth.start(), None);
    let mut stopped = None;
    forth.for_each_goal(|goal| {
        goal.map(|goal| far.add(goal, None));
        stopped = meter.check(far.arena.len() + 1, far.arena.len(), || far.bytes());
        // Listing goals takes time, but expands no states.
        meter.hasten();
        stopped.is_none()
    });
    if let Some(status) = stopped {
        return meter.without_path(status);
    }
    let mut meeting = far.arena.find(&forth.start()).map(|goal| (0, goal));
    while meeting.is_none() && near.width() > 0 && far.width() > 0 {
        // The side with the smaller layer is expanded next.
        let from_start = near.width() <= far.width();
        let (space, own, other) = if from_start { (forth, &mut near, &far) } else { (&back, &mut far, &near) };
        match advance(space, own, other, from_start, &mut meter) {
            Ok(met) => meeting = met.map(|(own, other)| if from_start { (own, other) } else { (other, own) }),
            Err(status) => return meter.without_path(status),
        }
        meter.bound += 1;
    }
    meter.finish(near.arena.len() + far.arena.len(), near.bytes() + far.bytes());
    let Some((left, right)) = meeting else { return meter.without_path(Status::Unsolvable) };
    let mut moves = path_to(forth, &near.arena, |number| near.parents[number] as usize, left);
    let mut scratch = forth.scratch();
    let mut at = right;
    while far.parents[at] as usize != at {
        let next = far.parents[at] as usize;
        moves.extend(move_between(forth, &mut scratch, &far.arena.state(at), &far.arena.state(next)));
        at = next;
    }
    let cost = moves.len() as u32;
    SearchResult::solved(moves, cost, cost, meter.statistics)
}

/// Expands a layer. Returns the numbers of the state on both sides where they meet.
fn advance<S: Space>(
    space: &S,
    own: &mut Front<S>,
    other: &Front<S>,
    from_start: bool,
    meter: &mut Meter<'_>,
) -> Result<Option<(usize, usize)>, Status> {
    let mut scratch = space.scratch();
    let end = own.arena.len();
    for number in own.layer..end {
        let state = own.arena.state(number);
        meter.visit(space, &state, [meter.bound, meter.bound, 0], || own.origin(space, number, from_start));
        let mut meeting = None;
        space.expand(&space.unpack(&state, SleepSet::default()), &mut scratch, |next, _, _| {
            meter.statistics.generated += 1;
            let state = S::pack(&next).0;
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
        if let Some(status) = meter.check(states, open, || own.bytes() + other.bytes()) {
            return Err(status);
        }
    }
    own.layer = end;
    Ok(None)
}
