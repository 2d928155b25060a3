//! Letters by the place of a vehicle, as in the published database: so a board has one name, whatever its vehicles were called.

use super::{Label, Orientation, Puzzle};

/// `A`, `B`, … `Z`; then, on boards with more vehicles than that, digits and small letters. Not what would be taken for the primary, a
/// wall or an empty cell.
fn letters() -> impl Iterator<Item = Label> {
    let letters = ('A'..='Z').chain('0'..='9').chain('a'..='z');
    letters.filter(|letter| !['X', 'x', 'o'].contains(letter)).filter_map(Label::from_char)
}

impl Puzzle {
    /// The same puzzle with letters by place: `A` is the primary, then come the other horizontal vehicles and the walls, which use a
    /// letter up without showing it, row by row, the primary's row before all others; then column by column the vertical vehicles.
    /// Nothing if there are more of them than letters.
    pub fn lettered(&self) -> Option<Puzzle> {
        let horizontal = |orientation: Orientation| orientation == Orientation::Horizontal;
        let vehicles = self.vehicles().iter().enumerate().filter(|(index, _)| *index != self.primary_index());
        // First the rows, then the columns; in a row by columns, in a column by rows.
        let mut places: Vec<(bool, u8, u8, Option<usize>)> = vehicles
            .map(|(index, vehicle)| (!horizontal(vehicle.orientation), vehicle.line(), vehicle.offset(), Some(index)))
            .collect();
        places.extend(self.walls().iter().map(|wall| (false, wall.row, wall.column, None)));
        let home = self.primary();
        let at_home = |down: bool, line: u8| !down && horizontal(home.orientation) && line == home.line();
        places.sort_unstable_by_key(|(down, line, along, _)| (*down, !at_home(*down, *line), *line, *along));
        let mut letters = letters();
        let mut labels = vec![letters.next()?; self.vehicles().len()];
        for (.., vehicle) in places {
            let letter = letters.next()?;
            vehicle.into_iter().for_each(|vehicle| labels[vehicle] = letter);
        }
        self.with_labels(&labels).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::letters;
    use crate::format::{in_a_line, parse};

    #[test]
    fn letters_go_by_place() {
        // Lines of the published database, with some of their letters changed; the second has a wall in the primary's row.
        for (board, expected) in [
            (".xPPMNQQQKMNXXJK....JLRRIFFL..IGGHH.", ".xCCMNDDDKMNAAJK....JLEEIFFL..IGGHH."),
            (".ZZJ..xGHJQQxGHXXK..I..KFFI..L.....L", ".CCJ..xGHJEExGHAAK..I..KFFI..L.....L"),
        ] {
            let lettered = parse(board).unwrap().lettered().and_then(|puzzle| in_a_line(&puzzle));
            assert_eq!(lettered.as_deref(), Some(expected));
        }
    }

    #[test]
    fn no_letter_would_be_read_as_something_else() {
        let letters: String = letters().filter_map(|label| label.as_char()).collect();
        assert_eq!(letters, "ABCDEFGHIJKLMNOPQRSTUVWYZ0123456789abcdefghijklmnpqrstuvwyz");
    }
}
