//! Data that survives a loss of power: files are synchronised with the disk before they get their final name, and
//! folders afterwards.
//!
//! In a development build, the variable `RUSHLAB_SYNC_LOG` names a file that records every synchronisation. A test uses
//! it to drop all data that was not synchronised.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Synchronises a file that is being written. `path` is its name.
pub(crate) fn sync_file(file: &File, path: &Path) -> io::Result<()> {
    file.sync_all()?;
    record("file", path, file.metadata()?.len())
}

/// Synchronises the folder of a file, so that its name survives.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    // Only Unix opens folders as files; other systems synchronise names by themselves.
    if cfg!(unix) {
        File::open(folder_of(path))?.sync_all()?;
    }
    record("folder", path, 0)
}

/// Synchronises many files below a folder, with their names: on Linux by one call for the whole file system, because a
/// call for each of a thousand files takes seconds on some disks.
pub(crate) fn sync_all(root: &Path, paths: &[PathBuf]) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        rustix::fs::syncfs(File::open(root)?)?;
        record("system", root, paths.len() as u64)?;
    }
    let folders: BTreeMap<&Path, &PathBuf> = paths.iter().map(|path| (folder_of(path), path)).collect();
    for path in paths {
        if cfg!(target_os = "linux") {
            record("file", path, fs::metadata(path)?.len())?;
        } else {
            // Only Unix synchronises a file that is open for reading.
            sync_file(&File::options().read(true).write(cfg!(not(unix))).open(path)?, path)?;
        }
    }
    for path in folders.into_values() {
        if cfg!(target_os = "linux") { record("folder", path, 0)? } else { sync_folder_of(path)? }
    }
    Ok(())
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(debug_assertions)]
fn record(what: &str, path: &Path, length: u64) -> io::Result<()> {
    use std::io::Write as _;
    let Some(log) = std::env::var_os("RUSHLAB_SYNC_LOG") else { return Ok(()) };
    let line = format!("{what}\t{length}\t{}\n", path.display());
    File::options().append(true).create(true).open(log)?.write_all(line.as_bytes())
}

#[cfg(not(debug_assertions))]
#[allow(clippy::unnecessary_wraps, reason = "the development build can fail")]
fn record(_: &str, _: &Path, _: u64) -> io::Result<()> {
    Ok(())
}
