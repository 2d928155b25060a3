//! The board without its vehicles: page, frame, cells, walls and exit.

use rushlab::puzzle::{Cell, Side};

use super::ImageOptions;
use crate::scene::Scene;
use crate::theme::ThemeColours;
use crate::vector_image::{Area, Paint, Shape, VectorImage};

pub(crate) struct Layout {
    cell: i32,
    /// The cells, without the frame.
    pub(crate) board: Area,
    pub(crate) page: Area,
    pub(crate) colours: ThemeColours,
    pub(crate) labels: bool,
}

impl Layout {
    pub(crate) fn new(scene: &Scene, options: &ImageOptions) -> Layout {
        let cell = options.cell.clamp(8, 1024) as i32;
        let empty = Area { x: 0, y: 0, width: 0, height: 0 };
        let mut layout =
            Layout { cell, board: empty, page: empty, colours: options.theme.colours(), labels: options.labels };
        let margin = |side: Side| layout.scale(if scene.exit.side == side { 52 } else { 20 });
        let [left, right, top, bottom] = [Side::Left, Side::Right, Side::Top, Side::Bottom].map(margin);
        let (width, height) = (cell * i32::from(scene.width), cell * i32::from(scene.height));
        layout.board = Area { x: left, y: top, width, height };
        layout.page = Area { width: left + width + right, height: top + height + bottom, ..empty };
        layout
    }

    /// Returns whether cells are large enough for windows and stripes.
    pub(crate) fn has_details(&self) -> bool {
        self.cell >= 20
    }

    /// Converts a length in 64ths of a cell to whole pixels, at least 1.
    pub(crate) fn scale(&self, length: i32) -> i32 {
        self.scale_signed(length).max(1)
    }

    /// Converts a signed length in 64ths of a cell to whole pixels.
    pub(crate) fn scale_signed(&self, length: i32) -> i32 {
        (self.cell * length + 32).div_euclid(64)
    }

    pub(crate) fn cells(&self, first: Cell, columns: u8, rows: u8) -> Area {
        Area {
            x: self.board.x + self.cell * i32::from(first.column),
            y: self.board.y + self.cell * i32::from(first.row),
            width: self.cell * i32::from(columns),
            height: self.cell * i32::from(rows),
        }
    }
}

pub(super) fn page(scene: &Scene, layout: &Layout) -> VectorImage {
    let name = scene.name.as_deref().map(|name| format!("{name}: ")).unwrap_or_default();
    let (columns, rows, side) = (scene.width, scene.height, scene.exit.side);
    let title = format!("{name}Rush Hour board, {columns} by {rows}, exit {side}");
    VectorImage::new(title, layout.page.width, layout.page.height, layout.colours.page)
}

pub(super) fn frame_and_cells(scene: &Scene, layout: &Layout, image: &mut VectorImage) {
    let ThemeColours { frame, board, cell, .. } = layout.colours;
    image.area(layout.board.inset(-layout.scale(10)), layout.scale(16), Paint::fill(frame));
    image.area(layout.board.inset(-layout.scale(2)), layout.scale(9), Paint::fill(board));
    let rows = (0..scene.height).flat_map(|row| (0..scene.width).map(move |column| Cell { row, column }));
    let areas = rows.map(|cell| layout.cells(cell, 1, 1).inset(layout.scale(2))).collect();
    image.areas(areas, layout.scale(7), Paint::fill(cell));
}

pub(super) fn walls(walls: &[Cell], layout: &Layout, image: &mut VectorImage) {
    if walls.is_empty() {
        return;
    }
    let ThemeColours { wall, hatching, .. } = layout.colours;
    let areas: Vec<Area> = walls.iter().map(|cell| layout.cells(*cell, 1, 1).inset(layout.scale(3))).collect();
    // Lines from the lower left to the upper right, kept inside the wall, so that no clipping is needed.
    let hatch = |area: &Area| {
        let Area { x: left, y: top, width: side, .. } = area.inset(layout.scale(10));
        let (right, bottom, half) = (left + side, top + side, side / 2);
        [
            vec![(left, top + half), (left + half, top)],
            vec![(left, bottom), (right, top)],
            vec![(right - half, bottom), (right, bottom - half)],
        ]
    };
    let lines = areas.iter().flat_map(hatch).collect();
    image.areas(areas, layout.scale(7), Paint::fill(wall));
    image.shapes.push(Shape::Lines { lines, closed: false, paint: Paint::stroke(hatching, layout.scale(5)) });
}

/// Draws the gap in the frame, and an arrow outside it.
pub(super) fn exit(scene: &Scene, layout: &Layout, image: &mut VectorImage) {
    let ThemeColours { board, arrow, .. } = layout.colours;
    let Area { x: left, y: top, width, height } = layout.board;
    let (right, bottom) = (left + width, top + height);
    let cell = layout.scale(64);
    let along = cell * i32::from(scene.exit.line);
    // The gap is a little narrower than the cell, so a small piece of the frame remains on both sides.
    let (margin, depth, overlap) = (layout.scale(2), layout.scale(11), layout.scale(3));
    let (gap_depth, gap_width) = (depth + overlap, cell - 2 * margin);
    let (x, y) = (left + along + margin, top + along + margin);
    let gap = match scene.exit.side {
        Side::Right => Area { x: right - overlap, y, width: gap_depth, height: gap_width },
        Side::Left => Area { x: left - depth, y, width: gap_depth, height: gap_width },
        Side::Top => Area { x, y: top - depth, width: gap_width, height: gap_depth },
        Side::Bottom => Area { x, y: bottom - overlap, width: gap_width, height: gap_depth },
    };
    image.area(gap, 0, Paint::fill(board));
    let (middle_x, middle_y) = gap.centre();
    let (from, reach, half) = (layout.scale(19), layout.scale(24), layout.scale(15));
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
    image.polygon(turned.to_vec(), Paint { fill: Some(arrow), stroke: Some((arrow, layout.scale(5))) });
}
