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

use self::files::{FileType, Files};
use self::playback::Playback;
use crate::ExitStatus;
use crate::arguments::{Labels, RenderOptions};
use crate::commands::show::caption;
use crate::progress::ProgressLine;
use crate::{batch, interrupt, output};

/// The default side of a cell in pixels.
const BOARD_CELL: u32 = 64;
const PANEL_CELL: u32 = 32;
const ANIMATION_CELL: u32 = 44;
/// The largest side of an animated board in pixels.
const MAX_ANIMATION_SIDE: u32 = 480;
/// The maximum side of a cell on paper, and the minimum in a storyboard, in points.
const MAX_CELL_POINTS: u32 = 40;
const MIN_CELL_POINTS: i32 = 14;

pub(crate) fn run(options: &RenderOptions) -> Result<ExitStatus> {
    interrupt::defer_to_command();
    let mut files = Files::new(&options.out, options.force)?;
    if files.kind == FileType::Gif && (options.storyboard || options.sheet) {
        bail!("a .gif shows the moves one after the other; for --storyboard or --sheet use a .svg, .png or .ps file");
    }
    let line = ProgressLine::message();
    let mut collected = Collected::default();
    let status = batch::for_each(&options.input, &line, |item| {
        collected.check_room(options.max_puzzles.get())?;
        files.note_unknown_characters(&item.puzzle);
        let needs_moves = options.storyboard || files.kind == FileType::Gif;
        let (playback, status) = match Playback::new(options, &item.origin.id(), &item.puzzle, needs_moves, &line) {
            Ok(found) => found,
            Err((status, reason)) => {
                line.suspend(|| output::error(&item.origin.message(&reason)));
                return Ok(status);
            }
        };
        if options.sheet {
            collected.panels.push(Panel { caption: caption(&item), scene: Scene::of(&item.puzzle) });
        } else if files.kind == FileType::Ps {
            collected.pages.extend(playback.pages(options)?);
        } else {
            files.add(item.origin.overall_number, playback.file(options, files.kind)?)?;
        }
        Ok(status)
    })?;
    line.finish();
    collected.write(options, &mut files)?;
    // If no puzzle could be drawn, the reasons were printed already.
    if status == ExitStatus::Success || !files.is_empty() {
        files.finish()?;
    }
    Ok(status)
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
    /// Fails if no more pictures fit into one file.
    fn check_room(&self, max: usize) -> Result<()> {
        let (number, what, file) = match self.pages.len() {
            0 => (self.panels.len(), "puzzles", "one sheet"),
            pages => (pages, "pages", "one .ps file"),
        };
        if number >= max {
            let max = output::grouped(max);
            bail!("{file} gets at most {max} {what}, and there are more; raise --max-puzzles, or draw a part of them");
        }
        Ok(())
    }

    fn write(mut self, options: &RenderOptions, files: &mut Files) -> Result<()> {
        if !self.panels.is_empty() {
            let image_options = image_options(options, files.kind, PANEL_CELL);
            let grid = grid(files.kind, &self.panels, &image_options);
            self.pages = draw_sheets("", &self.panels, &image_options, grid);
        }
        match (files.kind, self.pages.as_slice()) {
            (_, []) => Ok(()),
            (FileType::Ps, pages) => {
                let title = "Rush Hour puzzles";
                files.add(1, postscript(title, pages, PAPER_CELL, MAX_CELL_POINTS).into_bytes())
            }
            (kind, [page, ..]) => files.add(1, encoded(page, kind)?),
        }
    }
}

/// The side of a cell in pixels in a PostScript picture, before it is scaled to paper.
const PAPER_CELL: u32 = 64;

/// Returns the options of an image. The default theme of PostScript files is `print`.
fn image_options(options: &RenderOptions, kind: FileType, cell: u32) -> ImageOptions {
    let theme =
        options.theme.unwrap_or(if matches!(kind, FileType::Ps | FileType::Eps) { Theme::Print } else { Theme::Light });
    let cell = if kind == FileType::Ps { PAPER_CELL } else { options.cell.unwrap_or(cell) };
    ImageOptions { cell, labels: options.labels == Labels::On, theme }
}

fn grid(kind: FileType, panels: &[Panel], image_options: &ImageOptions) -> Grid {
    match kind {
        FileType::Ps => Grid::for_paper(panels, image_options, PRINTABLE, MIN_CELL_POINTS),
        _ => Grid::for_all(panels, image_options),
    }
}

fn encoded(picture: &VectorImage, kind: FileType) -> Result<Vec<u8>> {
    Ok(match kind {
        FileType::Png => picture.png()?,
        FileType::Eps => picture.eps().into_bytes(),
        _ => picture.svg().into_bytes(),
    })
}

impl Playback<'_> {
    /// Returns the bytes of a picture file.
    fn file(&self, options: &RenderOptions, kind: FileType) -> Result<Vec<u8>> {
        if kind == FileType::Gif {
            let side = self.puzzle.width().max(self.puzzle.height());
            let cell = (MAX_ANIMATION_SIDE / u32::from(side)).min(ANIMATION_CELL);
            return Ok(gif(&animate(self.puzzle, &self.moves)?, &image_options(options, kind, cell))?);
        }
        self.picture(options, kind).and_then(|picture| encoded(&picture, kind))
    }

    /// Returns one picture: the storyboard, or the last position.
    fn picture(&self, options: &RenderOptions, kind: FileType) -> Result<VectorImage> {
        if options.storyboard {
            let (panels, image_options) =
                (storyboard(self.puzzle, &self.moves)?, image_options(options, kind, PANEL_CELL));
            let pages = draw_sheets(&self.title, &panels, &image_options, grid(kind, &panels, &image_options));
            return pages.into_iter().next().ok_or_else(|| anyhow::anyhow!("there is nothing to draw"));
        }
        Ok(draw_image(&self.last()?, &image_options(options, kind, BOARD_CELL)))
    }

    /// Returns the pages of a document.
    fn pages(&self, options: &RenderOptions) -> Result<Vec<VectorImage>> {
        if options.storyboard {
            let (panels, image_options) =
                (storyboard(self.puzzle, &self.moves)?, image_options(options, FileType::Ps, PANEL_CELL));
            return Ok(draw_sheets(&self.title, &panels, &image_options, grid(FileType::Ps, &panels, &image_options)));
        }
        Ok(vec![self.picture(options, FileType::Ps)?])
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
