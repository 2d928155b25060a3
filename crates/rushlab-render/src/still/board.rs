//! The board without its vehicles: page, frame, cells, walls and the way out.

use rushlab::puzzle::{Cell, Side};

use super::Look;
use crate::picture::{Area, Paint, Picture, Shape};
use crate::scene::Scene;
use crate::theme::Ground;

/// Where things are, in pixels.
pub(crate) struct Measure {
    cell: i32,
    /// The cells, without the frame.
    pub(crate) board: Area,
    /// The whole page.
    pub(crate) page: Area,
    pub(crate) ground: Ground,
    pub(crate) labels: bool,
}

impl Measure {
    pub(crate) fn new(scene: &Scene, look: &Look) -> Measure {
        let cell = look.cell.clamp(8, 512) as i32;
        let nowhere = Area { x: 0, y: 0, width: 0, height: 0 };
        let mut measure =
            Measure { cell, board: nowhere, page: nowhere, ground: look.theme.ground(), labels: look.labels };
        let margin = |side: Side| measure.parts(if scene.exit.side == side { 52 } else { 20 });
        let [left, right, top, bottom] = [Side::Left, Side::Right, Side::Top, Side::Bottom].map(margin);
        let (width, height) = (cell * i32::from(scene.width), cell * i32::from(scene.height));
        measure.board = Area { x: left, y: top, width, height };
        measure.page = Area { width: left + width + right, height: top + height + bottom, ..nowhere };
        measure
    }

    /// Whether cells are large enough for windows and stripes.
    pub(crate) fn is_fine(&self) -> bool {
        self.cell >= 20
    }

    /// So many 64ths of a cell, in whole pixels, and never nothing.
    pub(crate) fn parts(&self, parts: i32) -> i32 {
        self.shift(parts).max(1)
    }

    /// So many 64ths of a cell, in whole pixels, either way.
    pub(crate) fn shift(&self, parts: i32) -> i32 {
        (self.cell * parts + 32).div_euclid(64)
    }

    /// The box of a run of cells.
    pub(crate) fn cells(&self, first: Cell, columns: u8, rows: u8) -> Area {
        Area {
            x: self.board.x + self.cell * i32::from(first.column),
            y: self.board.y + self.cell * i32::from(first.row),
            width: self.cell * i32::from(columns),
            height: self.cell * i32::from(rows),
        }
    }
}

/// The empty page of a board.
pub(super) fn page(scene: &Scene, measure: &Measure) -> Picture {
    let name = scene.name.as_deref().map(|name| format!("{name}: ")).unwrap_or_default();
    let (columns, rows, side) = (scene.width, scene.height, scene.exit.side);
    let title = format!("{name}Rush Hour board, {columns} by {rows}, exit {side}");
    Picture::new(title, measure.page.width, measure.page.height, measure.ground.page)
}

/// The frame and the cells.
pub(super) fn ground(scene: &Scene, measure: &Measure, picture: &mut Picture) {
    let Ground { frame, board, cell, .. } = measure.ground;
    picture.area(measure.board.inset(-measure.parts(10)), measure.parts(16), Paint::fill(frame));
    picture.area(measure.board.inset(-measure.parts(2)), measure.parts(9), Paint::fill(board));
    let rows = (0..scene.height).flat_map(|row| (0..scene.width).map(move |column| Cell { row, column }));
    let areas = rows.map(|cell| measure.cells(cell, 1, 1).inset(measure.parts(2))).collect();
    picture.areas(areas, measure.parts(7), Paint::fill(cell));
}

/// Blocks that nothing drives through.
pub(super) fn walls(walls: &[Cell], measure: &Measure, picture: &mut Picture) {
    if walls.is_empty() {
        return;
    }
    let Ground { wall, hatching, .. } = measure.ground;
    let areas: Vec<Area> = walls.iter().map(|cell| measure.cells(*cell, 1, 1).inset(measure.parts(3))).collect();
    // Strokes from the lower left to the upper right, kept inside the block, so that nothing need be clipped.
    let hatch = |area: &Area| {
        let Area { x: left, y: top, width: side, .. } = area.inset(measure.parts(10));
        let (right, bottom, half) = (left + side, top + side, side / 2);
        [
            vec![(left, top + half), (left + half, top)],
            vec![(left, bottom), (right, top)],
            vec![(right - half, bottom), (right, bottom - half)],
        ]
    };
    let lines = areas.iter().flat_map(hatch).collect();
    picture.areas(areas, measure.parts(7), Paint::fill(wall));
    picture.shapes.push(Shape::Lines { lines, closed: false, paint: Paint::stroke(hatching, measure.parts(5)) });
}

/// The gap in the frame, and an arrow outside it.
pub(super) fn exit(scene: &Scene, measure: &Measure, picture: &mut Picture) {
    let Ground { board, arrow, .. } = measure.ground;
    let Area { x: left, y: top, width, height } = measure.board;
    let (right, bottom) = (left + width, top + height);
    let cell = measure.parts(64);
    let along = cell * i32::from(scene.exit.line);
    // The gap is a little narrower than the cell, which leaves the frame two posts.
    let (post, depth, lap) = (measure.parts(2), measure.parts(11), measure.parts(3));
    let (deep, wide) = (depth + lap, cell - 2 * post);
    let (x, y) = (left + along + post, top + along + post);
    let gap = match scene.exit.side {
        Side::Right => Area { x: right - lap, y, width: deep, height: wide },
        Side::Left => Area { x: left - depth, y, width: deep, height: wide },
        Side::Top => Area { x, y: top - depth, width: wide, height: deep },
        Side::Bottom => Area { x, y: bottom - lap, width: wide, height: deep },
    };
    picture.area(gap, 0, Paint::fill(board));
    let (middle_x, middle_y) = gap.centre();
    let (from, reach, half) = (measure.parts(19), measure.parts(24), measure.parts(15));
    let head = match scene.exit.side {
        Side::Right => [(right + from, -half), (right + from + reach, 0), (right + from, half)],
        Side::Left => [(left - from, -half), (left - from - reach, 0), (left - from, half)],
        Side::Top => [(top - from, -half), (top - from - reach, 0), (top - from, half)],
        Side::Bottom => [(bottom + from, -half), (bottom + from + reach, 0), (bottom + from, half)],
    };
    let turned = head.map(|(out, across)| match scene.exit.side {
        Side::Left | Side::Right => (out, middle_y + across),
        Side::Top | Side::Bottom => (middle_x + across, out),
    });
    picture.polygon(turned.to_vec(), Paint { fill: Some(arrow), stroke: Some((arrow, measure.parts(5))) });
}
