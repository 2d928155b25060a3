//! `move('B','left',1)`: calls of a function, as programs print them. Line ends, spaces, commas, semicolons and
//! brackets may separate them.

use super::words::direction;
use super::{About, NamedMove, NotationError, Table, WrittenMove, by_label, unreadable};
use crate::puzzle::Puzzle;

const FUNCTION: &str = "move";

pub(super) static CALLS: Table =
    Table { about: &About { name: "calls", summary: "`move('B','left',1)`, one call per line" }, sniff, read, write };

fn sniff(text: &str) -> bool {
    let call = without_separators(text).strip_prefix(FUNCTION);
    call.is_some_and(|rest| rest.trim_start().starts_with('('))
}

fn read(text: &str) -> Result<Vec<WrittenMove>, NotationError> {
    let mut moves = Vec::new();
    let mut rest = without_separators(text);
    while !rest.is_empty() {
        let call = &rest[..=rest.find(')').unwrap_or(rest.len() - 1)];
        moves.push(read_call(call).ok_or_else(|| unreadable(moves.len(), call, "`move('B','left',1)`"))?);
        rest = without_separators(&rest[call.len()..]);
    }
    Ok(moves)
}

fn write(_: &Puzzle, moves: &[NamedMove]) -> String {
    let call = |mv: &NamedMove| format!("{FUNCTION}('{}','{}',{})\n", mv.label, mv.direction, mv.cells);
    moves.iter().map(call).collect()
}

/// Returns the text from the first character that does not separate two calls.
fn without_separators(text: &str) -> &str {
    text.trim_start_matches(|character: char| character.is_whitespace() || ",;[]".contains(character))
}

fn read_call(call: &str) -> Option<WrittenMove> {
    let arguments = call.strip_prefix(FUNCTION)?.trim_start().strip_prefix('(')?.strip_suffix(')')?;
    let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
    let [label, word, cells] = arguments.as_slice() else { return None };
    by_label(unquoted(label)?, direction(unquoted(word)?), cells)
}

/// Returns a text without its quotation marks.
fn unquoted(text: &str) -> Option<&str> {
    let inside = |mark: char| text.strip_prefix(mark)?.strip_suffix(mark);
    inside('\'').or_else(|| inside('"'))
}
