//! The content of a report, independent of its format: plain text, not escaped.

use std::borrow::Cow;

use rushlab_render::VectorImage;

use super::canvas::Plot;

/// A report.
#[derive(Clone, Debug)]
pub struct Document {
    /// The title.
    pub title: String,
    /// The sections, in order.
    pub sections: Vec<Section>,
}

/// A section of a report.
#[derive(Clone, Debug)]
pub struct Section {
    /// Id for links.
    pub id: Cow<'static, str>,
    /// The title.
    pub title: Cow<'static, str>,
    /// Question of COMP 472, if there is one.
    pub question: Option<&'static str>,
    /// The content, in order.
    pub blocks: Vec<Block>,
}

/// A block of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading within the section.
    Heading(&'static str),
    /// The answer to the section's question.
    Answer(String),
    /// A paragraph.
    Text(String),
    /// A list with a bullet for each item.
    List(Vec<String>),
    /// Pairs of a term and its description (HTML `dl`).
    Facts(Vec<(&'static str, String)>),
    /// A table.
    Table(Table),
    /// Pictures, side by side if they fit.
    Pictures(Vec<Picture>),
    /// A collapsible entry of the appendix.
    Entry(Entry),
}

/// A table; the first cell of each row is its heading.
#[derive(Clone, Debug)]
pub struct Table {
    /// The title.
    pub caption: String,
    /// Headings of the columns.
    pub headings: Vec<String>,
    /// Cells of each row.
    pub rows: Vec<Vec<String>>,
}

/// A drawing with a caption.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The caption; a plot has it above, a board below.
    pub caption: String,
    /// The drawing.
    pub drawing: Drawing,
}

/// A plot or a board.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// A plot.
    Plot(Plot),
    /// A board.
    Board(VectorImage),
}

/// A puzzle in the appendix.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The title, which is always visible.
    pub title: String,
    /// The board.
    pub picture: Picture,
    /// The results of the puzzle.
    pub table: Table,
}

impl Section {
    /// Returns a section without content.
    pub fn new(
        id: impl Into<Cow<'static, str>>,
        title: impl Into<Cow<'static, str>>,
        question: Option<&'static str>,
    ) -> Section {
        Section { id: id.into(), title: title.into(), question, blocks: Vec::new() }
    }

    /// Adds a heading.
    pub fn heading(&mut self, title: &'static str) {
        self.blocks.push(Block::Heading(title));
    }

    /// Adds the answer to the section's question.
    pub fn answer(&mut self, sentences: impl Into<String>) {
        self.blocks.push(Block::Answer(sentences.into()));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, sentences: impl Into<String>) {
        self.blocks.push(Block::Text(sentences.into()));
    }

    /// Adds a list, unless it is empty.
    pub fn list(&mut self, items: Vec<String>) {
        self.blocks.extend((!items.is_empty()).then_some(Block::List(items)));
    }

    /// Adds terms and their descriptions, unless there are none.
    pub fn facts(&mut self, facts: Vec<(&'static str, String)>) {
        self.blocks.extend((!facts.is_empty()).then_some(Block::Facts(facts)));
    }

    /// Adds a table, unless it has no rows.
    pub fn table(&mut self, caption: impl Into<String>, headings: &[impl AsRef<str>], rows: Vec<Vec<String>>) {
        if !rows.is_empty() {
            self.blocks.push(Block::Table(Table::new(caption, headings, rows)));
        }
    }

    /// Adds pictures side by side, unless there are none.
    pub fn pictures(&mut self, pictures: Vec<Picture>) {
        self.blocks.extend((!pictures.is_empty()).then_some(Block::Pictures(pictures)));
    }
}

impl Table {
    /// Returns a table.
    pub fn new(caption: impl Into<String>, headings: &[impl AsRef<str>], rows: Vec<Vec<String>>) -> Table {
        let headings = headings.iter().map(|heading| heading.as_ref().to_owned()).collect();
        Table { caption: caption.into(), headings, rows }
    }
}

impl Picture {
    /// Returns a plot with a caption.
    pub fn plot(caption: impl Into<String>, plot: Plot) -> Picture {
        Picture { caption: caption.into(), drawing: Drawing::Plot(plot) }
    }

    /// Returns a board with a caption.
    pub fn board(caption: impl Into<String>, board: VectorImage) -> Picture {
        Picture { caption: caption.into(), drawing: Drawing::Board(board) }
    }

    pub(super) fn is_plot(&self) -> bool {
        matches!(self.drawing, Drawing::Plot(_))
    }
}
