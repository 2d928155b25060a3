//! Blocks of styled text, and their layout side by side.
//!
//! Styles take up bytes but no columns, so a block stores its visible width. Every line is padded to that width, so two
//! blocks are put side by side by joining their lines.

use anstyle::Style;
use unicode_width::UnicodeWidthStr as _;

/// Number of columns between two blocks of one row.
const GAP: usize = 3;

/// Lines of styled text, all of the same width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextBlock {
    /// The lines, padded, without newlines.
    pub lines: Vec<String>,
    /// The visible width of each line, in columns.
    pub width: usize,
}

impl TextBlock {
    /// Adds a caption above the block, cut to the width of the block.
    pub fn captioned(mut self, caption: &str) -> TextBlock {
        let caption: String =
            caption.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
        let mut line = TextLine::default();
        line.push(Style::new().bold(), &shortened(&caption, |cut| cut.width() <= self.width));
        self.lines.insert(0, line.padded(self.width));
        self
    }
}

/// Shortens a text with an ellipsis until it fits.
pub(crate) fn shortened(text: &str, fits: impl Fn(&str) -> bool) -> String {
    let mut cut = text.to_owned();
    while !fits(&cut) && cut.chars().count() > 1 {
        cut.truncate(cut.trim_end_matches('…').len());
        cut.pop();
        cut.truncate(cut.trim_end().len());
        cut.push('…');
    }
    cut
}

impl From<Vec<TextLine>> for TextBlock {
    fn from(lines: Vec<TextLine>) -> TextBlock {
        let width = lines.iter().map(|line| line.width).max().unwrap_or_default();
        TextBlock { lines: lines.into_iter().map(|line| line.padded(width)).collect(), width }
    }
}

/// A line under construction.
#[derive(Default)]
pub(crate) struct TextLine {
    text: String,
    width: usize,
}

impl TextLine {
    pub(crate) fn push(&mut self, style: Style, text: &str) {
        self.text.push_str(&format!("{style}{text}{style:#}"));
        self.width += text.width();
    }

    /// Adds text without a style.
    pub(crate) fn plain(&mut self, text: &str) {
        self.push(Style::new(), text);
    }

    pub(crate) fn space(&mut self, columns: usize) {
        self.plain(&" ".repeat(columns));
    }

    fn padded(mut self, width: usize) -> String {
        self.space(width.saturating_sub(self.width));
        self.text
    }
}

/// Lays out at least one block a row, as many as fit into a number of columns, with a blank line between rows.
pub fn side_by_side(blocks: &[TextBlock], columns: usize) -> String {
    let mut rest = blocks;
    let mut rows = Vec::new();
    while !rest.is_empty() {
        let (row, after) = rest.split_at(count_fitting(rest, columns));
        rows.push(join(row));
        rest = after;
    }
    rows.join("\n")
}

fn count_fitting(blocks: &[TextBlock], columns: usize) -> usize {
    let mut taken = 0;
    let fits = |block: &&TextBlock| {
        taken += block.width + GAP;
        taken <= columns.saturating_add(GAP)
    };
    blocks.iter().take_while(fits).count().max(1)
}

/// Joins the blocks of one row; each line ends with a newline.
fn join(row: &[TextBlock]) -> String {
    let height = row.iter().map(|block| block.lines.len()).max().unwrap_or_default();
    let mut out = String::new();
    for index in 0..height {
        let parts = row.iter().map(|block| block.lines.get(index).cloned().unwrap_or_else(|| " ".repeat(block.width)));
        let line = parts.collect::<Vec<String>>().join(&" ".repeat(GAP));
        // Padding has no style, so all spaces at the end of the line are padding.
        out.push_str(line.trim_end_matches(' '));
        out.push('\n');
    }
    out
}
