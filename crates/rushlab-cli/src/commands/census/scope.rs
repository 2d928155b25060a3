//! What a census covers: rules, board size, walls, ids and shard; and the chunks into which its ids are divided.

use std::fmt;

use rushlab::puzzle::Metric;
use rushlab_census::{CensusRules, FOGLEMAN, Size};

use crate::arguments::Shard;

/// The rules, board size, walls, ids and shard of a census. They determine the chunks, so a journal belongs to one
/// scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CensusScope {
    pub(super) rules: &'static CensusRules,
    pub(super) metric: Metric,
    pub(super) size: Size,
    pub(super) walls: (u8, u8),
    /// The first id, and the id after the last. They are divided into shards.
    pub(super) ids: (u64, u64),
    pub(super) shard: Shard,
}

impl CensusScope {
    /// Returns the rules and the metric as text; `None` for those of the published database.
    pub(super) fn other_rules(&self) -> Option<String> {
        let published = (self.rules, self.metric) == (&FOGLEMAN, FOGLEMAN.metric);
        (!published).then(|| format!("{}, {}", self.rules.name, self.metric))
    }

    /// Returns the number of ids in a chunk. It depends on the number of ids and of shards, and on nothing else.
    pub(super) fn chunk_ids(&self) -> u64 {
        rushlab_census::chunk_ids(self.ids.1 - self.ids.0, self.shard.count)
    }

    fn all_chunks(&self) -> usize {
        (self.ids.1 - self.ids.0).div_ceil(self.chunk_ids()) as usize
    }

    /// Returns the numbers of the shard's chunks: shard I of N has the chunks I, I + N, I + 2N, …
    pub(super) fn chunk_numbers(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + use<> {
        (self.shard.index as usize..self.all_chunks().max(self.shard.index as usize)).step_by(self.shard.count as usize)
    }

    pub(super) fn chunks(&self) -> usize {
        self.chunk_numbers().len()
    }

    /// Returns the number of the shard's ids.
    pub(super) fn id_count(&self) -> u64 {
        let last = self.chunk_numbers().next_back().map_or(0, |number| self.chunk_length(number));
        (self.chunks() as u64).saturating_sub(1) * self.chunk_ids() + last
    }

    /// Returns the first id of a chunk, and the id after its last.
    pub(super) fn chunk(&self, number: usize) -> (u64, u64) {
        let first = self.ids.0 + number as u64 * self.chunk_ids();
        (first, first.saturating_add(self.chunk_ids()).min(self.ids.1))
    }

    pub(super) fn chunk_length(&self, number: usize) -> u64 {
        let (first, end) = self.chunk(number);
        end - first
    }

    pub(super) fn is_chunk(&self, number: usize, ids: u64) -> bool {
        let is_own = number % self.shard.count as usize == self.shard.index as usize;
        is_own && number < self.all_chunks() && self.chunk_length(number) == ids
    }

    /// Returns the options of this census that all its parts share, as they are written on the command line.
    pub(super) fn options(&self) -> String {
        let (fewest, most) = self.walls;
        let walls = if fewest == most { fewest.to_string() } else { format!("{fewest}..{most}") };
        let rules = self.other_rules().map(|_| format!(" --rules {} --metric {}", self.rules.name, self.metric));
        let rules = rules.unwrap_or_default();
        format!("--size {}x{} --walls {walls}{rules}", self.size.width(), self.size.height())
    }
}

/// Describes the rules, the ids and the shard.
impl fmt::Display for CensusScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rules) = self.other_rules() {
            write!(f, "rules {rules}, ")?;
        }
        if !self.shard.is_whole() {
            write!(f, "shard {} of ", self.shard)?;
        }
        write!(f, "ids {}..{}", self.ids.0, self.ids.1.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(ids: (u64, u64), index: u32, count: u32) -> CensusScope {
        let (rules, size) = (&FOGLEMAN, Size::new(5, 5).unwrap());
        CensusScope { rules, metric: rules.metric, size, walls: (0, 0), ids, shard: Shard { index, count } }
    }

    #[test]
    fn every_id_is_in_exactly_one_chunk_of_one_shard() {
        for (ids, count) in
            [((0, 268_109), 7), ((0, 268_109), 1), ((5, 6), 1), ((5, 6), 3), ((1000, 3001), 4), ((0, 1_000_000), 16)]
        {
            let mut ranges = Vec::new();
            for index in 0..count {
                let shard = scope(ids, index, count);
                let own: Vec<_> = shard.chunk_numbers().map(|number| shard.chunk(number)).collect();
                assert_eq!(own.len(), shard.chunks());
                assert_eq!(own.iter().map(|(first, end)| end - first).sum::<u64>(), shard.id_count());
                assert!(shard.chunk_numbers().all(|number| shard.is_chunk(number, shard.chunk_length(number))));
                ranges.extend(own);
            }
            ranges.sort_unstable();
            assert_eq!((ranges[0].0, ranges[ranges.len() - 1].1), ids);
            assert!(ranges.windows(2).all(|pair| pair[0].1 == pair[1].0), "{ids:?} in {count} shards");
        }
    }

    #[test]
    fn a_chunk_of_another_shard_is_not_a_chunk() {
        let shard = scope((0, 268_109), 2, 7);
        assert!(shard.is_chunk(2, 256) && shard.is_chunk(9, 256));
        assert!(!shard.is_chunk(3, 256) && !shard.is_chunk(2, 255) && !shard.is_chunk(1 << 40, 256));
    }
}
