//! What a user says about a puzzle besides its text.

use super::{Draft, DraftExit, Label, Metric, Problem, ProblemKind, Problems, Puzzle, RuleSet, Rules, Side};

/// What a user says about a puzzle besides its text. It takes precedence over the text.
///
/// ```
/// use rushlab::format;
/// use rushlab::puzzle::{COMP472, Draft, Given};
///
/// let given = Given { rules: Some(&COMP472), ..Given::default() };
/// let puzzle = given.validate(Draft::from(&format::parse("......A..B..AXXB..A..B......CC......")?))?;
/// assert!(puzzle.rules().valet);
/// # Ok::<(), rushlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Given {
    /// Primary.
    pub primary: Option<Label>,
    /// Primary of puzzles in which no other is found.
    pub fallback_primary: Option<Label>,
    /// Side with the exit.
    pub exit: Option<Side>,
    /// Metric.
    pub metric: Option<Metric>,
    /// Rules, except for the metric.
    pub rules: Option<&'static RuleSet>,
}

impl Given {
    /// Returns rules with the given ones in place of those of the text.
    pub fn rules(&self, text: Rules) -> Rules {
        let metric = self.metric.unwrap_or(text.metric);
        self.rules.map_or(Rules { metric, ..text }, |set| set.with_metric(metric))
    }

    /// Applies everything but the fallback to a draft.
    pub fn apply(&self, draft: &mut Draft) {
        draft.primary = self.primary.or(draft.primary);
        if let Some(side) = self.exit {
            draft.exit = Some(DraftExit { side, line: None });
        }
        draft.rules = self.rules(draft.rules);
    }

    /// Applies everything to a draft, and validates it.
    ///
    /// # Errors
    ///
    /// Fails with all problems if the puzzle is invalid.
    pub fn validate(&self, mut draft: Draft) -> Result<Puzzle, Problems> {
        self.apply(&mut draft);
        let Some(label) = self.fallback_primary else { return Puzzle::try_from(draft) };
        let no_primary = |problem: &Problem| matches!(problem.kind, ProblemKind::NoPrimary { .. });
        Puzzle::try_from(draft.clone()).or_else(|problems| {
            let fallback = Draft { primary: Some(label), ..draft };
            let is_fallback_needed = problems.0.iter().any(no_primary);
            if is_fallback_needed { Puzzle::try_from(fallback).map_err(|_| problems) } else { Err(problems) }
        })
    }
}
