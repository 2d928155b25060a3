//! A finished picture of lines, and how pictures stand side by side.
//!
//! Styles take up bytes but no columns, so a drawing carries its visible width; every line is padded to it, and to put two drawings
//! side by side is to join their lines.

use anstyle::Style;
use unicode_width::UnicodeWidthStr as _;

/// The columns between two drawings of one row.
const GAP: usize = 3;

/// Lines with styles in them, all equally wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The lines, padded, without newlines.
    pub lines: Vec<String>,
    /// How many columns each line takes up.
    pub width: usize,
}

impl Drawing {
    /// The same drawing under a caption, which is cut where it is wider than the drawing.
    pub fn captioned(mut self, caption: &str) -> Drawing {
        let mut kept: String =
            caption.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
        if kept.width() > self.width {
            while kept.width() + 1 > self.width && kept.pop().is_some() {}
            kept.truncate(kept.trim_end().len());
            kept.push('…');
        }
        let mut line = Line::default();
        line.push(Style::new().bold(), &kept);
        self.lines.insert(0, line.padded(self.width));
        self
    }
}

impl From<Vec<Line>> for Drawing {
    fn from(lines: Vec<Line>) -> Drawing {
        let width = lines.iter().map(|line| line.width).max().unwrap_or_default();
        Drawing { lines: lines.into_iter().map(|line| line.padded(width)).collect(), width }
    }
}

/// A line under construction.
#[derive(Default)]
pub(crate) struct Line {
    text: String,
    width: usize,
}

impl Line {
    /// Adds text in a style.
    pub(crate) fn push(&mut self, style: Style, text: &str) {
        self.text.push_str(&format!("{style}{text}{style:#}"));
        self.width += text.width();
    }

    /// Adds text as it is.
    pub(crate) fn plain(&mut self, text: &str) {
        self.push(Style::new(), text);
    }

    /// Adds empty columns.
    pub(crate) fn space(&mut self, columns: usize) {
        self.plain(&" ".repeat(columns));
    }

    fn padded(mut self, width: usize) -> String {
        self.space(width.saturating_sub(self.width));
        self.text
    }
}

/// Lays drawings out in rows of as many as fit into so many columns, though always one, with a blank line between rows.
pub fn beside(drawings: &[Drawing], columns: usize) -> String {
    let mut rest = drawings;
    let mut rows = Vec::new();
    while !rest.is_empty() {
        let (row, after) = rest.split_at(how_many_fit(rest, columns));
        rows.push(join(row));
        rest = after;
    }
    rows.join("\n")
}

fn how_many_fit(drawings: &[Drawing], columns: usize) -> usize {
    let mut taken = 0;
    let fits = |drawing: &&Drawing| {
        taken += drawing.width + GAP;
        taken <= columns.saturating_add(GAP)
    };
    drawings.iter().take_while(fits).count().max(1)
}

/// One row of drawings, each line with its newline.
fn join(row: &[Drawing]) -> String {
    let height = row.iter().map(|drawing| drawing.lines.len()).max().unwrap_or_default();
    let mut out = String::new();
    for index in 0..height {
        let parts =
            row.iter().map(|drawing| drawing.lines.get(index).cloned().unwrap_or_else(|| " ".repeat(drawing.width)));
        let line = parts.collect::<Vec<String>>().join(&" ".repeat(GAP));
        // Padding has no style, so the spaces at the very end are all padding.
        out.push_str(line.trim_end_matches(' '));
        out.push('\n');
    }
    out
}
