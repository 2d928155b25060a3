//! A board drawn in lines, one character per cell. Blank lines separate puzzles. Esau's jam files use this format.

use super::rows::MAX_ROWS_KEPT;
use super::{About, Capabilities, Exits, FileHints, Format, Head, Labels, Lines, Reason, Sizes, cells, line};
use crate::puzzle::{CellMap, Draft, Location, Problem, ProblemKind, Puzzle, RowLines};
use crate::sealed::Sealed;

/// The format `grid`.
pub(super) struct Grid;

static ABOUT: About = About {
    name: "grid",
    summary: "rows of one character per cell; blank lines separate puzzles",
    capabilities: Capabilities {
        sizes: Sizes::Any,
        walls: true,
        fuel: false,
        exits: Exits::Default,
        rules: false,
        labels: Labels::Character(&[]),
        primary: None,
        marks_primary: false,
    },
    separator: "\n",
};

impl Sealed for Grid {}

impl Format for Grid {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn sniff(&self, head: &Head<'_>) -> bool {
        let rows: Vec<String> = head.block().into_iter().map(without_spaces).collect();
        let widths: Vec<usize> = rows.iter().map(|row| row.chars().count()).collect();
        let narrow = |width: &usize| *width <= 17;
        let spaced = |row: &&str| row.split_whitespace().all(|token| token.chars().count() == 1);
        if !widths.iter().all(narrow)
            || !head.block().iter().all(|row| !row.contains(char::is_whitespace) || spaced(row))
        {
            return false;
        }
        if !matches!(widths.first(), Some(9 | 16)) {
            return widths.first().is_some_and(|width| rows.len() > 1 || *width < 9);
        }
        // Rows of 9 or 16 cells may be 3×3 or 4×4 boards, one per line; then most of them are valid alone.
        let boards = rows.iter().filter(|row| Puzzle::try_from(line::read_row(row, 1)).is_ok()).count();
        rows.len() > 1 && boards * 2 < rows.len()
    }

    fn read(&self, lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
        lines.peek_content()?;
        let first_line = lines.number();
        let mut rows: Vec<(usize, String)> = Vec::new();
        let mut count = 0;
        while let Some(row) = lines.peek().map(str::trim).filter(|row| !row.is_empty()) {
            let row = without_spaces(row);
            if !row.starts_with('#') {
                count += 1;
                if count <= MAX_ROWS_KEPT as i64 {
                    rows.push((lines.number(), row));
                }
            }
            lines.next();
        }
        let mut draft = Draft::at_line(first_line);
        if count > MAX_ROWS_KEPT as i64 {
            let width = rows.first().map_or(0, |(_, row)| row.chars().count());
            draft.report_unreadable(first_line, ProblemKind::Size { width: width as i64, height: count });
        } else {
            read_rows(&rows, &mut draft);
        }
        Some(draft)
    }

    fn unsupported(&self, puzzle: &Puzzle) -> Option<Reason> {
        cells::unsupported(puzzle)
    }

    fn write(&self, puzzle: &Puzzle, out: &mut String) {
        let cells: Vec<char> = cells::text(puzzle).chars().collect();
        for row in cells.chunks(usize::from(puzzle.width())) {
            out.extend(row);
            out.push('\n');
        }
    }
}

/// Adds a board drawn in rows to a draft. The width is that of most rows, so that the one row with another width is reported.
fn read_rows(rows: &[(usize, String)], draft: &mut Draft) {
    let widths: Vec<usize> = rows.iter().map(|(_, row)| row.chars().count()).collect();
    let frequency = |width: usize| widths.iter().filter(|other| **other == width).count();
    let Some(width) = widths.iter().copied().max_by_key(|width| frequency(*width)) else { return };
    if widths.iter().all(|other| *other == width) {
        let cells: String = rows.iter().map(|(_, row)| row.as_str()).collect();
        let lines = RowLines::Each(rows.iter().map(|(line, _)| *line).collect());
        CellMap { width, cells: cells::contents(&cells), lines }.read_into(draft);
        return;
    }
    for (index, (line, row)) in rows.iter().enumerate() {
        if widths[index] != width {
            draft.report_unreadable(*line, ProblemKind::RowLength { found: widths[index], expected: width });
        }
        for (column, cell) in row.chars().enumerate().filter(|(_, cell)| !cells::is_cell(*cell)) {
            let location = Location::of(*line, index as i64, column as i64);
            draft.report(Problem { location, kind: ProblemKind::Character(cell) });
        }
    }
}

/// Returns a row without spaces.
fn without_spaces(row: &str) -> String {
    row.chars().filter(|character| !character.is_whitespace()).collect()
}
