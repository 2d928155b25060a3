//! A comment that states the rules of the puzzles after it: `# rules: comp472`, `# rules: steps`,
//! `# rules: moves, valet, default fuel 9`.
//!
//! The formats `line` and `grid` have no other place for rules. A reader applies the last header before a puzzle, in
//! any format; rules that the puzzle itself gives take precedence.

use crate::puzzle::{MAX_FUEL, Metric, PLAIN, RULE_SETS, RuleSet, Rules};

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

/// Returns the rules that a line states, or a word in it that is not known; `None` if it is another line. Prose after
/// `rules:` is a comment: what is not known counts as a word only if it has no space.
pub(super) fn read(line: &str) -> Option<Result<Rules, String>> {
    let words = line.trim().strip_prefix('#')?.trim_start().strip_prefix("rules:")?;
    let mut rules = Rules::default();
    for word in words.split(',').map(str::trim) {
        if let Some(set) = RuleSet::by_name(word) {
            rules = set.with_metric(rules.metric);
        } else if let Some(metric) = Metric::from_word(word) {
            rules.metric = metric;
        } else if word == "valet" {
            rules.valet = true;
        } else if let Some(units) = word.strip_prefix("default fuel ").and_then(|units| units.parse().ok()) {
            rules.default_fuel = Some(units).filter(|units| *units <= MAX_FUEL);
            rules.default_fuel?;
        } else {
            return (!word.is_empty() && !word.contains(char::is_whitespace)).then(|| Err(word.to_owned()));
        }
    }
    Some(Ok(rules))
}

/// Returns what a word of the comment may be, for an error.
pub(super) fn expected() -> String {
    let sets = RULE_SETS.iter().map(|set| set.name);
    let words: Vec<&str> = sets.chain(Metric::ALL.map(Metric::word)).chain(["valet"]).collect();
    format!("rules: {} or `default fuel 9`", words.join(", "))
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
                    assert_eq!(read(&write(rules)), Some(Ok(rules)));
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
