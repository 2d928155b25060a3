//! An axis: maps values to positions, with ticks at round values.

use super::canvas::{Anchor, Canvas, TEXT, text_width};
use crate::words;
use crate::words::grouped;

/// The maximum number of ticks, so that their labels do not touch.
const MAX_TICKS: usize = 6;

/// A range of values.
pub struct Axis {
    label: String,
    log: bool,
    low: f64,
    high: f64,
    ticks: Vec<f64>,
    format: fn(f64) -> String,
}

impl Axis {
    /// Returns a linear axis from zero to the greatest value. Ticks are at least `min_step` apart.
    pub fn linear(
        label: impl Into<String>,
        values: impl Iterator<Item = f64>,
        min_step: f64,
        format: fn(f64) -> String,
    ) -> Axis {
        let greatest = values.fold(0.0, f64::max);
        let greatest = if greatest > 0.0 { greatest } else { 1.0 };
        let rough = greatest / (MAX_TICKS - 1) as f64;
        let unit = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0].into_iter().map(|times| times * unit).find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * unit).max(min_step);
        let steps = (greatest / step).ceil().max(1.0);
        let ticks = (0..=steps as u32).map(|tick| f64::from(tick) * step).collect();
        Axis { label: label.into(), log: false, low: 0.0, high: steps * step, ticks, format }
    }

    /// Returns a linear axis from a round number below the least value to one above the greatest.
    pub fn linear_range(
        label: impl Into<String>,
        values: impl Iterator<Item = f64>,
        format: fn(f64) -> String,
    ) -> Axis {
        let widen = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), widen);
        let (low, high) = if low < high { (low, high) } else { (low.clamp(0.0, 1e9) - 1.0, low.clamp(0.0, 1e9) + 1.0) };
        let rough = (high - low) / (MAX_TICKS - 2) as f64;
        let unit = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * unit).find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let ticks = (0..=(last - first) as u32).map(|tick| (first + f64::from(tick)) * step).collect();
        Axis { label: label.into(), log: false, low: first * step, high: last * step, ticks, format }
    }

    /// Returns a logarithmic axis between powers of ten. Values below `least` are drawn at `least`.
    pub fn log(
        label: impl Into<String>,
        values: impl Iterator<Item = f64>,
        least: f64,
        format: fn(f64) -> String,
    ) -> Axis {
        let widen = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
        let (low, high) = values.map(|value| value.max(least)).fold((f64::INFINITY, least), widen);
        let low = low.min(high).log10().floor();
        let high = high.log10().ceil().max(low + 1.0);
        let decades = (high - low) as usize;
        let ticks = (0..=decades).step_by(1 + decades / MAX_TICKS).map(|decade| 10_f64.powf(low + decade as f64));
        Axis { label: label.into(), log: true, low, high, ticks: ticks.collect(), format }
    }

    /// Returns the position of a value on the axis, from 0 to 1.
    pub(crate) fn position(&self, value: f64) -> f64 {
        let value = if self.log { value.max(f64::MIN_POSITIVE).log10() } else { value };
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Draws the axis along the bottom of a plot from `top` to `bottom`.
    pub(crate) fn draw_below(&self, canvas: &mut Canvas, (left, right): (f64, f64), (top, bottom): (f64, f64)) {
        // If the labels would touch, every second tick has one, or every third, and so on.
        let spacing = (right - left) / self.ticks.len().saturating_sub(1).max(1) as f64;
        let every = ((self.widest_label() + 6.0) / spacing).ceil().max(1.0) as usize;
        for (index, tick) in self.ticks.iter().enumerate() {
            let x = left + self.position(*tick) * (right - left);
            canvas.line((x, top), (x, bottom + 4.0), 0.2);
            if index % every == 0 {
                canvas.centred_text(&(self.format)(*tick), (x, bottom + 5.0 + TEXT));
            }
        }
        canvas.centred_text(&self.label, (f64::midpoint(left, right), bottom + 10.0 + 2.0 * TEXT));
    }

    /// Returns the width of the tick labels, if the axis is drawn along the left of a plot.
    pub(crate) fn margin(&self) -> f64 {
        self.widest_label() + 12.0
    }

    fn widest_label(&self) -> f64 {
        self.ticks.iter().map(|tick| text_width(&(self.format)(*tick))).fold(0.0, f64::max)
    }

    /// Draws the axis along the left of a plot, with a horizontal label above it.
    pub(crate) fn draw_left(&self, canvas: &mut Canvas, (left, right): (f64, f64), (top, bottom): (f64, f64)) {
        for tick in &self.ticks {
            let y = bottom - self.position(*tick) * (bottom - top);
            canvas.line((left - 4.0, y), (right, y), 0.2);
            canvas.text(&(self.format)(*tick), (left - 8.0, y + 0.36 * TEXT), Anchor::End);
        }
        canvas.text(&self.label, (8.0, top - TEXT), Anchor::Start);
    }
}

/// Formats a tick that is a count.
pub fn format_count(value: f64) -> String {
    if value < 0.0 {
        return format!("−{}", format_count(-value));
    }
    if value.fract() == 0.0 {
        return grouped(value as usize);
    }
    format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Formats a tick that is a time and a power of ten.
pub fn format_time(seconds: f64) -> String {
    words::time(1.000_001 * seconds).replace(".00", "").replace(".0", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(axis: &Axis) -> Vec<String> {
        axis.ticks.iter().map(|tick| (axis.format)(*tick)).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(&Axis::linear("", [3.0, 17.0].into_iter(), 1.0, format_count)), ["0", "5", "10", "15", "20"]);
        assert_eq!(ticks(&Axis::linear("", [].into_iter(), 0.0, format_count)), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(ticks(&Axis::linear("", [2.0].into_iter(), 1.0, format_count)), ["0", "1", "2"]);
        assert_eq!(
            ticks(&Axis::log("", [0.0, 3.0, 1234.0].into_iter(), 1.0, format_count)),
            ["1", "10", "100", "1,000", "10,000"]
        );
        let times = |greatest| ticks(&Axis::log("", [2e-6, greatest].into_iter(), 1e-7, format_time));
        assert_eq!(times(0.005), ["1\u{a0}µs", "10\u{a0}µs", "100\u{a0}µs", "1\u{a0}ms", "10\u{a0}ms"]);
        assert_eq!(times(0.5), ["1\u{a0}µs", "100\u{a0}µs", "10\u{a0}ms", "1\u{a0}s"]);
    }

    #[test]
    fn every_value_lies_on_the_axis() {
        for axis in [
            Axis::log("", [].into_iter(), 1.0, format_count),
            Axis::log("", [10.0, 10.0].into_iter(), 1.0, format_count),
            Axis::linear("", [0.0].into_iter(), 1.0, format_count),
        ] {
            for value in [0.0, 1.0, 1e300] {
                assert!((0.0..=1.0).contains(&axis.position(value)));
            }
        }
    }
}
