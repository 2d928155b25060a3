//! The start of a compact list: what it contains and where.

use std::ops::RangeInclusive;

use rushlab::puzzle::{Metric, SIZES};

/// The first line of every compact list, up to the version.
pub(super) const MAGIC: &[u8] = b"rushlab compact ";

/// The version that is written and read.
const VERSION: &[u8] = b"1\n";

const CHECKSUM: usize = 4;

/// The reason why bytes are not a compact list.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum CompactError {
    #[error("this is not a compact list of puzzles")]
    OtherFile,
    #[error("the compact list has another version than 1, the one that this program reads; use a newer program")]
    Version,
    #[error("the compact list is cut off after {found} bytes; copy it again")]
    CutOff { found: usize },
    #[error("the compact list is damaged: its checksum does not match; copy it again")]
    Damaged,
}

/// Returns whether bytes begin like a compact list.
pub fn is_compact(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// What all puzzles of a group have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GroupKey {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) metric: Metric,
    pub(super) cost: u32,
}

/// The puzzles of a compact list with the same size, metric and optimal cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    pub(super) key: GroupKey,
    count: u64,
    /// Where its bytes are in the content.
    start: usize,
    length: usize,
    checksum: u32,
}

impl Group {
    pub(super) fn new(key: GroupKey, count: usize, bytes: &[u8], start: usize) -> Group {
        Group { key, count: count as u64, start, length: bytes.len(), checksum: crc32fast::hash(bytes) }
    }

    /// Returns the number of columns.
    pub fn width(&self) -> u8 {
        self.key.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> u8 {
        self.key.height
    }

    /// Returns the metric.
    pub fn metric(&self) -> Metric {
        self.key.metric
    }

    /// Returns the optimal cost in the metric.
    pub fn cost(&self) -> u32 {
        self.key.cost
    }

    /// Returns the number of puzzles.
    pub fn count(&self) -> u64 {
        self.count
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Header {
    pub(super) groups: Vec<Group>,
    /// Where the content begins.
    content: usize,
}

impl Header {
    pub(super) fn add(&mut self, group: Group) {
        self.groups.push(group);
    }

    pub(super) fn bytes<'a>(&self, list: &'a [u8], group: &Group) -> &'a [u8] {
        let start = self.content.saturating_add(group.start);
        list.get(start..start.saturating_add(group.length)).unwrap_or_default()
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut bytes = [MAGIC, VERSION].concat();
        write_number(self.groups.len() as u64, &mut bytes);
        for Group { key, count, length, checksum, .. } in self.groups.iter().copied() {
            let GroupKey { width, height, metric, cost } = key;
            let is_in_steps = u64::from(metric == Metric::Steps);
            for number in [width.into(), height.into(), is_in_steps, cost.into(), count, length as u64] {
                write_number(number, &mut bytes);
            }
            bytes.extend(checksum.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the header of a list, and checks all checksums.
    pub(super) fn read(list: &[u8]) -> Result<Header, CompactError> {
        let Some(rest) = list.strip_prefix(MAGIC) else { return Err(CompactError::OtherFile) };
        let cut_off = CompactError::CutOff { found: list.len() };
        if rest.len() < VERSION.len() {
            return Err(cut_off);
        }
        let rest = rest.strip_prefix(VERSION).ok_or(CompactError::Version)?;
        let mut fields = Fields { rest, cut_off };
        let mut header = Header::default();
        let mut end = 0_usize;
        for _ in 0..fields.number(0..=u64::MAX)? {
            let sizes = *SIZES.start() as u64..=*SIZES.end() as u64;
            let (width, height) = (fields.number(sizes.clone())? as u8, fields.number(sizes)? as u8);
            let metric = if fields.number(0..=1)? == 1 { Metric::Steps } else { Metric::Moves };
            let cost = fields.number(0..=u32::MAX.into())? as u32;
            let (count, length) = (fields.number(0..=u64::MAX)?, fields.number(0..=usize::MAX as u64)? as usize);
            let checksum = fields.checksum()?;
            let key = GroupKey { width, height, metric, cost };
            header.add(Group { key, count, start: end, length, checksum });
            end = end.checked_add(length).ok_or(CompactError::Damaged)?;
        }
        let own = &list[..list.len() - fields.rest.len()];
        if fields.checksum()? != crc32fast::hash(own) {
            return Err(CompactError::Damaged);
        }
        header.content = list.len() - fields.rest.len();
        if fields.rest.len() < end {
            return Err(cut_off);
        }
        let is_intact = |group: &Group| crc32fast::hash(header.bytes(list, group)) == group.checksum;
        let is_undamaged = fields.rest.len() == end && header.groups.iter().all(is_intact);
        if is_undamaged { Ok(header) } else { Err(CompactError::Damaged) }
    }
}

/// Writes a number in LEB128: seven bits in each byte, the lowest first.
fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The fields of a header that are not read yet.
struct Fields<'a> {
    rest: &'a [u8],
    cut_off: CompactError,
}

impl Fields<'_> {
    fn number(&mut self, range: RangeInclusive<u64>) -> Result<u64, CompactError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.rest.split_first().ok_or(self.cut_off)?;
            self.rest = rest;
            number |= u64::from(byte & 127) << shift;
            if byte & 128 == 0 {
                return if range.contains(&number) { Ok(number) } else { Err(CompactError::Damaged) };
            }
        }
        Err(CompactError::Damaged)
    }

    fn checksum(&mut self) -> Result<u32, CompactError> {
        let (bytes, rest) = self.rest.split_first_chunk::<CHECKSUM>().ok_or(self.cut_off)?;
        self.rest = rest;
        Ok(u32::from_le_bytes(*bytes))
    }
}
