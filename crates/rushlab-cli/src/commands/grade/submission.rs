//! The files of a student, in a folder or a zip archive. Nothing is unpacked to the disk, and only the files that are
//! graded are read, each with a limit and all with another, so that an archive cannot fill the memory.

use std::fs;
use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use rushlab::format::read_limited;
use rushlab_study::grade::{Archive, Source};
use zip::ZipArchive;

use crate::read;

/// The greatest number of files of a student, and of folders within each other.
const MAX_FILES: usize = 100_000;
const MAX_DEPTH: usize = 8;

/// The greatest size of all files of a student that are read.
const MAX_TOTAL: u64 = 1 << 30;

pub(super) struct Submission {
    files: Vec<(String, Place)>,
    zips: Vec<ZipArchive<Cursor<Vec<u8>>>>,
    /// The archive, if the student has handed in one.
    archive: Option<Archive>,
    /// What is wrong with archives.
    problems: Vec<String>,
    /// Number of bytes that may still be read.
    budget: u64,
}

/// Where a file is.
enum Place {
    Disk(PathBuf),
    Zip { zip: usize, index: usize },
}

impl Submission {
    /// Lists the files of a folder or an archive.
    pub(super) fn open(path: &Path) -> Result<Submission> {
        let mut submission =
            Submission { files: Vec::new(), zips: Vec::new(), archive: None, problems: Vec::new(), budget: MAX_TOTAL };
        let kind = fs::metadata(path).with_context(|| format!("{} cannot be read", path.display()))?;
        if kind.is_dir() {
            submission.list(path, "", 0)?;
        } else if kind.is_file() {
            let bytes =
                read::bytes(path, read::ARCHIVE).with_context(|| format!("{} cannot be read", path.display()))?;
            if !bytes.starts_with(b"PK") {
                bail!("{} is not a folder or a zip archive; name one for each student", path.display());
            }
            submission.add_zip(bytes, "", 0);
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            submission.archive = Some(Archive { name, ..Archive::default() });
        } else {
            bail!("{} is not a folder or a zip archive; name one for each student", path.display());
        }
        Ok(submission)
    }

    /// Returns what is known about the archive, if the student has handed in one.
    pub(super) fn archive(&mut self) -> Option<Archive> {
        let archive = self.archive.take()?;
        let is_readme = |path: &str| path.rsplit('/').next().is_some_and(|name| name.eq_ignore_ascii_case("readme.md"));
        let readmes = self.files.iter().enumerate().filter(|(_, (path, _))| is_readme(path));
        let readme = readmes.min_by_key(|(_, (path, _))| path.matches('/').count()).map(|(index, _)| index);
        let readme = readme.and_then(|index| self.read(index).ok());
        Some(Archive {
            entries: self.files.iter().map(|(path, _)| path.clone()).collect(),
            readme: readme.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
            problems: std::mem::take(&mut self.problems),
            ..archive
        })
    }

    /// Lists a folder. Links to folders, and what is not a file, are left out.
    fn list(&mut self, folder: &Path, prefix: &str, depth: usize) -> Result<()> {
        let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
        let mut entries: Vec<fs::DirEntry> = entries.collect::<Result<_, _>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, name) = (entry.path(), format!("{prefix}{}", entry.file_name().to_string_lossy()));
            if entry.file_type()?.is_dir() {
                if depth < MAX_DEPTH {
                    self.list(&path, &format!("{name}/"), depth + 1)?;
                }
            } else if fs::metadata(&path).is_ok_and(|kind| kind.is_file()) {
                self.files.push((name, Place::Disk(path)));
            }
            if self.files.len() > MAX_FILES {
                bail!("{} has more than {MAX_FILES} files; name the folder of one student", folder.display());
            }
        }
        Ok(())
    }

    /// Lists the entries of an archive, and of the archives directly within it.
    fn add_zip(&mut self, bytes: Vec<u8>, prefix: &str, depth: usize) {
        let mut zip = match ZipArchive::new(Cursor::new(bytes)) {
            Ok(zip) => zip,
            Err(error) => {
                return self.problems.push(format!("{prefix} cannot be opened: {error}").trim_start().to_owned());
            }
        };
        let mut inner = Vec::new();
        let number = self.zips.len();
        for index in 0..zip.len() {
            let Ok(entry) = zip.by_index_raw(index) else { continue };
            let Ok(name) = entry.name().map(|name| name.replace('\\', "/")) else { continue };
            if entry.enclosed_name().is_none() {
                self.problems.push(format!("has an entry that leads out of it: {name}"));
            } else if self.files.len() >= MAX_FILES {
                return self.problems.push(format!("has more than {MAX_FILES} entries"));
            } else if !entry.is_dir() && !name.starts_with("__MACOSX/") {
                if depth == 0 && name.to_lowercase().ends_with(".zip") {
                    inner.push((index, format!("{prefix}{name}/")));
                }
                self.files.push((format!("{prefix}{name}"), Place::Zip { zip: number, index }));
            }
        }
        self.zips.push(zip);
        for (index, prefix) in inner {
            match self.read_zipped(number, index, read::ARCHIVE) {
                Ok(bytes) => self.add_zip(bytes, &prefix, depth + 1),
                Err(reason) => self.problems.push(format!("{}: {reason}", prefix.trim_end_matches('/'))),
            }
        }
    }

    fn read_zipped(&mut self, zip: usize, index: usize, limit: read::Limit) -> Result<Vec<u8>, String> {
        let limit = limit.bytes().min(self.budget);
        let entry = self.zips[zip].by_index(index).map_err(|error| error.to_string())?;
        let bytes = read_limited(entry.take(limit.saturating_add(1)), limit).map_err(|error| error.to_string())?;
        self.budget -= bytes.len() as u64;
        Ok(bytes)
    }
}

impl Source for Submission {
    fn names(&self) -> Vec<String> {
        self.files.iter().map(|(path, _)| path.clone()).collect()
    }

    fn read(&mut self, index: usize) -> Result<Vec<u8>, String> {
        let bytes = match &self.files[index].1 {
            Place::Disk(path) => read::bytes(path, read::COURSE_FILE).map_err(|error| error.to_string()),
            Place::Zip { zip, index } => self.read_zipped(*zip, *index, read::COURSE_FILE),
        };
        bytes.map_err(|reason| format!("cannot be read: {reason}"))
    }
}
