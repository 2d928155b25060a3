//! Bidirectional breadth-first search (Pohl 1971): searches from the start and from all goals in turn until they meet.
//!
//! The goals are all states with the primary at the exit, reachable or not. On a large board there are too many to
//! list, and the search ends at a limit. The backward search uses the reversed space. It cannot track fuel, because it
//! does not know how much is left at a goal. So the bidirectional pass tracks no tank; if its solution overdraws one,
//! or if it ends at a limit, forward breadth-first search continues in passes.

use super::bfs::Bfs;
use super::control::{NodeOrigin, SearchControl};
use super::outcome::SearchResult;
use super::passes::search_in_passes_from;
use super::{About, Algorithm, Duplicates, Limit, Limits, Observer, Optimality, Outcome, Pass, Status, Task};
use crate::blocks::Blocks;
use crate::footprint::Footprint;
use crate::space::{AnySpace, LaneSpace, SleepSet, Space, SpacePlan, StateRegistry, move_between, path_to};

pub(super) struct Bidirectional;

impl Algorithm for Bidirectional {
    fn about(&self) -> &'static About {
        const {
            &About::new(
                "bidirectional",
                "breadth-first search from the start and from all goals, until they meet",
                Optimality::Always,
            )
            .plain("Search from both ends", "breadth-first from the start and from the exit, until they meet")
            .proof("both searches go layer by layer, so they meet on a shortest path")
            .colour("#8c6bb1")
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
        // With fuel, forward search may decide a puzzle whose goals without fuel are too many.
        let too_large = matches!(result.status, Status::Limit(_)) && plan != SpacePlan::full(task.puzzle);
        if !plan.widen(task.puzzle, result.moves()) && !too_large {
            return result.into_outcome(task.puzzle, passes);
        }
        let states = task.limits.states.saturating_sub(result.statistics.states);
        if states == 0 {
            let status = Status::Limit(Limit::States);
            return SearchResult::without_path(status, result.bound, result.statistics)
                .into_outcome(task.puzzle, passes);
        }
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

/// One of the two searches, with the layer that it expands next.
struct Frontier<S: Space> {
    registry: StateRegistry<S::State>,
    /// For each state, its parent in this search; roots are their own parents.
    parents: Blocks<u32>,
    /// Number of the first state of the layer to expand, which ends with the last state.
    layer: usize,
    /// The distance of that layer from the roots.
    depth: u32,
}

impl<S: Space> Frontier<S> {
    fn new() -> Frontier<S> {
        Frontier { registry: StateRegistry::new(), parents: Blocks::new(), layer: 0, depth: 0 }
    }

    fn add(&mut self, state: S::State, parent: Option<usize>) -> Option<usize> {
        let (number, new) = self.registry.insert(state, S::hash(&state));
        if new {
            self.parents.push(parent.unwrap_or(number) as u32);
        }
        new.then_some(number)
    }

    /// Returns the origin of a state in the search tree. Nodes of the forward search have even numbers, those of the
    /// backward one odd.
    fn origin(&self, space: &S, number: usize, from_start: bool) -> NodeOrigin {
        let node = |number: usize| 2 * number + usize::from(!from_start);
        let parent = self.parents[number] as usize;
        if parent == number {
            return NodeOrigin { node: node(number), parent: None, mv: None };
        }
        // The backward space has the same moves with start and end exchanged.
        let mv = move_between(space, &mut space.scratch(), &self.registry.state(parent), &self.registry.state(number));
        NodeOrigin { node: node(number), parent: Some(node(parent)), mv }
    }

    fn width(&self) -> usize {
        self.registry.len() - self.layer
    }

    fn footprint(&self) -> Footprint {
        self.registry.footprint() + self.parents.bytes()
    }
}

fn search<const N: usize, const M: usize>(
    forward_space: &LaneSpace<N, M>,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> SearchResult {
    let mut control = SearchControl::new(task, observer);
    let backward_space = forward_space.reversed(task.puzzle);
    let (mut forward, mut backward) = (Frontier::<LaneSpace<N, M>>::new(), Frontier::new());
    forward.add(forward_space.start(), None);
    let mut stopped = None;
    forward_space.for_each_goal(|goal| {
        goal.map(|goal| backward.add(goal, None));
        stopped = control.check(backward.registry.len() + 1, backward.registry.len(), || backward.footprint());
        // Listing goals takes time, but expands no states.
        control.count_other_work();
        stopped.is_none()
    });
    if let Some(status) = stopped {
        return control.without_path(status);
    }
    let start = forward_space.start();
    let start_hash = LaneSpace::<N, M>::hash(&start);
    let mut meeting = backward.registry.find(&start, start_hash).map(|goal| (0, goal));
    while meeting.is_none() && forward.width() > 0 && backward.width() > 0 {
        // The side with the smaller layer is expanded next.
        let from_start = forward.width() <= backward.width();
        let (space, own, other) = if from_start {
            (forward_space, &mut forward, &backward)
        } else {
            (&backward_space, &mut backward, &forward)
        };
        match advance(space, own, other, from_start, &mut control) {
            Ok(met) => meeting = met.map(|(own, other)| if from_start { (own, other) } else { (other, own) }),
            Err(status) => return control.without_path(status),
        }
        control.bound += 1;
    }
    control.finish(forward.registry.len() + backward.registry.len(), forward.footprint() + backward.footprint());
    let Some((forward_meeting, backward_meeting)) = meeting else { return control.shortest(None) };
    let mut moves =
        path_to(forward_space, &forward.registry, |number| forward.parents[number] as usize, forward_meeting);
    let mut scratch = forward_space.scratch();
    let mut at = backward_meeting;
    while backward.parents[at] as usize != at {
        let next = backward.parents[at] as usize;
        moves.extend(move_between(
            forward_space,
            &mut scratch,
            &backward.registry.state(at),
            &backward.registry.state(next),
        ));
        at = next;
    }
    control.shortest(Some(moves))
}

/// Expands a layer. Returns the numbers of the state on both sides where they meet.
fn advance<S: Space>(
    space: &S,
    own: &mut Frontier<S>,
    other: &Frontier<S>,
    from_start: bool,
    control: &mut SearchControl<'_>,
) -> Result<Option<(usize, usize)>, Status> {
    let mut scratch = space.scratch();
    let end = own.registry.len();
    for number in own.layer..end {
        let state = own.registry.state(number);
        control.visit(space, &state, [own.depth, own.depth, 0], || own.origin(space, number, from_start));
        let mut meeting = None;
        space.expand(&space.unpack(&state, SleepSet::default()), &mut scratch, |next, _, _| {
            control.statistics.generated += 1;
            let state = S::pack(&next).0;
            // At the limit the search ends after this expansion.
            if own.registry.len() + other.registry.len() < control.max_states()
                && let Some(added) = own.add(state, Some(number))
                && meeting.is_none()
            {
                meeting = other.registry.find(&state, S::hash(&state)).map(|there| (added, there));
            }
        });
        control.statistics.expanded += 1;
        if meeting.is_some() {
            return Ok(meeting);
        }
        let states = own.registry.len() + other.registry.len();
        let open = own.registry.len() - number + other.width();
        if let Some(status) = control.check(states, open, || own.footprint() + other.footprint()) {
            return Err(status);
        }
    }
    own.layer = end;
    own.depth += 1;
    Ok(None)
}
