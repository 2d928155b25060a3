//! The board display of Schlegel's Lisp program: `( * O O O * * )`, one line per row; `*` is empty, `R` is the primary.
//! Blank lines separate puzzles.

use super::rows::read_table;
use super::{About, Capabilities, FileHints, Lines, Table};
use crate::puzzle::{CellContent, CellMap, Draft, Label, Puzzle};

pub(super) static LISP: Table = Table {
    about: &About {
        name: "lisp",
        summary: "rows as `( * O O O * * )`, `*` empty, `R` the red car (Schlegel)",
        capabilities: Capabilities { primary: Some("R"), ..Capabilities::PLAIN },
        separator: "\n",
    },
    sniff: |head| head.content_lines().find(|line| !is_prompt(line)).is_some_and(|line| line.starts_with('(')),
    read,
    unsupported: |_| None,
    write,
};

fn read(lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
    while is_prompt(lines.peek_content()?) {
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

fn write(puzzle: &Puzzle, out: &mut String) {
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

fn is_prompt(line: &str) -> bool {
    line.trim().ends_with("(display-board)")
}

fn read_cell(token: &str) -> Option<CellContent> {
    if token == "*" { Some(CellContent::Empty) } else { Label::new(token).ok().map(CellContent::Vehicle) }
}
