//! The folder of a comparison. It may hold other people's files: these are never touched.
//!
//! Before anything else the plan is written, once it is sure that none of its files is there already. From then on the plan's files
//! are ours, and whoever is started with the same plan goes on. Every file is first written aside, in `runs`, and then renamed: after
//! a crash it is there as a whole or not at all, and what lies aside is removed at the next start. A run is finished when its record
//! is there, which is written last.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::plan::{Plan, RUNS};
use crate::atomic_file::{AtomicFile, TEMPORARY_PREFIX};

const PLAN: &str = "runs/plan.json";
const LOCK: &str = "runs/lock";

/// A folder that is ours to write to.
pub(super) struct Folder {
    root: PathBuf,
    plan: Plan,
    /// Held as long as we are at work.
    _lock: File,
}

impl Folder {
    /// Makes a folder ours, or goes on in one that is.
    pub(super) fn claim(root: &Path, plan: Plan, force: bool) -> Result<Folder> {
        let shown = root.display();
        let before: Option<Plan> = read(&root.join(PLAN));
        match &before {
            _ if force => {}
            Some(before) if *before != plan => bail!(
                "{shown} holds a comparison with other puzzles, rules or options ({}); name another folder, or add --force to replace it",
                before.words()
            ),
            Some(_) => {}
            None => {
                if let Some(foreign) = plan.files().map(|name| root.join(name)).find(|path| path.exists()) {
                    bail!(
                        "{} exists already and is not from this comparison; name another folder, or add --force to replace it",
                        foreign.display()
                    );
                }
            }
        }
        fs::create_dir_all(root.join(RUNS)).with_context(|| format!("{shown} cannot be made or written to"))?;
        let lock = lock(root)?;
        let folder = Folder { root: root.to_owned(), plan, _lock: lock };
        folder.remove_unfinished()?;
        if force {
            folder.remove_results(before.as_ref())?;
        }
        folder.write_json(PLAN, &folder.plan)?;
        Ok(folder)
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// The fingerprint of all that the results depend on.
    pub(super) fn fingerprint(&self) -> &str {
        &self.plan.fingerprint
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.root.join(name).is_file()
    }

    /// The value in a JSON file; nothing if it is not there, or not whole.
    pub(super) fn read_json<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        read(&self.root.join(name))
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
        let mut file = AtomicFile::create_in(&self.root.join(RUNS), &path, true)?;
        let is_complete =
            file.fill(|out| write(out)).with_context(|| format!("{} cannot be written", path.display()))?;
        if is_complete { file.commit() } else { Ok(()) }
    }

    /// Removes what lies aside since a crash.
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

    /// Removes the files of an earlier comparison, its plan last, and whatever is in the way of ours.
    fn remove_results(&self, before: Option<&Plan>) -> Result<()> {
        let earlier = before.into_iter().flat_map(Plan::files);
        for path in earlier.chain(self.plan.files()).chain([PLAN.to_owned()]).map(|name| self.root.join(name)) {
            if path.is_file() {
                fs::remove_file(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
            }
        }
        Ok(())
    }
}

/// Two at work in one folder would remove each other's unfinished files. The lock goes with the process, however that ends.
fn lock(root: &Path) -> Result<File> {
    let path = root.join(LOCK);
    let cannot = || format!("{} cannot be locked", path.display());
    let file = File::options().create(true).truncate(false).write(true).open(&path).with_context(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            bail!("another rushlab is at work in {}; wait for it, or name another folder", root.display())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(cannot),
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
