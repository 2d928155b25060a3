//! A comment that states the rules of the puzzles after it: `# rules: comp472`, `# rules: steps`,
//! `# rules: moves, valet, default fuel 9`.
//!
//! The formats `line` and `grid` have no other place for rules. A reader applies the last header before a puzzle, in
//! any format; rules that the puzzle itself gives take precedence.

use crate::puzzle::{MAX_FUEL, Metric, PLAIN, RuleSet, Rules};

/// Returns the comment, with a newline at its end.
pub(super) fn write(rules: Rules) -> String {
    format!("# rules: {}\n", words(rules))
}

fn words(rules: Rules) -> String {
    match (RuleSet::of(rules), rules.metric) {
        (Some(set), Metric::Moves) => set.name.to_owned(),
        (Some(set), Metric::Steps) if *set != PLAIN => format!("{}, steps", set.name),
        _ => rules.to_string(),
    }
}

/// Returns the rules that a line states; `None` if it is another line.
pub(super) fn read(line: &str) -> Option<Rules> {
    let words = line.trim().strip_prefix('#')?.trim_start().strip_prefix("rules:")?;
    words.split(',').map(str::trim).try_fold(Rules::default(), |rules, word| {
        if let Some(set) = RuleSet::by_name(word) {
            return Some(set.with_metric(rules.metric));
        }
        Some(match word {
            "valet" => Rules { valet: true, ..rules },
            _ => match (Metric::from_word(word), word.strip_prefix("default fuel ")) {
                (Some(metric), _) => Rules { metric, ..rules },
                (None, units) => {
                    let units = units?.parse().ok().filter(|units| *units <= MAX_FUEL)?;
                    Rules { default_fuel: Some(units), ..rules }
                }
            },
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_rules_can_be_written_and_read() {
        for metric in [Metric::Moves, Metric::Steps] {
            for valet in [false, true] {
                for default_fuel in [None, Some(0), Some(100), Some(MAX_FUEL)] {
                    let rules = Rules { metric, valet, default_fuel };
                    assert_eq!(read(&write(rules)), Some(rules));
                }
            }
        }
        assert_eq!(write(Rules::comp472(Metric::Moves)), "# rules: comp472\n");
        assert_eq!(write(Rules::plain(Metric::Steps)), "# rules: steps\n");
    }

    #[test]
    fn other_comments_are_no_rules() {
        for line in [
            "",
            "rules: comp472",
            "# the rules: comp472",
            "# rules: see the handout",
            "# rules:",
            "# rules: default fuel 10000",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
