//! Animations as GIF files that repeat endlessly.
//!
//! A frame contains only the rectangle that changed, with unchanged pixels transparent. All frames share one colour
//! table.

mod colour_table;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use tiny_skia::Pixmap;

use self::colour_table::ColourTable;
use crate::animation::Segment;
use crate::board_image::{ImageOptions, Layout, draw_image, draw_vehicle_image};
use crate::raster::RasterError;
use crate::scene::SceneVehicle;
use crate::stroke_font;
use crate::vector_image::VectorImage;

/// A rectangle that contains all changed pixels.
struct Change {
    left: usize,
    top: usize,
    width: usize,
    /// The pixels row by row; `None` for an unchanged one.
    pixels: Vec<Option<[u8; 3]>>,
    /// The duration of the frame, in hundredths of a second.
    duration: u16,
}

/// Returns an animation as a GIF file.
pub fn gif(segments: &[Segment], options: &ImageOptions) -> Result<Vec<u8>, RasterError> {
    let mut changes: Vec<Change> = Vec::new();
    let mut previous: Option<Pixmap> = None;
    let mut size = (1, 1);
    for segment in segments {
        let background = background(segment, options).pixels()?;
        size = (background.width() as usize, background.height() as usize);
        for (displacement, duration) in &segment.frames {
            let mut pixels = background.clone();
            if let Some(moving) = &segment.moving {
                let moving = SceneVehicle { displacement: *displacement, ..moving.clone() };
                draw_vehicle_image(&moving, &segment.scene, options).draw_on(&mut pixels);
            }
            match change(previous.as_ref(), &pixels, *duration) {
                Some(change) => changes.push(change),
                // Without a visible change, the last frame is shown longer.
                None => changes.last_mut().into_iter().for_each(|last| last.duration += duration),
            }
            previous = Some(pixels);
        }
    }
    encode(&changes, size).ok_or(RasterError::Encoding)
}

/// Returns the fixed scene of a segment, with its caption and counter below.
fn background(segment: &Segment, options: &ImageOptions) -> VectorImage {
    let layout = Layout::new(&segment.scene, options);
    let mut image = draw_image(&segment.scene, options);
    let size = layout.scale(24).max(9);
    let (left, right) = (layout.board.x, layout.board.x + layout.board.width);
    let middle = image.height + size / 2;
    let colour = layout.colours.text;
    image.text(&segment.caption, (left, middle), size, true, colour);
    let counter = stroke_font::width(&segment.counter, size, false) as i32;
    image.text(&segment.counter, (right - counter, middle), size, false, colour);
    image.height += size * 3 / 2;
    image
}

fn change(before: Option<&Pixmap>, after: &Pixmap, duration: u16) -> Option<Change> {
    let width = after.width() as usize;
    let differs = |index: usize| before.is_none_or(|before| before.pixels()[index] != after.pixels()[index]);
    let changed = || (0..after.pixels().len()).filter(|index| differs(*index));
    let (top, bottom) = (changed().next()? / width, changed().next_back()? / width);
    let (left, right) =
        changed().fold((width, 0), |(left, right), index| (left.min(index % width), right.max(index % width)));
    let colour = |index: usize| {
        let pixel = after.pixels()[index];
        differs(index).then_some([pixel.red(), pixel.green(), pixel.blue()])
    };
    let rows = (top..=bottom).flat_map(|row| (left..=right).map(move |column| row * width + column));
    Some(Change { left, top, width: right - left + 1, pixels: rows.map(colour).collect(), duration })
}

fn encode(changes: &[Change], (width, height): (usize, usize)) -> Option<Vec<u8>> {
    let table = ColourTable::new(changes.iter().flat_map(|change| change.pixels.iter().flatten().copied()));
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width.try_into().ok()?, height.try_into().ok()?, table.bytes()).ok()?;
    encoder.set_repeat(Repeat::Infinite).ok()?;
    let mut finder = table.finder();
    for change in changes {
        let buffer: Vec<u8> = change
            .pixels
            .iter()
            .map(|pixel| pixel.map_or(ColourTable::UNCHANGED, |colour| finder.find(colour)))
            .collect();
        let frame = Frame {
            left: change.left.try_into().ok()?,
            top: change.top.try_into().ok()?,
            width: change.width.try_into().ok()?,
            height: (change.pixels.len() / change.width).try_into().ok()?,
            delay: change.duration,
            dispose: DisposalMethod::Keep,
            transparent: Some(ColourTable::UNCHANGED),
            buffer: buffer.into(),
            ..Frame::default()
        };
        encoder.write_frame(&frame).ok()?;
    }
    drop(encoder);
    Some(bytes)
}
