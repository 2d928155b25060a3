//! Files that appear complete or not at all: each is written under a temporary name and renamed when it is finished.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use tempfile::NamedTempFile;

use crate::durable;
use crate::interrupt::Unfinished;
use crate::output;

/// The beginning of a temporary name.
pub(crate) const TEMPORARY_PREFIX: &str = ".rushlab-";

/// Notes that a file will be written. Fails if it exists and must not be replaced.
pub(crate) fn check_new(path: &Path, force: bool) -> Result<()> {
    if !is_device(path) {
        output::expect_file();
    }
    if path.exists() && !force { Err(exists(path)) } else { Ok(()) }
}

fn exists(path: &Path) -> anyhow::Error {
    anyhow!("{} exists already; name another file, or add --force to replace it", path.display())
}

fn cannot_write(path: &Path) -> String {
    format!("{} cannot be written", path.display())
}

/// Writes a file. An existing file is replaced only with `force`.
pub(crate) fn write(path: &Path, force: bool, write: impl FnOnce(&mut (dyn Write + Send)) -> Result<()>) -> Result<()> {
    check_new(path, force)?;
    if is_device(path) {
        let device = File::options().write(true).open(path).with_context(|| cannot_write(path))?;
        let mut out = BufWriter::new(output::Pipe::new(device));
        write(&mut out).map_err(|error| name_file(error, path))?;
        return out.flush().with_context(|| cannot_write(path));
    }
    let mut file = AtomicFile::create(path, force)?;
    file.fill(|out| write(out))?;
    file.commit()
}

/// Writes a file, or standard output if the path is `-`.
pub(crate) fn write_or_print(
    path: &Path,
    force: bool,
    content: impl FnOnce(&mut (dyn Write + Send)) -> Result<()>,
) -> Result<()> {
    if path.as_os_str() != "-" {
        return write(path, force, content);
    }
    let mut out = output::stdout();
    content(&mut out)?;
    Ok(out.flush()?)
}

/// Returns whether a path names a pipe or a device, which is written to directly.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|details| !details.is_file())
}

/// A file under its temporary name. It is removed unless it is committed.
///
/// The temporary name contains the final name, and the file is locked while it is written. So the next run that writes
/// the same file recognises what a killed run has left behind, and removes it.
pub(crate) struct AtomicFile {
    path: PathBuf,
    force: bool,
    temporary: NamedTempFile,
    _unfinished: Unfinished,
}

impl AtomicFile {
    /// Starts a file. The temporary file is in the same folder; a link is followed to the file it names.
    pub(crate) fn create(path: &Path, force: bool) -> Result<AtomicFile> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let folder = durable::folder_of(&path);
        if !folder.is_dir() {
            bail!("{}: there is no folder {}; make it, or name another file", path.display(), folder.display());
        }
        remove_abandoned(folder, &temporary_prefix(&path));
        AtomicFile::create_in(folder, &path, force)
    }

    /// Starts a file whose temporary file is in the given folder, on the same file system.
    pub(crate) fn create_in(folder: &Path, path: &Path, force: bool) -> Result<AtomicFile> {
        output::expect_file();
        let prefix = temporary_prefix(path);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix);
        // Temporary files are private by default; results have the usual permissions.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let temporary = loop {
            let temporary = builder.tempfile_in(folder).with_context(|| cannot_write(path))?;
            // Another process may take the file for abandoned and remove it before it is locked here.
            if !LOCKS || (temporary.as_file().try_lock().is_ok() && temporary.path().exists()) {
                break temporary;
            }
        };
        let _unfinished = Unfinished::new(temporary.path());
        Ok(AtomicFile { path: path.to_owned(), force, temporary, _unfinished })
    }

    pub(crate) fn temporary_path(&self) -> &Path {
        self.temporary.path()
    }

    /// Writes the contents, through a buffer.
    pub(crate) fn fill<T>(&mut self, write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<T>) -> Result<T> {
        let mut out = BufWriter::new(self.temporary.as_file_mut());
        let value = write(&mut out).map_err(|error| name_file(error, &self.path))?;
        out.flush().with_context(|| cannot_write(&self.path))?;
        Ok(value)
    }

    /// Synchronises the file with the disk and gives it its final name. It survives a loss of power from then on.
    pub(crate) fn commit(self) -> Result<()> {
        let path = self.path.clone();
        durable::sync_file(self.temporary.as_file(), &path).with_context(|| cannot_write(&path))?;
        self.commit_unsynchronised()?;
        durable::sync_folder_of(&path).with_context(|| cannot_write(&path))
    }

    /// Gives the file its final name. A loss of power may empty it, so it must have a checksum elsewhere.
    pub(crate) fn commit_unsynchronised(self) -> Result<()> {
        let AtomicFile { path, force, temporary, _unfinished } = self;
        let persisted = if force { temporary.persist(&path) } else { temporary.persist_noclobber(&path) };
        persisted.map(|_| ()).map_err(|failed| match failed.error.kind() {
            ErrorKind::AlreadyExists if !force => exists(&path),
            _ => anyhow::Error::from(failed.error).context(cannot_write(&path)),
        })
    }
}

/// Whether temporary files are locked. On Windows a lock would keep SQLite from writing; there, a file in use stays.
const LOCKS: bool = cfg!(unix);

fn temporary_prefix(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // File names have at most 255 bytes; six random characters follow.
    let name: String = name.chars().take(50).collect();
    format!("{TEMPORARY_PREFIX}{name}-")
}

/// Removes the temporary files with this prefix in a folder that no running process writes. Failures are ignored: the
/// files are only in the way.
pub(crate) fn remove_abandoned(folder: &Path, prefix: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(prefix));
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let is_abandoned = !LOCKS || File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if is_abandoned {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Adds the name of the file to an error of the operating system, such as a full disk.
fn name_file(error: anyhow::Error, path: &Path) -> anyhow::Error {
    if error.chain().any(<dyn std::error::Error>::is::<std::io::Error>) {
        error.context(cannot_write(path))
    } else {
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn abandoned_temporary_files_of_the_same_file_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let of_others = [".rushlab-b.txt-123456", ".rushlab-mine", "a.txt-1"];
        for name in of_others.iter().chain(&[".rushlab-a.txt-abcdef"]) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let running = AtomicFile::create_in(folder.path(), &path, true).unwrap();
        write(&path, false, |out| Ok(writeln!(out, "text")?)).unwrap();
        let mut expected: Vec<String> = of_others.iter().map(|name| (*name).to_owned()).collect();
        expected.push("a.txt".to_owned());
        let running_name = running.temporary_path().file_name().unwrap().to_str().unwrap().to_owned();
        expected.push(running_name);
        expected.sort();
        assert_eq!(files(folder.path()), expected, "a file that is being written is kept");
        running.commit().unwrap();
    }
}
