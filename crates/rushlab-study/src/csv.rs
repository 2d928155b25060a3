//! Cells of CSV files (RFC 4180), for every CSV file.
//!
//! A spreadsheet program evaluates a cell that begins like a formula, also if it came from a file name. Such text gets
//! an apostrophe in front, which spreadsheet programs take as the mark of a text ("CSV Injection", OWASP). Numbers
//! never get one.

use std::borrow::Cow;

/// The characters that begin a formula in some spreadsheet program, also in full width or after a blank.
const FORMULA: &[char] = &['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Returns a cell with a text. It is quoted if it contains a separator.
pub fn text(text: &str) -> Cow<'_, str> {
    let text: Cow<'_, str> = if text.starts_with(FORMULA) { format!("'{text}").into() } else { text.into() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")).into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn a_text_that_looks_like_a_formula_gets_an_apostrophe() {
        for formula in ["=1+2", "+1", "-1", "@SUM(A1)", "\tx", "＝1"] {
            assert_eq!(text(formula), format!("'{formula}"));
        }
        assert_eq!(text("=cmd|' /C calc'!A0,\"x\""), "\"'=cmd|' /C calc'!A0,\"\"x\"\"\"");
        assert_eq!(text("\r=1"), "\"'\r=1\"");
        for plain in ["", "a=b", "1-2.txt", "'=1", "puzzles.txt:1", " =1"] {
            assert_eq!(text(plain), plain);
        }
        assert_eq!(text("a, \"b\""), "\"a, \"\"b\"\"\"");
    }
}
