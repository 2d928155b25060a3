//! Backward reasoning in an AND-OR tree (Olieslagers, Bnaya, Li and Ma, *A computational model of backward reasoning in
//! human problem solving*): to move the primary to the exit, *all* vehicles in its way must move (AND), each to *one*
//! of the places where it is no longer in the way (OR); for that, others must move first; and so on, until a vehicle
//! can move.
//!
//! A player goes down the tree by chance: to each vehicle in the way with equal probability, and to one of its places;
//! at every step, thought stops with a certain probability. Whether a path through the tree meets the same aim twice
//! does not matter, so the tree is treated as a Markov chain over aims: the probability of a circle falls
//! with every step.

use super::layout::Layout;

/// The most steps of a thought.
const MAX_STEPS: usize = 12;

/// How players choose among the places of a vehicle in the way, and how soon they stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reasoning {
    /// The probability that thought stops at a step.
    pub stop: f64,
    /// How much each vehicle in its own way makes a place less likely: the logarithm of a factor.
    pub per_vehicle: f64,
    /// How much each cell of its way makes a place more likely: the logarithm of a factor.
    pub per_cell: f64,
}

impl Reasoning {
    /// The reasoning of the paper: all places are equally likely.
    pub const EVEN: Reasoning = Reasoning { stop: 0.07, per_vehicle: 0.0, per_cell: 0.0 };
    /// The reasoning whose result is a feature of [`Logit`](super::Logit): places that are free and farther away are
    /// likelier, and thought stops soon.
    pub const WEIGHTED: Reasoning = Reasoning { stop: 0.5, per_vehicle: -0.5, per_cell: 0.2 };
}

/// The AND-OR tree of a position: from each aim to those that serve it, with probabilities.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// The edges of aim `n` are those from `starts[n]` to `starts[n + 1]`.
    starts: Vec<u32>,
    edges: Vec<(u32, f64)>,
}

impl Tree {
    pub(super) fn new(layout: &Layout, grid: &[u8], offsets: &[u8], reasoning: &Reasoning) -> Tree {
        let aims = layout.tracks.len() * layout.span;
        let mut tree = Tree { starts: Vec::with_capacity(aims + 1), edges: Vec::new() };
        for aim in 0..aims {
            tree.starts.push(tree.edges.len() as u32);
            let (vehicle, to) = layout.of_aim(aim);
            let track = &layout.tracks[vehicle];
            if to != offsets[vehicle] && to + track.length <= track.line_length {
                tree.expand(layout, grid, offsets, reasoning, (vehicle, to));
            }
        }
        tree.starts.push(tree.edges.len() as u32);
        tree
    }

    /// Adds the edges of an aim: none if its way is free, or if a wall is in the way.
    fn expand(
        &mut self,
        layout: &Layout,
        grid: &[u8],
        offsets: &[u8],
        reasoning: &Reasoning,
        (vehicle, to): (usize, u8),
    ) {
        let first = self.edges.len();
        let mut blockers = 0;
        for blocker in layout.in_the_way(grid, offsets, vehicle, to).unwrap_or_default() {
            let start = self.edges.len();
            let mut sum = 0.0;
            for place in places(layout, offsets, vehicle, to, blocker) {
                let Some(others) = layout.in_the_way(grid, offsets, blocker, place) else { continue };
                let cells = f64::from(place.abs_diff(offsets[blocker]));
                let weight = (reasoning.per_vehicle * others.len() as f64 + reasoning.per_cell * cells).exp();
                sum += weight;
                self.edges.push((layout.aim(blocker, place) as u32, weight));
            }
            self.edges[start..].iter_mut().for_each(|(_, weight)| *weight /= sum);
            blockers += usize::from(self.edges.len() > start);
        }
        self.edges[first..].iter_mut().for_each(|(_, weight)| *weight *= (1.0 - reasoning.stop) / blockers as f64);
    }

    fn edges(&self, aim: usize) -> &[(u32, f64)] {
        &self.edges[self.starts[aim] as usize..self.starts[aim + 1] as usize]
    }

    /// Returns how often a thought that begins with some aims is expected to come to each aim.
    pub(super) fn visits(&self, roots: &[(usize, f64)]) -> Vec<f64> {
        let aims = self.starts.len() - 1;
        let (mut visits, mut now, mut next) = (vec![0.0; aims], vec![0.0; aims], vec![0.0; aims]);
        let mut active: Vec<usize> = roots.iter().map(|(aim, _)| *aim).collect();
        roots.iter().for_each(|(aim, mass)| now[*aim] += mass);
        for _ in 0..=MAX_STEPS {
            let mut reached = Vec::new();
            for aim in active {
                let mass = std::mem::take(&mut now[aim]);
                visits[aim] += mass;
                for (to, probability) in self.edges(aim) {
                    let to = *to as usize;
                    if next[to] == 0.0 {
                        reached.push(to);
                    }
                    next[to] += mass * probability;
                }
            }
            std::mem::swap(&mut now, &mut next);
            active = reached;
        }
        visits
    }

    /// Returns the aims that an aim served, with their probabilities, given how often a thought comes to each aim.
    pub(super) fn served(&self, aim: usize, visits: &[f64]) -> Vec<(usize, f64)> {
        let flow = |from: usize| {
            let edges = self.edges(from).iter().filter(|(to, _)| *to as usize == aim);
            visits[from] * edges.map(|(_, probability)| probability).sum::<f64>()
        };
        let mut served: Vec<(usize, f64)> =
            (0..visits.len()).filter(|from| visits[*from] > 0.0).map(|from| (from, flow(from))).collect();
        served.retain(|(_, mass)| *mass > 0.0);
        let sum: f64 = served.iter().map(|(_, mass)| mass).sum();
        served.iter_mut().for_each(|(_, mass)| *mass /= sum);
        served
    }
}

/// Returns the offsets at which a blocker is no longer in the way of a vehicle.
fn places(layout: &Layout, offsets: &[u8], vehicle: usize, to: u8, blocker: usize) -> Vec<u8> {
    let (track, other) = (&layout.tracks[vehicle], &layout.tracks[blocker]);
    let (from, at) = (offsets[vehicle], offsets[blocker]);
    let shares_line = track.orientation == other.orientation;
    let (first, last) = match (shares_line, to > from) {
        (false, _) => (track.line, track.line),
        (true, true) => (from + track.length, to + track.length - 1),
        (true, false) => (to, from - 1),
    };
    let is_clear = |place: &u8| place + other.length <= first || *place > last;
    let is_ahead = |place: &u8| !shares_line || (*place > at) == (to > from);
    (0..=other.line_length - other.length).filter(|place| *place != at && is_clear(place) && is_ahead(place)).collect()
}
