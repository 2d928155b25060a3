//! The note about forgotten rules: at most one line on stderr per command.

use rushlab::Puzzle;
use rushlab::analysis::RulesHint;
use rushlab::search::{Limits, Observer, Verdict};

use crate::arguments::ParseArgs;
use crate::output::{self, grouped};
use crate::watchdog::Watchdog;

/// Counts the puzzles that were probably made for other rules.
pub(crate) struct RulesNote {
    puzzles: usize,
    need_valet: usize,
    resemble_comp472: usize,
}

/// Returns the hint about a solved puzzle; `None` if the rules were given.
pub(crate) fn hint(
    parse: &ParseArgs,
    puzzle: &Puzzle,
    verdict: Verdict,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Option<RulesHint> {
    if parse.rules.is_some() { None } else { RulesHint::of(puzzle, verdict, limits, observer) }
}

/// Returns the hint about a puzzle that was not searched; `None` if the rules were given. A vehicle that blocks the
/// exit line for good is recognised without a search.
pub(crate) fn hint_without_search(parse: &ParseArgs, puzzle: &Puzzle, limits: Limits) -> Option<RulesHint> {
    hint(parse, puzzle, Verdict::Unsolvable, limits, &mut Watchdog::until_interrupt())
}

impl RulesNote {
    pub(crate) fn new() -> RulesNote {
        RulesNote { puzzles: 0, need_valet: 0, resemble_comp472: 0 }
    }

    pub(crate) fn add(&mut self, hint: Option<RulesHint>) {
        self.puzzles += 1;
        self.need_valet += usize::from(hint == Some(RulesHint::Valet));
        self.resemble_comp472 += usize::from(hint == Some(RulesHint::Comp472));
    }

    /// Prints the note, if there is a reason.
    pub(crate) fn print(&self) {
        if let Some(sentence) = self.sentence() {
            output::note(&format!("note: {sentence}"));
        }
    }

    fn sentence(&self) -> Option<String> {
        let RulesNote { puzzles, need_valet, resemble_comp472 } = *self;
        match (need_valet, resemble_comp472) {
            (0, 0) => None,
            (0, _) => Some("primary A and fuel are as in COMP 472; for its rules, add --rules comp472".to_owned()),
            (1, _) if puzzles == 1 => {
                Some("with the valet of COMP 472 there is a solution: add --rules comp472".to_owned())
            }
            _ => {
                let (some, all) = (grouped(need_valet), grouped(puzzles));
                Some(format!("{some} of {all} puzzles are unsolvable only without the valet: add --rules comp472"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_sentence_covers_all_puzzles() {
        let sentence = |hints: &[Option<RulesHint>]| {
            let mut note = RulesNote::new();
            hints.iter().for_each(|hint| note.add(*hint));
            note.sentence()
        };
        let (valet, course) = (Some(RulesHint::Valet), Some(RulesHint::Comp472));
        assert_eq!(sentence(&[None, None]), None);
        assert!(sentence(&[valet]).is_some_and(|text| text.starts_with("with the valet")));
        assert!(sentence(&[course, valet, None]).is_some_and(|text| text.starts_with("1 of 3 puzzles are")));
        assert!(sentence(&[course, None]).is_some_and(|text| text.starts_with("primary A and fuel")));
    }
}
