//! The folder of a comparison. Other files in it are never touched.
//!
//! First the manifest is written, if none of its files exists. From then on the manifest's files belong to the comparison, and a later run
//! with the same manifest continues it. Every file is written to a temporary file in `runs` and then renamed; temporary files that a crash
//! left behind are removed at the next start. A run is finished when its record exists, which is written last.
//!
//! Files that are not in the manifest, because their names depend on the results or on how they are presented, are claimed before they are
//! written. A claimed name belongs to the comparison from then on.
//!
//! The manifest, the claimed names and the records carry checksums (`checked_json.rs`), and a record has those of its course files. A later
//! run verifies everything that it reuses, and writes all other files again. For this reason only the manifest and the claimed names are
//! synchronised with the disk when they are written. All other files are synchronised together, before the command reports what is done:
//! until then a loss of power costs time, but no result is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::checked_json::{self, Checked};
use super::manifest::{Manifest, PICTURES, RUNS};
use crate::atomic_file::{AtomicFile, TEMPORARY_PREFIX};
use crate::checksum::{self, HashingWriter};
use crate::progress::ProgressLine;
use crate::{durable, output};

const MANIFEST: &str = "runs/plan.json";
const LOCK: &str = "runs/lock";
const CLAIMED: &str = "runs/claimed";

/// A locked folder with a manifest.
pub(super) struct Folder {
    root: PathBuf,
    manifest: Manifest,
    force: bool,
    /// Held until the comparison ends.
    _lock: File,
}

impl Folder {
    /// Starts a comparison in a folder, or continues the one with the same manifest.
    pub(super) fn open(root: &Path, manifest: Manifest, force: bool) -> Result<Folder> {
        if !force {
            // Nothing is created in a folder that is refused.
            check_owner(root, &manifest, &read_manifest(root))?;
        }
        create(&root.join(RUNS)).with_context(|| format!("{} cannot be created or written to", root.display()))?;
        let lock = lock(root)?;
        // Another process may have written to the folder before it was locked.
        let before = read_manifest(root);
        if !force && check_owner(root, &manifest, &before)? == Owner::Records {
            let path = root.join(MANIFEST);
            output::note(&format!("{} is missing or damaged; it is written again", path.display()));
        }
        let folder = Folder { root: root.to_owned(), manifest, force, _lock: lock };
        folder.remove_unfinished()?;
        if force {
            folder.remove_results(&before)?;
        }
        if force || !matches!(before, Checked::Valid(_)) {
            folder.write_manifest()?;
        }
        Ok(folder)
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the SHA-256 of a file; `None` if it cannot be read.
    pub(super) fn checksum(&self, name: &str) -> Option<String> {
        checksum::of_reader(File::open(self.root.join(name)).ok()?).ok()
    }

    /// Reads a file.
    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.root.join(name);
        fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))
    }

    /// Returns the names of the files of the manifest, except records.
    pub(super) fn results(&self) -> impl Iterator<Item = String> {
        self.manifest.files().filter(|name| !name.starts_with(RUNS))
    }

    /// Reads the record of a run.
    pub(super) fn read_record<T: DeserializeOwned>(&self, name: &str) -> Checked<T> {
        checked_json::read(&self.root.join(name), &record_place(&self.manifest, name))
    }

    /// Writes the record of a run.
    pub(super) fn write_record(&self, name: &str, record: &impl Serialize) -> Result<()> {
        let text = checked_json::text(&record_place(&self.manifest, name), record)?;
        self.write(name, |out| Ok(out.write_all(text.as_bytes())?)).map(|_| ())
    }

    fn write_manifest(&self) -> Result<()> {
        self.write_synchronised(MANIFEST, &checked_json::text(MANIFEST, &self.manifest)?)
    }

    /// Returns the names that were claimed.
    fn claimed(&self) -> Result<BTreeSet<String>> {
        match checked_json::read(&self.root.join(CLAIMED), &record_place(&self.manifest, CLAIMED)) {
            Checked::Valid(names) => Ok(names),
            Checked::Missing => Ok(BTreeSet::new()),
            Checked::Damaged => bail!(
                "{} is damaged; remove it and {}, or add --force to start again",
                self.root.join(CLAIMED).display(),
                self.root.join(PICTURES).display()
            ),
        }
    }

    /// Makes names of further files belong to the comparison. Fails if one of the files exists and is not from this comparison.
    pub(super) fn claim(&self, names: &[String]) -> Result<()> {
        let mut claimed = self.claimed()?;
        let is_foreign = |name: &&String| !self.force && !claimed.contains(*name) && self.root.join(name).exists();
        if let Some(existing) = names.iter().find(is_foreign) {
            return Err(foreign(&self.root.join(existing)));
        }
        let before = claimed.len();
        claimed.extend(names.iter().cloned());
        if claimed.len() == before {
            return Ok(());
        }
        let text = checked_json::text(&record_place(&self.manifest, CLAIMED), &claimed)?;
        self.write_synchronised(CLAIMED, &text)
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
        let mut file = self.temporary(name)?;
        let checksum = file.fill(|out| {
            let mut out = HashingWriter::new(out);
            Ok(write(&mut out)?.then(|| out.checksum()))
        })?;
        if checksum.is_some() {
            file.commit_unsynchronised()?;
        }
        Ok(checksum)
    }

    /// Writes a file that survives a loss of power from then on.
    fn write_synchronised(&self, name: &str, text: &str) -> Result<()> {
        let mut file = self.temporary(name)?;
        file.fill(|out| Ok(out.write_all(text.as_bytes())?))?;
        file.commit()
    }

    fn temporary(&self, name: &str) -> Result<AtomicFile> {
        let path = self.root.join(name);
        let parent = durable::folder_of(&path);
        create(parent).with_context(|| format!("{} cannot be created", parent.display()))?;
        AtomicFile::create_in(&self.root.join(RUNS), &path, true)
    }

    /// Synchronises all files with the disk. From then on they survive a loss of power.
    pub(super) fn sync(&self) -> Result<()> {
        let names = self.manifest.files().chain(self.claimed()?);
        let paths: Vec<PathBuf> = names.map(|name| self.root.join(name)).filter(|path| path.is_file()).collect();
        let progress =
            ProgressLine::delayed(Some(paths.len() as u64), "{bar:20} {pos} of {len} files are on the disk {wide_msg}");
        for path in &paths {
            // Only Unix synchronises a file that is open for reading.
            let file = File::options().read(true).write(cfg!(not(unix))).open(path);
            let synchronised = file.and_then(|file| durable::sync_file(&file, path));
            synchronised.with_context(|| format!("{} cannot be written", path.display()))?;
            progress.increment(1);
            progress.show(String::new);
        }
        let folders: BTreeMap<&Path, &PathBuf> = paths.iter().map(|path| (durable::folder_of(path), path)).collect();
        for path in folders.into_values() {
            durable::sync_folder_of(path).with_context(|| format!("{} cannot be written", path.display()))?;
        }
        progress.finish();
        Ok(())
    }

    /// Removes the temporary files of an earlier run that crashed.
    fn remove_unfinished(&self) -> Result<()> {
        let runs = self.root.join(RUNS);
        for entry in fs::read_dir(&runs).with_context(|| format!("{} cannot be read", runs.display()))? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(TEMPORARY_PREFIX) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Removes the files of an earlier comparison, its manifest last, and existing files with the names of this manifest.
    fn remove_results(&self, before: &Checked<Manifest>) -> Result<()> {
        let before = if let Checked::Valid(before) = before { before } else { &self.manifest };
        // Names that are damaged are not used: the files remain.
        let claimed = checked_json::read(&self.root.join(CLAIMED), &record_place(before, CLAIMED));
        let claimed: BTreeSet<String> = if let Checked::Valid(names) = claimed { names } else { BTreeSet::new() };
        let names = before.files().chain(claimed).chain(self.manifest.files());
        for path in names.chain([CLAIMED, MANIFEST].map(str::to_owned)).map(|name| self.root.join(name)) {
            if path.is_file() {
                fs::remove_file(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
            }
        }
        // After a loss of power, a file that was removed must not be there again beside the new manifest.
        for name in [RUNS, MANIFEST] {
            let path = self.root.join(name);
            durable::sync_folder_of(&path).with_context(|| format!("{} cannot be written", path.display()))?;
        }
        Ok(())
    }
}

fn read_manifest(root: &Path) -> Checked<Manifest> {
    checked_json::read(&root.join(MANIFEST), MANIFEST)
}

/// What shows that a comparison may write to a folder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// The folder has the same manifest, or no manifest and none of the files.
    Manifest,
    /// A record is from this comparison, but the manifest is missing or damaged.
    Records,
}

/// Fails if the files in a folder are not from the comparison with this manifest.
fn check_owner(root: &Path, manifest: &Manifest, before: &Checked<Manifest>) -> Result<Owner> {
    let is_own = |name: String| {
        let record: Checked<IgnoredAny> = checked_json::read(&root.join(&name), &record_place(manifest, &name));
        matches!(record, Checked::Valid(_))
    };
    let shown = root.display();
    match before {
        Checked::Valid(before) if before == manifest => Ok(Owner::Manifest),
        Checked::Valid(before) => bail!(
            "{shown} contains a comparison with other puzzles, rules or options ({}); use another folder, or add --force to replace it",
            before.describe()
        ),
        _ if manifest.files().filter(|name| name.starts_with(RUNS)).any(is_own) => Ok(Owner::Records),
        Checked::Missing => {
            let existing = manifest.files().map(|name| root.join(name)).find(|path| path.exists());
            existing.map_or(Ok(Owner::Manifest), |path| Err(foreign(&path)))
        }
        Checked::Damaged => bail!(
            "{} is damaged or from another version of rushlab; use another folder, or add --force to start again",
            root.join(MANIFEST).display()
        ),
    }
}

fn foreign(path: &Path) -> anyhow::Error {
    anyhow!(
        "{} exists already and is not from this comparison; use another folder, or add --force to replace it",
        path.display()
    )
}

/// Returns the place of a record, for its checksum: its comparison and its name.
fn record_place(manifest: &Manifest, name: &str) -> String {
    format!("{} {name}", manifest.fingerprint)
}

/// Creates a folder and those that contain it. Their names survive a loss of power.
fn create(folder: &Path) -> std::io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let parent = durable::folder_of(folder);
    create(parent)?;
    match fs::create_dir(folder) {
        Err(error) if !folder.is_dir() => Err(error),
        _ => durable::sync_folder_of(folder),
    }
}

/// Locks a folder, because two comparisons in it would remove each other's temporary files. The lock ends with the process.
fn lock(root: &Path) -> Result<File> {
    let path = root.join(LOCK);
    let lock_error = || format!("{} cannot be locked", path.display());
    let file = File::options().create(true).truncate(false).write(true).open(&path).with_context(lock_error)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            bail!("another rushlab process is using {}; wait for it, or use another folder", root.display())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(lock_error),
    }
}
