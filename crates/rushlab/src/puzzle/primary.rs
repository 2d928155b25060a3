//! Finds the primary when the input does not name it.
//!
//! Authors mark it in different ways: `X` or `x` on the cards and in jam files, `A` in the COMP 472 files and in the
//! published database, `R` for red. The label alone is not enough, because any vehicle may be labelled A.
//!
//! In order: `X`; `x`; a horizontal `A` in the middle row (row 3 of 6); a horizontal `R` there; the only horizontal
//! vehicle there; a horizontal `A` anywhere. A vertical primary is found only if it is labelled `X` or `x`.

use super::{DraftVehicle, Label, Orientation, ProblemKind};

/// Returns the index of the primary among the vehicles of a board with `height` rows.
pub(crate) fn find(vehicles: &[DraftVehicle], height: i64) -> Result<usize, ProblemKind> {
    let middle = height.saturating_sub(1) / 2;
    let in_middle = |vehicle: &DraftVehicle| vehicle.orientation == Orientation::Horizontal && vehicle.row == middle;
    let anywhere = |_: &DraftVehicle| true;
    let horizontal = |vehicle: &DraftVehicle| vehicle.orientation == Orientation::Horizontal;
    let labelled = |label: char, wanted: &dyn Fn(&DraftVehicle) -> bool| {
        let label = Label::from_char(label);
        vehicles.iter().position(|vehicle| Some(vehicle.label) == label && wanted(vehicle))
    };
    let only_one = || {
        let mut found = (0..vehicles.len()).filter(|&index| in_middle(&vehicles[index]));
        found.next().filter(|_| found.next().is_none())
    };
    labelled('X', &anywhere)
        .or_else(|| labelled('x', &anywhere))
        .or_else(|| labelled('A', &in_middle))
        .or_else(|| labelled('R', &in_middle))
        .or_else(only_one)
        .or_else(|| labelled('A', &horizontal))
        .ok_or_else(|| {
            let in_row = vehicles.iter().filter(|vehicle| in_middle(vehicle)).map(|vehicle| vehicle.label);
            let mut candidates: Vec<Label> = in_row.collect();
            if candidates.is_empty() {
                candidates = vehicles.iter().map(|vehicle| vehicle.label).collect();
            }
            ProblemKind::NoPrimary { candidates }
        })
}
