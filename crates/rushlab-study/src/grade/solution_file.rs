//! Reads solution files. Parts are recognised by their words, in any spacing, capitals and line ends.

use super::assignment::GradedPuzzle;
use super::layout;

/// A part of a file and its line, from 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part<T> {
    pub(super) line: usize,
    pub(super) value: T,
}

/// A line with a move, the fuel left and the board after it.
#[derive(Clone, Debug)]
pub(super) struct MoveLine {
    /// The label, the direction and the distance.
    pub(super) mv: String,
    pub(super) fuel: Option<f64>,
    pub(super) board: Option<String>,
    /// What follows the board.
    pub(super) rest: String,
}

/// The parts of a solution file.
#[derive(Debug, Default)]
pub(super) struct SolutionFile {
    pub(super) no_solution: Option<usize>,
    pub(super) initial: Option<Part<String>>,
    pub(super) fuel: Option<Part<String>>,
    pub(super) runtime: Option<Part<String>>,
    pub(super) search_length: Option<Part<String>>,
    pub(super) solution_length: Option<Part<String>>,
    pub(super) path: Option<Part<String>>,
    pub(super) moves: Vec<Part<MoveLine>>,
    /// Boards drawn in rows, or alone on a line.
    pub(super) boards: Vec<Part<String>>,
}

/// Reads a file.
pub(super) fn read(text: &str, puzzle: &GradedPuzzle) -> SolutionFile {
    let (mut file, mut rows) = (SolutionFile::default(), Vec::new());
    let mut in_path = false;
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        let row = row(line, puzzle);
        if row.is_none() {
            file.add_board(&mut rows);
        }
        if let Some(row) = row {
            rows.push(Part { line: number, value: row });
            in_path = false;
        } else if line.is_empty() || line.starts_with('!') || line.chars().all(|letter| !letter.is_alphanumeric()) {
            // A separator. An empty line directly after `Solution path:` does not end the list.
            in_path &= file.path.as_ref().is_some_and(|path| path.value.is_empty());
        } else if let Some(mv) = move_line(line, puzzle) {
            file.moves.push(Part { line: number, value: mv });
            in_path = false;
        } else if let Some(part) = file.part(line) {
            let value = line.split_once([':', '=']).map_or("", |(_, value)| value.trim()).to_owned();
            part.get_or_insert(Part { line: number, value });
            in_path = is_path(line);
        } else if in_path && let Some(path) = &mut file.path {
            path.value += "\n";
            path.value += line;
        } else if line.chars().count() == puzzle.cells() && puzzle.is_board_text(line) {
            file.boards.push(Part { line: number, value: line.to_owned() });
        } else if line.to_lowercase().contains("no solution") {
            file.no_solution.get_or_insert(number);
        }
    }
    file.add_board(&mut rows);
    file
}

fn is_path(line: &str) -> bool {
    let key = key(line);
    key.contains("solution") && !key.contains("length")
}

/// Returns the words before the colon.
fn key(line: &str) -> String {
    line.split_once([':', '=']).map_or("", |(key, _)| key).to_lowercase()
}

impl SolutionFile {
    /// Returns the part that a line begins, by the words before its colon.
    fn part(&mut self, line: &str) -> Option<&mut Option<Part<String>>> {
        let key = key(line);
        let has = |word: &str| key.split(|letter: char| !letter.is_alphanumeric()).any(|own| own == word);
        if has("initial") {
            Some(&mut self.initial)
        } else if has("fuel") {
            Some(&mut self.fuel)
        } else if has("runtime") || has("time") {
            Some(&mut self.runtime)
        } else if has("search") && has("length") {
            Some(&mut self.search_length)
        } else if has("solution") && has("length") {
            Some(&mut self.solution_length)
        } else if has("solution") && has("path") || key.trim() == "solution" {
            Some(&mut self.path)
        } else {
            None
        }
    }

    /// Adds the rows that were read as one board.
    fn add_board(&mut self, rows: &mut Vec<Part<String>>) {
        if let Some(first) = rows.first() {
            let value = rows.iter().map(|row| row.value.as_str()).collect();
            self.boards.push(Part { line: first.line, value });
            rows.clear();
        }
    }

    /// Returns the board that is drawn before the moves.
    pub(super) fn initial_board(&self) -> Option<&Part<String>> {
        let end = self.moves.first().map(|mv| mv.line).or(self.path.as_ref().map(|path| path.line));
        self.boards.first().filter(|board| end.is_none_or(|end| board.line < end))
    }

    /// Returns the board that is drawn after the moves.
    pub(super) fn final_board(&self) -> Option<&Part<String>> {
        let end = self.moves.last().map(|mv| mv.line).or(self.path.as_ref().map(|path| path.line))?;
        self.boards.iter().find(|board| board.line > end)
    }
}

/// Returns a row of a drawn board, without its spaces.
fn row(line: &str, puzzle: &GradedPuzzle) -> Option<String> {
    let row: String = line.chars().filter(|letter| !letter.is_whitespace() && *letter != '|').collect();
    let width = usize::from(puzzle.puzzle.width());
    (row.chars().count() == width && puzzle.is_board_text(&row)).then_some(row)
}

/// Reads a line such as `B left 1      99 BB.CCC..EEKLAAIJKLH.IJFFHGGG.M....M B99`.
fn move_line(line: &str, puzzle: &GradedPuzzle) -> Option<MoveLine> {
    let words: Vec<&str> = line.split(|letter: char| letter.is_whitespace() || ",;|:".contains(letter)).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let mv = words.get(..3)?.join(" ");
    puzzle.vehicle(words[0])?;
    let is_board = |word: &&str| word.chars().count() > 3 && puzzle.is_board_text(word);
    let board = words[3..].iter().position(is_board).map(|index| index + 3);
    // A list of moves has several moves in a line; a line of a move has its fuel or its board.
    let is_alone = words.len() > 4 || words.len() == 4 && (board.is_some() || layout::number(words[3]).is_some());
    let is_list = words.get(4).is_some_and(|word| layout::one_move(&format!("{} {word} 1", words[3])).is_some());
    (is_alone && !is_list).then(|| MoveLine {
        mv,
        fuel: words[3..board.unwrap_or(words.len())].iter().find_map(|word| layout::number(word)),
        board: board.map(|index| words[index].to_owned()),
        rest: board.map_or_else(String::new, |index| words[index + 1..].join(" ")),
    })
}
