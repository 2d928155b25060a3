//! Signs that a puzzle was made for other rules than those it is solved by: few texts state their rules.

use crate::heuristic::{UnsolvableReason, relaxed_unsolvable};
use crate::puzzle::{Label, Puzzle, Rules, Side};
use crate::search::{Limits, Observer, Status, Verdict, solve};

/// The greatest number of states of the search with other rules.
const MAX_OTHER_STATES: u64 = 1 << 20;

/// A sign that a puzzle was made for the rules of COMP 472.
///
/// ```
/// use rushlab::analysis::RulesHint;
/// use rushlab::puzzle::{Metric, Rules};
/// use rushlab::{Limits, Puzzle, Solver};
///
/// // The second example of the COMP 472 handout.
/// let plain: Puzzle = "C.B...C.BHHHAADD........EEGGGF.....F".parse()?;
/// let verdict = |puzzle: &Puzzle| Solver::new(puzzle).run().status.verdict();
/// let hint = |puzzle: &Puzzle| RulesHint::of(puzzle, verdict(puzzle), Limits::default(), &mut ());
/// assert_eq!(hint(&plain), Some(RulesHint::Valet));
/// assert_eq!(hint(&plain.with_rules(Rules::comp472(Metric::Moves))), None);
/// # Ok::<(), rushlab::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RulesHint {
    /// There is no solution, but there is one with a valet.
    Valet,
    /// The board is 6×6, the primary is labelled `A`, and vehicles have fuel.
    Comp472,
}

impl RulesHint {
    /// Returns the hint about a puzzle, given the verdict of its search; `None` if nothing suggests other rules. A
    /// puzzle that a vehicle ahead of the primary makes unsolvable is searched with a valet.
    pub fn of(puzzle: &Puzzle, verdict: Verdict, limits: Limits, observer: &mut dyn Observer) -> Option<RulesHint> {
        let rules = puzzle.rules();
        if rules.valet {
            return None;
        }
        let is_blocked = || matches!(relaxed_unsolvable(puzzle), Some(UnsolvableReason::Ahead(_)));
        if verdict == Verdict::Unsolvable && is_blocked() {
            let with_valet = puzzle.clone().with_rules(Rules { valet: true, ..rules });
            let limits = Limits { states: limits.states.min(MAX_OTHER_STATES), ..limits };
            if solve(&with_valet, limits, observer).status == Status::Solved {
                return Some(RulesHint::Valet);
            }
        }
        resembles_comp472(puzzle).then_some(RulesHint::Comp472)
    }
}

fn resembles_comp472(puzzle: &Puzzle) -> bool {
    (puzzle.width(), puzzle.height(), puzzle.exit().side) == (6, 6, Side::Right)
        && Some(puzzle.primary().label) == Label::from_char('A')
        && puzzle.rules().default_fuel.is_none()
        && puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some())
}
