//! The board without its vehicles: page, frame, cells, walls and the way out.

use std::fmt::Write as _;

use rushlab::puzzle::{Cell, Side};

use super::SvgOptions;
use super::element::{Area, escape, path, rectangle};
use super::theme::Ground;
use crate::scene::Scene;

/// Where things are, in pixels.
pub(super) struct Measure {
    cell: i32,
    /// The cells, without the frame.
    pub(super) board: Area,
    page: Area,
    pub(super) ground: Ground,
    pub(super) labels: bool,
}

impl Measure {
    pub(super) fn new(scene: &Scene, options: &SvgOptions) -> Measure {
        let cell = options.cell.clamp(16, 512) as i32;
        let mut measure = Measure {
            cell,
            board: Area { x: 0, y: 0, width: cell * i32::from(scene.width), height: cell * i32::from(scene.height) },
            page: Area { x: 0, y: 0, width: 0, height: 0 },
            ground: options.theme.ground(),
            labels: options.labels,
        };
        let margin = |side: Side| measure.parts(if scene.exit.side == side { 52 } else { 22 });
        let [left, right, top, bottom] = [Side::Left, Side::Right, Side::Top, Side::Bottom].map(margin);
        (measure.board.x, measure.board.y) = (left, top);
        measure.page.width = left + measure.board.width + right;
        measure.page.height = top + measure.board.height + bottom;
        measure
    }

    /// So many 64ths of a cell, in whole pixels, and never nothing.
    pub(super) fn parts(&self, parts: i32) -> i32 {
        ((self.cell * parts + 32) / 64).max(1)
    }

    /// The box of a run of cells.
    pub(super) fn cells(&self, first: Cell, columns: u8, rows: u8) -> Area {
        Area {
            x: self.board.x + self.cell * i32::from(first.column),
            y: self.board.y + self.cell * i32::from(first.row),
            width: self.cell * i32::from(columns),
            height: self.cell * i32::from(rows),
        }
    }
}

/// The start of the document.
pub(super) fn open(scene: &Scene, measure: &Measure, out: &mut String) {
    let Area { width, height, .. } = measure.page;
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
    );
    let name = scene.name.as_deref().map(|name| format!("{}: ", escape(name))).unwrap_or_default();
    let (columns, rows, side) = (scene.width, scene.height, scene.exit.side);
    let _ = writeln!(out, "<title>{name}Rush Hour board, {columns} by {rows}, exit {side}</title>");
}

/// The page, the frame and the cells.
pub(super) fn ground(scene: &Scene, measure: &Measure, out: &mut String) {
    let Ground { page, frame, board, cell, .. } = measure.ground;
    rectangle(measure.page, measure.parts(16), &format!(r#"fill="{page}""#), out);
    rectangle(measure.board.inset(-measure.parts(10)), measure.parts(16), &format!(r#"fill="{frame}""#), out);
    rectangle(measure.board.inset(-measure.parts(2)), measure.parts(9), &format!(r#"fill="{board}""#), out);
    // All empty cells look alike, so one path draws them.
    let mut squares = String::new();
    let side = measure.parts(64) - 2 * measure.parts(2);
    for row in 0..scene.height {
        for column in 0..scene.width {
            squares.push_str(&rounded_square(
                measure.cells(Cell { row, column }, 1, 1).inset(measure.parts(2)),
                side,
                measure.parts(7),
            ));
        }
    }
    path(&squares, &format!(r#"fill="{cell}""#), out);
}

fn rounded_square(area: Area, side: i32, radius: i32) -> String {
    let (x, y, straight) = (area.x + radius, area.y, side - 2 * radius);
    format!(
        "M{x} {y}h{straight}q{radius} 0 {radius} {radius}v{straight}q0 {radius} -{radius} {radius}\
         h-{straight}q-{radius} 0 -{radius} -{radius}v-{straight}q0 -{radius} {radius} -{radius}z"
    )
}

/// A block that nothing drives through.
pub(super) fn wall(cell: Cell, measure: &Measure, out: &mut String) {
    let Ground { wall, hatching, .. } = measure.ground;
    let area = measure.cells(cell, 1, 1).inset(measure.parts(3));
    rectangle(area, measure.parts(7), &format!(r#"fill="{wall}""#), out);
    // Strokes from the lower left to the upper right, kept inside the block, so that nothing need be clipped.
    let inner = area.inset(measure.parts(9));
    let side = inner.width;
    let mut strokes = String::new();
    for reach in [side / 2, side] {
        let (left, bottom) = (inner.x, inner.y + side);
        let (right, top) = (inner.x + side, inner.y);
        let _ = write!(strokes, "M{left} {}L{} {top}", top + reach, left + reach);
        if reach < side {
            let _ = write!(strokes, "M{} {bottom}L{right} {}", right - reach, bottom - reach);
        }
    }
    let thickness = measure.parts(5);
    path(
        &strokes,
        &format!(r#"fill="none" stroke="{hatching}" stroke-width="{thickness}" stroke-linecap="round""#),
        out,
    );
}

/// The gap in the frame, and an arrow outside it.
pub(super) fn exit(scene: &Scene, measure: &Measure, out: &mut String) {
    let Ground { board, arrow, .. } = measure.ground;
    let board_area = measure.board;
    let cell = measure.parts(64);
    let along = cell * i32::from(scene.exit.line);
    // The gap is a little narrower than the cell, which leaves the frame two posts.
    let (post, depth, lap) = (measure.parts(2), measure.parts(11), measure.parts(3));
    let (width, height) = (depth + lap, cell - 2 * post);
    let (right, bottom) = (board_area.x + board_area.width, board_area.y + board_area.height);
    let (x, y) = (board_area.x + along + post, board_area.y + along + post);
    let gap = match scene.exit.side {
        Side::Right => Area { x: right - lap, y, width, height },
        Side::Left => Area { x: board_area.x - depth, y, width, height },
        Side::Top => Area { x, y: board_area.y - depth, width: height, height: width },
        Side::Bottom => Area { x, y: bottom - lap, width: height, height: width },
    };
    rectangle(gap, 0, &format!(r#"fill="{board}""#), out);
    let (middle_x, middle_y) = gap.centre();
    let (from, reach, half) = (measure.parts(19), measure.parts(24), measure.parts(15));
    let head = match scene.exit.side {
        Side::Right => {
            format!("M{} {}l{reach} {half}l-{reach} {half}z", right + from, middle_y - half)
        }
        Side::Left => {
            format!("M{} {}l-{reach} {half}l{reach} {half}z", board_area.x - from, middle_y - half)
        }
        Side::Top => {
            format!("M{} {}l{half} -{reach}l{half} {reach}z", middle_x - half, board_area.y - from)
        }
        Side::Bottom => {
            format!("M{} {}l{half} {reach}l{half} -{reach}z", middle_x - half, bottom + from)
        }
    };
    let thickness = measure.parts(5);
    path(&head, &format!(r#"fill="{arrow}" stroke="{arrow}" stroke-width="{thickness}" stroke-linejoin="round""#), out);
}
