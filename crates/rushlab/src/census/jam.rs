//! A board made of lines, and the lines met so far: boards of a census are made of the same few over and over, so each is compiled once and
//! then looked up.

use super::board::{Board, Content, LONGEST, Size};
use super::line::{Line, LineSlide, Site};

/// How many lines a board can have: rows are numbered from 0, columns from [`LONGEST`].
pub(super) const LINES: usize = 2 * LONGEST;

/// Where the number of a line's arrangement is in a key, in units of four bits: columns first, then rows from the top, so that keys
/// are ordered as the masks of the rows are.
pub(super) fn nibble(place: usize) -> usize {
    (place + LONGEST) % LINES
}

/// The lines met so far.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    size: Size,
    /// The first is the one without vehicles.
    lines: Vec<Line>,
    /// The moves of all of them.
    pub(super) moves: Vec<LineSlide>,
    /// By place, walls and content: sixteen times which line, and which arrangement of it; 0 where none is known.
    known: Vec<u32>,
}

/// The longest line of a board.
fn longest(size: Size) -> usize {
    size.width().max(size.height())
}

impl Lines {
    pub(super) fn new(size: Size) -> Lines {
        let mut moves = Vec::new();
        let empty = Line::compile(Site { size, place: LONGEST, walls: 0 }, Content::default(), &mut moves);
        Lines { size, lines: vec![empty], moves, known: vec![0; LINES << (2 * longest(size))] }
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
            let line = Line::compile(Site { size: self.size, place, walls }, content, &mut self.moves);
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
