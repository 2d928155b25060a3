//! Slides as one self-contained HTML page. Every slide is as high as the window, or higher on a phone, and is one page
//! on paper. The links of each slide lead to its neighbours, and a small script adds keys; without it the page still
//! works.

use std::fmt::Write as _;

use rushlab_render::escape;

use super::document::{Block, Document, Section};
use super::html::write_block;

const STYLE: &str = include_str!("slides.css");
const SCRIPT: &str = include_str!("slides.js");

/// The SHA-256 hash of the script, in base64. The content security policy allows no other script.
const SCRIPT_HASH: &str = "sha256-yrU8pn8VbrIxLqSVDQ/o9JDO+AFdwTcuggzWkJIvMcU=";

/// A slide with more characters than this has smaller text.
const MANY_CHARACTERS: usize = 520;
const VERY_MANY_CHARACTERS: usize = 1000;

/// Returns the slides; each section of the document is one.
pub fn page(document: &Document) -> String {
    let title = escape(&document.title);
    let policy = format!("default-src 'none'; style-src 'unsafe-inline'; script-src '{SCRIPT_HASH}'");
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
    );
    let count = document.sections.len();
    for (index, section) in document.sections.iter().enumerate() {
        write_slide(&mut out, section, index + 1, count);
    }
    let _ = write!(out, "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n");
    out
}

fn write_slide(out: &mut String, slide: &Section, number: usize, count: usize) {
    let title = escape(&slide.title);
    let id = format!("slide-{number}");
    let is_picture = |block: &&Block| matches!(block, Block::Pictures(_));
    let pictures: usize =
        slide.blocks.iter().map(|block| if let Block::Pictures(all) = block { all.len() } else { 0 }).sum();
    let layout = match pictures {
        0 => "words",
        1 => "beside",
        _ => "above",
    };
    let size = match characters(slide) {
        count if count > VERY_MANY_CHARACTERS => " smallest",
        count if count > MANY_CHARACTERS => " smaller",
        _ => "",
    };
    let heading = if number == 1 { "h1" } else { "h2" };
    let _ = writeln!(out, "<section class=\"slide {layout}{size}\" id=\"{id}\" aria-labelledby=\"{id}-title\">");
    let _ = writeln!(
        out,
        "<{heading} id=\"{id}-title\">{title}</{heading}>\n<div class=\"content\">\n<div class=\"text\">"
    );
    if let Some(question) = slide.question {
        let _ = writeln!(out, "<p class=\"question\">{}</p>", escape(question));
    }
    slide.blocks.iter().filter(|block| !is_picture(block)).for_each(|block| write_block(out, block));
    out.push_str("</div>\n");
    slide.blocks.iter().filter(is_picture).for_each(|block| write_block(out, block));
    out.push_str("</div>\n<nav aria-label=\"Slides\">");
    let link = |number: usize, rel: &str, label: &str, sign: &str| {
        format!("<a rel=\"{rel}\" aria-label=\"{label}\" href=\"#slide-{number}\">{sign}</a>")
    };
    if number > 1 {
        out.push_str(&link(number - 1, "prev", "Previous slide", "‹"));
    }
    let _ = write!(out, "<span>{number} / {count}</span>");
    if number < count {
        out.push_str(&link(number + 1, "next", "Next slide", "›"));
    }
    out.push_str("</nav>\n</section>\n");
}

/// Returns the number of characters of a slide's sentences and lists; a row of a table counts as 60.
fn characters(slide: &Section) -> usize {
    let of = |block: &Block| match block {
        Block::Heading(_) | Block::Pictures(_) | Block::Entry(_) => 0,
        Block::Answer(text) | Block::Text(text) => text.chars().count(),
        Block::List(items) => items.iter().map(|item| item.chars().count() + 30).sum(),
        Block::Facts(facts) => facts.iter().map(|(_, fact)| fact.chars().count() + 30).sum(),
        Block::Table(table) => 60 * (table.rows.len() + 1),
    };
    slide.blocks.iter().map(of).sum()
}
