//! Ranking and unranking of the tilings of a run of cells by vehicles of one line and single cells.
//!
//! The number of tilings of `n` cells is the sum of those of `n - 1`, `n - 2`, … `n - longest` cells. A tiling that
//! begins with a shorter piece comes first, so the tiling without vehicles has the rank 0.

use crate::puzzle::{Run, Vehicle};

/// The numbers of tilings by pieces of limited length.
#[derive(Debug)]
pub(super) struct Tilings {
    /// The numbers of tilings of 0, 1, 2 … 16 cells.
    counts: [u32; 17],
    longest: u8,
}

impl Tilings {
    /// Counts the tilings with pieces of at most `longest` cells.
    pub(super) fn new(longest: u8) -> Tilings {
        let mut counts = [1; 17];
        for cells in 1..counts.len() {
            let shortest_rest = cells.saturating_sub(longest.into());
            counts[cells] = counts[shortest_rest..cells].iter().sum();
        }
        Tilings { counts, longest }
    }

    pub(super) fn count(&self, cells: u8) -> u32 {
        self.counts[usize::from(cells)]
    }

    /// Returns the number of tilings of a run that begin with a shorter piece.
    fn before(&self, cells: u8, piece: u8) -> u32 {
        (1..piece).map(|shorter| self.count(cells - shorter)).sum()
    }

    /// Returns the rank of the tiling by the vehicles of a run, in their order.
    pub(super) fn rank<'a>(&self, run: Run, vehicles: impl Iterator<Item = &'a Vehicle>) -> u32 {
        let end = run.end();
        vehicles.map(|vehicle| self.before(end - vehicle.offset(), vehicle.length)).sum()
    }

    /// Returns the offset and the length of each vehicle in the tiling with a rank, less than the number of tilings.
    pub(super) fn unrank(&self, run: Run, mut rank: u32) -> impl Iterator<Item = (u8, u8)> {
        let mut offset = run.offset;
        let end = run.end();
        std::iter::from_fn(move || {
            while offset < end {
                let cells = end - offset;
                let pieces = 1..=self.longest.min(cells);
                let piece = pieces.rev().find(|piece| self.before(cells, *piece) <= rank)?;
                rank -= self.before(cells, piece);
                offset += piece;
                if piece > 1 {
                    return Some((offset - piece, piece));
                }
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, Label, Orientation};

    #[test]
    fn every_tiling_has_its_own_rank() {
        for (longest, cells, expected) in [(3, 0, 1), (3, 6, 24), (3, 16, 10_609), (6, 6, 32), (16, 16, 32_768)] {
            let tilings = Tilings::new(longest);
            assert_eq!(tilings.count(cells), expected);
            let run = Run { line: 2, offset: 0, length: cells };
            for rank in 0..expected {
                let vehicles: Vec<Vehicle> = (tilings.unrank(run, rank))
                    .map(|(offset, length)| Vehicle {
                        label: Label::from_number(0),
                        orientation: Orientation::Horizontal,
                        length,
                        cell: Cell { row: 2, column: offset },
                        fuel: None,
                    })
                    .collect();
                assert_eq!(tilings.rank(run, vehicles.iter()), rank);
            }
        }
    }
}
