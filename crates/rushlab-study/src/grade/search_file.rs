//! Reads search files: a line for each state, with `f`, `g`, `h`, the board, and perhaps fuel.

use super::assignment::GradedPuzzle;
use super::findings::Findings;
use super::layout;
use super::scheme::Criterion;

/// A state of a search file.
pub(super) struct StateLine {
    /// The line of the file, from 1.
    pub(super) line: usize,
    pub(super) f: f64,
    pub(super) g: f64,
    pub(super) h: f64,
    pub(super) board: String,
    /// The tanks that the line names.
    pub(super) tanks: Vec<(usize, u16)>,
}

/// Reads the states of a file. Lines that cannot be read are problems.
pub(super) fn read(text: &str, puzzle: &GradedPuzzle, findings: &mut Findings) -> Vec<StateLine> {
    let mut states = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let is_heading = states.is_empty() && !line.chars().any(|letter| letter.is_ascii_digit());
        let is_decoration = line.chars().all(|letter| !letter.is_alphanumeric());
        if is_decoration || is_heading && !line.contains(&puzzle.board()) {
            continue;
        }
        match read_line(index + 1, line, puzzle) {
            Ok(state) => states.push(state),
            Err(reason) => findings.add("unreadable state", Criterion::Layout, index + 1, || reason),
        }
    }
    states
}

fn read_line(number: usize, line: &str, puzzle: &GradedPuzzle) -> Result<StateLine, String> {
    let cells = puzzle.cells();
    let is_separator = |letter: char| letter.is_whitespace() || ",;|=:".contains(letter);
    let words = line.split(is_separator).filter(|word| !word.is_empty());
    let board = words.clone().find(|word| word.chars().count() == cells && puzzle.is_board_text(word));
    let Some(board) = board else {
        let longest = words.max_by_key(|word| word.chars().count()).unwrap_or_default();
        let length = longest.chars().count();
        return Err(match length {
            _ if length == cells => format!("`{longest}` names a vehicle that puzzle {} does not have", puzzle.number),
            _ => format!("there is no state of {cells} cells; `{longest}` has {length}"),
        });
    };
    let (before, after) = line.split_once(board).unwrap_or_default();
    let values = before.split(|letter: char| is_separator(letter) && letter != ',' || letter == '(' || letter == ')');
    let values: Vec<f64> = values.map(|word| word.trim_matches(',')).flat_map(numbers).collect();
    let &[f, g, h] = values.as_slice() else {
        return Err(format!("the state follows {} instead of f, g and h", crate::words::count(values.len(), "number")));
    };
    let tanks = layout::tanks(after).into_iter();
    let tanks = tanks.filter_map(|(label, units)| Some((puzzle.vehicle(&label)?, u16::try_from(units).ok()?)));
    Ok(StateLine { line: number, f, g, h, board: board.to_owned(), tanks: tanks.collect() })
}

/// Returns the numbers of a word: one, also with a decimal comma, or several separated by commas.
fn numbers(word: &str) -> Vec<f64> {
    let one = |word: &str| word.parse().ok().filter(|number: &f64| number.is_finite());
    match word.split(',').map(one).collect::<Option<Vec<f64>>>() {
        Some(several) if several.len() == 3 => several,
        _ => layout::number(word).into_iter().collect(),
    }
}
