//! Option values: ranges, board sizes, amounts of memory and durations.

use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// A range of numbers, both ends included: `25..30`, `30..`, `..10`, or one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range<T> {
    /// The least number; `None` if there is no lower limit.
    pub(crate) first: Option<T>,
    /// The greatest number; `None` if there is no upper limit.
    pub(crate) last: Option<T>,
}

/// A range of counts.
pub(crate) type NumberRange = Range<u32>;

impl<T: FromStr + Copy + PartialOrd + Display> FromStr for Range<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Range<T>, String> {
        let advice = || "write a range such as 25..30, 30.. or ..10, or one number".to_owned();
        let number = |text: &str| text.trim().parse::<T>().map_err(|_| advice());
        let end = |text: &str| (!text.trim().is_empty()).then(|| number(text)).transpose();
        let (first, last) = match text.split_once("..") {
            Some((first, last)) => (end(first)?, end(last.strip_prefix('=').unwrap_or(last))?),
            None => (Some(number(text)?), Some(number(text)?)),
        };
        match (first, last) {
            (None, None) => Err(advice()),
            (Some(first), Some(last)) if first > last => {
                Err(format!("write the smaller number first: {last}..{first}"))
            }
            _ => Ok(Range { first, last }),
        }
    }
}

impl<T> Range<T> {
    /// Returns the range with ends: the given ones where it has none.
    pub(crate) fn between(self, least: T, greatest: T) -> RangeInclusive<T> {
        self.first.unwrap_or(least)..=self.last.unwrap_or(greatest)
    }
}

impl Range<u32> {
    /// Returns the range with ends. A range without an upper limit ends with `greatest`.
    pub(crate) fn up_to(self, greatest: usize) -> RangeInclusive<usize> {
        let first = self.first.unwrap_or(0) as usize;
        first..=self.last.map_or(greatest.max(first), |last| last as usize)
    }
}

/// The columns and rows of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardSize(pub(crate) u8, pub(crate) u8);

impl FromStr for BoardSize {
    type Err = String;

    fn from_str(text: &str) -> Result<BoardSize, String> {
        let sides = text.split_once(['x', 'X', '×']);
        let size = sides.and_then(|(width, height)| Some(BoardSize(width.parse().ok()?, height.parse().ok()?)));
        size.ok_or_else(|| "write a size such as 6x6, columns first".to_owned())
    }
}

/// A limit on the memory of the program, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteSize(pub(crate) u64);

/// The smallest limit on memory. The program itself takes about half of it.
const MIN_MEMORY: u64 = 32 << 20;

impl Display for ByteSize {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes if bytes.is_multiple_of(1 << 30) => write!(out, "{}G", bytes >> 30),
            bytes => write!(out, "{bytes}"),
        }
    }
}

impl FromStr for ByteSize {
    type Err = String;

    fn from_str(text: &str) -> Result<ByteSize, String> {
        let units = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30), ("", 1)];
        let without_suffix = text.trim_end_matches(['B', 'b', 'i']);
        let (digits, factor) = units
            .iter()
            .find_map(|(unit, factor)| {
                Some((without_suffix.to_ascii_uppercase().strip_suffix(unit)?.to_owned(), *factor))
            })
            .unwrap_or_default();
        let size = digits.parse::<f64>().ok().filter(|size| *size > 0.0 && size.is_finite());
        let bytes = size.map(|size| (size * factor as f64) as u64).ok_or("write a size such as 500M or 2G")?;
        if bytes < MIN_MEMORY {
            return Err("the program itself takes about 16M; give at least 32M".to_owned());
        }
        Ok(ByteSize(bytes))
    }
}

/// A duration of at most 100 years, so that it can be added to any point in time without overflow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DurationArg(pub(crate) Duration);

const MAX_DURATION: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

impl FromStr for DurationArg {
    type Err = String;

    fn from_str(text: &str) -> Result<DurationArg, String> {
        let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
        let duration = units.iter().find_map(|(unit, factor)| {
            let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
            Duration::try_from_secs_f64(number * factor).ok()
        });
        duration
            .map(|duration| DurationArg(duration.min(MAX_DURATION)))
            .ok_or_else(|| "write a duration such as 500ms, 10s or 2m".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_may_be_open_at_either_end() {
        let range = |text: &str| text.parse::<NumberRange>();
        let ends = |first, last| Ok(Range { first, last });
        assert_eq!(range("25..30"), ends(Some(25), Some(30)));
        assert_eq!(range("25..=30"), ends(Some(25), Some(30)));
        assert_eq!(range("30.."), ends(Some(30), None));
        assert_eq!(range("..10"), ends(None, Some(10)));
        assert_eq!(range("7"), ends(Some(7), Some(7)));
        assert_eq!(range("30..25"), Err("write the smaller number first: 25..30".to_owned()));
        for text in ["", "..", "a", "1..b", "-1", "1...2", "4294967296"] {
            assert!(range(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_open_range_ends_at_the_given_number_but_is_never_empty() {
        let range = |text: &str, greatest| text.parse::<NumberRange>().unwrap().up_to(greatest);
        assert_eq!(range("30..", 50), 30..=50);
        assert_eq!(range("60..", 50), 60..=60);
        assert_eq!(range("..10", 50), 0..=10);
        assert_eq!(range("30..90", 50), 30..=90);
    }
}
