//! A line, that is a row or a column, compiled: all arrangements of its own vehicles between its walls, and the moves between them.

use super::board::{Content, LONGEST, Size, cells};
use super::jam::nibble;

/// A set of a line's arrangements, as bits.
pub(super) type Set = u16;

/// What a column can reach from an arrangement while some of its cells are taken.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    pub(super) set: Set,
    /// How many arrangements that are.
    pub(super) count: u8,
    /// The smallest of them.
    pub(super) first: u8,
}

/// A move of one of a line's vehicles.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineSlide {
    /// What it changes in a key.
    pub(super) flip: u64,
    /// The cells it enters, on the board: all must be free.
    pub(super) swept: u64,
    /// The cells it changes.
    pub(super) cells: u64,
    /// The lines that may rest on: the others cross cells which it leaves or passes, and may have new moves after it.
    pub(super) calm: u32,
    /// The lines that rest after it if they are calm, because they come before.
    pub(super) earlier: u32,
    /// Its own line, if it rests after it: a second move of the same vehicle leads nowhere new.
    pub(super) own: u32,
    /// Its line, and the arrangements that it leads from and to.
    pub(super) place: u8,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// A move of one cell in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// What it changes in a key.
    pub(super) flip: u64,
    /// What it changes in a shadow.
    pub(super) shade: u64,
    /// The column that it enters, and the one that it leaves.
    pub(super) entered: u8,
    pub(super) left: u8,
}

/// Where a line lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) size: Size,
    /// Which line of the board it is.
    pub(super) place: usize,
    /// The walls in it.
    pub(super) walls: u8,
}

impl Site {
    fn is_row(self) -> bool {
        self.place < LONGEST
    }

    fn length(self) -> usize {
        if self.is_row() { self.size.width() } else { self.size.height() }
    }

    /// The cells of the line whose bits are set.
    fn along(self, cells: u8) -> impl Iterator<Item = usize> {
        (0..self.length()).filter(move |along| cells >> along & 1 == 1)
    }

    /// Its cells, on the board.
    fn mask(self, cells: u8) -> u64 {
        let at = self.place % LONGEST;
        let bit = |along| if self.is_row() { self.size.bit(at, along) } else { self.size.bit(along, at) };
        self.along(cells).fold(0, |all, along| all | bit(along))
    }

    /// Its cells as those of a row: a byte for each column with a bit for each row.
    fn shadow(self, cells: u8) -> u64 {
        self.along(cells).fold(0, |all, column| all | 1 << (8 * column + self.place % LONGEST))
    }

    /// The lines that cross its cells.
    fn crossing(self, cells: u8) -> u32 {
        let first = if self.is_row() { LONGEST } else { 0 };
        self.along(cells).fold(0, |all, along| all | 1 << (first + along))
    }
}

/// A line, compiled. Arrangements are numbered by the cells they cover, the smallest mask first.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// The arrangements.
    pub(super) contents: Vec<Content>,
    /// What each arrangement covers, on the board.
    pub(super) masks: Vec<u64>,
    /// Where the moves of each arrangement begin and end, among those of all lines.
    pub(super) moves: Vec<(u32, u32)>,
    /// For rows: the moves of one cell, and where those from each arrangement begin and end.
    steps: Vec<Step>,
    /// For rows: the columns that those from each arrangement enter or leave, a byte for each with a bit for each row.
    pub(super) interests: Vec<u64>,
    step_ranges: Vec<(u8, u8)>,
    /// For rows: what each arrangement covers, a byte for each column with a bit for each row.
    pub(super) shadows: Vec<u64>,
    /// For columns: the arrangements that cover the cell of each row.
    pub(super) covering: [Set; LONGEST],
    /// For columns: the arrangements that can be reached from each, when some of its cells are taken.
    reach: Vec<Reach>,
}

impl Line {
    /// The moves of one cell from an arrangement.
    #[inline]
    pub(super) fn steps(&self, arrangement: usize) -> &[Step] {
        let (first, end) = self.step_ranges[arrangement];
        &self.steps[usize::from(first)..usize::from(end)]
    }

    /// The arrangements that can be reached from one while some cells are taken.
    #[inline]
    pub(super) fn reach(&self, taken: u8, arrangement: usize) -> Reach {
        self.reach[usize::from(taken) << 4 | arrangement & 15]
    }

    /// Compiles a line, and adds its moves to those of the others.
    pub(super) fn compile(site: Site, content: Content, moves: &mut Vec<LineSlide>) -> Line {
        let contents = arrangements(site.length(), site.walls, content);
        let masks = contents.iter().map(|content| site.mask(content.cells)).collect();
        let shadows = contents.iter().map(|content| site.shadow(content.cells)).collect();
        let mut line = Line { contents, masks, shadows, ..Line::default() };
        for from in 0..line.contents.len() {
            line.add_moves(site, from, moves);
        }
        if !site.is_row() {
            line.find_reaches(site, moves);
        }
        line
    }

    /// Adds the moves from an arrangement.
    fn add_moves(&mut self, site: Site, from: usize, moves: &mut Vec<LineSlide>) {
        let here = self.contents[from];
        let (first, first_step) = (moves.len() as u32, self.steps.len());
        for (offset, length) in here.vehicles() {
            let mut others = here;
            others.take(offset, length);
            for (to, there) in self.contents.iter().enumerate() {
                // The same but for this vehicle.
                let Some((arrived, _)) = there.vehicles().find(|(arrived, _)| {
                    let mut moved = others;
                    moved.put(*arrived, length);
                    *arrived != offset && moved == *there
                }) else {
                    continue;
                };
                let (low, high) = (offset.min(arrived), offset.max(arrived) + length);
                let span = cells(low, high - low);
                if span & (site.walls | others.cells) != 0 {
                    continue;
                }
                let flip = ((from ^ to) as u64) << (4 * nibble(site.place));
                moves.push(LineSlide {
                    flip,
                    swept: site.mask(span & !cells(offset, length)),
                    cells: site.mask(here.cells ^ there.cells),
                    calm: !(site.crossing(span & !cells(arrived, length)) | 1 << site.place),
                    earlier: (1 << site.place) - 1,
                    own: u32::from(here.starts.is_power_of_two()) << site.place,
                    place: site.place as u8,
                    from: from as u8,
                    to: to as u8,
                });
                if arrived.abs_diff(offset) == 1 {
                    let (entered, left) = if arrived > offset { (high - 1, low) } else { (low, high - 1) };
                    let shade = site.shadow(1 << entered | 1 << left);
                    self.steps.push(Step { flip, shade, entered: entered as u8, left: left as u8 });
                }
            }
        }
        self.moves.push((first, moves.len() as u32));
        self.interests.push(self.steps[first_step..].iter().fold(0, |all, step| all | step.shade));
        self.step_ranges.push((first_step as u8, self.steps.len() as u8));
    }

    /// For a column: what covers each row, and what can be reached, whatever is taken.
    fn find_reaches(&mut self, site: Site, moves: &[LineSlide]) {
        for (row, covering) in self.covering.iter_mut().enumerate() {
            *covering = (0..self.masks.len())
                .filter(|arrangement| self.contents[*arrangement].cells >> row & 1 == 1)
                .fold(0, |all, arrangement| all | 1 << arrangement);
        }
        self.reach = vec![Reach::default(); 16 << site.length()];
        for taken in 0..1_usize << site.length() {
            for from in 0..self.masks.len() {
                let set = self.reached(moves, site.mask(taken as u8), from);
                let first = set.trailing_zeros() as u8;
                self.reach[taken << 4 | from] = Reach { set, count: set.count_ones() as u8, first };
            }
        }
    }

    /// The arrangements that moves lead to while some cells of the board are taken; none if the first covers one of these.
    fn reached(&self, moves: &[LineSlide], taken: u64, from: usize) -> Set {
        if self.masks[from] & taken != 0 {
            return 0;
        }
        let (mut found, mut open): (Set, Vec<usize>) = (1 << from, vec![from]);
        while let Some(from) = open.pop() {
            let (first, end) = self.moves[from];
            for mv in moves[first as usize..end as usize].iter().filter(|mv| mv.swept & taken == 0) {
                let to = usize::from(mv.to);
                if found >> to & 1 == 0 {
                    found |= 1 << to;
                    open.push(to);
                }
            }
        }
        found
    }
}

/// All arrangements of the same vehicles between the same walls, the smallest mask first.
fn arrangements(length: usize, walls: u8, content: Content) -> Vec<Content> {
    let runs: Vec<(usize, usize)> = content
        .vehicles()
        .map(|(offset, _)| {
            let start = (0..offset).rev().find(|along| walls >> along & 1 == 1).map_or(0, |wall| wall + 1);
            let end = (offset..length).find(|along| walls >> along & 1 == 1).unwrap_or(length);
            (start, end)
        })
        .collect();
    let mut all = vec![(Content::default(), 0)];
    for ((_, size), (start, end)) in content.vehicles().zip(runs) {
        let longer = all.iter().flat_map(|(content, free): &(Content, usize)| {
            (*free.max(&start)..(end + 1).saturating_sub(size)).map(|offset| {
                let mut content = *content;
                content.put(offset, size);
                (content, offset + size)
            })
        });
        all = longer.collect();
    }
    let mut contents: Vec<Content> = all.into_iter().map(|(content, _)| content).collect();
    contents.sort_by_key(|content| (content.cells, content.starts));
    contents
}
