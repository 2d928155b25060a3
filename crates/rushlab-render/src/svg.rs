//! Writes images as self-contained SVG.
//!
//! All numbers are integers, so the output is the same on every machine. No element has an `id`, so one HTML page can
//! contain any number of images. Text is written as text, which can be searched, selected and read aloud.

#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use crate::vector_image::{Area, Paint, Shape, VectorImage};

impl VectorImage {
    /// Returns the image as an SVG document.
    pub fn svg(&self) -> String {
        let VectorImage { title, width, height, page, shapes } = self;
        let mut out = String::new();
        let _ = writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
        );
        let _ = writeln!(out, "<title>{}</title>", escape(title));
        let _ =
            writeln!(out, r#"<rect width="{width}" height="{height}" rx="{}" fill="{page}"/>"#, width.min(height) / 24);
        for shape in shapes {
            write(shape, &mut out);
        }
        out.push_str("</svg>\n");
        out
    }
}

fn write(shape: &Shape, out: &mut String) {
    let _ = match shape {
        Shape::Boxes { areas, radius, paint } => match areas.as_slice() {
            [Area { x, y, width, height }] => writeln!(
                out,
                r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" {}/>"#,
                attributes(paint)
            ),
            several => {
                let data: String = several.iter().map(|area| rounded(*area, *radius)).collect();
                writeln!(out, r#"<path d="{data}" {}/>"#, attributes(paint))
            }
        },
        Shape::Lines { lines, closed, paint } => {
            let data: String = lines.iter().map(|line| polyline(line, *closed)).collect();
            let ends = r#"stroke-linecap="round" stroke-linejoin="round""#;
            writeln!(out, r#"<path d="{data}" {} {ends}/>"#, attributes(paint))
        }
        Shape::Text { content, at: (x, y), centred, size, bold, colour } => {
            // Not every viewer supports vertical centring. Capitals are about 0.72 of the size high, so half of that
            // gives the baseline.
            let baseline = y + (size * 36 + 50) / 100;
            let weight = if *bold { 700 } else { 500 };
            let anchor = if *centred { r#" text-anchor="middle""# } else { "" };
            writeln!(
                out,
                r#"<text x="{x}" y="{baseline}" font-size="{size}" font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif" font-weight="{weight}"{anchor} fill="{colour}">{}</text>"#,
                escape(content)
            )
        }
    };
}

fn attributes(paint: &Paint) -> String {
    let fill = paint.fill.map_or_else(|| r#"fill="none""#.to_owned(), |colour| format!(r#"fill="{colour}""#));
    match paint.stroke {
        Some((colour, thickness)) => format!(r#"{fill} stroke="{colour}" stroke-width="{thickness}""#),
        None => fill,
    }
}

fn rounded(area: Area, radius: i32) -> String {
    let Area { x, y, width, height } = area;
    if radius == 0 {
        return format!("M{x} {y}h{width}v{height}h-{width}z");
    }
    let (x, across, down) = (x + radius, width - 2 * radius, height - 2 * radius);
    format!(
        "M{x} {y}h{across}q{radius} 0 {radius} {radius}v{down}q0 {radius} -{radius} {radius}\
         h-{across}q-{radius} 0 -{radius} -{radius}v-{down}q0 -{radius} {radius} -{radius}z"
    )
}

fn polyline(points: &[(i32, i32)], closed: bool) -> String {
    let mut data = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let _ = write!(data, "{}{x} {y}", if index == 0 { 'M' } else { 'L' });
    }
    if closed {
        data.push('z');
    }
    data
}

/// Escapes text for content and attributes of XML and HTML.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML cannot express most control characters.
            control if control.is_control() => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    escaped
}
