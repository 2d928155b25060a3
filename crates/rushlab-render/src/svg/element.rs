//! The few elements a board is made of, written out.

use std::fmt::Write as _;

/// A box of whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Area {
    /// The box that is smaller by so much on each side.
    pub(super) fn inset(self, by: i32) -> Area {
        Area { x: self.x + by, y: self.y + by, width: self.width - 2 * by, height: self.height - 2 * by }
    }

    /// The box moved down.
    pub(super) fn lowered(self, by: i32) -> Area {
        Area { y: self.y + by, ..self }
    }

    /// Its middle.
    pub(super) fn centre(self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }
}

/// A box with round corners; `paint` is the attributes that colour it.
pub(super) fn rectangle(area: Area, radius: i32, paint: &str, out: &mut String) {
    let Area { x, y, width, height } = area;
    let _ = writeln!(out, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" {paint}/>"#);
}

/// Lines through points.
pub(super) fn path(data: &str, paint: &str, out: &mut String) {
    let _ = writeln!(out, r#"<path d="{data}" {paint}/>"#);
}

/// Bold text whose middle is at a point.
pub(super) fn text(content: &str, (x, y): (i32, i32), size: i32, fill: impl std::fmt::Display, out: &mut String) {
    // Not every viewer can centre text upwards: capitals and digits are about 0.72 of the size high, so half of that lowers them.
    let baseline = y + (size * 36 + 50) / 100;
    let font =
        r#"font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif" font-weight="700" text-anchor="middle""#;
    let content = escape(content);
    let _ = writeln!(out, r#"<text x="{x}" y="{baseline}" font-size="{size}" {font} fill="{fill}">{content}</text>"#);
}

/// Text that is safe between tags and in attributes.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML has no way to write most of these.
            control if control.is_control() => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}
