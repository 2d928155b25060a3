//! A report as one self-contained HTML page without scripts. It is also well-formed XML.

use std::fmt::Write as _;

use rushlab_render::escape;

use super::document::{Block, Document, Drawing, Entry, Picture, Section, Table};

const STYLE: &str = include_str!("style.css");

/// The content security policy: the page loads nothing, even if the name of a puzzle contains markup.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Returns the page.
pub fn page(document: &Document) -> String {
    let title = escape(&document.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n"
    );
    if document.sections.len() > 1 {
        out.push_str("<nav aria-label=\"Sections\">\n");
        for section in &document.sections {
            let _ = writeln!(out, "<a href=\"#{}\">{}</a>", section.id, escape(&section.title));
        }
        out.push_str("</nav>\n");
    }
    out.push_str("</header>\n<main>\n");
    document.sections.iter().for_each(|section| write_section(&mut out, section));
    let version = env!("CARGO_PKG_VERSION");
    let _ = write!(out, "</main>\n<footer>Made by rushlab {version}.</footer>\n</body>\n</html>\n");
    out
}

fn write_section(out: &mut String, section: &Section) {
    let (id, title) = (&section.id, escape(&section.title));
    let _ = writeln!(out, "<section id=\"{id}\" aria-labelledby=\"{id}-title\">\n<h2 id=\"{id}-title\">{title}</h2>");
    if let Some(question) = section.question {
        let _ = writeln!(out, "<p class=\"question\">{}</p>", escape(question));
    }
    section.blocks.iter().for_each(|block| write_block(out, block));
    out.push_str("</section>\n");
}

pub(super) fn write_block(out: &mut String, block: &Block) {
    let _ = match block {
        Block::Heading(title) => writeln!(out, "<h3>{}</h3>", escape(title)),
        Block::Answer(text) => writeln!(out, "<p class=\"answer\">{}</p>", escape(text)),
        Block::Text(text) => writeln!(out, "<p>{}</p>", escape(text)),
        Block::List(items) => {
            let items: String = items.iter().map(|item| format!("<li>{}</li>\n", escape(item))).collect();
            writeln!(out, "<ul>\n{items}</ul>")
        }
        Block::Facts(facts) => {
            let fact = |(head, fact): &(&str, String)| format!("<dt>{}</dt><dd>{}</dd>\n", escape(head), escape(fact));
            writeln!(out, "<dl>\n{}</dl>", facts.iter().map(fact).collect::<String>())
        }
        Block::Table(table) => write_table(out, table),
        Block::Pictures(pictures) => {
            let class = if pictures.iter().any(Picture::is_plot) { "plots" } else { "boards" };
            let _ = writeln!(out, "<div class=\"{class}\">");
            pictures.iter().for_each(|picture| write_picture(out, picture));
            writeln!(out, "</div>")
        }
        Block::Entry(Entry { title, picture, table }) => {
            let _ = writeln!(out, "<details>\n<summary>{}</summary>\n<div class=\"entry\">", escape(title));
            write_picture(out, picture);
            let _ = write_table(out, table);
            writeln!(out, "</div>\n</details>")
        }
    };
}

fn write_picture(out: &mut String, picture: &Picture) {
    let caption = escape(&picture.caption);
    let caption = if caption.is_empty() { caption } else { format!("<figcaption>{caption}</figcaption>\n") };
    let _ = match &picture.drawing {
        Drawing::Plot(plot) => writeln!(out, "<figure class=\"plot\">\n{caption}{}</figure>", plot.svg()),
        Drawing::Board(board) => {
            // The namespace is only needed in separate files.
            let svg = board.svg().replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
            writeln!(out, "<figure class=\"board\">\n{svg}{caption}</figure>")
        }
    };
}

/// Writes a table that scrolls in its own box, below a fixed caption; it is reachable by keyboard.
fn write_table(out: &mut String, table: &Table) -> std::fmt::Result {
    let caption = escape(&table.caption);
    let headings: String =
        table.headings.iter().map(|head| format!("<th scope=\"col\">{}</th>", escape(head))).collect();
    writeln!(out, "<figure class=\"table\">\n<figcaption>{caption}</figcaption>")?;
    writeln!(out, "<div class=\"scroll\" role=\"region\" aria-label=\"{caption}\" tabindex=\"0\">")?;
    writeln!(out, "<table>\n<thead>\n<tr>{headings}</tr>\n</thead>\n<tbody>")?;
    for row in &table.rows {
        out.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let cell = escape(cell);
            match column {
                0 => write!(out, "<th scope=\"row\">{cell}</th>")?,
                _ => write!(out, "<td>{cell}</td>")?,
            }
        }
        out.push_str("</tr>\n");
    }
    writeln!(out, "</tbody>\n</table>\n</div>\n</figure>")
}
