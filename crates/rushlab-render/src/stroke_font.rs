//! A stroke font, so that PNG, GIF and PostScript need no font files.
//!
//! Each glyph is the path of a round pen: `M` moves it without drawing, `L` draws a line, and `K` draws a quarter of an
//! ellipse around a corner (the corner first, then the end). Capitals and digits reach from 0 at the top to 16 at the
//! baseline. Lower-case letters start at 5, descenders end at 21.

use crate::text_block::shortened;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stroke {
    /// Moves the pen without drawing.
    Move(f32, f32),
    Line(f32, f32),
    /// A curve: two control points, then the end.
    Curve([f32; 6]),
}

/// The strokes of a text, and the thickness of the pen in pixels.
pub(crate) struct TextStrokes {
    pub(crate) strokes: Vec<Stroke>,
    pub(crate) thickness: f32,
}

/// The length of one unit as a share of the font size. With the pen, capitals are 0.72 of the size high.
const UNIT: f32 = 0.037;
/// Half the height of a capital, in units.
const HALF: f32 = 8.0;
/// The gap between two glyphs, in units, without the pen's thickness.
const GAP: f32 = 1.9;
const SPACE: f32 = 5.0;

/// Returns the strokes of a text, centred at a point or starting there.
pub(crate) fn text_strokes(content: &str, at: (i32, i32), centred: bool, size: i32, bold: bool) -> TextStrokes {
    let unit = size as f32 * UNIT;
    let pen = pen(bold);
    let (mut x, y) = (at.0 as f32 + unit * pen / 2.0, at.1 as f32 - HALF * unit);
    if centred {
        x -= width(content, size, bold) / 2.0;
    }
    let mut strokes = Vec::new();
    for (glyph, width) in content.chars().map(glyph) {
        let to_pixels = |along: f32, down: f32| (x + along * unit, y + down * unit);
        strokes.extend(glyph.into_iter().map(|stroke| stroke.map(to_pixels)));
        x += (width + pen + GAP) * unit;
    }
    TextStrokes { strokes, thickness: pen * unit }
}

/// Shortens a text so that it fits into `max_width` pixels.
pub(crate) fn truncate(content: &str, size: i32, bold: bool, max_width: i32) -> String {
    shortened(content, |cut| width(cut, size, bold) <= max_width as f32)
}

fn pen(bold: bool) -> f32 {
    if bold { 3.5 } else { 2.1 }
}

pub(crate) fn width(content: &str, size: i32, bold: bool) -> f32 {
    let units: f32 = content.chars().map(|character| glyph(character).1 + pen(bold) + GAP).sum();
    (units - GAP).max(0.0) * size as f32 * UNIT
}

/// Returns whether the font has a glyph for a character. Other characters are drawn as an empty box.
pub fn has_glyph(character: char) -> bool {
    character.is_whitespace() || pen_path(character).is_some()
}

impl Stroke {
    fn map(self, place: impl Fn(f32, f32) -> (f32, f32)) -> Stroke {
        match self {
            Stroke::Move(x, y) => {
                let (x, y) = place(x, y);
                Stroke::Move(x, y)
            }
            Stroke::Line(x, y) => {
                let (x, y) = place(x, y);
                Stroke::Line(x, y)
            }
            Stroke::Curve([a, b, c, d, e, f]) => {
                let ((a, b), (c, d), (e, f)) = (place(a, b), place(c, d), place(e, f));
                Stroke::Curve([a, b, c, d, e, f])
            }
        }
    }
}

/// Returns the strokes of a character, or of an empty box if it has no glyph, and their width in units.
fn glyph(character: char) -> (Vec<Stroke>, f32) {
    if character.is_whitespace() {
        return (Vec::new(), SPACE - GAP);
    }
    let strokes = parse(pen_path(character).unwrap_or("M0 0L9 0L9 16L0 16L0 0"));
    let right = |stroke: &Stroke| match *stroke {
        Stroke::Move(x, _) | Stroke::Line(x, _) | Stroke::Curve([.., x, _]) => x,
    };
    let width = strokes.iter().map(right).fold(0.0, f32::max);
    (strokes, width)
}

fn parse(path: &str) -> Vec<Stroke> {
    // The position of the control points between end and corner that approximates a quarter of an ellipse.
    const ELLIPSE: f32 = 0.5523;
    let mut pen = (0.0, 0.0);
    let mut strokes = Vec::new();
    let starts: Vec<usize> = path.match_indices(['M', 'L', 'K']).map(|(index, _)| index).collect();
    for (index, start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(path.len());
        let numbers: Vec<f32> = path[start + 1..end].split(' ').filter_map(|number| number.parse().ok()).collect();
        match (&path[*start..=*start], numbers.as_slice()) {
            ("M", [x, y]) => strokes.push(Stroke::Move(*x, *y)),
            ("K", [corner_x, corner_y, x, y]) => {
                let towards = |from: f32, corner: f32| from + ELLIPSE * (corner - from);
                strokes.push(Stroke::Curve([
                    towards(pen.0, *corner_x),
                    towards(pen.1, *corner_y),
                    towards(*x, *corner_x),
                    towards(*y, *corner_y),
                    *x,
                    *y,
                ]));
            }
            (_, [x, y]) => strokes.push(Stroke::Line(*x, *y)),
            _ => {}
        }
        if let [.., x, y] = numbers.as_slice() {
            pen = (*x, *y);
        }
    }
    strokes
}

fn pen_path(character: char) -> Option<&'static str> {
    PEN_PATHS.iter().find(|(known, _)| *known == character).map(|(_, path)| *path)
}

const PEN_PATHS: &[(char, &str)] = &[
    ('A', "M0 16L6 0L12 16M2.1 10.5L9.9 10.5"),
    ('B', "M0 8L6.5 8K11 8 11 12K11 16 6.5 16L0 16L0 0L6 0K10 0 10 4K10 8 6 8"),
    ('C', "M11 3.6K9.8 0 6 0K0 0 0 8K0 16 6 16K9.8 16 11 12.4"),
    ('D', "M0 0L0 16L5 16K11 16 11 8K11 0 5 0L0 0"),
    ('E', "M9 0L0 0L0 16L9 16M0 8L8 8"),
    ('F', "M9 0L0 0L0 16M0 8L8 8"),
    ('G', "M11.2 3.6K10 0 6 0K0 0 0 8K0 16 6 16K11.5 16 11.5 9L7 9"),
    ('H', "M0 0L0 16M11 0L11 16M0 8L11 8"),
    ('I', "M0 0L6 0M3 0L3 16M0 16L6 16"),
    ('J', "M8 0L8 11.5K8 16 4 16K0 16 0 12"),
    ('K', "M0 0L0 16M10 0L0 9.5M4 6L10.5 16"),
    ('L', "M0 0L0 16L9 16"),
    ('M', "M0 16L0 0L6.5 9.5L13 0L13 16"),
    ('N', "M0 16L0 0L11 16L11 0"),
    ('O', "M0 8K0 0 6.2 0K12.4 0 12.4 8K12.4 16 6.2 16K0 16 0 8"),
    ('P', "M0 16L0 0L6 0K11 0 11 4.6K11 9.2 6 9.2L0 9.2"),
    ('Q', "M0 8K0 0 6.2 0K12.4 0 12.4 8K12.4 16 6.2 16K0 16 0 8M7.6 11.4L12.4 17"),
    ('R', "M0 16L0 0L6 0K11 0 11 4.6K11 9.2 6 9.2L0 9.2M6 9.2L11.2 16"),
    ('S', "M10.4 3.2K9.6 0 5.4 0K0.4 0 0.4 4K0.4 7.7 5.4 7.9K11 8.1 11 12K11 16 5.5 16K1 16 0 12.6"),
    ('T', "M0 0L11 0M5.5 0L5.5 16"),
    ('U', "M0 0L0 10K0 16 5.5 16K11 16 11 10L11 0"),
    ('V', "M0 0L6 16L12 0"),
    ('W', "M0 0L4 16L8 3L12 16L16 0"),
    ('X', "M0 0L11 16M11 0L0 16"),
    ('Y', "M0 0L5.5 8.5L11 0M5.5 8.5L5.5 16"),
    ('Z', "M0 0L10.5 0L0 16L10.5 16"),
    ('0', "M0 8K0 0 5 0K10 0 10 8K10 16 5 16K0 16 0 8"),
    ('1', "M0.5 3.8L5 0L5 16M0.8 16L9.2 16"),
    ('2', "M0.3 4.2K0.3 0 5 0K9.6 0 9.6 4.4K9.6 7 7 9.4L0 16L10 16"),
    ('3', "M0.5 3K1.2 0 5 0K9.3 0 9.3 3.8K9.3 7.6 5 7.6L3.6 7.6M5 7.6K10 7.6 10 11.8K10 16 5 16K0.8 16 0 12.8"),
    ('4', "M7.5 16L7.5 0L0 11.2L10.5 11.2"),
    ('5', "M9 0L1.4 0L0.7 7.4K2.4 6 5 6K10 6 10 11K10 16 5 16K1 16 0 13"),
    ('6', "M8.8 2.4K8 0 5.3 0K0 0 0 9L0 11K0 16 5 16K10 16 10 11K10 6.2 5 6.2K0 6.2 0 11"),
    ('7', "M0 0L10 0L3.6 16"),
    (
        '8',
        "M5 7.5K0.6 7.5 0.6 3.75K0.6 0 5 0K9.4 0 9.4 3.75K9.4 7.5 5 7.5K10 7.5 10 11.75K10 16 5 16K0 16 0 11.75K0 7.5 5 7.5",
    ),
    ('9', "M1.2 13.6K2 16 4.7 16K10 16 10 7L10 5K10 0 5 0K0 0 0 5K0 9.8 5 9.8K10 9.8 10 5"),
    ('a', "M9 5L9 16M9 10.5K9 5 4.5 5K0 5 0 10.5K0 16 4.5 16K9 16 9 10.5"),
    ('b', "M0 0L0 16M0 10.5K0 5 4.5 5K9 5 9 10.5K9 16 4.5 16K0 16 0 10.5"),
    ('c', "M8.4 7.5K7.6 5 4.6 5K0 5 0 10.5K0 16 4.6 16K7.6 16 8.4 13.5"),
    ('d', "M9 0L9 16M9 10.5K9 5 4.5 5K0 5 0 10.5K0 16 4.5 16K9 16 9 10.5"),
    ('e', "M0 10.4L9 10.4K9 5 4.6 5K0 5 0 10.5K0 16 4.7 16K7.6 16 8.6 13.8"),
    ('f', "M6.5 0K2.5 0 2.5 4L2.5 16M0 6L6 6"),
    ('g', "M9 5L9 16.5K9 21 4.6 21K1.6 21 0.6 19M9 10.5K9 5 4.5 5K0 5 0 10.5K0 16 4.5 16K9 16 9 10.5"),
    ('h', "M0 0L0 16M0 10K0 5 4.5 5K8.5 5 8.5 10L8.5 16"),
    ('i', "M0 5.4L0 16M0 0L0 0.4"),
    ('j', "M3 5.4L3 17.5K3 21 0 21M3 0L3 0.4"),
    ('k', "M0 0L0 16M8 5L0 12M3 9.5L8.5 16"),
    ('l', "M0 0L0 12.8K0 16 3 16"),
    ('m', "M0 5L0 16M0 9.5K0 5 3.6 5K7 5 7 9.5L7 16M7 9.5K7 5 10.6 5K14 5 14 9.5L14 16"),
    ('n', "M0 5L0 16M0 10K0 5 4.5 5K8.5 5 8.5 10L8.5 16"),
    ('o', "M0 10.5K0 5 4.7 5K9.4 5 9.4 10.5K9.4 16 4.7 16K0 16 0 10.5"),
    ('p', "M0 5L0 21M0 10.5K0 5 4.5 5K9 5 9 10.5K9 16 4.5 16K0 16 0 10.5"),
    ('q', "M9 5L9 21M9 10.5K9 5 4.5 5K0 5 0 10.5K0 16 4.5 16K9 16 9 10.5"),
    ('r', "M0 5L0 16M0 10K0 5 5 5"),
    ('s', "M7.6 7.2K7 5 4 5K0.3 5 0.3 7.7K0.3 10.3 4 10.4K8 10.5 8 13.2K8 16 4 16K0.7 16 0 13.7"),
    ('t', "M2.5 1L2.5 12.5K2.5 16 6 16M0 5.5L6 5.5"),
    ('u', "M0 5L0 11K0 16 4 16K8.5 16 8.5 11M8.5 5L8.5 16"),
    ('v', "M0 5L4.5 16L9 5"),
    ('w', "M0 5L3.3 16L6.5 6.5L9.7 16L13 5"),
    ('x', "M0 5L8.5 16M8.5 5L0 16"),
    ('y', "M0 5L4.6 15.6M9 5L4 18.4K3 21 0 21"),
    ('z', "M0 5L8 5L0 16L8 16"),
    ('.', "M0 15.8L0 16"),
    (',', "M0.8 15.6L0 18.6"),
    (':', "M0 6.8L0 7M0 15.8L0 16"),
    (';', "M0.8 6.8L0.8 7M0.8 15.6L0 18.6"),
    ('-', "M0 9.5L5 9.5"),
    ('–', "M0 9.5L5 9.5"),
    ('_', "M0 18L9 18"),
    ('+', "M0 9L9 9M4.5 4.5L4.5 13.5"),
    ('=', "M0 6.5L9 6.5M0 11.5L9 11.5"),
    ('/', "M0 18L6 -1"),
    ('(', "M3.5 -1K0 2 0 8.5K0 15 3.5 18"),
    (')', "M0 -1K3.5 2 3.5 8.5K3.5 15 0 18"),
    ('\'', "M0.4 0L0 3.5"),
    ('’', "M0.4 0L0 3.5"),
    ('"', "M0.4 0L0 3.5M4.4 0L4 3.5"),
    ('!', "M0 0L0 10.5M0 15.8L0 16"),
    ('?', "M0 3.6K0.4 0 4.4 0K8.6 0 8.6 4K8.6 6.6 6 8K4.2 9 4.2 11M4.2 15.8L4.2 16"),
    ('#', "M3.5 1L1.5 15M8.5 1L6.5 15M0.6 5.5L10 5.5M0 10.5L9.4 10.5"),
    ('…', "M0 15.8L0 16M5 15.8L5 16M10 15.8L10 16"),
    ('·', "M0 9L0 9.2"),
    ('×', "M0 5.5L7 12.5M7 5.5L0 12.5"),
    ('→', "M0 9L11 9M7 5L11 9L7 13"),
    ('←', "M11 9L0 9M4 5L0 9L4 13"),
    ('↑', "M4 15L4 3M0 7L4 3L8 7"),
    ('↓', "M4 3L4 15M0 11L4 15L8 11"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_and_digit_has_its_own_glyph() {
        let all: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').collect();
        let paths: std::collections::BTreeSet<&str> = all.iter().filter_map(|letter| pen_path(*letter)).collect();
        assert_eq!(paths.len(), all.len());
        assert!(!has_glyph('Ä') && !has_glyph('車') && has_glyph(' '));
    }

    #[test]
    fn every_path_is_parsed_completely() {
        let known = (' '..='ÿ').chain("–’→←↑↓".chars()).filter_map(pen_path);
        for path in known {
            assert_eq!(parse(path).len(), path.matches(['M', 'L', 'K']).count(), "{path}");
            assert!(
                path.starts_with('M') && path.chars().all(|character| "MLK0123456789. -".contains(character)),
                "{path}"
            );
        }
    }

    #[test]
    fn centred_text_has_its_centre_at_the_point() {
        for content in ["H", "HH", "AB12"] {
            let text = text_strokes(content, (100, 50), true, 20, true);
            let points = text.strokes.iter().map(|stroke| match *stroke {
                Stroke::Move(x, y) | Stroke::Line(x, y) | Stroke::Curve([.., x, y]) => (x, y),
            });
            let (xs, ys): (Vec<f32>, Vec<f32>) = points.unzip();
            let middle = |values: &[f32]| {
                (values.iter().copied().fold(f32::MAX, f32::min) + values.iter().copied().fold(f32::MIN, f32::max))
                    / 2.0
            };
            assert!((middle(&xs) - 100.0).abs() < 1.0 && (middle(&ys) - 50.0).abs() < 0.5, "{content}");
        }
    }
}
