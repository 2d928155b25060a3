//! Boards as rows of characters, as in Esau's listings, so that they can be compared with `diff`.

use rushlab::puzzle::Side;
use rushlab::{Position, Puzzle};

/// Returns the rows of a position: labels, `.` for a free cell, `x` for a wall. With `past_border`, the line that
/// [`Puzzle::past_border`] adds is left out.
pub(crate) fn plain_rows(position: &Position, past_border: Option<Side>) -> Vec<String> {
    let puzzle: &Puzzle = position.puzzle();
    let text = position.to_string();
    let separator = if text.contains(' ') { " " } else { "" };
    let cells: Vec<String> = match separator {
        "" => text.chars().map(String::from).collect(),
        _ => text.split(' ').map(str::to_owned).collect(),
    };
    let mut rows: Vec<&[String]> = cells.chunks(usize::from(puzzle.width()).max(1)).collect();
    match past_border {
        Some(Side::Top) => drop(rows.remove(0)),
        Some(Side::Bottom) => drop(rows.pop()),
        Some(Side::Left) => rows.iter_mut().for_each(|row| *row = &row[1..]),
        Some(Side::Right) => rows.iter_mut().for_each(|row| *row = &row[..row.len() - 1]),
        None => {}
    }
    rows.iter().map(|row| row.join(separator)).collect()
}

/// Returns the boards of a solution, each below its number, as Esau's program prints them.
pub(crate) fn plain_boards<'a>(positions: impl IntoIterator<Item = &'a Position>, past_border: Option<Side>) -> String {
    let board = |(number, position): (usize, &Position)| {
        format!("= {number}\n{}\n", plain_rows(position, past_border).join("\n"))
    };
    positions.into_iter().enumerate().map(board).collect::<Vec<_>>().join("\n")
}
