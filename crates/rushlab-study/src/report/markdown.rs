//! A report as Markdown: its sentences, tables and pictures, without the appendix. The pictures are separate files.

use std::fmt::Write as _;

use super::document::{Block, Document, Drawing, Picture, Section, Table};

/// Returns the text, and the name and content of each picture, which is a file in a folder beside it.
pub fn text(document: &Document, folder: &str) -> (String, Vec<(String, String)>) {
    let mut pictures = Vec::new();
    let mut out = format!("# {}\n", escape(&document.title));
    for section in &document.sections {
        if section.blocks.iter().any(|block| matches!(block, Block::Entry(_))) {
            continue;
        }
        let _ = write!(out, "\n## {}\n", escape(&section.title));
        if let Some(question) = section.question {
            let _ = write!(out, "\n*{}*\n", escape(question));
        }
        let mut files = Files { folder, section, written: Vec::new() };
        section.blocks.iter().for_each(|block| write_block(&mut out, block, &mut files));
        pictures.append(&mut files.written);
    }
    (out, pictures)
}

/// The pictures of a section.
struct Files<'a> {
    folder: &'a str,
    section: &'a Section,
    /// Names and contents.
    written: Vec<(String, String)>,
}

impl Files<'_> {
    /// Adds a picture. Returns the Markdown that shows it.
    fn add(&mut self, picture: &Picture) -> String {
        let name = format!("{}/{}-{}.svg", self.folder, self.section.id, self.written.len() + 1);
        let shown = format!("![{}]({name})", escape(&picture.caption));
        let svg = match &picture.drawing {
            Drawing::Plot(plot) => plot.svg_file(),
            Drawing::Board(board) => board.svg(),
        };
        self.written.push((name, svg));
        shown
    }
}

fn write_block(out: &mut String, block: &Block, files: &mut Files<'_>) {
    let _ = match block {
        Block::Heading(title) => write!(out, "\n### {}\n", escape(title)),
        Block::Answer(text) => write!(out, "\n**{}**\n", escape(text)),
        Block::Text(text) => write!(out, "\n{}\n", escape(text)),
        Block::List(items) => write_list(out, items.iter().map(String::as_str)),
        Block::Facts(facts) => {
            let facts: Vec<String> = facts.iter().map(|(head, fact)| format!("{head}: {fact}")).collect();
            write_list(out, facts.iter().map(String::as_str))
        }
        Block::Table(table) => write_table(out, table),
        Block::Pictures(pictures) => {
            let shown: Vec<String> = pictures.iter().map(|picture| files.add(picture)).collect();
            let _ = write!(out, "\n{}\n", shown.join("\n"));
            // The caption of a plot is its title, which the plot itself does not show.
            let of = |plots| {
                pictures.iter().filter(move |picture| picture.is_plot() == plots && !picture.caption.is_empty())
            };
            let titles: Vec<String> = of(true).map(|picture| escape(&picture.caption)).collect();
            if !titles.is_empty() {
                let _ = write!(out, "\n{}.\n", titles.join(". "));
            }
            write_list(out, of(false).map(|picture| picture.caption.as_str()))
        }
        Block::Entry(_) => Ok(()),
    };
}

fn write_list<'a>(out: &mut String, items: impl Iterator<Item = &'a str>) -> std::fmt::Result {
    let items: String = items.map(|item| format!("- {}\n", escape(item))).collect();
    if items.is_empty() { Ok(()) } else { write!(out, "\n{items}") }
}

fn write_table(out: &mut String, table: &Table) -> std::fmt::Result {
    write!(out, "\n{}\n\n", escape(&table.caption))?;
    let headings: Vec<String> = table.headings.iter().map(|head| escape(head)).collect();
    // Numbers are right-aligned, the first column left-aligned.
    writeln!(out, "| {} |\n|:--{}|", headings.join(" | "), "|--:".repeat(headings.len().saturating_sub(1)))?;
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(|cell| escape(cell)).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    Ok(())
}

/// Escapes text so that it has no markup: no emphasis, no link, no tag.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        match letter {
            // Non-breaking spaces are replaced, so that text search works.
            space if space.is_control() || space == '\u{a0}' => safe.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '&' | '~' | '$' | '@' | '#' => {
                safe.push('\\');
                safe.push(letter);
            }
            // Some renderers turn addresses into links automatically.
            ':' if next == '/' => safe.push_str("\\:"),
            '.' if before.eq_ignore_ascii_case(&'w') => safe.push_str("\\."),
            other => safe.push(other),
        }
        before = letter;
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn markup_in_names_is_escaped() {
        assert_eq!(escape("<b>*x*</b> [y](z) | w"), r"\<b\>\*x\*\</b\> \[y\](z) \| w");
        assert_eq!(escape("http://www.x.y a@b\n# 1.5: 2"), r"http\://www\.x.y a\@b \# 1.5: 2");
    }
}
