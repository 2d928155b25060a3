//! How the ids of a census are divided: into chunks of consecutive ids, of which shard I of N takes I, I + N, I + 2N, …

use std::fmt;

/// The minimum number of chunks of a census that is not divided, so that all threads finish at about the same time;
/// there are fewer if there are few ids.
const MIN_CHUNKS: u64 = 256;

/// The minimum number of chunks of a shard, so that all shards take about the same time: ids near each other cost about
/// the same.
const MIN_SHARD_CHUNKS: u64 = 1024;

const MIN_CHUNK_IDS: u64 = 256;

/// The maximum number of ids in a chunk: about a second of work, which is lost if the program is killed.
const MAX_CHUNK_IDS: u64 = 1 << 16;

/// One of several parts of a census that are processed independently of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Number of the shard, from 0.
    pub index: u32,
    /// Number of shards.
    pub count: u32,
}

impl Shard {
    /// The only shard of a census that is not divided.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Maximum number of shards.
    pub const MAX_COUNT: u32 = 1_000_000;

    /// Returns a shard, if there is one with this number.
    pub fn new(index: u32, count: u32) -> Option<Shard> {
        (index < count && count <= Shard::MAX_COUNT).then_some(Shard { index, count })
    }

    /// Returns whether the census is not divided.
    pub fn is_whole(self) -> bool {
        self == Shard::WHOLE
    }
}

/// The index and the count: `0/16`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// The chunks of a shard of a range of ids.
///
/// ```
/// use rushlab_census::{Chunks, Shard};
///
/// assert_eq!(Chunks { ids: (0, 243_502_786), shard: Shard::WHOLE }.chunk_ids(), 65_536);
/// let shard = Chunks { ids: (0, 243_502_786), shard: Shard { index: 2, count: 16 } };
/// assert_eq!((shard.chunk_ids(), shard.numbers().next(), shard.range(2)), (14_862, Some(2), (29_724, 44_586)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunks {
    /// The first id, and the id after the last. They are divided into shards.
    pub ids: (u64, u64),
    /// The shard.
    pub shard: Shard,
}

impl Chunks {
    /// Returns the number of ids in a chunk. It depends on the number of ids and of shards, and on nothing else.
    pub fn chunk_ids(&self) -> u64 {
        let (ids, shards) = (self.ids.1 - self.ids.0, u64::from(self.shard.count));
        let chunks = if shards <= 1 { MIN_CHUNKS } else { MIN_SHARD_CHUNKS * shards };
        (ids / chunks).clamp(MIN_CHUNK_IDS, MAX_CHUNK_IDS)
    }

    /// Returns the number of chunks of all shards.
    fn all(&self) -> usize {
        (self.ids.1 - self.ids.0).div_ceil(self.chunk_ids()) as usize
    }

    /// Returns the numbers of the shard's chunks: shard I of N has the chunks I, I + N, I + 2N, …
    pub fn numbers(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + use<> {
        (self.shard.index as usize..self.all().max(self.shard.index as usize)).step_by(self.shard.count as usize)
    }

    /// Returns the number of the shard's ids.
    pub fn id_count(&self) -> u64 {
        let last = self.numbers().next_back().map_or(0, |number| self.length(number));
        (self.numbers().len() as u64).saturating_sub(1) * self.chunk_ids() + last
    }

    /// Returns the first id of a chunk, and the id after its last.
    pub fn range(&self, number: usize) -> (u64, u64) {
        let first = self.ids.0 + number as u64 * self.chunk_ids();
        (first, first.saturating_add(self.chunk_ids()).min(self.ids.1))
    }

    /// Returns the number of ids in a chunk.
    pub fn length(&self, number: usize) -> u64 {
        let (first, end) = self.range(number);
        end - first
    }

    /// Returns whether the shard has a chunk with this number and this many ids.
    pub fn contains(&self, number: usize, ids: u64) -> bool {
        let is_own = number % self.shard.count as usize == self.shard.index as usize;
        is_own && number < self.all() && self.length(number) == ids
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_in_exactly_one_chunk_of_one_shard() {
        for (ids, count) in
            [((0, 268_109), 7), ((0, 268_109), 1), ((5, 6), 1), ((5, 6), 3), ((1000, 3001), 4), ((0, 1_000_000), 16)]
        {
            let mut ranges = Vec::new();
            for index in 0..count {
                let chunks = Chunks { ids, shard: Shard { index, count } };
                let own: Vec<_> = chunks.numbers().map(|number| chunks.range(number)).collect();
                assert_eq!(own.iter().map(|(first, end)| end - first).sum::<u64>(), chunks.id_count());
                assert!(chunks.numbers().all(|number| chunks.contains(number, chunks.length(number))));
                ranges.extend(own);
            }
            ranges.sort_unstable();
            assert_eq!((ranges[0].0, ranges[ranges.len() - 1].1), ids);
            assert!(ranges.windows(2).all(|pair| pair[0].1 == pair[1].0), "{ids:?} in {count} shards");
        }
    }

    #[test]
    fn a_chunk_of_another_shard_is_not_a_chunk() {
        let chunks = Chunks { ids: (0, 268_109), shard: Shard { index: 2, count: 7 } };
        assert!(chunks.contains(2, 256) && chunks.contains(9, 256));
        assert!(!chunks.contains(3, 256) && !chunks.contains(2, 255) && !chunks.contains(1 << 40, 256));
    }
}
