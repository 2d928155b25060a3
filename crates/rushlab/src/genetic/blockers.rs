//! Who is in the way: of the primary, of those who must make room for it, and so on. Both papers judge a board by this.
//!
//! A vehicle that is in the way must clear some cells of its line. It can do so backwards or forwards, if the line is long enough and
//! no wall is there; whoever stands on the cells it would have to enter is in its way in turn. Both papers leave open which way out
//! counts: here the one that fewer vehicles block that were not counted yet, then the shorter one. Every vehicle is counted once, at
//! the first depth at which it turns up.

use super::table::Table;

/// A vehicle in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blocker {
    pub(super) vehicle: usize,
    /// 1 for one in the primary's own way.
    pub(super) depth: u32,
    /// The cells of its own line that it must clear: the first and the last.
    clear: (u8, u8),
}

/// Lists the vehicles in the way, by depth; none when the primary can leave.
pub(super) fn blockers(table: &Table, found: &mut Vec<Blocker>) {
    found.clear();
    let (primary, distance) = (table.primary, table.to_exit());
    let track = table.tracks[primary];
    let offset = table.board().offsets[primary];
    let way = match distance {
        0 => return,
        ..0 => (table.goal, offset - 1),
        _ => (offset + track.length, table.goal + track.length - 1),
    };
    let mut looked = 0;
    note(table, primary, way, 1, found);
    while looked < found.len() {
        let Blocker { vehicle, depth, clear } = found[looked];
        looked += 1;
        if let Some(way) = way_out(table, vehicle, clear, found) {
            note(table, vehicle, way, depth + 1, found);
        }
    }
}

/// Notes whoever stands on some cells of a vehicle's line.
fn note(table: &Table, vehicle: usize, way: (u8, u8), depth: u32, found: &mut Vec<Blocker>) {
    for along in way.0..=way.1 {
        let cell = table.tracks[vehicle].cell(along);
        let Ok(Some(other)) = table.occupant(cell) else { continue };
        if other == vehicle || other == table.primary || found.iter().any(|blocker| blocker.vehicle == other) {
            continue;
        }
        let clear =
            if table.parallel(vehicle, other) { way } else { (table.along(other, cell), table.along(other, cell)) };
        found.push(Blocker { vehicle: other, depth, clear });
    }
}

/// The cells that a vehicle must enter to clear others, if there is a way.
fn way_out(table: &Table, vehicle: usize, clear: (u8, u8), found: &[Blocker]) -> Option<(u8, u8)> {
    let track = table.tracks[vehicle];
    let offset = table.board().offsets[vehicle];
    let back = clear.0.checked_sub(track.length).filter(|to| *to < offset).map(|to| (to, offset - 1));
    let to = clear.1 + 1;
    let forth =
        (to > offset && to + track.length <= track.room).then_some((offset + track.length, to + track.length - 1));
    let out = table.valet_takes(vehicle).then(|| {
        let exit = table.exit_cell_along();
        if exit < offset { (exit, offset - 1) } else { (offset + track.length, exit) }
    });
    let price = |way: &(u8, u8)| {
        let mut blocked = 0;
        let mut last = vehicle;
        for along in way.0..=way.1 {
            // A wall closes the way.
            let Some(other) = table.occupant(track.cell(along)).ok()? else { continue };
            let counts =
                other != last && other != table.primary && !found.iter().any(|blocker| blocker.vehicle == other);
            blocked += u8::from(counts);
            last = other;
        }
        Some((blocked, way.1 + 1 - way.0))
    };
    let ways = [back, forth, out].into_iter().flatten().filter_map(|way| Some((price(&way)?, way)));
    ways.min_by_key(|(price, _)| *price).map(|(_, way)| way)
}
