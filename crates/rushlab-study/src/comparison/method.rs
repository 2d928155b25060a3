//! How the times of a comparison were measured, in words.

use rushlab::search::Verdict;

use super::{ConfigurationSummary, Results};
use crate::words::{count, ratio};

/// A spread of the total time above this share of it is reported.
const NOISY: f64 = 0.1;

impl Results {
    /// Returns how often the searches were timed, and where: `means of 3 to 10 runs, 2 at a time, on …`.
    pub fn method(&self) -> String {
        let decided = self.runs().map(|run| &run.result).filter(|result| result.status != Verdict::Limit);
        let range = |(least, most): (usize, usize), runs: usize| (least.min(runs), most.max(runs));
        let (least, most) = decided.map(|result| result.times.runs()).fold((usize::MAX, 1), range);
        let runs = if least < most { format!("{least} to {most} runs") } else { count(most, "run") };
        format!("means of {runs}, {} at a time, on {}", self.comparison.threads, self.comparison.machine)
    }

    /// Warns if the total time of a search varies much.
    pub fn noise(&self) -> Option<String> {
        let share = |index| {
            let total = ConfigurationSummary::of(self, index).total_time;
            Some((total.deviation()? / total.seconds, index)).filter(|(share, _)| *share > NOISY && share.is_finite())
        };
        let noisy = (0..self.comparison.configurations.len()).filter_map(share);
        let (share, index) = noisy.max_by(|one, other| one.0.total_cmp(&other.0))?;
        Some(format!(
            "The times vary, by {} of the total for {}: other programs may be running. One search at a time on a quiet machine gives \
             steadier times.",
            ratio(share),
            self.comparison.configurations[index].title()
        ))
    }
}
