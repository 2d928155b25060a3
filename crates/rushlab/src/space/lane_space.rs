//! The state space of a puzzle without fuel, in packed form. Its `expand` is the hot path of the library.
//!
//! **Sleep sets** (Godefroid 1996). Two independent moves can be played in either order, and a search that follows both
//! orders generates the same state twice. Partial-order reduction follows one order only. Each state carries the set of
//! vehicles that are *asleep*. A vehicle is asleep if it comes earlier in the order of vehicles and its moves were
//! already possible before the last move, if it made the last move itself (under `moves` one longer move does the
//! same), or if it could not move and still cannot. Of all shortest paths to a state, the first one in the order of
//! vehicles never moves a vehicle that is asleep, because swapping two independent moves would give an earlier path. A
//! move wakes up the vehicles whose lanes contain a cell that it leaves or passes; those are *partially awake*: only
//! those of their moves are followed that depend on the last move. Breadth-first search with sleep sets discovers the
//! same states in the same order as without.

mod compile;

pub(super) use self::compile::words_needed;
use super::lane::Lane;
use super::packed::Packed;
use super::{MAX_MOVES, Scratch, Space};
use crate::position::{Move, Position};
use crate::puzzle::Direction;

/// Number of edges in a group. A vehicle has at most four moves in a line of six cells, so there one group is enough.
const GROUP: usize = 4;

/// A move of one vehicle from one arrangement of its lane to another.
#[derive(Clone, Copy, Debug)]
struct Edge<const N: usize, const M: usize> {
    /// The bits that it flips in the packed state.
    flip: Packed<N>,
    /// The cells that change between free and occupied.
    cells: Packed<M>,
    /// The vehicles that stay asleep: those whose lanes contain no cell that the move leaves or passes.
    independent: u64,
    /// The vehicle itself, if it falls asleep.
    itself: u64,
    /// The vehicles that come before this one in the order of vehicles.
    earlier: u64,
    mv: Move,
    /// The cost in the metric of the puzzle.
    cost: u32,
}

impl<const N: usize, const M: usize> Edge<N, M> {
    /// An edge that changes nothing and leaves all vehicles awake.
    const NO_MOVE: Edge<N, M> = Edge {
        flip: Packed::ZERO,
        cells: Packed::ZERO,
        independent: u64::MAX,
        itself: 0,
        earlier: 0,
        mv: Move { vehicle: 0, direction: Direction::Left, cells: 0 },
        cost: 0,
    };
}

/// The bits of the packed state that hold the arrangement of a lane.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: u8,
    shift: u8,
    mask: u32,
}

/// The index into a table that has one entry for each arrangement of a lane.
#[derive(Clone, Copy, Debug)]
struct TableIndex {
    field: Field,
    first: u32,
}

impl TableIndex {
    #[inline]
    fn index<const N: usize>(&self, state: &Packed<N>) -> usize {
        let Field { word, shift, mask } = self.field;
        (self.first + state.field(word, shift, mask)) as usize
    }
}

/// An unpacked state, ready for expansion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnpackedPosition<const N: usize, const M: usize> {
    packed: Packed<N>,
    occupied: Packed<M>,
    sleep: SleepSet,
}

/// The sleep set of a state, for the first 64 vehicles. By default, all vehicles are awake.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SleepSet {
    /// The vehicles that are asleep or partially awake. Those in lanes that the last move touches are partially awake.
    pub(crate) vehicles: u64,
    /// The index of the last move in the table of edges; 0 if there is none.
    pub(crate) edge: u32,
}

/// The compiled puzzle. The start of the puzzle is packed as 0.
#[derive(Clone, Debug)]
pub(crate) struct LaneSpace<const N: usize, const M: usize> {
    walls: Packed<M>,
    /// For each lane, the index into `covered`.
    lane_cells: Vec<TableIndex>,
    /// For each arrangement of each lane, the cells that it covers.
    covered: Vec<Packed<M>>,
    /// For each vehicle, the index into `ranges`.
    vehicle_edges: Vec<TableIndex>,
    /// For each vehicle and each arrangement of its lane, the range of its edges: whole groups.
    ranges: Vec<[u32; 2]>,
    /// The edges. The first one is no move, and copies of it fill the groups.
    edges: Vec<Edge<N, M>>,
    /// For each edge, the cells that it enters, which must be free. An edge that is no move enters all cells.
    swept: Vec<Packed<M>>,
    /// For each edge, the cells that the vehicle leaves or passes through. They are free after the move. A later move
    /// depends on this one if it enters one of them.
    trails: Vec<Packed<M>>,
    /// For each arrangement of the lane of the primary, whether the primary is at the exit.
    goal: (TableIndex, Vec<bool>),
    primary_lane: usize,
    lanes: Vec<Lane>,
}

/// Returns the bit of a vehicle in a sleep set, or 0 for vehicles after the first 64.
pub(crate) fn bit_of(vehicle: usize) -> u64 {
    1_u64.checked_shl(vehicle as u32).unwrap_or(0)
}

impl<const N: usize, const M: usize> LaneSpace<N, M> {
    /// Calls `each` for every state with the primary at the exit, reachable or not, until it returns `false`. Returns
    /// `false` if it was stopped in this way. Many arrangements may lead to no such state, so `each` is also called
    /// with `None` from time to time.
    pub(crate) fn for_each_goal(&self, mut each: impl FnMut(Option<Packed<N>>) -> bool) -> bool {
        let mut visited = 0_u64;
        let mut each = |packed: Option<Packed<N>>| {
            visited += 1;
            (packed.is_none() && !visited.is_multiple_of(1 << 4)) || each(packed)
        };
        // The lane of the primary comes first, because few of its arrangements are goals.
        let mut order: Vec<usize> = (0..self.lanes.len()).collect();
        order.sort_by_key(|lane| *lane != self.primary_lane);
        self.for_each_goal_from(&order, &self.goal.1, Packed::ZERO, self.walls, &mut each)
    }

    fn for_each_goal_from(
        &self,
        order: &[usize],
        allowed: &[bool],
        packed: Packed<N>,
        occupied: Packed<M>,
        each: &mut impl FnMut(Option<Packed<N>>) -> bool,
    ) -> bool {
        let Some((lane, others)) = order.split_first() else { return each(Some(packed)) };
        let TableIndex { field, first } = self.lane_cells[*lane];
        each(None)
            && (0..self.lanes[*lane].arrangements()).all(|arrangement| {
                let covered = self.covered[first as usize + arrangement];
                let fits = allowed.get(arrangement) != Some(&false) && covered.is_disjoint(&occupied);
                let number = Packed::placed(arrangement, field.word.into(), field.shift.into());
                !fits || self.for_each_goal_from(others, &[], packed | number, occupied | covered, each)
            })
    }

    /// Returns the occupied cells of a state. Inlined, the loop kept its result in memory instead of registers.
    #[inline(never)]
    fn occupied(&self, state: &Packed<N>) -> Packed<M> {
        self.lane_cells.iter().fold(self.walls, |occupied, cover| occupied | self.covered[cover.index(state)])
    }

    #[inline]
    pub(crate) fn asleep(&self, sleep: SleepSet) -> u64 {
        let last = &self.edges[sleep.edge as usize];
        sleep.vehicles & last.independent | last.itself
    }

    pub(crate) fn used_bits(&self) -> Packed<N> {
        self.edges.iter().fold(Packed::ZERO, |used, edge| used | edge.flip)
    }

    /// Returns the vehicles that sleep sets can contain.
    pub(crate) fn sleeping_vehicles(&self) -> u64 {
        u64::MAX >> 64_usize.saturating_sub(self.vehicle_edges.len()).min(63)
    }

    pub(crate) fn is_reversible(&self) -> bool {
        self.lanes.iter().all(Lane::is_reversible)
    }

    pub(crate) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Lists the legal edges, and returns their number and the vehicles that are asleep or have none.
    #[inline]
    fn legal(&self, unpacked: &UnpackedPosition<N, M>, scratch: &mut Scratch) -> (usize, u64) {
        let mut end = 0;
        let mut asleep = self.asleep(unpacked.sleep);
        let partially_awake = unpacked.sleep.vehicles & !asleep;
        let (first, others) = self.vehicle_edges.split_at(self.vehicle_edges.len().min(64));
        let mut awake = !asleep & (u64::MAX >> (64 - first.len()));
        // Every move enters some cell, so all moves of a vehicle that is awake depend on the first of these.
        let trails = [Packed([u64::MAX; M]), self.trails[unpacked.sleep.edge as usize]];
        while awake != 0 {
            let vehicle = awake.trailing_zeros() as usize;
            let before = end;
            let trail = &trails[(partially_awake >> vehicle & 1) as usize];
            end = self.list_legal(&first[vehicle], unpacked, trail, scratch, end);
            asleep |= u64::from(end == before) << vehicle;
            awake &= awake - 1;
        }
        for edges in others {
            end = self.list_legal(edges, unpacked, &trails[0], scratch, end);
        }
        (end, asleep)
    }

    /// Lists the legal edges of one vehicle that enter a cell of a trail. Returns the new end of the list. The tests
    /// are branch-free, because their results are unpredictable: each one advances the end by 0 or 1.
    #[inline(always)]
    fn list_legal(
        &self,
        edges: &TableIndex,
        unpacked: &UnpackedPosition<N, M>,
        trail: &Packed<M>,
        scratch: &mut Scratch,
        mut end: usize,
    ) -> usize {
        let [first, last] = self.ranges[edges.index(&unpacked.packed)];
        let (groups, _) = self.swept[first as usize..last as usize].as_chunks::<GROUP>();
        for (first, group) in (first..).step_by(GROUP).zip(groups) {
            for (edge, swept) in (first..).zip(group) {
                scratch.0[end % MAX_MOVES] = edge;
                end += usize::from(swept.is_disjoint(&unpacked.occupied) & !swept.is_disjoint(trail));
            }
        }
        end
    }
}

impl<const N: usize, const M: usize> Space for LaneSpace<N, M> {
    type State = Packed<N>;
    type Unpacked = UnpackedPosition<N, M>;

    fn start(&self) -> Packed<N> {
        Packed::ZERO
    }

    #[inline]
    fn hash(state: &Packed<N>) -> u64 {
        state.hash64()
    }

    #[inline]
    fn is_goal(&self, state: &Packed<N>) -> bool {
        let (arrangement, is_goal) = &self.goal;
        is_goal[arrangement.index(state)]
    }

    #[inline]
    fn unpack(&self, state: &Packed<N>, sleep: SleepSet) -> UnpackedPosition<N, M> {
        UnpackedPosition { packed: *state, occupied: self.occupied(state), sleep }
    }

    #[inline]
    fn pack(unpacked: &UnpackedPosition<N, M>) -> (Packed<N>, SleepSet) {
        (unpacked.packed, unpacked.sleep)
    }

    fn last_move(&self, unpacked: &UnpackedPosition<N, M>) -> Option<Move> {
        let edge = unpacked.sleep.edge as usize;
        (edge > 0).then(|| self.edges[edge].mv)
    }

    #[inline]
    fn expand(
        &self,
        unpacked: &UnpackedPosition<N, M>,
        scratch: &mut Scratch,
        mut each: impl FnMut(UnpackedPosition<N, M>, Move, u32),
    ) {
        let (end, asleep) = self.legal(unpacked, scratch);
        for index in &scratch.0[..end] {
            let edge = &self.edges[*index as usize];
            let next = UnpackedPosition {
                packed: unpacked.packed ^ edge.flip,
                occupied: unpacked.occupied ^ edge.cells,
                sleep: SleepSet { vehicles: asleep | edge.earlier, edge: *index },
            };
            each(next, edge.mv, edge.cost);
        }
    }

    fn scratch(&self) -> Scratch {
        Scratch(Box::new([0; MAX_MOVES]))
    }

    fn decode(&self, state: &Packed<N>, position: &mut Position) {
        for (lane, cover) in self.lanes.iter().zip(&self.lane_cells) {
            let arrangement = cover.index(state) - cover.first as usize;
            for (member, vehicle) in lane.vehicles.iter().enumerate() {
                position.offsets[*vehicle] = lane.offset(arrangement, member);
            }
        }
        position.fuel.fill(None);
    }
}
