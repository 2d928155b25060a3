//! The space of all positions of a puzzle, packed; the only hot path.

use super::lane::Lane;
use super::packed::Packed;
use super::{Scratch, Space};
use crate::puzzle::{Direction, Puzzle};
use crate::reference::{Position, Slide};

/// A slide that a table holds.
#[derive(Clone, Copy, Debug)]
struct Edge<const N: usize> {
    /// What it changes in the word.
    flip: Packed<N>,
    /// The slide.
    slide: Slide,
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
    ranges: Vec<u32>,
    edges: Vec<Edge<N>>,
    /// For each edge, the cells it enters, all of which must be free.
    swept: Vec<Packed<M>>,
    /// As many edges as any position has at the most.
    most_edges: usize,
    /// The lane of the primary, and in which of its arrangements it is at the exit.
    goal: (Picker, Vec<bool>),
    /// For each vehicle, whether two slides of it in a row are never better than one.
    joins: Vec<bool>,
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

impl<const N: usize, const M: usize> LaneSpace<N, M> {
    pub(super) fn new(puzzle: &Puzzle, lanes: Vec<Lane>) -> LaneSpace<N, M> {
        let width = usize::from(puzzle.width());
        let bit = |cell: crate::puzzle::Cell| Packed::bit(usize::from(cell.row) * width + usize::from(cell.column));
        let fields = fields(&lanes);
        let mut space = LaneSpace {
            walls: Packed::ZERO,
            covers: Vec::with_capacity(lanes.len()),
            covered: Vec::new(),
            movers: Vec::with_capacity(puzzle.vehicles().len()),
            ranges: Vec::new(),
            edges: Vec::new(),
            swept: Vec::new(),
            most_edges: 0,
            goal: (Picker { field: Field { limb: 0, shift: 0, mask: 0 }, first: 0 }, Vec::new()),
            joins: Vec::with_capacity(puzzle.vehicles().len()),
            lanes: Vec::new(),
        };
        puzzle.walls().iter().for_each(|wall| space.walls |= bit(*wall));
        for (lane, field) in lanes.iter().zip(&fields) {
            space.covers.push(Picker { field: *field, first: space.covered.len() as u32 });
            for arrangement in 0..lane.arrangements() {
                let mut cells = Packed::ZERO;
                lane.covered(arrangement).for_each(|cell| cells |= bit(cell));
                space.covered.push(cells);
            }
        }
        for (vehicle, details) in puzzle.vehicles().iter().enumerate() {
            let home = lanes.iter().zip(&fields).find_map(|(lane, field)| {
                lane.vehicles.iter().position(|other| *other == vehicle).map(|member| (lane, field, member))
            });
            let Some((lane, field, member)) = home else { continue };
            let before = space.ranges.len();
            space.movers.push(Picker { field: *field, first: space.ranges.len() as u32 });
            let [back, forth] = details.orientation.directions();
            for arrangement in 0..lane.arrangements() {
                space.ranges.push(space.edges.len() as u32);
                for slide in lane.slides.iter().filter(|slide| (slide.from, slide.member) == (arrangement, member)) {
                    let mut swept = Packed::ZERO;
                    (slide.swept.0..=slide.swept.1).for_each(|along| swept |= bit(lane.cell(along)));
                    let direction: Direction = if slide.distance < 0 { back } else { forth };
                    let cells = slide.distance.unsigned_abs();
                    space.swept.push(swept);
                    space.edges.push(Edge {
                        flip: Packed::placed(slide.from ^ slide.to, field.limb.into(), field.shift.into()),
                        slide: Slide { vehicle, direction, cells },
                        cost: puzzle.rules().metric.cost(cells),
                    });
                }
            }
            let starts = space.ranges[before..].iter().copied().chain([space.edges.len() as u32]);
            let ends = space.ranges[before..].iter().copied().skip(1).chain([space.edges.len() as u32]);
            space.most_edges += starts.zip(ends).map(|(start, end)| (end - start) as usize).max().unwrap_or(0);
            if vehicle == puzzle.primary_index() {
                let goal = |arrangement| lane.offset(arrangement, member) == Some(puzzle.goal_offset());
                space.goal = (Picker { field: *field, first: 0 }, (0..lane.arrangements()).map(goal).collect());
            }
            let stays = !puzzle.rules().valet || lane.vehicles.iter().all(|other| *other != puzzle.primary_index());
            space.joins.push(stays && puzzle.rules().metric == crate::puzzle::Metric::Moves);
        }
        space.ranges.push(space.edges.len() as u32);
        space.lanes = lanes;
        space
    }

    /// The cells that are not free.
    #[inline]
    pub fn occupied(&self, state: &Packed<N>) -> Packed<M> {
        let mut occupied = self.walls;
        for cover in &self.covers {
            occupied |= self.covered[cover.pick(state)];
        }
        occupied
    }

    /// Lists the legal edges. The outcome of each test moves the end of the list instead of a branch: whether a slide is free is
    /// beyond any processor's guess.
    #[inline]
    fn legal(&self, state: &Packed<N>, but: usize, scratch: &mut Scratch) -> usize {
        let occupied = self.occupied(state);
        let mut end = 0;
        for (vehicle, mover) in self.movers.iter().enumerate() {
            if vehicle == but {
                continue;
            }
            let at = mover.pick(state);
            let (first, last) = (self.ranges[at], self.ranges[at + 1]);
            for (edge, swept) in (first..last).zip(&self.swept[first as usize..last as usize]) {
                scratch.0[end] = edge;
                end += usize::from(swept.is_disjoint(&occupied));
            }
        }
        end
    }
}

impl<const N: usize, const M: usize> Space for LaneSpace<N, M> {
    type State = Packed<N>;

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
    fn expand(
        &self,
        state: &Packed<N>,
        but: usize,
        scratch: &mut Scratch,
        mut each: impl FnMut(Packed<N>, Slide, u32),
    ) {
        let end = self.legal(state, but, scratch);
        for index in &scratch.0[..end] {
            let edge = &self.edges[*index as usize];
            each(*state ^ edge.flip, edge.slide, edge.cost);
        }
    }

    fn scratch(&self) -> Scratch {
        // One more than all edges: the last test may write past the last legal one.
        Scratch(vec![0; self.most_edges + 1])
    }

    fn joins(&self, vehicle: usize) -> bool {
        self.joins[vehicle]
    }

    fn position(&self, puzzle: &Puzzle, state: &Packed<N>) -> Position {
        let mut position = Position::start(puzzle);
        for (lane, cover) in self.lanes.iter().zip(&self.covers) {
            let arrangement = cover.pick(state) - cover.first as usize;
            for (member, vehicle) in lane.vehicles.iter().enumerate() {
                position.offsets[*vehicle] = lane.offset(arrangement, member);
            }
        }
        position
    }
}
