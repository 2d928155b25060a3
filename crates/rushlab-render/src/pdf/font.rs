//! The standard fonts of PDF, which every viewer has: Helvetica for text, and Symbol for arrows, Greek letters and
//! relations (ISO 32000-1, section 9.6.2.2).

use crate::text_block::shortened;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Font {
    Regular,
    Bold,
    Symbol,
}

impl Font {
    pub(super) const ALL: [Font; 3] = [Font::Regular, Font::Bold, Font::Symbol];

    /// Returns its name in the resources of a page.
    pub(super) fn resource(self) -> &'static [u8] {
        match self {
            Font::Regular => b"F1",
            Font::Bold => b"F2",
            Font::Symbol => b"F3",
        }
    }

    /// Returns its name in the standard.
    pub(super) fn base(self) -> &'static [u8] {
        match self {
            Font::Regular => b"Helvetica",
            Font::Bold => b"Helvetica-Bold",
            Font::Symbol => b"Symbol",
        }
    }

    /// Returns the encoding; Symbol has its own.
    pub(super) fn encoding(self) -> Option<&'static [u8]> {
        (self != Font::Symbol).then_some(b"WinAnsiEncoding")
    }

    /// Returns the width of a byte of an encoded text, in 1/1000 of the size.
    fn width(self, byte: u8) -> u16 {
        let index = usize::from(byte.saturating_sub(32));
        match self {
            Font::Regular => WIDTHS[index],
            Font::Bold => BOLD_WIDTHS[index],
            Font::Symbol => SYMBOLS.iter().find(|(_, code, _)| *code == byte).map_or(600, |(_, _, width)| *width),
        }
    }
}

pub(super) struct EncodedText {
    pub(super) runs: Vec<(Font, Vec<u8>)>,
    /// Whether the fonts have all characters. Otherwise some are transliterated.
    pub(super) is_exact: bool,
}

/// Encodes a text. A character that no font has is transliterated, or becomes a question mark.
pub(super) fn encode(text: &str, bold: bool) -> EncodedText {
    let plain = if bold { Font::Bold } else { Font::Regular };
    let mut encoded = EncodedText { runs: Vec::new(), is_exact: true };
    for character in text.chars() {
        if let Some(byte) = win_ansi(character) {
            encoded.push(plain, &[byte]);
        } else if let Some((_, code, _)) = SYMBOLS.iter().find(|(symbol, _, _)| *symbol == character) {
            encoded.push(Font::Symbol, &[*code]);
        } else {
            encoded.is_exact = false;
            let ascii = deunicode::deunicode_char(character).filter(|ascii| !ascii.is_empty()).unwrap_or("?");
            encoded.push(plain, ascii.as_bytes());
        }
    }
    encoded
}

/// Returns whether the fonts of PDF have a character. Others are transliterated.
pub fn pdf_has_glyph(character: char) -> bool {
    encode(character.encode_utf8(&mut [0; 4]), false).is_exact
}

impl EncodedText {
    fn push(&mut self, font: Font, bytes: &[u8]) {
        match self.runs.last_mut() {
            Some((last, run)) if *last == font => run.extend(bytes),
            _ => self.runs.push((font, bytes.to_vec())),
        }
    }
}

/// Returns the width of a text in a PDF, in the unit of its size.
pub fn text_width(text: &str, size: f64, bold: bool) -> f64 {
    let run = |(font, bytes): &(Font, Vec<u8>)| bytes.iter().map(|byte| u64::from(font.width(*byte))).sum::<u64>();
    encode(text, bold).runs.iter().map(run).sum::<u64>() as f64 / 1000.0 * size
}

/// Breaks a text at spaces into lines of at most a width. A longer word has a line of its own.
pub fn wrap_text(text: &str, width: f64, size: f64, bold: bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size, bold) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Shortens a text with an ellipsis so that it fits into a width.
pub(crate) fn shorten(text: &str, width: f64, size: f64, bold: bool) -> String {
    shortened(text, |cut| text_width(cut, size, bold) <= width)
}

fn win_ansi(character: char) -> Option<u8> {
    /// The characters from 0x80 on; a replacement character is an unused code.
    const FROM_0X80: &str = "€\u{fffd}‚ƒ„…†‡ˆ‰Š‹Œ\u{fffd}Ž\u{fffd}\u{fffd}‘’“”•–—˜™š›œ\u{fffd}žŸ";
    match character {
        '\u{a0}' | '\u{202f}' => Some(b' '),
        control if control.is_control() => Some(b' '),
        '\u{fffd}' => None,
        // The minus sign looks like the en dash.
        '−' => Some(0x96),
        ' '..='~' | '\u{a1}'..='\u{ff}' => u8::try_from(character).ok(),
        _ => (0x80..=0x9f).zip(FROM_0X80.chars()).find(|(_, own)| *own == character).map(|(code, _)| code),
    }
}

/// Characters of Symbol: character, code, width.
const SYMBOLS: [(char, u8, u16); 11] = [
    ('λ', b'l', 549),
    ('ρ', b'r', 549),
    ('μ', b'm', 576),
    ('≤', 0xa3, 549),
    ('∞', 0xa5, 713),
    ('←', 0xac, 987),
    ('↑', 0xad, 603),
    ('→', 0xae, 987),
    ('↓', 0xaf, 603),
    ('≥', 0xb3, 549),
    ('≠', 0xb9, 549),
];

/// The widths of the characters of Helvetica from 32 on in WinAnsiEncoding, in 1/1000 of the size (Adobe Font Metrics).
#[rustfmt::skip]
const WIDTHS: [u16; 224] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, 350,
    556, 350, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 350, 611, 350,
    350, 222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 350, 500, 667,
    278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333,
    400, 584, 333, 333, 333, 556, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611,
    667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
    722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
    556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500,
];

/// The same for Helvetica-Bold.
#[rustfmt::skip]
const BOLD_WIDTHS: [u16; 224] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584, 350,
    556, 350, 278, 556, 500, 1000, 556, 556, 333, 1000, 667, 333, 1000, 350, 611, 350,
    350, 278, 278, 500, 500, 350, 556, 1000, 333, 1000, 556, 333, 944, 350, 500, 667,
    278, 333, 556, 556, 556, 556, 280, 556, 333, 737, 370, 556, 584, 333, 737, 333,
    400, 584, 333, 333, 333, 611, 556, 278, 333, 333, 365, 556, 834, 834, 834, 611,
    722, 722, 722, 722, 722, 722, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278,
    722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611,
    556, 556, 556, 556, 556, 556, 889, 556, 556, 556, 556, 556, 278, 278, 278, 278,
    611, 611, 611, 611, 611, 611, 611, 584, 611, 611, 611, 611, 611, 556, 611, 556,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_encoded_in_a_font_that_has_them() {
        let encoded = encode("h3 = λ·h1 − 5 µs Ž€", false);
        let expected: [(Font, &[u8]); 3] =
            [(Font::Regular, b"h3 = "), (Font::Symbol, b"l"), (Font::Regular, b"\xb7h1 \x96 5 \xb5s \x8e\x80")];
        assert!(encoded.runs.iter().map(|(font, bytes)| (*font, bytes.as_slice())).eq(expected), "{:?}", encoded.runs);
        assert!(encoded.is_exact);
    }

    #[test]
    fn other_characters_are_transliterated() {
        let encoded = encode("Łódź\n漢\u{10ffff}", true);
        assert_eq!(encoded.runs, [(Font::Bold, b"L\xf3dz Han ?".to_vec())]);
        assert!(!encoded.is_exact);
    }

    #[test]
    fn widths_are_those_of_the_fonts() {
        let close = |text: &str, bold, expected: u16| {
            assert!((text_width(text, 1000.0, bold) - f64::from(expected)).abs() < 1e-9, "{text}");
        };
        close("Wil~", false, 944 + 222 + 222 + 584);
        close("il", true, 278 + 278);
        close("Ä→", false, 667 + 987);
    }

    #[test]
    fn text_is_wrapped_and_shortened_to_a_width() {
        assert_eq!(wrap_text("A→3 B↓2 C←1", 6.0, 1.0, false), ["A→3 B↓2", "C←1"]);
        assert_eq!(wrap_text("extraordinary", 1.0, 1.0, false), ["extraordinary"]);
        assert_eq!(shorten("a long name", 4.0, 1.0, false), "a long…");
        assert_eq!(shorten("short", 4.0, 1.0, false), "short");
    }
}
