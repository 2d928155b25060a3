//! The archive that the COMP 472 handout describes in its submission checklist: `472-Assignment-IDs.zip` with the
//! slides, `472-Slides-IDs.pdf`, and `472-Code-IDs.zip`, which contains the code, the puzzles, the output files and
//! `README.md`.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use rushlab::Rules;
use rushlab::puzzle::RuleSet;
use rushlab_study::comparison::Comparison;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::folder::Folder;
use super::plan;
use crate::arguments::CompareOptions;
use crate::{output, read};

const MAX_MEMBERS: usize = 3;

/// The names of folders that contain no code of the user.
const SKIPPED: &[&str] = &["target", "node_modules", "__pycache__", "venv"];

/// The greatest size of all files of the code together.
const MAX_CODE: u64 = 100 << 20;

/// The file of the puzzles in the archive, and the folder of the output files.
const PUZZLES: &str = "puzzles.txt";
const OUTPUT: &str = "output";

pub(super) struct Submission {
    /// The student numbers: `ID1-ID2-ID3`.
    team: String,
    /// The names in the archive and the paths of the files of the code.
    code: Vec<(String, PathBuf)>,
    command: String,
}

impl Submission {
    /// Returns the archive that the options name, if they do. Fails if the code cannot be listed.
    pub(super) fn new(options: &CompareOptions, comparison: &Comparison) -> Result<Option<Submission>> {
        if options.submission.is_empty() {
            return Ok(None);
        }
        let mut members = options.submission.clone();
        members.sort();
        members.dedup();
        if members.len() < options.submission.len() || members.len() > MAX_MEMBERS {
            bail!("--submission takes one to three different student numbers");
        }
        let mut code = Vec::new();
        if let Some(root) = &options.code {
            let mut size = 0;
            // The results may be in a subfolder of the code; they are added separately.
            let out = options.out.as_ref().and_then(|out| fs::canonicalize(out).ok());
            list(root, "code", out.as_deref(), &mut code, &mut size)?;
            if code.is_empty() {
                bail!("{} contains no files; name the folder with your code", root.display());
            }
        }
        Ok(Some(Submission { team: options.submission.join("-"), code, command: command(options, comparison) }))
    }

    pub(super) fn name(&self) -> String {
        format!("472-Assignment-{}.zip", self.team)
    }

    pub(super) fn write(&self, folder: &Folder, comparison: &Comparison) -> Result<()> {
        let mut assignment = Archive::new();
        assignment.add(&format!("472-Slides-{}.pdf", self.team), &folder.read(plan::SLIDES_PDF)?)?;
        assignment.add(&format!("472-Code-{}.zip", self.team), &self.code(folder, comparison)?)?;
        let bytes = assignment.finish()?;
        folder.write(&self.name(), |out| Ok(out.write_all(&bytes)?))?;
        let path = folder.root().join(self.name());
        output::note(&format!("{}: slides, code, puzzles and output files for the course", path.display()));
        if self.code.is_empty() {
            output::note(
                "note: the archive has no code of yours, and its README.md names rushlab's repository; add --code FOLDER with \
                 your code and README.md",
            );
        }
        Ok(())
    }

    /// Returns the inner archive: the code, the puzzles, the output files and `README.md`.
    fn code(&self, folder: &Folder, comparison: &Comparison) -> Result<Vec<u8>> {
        let mut archive = Archive::new();
        let own = self.code.iter().find(|(name, _)| name.eq_ignore_ascii_case("code/readme.md"));
        let readme = match own {
            Some((_, path)) => read(path)?,
            None => self.readme(folder, comparison).into_bytes(),
        };
        archive.add("README.md", &readme)?;
        let puzzles: String = comparison.entries.iter().map(|entry| entry.board() + "\n").collect();
        archive.add(PUZZLES, puzzles.as_bytes())?;
        // The README.md of the code is at the top already.
        for (name, path) in self.code.iter().filter(|file| Some(*file) != own) {
            archive.add(name, &read(path)?)?;
        }
        for name in folder.results() {
            archive.add(&format!("{OUTPUT}/{name}"), &folder.read(&name)?)?;
        }
        archive.finish()
    }

    /// Returns a `README.md` with the URL of the repository on its first line, as the handout requires.
    fn readme(&self, folder: &Folder, comparison: &Comparison) -> String {
        let files = folder.results().filter(|name| name.ends_with(".txt")).count();
        format!(
            "{}\n\n# COMP 472: Rush Hour\n\nTeam: {}\n\n\
             `{PUZZLES}` holds the {} puzzles. The folder `{OUTPUT}` holds the {files} solution and search files, the spreadsheet\n\
             `{}`, the report `{}` and the slides `{}`.\n\n\
             ## SearchRun\n\nInstall rushlab {} from the repository above, then run\n\n```sh\n{}\n```\n",
            env!("CARGO_PKG_REPOSITORY"),
            self.team.replace('-', ", "),
            comparison.entries.len(),
            plan::SPREADSHEET,
            plan::REPORT,
            plan::SLIDES,
            env!("CARGO_PKG_VERSION"),
            self.command
        )
    }
}

/// Returns the command that repeats the comparison from the puzzles of the archive.
fn command(options: &CompareOptions, comparison: &Comparison) -> String {
    let mut words = vec![format!("rushlab compare {PUZZLES} --out {OUTPUT}")];
    // The rules of the puzzles, which may come from an option or from their file.
    let mut rules: Vec<Rules> = comparison.entries.iter().map(|entry| entry.puzzle.rules()).collect();
    rules.dedup();
    if let [only] = *rules {
        words.extend(RuleSet::of(only).map(|set| format!("--rules {}", set.name)));
        words.push(format!("--metric {}", only.metric));
    }
    words.extend(options.input.parse.primary.map(|primary| format!("--primary {primary}")));
    words.push(format!("--duplicates {}", comparison.duplicates().word()));
    words.extend(options.parameters.describe().iter().map(|parameter| format!("--set {parameter}")));
    words.join(" ")
}

/// Lists the files of a folder and its subfolders, by name. Hidden files, links and one given folder are left out.
fn list(
    folder: &Path,
    name: &str,
    left_out: Option<&Path>,
    files: &mut Vec<(String, PathBuf)>,
    size: &mut u64,
) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut entries: Vec<fs::DirEntry> = entries.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, own) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let kind = entry.file_type()?;
        if own.starts_with('.') || SKIPPED.contains(&own.as_str()) {
            continue;
        }
        let name = format!("{name}/{own}");
        if kind.is_dir() {
            if fs::canonicalize(&path).ok().as_deref() != left_out {
                list(&path, &name, left_out, files, size)?;
            }
        } else if kind.is_file() {
            *size += entry.metadata()?.len();
            if *size > MAX_CODE {
                bail!(
                    "{} and the files before it have more than 100 MB; name the folder with your code only",
                    path.display()
                );
            }
            files.push((name, path));
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    read::bytes(path, read::CODE).with_context(|| format!("{} cannot be read", path.display()))
}

/// A zip archive in memory. Its files have no dates, so the same files give the same archive.
struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Archive {
    fn new() -> Archive {
        Archive(ZipWriter::new(Cursor::new(Vec::new())))
    }

    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.0.start_file(name, SimpleFileOptions::default())?;
        Ok(self.0.write_all(bytes)?)
    }

    fn finish(self) -> Result<Vec<u8>> {
        Ok(self.0.finish()?.into_inner())
    }
}
