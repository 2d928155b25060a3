//! Writes PDF files: pages with paths and text, compressed. Nothing is embedded, because text is in the standard fonts.

mod font;
mod page;

use pdf_writer::{Filter, Finish as _, Name, Pdf, Rect, Ref, TextStr};

use self::font::Font;
pub(crate) use self::font::shorten;
pub use self::font::{pdf_has_glyph, text_width, wrap_text};
pub use self::page::{PathPart, PdfPage, Point};
use crate::paper::{PaperLayout, PaperPage};

/// The level of the compression, from 0 to 10.
const COMPRESSION: u8 = 7;

/// Returns a file of pages.
pub fn pdf(title: &str, pages: Vec<PdfPage>) -> Vec<u8> {
    let mut next = 0;
    let mut reference = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info) = (reference(), reference(), reference());
    let fonts = Font::ALL.map(|font| (font, reference()));
    let pages: Vec<(Ref, Ref, PdfPage)> = pages.into_iter().map(|page| (reference(), reference(), page)).collect();

    let mut file = Pdf::new();
    let mut root = file.catalog(catalog);
    root.pages(tree).lang(TextStr("en"));
    root.viewer_preferences().display_doc_title(true);
    root.finish();
    file.document_info(info).title(TextStr(title)).producer(TextStr("rushlab"));
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    file.pages(tree).kids(pages.iter().map(|(page, _, _)| *page)).count(count);
    for (font, own) in fonts {
        let mut object = file.type1_font(own);
        object.base_font(Name(font.base()));
        if let Some(encoding) = font.encoding() {
            object.encoding_predefined(Name(encoding));
        }
    }
    for (own, content, page) in pages {
        let mut object = file.page(own);
        object.parent(tree).contents(content);
        object.media_box(Rect::new(0.0, 0.0, page.size.0 as f32, page.size.1 as f32));
        let mut resources = object.resources();
        let mut names = resources.fonts();
        for (font, reference) in fonts {
            names.pair(Name(font.resource()), reference);
        }
        names.finish();
        resources.finish();
        object.finish();
        let bytes = miniz_oxide::deflate::compress_to_vec_zlib(page.content.finish().as_slice(), COMPRESSION);
        file.stream(content, &bytes).filter(Filter::FlateDecode);
    }
    file.finish()
}

/// Returns a file with one image per page of paper.
pub fn pdf_on_paper(title: &str, pages: &[PaperPage], layout: PaperLayout) -> Vec<u8> {
    let (width, height) = layout.paper.size();
    let size = (f64::from(width), f64::from(height));
    let page = |(number, content): (usize, &PaperPage)| {
        let mut page = PdfPage::new(size);
        let placement = layout.place(&content.image);
        let background = (f64::from(content.image.width), f64::from(content.image.height));
        let background = (placement.scale * background.0, placement.scale * background.1);
        page.area((placement.left, placement.top), background, content.image.page);
        page.image(&content.image, (placement.left, placement.top), placement.scale);
        page.image(&layout.paper.footer(&content.footer, number, pages.len()), (0.0, 0.0), 1.0);
        page
    };
    pdf(title, (1..).zip(pages).map(page).collect())
}
