//! Boards of one line per row.

use super::{Lines, unexpected};
use crate::puzzle::{CellContent, CellMap, Draft, ProblemKind, RowLines};

/// The maximum number of rows that are kept, so that a wrong row can be named. More rows are only counted.
pub(super) const MAX_ROWS_KEPT: usize = 64;

/// The maximum length of a row in bytes. A longer line is no row.
pub(super) const MAX_ROW_BYTES: usize = 1 << 12;

/// Adds a board of one line per row, up to a blank line, to a draft. `read_line` returns the cells of a line, or `None`
/// if it is not a row.
pub(super) fn read_table(
    lines: &mut Lines<'_>,
    draft: &mut Draft,
    expected: &str,
    read_line: impl Fn(&str) -> Option<Vec<CellContent>>,
) {
    let mut cells = Vec::new();
    let mut row_lines = Vec::new();
    let mut rows = 0;
    let mut width = None;
    while let Some(line) = lines.peek().map(str::trim).filter(|line| !line.is_empty()) {
        match Some(line).filter(|line| line.len() <= MAX_ROW_BYTES).and_then(&read_line) {
            _ if line.starts_with('#') => {}
            Some(row) => {
                let expected = *width.get_or_insert(row.len());
                if row.len() != expected {
                    draft.report_unreadable(lines.number(), ProblemKind::RowLength { found: row.len(), expected });
                } else if row_lines.len() < MAX_ROWS_KEPT {
                    cells.extend(row);
                    row_lines.push(lines.number());
                }
                rows += 1;
            }
            None => {
                let kind = unexpected(expected, line);
                draft.report_unreadable(lines.number(), kind);
            }
        }
        lines.next();
    }
    if rows > MAX_ROWS_KEPT as i64 {
        draft.report_unreadable(draft.text_line, ProblemKind::Size { width: width.unwrap_or(0) as i64, height: rows });
    }
    if !draft.has_unreadable_part {
        CellMap { width: width.unwrap_or(0), cells, lines: RowLines::Each(row_lines) }.read_into(draft);
    }
}
