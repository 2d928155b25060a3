//! Results of an earlier run of the same comparison. Everything is verified before it is reused.

use std::collections::HashMap;

use anyhow::Result;
use rushlab_study::comparison::{Comparison, SearchJob, SearchResult};
use rushlab_study::parallel;

use super::folder::Folder;
use super::recorder::stem;
use crate::output::grouped;
use crate::progress::ProgressLine;
use crate::{interrupt, output};

/// What an earlier run has left of a search.
enum EarlierSearch {
    /// There is no record.
    Unfinished,
    /// The record contradicts itself or the course files, or one of the files is missing.
    Damaged,
    Finished(SearchResult),
}

impl EarlierSearch {
    fn of(comparison: &Comparison, job: SearchJob, folder: &Folder) -> EarlierSearch {
        let record = folder.record(&stem(comparison, job), comparison.entries[job.entry].number);
        let Some(record) = record else { return EarlierSearch::Unfinished };
        let is_undamaged = record.files.iter().all(|(name, sum)| folder.checksum(name).as_ref() == Some(sum));
        match record.result(comparison.puzzle(job)).filter(|_| is_undamaged) {
            Some(result) => EarlierSearch::Finished(result),
            None => EarlierSearch::Damaged,
        }
    }
}

/// Verifies and returns the results of an earlier run, and prints how many there are; `None` if it was interrupted.
pub(super) fn earlier(folder: &Folder, comparison: &Comparison) -> Result<Option<HashMap<SearchJob, SearchResult>>> {
    let jobs: Vec<SearchJob> = comparison.jobs().collect();
    let template = "{bar:20} {pos} of {len} searches and optima are verified {wide_msg}";
    let progress = ProgressLine::delayed(Some(jobs.len() as u64), template);
    let (mut results, mut searches, mut optima) = (HashMap::new(), Tally::default(), Tally::default());
    parallel::in_order(
        comparison.threads,
        |submit| jobs.iter().try_for_each(|job| submit(*job)),
        |job| {
            let is_interrupted = interrupt::requested();
            let unfinished = || EarlierSearch::Unfinished;
            (job, if is_interrupted { unfinished() } else { EarlierSearch::of(comparison, job, folder) })
        },
        |(job, earlier)| {
            if job.configuration.is_none() { &mut optima } else { &mut searches }.add(&earlier);
            if let EarlierSearch::Finished(result) = earlier {
                results.insert(job, result);
            }
            progress.increment(1);
            progress.show(String::new);
            anyhow::Ok(())
        },
    )?;
    progress.finish();
    if interrupt::requested() {
        return Ok(None);
    }
    if let Some(sentence) = sentence(searches, optima, folder.damaged_lines()) {
        output::note(&sentence);
    }
    Ok(Some(results))
}

/// Number of searches of an earlier run.
#[derive(Clone, Copy, Default)]
struct Tally {
    finished: usize,
    damaged: usize,
    unfinished: usize,
}

impl Tally {
    fn add(&mut self, earlier: &EarlierSearch) {
        match earlier {
            EarlierSearch::Finished(_) => self.finished += 1,
            EarlierSearch::Damaged => self.damaged += 1,
            EarlierSearch::Unfinished => self.unfinished += 1,
        }
    }

    /// Returns the finished ones and all: `12 of 45`.
    fn share(self) -> String {
        format!("{} of {}", grouped(self.finished), grouped(self.finished + self.damaged + self.unfinished))
    }
}

/// Describes the results of an earlier run, if there are any. A damaged line of the journal is the record of a search.
fn sentence(searches: Tally, optima: Tally, damaged_lines: usize) -> Option<String> {
    let missing = searches.unfinished + optima.unfinished;
    let damaged_records = damaged_lines.min(missing);
    let damaged = searches.damaged + optima.damaged + damaged_records;
    if searches.finished + optima.finished + damaged == 0 {
        return None;
    }
    let reused = format!("{} searches and {} optima are reused", searches.share(), optima.share());
    let others = [(damaged, "damaged"), (missing - damaged_records, "unfinished")];
    let others: Vec<String> = others
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{} {what}", grouped(*number)))
        .collect();
    Some(match others.as_slice() {
        [] => reused,
        others => format!("{reused}; the others are run again ({})", others.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::{Tally, sentence};

    #[test]
    fn the_sentence_about_reused_searches_counts_all() {
        let tally = |finished, damaged, unfinished| Tally { finished, damaged, unfinished };
        assert_eq!(sentence(tally(0, 0, 18), tally(0, 0, 2), 0), None, "a new comparison");
        let expected = "18 of 18 searches and 2 of 2 optima are reused";
        assert_eq!(sentence(tally(18, 0, 0), tally(2, 0, 0), 0).unwrap(), expected);
        assert_eq!(sentence(tally(18, 0, 0), tally(2, 0, 0), 3).unwrap(), expected, "lines that were written again");
        let expected =
            "1,230 of 1,250 searches and 3 of 5 optima are reused; the others are run again (5 damaged, 17 unfinished)";
        assert_eq!(sentence(tally(1230, 4, 16), tally(3, 1, 1), 0).unwrap(), expected);
        assert_eq!(sentence(tally(1230, 3, 17), tally(3, 1, 1), 1).unwrap(), expected);
    }
}
