//! The files of the INF421 report: the size, the number of vehicles, then `label h/v length x y` for each; `x` is the
//! column and `y` the row, from 1. Vehicle 1 is the primary.

use std::fmt::Write as _;

use super::numbers::{number, numbers, orientation, read_number};
use super::{About, Capabilities, FileHints, Head, Labels, Lines, Sizes, Table, truncated, unexpected};
use crate::puzzle::{Draft, DraftVehicle, Label, Orientation, ProblemKind, Puzzle};

const ROW: &str = "`label h/v length x y`, as in `3 h 2 5 5`";

pub(super) static INF421: Table = Table {
    about: &About {
        name: "inf421",
        summary: "size, vehicles, then `label h/v length x y`; 1 is red (INF421)",
        capabilities: Capabilities {
            sizes: Sizes::Square,
            labels: Labels::Numbers,
            primary: Some("1"),
            ..Capabilities::PLAIN
        },
        separator: "",
    },
    sniff,
    read,
    unsupported: |_| None,
    write,
};

fn sniff(head: &Head<'_>) -> bool {
    let mut lines = head.content_lines();
    let one_number = |line: Option<&str>| line.and_then(numbers).is_some_and(|numbers| numbers.len() == 1);
    one_number(lines.next())
        && one_number(lines.next())
        && lines.next().is_none_or(|row| row.split_whitespace().nth(1).is_some_and(|word| orientation(word).is_some()))
}

fn read(lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
    lines.peek_content()?;
    let mut draft = Draft::at_line(lines.number());
    let size = read_number(lines, "the size of the board", &mut draft)?;
    (draft.width, draft.height) = (size.unwrap_or(0), size.unwrap_or(0));
    let Some(stated) = read_number(lines, "the number of vehicles", &mut draft) else {
        draft.report_unreadable(lines.number(), truncated("the number of vehicles"));
        return Some(draft);
    };
    let count_line = lines.number();
    let mut rows = 0;
    // Rows end where the next puzzle begins with its size, alone on a line.
    while let Some(row) = lines.peek_content().filter(|row| row.split_whitespace().count() > 1) {
        let read = read_row(row);
        let row = row.to_owned();
        lines.next();
        rows += 1;
        match read {
            Some(Ok((label, orientation, length, x, y))) => {
                let (row, column, line) = (y - 1, x - 1, lines.number());
                draft.add(DraftVehicle { label, orientation, length, row, column, text_line: line });
            }
            Some(Err(kind)) => draft.report_unreadable(lines.number(), kind),
            None => draft.report_unreadable(lines.number(), unexpected(ROW, row.trim())),
        }
    }
    if let Some(stated) = stated.filter(|stated| *stated != rows as i64) {
        draft.report_at_line(count_line, ProblemKind::VehicleCount { what: "vehicles", stated, found: rows });
    }
    draft.primary = Label::new("1").ok().filter(|one| draft.vehicles.iter().any(|vehicle| vehicle.label == *one));
    Some(draft)
}

fn write(puzzle: &Puzzle, out: &mut String) {
    let _ = writeln!(out, "{}\n{}", puzzle.width(), puzzle.vehicles().len());
    let mut vehicles: Vec<_> = puzzle.vehicles().iter().collect();
    vehicles.sort_by_key(|vehicle| (vehicle.label.as_str().len(), vehicle.label));
    for vehicle in vehicles {
        let letter = if vehicle.orientation == Orientation::Horizontal { 'h' } else { 'v' };
        let (x, y) = (vehicle.cell.column + 1, vehicle.cell.row + 1);
        let _ = writeln!(out, "{} {letter} {} {x} {y}", vehicle.label, vehicle.length);
    }
}

type Row = (Label, Orientation, i64, i64, i64);

fn read_row(row: &str) -> Option<Result<Row, ProblemKind>> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let [label, letter, length, x, y] = words.as_slice() else { return None };
    let (orientation, length, x, y) = (orientation(letter)?, number(length)?, number(x)?, number(y)?);
    Some(Label::new(label).map(|label| (label, orientation, length, x, y)).map_err(ProblemKind::Label))
}
