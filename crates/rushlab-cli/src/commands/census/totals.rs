//! The counts of a census.

use super::chunks::Chunk;

/// The sums over all finished chunks, or over all parts of a census.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CensusTotals {
    pub(super) ids: u64,
    pub(super) canonical: u64,
    pub(super) solvable: u64,
    pub(super) minimal: u64,
    pub(super) positions: u64,
    /// The size of the largest cluster.
    pub(super) largest: u64,
}

impl CensusTotals {
    pub(super) fn add(&mut self, chunk: &Chunk) {
        let Chunk { ids, canonical, solvable, positions, largest, ref rows, .. } = *chunk;
        self.add_totals(&CensusTotals { ids, canonical, solvable, minimal: rows.len() as u64, positions, largest });
    }

    pub(super) fn add_totals(&mut self, other: &CensusTotals) {
        self.ids += other.ids;
        self.canonical += other.canonical;
        self.solvable += other.solvable;
        self.minimal += other.minimal;
        self.positions += other.positions;
        self.largest = self.largest.max(other.largest);
    }
}
