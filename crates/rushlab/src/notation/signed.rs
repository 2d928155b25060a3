//! `F+1 K-2`: right and down are positive, left and up negative. Michael Fogleman's generator of the published database
//! prints its solutions so.

use super::letters::{read_tokens, tokens};
use super::{About, Displacement, NamedMove, Table, VehicleName, WrittenMove, distance};
use crate::puzzle::{Label, Puzzle};

pub(super) static SIGNED: Table = Table {
    about: &About { name: "signed", summary: "`F+1 K-2`: right and down are positive (Fogleman's generator)" },
    sniff: |text| tokens(text).next().and_then(read_move).is_some(),
    read: |text| read_tokens(text, read_move, "`F+1`"),
    write,
};

fn write(_: &Puzzle, moves: &[NamedMove]) -> String {
    let word = |mv: &NamedMove| format!("{}{:+}", mv.label, mv.direction.distance(mv.cells));
    moves.iter().map(word).collect::<Vec<_>>().join(" ") + "\n"
}

fn read_move(token: &str) -> Option<WrittenMove> {
    let (label, cells) = token.split_at(token.find(['+', '-'])?);
    let cells_without_sign = i32::try_from(distance(&cells[1..])?).ok()?;
    let signed = if cells.starts_with('-') { -cells_without_sign } else { cells_without_sign };
    Some(WrittenMove {
        vehicle: VehicleName::Label(Label::new(label).ok()?),
        displacement: Displacement::Signed(signed),
    })
}
