//! A histogram with one column for each whole number.

use super::axis::{Axis, format_count};
use super::canvas::{Anchor, Canvas, Plot, TEXT, WIDTH};

/// Half the width of the label of a marked column.
const HALF_LABEL_WIDTH: f64 = 20.0;

/// Draws columns of these heights for 0, 1, 2 …; one of them may have a label.
pub fn histogram(title: &str, labels: [&str; 2], heights: &[f64], marked: Option<(usize, &str)>) -> Plot {
    const COLOUR: &str = "#0072b2";
    const MARKED: &str = "#d55e00";
    let mut canvas = Canvas::default();
    let [across, up] = labels;
    let height = Axis::linear(up, heights.iter().copied(), 1.0, format_count);
    let (left, right) = (height.margin().max(70.0), WIDTH - 12.0);
    let (top, bottom) = (62.0, 270.0);
    height.draw_left(&mut canvas, (left, right), (top, bottom));
    let width = (right - left) / heights.len().max(1) as f64;
    let every = heights.len().div_ceil(13);
    for (number, value) in heights.iter().enumerate() {
        let x = left + width * number as f64;
        let is_marked = marked.is_some_and(|(here, _)| here == number);
        // The smallest column stays visible.
        let high = (height.position(*value) * (bottom - top)).max(if *value > 0.0 { 1.0 } else { 0.0 });
        let colour = if is_marked { MARKED } else { COLOUR };
        canvas.rectangle((x + 0.1 * width, bottom - high), (0.8 * width, high), colour, 0.85);
        if number % every == 0 {
            canvas.text(&number.to_string(), (x + 0.5 * width, bottom + 4.0 + TEXT), Anchor::Middle);
        }
    }
    if let Some((here, label)) = marked {
        // The label is above the highest column that it covers.
        let reach = (HALF_LABEL_WIDTH / width).ceil() as usize;
        let near = &heights[here.saturating_sub(reach).min(heights.len())..heights.len().min(here + reach + 1)];
        let highest = near.iter().map(|value| height.position(*value)).fold(0.0, f64::max);
        let x = (left + width * (here as f64 + 0.5)).min(right - HALF_LABEL_WIDTH);
        canvas.text(label, (x, bottom - highest * (bottom - top) - 6.0), Anchor::Middle);
    }
    canvas.centred_text(across, (f64::midpoint(left, right), bottom + 10.0 + 2.0 * TEXT));
    canvas.into_plot(bottom + 46.0, title)
}
