//! `rushlab render`: pictures of boards and solutions, in files.
//!
//! Every picture is of a [`Playback`]: a puzzle with the moves that are to be seen. What becomes of it depends on the file's kind alone.

mod files;
mod playback;

use anyhow::{Result, bail};
use rushlab_render::{
    Grid, Look, PRINTABLE, Panel, Picture, Scene, Theme, film, gif, postscript, sheets, still, storyboard,
};

use self::files::{Files, Kind};
use self::playback::Playback;
use crate::Verdict;
use crate::arguments::{Labels, RenderOptions};
use crate::commands::show::caption;
use crate::progress::ProgressLine;
use crate::{batch, interrupt, output};

/// The side of a cell, where nobody says, in pixels.
const STILL: u32 = 64;
const PANEL: u32 = 32;
const FILM: u32 = 44;
/// A film's board is at most so wide or high.
const FILM_SIDE: u32 = 480;
/// On paper a cell has at most so many points, and in a storyboard at least so many.
const POINTS: u32 = 40;
const FEWEST_POINTS: i32 = 14;

pub(crate) fn run(options: &RenderOptions) -> Result<Verdict> {
    interrupt::defer_to_command();
    let mut files = Files::new(&options.out, options.force)?;
    if files.kind == Kind::Gif && (options.storyboard || options.sheet) {
        bail!("a .gif shows the moves one after the other; for --storyboard or --sheet name a .svg, .png or .ps file");
    }
    let line = ProgressLine::message();
    let mut album = Album::default();
    let verdict = batch::for_each(&options.input, &line, |item| {
        files.note_letters(&item.puzzle);
        let moving = options.storyboard || files.kind == Kind::Gif;
        let (playback, verdict) = match Playback::new(options, &item.origin.id(), &item.puzzle, moving, &line) {
            Ok(found) => found,
            Err((verdict, reason)) => {
                line.suspend(|| output::error(&item.origin.message(&reason)));
                return Ok(verdict);
            }
        };
        if options.sheet {
            album.panels.push(Panel { caption: caption(&item), scene: Scene::of(&item.puzzle) });
        } else if files.kind == Kind::Ps {
            album.pages.extend(playback.pages(options)?);
        } else {
            files.add(item.origin.overall_number, playback.file(options, files.kind)?)?;
        }
        Ok(verdict)
    })?;
    line.finish();
    album.close(options, &mut files)?;
    // If no puzzle could be drawn, the reasons were printed already.
    if verdict == Verdict::Good || !files.is_empty() {
        files.finish()?;
    }
    Ok(verdict)
}

/// What is gathered until all puzzles are read.
#[derive(Default)]
struct Album {
    /// Boards for one sheet.
    panels: Vec<Panel>,
    /// Pages of a document.
    pages: Vec<Picture>,
}

impl Album {
    fn close(mut self, options: &RenderOptions, files: &mut Files) -> Result<()> {
        if !self.panels.is_empty() {
            let look = look(options, files.kind, PANEL);
            let grid = grid(files.kind, &self.panels, &look);
            self.pages = sheets("", &self.panels, &look, grid);
        }
        match (files.kind, self.pages.as_slice()) {
            (_, []) => Ok(()),
            (Kind::Ps, pages) => {
                let title = "Rush Hour puzzles";
                files.add(1, postscript(title, pages, PAPER_CELL, POINTS).into_bytes())
            }
            (kind, [page, ..]) => files.add(1, encoded(page, kind)?),
        }
    }
}

/// Paper is drawn in fine pixels, then scaled.
const PAPER_CELL: u32 = 64;

/// How the picture is to look; on paper as paper likes it, unless told otherwise.
fn look(options: &RenderOptions, kind: Kind, cell: u32) -> Look {
    let theme = options.theme.unwrap_or(if matches!(kind, Kind::Ps | Kind::Eps) { Theme::Print } else { Theme::Light });
    let cell = if kind == Kind::Ps { PAPER_CELL } else { options.cell.unwrap_or(cell) };
    Look { cell, labels: options.labels == Labels::On, theme }
}

fn grid(kind: Kind, panels: &[Panel], look: &Look) -> Grid {
    match kind {
        Kind::Ps => Grid::for_paper(panels, look, PRINTABLE, FEWEST_POINTS),
        _ => Grid::for_all(panels, look),
    }
}

fn encoded(picture: &Picture, kind: Kind) -> Result<Vec<u8>> {
    Ok(match kind {
        Kind::Png => picture.png()?,
        Kind::Eps => picture.eps().into_bytes(),
        _ => picture.svg().into_bytes(),
    })
}

impl Playback<'_> {
    /// The bytes of a file of its own.
    fn file(&self, options: &RenderOptions, kind: Kind) -> Result<Vec<u8>> {
        if kind == Kind::Gif {
            let side = self.puzzle.width().max(self.puzzle.height());
            let cell = (FILM_SIDE / u32::from(side)).min(FILM);
            return Ok(gif(&film(self.puzzle, &self.moves)?, &look(options, kind, cell))?);
        }
        self.picture(options, kind).and_then(|picture| encoded(&picture, kind))
    }

    /// One picture of all there is to see.
    fn picture(&self, options: &RenderOptions, kind: Kind) -> Result<Picture> {
        if options.storyboard {
            let (panels, look) = (storyboard(self.puzzle, &self.moves)?, look(options, kind, PANEL));
            let pages = sheets(&self.title, &panels, &look, grid(kind, &panels, &look));
            return pages.into_iter().next().ok_or_else(|| anyhow::anyhow!("there is nothing to draw"));
        }
        Ok(still(&self.last()?, &look(options, kind, STILL)))
    }

    /// The pages of a document.
    fn pages(&self, options: &RenderOptions) -> Result<Vec<Picture>> {
        if options.storyboard {
            let (panels, look) = (storyboard(self.puzzle, &self.moves)?, look(options, Kind::Ps, PANEL));
            return Ok(sheets(&self.title, &panels, &look, grid(Kind::Ps, &panels, &look)));
        }
        Ok(vec![self.picture(options, Kind::Ps)?])
    }

    /// Where the moves lead.
    fn last(&self) -> Result<Scene> {
        let panels = storyboard(self.puzzle, &self.moves)?;
        Ok(panels
            .into_iter()
            .next_back()
            .map_or_else(|| Scene::of(self.puzzle), |panel| Scene { ghost: None, ..panel.scene }))
    }
}
