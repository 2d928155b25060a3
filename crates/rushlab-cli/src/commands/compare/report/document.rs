//! What a report is made of, apart from how it is written: everything is plain text until then, and nothing is escaped.

/// A report.
pub(super) struct Document {
    pub(super) title: String,
    pub(super) sections: Vec<Section>,
}

/// A chapter of it.
pub(super) struct Section {
    /// What links call it.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// The course's question, where it asks one.
    pub(super) question: Option<&'static str>,
    pub(super) blocks: Vec<Block>,
}

/// A piece of a section.
pub(super) enum Block {
    Heading(&'static str),
    /// The answer to the section's question.
    Answer(String),
    Text(String),
    List(Vec<String>),
    Table(Table),
    /// Side by side where there is room.
    Pictures(Vec<Picture>),
    /// Folded away until somebody looks it up.
    Entry(Entry),
}

/// Rows of text, each begun by what it is about.
pub(super) struct Table {
    pub(super) caption: String,
    pub(super) heads: Vec<&'static str>,
    pub(super) rows: Vec<Vec<String>>,
}

/// A drawing and what it shows.
pub(super) struct Picture {
    pub(super) kind: Kind,
    pub(super) caption: String,
    pub(super) svg: String,
}

/// What a drawing is of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Plot,
    Board,
}

/// A puzzle in the appendix.
pub(super) struct Entry {
    pub(super) title: String,
    pub(super) picture: Picture,
    pub(super) table: Table,
}

impl Section {
    pub(super) fn new(id: &'static str, title: &'static str, question: Option<&'static str>) -> Section {
        Section { id, title, question, blocks: Vec::new() }
    }

    pub(super) fn heading(&mut self, title: &'static str) {
        self.blocks.push(Block::Heading(title));
    }

    pub(super) fn answer(&mut self, sentences: impl Into<String>) {
        self.blocks.push(Block::Answer(sentences.into()));
    }

    pub(super) fn text(&mut self, sentences: impl Into<String>) {
        self.blocks.push(Block::Text(sentences.into()));
    }

    /// Adds a list; as all that follow, only if there is something in it.
    pub(super) fn list(&mut self, items: Vec<String>) {
        self.blocks.extend((!items.is_empty()).then_some(Block::List(items)));
    }

    pub(super) fn table(&mut self, caption: impl Into<String>, heads: &[&'static str], rows: Vec<Vec<String>>) {
        if !rows.is_empty() {
            self.blocks.push(Block::Table(Table { caption: caption.into(), heads: heads.to_vec(), rows }));
        }
    }

    pub(super) fn pictures(&mut self, pictures: Vec<Picture>) {
        self.blocks.extend((!pictures.is_empty()).then_some(Block::Pictures(pictures)));
    }
}

impl Picture {
    pub(super) fn plot(caption: impl Into<String>, svg: String) -> Picture {
        Picture { kind: Kind::Plot, caption: caption.into(), svg }
    }

    pub(super) fn board(caption: impl Into<String>, svg: String) -> Picture {
        Picture { kind: Kind::Board, caption: caption.into(), svg }
    }
}
