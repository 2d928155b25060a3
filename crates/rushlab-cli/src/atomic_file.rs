//! Files that appear complete or not at all: each is written under a temporary name and renamed when it is finished.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use tempfile::NamedTempFile;

use crate::interrupt::Unfinished;

/// The beginning of a temporary name.
pub(crate) const TEMPORARY_PREFIX: &str = ".rushlab-";

/// Fails if the file exists and must not be replaced.
pub(crate) fn check_new(path: &Path, force: bool) -> Result<()> {
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
    if let Some(device) = existing_device(path) {
        // A pipe or a device is written to directly.
        let mut out = BufWriter::new(File::options().write(true).open(&device).with_context(|| cannot_write(path))?);
        write(&mut out)?;
        return out.flush().with_context(|| cannot_write(path));
    }
    let mut file = AtomicFile::create(path, force)?;
    file.fill(|out| write(out))?;
    file.commit()
}

/// The path of an existing pipe or device, with links resolved.
fn existing_device(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|path| !path.is_file())
}

/// A file under its temporary name. It is removed unless it is committed.
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
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            bail!("{}: there is no folder {}; make it, or name another file", path.display(), folder.display());
        }
        AtomicFile::create_in(folder, &path, force)
    }

    /// Starts a file whose temporary file is in the given folder, on the same file system.
    pub(crate) fn create_in(folder: &Path, path: &Path, force: bool) -> Result<AtomicFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(TEMPORARY_PREFIX);
        // Temporary files are private by default; results have the usual permissions.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let temporary = builder.tempfile_in(folder).with_context(|| cannot_write(path))?;
        let _unfinished = Unfinished::new(temporary.path());
        Ok(AtomicFile { path: path.to_owned(), force, temporary, _unfinished })
    }

    /// The temporary name.
    pub(crate) fn temporary_path(&self) -> &Path {
        self.temporary.path()
    }

    /// Writes the contents, through a buffer.
    pub(crate) fn fill<T>(&mut self, write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<T>) -> Result<T> {
        let mut out = BufWriter::new(self.temporary.as_file_mut());
        let value = write(&mut out)?;
        out.flush().with_context(|| cannot_write(&self.path))?;
        Ok(value)
    }

    /// Gives the file its final name.
    pub(crate) fn commit(self) -> Result<()> {
        let AtomicFile { path, force, temporary, _unfinished } = self;
        let persisted = if force { temporary.persist(&path) } else { temporary.persist_noclobber(&path) };
        persisted.map(|_| ()).map_err(|failed| match failed.error.kind() {
            ErrorKind::AlreadyExists if !force => exists(&path),
            _ => anyhow::Error::from(failed.error).context(cannot_write(&path)),
        })
    }
}
