//! The folder of a comparison. Other files in it are never touched.
//!
//! The journal (`journal.rs`) is written first: from then on the files of its plan belong to the comparison, and a
//! later run with the same plan continues it. Further files, whose names depend on the results or on how they are
//! presented, are claimed before they are written. Every file is written to a temporary file in `runs` and then
//! renamed. A search is finished when its record is in the journal, which has the SHA-256 of its course files.
//!
//! A later run verifies everything that it reuses, and writes all other files again. So only the plan and claimed names
//! are synchronised with the disk at once. Everything else is synchronised before the command reports what is done:
//! until then a loss of power costs time, but no result is wrong.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};

use super::journal::{Contents, Entry, Journal, Record};
use super::plan::Plan;
use crate::atomic_file::{self, AtomicFile, TEMPORARY_PREFIX};
use crate::checksum::{self, HashingWriter};
use crate::progress::ProgressLine;
use crate::{durable, output, read};

/// The subfolder for the journal and for temporary files.
const RUNS: &str = "runs";
const JOURNAL: &str = "runs/journal.jsonl";

/// A folder with a locked journal.
pub(super) struct Folder {
    root: PathBuf,
    plan: Plan,
    force: bool,
    journal: Journal,
    /// What the journal contained when it was opened, and the names that were claimed since.
    contents: Contents,
}

impl Folder {
    /// Starts a comparison in a folder, or continues the one with the same plan.
    pub(super) fn open(root: &Path, plan: Plan, force: bool) -> Result<Folder> {
        let path = root.join(JOURNAL);
        if !force {
            // Nothing is created in a folder that is refused.
            check_owner(root, &plan, &Contents::read(&path, &plan)?)?;
        }
        let runs = root.join(RUNS);
        create(&runs)?;
        let (journal, mut contents) = Journal::open(&path, &plan)?;
        // Another process may have written to the folder before it was locked.
        if force {
            remove_results(root, &plan, &contents)?;
            journal.clear()?;
            contents = Contents::default();
        } else {
            check_owner(root, &plan, &contents)?;
        }
        atomic_file::remove_abandoned(&runs, TEMPORARY_PREFIX);
        if contents.plan.is_none() && contents.lines > 0 {
            output::note(&format!("the plan in {} is missing or damaged; it is written again", path.display()));
        }
        journal.begin(&contents, &plan)?;
        Ok(Folder { root: root.to_owned(), plan, force, journal, contents })
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the record of a search that an earlier run has finished.
    pub(super) fn record(&self, stem: &str, number: usize) -> Option<&Record> {
        self.contents.records.get(&(stem.to_owned(), number))
    }

    pub(super) fn damaged_lines(&self) -> usize {
        self.contents.damaged
    }

    pub(super) fn add(&self, record: Record) -> Result<()> {
        self.journal.add(&Entry::Search(record))
    }

    /// Returns the SHA-256 of a file; `None` if it cannot be read.
    pub(super) fn checksum(&self, name: &str) -> Option<String> {
        checksum::of_reader(read::open_regular(&self.root.join(name)).ok()?).ok()
    }

    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.root.join(name);
        read::bytes(&path, read::RESULTS).with_context(|| format!("{} cannot be read", path.display()))
    }

    /// Returns the names of the files of the plan.
    pub(super) fn results(&self) -> impl Iterator<Item = String> {
        self.plan.files()
    }

    /// Makes further files belong to the comparison. Fails if one of them exists and is not from this comparison.
    pub(super) fn claim(&mut self, names: Vec<String>) -> Result<()> {
        let names: Vec<String> = names.into_iter().filter(|name| !self.contents.files.contains(name)).collect();
        let existing = names.iter().map(|name| self.root.join(name)).find(|path| !self.force && path.exists());
        if let Some(path) = existing {
            return Err(foreign(&path));
        }
        if names.is_empty() {
            return Ok(());
        }
        self.contents.files.extend(names.iter().cloned());
        self.journal.add(&Entry::Files(names))?;
        self.journal.sync()
    }

    /// Writes a file and returns its SHA-256.
    pub(super) fn write(&self, name: &str, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<String> {
        let checksum = self.write_unless_interrupted(name, |out| write(out).map(|()| true))?;
        Ok(checksum.unwrap_or_default())
    }

    /// Writes a file and returns its SHA-256. There is no file if `write` returns `false`.
    pub(super) fn write_unless_interrupted(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<bool>,
    ) -> Result<Option<String>> {
        let path = self.root.join(name);
        create(durable::folder_of(&path))?;
        let mut file = AtomicFile::create_in(&self.root.join(RUNS), &path, true)?;
        let checksum = file.fill(|out| {
            let mut out = HashingWriter::new(out);
            Ok(write(&mut out)?.then(|| out.checksum()))
        })?;
        if checksum.is_some() {
            file.commit_unsynchronised()?;
        }
        Ok(checksum)
    }

    /// Synchronises all files with the disk. From then on they survive a loss of power.
    pub(super) fn sync(&self) -> Result<()> {
        let names = self.plan.files().chain(self.contents.files.iter().cloned());
        let paths: Vec<PathBuf> = names.map(|name| self.root.join(name)).filter(|path| path.is_file()).collect();
        let line = ProgressLine::ticking(None, "{spinner} {elapsed_precise} waiting for the disk");
        let synchronised = durable::sync_all(&self.root, &paths);
        line.finish();
        synchronised.with_context(|| format!("{} cannot be written", self.root.display()))?;
        self.journal.sync()
    }
}

/// Removes the files of an earlier comparison, and existing files with the names of this plan.
fn remove_results(root: &Path, plan: &Plan, before: &Contents) -> Result<()> {
    let earlier = before.plan.iter().flat_map(Plan::files);
    for path in earlier.chain(before.files.iter().cloned()).chain(plan.files()).map(|name| root.join(name)) {
        if path.is_file() {
            fs::remove_file(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
        }
    }
    // After a loss of power, a file that was removed must not be there again beside the new plan.
    durable::sync_folder_of(&root.join(RUNS)).with_context(|| format!("{} cannot be written", root.display()))
}

/// Fails if the files in a folder are not from the comparison with this plan.
fn check_owner(root: &Path, plan: &Plan, before: &Contents) -> Result<()> {
    match &before.plan {
        Some(other) if other == plan => Ok(()),
        Some(other) => bail!(
            "{} contains a comparison with other puzzles, rules or options ({}); use another folder, or add --force to replace it",
            root.display(),
            other.describe()
        ),
        // The other lines show whose the folder is.
        None if !(before.records.is_empty() && before.files.is_empty()) => Ok(()),
        // Without a journal, or if its first line was lost before anything else was written.
        None if before.lines == 0 || has_no_files(root) => {
            let existing = plan.files().map(|name| root.join(name)).find(|path| path.exists());
            existing.map_or(Ok(()), |path| Err(foreign(&path)))
        }
        None => bail!(
            "{} is damaged or from another version of rushlab; use another folder, or add --force to start again",
            root.join(JOURNAL).display()
        ),
    }
}

/// Returns whether a folder contains nothing but the subfolder of the journal.
fn has_no_files(root: &Path) -> bool {
    fs::read_dir(root).is_ok_and(|mut entries| entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == RUNS)))
}

fn foreign(path: &Path) -> anyhow::Error {
    anyhow!(
        "{} exists already and is not from this comparison; use another folder, or add --force to replace it",
        path.display()
    )
}

fn create(folder: &Path) -> Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let created = fs::create_dir_all(folder).and_then(|()| durable::sync_folder_of(folder));
    created.with_context(|| format!("{} cannot be created or written to", folder.display()))
}
