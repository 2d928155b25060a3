//! The domain: the rules of the game as actions, for boards up to a size.
//!
//! A vehicle of length ℓ that moves k cells passes ℓ + k cells of its line. An action has them as parameters, so there
//! is one action for each direction, distance and length. Every action costs 1. Under the metric moves there are
//! actions of all distances, so the length of a plan is its number of moves; under steps only those of distance 1, so
//! it is the number of steps. Only `:strips` and `:typing` are required.

use std::fmt::Write as _;

use crate::puzzle::{Direction, Metric, Orientation, Puzzle};

/// Returns the name of the domain for boards with at most `side` rows and columns: `rush-hour-moves-6`.
pub(super) fn name(metric: Metric, side: u8) -> String {
    format!("rush-hour-{metric}-{side}")
}

pub(super) fn metric_of(name: &str) -> Option<Metric> {
    let rest = name.strip_prefix("rush-hour-")?;
    Metric::from_word(rest.split_once('-').map_or(rest, |(metric, _)| metric))
}

/// Returns the size of the domain that a puzzle needs.
pub(super) fn side(puzzle: &Puzzle) -> u8 {
    puzzle.width().max(puzzle.height())
}

pub(crate) fn action(direction: Direction, cells: u8, length: u8) -> String {
    format!("move-{direction}-{cells}-length-{length}")
}

pub(super) fn text(metric: Metric, side: u8) -> String {
    let mut out =
        format!("; Rush Hour on boards of up to {side}x{side} cells. Every action costs 1, so the length of a plan\n");
    let _ = writeln!(out, "; is its number of {metric}. A vehicle is at its left or top cell.");
    let types = |orientation: Orientation| {
        (2..=side).map(|length| vehicle_type(orientation, length)).collect::<Vec<_>>().join(" ")
    };
    let (horizontal, vertical) = (types(Orientation::Horizontal), types(Orientation::Vertical));
    let _ = write!(
        out,
        "(define (domain {})
  (:requirements :strips :typing)
  (:types
    row column vehicle - object
    horizontal vertical - vehicle
    {horizontal} - horizontal
    {vertical} - vertical)
  (:predicates
    (next-row ?upper ?lower - row)
    (next-column ?left ?right - column)
    (in-row ?v - horizontal ?r - row)
    (at-column ?v - horizontal ?c - column)
    (in-column ?v - vertical ?c - column)
    (at-row ?v - vertical ?r - row)
    (free ?r - row ?c - column))",
        name(metric, side)
    );
    for direction in Direction::ALL {
        for length in 2..side {
            let farthest = if metric == Metric::Steps { 1 } else { side - length };
            for cells in 1..=farthest {
                write_action(direction, cells, length, &mut out);
            }
        }
    }
    out + ")\n"
}

pub(super) fn vehicle_type(orientation: Orientation, length: u8) -> String {
    format!("{orientation}-{length}")
}

/// The words for one orientation: the line of a vehicle and the cells along it.
pub(super) struct Axis {
    /// The predicate of the line that a vehicle never leaves.
    pub(super) in_line: &'static str,
    /// The predicate of its place in the line.
    pub(super) at: &'static str,
    /// The predicate of neighbouring places.
    pub(super) next: &'static str,
    /// The type and the variable of the line.
    line: (&'static str, &'static str),
    /// The type and the variable of the places.
    place: (&'static str, &'static str),
}

impl Axis {
    pub(super) fn of(orientation: Orientation) -> &'static Axis {
        match orientation {
            Orientation::Horizontal => &Axis {
                in_line: "in-row",
                at: "at-column",
                next: "next-column",
                line: ("row", "?r"),
                place: ("column", "?c"),
            },
            Orientation::Vertical => &Axis {
                in_line: "in-column",
                at: "at-row",
                next: "next-row",
                line: ("column", "?c"),
                place: ("row", "?r"),
            },
        }
    }
}

fn write_action(direction: Direction, cells: u8, length: u8, out: &mut String) {
    let axis = Axis::of(direction.orientation());
    let Axis { in_line, at, next, line: (line_type, line), place: (place_type, place) } = axis;
    let last = length + cells;
    let forwards = direction.sign() > 0;
    // Places are numbered in the direction of the axis. Backwards, the vehicle starts at the far end.
    let numbered = |index: u8| format!("{place}{}", if forwards { index } else { last + 1 - index });
    let first_of = |index: u8| if forwards { numbered(index) } else { numbered(index + length - 1) };
    let free = |index: u8| match direction.orientation() {
        Orientation::Horizontal => format!("(free {line} {})", numbered(index)),
        Orientation::Vertical => format!("(free {} {line})", numbered(index)),
    };
    let listed = |facts: Vec<String>| facts.join(" ");
    let places = listed((1..=last).map(|index| format!("{place}{index}")).collect());
    let neighbours = listed((1..last).map(|index| format!("({next} {place}{index} {place}{})", index + 1)).collect());
    let entered = listed((length + 1..=last).map(free).collect());
    let covered = listed((length.max(cells) + 1..=last).map(|index| format!("(not {})", free(index))).collect());
    let uncovered = listed((1..=length.min(cells)).map(free).collect());
    let (from, to) = (first_of(1), first_of(1 + cells));
    let _ = write!(
        out,
        "
  (:action {}
    :parameters (?v - {} {line} - {line_type} {places} - {place_type})
    :precondition (and ({in_line} ?v {line}) ({at} ?v {from})
      {neighbours}
      {entered})
    :effect (and (not ({at} ?v {from})) ({at} ?v {to})
      {covered}
      {uncovered}))",
        action(direction, cells, length),
        vehicle_type(direction.orientation(), length),
    );
}
