//! Plots with a row per search: bars for one value, strips for one per puzzle; scatter plots for two per puzzle.

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, Mark, PAGE_COLOUR, Plot, TEXT, WIDTH, text_width};
use crate::statistics::quantile;

const ROW: f64 = 27.0;

/// The height of the labels of a horizontal axis.
const FOOT: f64 = 46.0;

/// The maximum number of marks in a row. With more values, only their range and middle half are drawn.
const MAX_MARKS: usize = 300;

/// A search and its values.
pub struct Row {
    /// Name on the left.
    pub label: String,
    /// Colour, as `#rrggbb`.
    pub colour: &'static str,
    /// The only value of a bar; the values of a strip.
    pub values: Vec<f64>,
}

/// Draws a bar for the first value of each row, with the value beside it.
pub fn bars(title: &str, axis: &Axis, rows: &[Row], words: fn(f64) -> String) -> Plot {
    let mut canvas = Canvas::default();
    let values = rows.iter().filter_map(|row| row.values.first());
    let widest = values.map(|value| text_width(&words(*value))).fold(0.0, f64::max);
    // The value of the longest bar is to the right of it.
    let (left, right) = (margin(rows), WIDTH - widest.max(40.0) - 12.0);
    let bottom = ROW * rows.len() as f64;
    axis.draw_below(&mut canvas, (left, right), (0.0, bottom));
    for (index, row) in rows.iter().enumerate() {
        let middle = ROW * (index as f64 + 0.5);
        draw_label(&mut canvas, row, left, middle);
        let Some(value) = row.values.first() else { continue };
        let length = axis.position(*value) * (right - left);
        canvas.rectangle((left, middle - 8.0), (length.max(1.5), 16.0), row.colour, 0.85);
        canvas.text(&words(*value), (left + length + 6.0, middle + 0.36 * TEXT), Anchor::Start);
    }
    canvas.into_plot(bottom + FOOT, title)
}

/// Draws a mark for each value of each row, a band behind the middle half, and a stroke at the median.
pub fn strips(title: &str, axis: &Axis, rows: &[Row]) -> Plot {
    let mut canvas = Canvas::default();
    let (left, right) = (margin(rows), WIDTH - 30.0);
    let bottom = ROW * rows.len() as f64;
    axis.draw_below(&mut canvas, (left, right), (0.0, bottom));
    for (index, row) in rows.iter().enumerate() {
        let middle = ROW * (index as f64 + 0.5);
        draw_label(&mut canvas, row, left, middle);
        let x_of = |value: f64| left + axis.position(value) * (right - left);
        let mut sorted = row.values.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| quantile(&sorted, share).map(x_of);
        let (Some(least), Some(low), Some(median), Some(high), Some(most)) =
            (at(0.0), at(0.25), at(0.5), at(0.75), at(1.0))
        else {
            continue;
        };
        canvas.rectangle((low, middle - 11.0), ((high - low).max(1.0), 22.0), row.colour, 0.22);
        if sorted.len() <= MAX_MARKS {
            let xs: Vec<f64> = sorted.iter().map(|value| x_of(*value)).collect();
            for (x, aside) in xs.iter().zip(vertical_offsets(&xs)) {
                canvas.mark(Mark::Dot, (*x, middle + aside), row.colour);
            }
        } else {
            canvas.rectangle((least, middle - 1.0), (most - least, 2.0), row.colour, 0.8);
        }
        canvas.rectangle((median - 1.25, middle - 12.0), (2.5, 24.0), PAGE_COLOUR, 0.85);
    }
    canvas.into_plot(bottom + FOOT, title)
}

/// A series of points with a label.
pub struct Series {
    /// Name in the legend.
    pub label: String,
    /// Colour, as `#rrggbb`.
    pub colour: &'static str,
    /// Values across and up.
    pub points: Vec<(f64, f64)>,
}

/// Draws a mark for each point of each series, and a legend above.
pub fn scatter_plot(title: &str, across: &Axis, up: &Axis, all_series: &[Series]) -> Plot {
    let mut canvas = Canvas::default();
    let (left, right) = (up.margin().max(78.0), WIDTH - 16.0);
    let (top, bottom) = (62.0, 330.0);
    let mut x = 8.0;
    for (series, mark) in all_series.iter().zip(Mark::ALL) {
        canvas.mark(mark, (x + 5.0, 12.0), series.colour);
        canvas.text(&series.label, (x + 14.0, 12.0 + 0.36 * TEXT), Anchor::Start);
        x += 40.0 + text_width(&series.label);
    }
    across.draw_below(&mut canvas, (left, right), (top, bottom));
    up.draw_left(&mut canvas, (left, right), (top, bottom));
    for (series, mark) in all_series.iter().zip(Mark::ALL) {
        for (value, height) in &series.points {
            let point =
                (left + across.position(*value) * (right - left), bottom - up.position(*height) * (bottom - top));
            canvas.mark(mark, point, series.colour);
        }
    }
    canvas.into_plot(bottom + FOOT, title)
}

fn margin(rows: &[Row]) -> f64 {
    rows.iter().map(|row| text_width(&row.label)).fold(0.0, f64::max) + 12.0
}

fn draw_label(canvas: &mut Canvas, row: &Row, left: f64, middle: f64) {
    canvas.text(&row.label, (left - 8.0, middle + 0.36 * TEXT), Anchor::End);
}

/// Returns the vertical offset of each mark of a row, so that marks do not hide each other.
fn vertical_offsets(sorted: &[f64]) -> Vec<f64> {
    const ASIDE: [f64; 5] = [0.0, 4.0, -4.0, 8.0, -8.0];
    let mut turn = 0;
    let mut last = f64::NEG_INFINITY;
    let mut aside = |x: &f64| {
        turn = if x - last < 4.0 { turn + 1 } else { 0 };
        last = *x;
        ASIDE[turn % ASIDE.len()]
    };
    sorted.iter().map(&mut aside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::axis::format_count;
    use crate::report::histogram::histogram;

    /// Checks that every text of a plot fits on it.
    fn assert_not_clipped(plot: &Plot) {
        for tag in plot.svg().split("<text ").skip(1) {
            let (attributes, rest) = tag.split_once('>').unwrap();
            let content = rest.split_once('<').unwrap().0.replace("&lt;", "<");
            let value = |name: &str| attributes.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap();
            let (x, width): (f64, f64) = (value("x").parse().unwrap(), text_width(&content));
            let left = match value("text-anchor") {
                "start" => x,
                "middle" => x - width / 2.0,
                _ => x - width,
            };
            assert!(left >= -0.1 && left + width <= WIDTH + 0.1, "{content}: {left} to {}", left + width);
        }
    }

    #[test]
    fn no_label_is_clipped() {
        for (label, value) in [("UCS", 3.0), ("bidirectional", 123_456_789.0), ("A/A* inf421-h2", 98_765.0)] {
            let row = || Row { label: label.to_owned(), colour: "#0072b2", values: vec![value, value / 1000.0] };
            let rows = [row(), row()];
            let values = || rows.iter().flat_map(|row| row.values.iter().copied());
            let name = "states, log scale; stroke: median, band: middle half";
            for axis in [Axis::log(name, values(), 1.0, format_count), Axis::linear(name, values(), 1.0, format_count)]
            {
                assert_not_clipped(&strips("a title", &axis, &rows));
                assert_not_clipped(&bars("a title", &axis, &rows, format_count));
                let series = Series { label: label.to_owned(), colour: "#0072b2", points: vec![(value, value)] };
                assert_not_clipped(&scatter_plot("a title", &axis, &axis, &[series]));
            }
            assert_not_clipped(&histogram("a title", ["moves", "positions"], &[1.0, value, 3.0], Some((1, "here"))));
        }
    }

    #[test]
    fn every_value_has_its_mark_and_every_row_its_name() {
        let row =
            |label: &str, values: &[f64]| Row { label: label.to_owned(), colour: "#0072b2", values: values.to_vec() };
        let rows = [row("UCS", &[1.0, 1.0, 50.0]), row("A<B", &[]), row("many", &vec![3.0; 1000])];
        let axis = Axis::log("states", rows.iter().flat_map(|row| row.values.iter().copied()), 1.0, format_count);
        let plot = strips("a title", &axis, &rows).svg();
        assert_eq!(plot.matches("<circle").count(), 3);
        assert!(plot.contains(">UCS</text>") && plot.contains(">A&lt;B</text>") && plot.contains(">states</text>"));
        assert!(bars("a title", &axis, &rows, format_count).svg().contains(">3</text>"));
        assert!(!plot.contains("NaN") && !plot.contains("inf"));
    }
}
