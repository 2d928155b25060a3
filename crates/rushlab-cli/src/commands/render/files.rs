//! The picture files: the one named by `--out`, or numbered ones if there are several pictures.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::atomic_file;
use crate::output::{self, memory};

/// The type of a picture file, by its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileType {
    Svg,
    Png,
    Gif,
    Ps,
    Eps,
    Pdf,
}

impl FileType {
    fn of(path: &Path) -> Result<FileType> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        Ok(match ending.as_str() {
            "svg" => FileType::Svg,
            "png" => FileType::Png,
            "gif" => FileType::Gif,
            "ps" => FileType::Ps,
            "eps" => FileType::Eps,
            "pdf" => FileType::Pdf,
            _ => {
                bail!("{}: the name of a picture file must end in .svg, .png, .gif, .ps, .eps or .pdf", path.display())
            }
        })
    }

    pub(super) fn is_paper(self) -> bool {
        matches!(self, FileType::Ps | FileType::Pdf)
    }
}

pub(super) struct Files {
    pub(super) kind: FileType,
    path: PathBuf,
    force: bool,
    /// The first picture, which waits for a second one, because a single picture has no number.
    first: Option<(usize, Vec<u8>)>,
    pub(super) written: usize,
    /// Characters that the font of the file lacks.
    missing_glyphs: BTreeSet<char>,
}

impl Files {
    pub(super) fn new(path: &Path, force: bool) -> Result<Files> {
        let kind = FileType::of(path)?;
        Ok(Files { kind, path: path.to_owned(), force, first: None, written: 0, missing_glyphs: BTreeSet::new() })
    }

    /// Records the characters of a text that the font of the file lacks.
    pub(super) fn note_missing_glyphs(&mut self, text: &str) {
        let has_glyph = match self.kind {
            FileType::Svg => return,
            FileType::Pdf => rushlab_render::pdf_has_glyph,
            _ => rushlab_render::has_glyph,
        };
        self.missing_glyphs.extend(text.chars().filter(|character| !character.is_control() && !has_glyph(*character)));
    }

    pub(super) fn add(&mut self, number: usize, bytes: Vec<u8>) -> Result<()> {
        if self.first.is_none() && self.written == 0 {
            self.first = Some((number, bytes));
            return Ok(());
        }
        if let Some((number, bytes)) = self.first.take() {
            self.write(&self.numbered(number), &bytes)?;
        }
        self.write(&self.numbered(number), &bytes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first.is_none() && self.written == 0
    }

    pub(super) fn finish(mut self) -> Result<()> {
        if let Some((_, bytes)) = self.first.take() {
            let path = self.path.clone();
            self.write(&path, &bytes)?;
        }
        if self.written == 0 {
            bail!("there was nothing to draw; no file was written");
        }
        if !self.missing_glyphs.is_empty() {
            let missing_glyphs: String = self.missing_glyphs.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
            let instead = match self.kind {
                FileType::Pdf => "in Latin letters",
                _ => "as empty boxes",
            };
            output::note(&format!(
                "note: these characters are drawn {instead}, because the font lacks them: {missing_glyphs}; .svg files show them"
            ));
        }
        Ok(())
    }

    /// Returns the path with a number, as in `board-7.svg`.
    fn numbered(&self, number: usize) -> PathBuf {
        let mut name = self.path.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{number}."));
        name.push(self.path.extension().unwrap_or_default());
        self.path.with_file_name(name)
    }

    fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<()> {
        atomic_file::write(path, self.force, |out| Ok(out.write_all(bytes)?))?;
        self.written += 1;
        let mut out = output::stdout();
        writeln!(out, "{}: {}", path.display(), memory(bytes.len() as u64))?;
        Ok(out.flush()?)
    }
}
