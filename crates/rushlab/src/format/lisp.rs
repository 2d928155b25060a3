//! Seed 000's display: `( * O O O * * )`, a line a row, `*` empty, `R` the red car. Puzzles are parted by blank lines.

use super::{About, Exits, Format, Head, Holds, Labels, Lines, Origin, Sizes, unexpected};
use crate::puzzle::{CellContent, CellMap, Draft, Fault, Label, Puzzle, RowLines};
use crate::sealed::Sealed;

/// The format `lisp`.
pub(super) struct Lisp;

static ABOUT: About = About {
    name: "lisp",
    summary: "rows as `( * O O O * * )`, `*` empty, `R` the red car (Schlegel)",
    holds: Holds {
        sizes: Sizes::Any,
        walls: false,
        fuel: false,
        exits: Exits::Usual,
        rules: false,
        labels: Labels::Any,
        primary: Some("R"),
        marks_primary: true,
    },
    separator: "\n",
};

impl Sealed for Lisp {}

impl Format for Lisp {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn sniff(&self, head: &Head<'_>) -> bool {
        head.filled().find(|line| !is_prompt(line)).is_some_and(|line| line.starts_with('('))
    }

    fn read(&self, lines: &mut Lines<'_>, _: &Origin) -> Option<Draft> {
        while is_prompt(lines.peek_filled()?) {
            lines.next();
        }
        let mut draft = Draft::at_line(lines.number());
        read_table(lines, &mut draft, "a row as in `( * O O O * * )`", |line| {
            let inside = line.strip_prefix('(')?.strip_suffix(')')?;
            inside.split_whitespace().map(read_cell).collect()
        });
        let red = Label::new("R").ok();
        draft.primary = red.filter(|red| draft.vehicles.iter().any(|vehicle| vehicle.label == *red));
        Some(draft)
    }

    fn write(&self, puzzle: &Puzzle, out: &mut String) {
        for row in CellMap::from(puzzle).cells.chunks(usize::from(puzzle.width())) {
            out.push('(');
            for mark in row {
                out.push(' ');
                match mark {
                    CellContent::Vehicle(label) => out.push_str(label.as_str()),
                    _ => out.push('*'),
                }
            }
            out.push_str(" )\n");
        }
    }
}

/// What the interpreter prints before a board.
fn is_prompt(line: &str) -> bool {
    line.trim().ends_with("(display-board)")
}

fn read_cell(token: &str) -> Option<CellContent> {
    if token == "*" { Some(CellContent::Empty) } else { Label::new(token).ok().map(CellContent::Vehicle) }
}

/// More rows than this are counted, not kept.
const KEPT: usize = 64;

/// Adds a board of one line a row, up to a blank line, to a draft. `read_line` gives the cells of a line, or nothing if it is no row.
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
        match read_line(line) {
            _ if line.starts_with('#') => {}
            Some(row) => {
                let expected = *width.get_or_insert(row.len());
                if row.len() != expected {
                    draft.fatal(lines.number(), Fault::RowLength { found: row.len(), expected });
                } else if row_lines.len() < KEPT {
                    cells.extend(row);
                    row_lines.push(lines.number());
                }
                rows += 1;
            }
            None => {
                let fault = unexpected(expected, line);
                draft.fatal(lines.number(), fault);
            }
        }
        lines.next();
    }
    if rows > KEPT as i64 {
        draft.fatal(draft.line, Fault::Size { width: width.unwrap_or(0) as i64, height: rows });
    }
    if !draft.partial {
        CellMap { width: width.unwrap_or(0), cells, lines: RowLines::Each(row_lines) }.read_into(draft);
    }
}
