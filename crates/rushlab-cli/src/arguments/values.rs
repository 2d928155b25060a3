//! Option values: ranges, board sizes, amounts of memory and durations.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// A range of whole numbers, both ends included: `25..30`, or one number.
#[derive(Clone, Debug)]
pub(crate) struct NumberRange(pub(crate) RangeInclusive<usize>);

impl FromStr for NumberRange {
    type Err = String;

    fn from_str(text: &str) -> Result<NumberRange, String> {
        let number = |text: &str| text.trim().parse::<u32>().ok().map(|number| number as usize);
        let ends = match text.split_once("..") {
            Some((first, last)) => number(first).zip(number(last.strip_prefix('=').unwrap_or(last))),
            None => number(text).map(|only| (only, only)),
        };
        let (first, last) = ends.ok_or("write a range such as 25..30, or one number")?;
        if first > last {
            Err(format!("write the smaller number first: {last}..{first}"))
        } else {
            Ok(NumberRange(first..=last))
        }
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
