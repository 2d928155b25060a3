//! The compilation of a puzzle: tables of covered cells, and the edges of each vehicle.

use super::{Edge, Field, GROUP, LaneSpace, TableIndex, bit_of};
use crate::position::Move;
use crate::puzzle::{Cell, Metric, Puzzle};
use crate::space::lane::{Lane, LaneMove};
use crate::space::packed::Packed;

/// Returns the number of words that a packed state fills. No field is split between two words.
pub(in crate::space) fn words_needed(lanes: &[Lane]) -> usize {
    fields(lanes).last().map_or(1, |field| usize::from(field.word) + 1)
}

fn fields(lanes: &[Lane]) -> Vec<Field> {
    let (mut word, mut used) = (0, 0);
    let place = |lane: &Lane| {
        let bits = usize::BITS - (lane.arrangements() - 1).leading_zeros();
        if used + bits > 64 {
            (word, used) = (word + 1, 0);
        }
        let field = Field { word, shift: used as u8 % 64, mask: (1_u32 << bits) - 1 };
        used += bits;
        field
    };
    lanes.iter().map(place).collect()
}

fn cell_set<const M: usize>(width: usize, cells: impl Iterator<Item = Cell>) -> Packed<M> {
    cells.fold(Packed::ZERO, |all, cell| all | Packed::bit(usize::from(cell.row) * width + usize::from(cell.column)))
}

struct LaneMember<'a> {
    vehicle: usize,
    lane: &'a Lane,
    /// The index of the vehicle within the lane.
    member: usize,
    field: Field,
    /// The index of the cells that the first arrangement covers.
    cover: usize,
}

/// The direction in which edges are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EdgeDirection {
    Forward,
    Backward,
}

impl<const N: usize, const M: usize> LaneSpace<N, M> {
    pub(in crate::space) fn new(puzzle: &Puzzle, lanes: Vec<Lane>) -> LaneSpace<N, M> {
        LaneSpace::compile(puzzle, lanes, EdgeDirection::Forward)
    }

    /// Returns the same states with all edges reversed.
    pub(crate) fn reversed(&self, puzzle: &Puzzle) -> LaneSpace<N, M> {
        LaneSpace::compile(puzzle, self.lanes.clone(), EdgeDirection::Backward)
    }

    fn compile(puzzle: &Puzzle, lanes: Vec<Lane>, edge_direction: EdgeDirection) -> LaneSpace<N, M> {
        let width = usize::from(puzzle.width());
        let fields = fields(&lanes);
        let entries: usize = lanes.iter().map(|lane| lane.arrangements() * lane.vehicles.len()).sum();
        let edges = lanes.iter().map(|lane| lane.moves.len()).sum::<usize>() + GROUP * (entries + 1);
        let mut space = LaneSpace {
            walls: cell_set(width, puzzle.walls().iter().copied()),
            lane_cells: Vec::with_capacity(lanes.len()),
            covered: Vec::new(),
            vehicle_edges: Vec::with_capacity(puzzle.vehicles().len()),
            ranges: Vec::with_capacity(entries),
            edges: Vec::with_capacity(edges),
            swept: Vec::with_capacity(edges),
            trails: Vec::with_capacity(edges),
            goal: (TableIndex { field: Field { word: 0, shift: 0, mask: 0 }, first: 0 }, Vec::new()),
            primary_lane: 0,
            lanes: Vec::new(),
        };
        space.fill_groups(0);
        for (lane, field) in lanes.iter().zip(&fields) {
            space.lane_cells.push(TableIndex { field: *field, first: space.covered.len() as u32 });
            for arrangement in 0..lane.arrangements() {
                space.covered.push(cell_set(width, lane.covered(arrangement)));
            }
        }
        let neighbours: Vec<(Packed<M>, u64)> = lanes
            .iter()
            .map(|lane| {
                let vehicles = lane.vehicles.iter().fold(0, |all, vehicle| all | bit_of(*vehicle));
                (cell_set(width, lane.cells()), vehicles)
            })
            .collect();
        for vehicle in 0..puzzle.vehicles().len() {
            let home = lanes.iter().zip(&fields).zip(&space.lane_cells).find_map(|((lane, field), cover)| {
                let member = lane.vehicles.iter().position(|other| *other == vehicle)?;
                Some(LaneMember { vehicle, lane, member, field: *field, cover: cover.first as usize })
            });
            let Some(home) = home else { continue };
            space.add_edges(puzzle, &home, &neighbours, edge_direction);
            if vehicle == puzzle.primary_index() {
                let LaneMember { lane, member, field, .. } = home;
                let goal = |arrangement| lane.offset(arrangement, member) == Some(puzzle.goal_offset());
                space.goal = (TableIndex { field, first: 0 }, (0..lane.arrangements()).map(goal).collect());
            }
        }
        space.primary_lane = lanes.iter().position(|lane| lane.vehicles.contains(&puzzle.primary_index())).unwrap_or(0);
        space.lanes = lanes;
        space
    }

    /// Adds the edges of a vehicle, arrangement by arrangement of its lane. `neighbours` has the cells and the vehicles
    /// of all lanes.
    fn add_edges(
        &mut self,
        puzzle: &Puzzle,
        home: &LaneMember<'_>,
        neighbours: &[(Packed<M>, u64)],
        edge_direction: EdgeDirection,
    ) {
        let LaneMember { vehicle, lane, member, field, cover } = *home;
        let details = &puzzle.vehicles()[vehicle];
        let metric = puzzle.rules().metric;
        // Under `moves`, two moves of a vehicle in a row can be one, so it sleeps after a move. Not in the exit line
        // with a valet: a vehicle at the exit must leave and return to be removed, which takes two moves.
        let stays = !(puzzle.rules().valet && details.shares_line_with(puzzle.primary()));
        let itself = if stays && metric == Metric::Moves { bit_of(vehicle) } else { 0 };
        let earlier = bit_of(vehicle).wrapping_sub(1);
        let [back, forth] = details.orientation.directions();
        let begin = |mv: &LaneMove| if edge_direction == EdgeDirection::Forward { mv.from } else { mv.to };
        let mut moves: Vec<&LaneMove> = lane.moves.iter().filter(|mv| mv.member == member).collect();
        moves.sort_by_key(|mv| begin(mv));
        let mut moves = moves.into_iter().peekable();
        self.vehicle_edges.push(TableIndex { field, first: self.ranges.len() as u32 });
        for arrangement in 0..lane.arrangements() {
            let first = self.edges.len();
            while let Some(mv) = moves.next_if(|mv| begin(mv) == arrangement) {
                let swept = (mv.swept.0..=mv.swept.1).map(|along| lane.cell(along));
                let swept = cell_set(puzzle.width().into(), swept);
                let (before, after) = (self.covered[cover + mv.from], self.covered[cover + mv.to]);
                let trail = (swept | before).without(&after);
                let must_be_free = if edge_direction == EdgeDirection::Forward { swept } else { trail };
                let touched = neighbours.iter().filter(|(cells, _)| !cells.is_disjoint(&trail));
                let cells = mv.distance.unsigned_abs();
                let edge = Edge {
                    flip: Packed::placed(mv.from ^ mv.to, field.word.into(), field.shift.into()),
                    cells: before ^ after,
                    independent: !touched.fold(0, |all, (_, vehicles)| all | vehicles),
                    itself,
                    earlier,
                    mv: Move { vehicle, direction: if mv.distance < 0 { back } else { forth }, cells },
                    cost: metric.cost(cells),
                };
                self.push_edge(edge, must_be_free, trail);
            }
            self.fill_groups(first);
            self.ranges.push([first as u32, self.edges.len() as u32]);
        }
    }

    fn push_edge(&mut self, edge: Edge<N, M>, swept: Packed<M>, trail: Packed<M>) {
        self.edges.push(edge);
        self.swept.push(swept);
        self.trails.push(trail);
    }

    /// Completes the groups of the edges from `first` on with edges that are no moves. There is at least one group, so
    /// that most loops over groups have the same length.
    fn fill_groups(&mut self, first: usize) {
        while self.edges.len() == first || !self.edges.len().is_multiple_of(GROUP) {
            self.push_edge(Edge::NO_MOVE, Packed([u64::MAX; M]), Packed::ZERO);
        }
    }
}
