//! The picture files: the one named by `--out`, or numbered ones if there are several pictures.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use rushlab::Puzzle;

use crate::atomic_file;
use crate::output::{self, memory};

/// The kind of a picture file, by its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Svg,
    Png,
    Gif,
    Ps,
    Eps,
}

impl Kind {
    fn of(path: &Path) -> Result<Kind> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        Ok(match ending.as_str() {
            "svg" => Kind::Svg,
            "png" => Kind::Png,
            "gif" => Kind::Gif,
            "ps" => Kind::Ps,
            "eps" => Kind::Eps,
            _ => bail!("{}: name a file that ends in .svg, .png, .gif, .ps or .eps", path.display()),
        })
    }
}

/// The picture files of one run.
pub(super) struct Files {
    pub(super) kind: Kind,
    path: PathBuf,
    force: bool,
    /// The first picture, until there is a second: a single picture has no number.
    first: Option<(usize, Vec<u8>)>,
    written: usize,
    /// Characters in labels that only SVG can show.
    boxes: BTreeSet<char>,
}

impl Files {
    pub(super) fn new(path: &Path, force: bool) -> Result<Files> {
        let kind = Kind::of(path)?;
        Ok(Files { kind, path: path.to_owned(), force, first: None, written: 0, boxes: BTreeSet::new() })
    }

    /// Remembers characters that cannot be drawn on the vehicles.
    pub(super) fn note_unknown_characters(&mut self, puzzle: &Puzzle) {
        if self.kind != Kind::Svg {
            let labels =
                puzzle.vehicles().iter().flat_map(|vehicle| vehicle.label.to_string().chars().collect::<Vec<_>>());
            self.boxes.extend(labels.filter(|character| !rushlab_render::has_glyph(*character)));
        }
    }

    /// Adds the picture of the puzzle with that number.
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

    /// Whether there is no picture.
    pub(super) fn is_empty(&self) -> bool {
        self.first.is_none() && self.written == 0
    }

    /// Writes the picture that still waits.
    pub(super) fn finish(mut self) -> Result<()> {
        if let Some((_, bytes)) = self.first.take() {
            let path = self.path.clone();
            self.write(&path, &bytes)?;
        }
        if self.written == 0 {
            bail!("there was nothing to draw, so nothing was written");
        }
        if !self.boxes.is_empty() {
            let boxes: String = self.boxes.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
            anstream::eprintln!("note: drawn as empty boxes, because only .svg can show them: {boxes}");
        }
        Ok(())
    }

    /// `board-7.svg`.
    fn numbered(&self, number: usize) -> PathBuf {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let ending = self.path.extension().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!("{stem}-{number}.{ending}"))
    }

    fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<()> {
        atomic_file::write(path, self.force, |out| Ok(out.write_all(bytes)?))?;
        self.written += 1;
        let mut out = output::stdout();
        writeln!(out, "{}: {}", path.display(), memory(bytes.len() as u64))?;
        Ok(out.flush()?)
    }
}
