//! One [id](Puzzle::id) per line: `6x6-br4am8zr0m2`. An id contains the whole puzzle except its name and its labels.

use super::{About, Capabilities, Exits, FileHints, Format, Head, Labels, Lines, RuleSupport, Sizes};
use crate::puzzle::{Draft, Puzzle, resembles_id};
use crate::sealed::Sealed;

pub(super) struct Id;

static ABOUT: About = About {
    name: "id",
    summary: "one short id per line, such as `6x6-br4am8zr0m2`; no labels",
    capabilities: Capabilities {
        sizes: Sizes::Any,
        walls: true,
        fuel: true,
        exits: Exits::Any,
        rules: RuleSupport::All,
        labels: Labels::Canonical,
        primary: None,
        marks_primary: true,
    },
    separator: "",
};

impl Sealed for Id {}

impl Format for Id {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn sniff(&self, head: &Head<'_>) -> bool {
        head.content_lines().next().is_some_and(resembles_id)
    }

    fn read(&self, lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
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

    fn write(&self, puzzle: &Puzzle, out: &mut String) {
        out.push_str(&puzzle.id());
        out.push('\n');
    }
}
