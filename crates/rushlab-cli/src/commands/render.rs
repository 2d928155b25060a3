//! `rushlab render`: writes pictures of boards and solutions to files.
//!
//! Every picture shows a [`Playback`]: a puzzle and a list of moves. The kind of picture depends only on the file name.

mod files;
mod playback;

use anyhow::{Result, bail};
use rushlab_render::{
    Grid, ImageOptions, PRINTABLE, Panel, Scene, Theme, VectorImage, animate, draw_image, draw_sheets, gif, postscript,
    storyboard,
};

use self::files::{Files, Kind};
use self::playback::Playback;
use crate::Verdict;
use crate::arguments::{Labels, RenderOptions};
use crate::commands::show::caption;
use crate::progress::ProgressLine;
use crate::{batch, interrupt, output};

/// The default side of a cell in pixels.
const STILL: u32 = 64;
const PANEL: u32 = 32;
const FILM: u32 = 44;
/// The largest side of an animated board in pixels.
const FILM_SIDE: u32 = 480;
/// The largest side of a cell on paper in points, and the smallest in a storyboard.
const POINTS: u32 = 40;
const FEWEST_POINTS: i32 = 14;

pub(crate) fn run(options: &RenderOptions) -> Result<Verdict> {
    interrupt::defer_to_command();
    let mut files = Files::new(&options.out, options.force)?;
    if files.kind == Kind::Gif && (options.storyboard || options.sheet) {
        bail!("a .gif shows the moves one after the other; for --storyboard or --sheet name a .svg, .png or .ps file");
    }
    let line = ProgressLine::message();
    let mut collected = Collected::default();
    let verdict = batch::for_each(&options.input, &line, |item| {
        files.note_unknown_characters(&item.puzzle);
        let moving = options.storyboard || files.kind == Kind::Gif;
        let (playback, verdict) = match Playback::new(options, &item.origin.id(), &item.puzzle, moving, &line) {
            Ok(found) => found,
            Err((verdict, reason)) => {
                line.suspend(|| output::error(&item.origin.message(&reason)));
                return Ok(verdict);
            }
        };
        if options.sheet {
            collected.panels.push(Panel { caption: caption(&item), scene: Scene::of(&item.puzzle) });
        } else if files.kind == Kind::Ps {
            collected.pages.extend(playback.pages(options)?);
        } else {
            files.add(item.origin.overall_number, playback.file(options, files.kind)?)?;
        }
        Ok(verdict)
    })?;
    line.finish();
    collected.write(options, &mut files)?;
    // If no puzzle could be drawn, the reasons were printed already.
    if verdict == Verdict::Good || !files.is_empty() {
        files.finish()?;
    }
    Ok(verdict)
}

/// Pictures that are collected until all puzzles are read.
#[derive(Default)]
struct Collected {
    /// Boards for one sheet.
    panels: Vec<Panel>,
    /// Pages of one document.
    pages: Vec<VectorImage>,
}

impl Collected {
    fn write(mut self, options: &RenderOptions, files: &mut Files) -> Result<()> {
        if !self.panels.is_empty() {
            let look = look(options, files.kind, PANEL);
            let grid = grid(files.kind, &self.panels, &look);
            self.pages = draw_sheets("", &self.panels, &look, grid);
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

/// The side of a cell in pixels in a PostScript picture, before it is scaled to paper.
const PAPER_CELL: u32 = 64;

/// Returns the look of a picture. The default theme of PostScript files is the one for print.
fn look(options: &RenderOptions, kind: Kind, cell: u32) -> ImageOptions {
    let theme = options.theme.unwrap_or(if matches!(kind, Kind::Ps | Kind::Eps) { Theme::Print } else { Theme::Light });
    let cell = if kind == Kind::Ps { PAPER_CELL } else { options.cell.unwrap_or(cell) };
    ImageOptions { cell, labels: options.labels == Labels::On, theme }
}

fn grid(kind: Kind, panels: &[Panel], look: &ImageOptions) -> Grid {
    match kind {
        Kind::Ps => Grid::for_paper(panels, look, PRINTABLE, FEWEST_POINTS),
        _ => Grid::for_all(panels, look),
    }
}

fn encoded(picture: &VectorImage, kind: Kind) -> Result<Vec<u8>> {
    Ok(match kind {
        Kind::Png => picture.png()?,
        Kind::Eps => picture.eps().into_bytes(),
        _ => picture.svg().into_bytes(),
    })
}

impl Playback<'_> {
    /// Returns the bytes of a picture file.
    fn file(&self, options: &RenderOptions, kind: Kind) -> Result<Vec<u8>> {
        if kind == Kind::Gif {
            let side = self.puzzle.width().max(self.puzzle.height());
            let cell = (FILM_SIDE / u32::from(side)).min(FILM);
            return Ok(gif(&animate(self.puzzle, &self.moves)?, &look(options, kind, cell))?);
        }
        self.picture(options, kind).and_then(|picture| encoded(&picture, kind))
    }

    /// Returns one picture: the storyboard, or the last position.
    fn picture(&self, options: &RenderOptions, kind: Kind) -> Result<VectorImage> {
        if options.storyboard {
            let (panels, look) = (storyboard(self.puzzle, &self.moves)?, look(options, kind, PANEL));
            let pages = draw_sheets(&self.title, &panels, &look, grid(kind, &panels, &look));
            return pages.into_iter().next().ok_or_else(|| anyhow::anyhow!("there is nothing to draw"));
        }
        Ok(draw_image(&self.last()?, &look(options, kind, STILL)))
    }

    /// Returns the pages of a document.
    fn pages(&self, options: &RenderOptions) -> Result<Vec<VectorImage>> {
        if options.storyboard {
            let (panels, look) = (storyboard(self.puzzle, &self.moves)?, look(options, Kind::Ps, PANEL));
            return Ok(draw_sheets(&self.title, &panels, &look, grid(Kind::Ps, &panels, &look)));
        }
        Ok(vec![self.picture(options, Kind::Ps)?])
    }

    /// Returns the position after the moves.
    fn last(&self) -> Result<Scene> {
        let panels = storyboard(self.puzzle, &self.moves)?;
        Ok(panels
            .into_iter()
            .next_back()
            .map_or_else(|| Scene::of(self.puzzle), |panel| Scene { moved_from: None, ..panel.scene }))
    }
}
