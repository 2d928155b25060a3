//! A grid with the exit as a letter: `rows cols`, the number of vehicles besides `P`, then a grid in which `P` is the
//! primary, with `K` beside the grid at the exit.
//!
//! If `K` is left of the board, the other rows are indented by one space. Above or below, `K` has its own line.

use std::fmt::Write as _;

use super::numbers::{numbers, read_number};
use super::rows::{MAX_ROW_BYTES, MAX_ROWS_KEPT};
use super::{About, Capabilities, Exits, FileHints, Labels, Lines, Table, truncated, unexpected};
use crate::puzzle::{CellContent, CellMap, Draft, DraftExit, Label, ProblemKind, Puzzle, RowLines, Side};

pub(super) static EXIT_LETTER: Table = Table {
    about: &About {
        name: "exit-letter",
        summary: "`rows cols`, vehicles besides `P`, a grid with `K` at the exit",
        capabilities: Capabilities {
            exits: Exits::Any,
            labels: Labels::Character(&['K']),
            primary: Some("P"),
            ..Capabilities::PLAIN
        },
        separator: "",
    },
    sniff: |head| head.content_lines().next().is_some_and(is_size),
    read,
    unsupported: |_| None,
    write,
};

fn read(lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
    let first = lines.peek_content()?.trim();
    let size = numbers(first);
    let mut draft = Draft::at_line(0);
    match size.as_deref() {
        Some(&[rows, columns]) => (draft.height, draft.width) = (rows, columns),
        _ => {
            let kind = unexpected("the size `rows cols`, two numbers", first);
            draft.report_unreadable(0, kind);
        }
    }
    draft.text_line = lines.number();
    draft.problems.iter_mut().for_each(|problem| problem.location.line = Some(lines.number()));
    lines.next();
    let Some(stated) = read_number(lines, "the number of vehicles besides P", &mut draft) else {
        draft.report_unreadable(lines.number(), truncated("the number of vehicles besides P"));
        return Some(draft);
    };
    let count_line = lines.number();
    let mut rows: Vec<(usize, String)> = Vec::new();
    let mut found = 0;
    // The next puzzle begins with its size.
    while let Some(row) = lines.peek_content().filter(|row| !is_size(row)) {
        let row = row.trim_end();
        if row.len() > MAX_ROW_BYTES {
            let kind = unexpected("a row of the board", row);
            draft.report_unreadable(lines.number(), kind);
        } else if found < MAX_ROWS_KEPT {
            let row = row.to_owned();
            rows.push((lines.number(), row));
        }
        found += 1;
        lines.next();
    }
    if found > MAX_ROWS_KEPT {
        let expected = draft.height.max(0) as usize;
        draft.report_unreadable(draft.text_line, ProblemKind::RowCount { found, expected });
    }
    if draft.has_unreadable_part {
        return Some(draft);
    }
    read_board(rows, &mut draft);
    draft.primary = Label::new("P").ok();
    let others = draft.vehicles.iter().filter(|vehicle| Some(vehicle.label) != draft.primary).count();
    if let Some(stated) =
        stated.filter(|stated| *stated != others as i64 && !draft.has_unreadable_part && draft.malformed.is_empty())
    {
        draft.report_at_line(
            count_line,
            ProblemKind::VehicleCount { what: "vehicles besides P", stated, found: others },
        );
    }
    Some(draft)
}

fn write(puzzle: &Puzzle, out: &mut String) {
    let exit = puzzle.exit();
    let _ = writeln!(out, "{} {}\n{}", puzzle.height(), puzzle.width(), puzzle.vehicles().len() - 1);
    let write_exit_line = |out: &mut String| {
        let _ = writeln!(out, "{:>1$}", 'K', usize::from(exit.line) + 1);
    };
    if exit.side == Side::Top {
        write_exit_line(out);
    }
    for (index, row) in CellMap::from(puzzle).cells.chunks(usize::from(puzzle.width())).enumerate() {
        let at_exit = index == usize::from(exit.line);
        match exit.side {
            Side::Left if at_exit => out.push('K'),
            Side::Left => out.push(' '),
            _ => {}
        }
        out.extend(row.iter().map(|mark| match mark {
            CellContent::Vehicle(label) => label.as_char().unwrap_or('?'),
            _ => '.',
        }));
        if exit.side == Side::Right && at_exit {
            out.push('K');
        }
        out.push('\n');
    }
    if exit.side == Side::Bottom {
        write_exit_line(out);
    }
}

fn is_size(line: &str) -> bool {
    numbers(line).is_some_and(|numbers| numbers.len() == 2)
}

/// Takes the exit out of the rows, then reads the remaining cells.
fn read_board(mut rows: Vec<(usize, String)>, draft: &mut Draft) {
    let letters: usize = rows.iter().map(|(_, row)| row.matches('K').count()).sum();
    if letters > 1 {
        return draft.report_unreadable(draft.text_line, ProblemKind::SeveralExits);
    }
    // An exit above or below the board has its own line. Its column counts from the start of the rows of the board.
    let alone = rows.iter().position(|(_, row)| row.trim() == "K");
    let beside = alone.map(|index| (index, rows.remove(index)));
    let shifted = !rows.is_empty() && rows.iter().all(|(_, row)| row.starts_with([' ', '\t', 'K']));
    let mut exit = None;
    if let Some((index, (line, text))) = beside {
        let column = text.chars().take_while(|character| *character != 'K').count() as i64 - i64::from(shifted);
        let side = match index {
            0 => Some(Side::Top),
            _ if index == rows.len() => Some(Side::Bottom),
            _ => None,
        };
        match side {
            None => draft.report_unreadable(line, ProblemKind::ExitInside),
            Some(side) if (0..draft.width).contains(&column) => {
                exit = Some(DraftExit { side, line: Some(column) });
            }
            _ => draft.report_unreadable(line, ProblemKind::CornerExit),
        }
    }
    for (index, (_, row)) in rows.iter_mut().enumerate() {
        let line = Some(index as i64);
        if let Some(rest) = row.strip_prefix('K') {
            exit = Some(DraftExit { side: Side::Left, line });
            *row = rest.to_owned();
        } else if let Some(rest) = row.strip_suffix('K') {
            exit = Some(DraftExit { side: Side::Right, line });
            *row = rest.to_owned();
        }
        if shifted && row.starts_with([' ', '\t']) {
            row.remove(0);
        }
    }
    if exit.is_none() && letters == 0 {
        draft.report_at_line(draft.text_line, ProblemKind::NoExit);
    }
    draft.exit = exit;
    read_cells(&rows, draft);
}

fn read_cells(rows: &[(usize, String)], draft: &mut Draft) {
    let (width, height) = (draft.width, draft.height);
    for (line, row) in rows {
        if row.contains('K') {
            draft.report_unreadable(*line, ProblemKind::ExitInside);
        }
        let found = row.chars().count();
        if found as i64 != width {
            draft.report_unreadable(*line, ProblemKind::RowLength { found, expected: width.max(0) as usize });
        }
    }
    if rows.len() as i64 != height {
        let end = rows.last().map_or(draft.text_line, |(line, _)| *line);
        draft.report_unreadable(end, ProblemKind::RowCount { found: rows.len(), expected: height.max(0) as usize });
    }
    if draft.has_unreadable_part {
        return;
    }
    let content = |cell: char| match cell {
        '.' => CellContent::Empty,
        other => Label::from_char(other).map_or(CellContent::Unknown(other), CellContent::Vehicle),
    };
    let cells = rows.iter().flat_map(|(_, row)| row.chars()).map(content).collect();
    let lines = RowLines::Each(rows.iter().map(|(line, _)| *line).collect());
    CellMap { width: width as usize, cells, lines }.read_into(draft);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Reader;

    #[test]
    fn rows_beyond_the_greatest_board_are_counted_and_long_ones_are_none() {
        let problems = |rows: &str| {
            let text = format!("6 6\n3\n{rows}");
            let mut reader = Reader::open(text.as_bytes(), Some(&EXIT_LETTER), None).unwrap();
            Puzzle::try_from(reader.next().unwrap().unwrap()).unwrap_err().to_string()
        };
        let many = problems(&"......\n".repeat(100_000));
        assert!(many.contains("100000 rows"), "{many}");
        let long = problems(&".".repeat(1 << 20));
        assert!(long.contains("a row of the board") && long.len() < 500, "{long}");
    }
}
