//! `rushlab render`: writes pictures of boards and solutions to files.
//!
//! Every picture shows a [`Playback`]: a puzzle and a list of moves. The kind of picture depends only on the file name.

mod booklet;
mod files;
mod playback;

use anyhow::{Result, bail};
use rushlab_render::{
    Grid, ImageOptions, Panel, PaperLayout, PaperPage, Scene, Theme, VectorImage, animate, draw_image, draw_sheets,
    gif, pdf_on_paper, postscript, storyboard,
};

use self::files::{FileType, Files};
use self::playback::Playback;
use crate::ExitStatus;
use crate::arguments::RenderOptions;
use crate::commands::show::caption;
use crate::progress::{self, ProgressLine};
use crate::{batch, interrupt, output};

/// The default side of a cell in pixels.
const BOARD_CELL: u32 = 64;
const PANEL_CELL: u32 = 32;
const ANIMATION_CELL: u32 = 44;
/// The side of a cell in pixels in a picture for paper, before it is scaled.
const PAPER_CELL: u32 = 64;
/// The largest side of an animated board in pixels.
const MAX_ANIMATION_SIDE: u32 = 480;
/// The maximum side of a cell on paper, and the minimum in a storyboard, in points.
const MAX_CELL_POINTS: u32 = 40;
const MIN_CELL_POINTS: i32 = 14;
/// Number of puzzles or pages in one file if their number is not limited. They are in memory until the file is written.
const MAX_COLLECTED: usize = 10_000;

pub(crate) fn run(options: &RenderOptions) -> Result<ExitStatus> {
    interrupt::defer_to_command();
    let mut files = Files::new(&options.out, options.force)?;
    refuse_options_without_effect(options, files.kind)?;
    let (total, template) = progress::of_puzzles(&options.input, "drawn");
    let line = ProgressLine::delayed(total, &template);
    let mut collected = Collected::default();
    options.title.iter().for_each(|title| files.note_missing_glyphs(title));
    let status = batch::for_each(&options.input, &line, |item| {
        line.set_position(item.origin.overall_number as u64 - 1);
        line.show(String::new);
        if options.input.count.is_none() {
            collected.check_room()?;
        }
        let labels = item.puzzle.vehicles().iter().map(|vehicle| vehicle.label.to_string());
        let name = item.puzzle.name().filter(|_| shows_names(options, files.kind)).map(str::to_owned);
        labels.chain(name).for_each(|text| files.note_missing_glyphs(&text));
        if is_booklet(options, files.kind) {
            return Ok(collected.booklet.add(options, &item, &line));
        }
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
        } else if files.kind.is_paper() {
            let heading = booklet::heading(item.origin.overall_number, &item.puzzle);
            let footer = format!("{heading}{}", output::rules_of(&item.puzzle));
            let pages = playback.pages(options, files.kind)?;
            collected.pages.extend(pages.into_iter().map(|image| PaperPage { image, footer: footer.clone() }));
        } else {
            files.add(item.origin.overall_number, playback.file(options, files.kind)?)?;
        }
        Ok(status)
    })?;
    line.finish();
    // A part must not look like the whole, so what is collected for one file is not written.
    if status == ExitStatus::Interrupted {
        return Ok(interrupt::report(&format!("{} written", output::count(files.written, "file"))));
    }
    collected.write(options, &mut files)?;
    // If no puzzle could be drawn, the reasons were printed already.
    if status == ExitStatus::Success || !files.is_empty() {
        files.finish()?;
    }
    Ok(status)
}

/// Returns whether the names of puzzles are drawn: as captions, titles or footers.
fn shows_names(options: &RenderOptions, kind: FileType) -> bool {
    options.sheet || options.storyboard || kind.is_paper()
}

fn is_booklet(options: &RenderOptions, kind: FileType) -> bool {
    kind == FileType::Pdf && !options.sheet && !options.storyboard
}

fn refuse_options_without_effect(options: &RenderOptions, kind: FileType) -> Result<()> {
    if kind == FileType::Gif && (options.storyboard || options.sheet) {
        bail!(
            "a .gif shows the moves one after the other; for --storyboard or --sheet use a .svg, .png, .ps or .pdf file"
        );
    }
    if is_booklet(options, kind) && options.play.is_some() {
        bail!("a booklet shows shortest solutions; for --play add --storyboard, or choose another file type than .pdf");
    }
    if options.paper.is_some() && !kind.is_paper() {
        bail!("--paper is for .ps and .pdf files; omit it, or choose one of these file types");
    }
    if (options.title.is_some() || options.per_page.is_some()) && !is_booklet(options, kind) {
        bail!("--title and --per-page are for booklets; omit them, or choose a .pdf file");
    }
    Ok(())
}

/// Pictures that are collected until all puzzles are read.
#[derive(Default)]
struct Collected {
    /// Boards for one sheet.
    panels: Vec<Panel>,
    pages: Vec<PaperPage>,
    booklet: booklet::Puzzles,
}

impl Collected {
    /// Fails if no more pictures fit into one file.
    fn check_room(&self) -> Result<()> {
        let contents = [
            (self.panels.len(), "puzzles", "one sheet"),
            (self.booklet.len(), "puzzles", "one booklet"),
            (self.pages.len(), "pages", "one file"),
        ];
        if let Some((_, what, file)) = contents.into_iter().find(|(number, _, _)| *number >= MAX_COLLECTED) {
            let max = output::grouped(MAX_COLLECTED);
            bail!("there are more than {max} {what} for {file}; give the number to draw with --count");
        }
        Ok(())
    }

    fn write(mut self, options: &RenderOptions, files: &mut Files) -> Result<()> {
        if let Some(booklet) = self.booklet.into_pdf(options) {
            return files.add(1, booklet);
        }
        if !self.panels.is_empty() {
            let image_options = image_options(options, files.kind, PANEL_CELL);
            let grid = grid(options, files.kind, &self.panels, &image_options);
            let sheets = draw_sheets("", &self.panels, &image_options, grid);
            self.pages = sheets.into_iter().map(|image| PaperPage { image, footer: String::new() }).collect();
        }
        // Pages of a single puzzle need not say which puzzle they show.
        if self.pages.windows(2).all(|pair| pair[0].footer == pair[1].footer) {
            self.pages.iter_mut().for_each(|page| page.footer.clear());
        }
        let title = "Rush Hour puzzles";
        let paper = options.paper.unwrap_or_default();
        let layout = PaperLayout { paper, cell: PAPER_CELL, max_points: MAX_CELL_POINTS };
        match (files.kind, self.pages.as_slice()) {
            (_, []) => Ok(()),
            (FileType::Ps, pages) => files.add(1, postscript(title, pages, layout).into_bytes()),
            (FileType::Pdf, pages) => files.add(1, pdf_on_paper(title, pages, layout)),
            (kind, [page, ..]) => files.add(1, encoded(&page.image, kind)?),
        }
    }
}

fn image_options(options: &RenderOptions, kind: FileType, cell: u32) -> ImageOptions {
    let is_printed = kind.is_paper() || kind == FileType::Eps;
    let theme = options.theme.unwrap_or(if is_printed { Theme::Print } else { Theme::Light });
    let cell = if kind.is_paper() { PAPER_CELL } else { options.cell.unwrap_or(cell) };
    ImageOptions { cell, labels: !options.no_labels, theme }
}

fn grid(options: &RenderOptions, kind: FileType, panels: &[Panel], image_options: &ImageOptions) -> Grid {
    if kind.is_paper() {
        let printable = options.paper.unwrap_or_default().printable();
        Grid::for_paper(panels, image_options, printable, MIN_CELL_POINTS)
    } else {
        Grid::for_all(panels, image_options)
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
        let pages = self.pages(options, kind)?;
        pages.into_iter().next().ok_or_else(|| anyhow::anyhow!("there is nothing to draw"))
    }

    /// Returns the pages of a document: the storyboard, or the last position.
    fn pages(&self, options: &RenderOptions, kind: FileType) -> Result<Vec<VectorImage>> {
        if options.storyboard {
            let panels = storyboard(self.puzzle, &self.moves)?;
            let image_options = image_options(options, kind, PANEL_CELL);
            let grid = grid(options, kind, &panels, &image_options);
            return Ok(draw_sheets(&self.title, &panels, &image_options, grid));
        }
        Ok(vec![draw_image(&self.last()?, &image_options(options, kind, BOARD_CELL))])
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
