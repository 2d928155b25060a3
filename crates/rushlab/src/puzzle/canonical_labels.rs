//! Canonical labels: letters assigned by the position of a vehicle, as in the published database. Puzzles that differ in labels only
//! get the same labels.

use super::{Label, Orientation, Puzzle};

/// Returns `A`, `B`, … `Z`, then digits and lower-case letters, except `X`, `x` and `o`, which mean the primary, a wall and an empty
/// cell.
fn letters() -> impl Iterator<Item = Label> {
    let letters = ('A'..='Z').chain('0'..='9').chain('a'..='z');
    letters.filter(|letter| !['X', 'x', 'o'].contains(letter)).filter_map(Label::from_char)
}

impl Puzzle {
    /// Returns the same puzzle with canonical labels: `A` is the primary; then come the other horizontal vehicles and the walls row by
    /// row, the row of the primary first; then the vertical vehicles column by column. Each wall also consumes a letter, which is not
    /// shown.
    /// Returns `None` if there are more vehicles and walls than letters.
    pub fn with_canonical_labels(&self) -> Option<Puzzle> {
        let horizontal = |orientation: Orientation| orientation == Orientation::Horizontal;
        let vehicles = self.vehicles().iter().enumerate().filter(|(index, _)| *index != self.primary_index());
        // First the rows, then the columns; in a row by columns, in a column by rows.
        let mut items: Vec<(bool, u8, u8, Option<usize>)> = vehicles
            .map(|(index, vehicle)| (!horizontal(vehicle.orientation), vehicle.line(), vehicle.offset(), Some(index)))
            .collect();
        items.extend(self.walls().iter().map(|wall| (false, wall.row, wall.column, None)));
        let primary = self.primary();
        let in_primary_row =
            |vertical: bool, line: u8| !vertical && horizontal(primary.orientation) && line == primary.line();
        items.sort_unstable_by_key(|(vertical, line, offset, _)| {
            (*vertical, !in_primary_row(*vertical, *line), *line, *offset)
        });
        let mut letters = letters();
        let mut labels = vec![letters.next()?; self.vehicles().len()];
        for (.., vehicle) in items {
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
        // Rows of the published database, with some of their letters changed; the second has a wall in the row of the primary.
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
