//! The content of a report, independent of its format: plain text, not escaped.

use std::borrow::Cow;

/// A report.
pub struct Document {
    pub title: String,
    pub sections: Vec<Section>,
}

/// A section of a report.
pub struct Section {
    /// The id for links.
    pub id: Cow<'static, str>,
    pub title: Cow<'static, str>,
    /// The question of COMP 472, if there is one.
    pub question: Option<&'static str>,
    pub blocks: Vec<Block>,
}

/// A block of a section.
pub enum Block {
    Heading(&'static str),
    /// The answer to the section's question.
    Answer(String),
    Text(String),
    List(Vec<String>),
    /// Pairs of a term and its description (HTML `dl`).
    Facts(Vec<(&'static str, String)>),
    Table(Table),
    /// Pictures, side by side if they fit.
    Pictures(Vec<Picture>),
    /// A collapsible entry of the appendix.
    Entry(Entry),
}

/// A table; the first cell of each row is its heading.
pub struct Table {
    pub caption: String,
    pub headings: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// A drawing with a caption.
pub struct Picture {
    pub kind: Kind,
    pub caption: String,
    pub svg: String,
}

/// The kind of a drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Plot,
    Board,
}

/// A puzzle in the appendix.
pub struct Entry {
    pub title: String,
    pub picture: Picture,
    pub table: Table,
}

impl Section {
    pub fn new(
        id: impl Into<Cow<'static, str>>,
        title: impl Into<Cow<'static, str>>,
        question: Option<&'static str>,
    ) -> Section {
        Section { id: id.into(), title: title.into(), question, blocks: Vec::new() }
    }

    pub fn heading(&mut self, title: &'static str) {
        self.blocks.push(Block::Heading(title));
    }

    pub fn answer(&mut self, sentences: impl Into<String>) {
        self.blocks.push(Block::Answer(sentences.into()));
    }

    pub fn text(&mut self, sentences: impl Into<String>) {
        self.blocks.push(Block::Text(sentences.into()));
    }

    /// Adds a list, unless it is empty. `facts`, `table` and `pictures` also skip empty content.
    pub fn list(&mut self, items: Vec<String>) {
        self.blocks.extend((!items.is_empty()).then_some(Block::List(items)));
    }

    pub fn facts(&mut self, facts: Vec<(&'static str, String)>) {
        self.blocks.extend((!facts.is_empty()).then_some(Block::Facts(facts)));
    }

    pub fn table(&mut self, caption: impl Into<String>, headings: &[impl AsRef<str>], rows: Vec<Vec<String>>) {
        if !rows.is_empty() {
            self.blocks.push(Block::Table(Table::new(caption, headings, rows)));
        }
    }

    pub fn pictures(&mut self, pictures: Vec<Picture>) {
        self.blocks.extend((!pictures.is_empty()).then_some(Block::Pictures(pictures)));
    }
}

impl Table {
    pub fn new(caption: impl Into<String>, headings: &[impl AsRef<str>], rows: Vec<Vec<String>>) -> Table {
        let headings = headings.iter().map(|heading| heading.as_ref().to_owned()).collect();
        Table { caption: caption.into(), headings, rows }
    }
}

impl Picture {
    pub fn plot(caption: impl Into<String>, svg: String) -> Picture {
        Picture { kind: Kind::Plot, caption: caption.into(), svg }
    }

    pub fn board(caption: impl Into<String>, svg: String) -> Picture {
        Picture { kind: Kind::Board, caption: caption.into(), svg }
    }
}
