//! The standard fonts: Helvetica for text, and Symbol for Greek letters and relations.

/// A standard font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Font {
    Regular,
    Bold,
    Symbol,
}

impl Font {
    pub(super) const ALL: [Font; 3] = [Font::Regular, Font::Bold, Font::Symbol];

    /// Returns its name in the resources of a page.
    pub(super) fn name(self) -> &'static str {
        match self {
            Font::Regular => "F1",
            Font::Bold => "F2",
            Font::Symbol => "F3",
        }
    }

    /// Returns its object.
    pub(super) fn object(self) -> &'static str {
        match self {
            Font::Regular => "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
            Font::Bold => "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
            Font::Symbol => "<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>",
        }
    }
}

/// The widths of the characters from space to `~` in Helvetica, in 1/1000 of the size (Adobe Font Metrics).
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// Bold text is wider by less than this factor.
const BOLD: f64 = 1.1;

/// Returns the width of a text; for bold text an upper bound.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let of = |letter: char| {
        let index = (letter as usize).checked_sub(32).and_then(|index| WIDTHS.get(index));
        f64::from(index.copied().unwrap_or(if letter == '\u{a0}' { 278 } else { 584 }))
    };
    let sum: f64 = text.chars().map(of).sum();
    sum / 1000.0 * size * if bold { BOLD } else { 1.0 }
}

/// Splits a text into runs of one font, each in the encoding of that font. A character that no font has becomes a question mark.
pub(super) fn runs(text: &str, bold: bool) -> Vec<(Font, Vec<u8>)> {
    let plain = if bold { Font::Bold } else { Font::Regular };
    let mut runs: Vec<(Font, Vec<u8>)> = Vec::new();
    for letter in text.chars() {
        let (font, byte) = match win_ansi(letter) {
            Some(byte) => (plain, byte),
            None => symbol(letter).map_or((plain, b'?'), |byte| (Font::Symbol, byte)),
        };
        match runs.last_mut() {
            Some((last, bytes)) if *last == font => bytes.push(byte),
            _ => runs.push((font, vec![byte])),
        }
    }
    runs
}

fn win_ansi(letter: char) -> Option<u8> {
    match letter {
        '\u{a0}' => Some(b' '),
        ' '..='~' | '\u{a1}'..='\u{ff}' => u8::try_from(letter).ok(),
        '…' => Some(0x85),
        '‹' => Some(0x8b),
        '‘' => Some(0x91),
        '’' => Some(0x92),
        '“' => Some(0x93),
        '”' => Some(0x94),
        '•' => Some(0x95),
        '–' | '−' => Some(0x96),
        '—' => Some(0x97),
        '›' => Some(0x9b),
        _ => None,
    }
}

fn symbol(letter: char) -> Option<u8> {
    let code = match letter {
        'λ' => b'l',
        'ρ' => b'r',
        'μ' => b'm',
        '≤' => 0xa3,
        '∞' => 0xa5,
        '←' => 0xac,
        '↑' => 0xad,
        '→' => 0xae,
        '↓' => 0xaf,
        '≥' => 0xb3,
        '≠' => 0xb9,
        _ => return None,
    };
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_encoded_in_a_font_that_has_them() {
        let encoded = runs("h3 = λ·h1 − 5 µs 漢", false);
        let expected: [(Font, &[u8]); 3] =
            [(Font::Regular, b"h3 = "), (Font::Symbol, b"l"), (Font::Regular, b"\xb7h1 \x96 5 \xb5s ?")];
        assert!(encoded.iter().map(|(font, bytes)| (*font, bytes.as_slice())).eq(expected), "{encoded:?}");
    }

    #[test]
    fn widths_are_those_of_helvetica() {
        assert!((width("Wil~", 1000.0, false) - f64::from(944 + 222 + 222 + 584)).abs() < 1e-9);
        assert!(width("il", 10.0, true) > width("il", 10.0, false));
    }
}
