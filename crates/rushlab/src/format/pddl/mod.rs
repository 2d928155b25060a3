//! PDDL, the input language of classical planners: a problem for the domain in `domain.rs`.
//!
//! M. Ghallab et al., *PDDL: the planning domain definition language*, 1998. Cells that are neither free nor covered by
//! a vehicle are walls, and the goal names the primary and its exit.

mod domain;
pub(crate) mod names;
mod problem;
mod s_expression;

pub(crate) use domain::action;

use std::fmt::Write as _;

use super::{About, Capabilities, Exits, FileHints, Format, Head, Lines, Preamble, ReadError, Reason, RuleSupport};
use crate::puzzle::{CellContent, CellMap, Draft, Orientation, Puzzle, Side, Vehicle};
use crate::sealed::Sealed;
use domain::Axis;

pub(super) struct Pddl;

static ABOUT: About = About {
    name: "pddl",
    summary: "a planning problem; `convert` adds the domain",
    capabilities: Capabilities { walls: true, exits: Exits::Any, rules: RuleSupport::Metric, ..Capabilities::PLAIN },
    separator: "\n",
};

/// The name of a problem without a name.
const NAMELESS: &str = "puzzle";

impl Sealed for Pddl {}

impl Format for Pddl {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn sniff(&self, head: &Head<'_>) -> bool {
        let mut code = head.content_lines().filter(|line| !line.starts_with(';'));
        code.next().is_some_and(s_expression::begins_definition)
    }

    fn read(&self, lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
        loop {
            match s_expression::next(lines)? {
                Ok(definition) if problem::is_domain(&definition) => {}
                Ok(definition) => return Some(problem::read(&definition)),
                Err((line, kind)) => {
                    let mut draft = Draft::at_line(line);
                    draft.report_unreadable(line, kind);
                    return Some(draft);
                }
            }
        }
    }

    /// Returns that a text of definitions without a problem has only domains.
    fn no_puzzle(&self) -> ReadError {
        ReadError::Domain
    }

    fn preamble(&self, puzzle: &Puzzle) -> Option<Preamble> {
        let (metric, side) = (puzzle.rules().metric, domain::side(puzzle));
        Some(Preamble { name: domain::name(metric, side), text: domain::text(metric, side), file_name: "domain.pddl" })
    }

    fn unsupported(&self, puzzle: &Puzzle) -> Option<Reason> {
        let Vehicle { orientation, length, .. } = *puzzle.primary();
        let extent = if orientation == Orientation::Horizontal { puzzle.width() } else { puzzle.height() };
        (length == extent && puzzle.exit().side != Side::default_for(orientation)).then(|| {
            let clause = "the primary is as long as its line, and the goal does not say on which side it leaves";
            Reason::use_other(clause, &["json"])
        })
    }

    fn write(&self, puzzle: &Puzzle, out: &mut String) {
        let domain = domain::name(puzzle.rules().metric, domain::side(puzzle));
        let _ = write!(out, "(define (problem {})\n  (:domain {domain})\n", problem_name(puzzle));
        write_objects(puzzle, out);
        write_init(puzzle, out);
        let primary = puzzle.primary();
        let last = match primary.orientation {
            Orientation::Horizontal => puzzle.width() - primary.length,
            Orientation::Vertical => puzzle.height() - primary.length,
        };
        let offset = if matches!(puzzle.exit().side, Side::Right | Side::Bottom) { last } else { 0 };
        let (name, place) = (names::vehicle(primary.label), place(primary.orientation, offset));
        let _ = writeln!(out, "  (:goal (and ({} {name} {place}))))", Axis::of(primary.orientation).at);
    }
}

/// Returns the name of the row or column at an offset in a line.
pub(crate) fn place(orientation: Orientation, offset: u8) -> String {
    match orientation {
        Orientation::Horizontal => names::column(offset),
        Orientation::Vertical => names::row(offset),
    }
}

/// Returns the name of the row or column of a vehicle that it never leaves.
pub(crate) fn line_of(vehicle: &Vehicle) -> String {
    match vehicle.orientation {
        Orientation::Horizontal => names::row(vehicle.line()),
        Orientation::Vertical => names::column(vehicle.line()),
    }
}

/// Returns the name of the puzzle as one word of PDDL.
fn problem_name(puzzle: &Puzzle) -> String {
    let letters = puzzle.name().unwrap_or_default().chars().take(60).map(|character| match character {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
        _ => '-',
    });
    let name: String = letters.collect();
    let name = name.trim_matches('-');
    match name.chars().next() {
        None => NAMELESS.to_owned(),
        Some(first) if first.is_ascii_alphabetic() => name.to_owned(),
        Some(_) => format!("{NAMELESS}-{name}"),
    }
}

fn write_objects(puzzle: &Puzzle, out: &mut String) {
    let listed = |names: Vec<String>| names.join(" ");
    let _ = writeln!(out, "  (:objects");
    let _ = writeln!(out, "    {} - row", listed((0..puzzle.height()).map(names::row).collect()));
    let _ = write!(out, "    {} - column", listed((0..puzzle.width()).map(names::column).collect()));
    for vehicle in puzzle.vehicles() {
        let vehicle_type = domain::vehicle_type(vehicle.orientation, vehicle.length);
        let _ = write!(out, "\n    {} - {vehicle_type}", names::vehicle(vehicle.label));
    }
    out.push_str(")\n");
}

fn write_init(puzzle: &Puzzle, out: &mut String) {
    let in_order = |predicate: &str, count: u8, name: fn(u8) -> String| {
        let pair = |index: u8| format!("({predicate} {} {})", name(index), name(index + 1));
        (0..count - 1).map(pair).collect::<Vec<_>>().join(" ")
    };
    let _ = writeln!(out, "  (:init\n    {}", in_order("next-row", puzzle.height(), names::row));
    let _ = write!(out, "    {}", in_order("next-column", puzzle.width(), names::column));
    for vehicle in puzzle.vehicles() {
        let (axis, name) = (Axis::of(vehicle.orientation), names::vehicle(vehicle.label));
        let (line, place) = (line_of(vehicle), place(vehicle.orientation, vehicle.offset()));
        let _ = write!(out, "\n    ({} {name} {line}) ({} {name} {place})", axis.in_line, axis.at);
    }
    for (row, cells) in (0..).zip(CellMap::from(puzzle).cells.chunks(usize::from(puzzle.width()))) {
        let free = (0..).zip(cells).filter(|(_, content)| **content == CellContent::Empty);
        let facts: Vec<String> =
            free.map(|(column, _)| format!("(free {} {})", names::row(row), names::column(column))).collect();
        if !facts.is_empty() {
            let _ = write!(out, "\n    {}", facts.join(" "));
        }
    }
    out.push_str(")\n");
}
