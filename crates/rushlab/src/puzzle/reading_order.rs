//! The order in which a text lists the vehicles of a puzzle.

use super::{Label, Vehicle};

/// The order in which vehicles were read. It is not a part of what a puzzle is: all orders are equal.
#[derive(Clone, Debug)]
pub(super) struct ReadingOrder(
    /// The indices of the vehicles; `None` if they were read in the order of the board.
    Option<Box<[u8]>>,
);

impl ReadingOrder {
    /// Creates the order of vehicles whose labels were read in a given order. No labels mean the order of the board.
    pub(super) fn new(vehicles: &[Vehicle], labels: &[Label]) -> ReadingOrder {
        let index = |label: &Label| vehicles.iter().position(|vehicle| vehicle.label == *label);
        // A puzzle has at most 128 vehicles, so the index always fits.
        let indices = labels.iter().filter_map(|label| u8::try_from(index(label)?).ok());
        ReadingOrder((!labels.is_empty()).then(|| indices.collect()))
    }

    /// Returns the indices of `count` vehicles, in this order.
    pub(super) fn indices(&self, count: usize) -> impl Iterator<Item = usize> + '_ {
        (0..count).map(|place| match &self.0 {
            Some(indices) => indices.get(place).map_or(place, |index| usize::from(*index)),
            None => place,
        })
    }
}

impl PartialEq for ReadingOrder {
    fn eq(&self, _: &ReadingOrder) -> bool {
        true
    }
}

impl Eq for ReadingOrder {}
