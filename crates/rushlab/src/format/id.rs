//! One [id](Puzzle::id) per line: `6x6-br4am8zr0m2`. An id contains the whole puzzle except its name and its labels.

use super::{About, Capabilities, Exits, FileHints, Labels, Lines, RuleSupport, Table};
use crate::puzzle::{Draft, Puzzle, resembles_id};

pub(super) static ID: Table = Table {
    about: &About {
        name: "id",
        summary: "one short id per line, such as `6x6-br4am8zr0m2`; no labels",
        capabilities: Capabilities {
            walls: true,
            fuel: true,
            exits: Exits::Any,
            rules: RuleSupport::All,
            labels: Labels::Canonical,
            ..Capabilities::PLAIN
        },
        separator: "",
    },
    sniff: |head| head.content_lines().next().is_some_and(resembles_id),
    read,
    unsupported: |_| None,
    write,
};

fn read(lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
    let read = Puzzle::from_id(lines.peek_content()?.trim());
    lines.next();
    let line = lines.number();
    Some(match read {
        Ok(puzzle) => Draft { text_line: line, ..Draft::from(&puzzle) },
        Err(error) => {
            let mut draft = Draft::at_line(line);
            draft.report_unreadable(line, error.into());
            draft
        }
    })
}

fn write(puzzle: &Puzzle, out: &mut String) {
    out.push_str(&puzzle.id());
    out.push('\n');
}
