//! Reads a problem of the domain. Objects may have any names; the facts give them their order.

use std::collections::{HashMap, HashSet};

use super::domain::{Axis, metric_of};
use super::s_expression::Expression;
use super::{NAMELESS, names};
use crate::format::{truncated, unexpected};
use crate::puzzle::{Draft, DraftExit, DraftVehicle, DraftWall, Orientation, ProblemKind, SIZES, Side};

pub(super) fn is_domain(definition: &Expression) -> bool {
    definition.head() == Some("define") && definition.list().get(1).and_then(Expression::head) == Some("domain")
}

pub(super) fn read(definition: &Expression) -> Draft {
    let mut draft = Draft::at_line(definition.line);
    let header = definition.list().get(1).and_then(Expression::names);
    match header.as_deref() {
        Some(["problem", name]) if definition.head() == Some("define") => {
            draft.name = Some((*name).to_owned()).filter(|name| name != NAMELESS);
        }
        _ => {
            reject(&mut draft, "`(define (problem NAME) …)`", definition);
            return draft;
        }
    }
    let mut problem = Problem::default();
    let mut goal = None;
    for section in definition.list().iter().skip(2) {
        match section.head() {
            Some(":domain") => read_domain(section, &mut draft),
            Some(":objects") => problem.read_objects(section, &mut draft),
            Some(":init") => problem.read_init(section, &mut draft),
            Some(":goal") => goal = section.list().get(1),
            Some(":requirements" | ":metric") => {}
            _ => reject(&mut draft, "`:domain`, `:objects`, `:init` or `:goal`", section),
        }
    }
    if draft.problems.is_empty() {
        problem.assemble(goal, definition, &mut draft);
    }
    draft
}

fn reject(draft: &mut Draft, expected: &str, found: &Expression) {
    draft.report_unreadable(found.line, unexpected(expected, &found.to_string()));
}

fn read_domain(section: &Expression, draft: &mut Draft) {
    let name = section.list().get(1).and_then(Expression::name);
    match name.and_then(metric_of) {
        Some(metric) => draft.rules.metric = metric,
        None => reject(draft, "`(:domain rush-hour-moves-N)` or `(:domain rush-hour-steps-N)`", section),
    }
}

/// The objects and facts of a problem, by name.
#[derive(Default)]
struct Problem<'a> {
    rows: Vec<&'a str>,
    columns: Vec<&'a str>,
    vehicles: Vec<Object<'a>>,
    /// Facts of two objects, by predicate and first object.
    facts: HashMap<(&'a str, &'a str), &'a str>,
    /// The free cells, by row and column.
    free: HashSet<(&'a str, &'a str)>,
}

struct Object<'a> {
    name: &'a str,
    orientation: Orientation,
    length: i64,
    line: usize,
}

impl<'a> Problem<'a> {
    fn read_objects(&mut self, section: &'a Expression, draft: &mut Draft) {
        let mut untyped: Vec<&'a Expression> = Vec::new();
        let mut parts = section.list().iter().skip(1);
        while let Some(part) = parts.next() {
            if part.name() != Some("-") {
                untyped.push(part);
                continue;
            }
            let Some(of_type) = parts.next() else { break };
            for object in untyped.drain(..) {
                self.add_object(object, of_type, draft);
            }
        }
        for object in untyped {
            reject(draft, "an object with its type, as in `v-x - horizontal-2`", object);
        }
    }

    fn add_object(&mut self, object: &'a Expression, of_type: &Expression, draft: &mut Draft) {
        let vehicle_type = |text: &str| {
            let (word, length) = text.split_once('-')?;
            let mut orientations = [Orientation::Horizontal, Orientation::Vertical].into_iter();
            let orientation = orientations.find(|orientation| orientation.to_string() == word)?;
            Some((orientation, length.parse::<u16>().ok()?.into()))
        };
        match (object.name(), of_type.name()) {
            (Some(name), Some("row")) => self.rows.push(name),
            (Some(name), Some("column")) => self.columns.push(name),
            (Some(name), Some(text)) if vehicle_type(text).is_some() => {
                if let Some((orientation, length)) = vehicle_type(text) {
                    self.vehicles.push(Object { name, orientation, length, line: object.line });
                }
            }
            _ => reject(draft, "the type `row`, `column`, `horizontal-N` or `vertical-N`", of_type),
        }
    }

    fn read_init(&mut self, section: &'a Expression, draft: &mut Draft) {
        const BINARY: [&str; 6] = ["next-row", "next-column", "in-row", "in-column", "at-row", "at-column"];
        for fact in section.list().iter().skip(1) {
            match fact.names().as_deref() {
                Some(["free", row, column]) => {
                    self.free.insert((row, column));
                }
                Some([predicate, object, value]) if BINARY.contains(predicate) => {
                    if self.facts.insert((predicate, object), value).is_some() {
                        reject(draft, "one such fact about an object", fact);
                    }
                }
                _ => reject(draft, "a fact of the domain, as in `(free row-1 column-1)`", fact),
            }
        }
    }

    /// Returns the index of each row or column, in the order that the facts give.
    fn in_order(&self, objects: &[&'a str], predicate: &'a str) -> Option<HashMap<&'a str, usize>> {
        let after: HashSet<&str> =
            objects.iter().filter_map(|object| self.facts.get(&(predicate, *object)).copied()).collect();
        let mut first = objects.iter().filter(|object| !after.contains(**object));
        let mut at = first.next().filter(|_| first.next().is_none()).copied();
        let mut order = HashMap::new();
        while let Some(object) = at.filter(|object| objects.contains(object)) {
            if order.insert(object, order.len()).is_some() {
                return None;
            }
            at = self.facts.get(&(predicate, object)).copied();
        }
        (order.len() == objects.len()).then_some(order)
    }

    /// Turns objects, facts and goal into vehicles, walls and exit.
    fn assemble(&self, goal: Option<&'a Expression>, definition: &Expression, draft: &mut Draft) {
        (draft.width, draft.height) = (self.columns.len() as i64, self.rows.len() as i64);
        let size_is_valid = SIZES.contains(&self.columns.len()) && SIZES.contains(&self.rows.len());
        if !size_is_valid {
            let kind = ProblemKind::Size { width: draft.width, height: draft.height };
            return draft.report_unreadable(definition.line, kind);
        }
        let mut missing = |what: &str| draft.report_unreadable(definition.line, truncated(what));
        let Some(rows) = self.in_order(&self.rows, "next-row") else {
            return missing("facts `next-row` that put all rows in one order");
        };
        let Some(columns) = self.in_order(&self.columns, "next-column") else {
            return missing("facts `next-column` that put all columns in one order");
        };
        let Some(goal) = goal else { return missing("the goal") };
        let mut covered: HashSet<(usize, usize)> = HashSet::new();
        for vehicle in &self.vehicles {
            let axis = Axis::of(vehicle.orientation);
            let (lines, places) = match vehicle.orientation {
                Orientation::Horizontal => (&rows, &columns),
                Orientation::Vertical => (&columns, &rows),
            };
            let index = |predicate: &'static str, order: &HashMap<&str, usize>| {
                order.get(self.facts.get(&(predicate, vehicle.name))?).copied()
            };
            let (Some(line), Some(place)) = (index(axis.in_line, lines), index(axis.at, places)) else {
                let expected = format!("the facts `{}` and `{}` of {}", axis.in_line, axis.at, vehicle.name);
                draft.report_unreadable(vehicle.line, truncated(&expected));
                continue;
            };
            let label = match names::label(vehicle.name) {
                Ok(label) => label,
                Err(error) => {
                    draft.report_unreadable(vehicle.line, error.into());
                    continue;
                }
            };
            let (row, column) = match vehicle.orientation {
                Orientation::Horizontal => (line, place),
                Orientation::Vertical => (place, line),
            };
            for along in 0..(vehicle.length as usize).min(*SIZES.end()) {
                covered.insert(match vehicle.orientation {
                    Orientation::Horizontal => (row, column + along),
                    Orientation::Vertical => (row + along, column),
                });
            }
            draft.add(DraftVehicle {
                label,
                orientation: vehicle.orientation,
                length: vehicle.length,
                row: row as i64,
                column: column as i64,
                text_line: vehicle.line,
            });
        }
        self.add_walls(&rows, &columns, &covered, definition, draft);
        self.read_goal(goal, &rows, &columns, draft);
    }

    /// Adds a wall in every cell that is neither free nor covered.
    fn add_walls(
        &self,
        rows: &HashMap<&str, usize>,
        columns: &HashMap<&str, usize>,
        covered: &HashSet<(usize, usize)>,
        definition: &Expression,
        draft: &mut Draft,
    ) {
        let mut free: HashSet<(usize, usize)> = HashSet::new();
        for (row, column) in &self.free {
            let cell = rows.get(row).copied().zip(columns.get(column).copied());
            match cell.filter(|cell| !covered.contains(cell)) {
                Some(cell) => {
                    free.insert(cell);
                }
                None => {
                    let found = format!("(free {row} {column})");
                    draft.report_unreadable(definition.line, unexpected("free cells without a vehicle", &found));
                }
            }
        }
        for row in 0..rows.len() {
            for column in
                (0..columns.len()).filter(|column| ![&free, covered].iter().any(|set| set.contains(&(row, *column))))
            {
                draft.walls.push(DraftWall { row: row as i64, column: column as i64, text_line: definition.line });
            }
        }
    }

    /// Reads the primary and the side of its exit from the goal.
    fn read_goal(
        &self,
        goal: &Expression,
        rows: &HashMap<&str, usize>,
        columns: &HashMap<&str, usize>,
        draft: &mut Draft,
    ) {
        let fact = match goal.list() {
            [and, fact] if and.name() == Some("and") => fact,
            _ => goal,
        };
        let side = fact.names().and_then(|words| {
            let [predicate, name, place] = words.as_slice() else { return None };
            let vehicle = self.vehicles.iter().find(|vehicle| vehicle.name == *name)?;
            let (order, sides) = match vehicle.orientation {
                Orientation::Horizontal => (columns, [Side::Left, Side::Right]),
                Orientation::Vertical => (rows, [Side::Top, Side::Bottom]),
            };
            let place = *order.get(place).filter(|_| Axis::of(vehicle.orientation).at == *predicate)?;
            let at_end = [place == 0, place + vehicle.length as usize == order.len()];
            let side = match at_end {
                [true, true] => Side::default_for(vehicle.orientation),
                [true, false] => sides[0],
                [false, true] => sides[1],
                [false, false] => return None,
            };
            Some((names::label(name).ok()?, side))
        });
        match side {
            Some((label, side)) => {
                draft.primary = Some(label);
                draft.exit = Some(DraftExit { side, line: None });
            }
            None => reject(draft, "one vehicle at an end of its line, as in `(and (at-column v-x column-5))`", fact),
        }
    }
}
