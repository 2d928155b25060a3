//! A histogram with one column for each whole number.

use super::axis::{Axis, counts};
use super::canvas::{Anchor, Canvas, TEXT, WIDTH};

/// Half the width of the word at a marked column.
const WORD: f64 = 20.0;

/// Draws columns of these heights for 0, 1, 2 …; one of them may be marked with a word.
pub(crate) fn columns(title: &str, labels: [&str; 2], heights: &[f64], marked: Option<(usize, &str)>) -> String {
    const COLOUR: &str = "#0072b2";
    const MARKED: &str = "#d55e00";
    let mut canvas = Canvas::default();
    let (left, right) = (70.0, WIDTH - 12.0);
    let (top, bottom) = (62.0, 270.0);
    let [across, up] = labels;
    let height = Axis::linear(up, heights.iter().copied(), 1.0, counts);
    height.beside(&mut canvas, (left, right), (top, bottom));
    let width = (right - left) / heights.len().max(1) as f64;
    let every = heights.len().div_ceil(13);
    for (number, value) in heights.iter().enumerate() {
        let x = left + width * number as f64;
        let is_marked = marked.is_some_and(|(here, _)| here == number);
        // The smallest column stays visible.
        let high = (height.place(*value) * (bottom - top)).max(if *value > 0.0 { 1.0 } else { 0.0 });
        let colour = if is_marked { MARKED } else { COLOUR };
        canvas.area((x + 0.1 * width, bottom - high), (0.8 * width, high), colour, 0.85);
        if number % every == 0 {
            canvas.text(&number.to_string(), (x + 0.5 * width, bottom + 4.0 + TEXT), Anchor::Middle);
        }
    }
    if let Some((here, word)) = marked {
        // Above all columns under the word.
        let reach = (WORD / width).ceil() as usize;
        let near = &heights[here.saturating_sub(reach).min(heights.len())..heights.len().min(here + reach + 1)];
        let highest = near.iter().map(|value| height.place(*value)).fold(0.0, f64::max);
        let x = (left + width * (here as f64 + 0.5)).min(right - WORD);
        canvas.text(word, (x, bottom - highest * (bottom - top) - 6.0), Anchor::Middle);
    }
    canvas.text(across, (f64::midpoint(left, right), bottom + 10.0 + 2.0 * TEXT), Anchor::Middle);
    canvas.finish(bottom + 46.0, title)
}
