//! Compact lists of puzzles: millions of puzzles in a few bytes each, for storage and distribution.
//!
//! A compact list holds the [ids](Puzzle::id) of puzzles, grouped by size, metric and optimal cost, the highest cost
//! first. A group can be read without the others. Within a group the ids are sorted, and their digits are coded by
//! arithmetic coding with adaptive frequencies (`range_coder.rs`, `model.rs`). As in an id, names and labels are left
//! out.
//!
//! The bytes: the line `rushlab compact 1`; the number of groups; for each group its columns, rows, metric (1 for
//! steps), cost, number of puzzles, number of bytes and CRC-32; the CRC-32 of everything so far; then the bytes of each
//! group. Numbers are in LEB128, checksums in four bytes, the lowest first.

mod header;
mod model;
mod range_coder;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Cursor, Read};

use self::header::{GroupKey, Header};
use self::model::{CodedDigits, DigitModel};
use self::range_coder::{RangeDecoder, RangeEncoder};
use rushlab::format::{self, Format, ReadError, Reader};
use rushlab::puzzle::digits::{digits_of, puzzle_of};
use rushlab::puzzle::{Metric, Puzzle};

pub use self::header::{CompactError, Group, is_compact};

/// Number of bytes that tell a compact list from a text.
const MAGIC_LENGTH: u64 = header::MAGIC.len() as u64;

/// The greatest size of a list that is read from a source. All minimal 6×6 puzzles take 5 MB.
const MAX_BYTES: u64 = 256 << 20;

type PuzzleDigits = Box<[u16]>;

/// Puzzles that are to be written as a compact list. Each is kept once.
///
/// ```
/// use rushlab::Puzzle;
/// use rushlab_census::compact::{CompactBuilder, CompactList};
///
/// let puzzle: Puzzle = "AA..XX..........".parse()?;
/// let mut builder = CompactBuilder::default();
/// builder.add(&puzzle, 1);
/// let list = CompactList::read(builder.finish())?;
/// let puzzles: Result<Vec<Puzzle>, _> = list.groups().iter().flat_map(|group| list.puzzles(group)).collect();
/// assert_eq!(puzzles?, [puzzle.canonical()]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct CompactBuilder {
    /// The puzzles by cost, columns, rows, and whether they are in steps.
    groups: BTreeMap<(Reverse<u32>, u8, u8, bool), Vec<PuzzleDigits>>,
}

impl CompactBuilder {
    /// Adds a puzzle with its optimal cost, in the metric of its rules.
    pub fn add(&mut self, puzzle: &Puzzle, cost: u32) {
        // No radix exceeds 65536.
        let digits = digits_of(puzzle).values().map(|digit| digit as u16).collect();
        let is_in_steps = puzzle.rules().metric == Metric::Steps;
        let key = (Reverse(cost), puzzle.width(), puzzle.height(), is_in_steps);
        self.groups.entry(key).or_default().push(digits);
    }

    /// Keeps at most `count` puzzles of each group, evenly spaced in their order.
    pub fn thin_out(&mut self, count: usize) {
        for puzzles in self.groups.values_mut() {
            sort(puzzles);
            let all = puzzles.len();
            let mut index = 0;
            puzzles.retain(|_| {
                index += 1;
                // The number of puzzles kept so far increases here.
                all <= count || index * count / all > (index - 1) * count / all
            });
        }
    }

    /// Returns the bytes of the list.
    pub fn finish(self) -> Vec<u8> {
        let mut header = Header::default();
        let mut content = Vec::new();
        for ((Reverse(cost), width, height, is_in_steps), mut puzzles) in self.groups {
            sort(&mut puzzles);
            let metric = if is_in_steps { Metric::Steps } else { Metric::Moves };
            let (mut model, mut coder) = (DigitModel::default(), RangeEncoder::new());
            for digits in &puzzles {
                model.start_puzzle();
                // The puzzle is made from its digits, and each digit is written when it is used.
                let known = digits.iter();
                puzzle_of(width, height, &mut CodedDigits { model: &mut model, coder: &mut coder, known });
            }
            let bytes = coder.finish();
            let key = GroupKey { width, height, metric, cost };
            header.add(Group::new(key, puzzles.len(), &bytes, content.len()));
            content.extend(bytes);
        }
        let mut list = header.write();
        list.extend(content);
        list
    }
}

/// Sorts puzzles by their digits and removes duplicates.
fn sort(puzzles: &mut Vec<PuzzleDigits>) {
    puzzles.sort_unstable();
    puzzles.dedup();
}

/// A compact list.
#[derive(Clone, Debug)]
pub struct CompactList {
    bytes: Cow<'static, [u8]>,
    header: Header,
}

impl CompactList {
    /// Reads a list and checks all checksums.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a compact list, or an incomplete or damaged one.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<CompactList, CompactError> {
        let bytes = bytes.into();
        let header = Header::read(&bytes)?;
        Ok(CompactList { bytes, header })
    }

    /// Returns the groups, the highest cost first.
    pub fn groups(&self) -> &[Group] {
        &self.header.groups
    }

    /// Returns the number of all puzzles.
    pub fn count(&self) -> u64 {
        self.groups().iter().map(Group::count).sum()
    }

    /// Returns the puzzles of a group, with [canonical labels](Puzzle::canonical). An error is the last item.
    pub fn puzzles(&self, group: &Group) -> impl Iterator<Item = Result<Puzzle, CompactError>> + use<'_> {
        let mut decoder = GroupDecoder::new(*group);
        let mut coder = RangeDecoder::new(self.header.bytes(&self.bytes, group));
        std::iter::from_fn(move || decoder.next(&mut coder))
    }

    /// Returns the list as a text of ids, one in each line, which is decoded group by group while it is read.
    pub fn into_text(self) -> impl Read {
        IdText { list: self, next_group: 0, lines: Cursor::default() }
    }
}

/// Opens a text of puzzles or a compact list, which is read as a text of ids, as [`Reader::open`] does.
///
/// # Errors
///
/// Fails as [`Reader::open`] does, or if the list is damaged.
pub fn open<'a>(
    mut source: impl Read + 'a,
    format: Option<&'static dyn Format>,
    file_name: Option<&str>,
) -> Result<Reader<'a>, ReadError> {
    let mut head = Vec::new();
    source.by_ref().take(MAGIC_LENGTH).read_to_end(&mut head)?;
    if !is_compact(&head) {
        return Reader::open(Cursor::new(head).chain(source), format, file_name);
    }
    Reader::open(read_list(Cursor::new(head).chain(source))?.into_text(), Some(format::ID), None)
}

/// Reads a compact list from a source.
///
/// # Errors
///
/// Fails if the source cannot be read or is too long, or if the list is damaged.
pub fn read_list(source: impl Read) -> Result<CompactList, ReadError> {
    let bytes = format::read_limited(source, MAX_BYTES)?;
    CompactList::read(bytes).map_err(|error| ReadError::Source(Box::new(error)))
}

struct IdText {
    list: CompactList,
    next_group: usize,
    /// The lines of the group before.
    lines: Cursor<Vec<u8>>,
}

impl Read for IdText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.lines.read(buffer)?;
            let group = self.list.groups().get(self.next_group).filter(|_| read == 0 && !buffer.is_empty());
            let Some(group) = group else { return Ok(read) };
            let mut lines = Vec::new();
            for puzzle in self.list.puzzles(group) {
                lines.extend(puzzle.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?.id().bytes());
                lines.push(b'\n');
            }
            self.lines = Cursor::new(lines);
            self.next_group += 1;
        }
    }
}

/// The state of the decoding of a group.
struct GroupDecoder {
    group: Group,
    model: DigitModel,
    remaining: u64,
}

impl GroupDecoder {
    fn new(group: Group) -> GroupDecoder {
        GroupDecoder { group, model: DigitModel::default(), remaining: group.count() }
    }

    fn next(&mut self, coder: &mut RangeDecoder<'_>) -> Option<Result<Puzzle, CompactError>> {
        self.remaining = self.remaining.checked_sub(1)?;
        self.model.start_puzzle();
        let mut digits = CodedDigits { model: &mut self.model, coder, known: [].iter() };
        let puzzle = puzzle_of(self.group.width(), self.group.height(), &mut digits);
        let is_complete = self.remaining > 0 || coder.is_at_end();
        match puzzle.filter(|_| is_complete) {
            Some(puzzle) => Some(Ok(puzzle.canonical())),
            None => {
                self.remaining = 0;
                Some(Err(CompactError::Damaged))
            }
        }
    }
}
