//! The lists of Esau: like `letters`, but the distance of X is one less than it drives, except in the last move.
//!
//! Its program lets X drive one cell out of the board and subtracts this cell from every move of X. So only the last
//! move has the distance on the board. A list cannot be told from one in `letters`, so this notation is never detected.

use super::letters::{read_move, read_tokens, write_move};
use super::{About, Displacement, NamedMove, NotationError, Table, VehicleName, WrittenMove};
use crate::puzzle::{Label, Puzzle};

pub(super) static ESAU: Table = Table {
    about: &About { name: "esau", summary: "`letters` with X one less, but not in the last move (Esau)" },
    sniff: |_| false,
    read,
    write,
};

fn read(text: &str) -> Result<Vec<WrittenMove>, NotationError> {
    let mut moves = read_tokens(text, read_move, "`XR0`")?;
    let last = moves.len().saturating_sub(1);
    for (index, mv) in moves.iter_mut().enumerate() {
        if let (VehicleName::Label(label), Displacement::Towards(_, cells)) = (mv.vehicle, &mut mv.displacement) {
            // A last move of 0 cells cannot be the one that leaves: the list is incomplete.
            if is_red(label) && (index < last || *cells == 0) {
                *cells = cells.saturating_add(1);
            }
        }
    }
    Ok(moves)
}

fn write(_: &Puzzle, moves: &[NamedMove]) -> String {
    let last = moves.len().saturating_sub(1);
    let word = |(index, mv): (usize, &NamedMove)| {
        write_move(mv, mv.cells - u8::from(is_red(mv.label) && index < last && mv.cells > 0))
    };
    moves.iter().enumerate().map(word).collect::<Vec<_>>().join(" ") + "\n"
}

/// Returns whether a label is that of the red vehicle: `X` in the lists, `x` on the boards.
fn is_red(label: Label) -> bool {
    matches!(label.as_str(), "X" | "x")
}
