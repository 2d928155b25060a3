//! The space of all positions of a puzzle, packed; the only hot path.
//!
//! **Vehicles at rest.** Two moves that do not meet can be played in either order, and a search that follows both orders meets the
//! same position twice. So a position remembers which vehicles rest: those whose moves were there to be played before the move
//! that led here, and come earlier in the order of vehicles. Of all shortest ways to a position the first in that order never plays
//! a vehicle at rest, for swapping two moves that do not meet would give an earlier one. A move wakes the vehicles whose lane it
//! touches. A breadth-first search that leaves vehicles at rest alone finds every position by the same way as one that does not.

use super::lane::{Lane, LaneMove};
use super::packed::Packed;
use super::{ROOM, Scratch, Space};
use crate::puzzle::{Direction, Metric, Puzzle};
use crate::reference::{Move, Position};

/// A move that a table holds.
#[derive(Clone, Copy, Debug)]
struct Edge<const N: usize, const M: usize> {
    /// What it changes in the word.
    flip: Packed<N>,
    /// The cells that it leaves or enters for good.
    cells: Packed<M>,
    /// The vehicles that may rest on: those whose lane it does not touch.
    calm: u64,
    /// The vehicles that rest from now on.
    rests: u64,
    /// The vehicles before this one.
    earlier: u64,
    /// The move.
    mv: Move,
    /// What it costs.
    cost: u32,
}

/// Where a lane's number is in the word.
#[derive(Clone, Copy, Debug)]
struct Field {
    limb: u8,
    shift: u8,
    mask: u32,
}

/// Which lane's number picks an entry of a table, and where its entries begin.
#[derive(Clone, Copy, Debug)]
struct Picker {
    field: Field,
    first: u32,
}

impl Picker {
    #[inline]
    fn pick<const N: usize>(&self, state: &Packed<N>) -> usize {
        let Field { limb, shift, mask } = self.field;
        (self.first + state.field(limb, shift, mask)) as usize
    }
}

/// A position about to be expanded.
#[derive(Clone, Copy, Debug)]
pub struct LiveWord<const N: usize, const M: usize> {
    word: Packed<N>,
    /// The cells that are not free.
    occupied: Packed<M>,
    rest: Rest,
}

/// Which vehicles need no look, of the first 64.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rest {
    /// The vehicles at rest.
    resting: u64,
    /// The vehicles that would rest, had not the last move touched their lane: of theirs, only moves that meet it count.
    drowsy: u64,
    /// The edge of the last move.
    edge: u32,
}

/// The compiled puzzle. The position the puzzle starts with is the word 0.
#[derive(Clone, Debug)]
pub struct LaneSpace<const N: usize, const M: usize> {
    walls: Packed<M>,
    /// For each lane, which entry of `covered` holds the cells of its arrangement.
    covers: Vec<Picker>,
    covered: Vec<Packed<M>>,
    /// For each vehicle, which entry of `ranges` tells where its edges begin.
    movers: Vec<Picker>,
    /// Edges end where the next ones begin.
    ranges: Vec<[u32; 2]>,
    edges: Vec<Edge<N, M>>,
    /// For each edge, the cells it enters, all of which must be free.
    swept: Vec<Packed<M>>,
    /// For each edge, all the cells that it has to do with.
    trails: Vec<Packed<M>>,
    /// The lane of the primary, and in which of its arrangements it is at the exit.
    goal: (Picker, Vec<bool>),
    /// Which lane that is.
    home: usize,
    lanes: Vec<Lane>,
}

/// How many limbs the lanes' numbers fill; no number is torn between two.
pub(super) fn limbs_needed(lanes: &[Lane]) -> usize {
    fields(lanes).last().map_or(1, |field| usize::from(field.limb) + 1)
}

fn fields(lanes: &[Lane]) -> Vec<Field> {
    let (mut limb, mut used) = (0, 0);
    let place = |lane: &Lane| {
        let bits = usize::BITS - (lane.arrangements() - 1).leading_zeros();
        if used + bits > 64 {
            (limb, used) = (limb + 1, 0);
        }
        let field = Field { limb, shift: used as u8 % 64, mask: (1_u32 << bits) - 1 };
        used += bits;
        field
    };
    lanes.iter().map(place).collect()
}

/// Whether moves are followed as they are driven, or back to where they came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sense {
    Forth,
    Back,
}

/// Vehicles as bits, the first 64 of them.
fn bit_of(vehicle: usize) -> u64 {
    1_u64.checked_shl(vehicle as u32).unwrap_or(0)
}

impl<const N: usize, const M: usize> LaneSpace<N, M> {
    pub(super) fn new(puzzle: &Puzzle, lanes: Vec<Lane>) -> LaneSpace<N, M> {
        LaneSpace::compile(puzzle, lanes, Sense::Forth)
    }

    /// The same positions with every move turned round: it leads from where it ended to where it began.
    pub fn reversed(&self, puzzle: &Puzzle) -> LaneSpace<N, M> {
        LaneSpace::compile(puzzle, self.lanes.clone(), Sense::Back)
    }

    fn compile(puzzle: &Puzzle, lanes: Vec<Lane>, sense: Sense) -> LaneSpace<N, M> {
        let width = usize::from(puzzle.width());
        let bit = |cell: crate::puzzle::Cell| Packed::bit(usize::from(cell.row) * width + usize::from(cell.column));
        let cells_of = |cells: &mut dyn Iterator<Item = _>| cells.fold(Packed::ZERO, |all, cell| all | bit(cell));
        let fields = fields(&lanes);
        let mut space = LaneSpace {
            walls: cells_of(&mut puzzle.walls().iter().copied()),
            covers: Vec::with_capacity(lanes.len()),
            covered: Vec::new(),
            movers: Vec::with_capacity(puzzle.vehicles().len()),
            ranges: Vec::new(),
            edges: Vec::new(),
            swept: Vec::new(),
            trails: Vec::new(),
            goal: (Picker { field: Field { limb: 0, shift: 0, mask: 0 }, first: 0 }, Vec::new()),
            home: 0,
            lanes: Vec::new(),
        };
        for (lane, field) in lanes.iter().zip(&fields) {
            space.covers.push(Picker { field: *field, first: space.covered.len() as u32 });
            for arrangement in 0..lane.arrangements() {
                space.covered.push(cells_of(&mut lane.covered(arrangement)));
            }
        }
        let neighbours: Vec<(Packed<M>, u64)> = lanes
            .iter()
            .map(|lane| {
                let vehicles = lane.vehicles.iter().fold(0, |all, vehicle| all | bit_of(*vehicle));
                (cells_of(&mut lane.cells()), vehicles)
            })
            .collect();
        for (vehicle, details) in puzzle.vehicles().iter().enumerate() {
            let home = lanes.iter().zip(&fields).zip(&space.covers).find_map(|((lane, field), cover)| {
                let member = lane.vehicles.iter().position(|other| *other == vehicle)?;
                Some((lane, field, cover.first as usize, member))
            });
            let Some((lane, field, cover, member)) = home else { continue };
            // A vehicle that a valet may take is not where a longer move would have left it.
            let primary = puzzle.primary();
            let at_the_exit = details.orientation == primary.orientation && details.line() == primary.line();
            let stays = !(puzzle.rules().valet && at_the_exit);
            let itself = if stays && puzzle.rules().metric == Metric::Moves { bit_of(vehicle) } else { 0 };
            let earlier = bit_of(vehicle).wrapping_sub(1);
            space.movers.push(Picker { field: *field, first: space.ranges.len() as u32 });
            let [back, forth] = details.orientation.directions();
            for arrangement in 0..lane.arrangements() {
                let first = space.edges.len();
                let begins = |mv: &&LaneMove| if sense == Sense::Forth { mv.from } else { mv.to };
                let here = |mv: &&LaneMove| mv.member == member && begins(mv) == arrangement;
                for mv in lane.moves.iter().filter(here) {
                    let swept = cells_of(&mut (mv.swept.0..=mv.swept.1).map(|along| lane.cell(along)));
                    let (left, entered) = (space.covered[cover + mv.from], space.covered[cover + mv.to]);
                    let trail = (swept | left).without(&entered);
                    let must_be_free = if sense == Sense::Forth { swept } else { trail };
                    let touched = neighbours.iter().filter(|(cells, _)| !cells.is_disjoint(&trail));
                    let calm = !touched.fold(0, |all, (_, vehicles)| all | vehicles);
                    let direction: Direction = if mv.distance < 0 { back } else { forth };
                    let cells = mv.distance.unsigned_abs();
                    space.swept.push(must_be_free);
                    space.trails.push(trail);
                    space.edges.push(Edge {
                        flip: Packed::placed(mv.from ^ mv.to, field.limb.into(), field.shift.into()),
                        cells: left ^ entered,
                        calm,
                        rests: earlier & calm | itself,
                        earlier,
                        mv: Move { vehicle, direction, cells },
                        cost: puzzle.rules().metric.cost(cells),
                    });
                }
                space.ranges.push([first as u32, space.edges.len() as u32]);
            }
            if vehicle == puzzle.primary_index() {
                let goal = |arrangement| lane.offset(arrangement, member) == Some(puzzle.goal_offset());
                space.goal = (Picker { field: *field, first: 0 }, (0..lane.arrangements()).map(goal).collect());
            }
        }
        space.home = lanes.iter().position(|lane| lane.vehicles.contains(&puzzle.primary_index())).unwrap_or(0);
        space.lanes = lanes;
        space
    }

    /// Calls back for every position with the primary at the exit, whether it can be reached or not, until it returns `false`; whether
    /// it never did. There may be long stretches without such a position: now and then it calls back with `None`, too.
    pub fn goals(&self, mut each: impl FnMut(Option<Packed<N>>) -> bool) -> bool {
        let mut looked_at = 0_u64;
        let mut each = |word: Option<Packed<N>>| {
            looked_at += 1;
            (word.is_none() && !looked_at.is_multiple_of(1 << 12)) || each(word)
        };
        // The primary's lane comes first: it has fewest arrangements to choose from.
        let mut order: Vec<usize> = (0..self.lanes.len()).collect();
        order.sort_by_key(|lane| *lane != self.home);
        self.goals_from(&order, &self.goal.1, Packed::ZERO, self.walls, &mut each)
    }

    fn goals_from(
        &self,
        order: &[usize],
        allowed: &[bool],
        word: Packed<N>,
        occupied: Packed<M>,
        each: &mut impl FnMut(Option<Packed<N>>) -> bool,
    ) -> bool {
        let Some((lane, others)) = order.split_first() else { return each(Some(word)) };
        let Picker { field, first } = self.covers[*lane];
        each(None)
            && (0..self.lanes[*lane].arrangements()).all(|arrangement| {
                let covered = self.covered[first as usize + arrangement];
                let fits = allowed.get(arrangement) != Some(&false) && covered.is_disjoint(&occupied);
                let number = Packed::placed(arrangement, field.limb.into(), field.shift.into());
                !fits || self.goals_from(others, &[], word | number, occupied | covered, each)
            })
    }

    /// The cells that are not free.
    #[inline]
    fn occupied(&self, state: &Packed<N>) -> Packed<M> {
        self.covers.iter().fold(self.walls, |occupied, cover| occupied | self.covered[cover.pick(state)])
    }

    /// Lists the legal edges. The outcome of each test moves the end of the list instead of a branch: whether a move is free is
    /// beyond any processor's guess.
    #[inline]
    fn legal(&self, live: &LiveWord<N, M>, scratch: &mut Scratch) -> (usize, u64) {
        let mut end = 0;
        let mut stuck = 0;
        let mut list = |mover: &Picker, trail: &Packed<M>| {
            let at = mover.pick(&live.word);
            let before = end;
            let [first, last] = self.ranges[at];
            for (edge, swept) in (first..last).zip(&self.swept[first as usize..last as usize]) {
                scratch.0[end % ROOM] = edge;
                end += usize::from(swept.is_disjoint(&live.occupied) & !swept.is_disjoint(trail));
            }
            end == before
        };
        let (first, others) = self.movers.split_at(self.movers.len().min(64));
        let mut awake = !live.rest.resting & (u64::MAX >> (64 - first.len()));
        let trail = self.trails.get(live.rest.edge as usize).copied().unwrap_or(Packed::ZERO);
        let trails = [Packed([u64::MAX; M]), trail];
        while awake != 0 {
            let v = awake.trailing_zeros() as usize;
            let none = list(&first[v], &trails[(live.rest.drowsy >> v & 1) as usize]);
            stuck |= u64::from(none) << v;
            awake &= awake - 1;
        }
        others.iter().for_each(|m| {
            list(m, &trails[0]);
        });
        (end, stuck)
    }
}

impl<const N: usize, const M: usize> Space for LaneSpace<N, M> {
    type State = Packed<N>;
    type Live = LiveWord<N, M>;

    fn start(&self) -> Packed<N> {
        Packed::ZERO
    }

    #[inline]
    fn hash(state: &Packed<N>) -> u64 {
        state.hash64()
    }

    #[inline]
    fn is_goal(&self, state: &Packed<N>) -> bool {
        let (picker, goal) = &self.goal;
        goal[picker.pick(state)]
    }

    #[inline]
    fn wake(&self, state: &Packed<N>, rest: Rest) -> LiveWord<N, M> {
        LiveWord { word: *state, occupied: self.occupied(state), rest }
    }

    #[inline]
    fn parts(live: &LiveWord<N, M>) -> (Packed<N>, Rest) {
        (live.word, live.rest)
    }

    #[inline]
    fn expand(&self, live: &LiveWord<N, M>, scratch: &mut Scratch, mut each: impl FnMut(LiveWord<N, M>, Move, u32)) {
        let (end, stuck) = self.legal(live, scratch);
        let resting = live.rest.resting | stuck;
        for index in &scratch.0[..end] {
            let edge = &self.edges[*index as usize];
            let rest = Rest {
                resting: resting & edge.calm | edge.rests,
                drowsy: (resting | edge.earlier) & !edge.calm,
                edge: *index,
            };
            let next = LiveWord { word: live.word ^ edge.flip, occupied: live.occupied ^ edge.cells, rest };
            each(next, edge.mv, edge.cost);
        }
    }

    fn scratch(&self) -> Scratch {
        Scratch(Box::new([0; ROOM]))
    }

    fn place(&self, state: &Packed<N>, position: &mut Position) {
        for (lane, cover) in self.lanes.iter().zip(&self.covers) {
            let arrangement = cover.pick(state) - cover.first as usize;
            for (member, vehicle) in lane.vehicles.iter().enumerate() {
                position.offsets[*vehicle] = lane.offset(arrangement, member);
            }
        }
        position.fuel.fill(None);
    }
}
