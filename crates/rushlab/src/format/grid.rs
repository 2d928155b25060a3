//! A board drawn in lines, one character per cell. Blank lines separate puzzles. Esau's jam files use this format.

use super::hash_lines::{Block, Row};
use super::rows::MAX_ROWS_KEPT;
use super::{About, Capabilities, FileHints, Head, Labels, Lines, RuleSupport, Table, cells, line};
use crate::puzzle::{CellMap, Draft, Location, Problem, ProblemKind, Puzzle, RowLines, SIZES};

pub(super) static GRID: Table = Table {
    about: &About {
        name: "grid",
        summary: "rows of one character per cell; blank lines separate puzzles",
        capabilities: Capabilities {
            walls: true,
            rules: RuleSupport::Header,
            labels: Labels::Character(&[]),
            marks_primary: false,
            ..Capabilities::PLAIN
        },
        separator: "\n",
    },
    sniff,
    read,
    unsupported: cells::unsupported,
    write,
};

fn sniff(head: &Head<'_>) -> bool {
    let mut doubtful = false;
    let mut with_rows = head.blocks().map(|lines| read_block(&lines)).filter(|block| {
        doubtful |= !block.doubtful.is_empty();
        !block.rows.is_empty()
    });
    let Some(Block { rows, .. }) = with_rows.next() else { return doubtful };
    let narrow = |row: &Row| row.width() <= SIZES.end() + 1;
    if !rows.iter().all(|row| narrow(row) && row.is_cells()) {
        return false;
    }
    match rows.first().map(Row::width) {
        // Rows of 9 or 16 cells may be 3×3 or 4×4 boards, one per line; then most of them are valid alone.
        Some(9 | 16) => {
            let boards = rows.iter().filter(|row| Puzzle::try_from(line::read_row(&row.cells, 1)).is_ok()).count();
            rows.len() > 1 && boards * 2 < rows.len()
        }
        Some(width) => rows.len() > 1 || width < 9,
        None => false,
    }
}

fn read(lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
    loop {
        while lines.peek()?.trim().is_empty() {
            lines.next();
        }
        let mut block = Block::default();
        while let Some(row) = lines.peek().map(str::trim).filter(|row| !row.is_empty()).map(str::to_owned) {
            block.push(lines.number(), &row, MAX_ROWS_KEPT);
            lines.next();
        }
        let block = block.finish();
        if !block.is_empty() {
            return Some(read_rows(&block));
        }
    }
}

fn write(puzzle: &Puzzle, out: &mut String) {
    let cells: Vec<char> = cells::text(puzzle).chars().collect();
    for row in cells.chunks(usize::from(puzzle.width())) {
        out.extend(row);
        out.push('\n');
    }
}

/// Reads the lines of a block, numbered from 0.
fn read_block(lines: &[&str]) -> Block {
    let mut block = Block::default();
    lines.iter().enumerate().for_each(|(number, line)| block.push(number, line, usize::MAX));
    block.finish()
}

/// Reads a board drawn in rows. The width is that of most rows, so that the one row with another width is reported.
fn read_rows(block: &Block) -> Draft {
    let Block { rows, count, doubtful, .. } = block;
    let first_line = rows.first().map(|row| row.line).into_iter().chain(doubtful.first().copied()).min();
    let mut draft = Draft::at_line(first_line.unwrap_or_default());
    let width = block.width().unwrap_or(0);
    if *count > MAX_ROWS_KEPT {
        let kind = ProblemKind::Size { width: width as i64, height: *count as i64 };
        draft.report_unreadable(draft.text_line, kind);
    } else if rows.iter().all(|row| row.width() == width) && !rows.is_empty() {
        let cells: String = rows.iter().map(|row| row.cells.as_str()).collect();
        let lines = RowLines::Each(rows.iter().map(|row| row.line).collect());
        CellMap { width, cells: cells::contents(&cells), lines }.read_into(&mut draft);
    } else {
        for (index, row) in rows.iter().enumerate() {
            report_row(row, index, width, &mut draft);
        }
    }
    // A row with a problem that begins with `#` may be meant as a comment.
    let has_problem = |line: &usize| draft.problems.iter().any(|problem| problem.location.line == Some(*line));
    let mut hints: Vec<usize> = block.lines_that_begin_with_wall().filter(has_problem).collect();
    hints.extend(doubtful);
    for line in hints {
        draft.report_unreadable(line, ProblemKind::WallOrComment);
    }
    draft
}

/// Reports the problems of a row of a board whose rows have different widths.
fn report_row(row: &Row, index: usize, width: usize, draft: &mut Draft) {
    if row.width() != width {
        draft.report_unreadable(row.line, ProblemKind::RowLength { found: row.width(), expected: width });
    }
    for (column, cell) in row.cells.chars().enumerate().filter(|(_, cell)| !cells::is_cell(*cell)) {
        let location = Location::of(row.line, index as i64, column as i64);
        draft.report(Problem { location, kind: ProblemKind::Character(cell) });
    }
}
