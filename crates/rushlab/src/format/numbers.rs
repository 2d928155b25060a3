//! Numbers and orientations as several formats write them.

use super::{Lines, unexpected};
use crate::puzzle::{Draft, Orientation};

/// Parses a whole number that fits into 32 bits.
pub(super) fn number(text: &str) -> Option<i64> {
    text.parse::<i32>().ok().map(i64::from)
}

/// Parses a line of numbers; `None` if it contains anything else.
pub(super) fn numbers(line: &str) -> Option<Vec<i64>> {
    line.split_whitespace().map(number).collect()
}

/// Parses `h` or `v` in either case.
pub(super) fn orientation(word: &str) -> Option<Orientation> {
    match word {
        "h" | "H" => Some(Orientation::Horizontal),
        "v" | "V" => Some(Orientation::Vertical),
        _ => None,
    }
}

/// Reads a line with one number. Returns `None` at the end of the text and `Some(None)` if the line is not a number,
/// which it records as a problem.
pub(super) fn read_number(lines: &mut Lines<'_>, what: &str, draft: &mut Draft) -> Option<Option<i64>> {
    let text = lines.peek_content()?.trim();
    let read = number(text);
    if read.is_none() {
        let kind = unexpected(&format!("{what}, a number"), text);
        draft.report_unreadable(lines.number(), kind);
    }
    lines.next();
    Some(read)
}
