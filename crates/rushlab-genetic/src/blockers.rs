//! The vehicles that block the primary, directly or indirectly. Both papers base their fitness on them.
//!
//! A blocking vehicle must clear certain cells of its line, by moving back or forward. A direction counts only if the
//! line is long enough and no wall is in the way. The vehicles on the cells that it would enter block it in turn. Both
//! papers leave open which direction counts; this implementation takes the one with fewer new blockers, and the
//! shorter one if both have the same number. Every vehicle is counted once, at the least depth at which it appears.

use rushlab::simulator::{GridCell, Simulator};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blocker {
    pub(super) vehicle: usize,
    /// Depth in the chain of blockers: 1 for a vehicle in the primary's own path.
    pub(super) depth: u32,
    /// The first and the last cell of its own line that it must clear.
    clear: (u8, u8),
}

/// Fills `blockers` with the blocking vehicles by depth; there are none if the path to the exit is free.
pub(super) fn blockers(simulator: &Simulator, blockers: &mut Vec<Blocker>) {
    blockers.clear();
    let (primary, length) = (simulator.primary(), simulator.length(simulator.primary()));
    let (distance, goal) = (simulator.distance_to_exit(), simulator.goal_offset());
    let Some(offset) = simulator.offset(primary) else { return };
    let span = match distance {
        0 => return,
        ..0 => (goal, offset - 1),
        _ => (offset + length, goal + length - 1),
    };
    let mut processed = 0;
    add_occupants(simulator, primary, span, 1, blockers);
    while processed < blockers.len() {
        let Blocker { vehicle, depth, clear } = blockers[processed];
        processed += 1;
        if let Some(span) = escape_span(simulator, vehicle, clear, blockers) {
            add_occupants(simulator, vehicle, span, depth + 1, blockers);
        }
    }
}

/// Adds the vehicles that occupy a span of cells of a vehicle's line.
fn add_occupants(simulator: &Simulator, vehicle: usize, span: (u8, u8), depth: u32, blockers: &mut Vec<Blocker>) {
    for along in span.0..=span.1 {
        let GridCell::Vehicle(other) = simulator.occupant(vehicle, along) else { continue };
        if other == vehicle || other == simulator.primary() || blockers.iter().any(|blocker| blocker.vehicle == other) {
            continue;
        }
        let clear = if simulator.same_line(vehicle, other) {
            span
        } else {
            let crossing = simulator.crossing(other, vehicle, along);
            (crossing, crossing)
        };
        blockers.push(Blocker { vehicle: other, depth, clear });
    }
}

/// Returns the cells that a vehicle must enter to clear the span `clear`, if that is possible.
fn escape_span(simulator: &Simulator, vehicle: usize, clear: (u8, u8), blockers: &[Blocker]) -> Option<(u8, u8)> {
    let (length, line_length) = (simulator.length(vehicle), simulator.line_length(vehicle));
    let offset = simulator.offset(vehicle)?;
    let back = clear.0.checked_sub(length).filter(|to| *to < offset).map(|to| (to, offset - 1));
    let to = clear.1 + 1;
    let forward = (to > offset && to + length <= line_length).then_some((offset + length, to + length - 1));
    let to_valet = simulator
        .removal_offset(vehicle)
        .map(|to| if to < offset { (to, offset - 1) } else { (offset + length, to + length - 1) });
    let cost = |span: &(u8, u8)| {
        let mut blocked = 0;
        let mut last = vehicle;
        for along in span.0..=span.1 {
            let other = match simulator.occupant(vehicle, along) {
                GridCell::Free => continue,
                // A wall makes the span impassable.
                GridCell::Wall => return None,
                GridCell::Vehicle(other) => other,
            };
            let counts = other != last
                && other != simulator.primary()
                && !blockers.iter().any(|blocker| blocker.vehicle == other);
            blocked += u8::from(counts);
            last = other;
        }
        // The span to the exit is empty if the vehicle already covers the exit cell.
        Some((blocked, (span.1 + 1).saturating_sub(span.0)))
    };
    let spans = [back, forward, to_valet].into_iter().flatten().filter_map(|span| Some((cost(&span)?, span)));
    spans.min_by_key(|(cost, _)| *cost).map(|(_, span)| span)
}
