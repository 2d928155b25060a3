//! PDF files: pages with lines, filled areas and text in the standard fonts, which every viewer has, so nothing is embedded
//! (ISO 32000-1, sections 7 to 9).

mod font;
mod picture;
mod slides;

use std::fmt::Write as _;

pub(crate) use slides::file;

use self::font::Font;

/// A colour: red, green and blue, from 0 to 1.
type Colour = [f64; 3];

const WHITE: Colour = [1.0; 3];

/// Returns a colour over white.
fn over_white(colour: Colour, opacity: f64) -> Colour {
    colour.map(|part| 1.0 - opacity * (1.0 - part))
}

/// A page under construction. Points are from its upper left corner, in 1/72 inch.
struct Page {
    height: f64,
    content: String,
}

impl Page {
    fn new(height: f64) -> Page {
        Page { height, content: String::new() }
    }

    /// Writes a line of text that begins at a point on its baseline.
    fn text(&mut self, text: &str, (x, y): (f64, f64), size: f64, bold: bool, colour: Colour) {
        self.operator("rg", &colour);
        self.content.push_str("BT ");
        let _ = write!(self.content, "1 0 0 1 {x:.2} {:.2} Tm ", self.height - y);
        for (font, bytes) in font::runs(text, bold) {
            let _ = write!(self.content, "/{} {size:.2} Tf (", font.name());
            for byte in bytes {
                match byte {
                    b'(' | b')' | b'\\' => {
                        self.content.push('\\');
                        self.content.push(char::from(byte));
                    }
                    32..=126 => self.content.push(char::from(byte)),
                    other => {
                        let _ = write!(self.content, "\\{other:03o}");
                    }
                }
            }
            self.content.push_str(") Tj ");
        }
        self.content.push_str("ET\n");
    }

    /// Fills a rectangle.
    fn area(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), colour: Colour) {
        self.operator("rg", &colour);
        self.operator("re", &[x, self.height - y - height, width, height]);
        self.content.push_str("f\n");
    }

    /// Draws a straight line.
    fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, colour: Colour) {
        self.operator("RG", &colour);
        self.operator("w", &[width]);
        self.operator("m", &[from.0, self.height - from.1]);
        self.operator("l", &[to.0, self.height - to.1]);
        self.content.push_str("S\n");
    }

    /// Writes an operator after its operands.
    fn operator(&mut self, operator: &str, operands: &[f64]) {
        for operand in operands {
            let _ = write!(self.content, "{operand:.3} ");
        }
        self.content.push_str(operator);
        self.content.push('\n');
    }
}

/// Returns a file of pages of the same size.
fn write(title: &str, (width, height): (f64, f64), pages: &[Page]) -> Vec<u8> {
    let fonts: String =
        (Font::ALL.iter().zip(4..)).map(|(font, number)| format!("/{} {number} 0 R ", font.name())).collect();
    let first_page = 4 + Font::ALL.len();
    let kids: String = (0..pages.len()).map(|page| format!("{} 0 R ", first_page + 2 * page)).collect();
    let title: String = title.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {} /Kids [{kids}] >>", pages.len()),
        format!("<< /Title <FEFF{title}> /Producer (rushlab) >>"),
    ];
    objects.extend(Font::ALL.iter().map(|font| font.object().to_owned()));
    for (index, page) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Resources << /Font << {fonts}>> >> /Contents {} 0 R >>",
            first_page + 2 * index + 1
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{}endstream", page.content.len(), page.content));
    }
    let mut file = "%PDF-1.4\n".to_owned();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(file.len());
        let _ = write!(file, "{number} 0 obj\n{object}\nendobj\n");
    }
    let table = file.len();
    let _ = write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for place in places {
        let _ = writeln!(file, "{place:010} 00000 n ");
    }
    let _ =
        write!(file, "trailer\n<< /Size {} /Root 1 0 R /Info 3 0 R >>\nstartxref\n{table}\n%%EOF\n", objects.len() + 1);
    file.into_bytes()
}
