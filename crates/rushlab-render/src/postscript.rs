//! Writes images as PostScript: pages for printers, or one image with a bounding box for documents (EPS).
//!
//! Coordinates are the image's pixels, with one scale per page. Text is drawn as strokes, so it needs no font and looks
//! the same on every printer.

use std::fmt::Write as _;

use crate::palette::Colour;
use crate::paper::{Paper, PaperLayout, PaperPage};
use crate::stroke_font::{self, Stroke};
use crate::vector_image::{Area, Paint, Shape, VectorImage};

/// The PostScript procedures that the pages use: lines, curves, colours, fill and stroke, boxes.
const PROLOGUE: &str = "\
%%BeginProlog
/M {moveto} bind def
/L {lineto} bind def
/K {curveto} bind def
/C {setrgbcolor} bind def
/F {gsave C fill grestore} bind def
/S {gsave setlinewidth C stroke grestore} bind def
/B { % x y width height radius: a box with round corners
  5 dict begin /r exch def /h exch def /w exch def /y exch def /x exch def
  x r add y moveto
  r 0 eq {
    w 0 rlineto 0 h rlineto w neg 0 rlineto
  } {
    x w add y x w add y h add r arct
    x w add y h add x y h add r arct
    x y h add x y r arct
    x y x w add y r arct
  } ifelse
  closepath end
} bind def
%%EndProlog
";

/// Returns a document with one image per page of paper.
pub fn postscript(title: &str, pages: &[PaperPage], layout: PaperLayout) -> String {
    let mut out = String::new();
    let (wide, high) = layout.paper.size();
    let medium = match layout.paper {
        Paper::A4 => "A4",
        Paper::Letter => "Letter",
    };
    let _ = writeln!(out, "%!PS-Adobe-3.0\n%%Title: {}\n%%Creator: rushlab", ascii(title));
    let _ = writeln!(
        out,
        "%%LanguageLevel: 2\n%%Pages: {}\n%%DocumentMedia: {medium} {wide} {high} 0 () ()\n%%EndComments",
        pages.len()
    );
    out.push_str(PROLOGUE);
    for (number, page) in (1..).zip(pages) {
        let placement = layout.place(&page.image);
        let (left, scale) = (placement.left, placement.scale);
        let _ = writeln!(out, "%%Page: {number} {number}\ngsave");
        // Pixel coordinates start at the upper left corner and grow downwards.
        let top = f64::from(high) - placement.top;
        let _ = writeln!(out, "{left:.2} {top:.2} translate {scale:.5} {scale:.5} neg scale");
        draw(&page.image, &mut out);
        out.push_str("grestore\n");
        let footer = layout.paper.footer(&page.footer, number, pages.len());
        if !footer.shapes.is_empty() {
            let _ = writeln!(out, "gsave\n0 {high} translate 1 -1 scale 1 setlinecap 1 setlinejoin");
            draw_shapes(&footer.shapes, &mut out);
            out.push_str("grestore\n");
        }
        out.push_str("showpage\n");
    }
    out.push_str("%%EOF\n");
    out
}

impl VectorImage {
    /// Returns the image as encapsulated PostScript, one point per pixel.
    pub fn eps(&self) -> String {
        let VectorImage { title, width, height, .. } = self;
        let mut out = String::new();
        let _ =
            writeln!(out, "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 {width} {height}\n%%Title: {}", ascii(title));
        out.push_str("%%Creator: rushlab\n%%LanguageLevel: 2\n%%EndComments\n");
        out.push_str(PROLOGUE);
        let _ = writeln!(out, "gsave\n0 {height} translate 1 -1 scale");
        draw(self, &mut out);
        out.push_str("grestore\n%%EOF\n");
        out
    }
}

fn draw(image: &VectorImage, out: &mut String) {
    let page = Area { x: 0, y: 0, width: image.width, height: image.height };
    out.push_str("1 setlinecap 1 setlinejoin\n");
    boxes(&[page], 0, &Paint::fill(image.page), out);
    draw_shapes(&image.shapes, out);
}

fn draw_shapes(shapes: &[Shape], out: &mut String) {
    for shape in shapes {
        match shape {
            Shape::Boxes { areas, radius, paint } => boxes(areas, *radius, paint, out),
            Shape::Lines { lines, closed, paint } => {
                out.push_str("newpath");
                for line in lines {
                    for (index, (x, y)) in line.iter().enumerate() {
                        let _ = write!(out, " {x} {y} {}", if index == 0 { 'M' } else { 'L' });
                    }
                    out.push_str(if *closed { " closepath" } else { "" });
                }
                finish_path(paint, out);
            }
            Shape::Text { content, at, centred, size, bold, colour } => {
                let text = stroke_font::text_strokes(content, *at, *centred, *size, *bold);
                out.push_str("newpath");
                for stroke in &text.strokes {
                    let _ = match *stroke {
                        Stroke::Move(x, y) => write!(out, " {x:.2} {y:.2} M"),
                        Stroke::Line(x, y) => write!(out, " {x:.2} {y:.2} L"),
                        Stroke::Curve([a, b, c, d, x, y]) => {
                            write!(out, " {a:.2} {b:.2} {c:.2} {d:.2} {x:.2} {y:.2} K")
                        }
                    };
                }
                let _ = writeln!(out, " {} {:.2} S", components(*colour), text.thickness);
            }
        }
    }
}

fn boxes(areas: &[Area], radius: i32, paint: &Paint, out: &mut String) {
    out.push_str("newpath");
    for Area { x, y, width, height } in areas {
        let _ = write!(out, " {x} {y} {width} {height} {radius} B");
    }
    finish_path(paint, out);
}

fn finish_path(paint: &Paint, out: &mut String) {
    if let Some(colour) = paint.fill {
        let _ = write!(out, " {} F", components(colour));
    }
    if let Some((colour, thickness)) = paint.stroke {
        let _ = write!(out, " {} {thickness} S", components(colour));
    }
    out.push('\n');
}

fn components(colour: Colour) -> String {
    let share = |amount: u8| f64::from(amount) / 255.0;
    format!("{:.3} {:.3} {:.3}", share(colour.red), share(colour.green), share(colour.blue))
}

/// Converts a title for a comment: ASCII only, on one line of at most 200 characters.
fn ascii(text: &str) -> String {
    text.chars().take(200).map(|character| if matches!(character, ' '..='~') { character } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use rushlab::format::parse;

    use super::*;
    use crate::{ImageOptions, Scene, draw_image};

    #[test]
    fn every_page_has_its_comment_and_showpage_and_a_footer_if_there_are_several() {
        let scene = Scene::of(&parse("......A..B..AXXB..A..B......CC......").unwrap());
        let image = draw_image(&scene, &ImageOptions::default());
        let page = PaperPage { image: image.clone(), footer: String::new() };
        let layout = PaperLayout { paper: Paper::A4, cell: 64, max_points: 48 };
        let document = postscript("Zwölf\nPuzzles", &[page.clone(), page.clone()], layout);
        assert!(document.starts_with("%!PS-Adobe-3.0\n%%Title: Zw?lf?Puzzles\n"));
        assert_eq!(document.matches("\n%%Page: ").count(), 2);
        assert_eq!(document.matches("\nshowpage\n").count(), 2);
        assert!(document.is_ascii() && document.lines().all(|line| !line.starts_with("%%Page") || line.len() < 20));
        assert_eq!(document.matches("\n0 842 translate 1 -1 scale").count(), 2, "each page has a footer");
        let letter = PaperLayout { paper: Paper::Letter, ..layout };
        let single = postscript("one", std::slice::from_ref(&page), letter);
        assert!(single.contains("%%DocumentMedia: Letter 612 792") && !single.contains("\n0 792 translate"));
        let named = PaperPage { footer: "Puzzle 7".to_owned(), ..page };
        assert!(postscript("one", &[named], letter).contains("\n0 792 translate"));
        assert!(image.eps().contains("%%BoundingBox: 0 0 456 424\n") && !image.eps().contains("showpage"));
    }
}
