//! Numbers, amounts and lists in prose.

use rushlab::puzzle::Metric;

/// Returns `A, B and C`.
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    rushlab::error::listed(items, "and")
}

/// Returns the word for one thing or for several.
pub fn plural(number: usize, one: &'static str, many: &'static str) -> &'static str {
    if number == 1 { one } else { many }
}

/// Returns the text with a capital first letter.
pub fn capitalise(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns `3 of 12 (25%)`.
pub fn part_of(part: usize, whole: usize) -> String {
    format!("{} of {} ({})", grouped(part), grouped(whole), percent(part, whole))
}

/// Returns a share in percent. It is 0% or 100% only if it is exactly that.
pub fn percent(part: usize, whole: usize) -> String {
    let rounded = (100.0 * part as f64 / whole.max(1) as f64).round();
    if rounded == 0.0 && part > 0 {
        "under 1%".to_owned()
    } else if rounded == 100.0 && part < whole {
        "over 99%".to_owned()
    } else {
        format!("{rounded}%")
    }
}

/// Returns a share in percent with one decimal.
pub fn share(part: usize, whole: usize) -> String {
    format!("{:.1}%", 100.0 * part as f64 / whole.max(1) as f64)
}

/// Returns a ratio in percent, which may exceed 100.
pub fn ratio(ratio: f64) -> String {
    match 100.0 * ratio {
        percent if percent >= 1000.0 => format!("{}%", number(percent)),
        percent if percent >= 10.0 => format!("{percent:.0}%"),
        percent => format!("{percent:.1}%"),
    }
}

/// Returns a number with three significant digits or more.
pub fn number(value: f64) -> String {
    match value {
        value if value >= 100.0 => grouped(value.round() as usize),
        value if value >= 10.0 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}

/// Returns a time with its unit, in three significant digits: `85.0 µs`, `1.23 ms`.
pub fn time(seconds: f64) -> String {
    let (scaled, unit) = match seconds {
        seconds if seconds >= 1.0 => (seconds, "s"),
        seconds if seconds >= 1e-3 => (1e3 * seconds, "ms"),
        seconds if seconds >= 1e-6 => (1e6 * seconds, "µs"),
        seconds => (1e9 * seconds, "ns"),
    };
    // A non-breaking space keeps a number and its unit together.
    format!("{}\u{a0}{unit}", number(scaled))
}

/// Groups things by key, in the order of the first of each group.
pub fn group_by_key<K: PartialEq, T>(things: impl Iterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (key, thing) in things {
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(thing),
            None => groups.push((key, vec![thing])),
        }
    }
    groups
}

/// Returns the text of a value, or a dash if it is unknown.
pub fn or_dash<T>(value: Option<T>, shown: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), shown)
}

/// Returns a count with its noun: `1 puzzle`, `1,500 puzzles`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Returns a cost with its noun: `1 move`, `7 steps`.
pub fn cost(cost: u32, metric: Metric) -> String {
    count(cost as usize, metric.unit())
}

/// Returns a number with commas between thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns an amount of memory in a decimal unit: `313 kB`, `1.2 MB`.
pub fn memory(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists_are_formatted_for_prose() {
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(capitalise("äh, puzzle 1"), "Äh, puzzle 1");
        assert_eq!(part_of(3, 12), "3 of 12 (25%)");
        assert_eq!(part_of(0, 0), "0 of 0 (0%)");
        assert_eq!((share(1, 3), share(0, 0)), ("33.3%".to_owned(), "0.0%".to_owned()));
        assert_eq!((percent(1, 1000), percent(999, 1000)), ("under 1%".to_owned(), "over 99%".to_owned()));
        assert_eq!((ratio(0.054), ratio(0.25), ratio(123.4)), ("5.4%".into(), "25%".into(), "12,340%".into()));
        assert_eq!(time(0.0123), "12.3\u{a0}ms");
        assert_eq!(time(1234.0), "1,234\u{a0}s");
        assert_eq!(or_dash(None, number), "–");
        assert_eq!(group_by_key([(1, 'a'), (2, 'b'), (1, 'c')].into_iter()), [(1, vec!['a', 'c']), (2, vec!['b'])]);
    }

    #[test]
    fn counts_have_commas_and_their_noun() {
        assert_eq!(count(1, "puzzle"), "1 puzzle");
        assert_eq!(count(1_234_567, "puzzle"), "1,234,567 puzzles");
        assert_eq!((cost(1, Metric::Moves), cost(7, Metric::Steps)), ("1 move".to_owned(), "7 steps".to_owned()));
    }
}
