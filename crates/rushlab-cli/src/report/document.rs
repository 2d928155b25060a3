//! What a report is made of, apart from how it is written: everything is plain text until then, and nothing is escaped.

use std::borrow::Cow;

/// A report.
pub(crate) struct Document {
    pub(crate) title: String,
    pub(crate) sections: Vec<Section>,
}

/// A chapter of it.
pub(crate) struct Section {
    /// What links call it.
    pub(crate) id: Cow<'static, str>,
    pub(crate) title: Cow<'static, str>,
    /// The course's question, where it asks one.
    pub(crate) question: Option<&'static str>,
    pub(crate) blocks: Vec<Block>,
}

/// A piece of a section.
pub(crate) enum Block {
    Heading(&'static str),
    /// The answer to the section's question.
    Answer(String),
    Text(String),
    List(Vec<String>),
    /// Sentences, each with a word that says what it is about.
    Facts(Vec<(&'static str, String)>),
    Table(Table),
    /// Side by side where there is room.
    Pictures(Vec<Picture>),
    /// Folded away until somebody looks it up.
    Entry(Entry),
}

/// Rows of text, each begun by what it is about.
pub(crate) struct Table {
    pub(crate) caption: String,
    pub(crate) heads: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// A drawing and what it shows.
pub(crate) struct Picture {
    pub(crate) kind: Kind,
    pub(crate) caption: String,
    pub(crate) svg: String,
}

/// What a drawing is of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plot,
    Board,
}

/// A puzzle in the appendix.
pub(crate) struct Entry {
    pub(crate) title: String,
    pub(crate) picture: Picture,
    pub(crate) table: Table,
}

impl Section {
    pub(crate) fn new(
        id: impl Into<Cow<'static, str>>,
        title: impl Into<Cow<'static, str>>,
        question: Option<&'static str>,
    ) -> Section {
        Section { id: id.into(), title: title.into(), question, blocks: Vec::new() }
    }

    pub(crate) fn heading(&mut self, title: &'static str) {
        self.blocks.push(Block::Heading(title));
    }

    pub(crate) fn answer(&mut self, sentences: impl Into<String>) {
        self.blocks.push(Block::Answer(sentences.into()));
    }

    pub(crate) fn text(&mut self, sentences: impl Into<String>) {
        self.blocks.push(Block::Text(sentences.into()));
    }

    /// Adds a list; as all that follow, only if there is something in it.
    pub(crate) fn list(&mut self, items: Vec<String>) {
        self.blocks.extend((!items.is_empty()).then_some(Block::List(items)));
    }

    pub(crate) fn facts(&mut self, facts: Vec<(&'static str, String)>) {
        self.blocks.extend((!facts.is_empty()).then_some(Block::Facts(facts)));
    }

    pub(crate) fn table(&mut self, caption: impl Into<String>, heads: &[&'static str], rows: Vec<Vec<String>>) {
        if !rows.is_empty() {
            self.blocks.push(Block::Table(Table { caption: caption.into(), heads: heads.to_vec(), rows }));
        }
    }

    pub(crate) fn pictures(&mut self, pictures: Vec<Picture>) {
        self.blocks.extend((!pictures.is_empty()).then_some(Block::Pictures(pictures)));
    }
}

impl Picture {
    pub(crate) fn plot(caption: impl Into<String>, svg: String) -> Picture {
        Picture { kind: Kind::Plot, caption: caption.into(), svg }
    }

    pub(crate) fn board(caption: impl Into<String>, svg: String) -> Picture {
        Picture { kind: Kind::Board, caption: caption.into(), svg }
    }
}
