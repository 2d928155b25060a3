//! Canonical labels: letters assigned by the position of a vehicle, as in the published database. Puzzles that differ
//! in labels only get the same labels.

use super::{Label, Orientation, Puzzle};

/// Returns `A`, `B`, … `Z`, then digits and lower-case letters, except `X`, `x` and `o`, which mean the primary, a wall
/// and an empty cell.
fn letters() -> impl Iterator<Item = Label> {
    let letters = ('A'..='Z').chain('0'..='9').chain('a'..='z');
    letters.filter(|letter| !['X', 'x', 'o'].contains(letter)).filter_map(Label::from_char)
}

/// Returns `AA`, `AB`, … `ZZ`.
fn pairs() -> impl Iterator<Item = Label> {
    let pairs = ('A'..='Z').flat_map(|first| ('A'..='Z').map(move |second| format!("{first}{second}")));
    pairs.filter_map(|pair| Label::new(&pair).ok())
}

impl Puzzle {
    /// Returns the same puzzle with canonical labels: `A` is the primary; then come the other horizontal vehicles and
    /// the walls row by row, the row of the primary first; then the vertical vehicles column by column. Each wall also
    /// consumes a letter, which is not shown. Returns `None` if there are more vehicles and walls than letters.
    pub fn with_canonical_labels(&self) -> Option<Puzzle> {
        self.labelled_by_position(letters())
    }

    /// Returns the puzzle with canonical labels, which continue with pairs of letters if there are too few letters.
    pub(super) fn with_long_canonical_labels(&self) -> Puzzle {
        // There are at most 128 vehicles and 256 walls.
        self.labelled_by_position(letters().chain(pairs())).unwrap_or_else(|| self.clone())
    }

    fn labelled_by_position(&self, mut letters: impl Iterator<Item = Label>) -> Option<Puzzle> {
        let primary = self.primary();
        // First the primary, then the rows, then the columns; in a row by columns, in a column by rows.
        let primary_row = (primary.orientation == Orientation::Horizontal).then_some(primary.line());
        let key = |orientation: Orientation, line: u8, offset: u8| {
            let is_in_primary_row = orientation == Orientation::Horizontal && Some(line) == primary_row;
            (orientation, !is_in_primary_row, line, offset)
        };
        let mut items: Vec<_> = (self.vehicles().iter().enumerate())
            .map(|(index, vehicle)| (key(vehicle.orientation, vehicle.line(), vehicle.offset()), Some(index)))
            .collect();
        items.extend(self.walls().iter().map(|wall| (key(Orientation::Horizontal, wall.row, wall.column), None)));
        items.sort_unstable_by_key(|(key, index)| (*index != Some(self.primary_index()), *key));
        let mut labels = vec![primary.label; self.vehicles().len()];
        for (_, vehicle) in items {
            let letter = letters.next()?;
            vehicle.into_iter().for_each(|vehicle| labels[vehicle] = letter);
        }
        self.with_labels(&labels).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::letters;
    use crate::format::{board_line, parse};

    #[test]
    fn labels_follow_positions() {
        // Rows of the published database, with some of their letters changed; the second has a wall in the row of the
        // primary.
        for (board, expected) in [
            (".xPPMNQQQKMNXXJK....JLRRIFFL..IGGHH.", ".xCCMNDDDKMNAAJK....JLEEIFFL..IGGHH."),
            (".ZZJ..xGHJQQxGHXXK..I..KFFI..L.....L", ".CCJ..xGHJEExGHAAK..I..KFFI..L.....L"),
        ] {
            let lettered = parse(board).unwrap().with_canonical_labels().and_then(|puzzle| board_line(&puzzle));
            assert_eq!(lettered.as_deref(), Some(expected));
        }
    }

    #[test]
    fn no_letter_has_another_meaning() {
        let letters: String = letters().filter_map(|label| label.as_char()).collect();
        assert_eq!(letters, "ABCDEFGHIJKLMNOPQRSTUVWYZ0123456789abcdefghijklmnpqrstuvwyz");
    }
}
