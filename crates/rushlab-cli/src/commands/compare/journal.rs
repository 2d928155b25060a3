//! The journal of a comparison, `runs/journal.jsonl`: a line for the plan, one for each finished search, and one for
//! each list of further files.
//!
//! Lines are only appended: `{"checksum":"…","content":…}`. The checksum is that of the bytes of the content and of the
//! fingerprint of the comparison, so a line that was changed, cut off or copied from another comparison is not used.

use std::collections::{BTreeSet, HashMap};
use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context as _, Result, anyhow, bail};
use rushlab::search::{Statistics, Verdict};
use rushlab::{Puzzle, Solution};
use rushlab_study::comparison::{SearchResult, Times};
use serde::{Deserialize, Serialize};

use super::plan::Plan;
use crate::{checksum, durable, read};

const START: &str = "{\"checksum\":\"";
const MIDDLE: &str = "\",\"content\":";
const END: &str = "}";

/// The content of a line.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Entry {
    Plan(Plan),
    Search(Record),
    /// Names of further files that belong to the comparison.
    Files(Vec<String>),
}

impl Entry {
    fn line(&self, fingerprint: &str) -> Result<String> {
        let content = serde_json::to_string(self)?;
        Ok(format!("{START}{}{MIDDLE}{content}{END}\n", checksum::of_record(fingerprint, &content)))
    }

    /// Reads a line; `None` if it is damaged or from another comparison. A plan has its own fingerprint.
    fn read(line: &[u8], fingerprint: &str) -> Option<Entry> {
        let line = std::str::from_utf8(line).ok()?;
        let (sum, content) = line.strip_prefix(START)?.strip_suffix(END)?.split_once(MIDDLE)?;
        let entry: Entry = serde_json::from_str(content).ok()?;
        let fingerprint = if let Entry::Plan(plan) = &entry { &plan.fingerprint } else { fingerprint };
        (checksum::of_record(fingerprint, content) == sum).then_some(entry)
    }
}

/// The result of a finished search, with checksums of its course files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    /// The stem of the configuration, or [`super::plan::OPTIMUM`].
    pub(super) stem: String,
    pub(super) number: usize,
    status: String,
    cost: Option<u32>,
    times: Vec<f64>,
    runs_agree: bool,
    passes: usize,
    #[serde(flatten)]
    statistics: Statistics,
    solution: String,
    /// The SHA-256 of the course files by their names; the search for the optimum has none.
    pub(super) files: Vec<(String, String)>,
}

impl Record {
    pub(super) fn new(stem: String, number: usize, result: &SearchResult, files: Vec<(String, String)>) -> Record {
        Record {
            stem,
            number,
            status: result.status.word().to_owned(),
            cost: result.cost(),
            times: result.times.seconds.clone(),
            runs_agree: result.times.agree,
            passes: result.passes,
            statistics: result.statistics,
            solution: result.solution.as_ref().map(Solution::to_string).unwrap_or_default(),
            files,
        }
    }

    /// Returns the result, if its solution solves the puzzle at its cost.
    pub(super) fn result(&self, puzzle: &Puzzle) -> Option<SearchResult> {
        let Record { passes, statistics, .. } = *self;
        let status = Verdict::from_word(&self.status)?;
        let solution = match status {
            Verdict::Solved => Some(Solution::parse(puzzle, &self.solution).ok()?),
            Verdict::Unsolvable | Verdict::Limit => None,
        };
        let times = Times { seconds: self.times.clone(), agree: self.runs_agree };
        let result = SearchResult { status, solution, statistics, times, passes };
        (result.cost() == self.cost).then_some(result)
    }
}

#[derive(Default)]
pub(super) struct Contents {
    pub(super) lines: usize,
    pub(super) is_cut_off: bool,
    pub(super) plan: Option<Plan>,
    pub(super) records: HashMap<(String, usize), Record>,
    pub(super) files: BTreeSet<String>,
    /// Number of lines that are not used.
    pub(super) damaged: usize,
}

impl Contents {
    /// Reads a journal that is not open. Without a plan in it, the lines of the comparison with this plan are used.
    pub(super) fn read(path: &Path, plan: &Plan) -> Result<Contents> {
        match read::bytes(path, read::JOURNAL) {
            Ok(bytes) => Ok(Contents::parse(&bytes, plan)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Contents::default()),
            Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
        }
    }

    fn parse(bytes: &[u8], plan: &Plan) -> Contents {
        let lines =
            || bytes.split_inclusive(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\n").unwrap_or(line));
        let plan_of = |line| if let Some(Entry::Plan(plan)) = Entry::read(line, "") { Some(plan) } else { None };
        let mut contents = Contents {
            lines: lines().count(),
            is_cut_off: bytes.last().is_some_and(|byte| *byte != b'\n'),
            plan: lines().filter_map(plan_of).next_back(),
            ..Contents::default()
        };
        let fingerprint = contents.plan.as_ref().unwrap_or(plan).fingerprint.clone();
        for line in lines() {
            match Entry::read(line, &fingerprint) {
                Some(Entry::Plan(_)) => {}
                Some(Entry::Search(record)) => {
                    contents.records.insert((record.stem.clone(), record.number), record);
                }
                Some(Entry::Files(names)) => contents.files.extend(names),
                None => contents.damaged += 1,
            }
        }
        contents
    }
}

/// An open journal. It is locked until the process ends.
pub(super) struct Journal {
    path: PathBuf,
    file: Mutex<File>,
    fingerprint: String,
}

impl Journal {
    /// Opens or creates a journal, locks it against another process, and returns what it contains.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<(Journal, Contents)> {
        let lock_error = || format!("{} cannot be locked", path.display());
        let mut file = File::options().read(true).append(true).create(true).open(path).with_context(lock_error)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("another rushlab process is using {}; wait for it, or use another folder", path.display())
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(lock_error),
        }
        let bytes = file.rewind().and_then(|()| read::of_open(&file, read::JOURNAL));
        let bytes = bytes.with_context(|| format!("{} cannot be read", path.display()))?;
        let journal = Journal { path: path.to_owned(), file: Mutex::new(file), fingerprint: plan.fingerprint.clone() };
        Ok((journal, Contents::parse(&bytes, plan)))
    }

    /// Prepares the journal for further lines, and adds the plan if there is none.
    pub(super) fn begin(&self, before: &Contents, plan: &Plan) -> Result<()> {
        if before.is_cut_off {
            self.change(|file| file.write_all(b"\n"))?;
        }
        match before.plan {
            Some(_) => Ok(()),
            None => self.add(&Entry::Plan(plan.clone())).and_then(|()| self.sync()),
        }
    }

    pub(super) fn clear(&self) -> Result<()> {
        self.change(|file| file.set_len(0))
    }

    pub(super) fn add(&self, entry: &Entry) -> Result<()> {
        let line = entry.line(&self.fingerprint)?;
        self.change(|file| file.write_all(line.as_bytes()))
    }

    pub(super) fn sync(&self) -> Result<()> {
        self.change(|file| {
            durable::sync_file(file, &self.path)?;
            durable::sync_folder_of(&self.path)
        })
    }

    fn change(&self, change: impl FnOnce(&mut File) -> std::io::Result<()>) -> Result<()> {
        let mut file = self.file.lock().map_err(|_| anyhow!("a thread failed"))?;
        change(&mut file).with_context(|| format!("{} cannot be written", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(puzzle: &Puzzle) -> Record {
        let result = SearchResult {
            status: Verdict::Solved,
            solution: Some(Solution::parse(puzzle, "BU2 AR2").unwrap()),
            statistics: Statistics::default(),
            times: Times::first(1.0),
            passes: 1,
        };
        let record = Record::new("ucs".to_owned(), 1, &result, Vec::new());
        assert_eq!(record.result(puzzle), Some(result));
        record
    }

    fn puzzle() -> Puzzle {
        "..............AA.B.....B............".parse().unwrap()
    }

    #[test]
    fn a_record_whose_solution_does_not_have_its_cost_is_not_used() {
        let puzzle = puzzle();
        let record = || record(&puzzle);
        let others = [
            Record { cost: Some(3), ..record() },
            Record { cost: None, ..record() },
            Record { solution: "BU2".to_owned(), cost: Some(1), ..record() },
            Record { solution: "AR2".to_owned(), cost: Some(1), ..record() },
            Record { solution: String::new(), ..record() },
            Record { status: "unsolvable".to_owned(), ..record() },
            Record { status: String::new(), ..record() },
        ];
        others.iter().for_each(|other| assert_eq!(other.result(&puzzle), None, "{other:?}"));
    }

    #[test]
    fn a_change_of_any_byte_or_of_the_comparison_is_noticed() {
        let entry = Entry::Search(record(&puzzle()));
        let line = entry.line("here").unwrap();
        let line = line.trim_end().as_bytes();
        assert_eq!(Entry::read(line, "here"), Some(entry));
        assert_eq!(Entry::read(line, "there"), None);
        for (index, bit) in (0..line.len()).flat_map(|index| (0..8).map(move |bit| (index, bit))) {
            let mut damaged = line.to_vec();
            damaged[index] ^= 1 << bit;
            assert_eq!(Entry::read(&damaged, "here"), None, "bit {bit} of byte {index}");
        }
        for end in 0..line.len() {
            assert_eq!(Entry::read(&line[..end], "here"), None, "cut after {end} bytes");
        }
    }
}
