//! `rushlab render`: pictures of boards and solutions, in files.
//!
//! Every picture is of a [`Subject`]: a puzzle with the moves that are to be seen. What becomes of it depends on the file's kind alone.

mod files;
mod subject;

use anyhow::{Result, bail};
use rushlab_render::{
    Grid, ImageOptions, PRINTABLE, Panel, Scene, Theme, VectorImage, animate, draw_image, draw_sheets, gif, postscript,
    storyboard,
};

use self::files::{Files, Kind};
use self::subject::Subject;
use crate::Verdict;
use crate::arguments::{Labels, RenderOptions};
use crate::commands::complain;
use crate::commands::show::caption;
use crate::input::{self, Event, Item};
use crate::interrupt;
use crate::output;
use crate::progress::Line;

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
    interrupt::be_gentle();
    let mut files = Files::new(&options.out, options.force)?;
    if files.kind == Kind::Gif && (options.storyboard || options.sheet) {
        bail!("a .gif shows the moves one after the other; for --storyboard or --sheet name a .svg, .png or .ps file");
    }
    let line = Line::new();
    let mut album = Album::default();
    let mut verdict = Verdict::Good;
    let mut number = 0;
    input::read(&options.reading, |event| {
        number += 1;
        if interrupt::asked() {
            verdict = verdict.worse(Verdict::Interrupted);
            return Ok(());
        }
        let Event::Item(item @ Item { puzzle: Ok(puzzle), .. }) = &event else {
            verdict = verdict.worse(Verdict::Wrong);
            complain(&event);
            return Ok(());
        };
        let id = item.id().to_string();
        files.note_letters(puzzle);
        let moving = options.storyboard || files.kind == Kind::Gif;
        let (subject, known) = match Subject::new(options, &id, puzzle, moving, &line) {
            Ok(found) => found,
            Err((why, reason)) => {
                verdict = verdict.worse(why);
                output::error(&item.input.message_at(item.line, &reason));
                return Ok(());
            }
        };
        verdict = verdict.worse(known);
        if options.sheet {
            album.panels.push(Panel { caption: caption(item, puzzle), scene: Scene::of(puzzle) });
        } else if files.kind == Kind::Ps {
            album.pages.extend(subject.pages(options)?);
        } else {
            files.add(number, subject.file(options, files.kind)?)?;
        }
        Ok(())
    })?;
    line.finish();
    album.close(options, &mut files)?;
    // Why there is none was told already, if there was a reason.
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
    pages: Vec<VectorImage>,
}

impl Album {
    fn close(mut self, options: &RenderOptions, files: &mut Files) -> Result<()> {
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

/// Paper is drawn in fine pixels, then scaled.
const PAPER_CELL: u32 = 64;

/// How the picture is to look; on paper as paper likes it, unless told otherwise.
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

impl Subject<'_> {
    /// The bytes of a file of its own.
    fn file(&self, options: &RenderOptions, kind: Kind) -> Result<Vec<u8>> {
        if kind == Kind::Gif {
            let side = self.puzzle.width().max(self.puzzle.height());
            let cell = (FILM_SIDE / u32::from(side)).min(FILM);
            return Ok(gif(&animate(self.puzzle, &self.moves)?, &look(options, kind, cell))?);
        }
        self.picture(options, kind).and_then(|picture| encoded(&picture, kind))
    }

    /// One picture of all there is to see.
    fn picture(&self, options: &RenderOptions, kind: Kind) -> Result<VectorImage> {
        if options.storyboard {
            let (panels, look) = (storyboard(self.puzzle, &self.moves)?, look(options, kind, PANEL));
            let pages = draw_sheets(&self.title, &panels, &look, grid(kind, &panels, &look));
            return pages.into_iter().next().ok_or_else(|| anyhow::anyhow!("there is nothing to draw"));
        }
        Ok(draw_image(&self.last()?, &look(options, kind, STILL)))
    }

    /// The pages of a document.
    fn pages(&self, options: &RenderOptions) -> Result<Vec<VectorImage>> {
        if options.storyboard {
            let (panels, look) = (storyboard(self.puzzle, &self.moves)?, look(options, Kind::Ps, PANEL));
            return Ok(draw_sheets(&self.title, &panels, &look, grid(Kind::Ps, &panels, &look)));
        }
        Ok(vec![self.picture(options, Kind::Ps)?])
    }

    /// Where the moves lead.
    fn last(&self) -> Result<Scene> {
        let panels = storyboard(self.puzzle, &self.moves)?;
        Ok(panels
            .into_iter()
            .next_back()
            .map_or_else(|| Scene::of(self.puzzle), |panel| Scene { moved_from: None, ..panel.scene }))
    }
}
