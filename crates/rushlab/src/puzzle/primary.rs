//! Which vehicle must leave, when nothing says so.
//!
//! Authors mark it in their own ways: `X` or `x` on the cards and in jam files, `A` in the course's files and in the published
//! database, `R` for red. The label alone is not enough, as any vehicle may be called A: so the middle row decides.

use super::{DraftVehicle, Fault, Label, Orientation};

/// The index of the primary among the vehicles of a board of that height.
pub(crate) fn find(vehicles: &[DraftVehicle], height: i64) -> Result<usize, Fault> {
    let middle = height.saturating_sub(1) / 2;
    let in_middle = |vehicle: &DraftVehicle| vehicle.orientation == Orientation::Horizontal && vehicle.row == middle;
    let anywhere = |_: &DraftVehicle| true;
    let horizontal = |vehicle: &DraftVehicle| vehicle.orientation == Orientation::Horizontal;
    let labelled = |label: char, wanted: &dyn Fn(&DraftVehicle) -> bool| {
        let label = Label::from_char(label);
        vehicles.iter().position(|vehicle| Some(vehicle.label) == label && wanted(vehicle))
    };
    let alone = || {
        let mut there = (0..vehicles.len()).filter(|&index| in_middle(&vehicles[index]));
        there.next().filter(|_| there.next().is_none())
    };
    labelled('X', &anywhere)
        .or_else(|| labelled('x', &anywhere))
        .or_else(|| labelled('A', &in_middle))
        .or_else(|| labelled('R', &in_middle))
        .or_else(alone)
        .or_else(|| labelled('A', &horizontal))
        .ok_or_else(|| {
            let there = vehicles.iter().filter(|vehicle| in_middle(vehicle)).map(|vehicle| vehicle.label);
            let mut candidates: Vec<Label> = there.collect();
            if candidates.is_empty() {
                candidates = vehicles.iter().map(|vehicle| vehicle.label).collect();
            }
            Fault::NoPrimary { candidates }
        })
}
