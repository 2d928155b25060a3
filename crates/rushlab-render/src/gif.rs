//! Films as animated GIF that runs for ever.
//!
//! A frame holds only the box that changed, and in it only the pixels that did; all frames share one table of colours.

mod table;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use tiny_skia::Pixmap;

use self::table::Table;
use crate::animation::Shot;
use crate::letters;
use crate::picture::Picture;
use crate::raster::NoPixels;
use crate::scene::Piece;
use crate::still::{Look, Measure, alone, still};

/// The pixels of a box that changed, row by row; `None` where one did not.
struct Change {
    left: usize,
    top: usize,
    width: usize,
    pixels: Vec<Option<[u8; 3]>>,
    /// How long it stays, in hundredths of a second.
    stays: u16,
}

/// Draws a film as a GIF file.
pub fn gif(shots: &[Shot], look: &Look) -> Result<Vec<u8>, NoPixels> {
    let mut changes: Vec<Change> = Vec::new();
    let mut shown: Option<Pixmap> = None;
    let mut size = (1, 1);
    for shot in shots {
        let ground = backdrop(shot, look).pixels()?;
        size = (ground.width() as usize, ground.height() as usize);
        for (driven, stays) in &shot.moments {
            let mut pixels = ground.clone();
            if let Some(mover) = &shot.mover {
                let mover = Piece { driven: *driven, ..mover.clone() };
                alone(&mover, &shot.scene, look).draw_on(&mut pixels);
            }
            match change(shown.as_ref(), &pixels, *stays) {
                Some(change) => changes.push(change),
                // Nothing to see: what is there stays longer.
                None => changes.last_mut().into_iter().for_each(|last| last.stays += stays),
            }
            shown = Some(pixels);
        }
    }
    encode(&changes, size).ok_or(NoPixels::Encoding)
}

/// The board of a shot with its line of text.
fn backdrop(shot: &Shot, look: &Look) -> Picture {
    let measure = Measure::new(&shot.scene, look);
    let mut picture = still(&shot.scene, look);
    let size = measure.parts(24).max(9);
    let (left, right) = (measure.board.x, measure.board.x + measure.board.width);
    let middle = picture.height + size / 2;
    let colour = measure.ground.text;
    picture.text(&shot.caption, (left, middle), size, true, colour);
    let counter = letters::width(&shot.counter, size, false) as i32;
    picture.text(&shot.counter, (right - counter, middle), size, false, colour);
    picture.height += size * 3 / 2;
    picture
}

fn change(before: Option<&Pixmap>, after: &Pixmap, stays: u16) -> Option<Change> {
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
    Some(Change { left, top, width: right - left + 1, pixels: rows.map(colour).collect(), stays })
}

fn encode(changes: &[Change], (width, height): (usize, usize)) -> Option<Vec<u8>> {
    let table = Table::new(changes.iter().flat_map(|change| change.pixels.iter().flatten().copied()));
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width.try_into().ok()?, height.try_into().ok()?, table.bytes()).ok()?;
    encoder.set_repeat(Repeat::Infinite).ok()?;
    let mut finder = table.finder();
    for change in changes {
        let buffer: Vec<u8> =
            change.pixels.iter().map(|pixel| pixel.map_or(Table::UNCHANGED, |colour| finder.find(colour))).collect();
        let frame = Frame {
            left: change.left.try_into().ok()?,
            top: change.top.try_into().ok()?,
            width: change.width.try_into().ok()?,
            height: (change.pixels.len() / change.width).try_into().ok()?,
            delay: change.stays,
            dispose: DisposalMethod::Keep,
            transparent: Some(Table::UNCHANGED),
            buffer: buffer.into(),
            ..Frame::default()
        };
        encoder.write_frame(&frame).ok()?;
    }
    drop(encoder);
    Some(bytes)
}
