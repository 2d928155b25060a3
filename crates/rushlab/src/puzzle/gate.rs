//! Validation: turns a draft into a puzzle, or reports all its problems.

use super::reading_order::ReadingOrder;
use super::valid::Parts;
use super::{
    Cell, Draft, DraftVehicle, Exit, Label, Location, MAX_FUEL, MAX_VEHICLES, Orientation, Problem, ProblemKind,
    Problems, Puzzle, SIZES, Side, Vehicle, find_primary,
};

impl TryFrom<Draft> for Puzzle {
    type Error = Problems;

    fn try_from(mut draft: Draft) -> Result<Puzzle, Problems> {
        let mut problems = std::mem::take(&mut draft.problems);
        let has_valid_size = check_size(&draft, &mut problems);
        check_labels(&mut draft, &mut problems);
        if has_valid_size {
            check_cells(&draft, &mut problems);
        }
        check_fuel(&draft, &mut problems);
        let primary = primary_of(&draft, &mut problems);
        let exit = primary.and_then(|primary| exit_of(&draft, primary, &mut problems));
        match (primary, exit) {
            (Some(primary), Some(exit)) if problems.is_empty() => Ok(build(draft, primary, exit)),
            _ => Err(Problems(problems)),
        }
    }
}

fn check_size(draft: &Draft, problems: &mut Vec<Problem>) -> bool {
    let fits = |size: i64| usize::try_from(size).is_ok_and(|size| SIZES.contains(&size));
    let has_valid_size = fits(draft.width) && fits(draft.height);
    if !has_valid_size && !draft.has_unreadable_part {
        let kind = ProblemKind::Size { width: draft.width, height: draft.height };
        problems.push(Problem { location: Location::line(draft.text_line), kind });
    }
    has_valid_size
}

fn check_labels(draft: &mut Draft, problems: &mut Vec<Problem>) {
    if draft.vehicles.len() > MAX_VEHICLES || draft.fuel.len() > MAX_VEHICLES {
        problems.push(Problem { location: Location::line(draft.text_line), kind: ProblemKind::TooMany });
        draft.vehicles.clear();
        draft.fuel.clear();
        draft.has_unreadable_part = true;
    }
    for (index, vehicle) in draft.vehicles.iter().enumerate() {
        if let Some(other) = draft.vehicles[..index].iter().find(|other| other.label == vehicle.label) {
            let cell = |vehicle: &DraftVehicle| {
                format!("row {} column {}", vehicle.row.saturating_add(1), vehicle.column.saturating_add(1))
            };
            let cells = format!("{}, {}", cell(other), cell(vehicle));
            problems.push(Problem {
                location: vehicle.location(),
                kind: ProblemKind::SharedLabel { label: vehicle.label, cells },
            });
        }
    }
}

/// Checks lengths, the edge of the board, walls and overlaps.
fn check_cells(draft: &Draft, problems: &mut Vec<Problem>) {
    let (width, height) = (draft.width, draft.height);
    let on_board = |row: i64, column: i64| (0..height).contains(&row) && (0..width).contains(&column);
    let mut walled = [false; 256];
    for wall in &draft.walls {
        if on_board(wall.row, wall.column) {
            walled[(wall.row * width + wall.column) as usize] = true;
        } else {
            problems.push(Problem { location: wall.location(), kind: ProblemKind::WallOutside { width, height } });
        }
    }
    let mut owner: [Option<u8>; 256] = [None; 256];
    for (index, vehicle) in draft.vehicles.iter().enumerate() {
        let DraftVehicle { label, orientation, length, row, column, .. } = *vehicle;
        if length < 2 {
            problems.push(Problem { location: vehicle.location(), kind: ProblemKind::TooShort { label, length } });
            continue;
        }
        let reach = length - 1;
        let (last_row, last_column) = match orientation {
            Orientation::Horizontal => (row, column.saturating_add(reach)),
            Orientation::Vertical => (row.saturating_add(reach), column),
        };
        if !on_board(row, column) || !on_board(last_row, last_column) {
            let kind = ProblemKind::Outside { label, orientation, length, width, height };
            problems.push(Problem { location: vehicle.location(), kind });
            continue;
        }
        let first = (row * width + column) as usize;
        let stride = if orientation == Orientation::Horizontal { 1 } else { width as usize };
        // A vehicle is reported once for a wall and once for each other vehicle, not for each cell.
        let mut reported: Option<u8> = None;
        let mut on_wall = false;
        for cell in (0..length as usize).map(|offset| first + offset * stride) {
            let location = || Location::of(vehicle.text_line, cell as i64 / width, cell as i64 % width);
            if walled[cell] && !on_wall {
                on_wall = true;
                problems.push(Problem { location: location(), kind: ProblemKind::OnWall { label } });
            }
            match owner[cell] {
                Some(other) if reported == Some(other) => {}
                Some(other) => {
                    reported = Some(other);
                    let other = draft.vehicles[other as usize].label;
                    problems.push(Problem { location: location(), kind: ProblemKind::Overlap { label, other } });
                }
                // `check_labels` leaves at most 128 vehicles, so the index always fits.
                None => owner[cell] = u8::try_from(index).ok(),
            }
        }
    }
}

fn check_fuel(draft: &Draft, problems: &mut Vec<Problem>) {
    for (index, fuel) in draft.fuel.iter().enumerate() {
        let label = fuel.label;
        let location = Location::line(fuel.text_line);
        if !draft.has_unreadable_part && !is_present(draft, label) {
            problems
                .push(Problem { location, kind: ProblemKind::FuelWithoutVehicle { label, labels: labels_of(draft) } });
        }
        if draft.fuel[..index].iter().any(|other| other.label == label) {
            problems.push(Problem { location, kind: ProblemKind::FuelTwice { label } });
        }
        if !(0..=i64::from(MAX_FUEL)).contains(&fuel.units) {
            problems.push(Problem { location, kind: ProblemKind::FuelRange { label, units: fuel.units } });
        }
    }
}

/// Returns the index of the primary among the vehicles of the draft.
fn primary_of(draft: &Draft, problems: &mut Vec<Problem>) -> Option<usize> {
    let found = match draft.primary {
        Some(label) => (draft.vehicles.iter())
            .position(|vehicle| vehicle.label == label)
            .ok_or_else(|| ProblemKind::PrimaryMissing { label, labels: labels_of(draft) }),
        // One of the malformed vehicles may be the primary.
        None if !draft.malformed.is_empty() => return None,
        None if draft.vehicles.is_empty() => Err(ProblemKind::NoVehicles),
        None => find_primary(&draft.vehicles, draft.height),
    };
    match found {
        Ok(index) => Some(index),
        Err(kind) => {
            if !draft.has_unreadable_part && !draft.primary.is_some_and(|label| is_present(draft, label)) {
                problems.push(Problem { location: Location::line(draft.text_line), kind });
            }
            None
        }
    }
}

fn exit_of(draft: &Draft, primary: usize, problems: &mut Vec<Problem>) -> Option<Exit> {
    let primary = &draft.vehicles[primary];
    let (label, orientation) = (primary.label, primary.orientation);
    let at = match orientation {
        Orientation::Horizontal => primary.row,
        Orientation::Vertical => primary.column,
    };
    let side = draft.exit.map_or(Side::default_for(orientation), |exit| exit.side);
    let kind = if side.orientation() != orientation {
        Some(ProblemKind::WrongSide { side, label, orientation })
    } else {
        let exit = draft.exit.and_then(|exit| exit.line).filter(|exit| *exit != at);
        exit.map(|exit| ProblemKind::OffExit { side, exit: exit.saturating_add(1), label, at: at.saturating_add(1) })
    };
    if let Some(kind) = kind {
        problems.push(Problem { location: primary.location(), kind });
        return None;
    }
    Some(Exit { side, line: u8::try_from(at).ok()? })
}

/// Returns whether a label is on the board, even if its cells do not make a vehicle.
fn is_present(draft: &Draft, label: Label) -> bool {
    draft.malformed.contains(&label) || draft.vehicles.iter().any(|vehicle| vehicle.label == label)
}

fn labels_of(draft: &Draft) -> Vec<Label> {
    draft.vehicles.iter().map(|vehicle| vehicle.label).chain(draft.malformed.iter().copied()).collect()
}

fn build(draft: Draft, primary: usize, exit: Exit) -> Puzzle {
    let primary = draft.vehicles[primary].label;
    let mut vehicles: Vec<Vehicle> = (draft.vehicles.iter())
        .map(|vehicle| Vehicle {
            label: vehicle.label,
            orientation: vehicle.orientation,
            length: vehicle.length as u8,
            cell: Cell { row: vehicle.row as u8, column: vehicle.column as u8 },
            fuel: None,
        })
        .collect();
    let labels_as_read: Vec<Label> = match vehicles.is_sorted_by_key(|vehicle| vehicle.cell) {
        true => Vec::new(),
        false => vehicles.iter().map(|vehicle| vehicle.label).collect(),
    };
    vehicles.sort_unstable_by_key(|vehicle| vehicle.cell);
    let reading_order = ReadingOrder::new(&vehicles, &labels_as_read);
    for fuel in &draft.fuel {
        for vehicle in vehicles.iter_mut().filter(|vehicle| vehicle.label == fuel.label) {
            vehicle.fuel = u16::try_from(fuel.units).ok();
        }
    }
    let mut walls: Vec<Cell> =
        draft.walls.iter().map(|wall| Cell { row: wall.row as u8, column: wall.column as u8 }).collect();
    walls.sort_unstable();
    walls.dedup();
    Puzzle::new(Parts {
        name: draft.name,
        width: draft.width as u8,
        height: draft.height as u8,
        primary: vehicles.iter().position(|vehicle| vehicle.label == primary).unwrap_or_default(),
        vehicles,
        reading_order,
        exit,
        walls,
        rules: draft.rules,
    })
}
