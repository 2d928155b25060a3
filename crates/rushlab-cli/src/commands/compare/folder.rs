//! The folder of a comparison. Other files in it are never touched.
//!
//! First the manifest is written, if none of its files exists. From then on the manifest's files belong to the comparison, and a later run
//! with the same manifest continues it. Every file is written to a temporary file in `runs` and then renamed; temporary files that a crash
//! left behind are removed at the next start. A run is finished when its record exists, which is written last.
//!
//! Files that are not in the manifest, because their names depend on the results or on how they are presented, are claimed before they are
//! written. A claimed name belongs to the comparison from then on.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::manifest::{Manifest, RUNS};
use crate::atomic_file::{AtomicFile, TEMPORARY_PREFIX};

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
        let shown = root.display();
        let before: Option<Manifest> = read(&root.join(MANIFEST));
        match &before {
            _ if force => {}
            Some(before) if *before != manifest => bail!(
                "{shown} contains a comparison with other puzzles, rules or options ({}); use another folder, or add --force to replace it",
                before.describe()
            ),
            Some(_) => {}
            None => {
                if let Some(existing) = manifest.files().map(|name| root.join(name)).find(|path| path.exists()) {
                    bail!(
                        "{} exists already and is not from this comparison; use another folder, or add --force to replace it",
                        existing.display()
                    );
                }
            }
        }
        fs::create_dir_all(root.join(RUNS)).with_context(|| format!("{shown} cannot be created or written to"))?;
        let lock = lock(root)?;
        let folder = Folder { root: root.to_owned(), manifest, force, _lock: lock };
        folder.remove_unfinished()?;
        if force {
            folder.remove_results(before.as_ref())?;
        }
        folder.write_json(MANIFEST, &folder.manifest)?;
        Ok(folder)
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the fingerprint of everything that the results depend on.
    pub(super) fn fingerprint(&self) -> &str {
        &self.manifest.fingerprint
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.root.join(name).is_file()
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

    /// Reads a JSON file; `None` if it is missing or incomplete.
    pub(super) fn read_json<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        read(&self.root.join(name))
    }

    /// Makes names of further files belong to the comparison. Fails if one of the files exists and is not from this comparison.
    pub(super) fn claim(&self, names: &[String]) -> Result<()> {
        let mut claimed: BTreeSet<String> = self.read_json(CLAIMED).unwrap_or_default();
        let is_foreign = |name: &&String| !self.force && !claimed.contains(*name) && self.root.join(name).exists();
        if let Some(existing) = names.iter().find(is_foreign) {
            bail!(
                "{} exists already and is not from this comparison; use another folder, or add --force to replace it",
                self.root.join(existing).display()
            );
        }
        claimed.extend(names.iter().cloned());
        if claimed.is_empty() { Ok(()) } else { self.write_json(CLAIMED, &claimed) }
    }

    /// Writes a value as a JSON file.
    pub(super) fn write_json(&self, name: &str, value: &impl Serialize) -> Result<()> {
        self.write(name, |out| {
            serde_json::to_writer(&mut *out, value)?;
            out.write_all(b"\n")?;
            Ok(true)
        })
    }

    /// Writes a file, unless `write` fails or returns `false`.
    pub(super) fn write(&self, name: &str, write: impl FnOnce(&mut dyn Write) -> Result<bool>) -> Result<()> {
        let path = self.root.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("{} cannot be created", parent.display()))?;
        }
        let mut file = AtomicFile::create_in(&self.root.join(RUNS), &path, true)?;
        let is_complete =
            file.fill(|out| write(out)).with_context(|| format!("{} cannot be written", path.display()))?;
        if is_complete { file.commit() } else { Ok(()) }
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
    fn remove_results(&self, before: Option<&Manifest>) -> Result<()> {
        let claimed: BTreeSet<String> = self.read_json(CLAIMED).unwrap_or_default();
        let earlier = before.into_iter().flat_map(Manifest::files).chain(claimed);
        for path in earlier
            .chain(self.manifest.files())
            .chain([CLAIMED, MANIFEST].map(str::to_owned))
            .map(|name| self.root.join(name))
        {
            if path.is_file() {
                fs::remove_file(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
            }
        }
        Ok(())
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

fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
