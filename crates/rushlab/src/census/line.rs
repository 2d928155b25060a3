//! A line, that is a row or a column, compiled: all arrangements of its own vehicles between its walls, and the slides between them.
//!
//! Boards of a census are made of the same few lines over and over, so each line is compiled once and then looked up.

use super::board::{Board, Content, LONGEST, Size};

/// How many lines a board can have: rows are numbered from 0, columns from [`LONGEST`].
pub(super) const LINES: usize = 2 * LONGEST;

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

/// A slide of one of a line's vehicles.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineSlide {
    /// What it changes in a key.
    pub(super) flip: u64,
    /// The cells it enters, on the board: all must be free.
    pub(super) swept: u64,
    /// The cells it changes.
    pub(super) cells: u64,
    /// The lines that may rest on: the others cross cells which it leaves or passes, and may have new slides after it.
    pub(super) calm: u32,
    /// The lines that rest after it if they are calm, because they come before.
    pub(super) earlier: u32,
    /// Its own line, if it rests after it: a second slide of the same vehicle leads nowhere new.
    pub(super) own: u32,
    /// Its line, and the arrangements that it leads from and to.
    pub(super) place: u8,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// A slide of one cell in a row.
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

/// A line, compiled. Arrangements are numbered by the cells they cover, the smallest mask first.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The arrangements.
    pub(super) contents: Vec<Content>,
    /// What each arrangement covers, on the board.
    pub(super) masks: Vec<u64>,
    /// Where the slides of each arrangement begin and end, among those of all lines.
    pub(super) slides: Vec<(u32, u32)>,
    /// For rows: the slides of one cell, and where those from each arrangement begin and end.
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
    /// The slides of one cell from an arrangement.
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

    /// Compiles a line, and adds its slides to those of the others.
    fn compile(size: Size, place: usize, walls: u8, content: Content, slides: &mut Vec<LineSlide>) -> Line {
        let is_row = place < LONGEST;
        let length = if is_row { size.width() } else { size.height() };
        let at = place % LONGEST;
        let bit = |along: usize| if is_row { size.bit(at, along) } else { size.bit(along, at) };
        let mask =
            |cells: u8| (0..length).filter(|along| cells >> along & 1 == 1).fold(0, |all, along| all | bit(along));
        let contents = arrangements(length, walls, content);
        let (mut ranges, mut steps, mut step_ranges) = (Vec::new(), Vec::new(), Vec::new());
        let mut interests = Vec::new();
        for (from, here) in contents.iter().enumerate() {
            let first = slides.len() as u32;
            let first_step = steps.len() as u8;
            for (offset, size) in here.vehicles() {
                let vehicle = (((1_u16 << size) - 1) << offset) as u8;
                for (to, there) in contents.iter().enumerate() {
                    // The same but for this vehicle.
                    let Some((arrived, _)) = there.vehicles().find(|(arrived, _)| {
                        let mut other = Content { starts: here.starts & !(1 << offset), cells: here.cells & !vehicle };
                        other.put(*arrived, size);
                        *arrived != offset && other == *there
                    }) else {
                        continue;
                    };
                    let entered = (((1_u16 << size) - 1) << arrived) as u8;
                    let (low, high) = (offset.min(arrived), offset.max(arrived) + size);
                    let span = (((1_u16 << high) - (1 << low)) & 0xff) as u8;
                    if span & (walls | here.cells & !vehicle) != 0 {
                        continue;
                    }
                    let trail = span & !entered;
                    let crossed = (0..length)
                        .filter(|along| trail >> along & 1 == 1)
                        .map(|along| if is_row { LONGEST + along } else { along });
                    slides.push(LineSlide {
                        flip: ((from ^ to) as u64) << (4 * nibble(place)),
                        swept: mask(span & !vehicle),
                        cells: mask(here.cells ^ there.cells),
                        calm: !crossed.fold(1 << place, |all, line| all | 1 << line),
                        earlier: (1 << place) - 1,
                        own: u32::from(here.starts.is_power_of_two()) << place,
                        place: place as u8,
                        from: from as u8,
                        to: to as u8,
                    });
                    if arrived.abs_diff(offset) == 1 {
                        let (entered, left) = if arrived > offset { (high - 1, low) } else { (low, high - 1) };
                        steps.push(Step {
                            flip: ((from ^ to) as u64) << (4 * nibble(place)),
                            shade: 1 << (8 * entered + at) | 1 << (8 * left + at),
                            entered: entered as u8,
                            left: left as u8,
                        });
                    }
                }
            }
            ranges.push((first, slides.len() as u32));
            let here_steps: &[Step] = &steps[usize::from(first_step)..];
            interests.push(here_steps.iter().fold(0, |all, step| all | step.shade));
            step_ranges.push((first_step, steps.len() as u8));
        }
        let masks: Vec<u64> = contents.iter().map(|content| mask(content.cells)).collect();
        let shadows = contents
            .iter()
            .map(|content| {
                (0..length)
                    .filter(|along| content.cells >> along & 1 == 1)
                    .fold(0, |all, column| all | 1 << (8 * column + at))
            })
            .collect();
        let mut line = Line {
            contents,
            masks,
            slides: ranges,
            steps,
            step_ranges,
            interests,
            shadows,
            covering: [0; LONGEST],
            reach: Vec::new(),
        };
        if !is_row {
            for (row, covering) in line.covering.iter_mut().enumerate() {
                *covering = (0..line.masks.len())
                    .filter(|arrangement| line.contents[*arrangement].cells >> row & 1 == 1)
                    .fold(0, |all, arrangement| all | 1 << arrangement);
            }
            line.reach = vec![Reach::default(); 16 << length];
            for taken in 0..1_usize << length {
                for from in 0..line.masks.len() {
                    let set = line.reached(slides, mask(taken as u8), from);
                    let first = set.trailing_zeros() as u8;
                    line.reach[taken << 4 | from] = Reach { set, count: set.count_ones() as u8, first };
                }
            }
        }
        line
    }

    /// The arrangements that slides lead to while some cells of the board are taken; none if the first covers one of these.
    fn reached(&self, slides: &[LineSlide], taken: u64, from: usize) -> Set {
        if self.masks[from] & taken != 0 {
            return 0;
        }
        let (mut found, mut open): (Set, Vec<usize>) = (1 << from, vec![from]);
        while let Some(from) = open.pop() {
            let (first, end) = self.slides[from];
            for slide in slides[first as usize..end as usize].iter().filter(|slide| slide.swept & taken == 0) {
                let to = usize::from(slide.to);
                if found >> to & 1 == 0 {
                    found |= 1 << to;
                    open.push(to);
                }
            }
        }
        found
    }
}

/// Where the number of a line's arrangement is in a key, in units of four bits: columns first, then rows from the top, so that keys
/// are ordered as the masks of the rows are.
pub(super) fn nibble(place: usize) -> usize {
    (place + LONGEST) % LINES
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

/// The lines met so far.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    size: Size,
    /// The first is the one without vehicles.
    lines: Vec<Line>,
    /// The slides of all of them.
    pub(super) slides: Vec<LineSlide>,
    /// By place, walls and content: sixteen times which line, and which arrangement of it; 0 where none is known.
    known: Vec<u32>,
}

/// The longest line of a board.
fn longest(size: Size) -> usize {
    size.width().max(size.height())
}

impl Lines {
    pub(super) fn new(size: Size) -> Lines {
        let mut slides = Vec::new();
        let empty = Line::compile(size, LONGEST, 0, Content::default(), &mut slides);
        Lines { size, lines: vec![empty], slides, known: vec![0; LINES << (2 * longest(size))] }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    #[inline]
    pub(super) fn get(&self, line: u32) -> &Line {
        &self.lines[line as usize]
    }

    /// Sixteen times the line with this content, and the number of its arrangement; it is compiled if it is new.
    #[inline]
    fn find(&mut self, place: usize, walls: u8, content: Content) -> u32 {
        // A wall is written as a vehicle that begins where it covers nothing.
        let length = longest(self.size);
        let number = |content: Content| {
            (place << length | usize::from(content.starts | walls)) << length | usize::from(content.cells)
        };
        if self.known[number(content)] == 0 {
            let line = Line::compile(self.size, place, walls, content, &mut self.slides);
            for (arrangement, content) in line.contents.iter().enumerate() {
                self.known[number(*content)] = (self.lines.len() << 4 | arrangement) as u32;
            }
            self.lines.push(line);
        }
        self.known[number(content)]
    }

    /// A board in terms of lines.
    pub(super) fn jam(&mut self, board: &Board) -> Jam {
        let mut jam = Jam { lines: [0; LINES], used: 0, key: 0, walls: 0 };
        for row in 0..self.size.height() {
            self.put(&mut jam, row, board.walls[row], board.rows[row]);
            for column in (0..self.size.width()).filter(|column| board.walls[row] >> column & 1 == 1) {
                jam.walls |= self.size.bit(row, column);
            }
        }
        let walled = jam.walls != 0;
        for column in 0..self.size.width() {
            let walls = if walled { board.column_walls(column) } else { 0 };
            self.put(&mut jam, LONGEST + column, walls, board.columns[column]);
        }
        jam
    }

    fn put(&mut self, jam: &mut Jam, place: usize, walls: u8, content: Content) {
        if content.starts != 0 {
            let found = self.find(place, walls, content);
            jam.lines[place] = found >> 4;
            jam.used |= 1 << place;
            jam.key |= u64::from(found & 15) << (4 * nibble(place));
        }
    }

    /// The position of a jam's vehicles that a key tells, as a board.
    pub(super) fn board(&self, jam: &Jam, key: u64) -> Board {
        let mut board = Board::default();
        for place in jam.places() {
            let content = self.get(jam.lines[place]).contents[arrangement(key, place)];
            if place < LONGEST { board.rows[place] = content } else { board.columns[place - LONGEST] = content }
        }
        for row in 0..self.size.height() {
            for column in 0..self.size.width() {
                board.walls[row] |= u8::from(jam.walls & self.size.bit(row, column) != 0) << column;
            }
        }
        board
    }
}

/// The number of a line's arrangement in a key.
#[inline]
pub(super) fn arrangement(key: u64, place: usize) -> usize {
    (key >> (4 * nibble(place)) & 15) as usize
}

/// The lines of a jam at hand.
pub(super) type AtHand<'a> = [&'a Line; LINES];

/// A board made of lines. A key tells the arrangement of each of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jam {
    pub(super) lines: [u32; LINES],
    /// The lines that have vehicles.
    pub(super) used: u32,
    pub(super) key: u64,
    pub(super) walls: u64,
}

impl Jam {
    /// Its lines, by place; where there is none, any.
    pub(super) fn at_hand<'a>(&self, lines: &'a Lines) -> AtHand<'a> {
        self.lines.map(|line| lines.get(line))
    }

    /// The lines with vehicles.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.used)
    }
}

/// The numbers of the bits that are set, lowest first.
#[inline]
pub(super) fn bits(set: u32) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let next = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (next < 32).then_some(next)
    })
}
