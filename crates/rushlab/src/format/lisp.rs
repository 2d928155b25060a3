//! The board display of Schlegel's Lisp program: `( * O O O * * )`, one line per row; `*` is empty, `R` is the primary.
//! Blank lines separate puzzles.

use super::rows::read_table;
use super::{About, Capabilities, Exits, FileHints, Format, Head, Labels, Lines, RuleSupport, Sizes};
use crate::puzzle::{CellContent, CellMap, Draft, Label, Puzzle};
use crate::sealed::Sealed;

pub(super) struct Lisp;

static ABOUT: About = About {
    name: "lisp",
    summary: "rows as `( * O O O * * )`, `*` empty, `R` the red car (Schlegel)",
    capabilities: Capabilities {
        sizes: Sizes::Any,
        walls: false,
        fuel: false,
        exits: Exits::Default,
        rules: RuleSupport::Plain,
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
        head.content_lines().find(|line| !is_prompt(line)).is_some_and(|line| line.starts_with('('))
    }

    fn read(&self, lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
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

/// Returns whether a line is the prompt of the Lisp interpreter.
fn is_prompt(line: &str) -> bool {
    line.trim().ends_with("(display-board)")
}

fn read_cell(token: &str) -> Option<CellContent> {
    if token == "*" { Some(CellContent::Empty) } else { Label::new(token).ok().map(CellContent::Vehicle) }
}
