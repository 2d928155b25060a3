//! What the vehicles stand on, and how they are painted: by day, by night, and on paper.

use crate::palette::{Colour, PRIMARY, WHITE, colour};
use crate::scene::Piece;

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For pages with dark text on a light ground.
    #[default]
    Light,
    /// For pages with light text on a dark ground.
    Dark,
    /// For paper: a white ground, thin lines, pale vehicles, and a primary that stays the darkest of them in black and white.
    Print,
}

/// A theme's colours. All are opaque, so that every way to draw, even one without transparency, gives the same picture.
#[derive(Clone, Copy)]
pub(crate) struct Ground {
    pub(crate) page: Colour,
    pub(crate) frame: Colour,
    pub(crate) board: Colour,
    pub(crate) cell: Colour,
    pub(crate) wall: Colour,
    pub(crate) hatching: Colour,
    pub(crate) arrow: Colour,
    pub(crate) text: Colour,
    /// Under the vehicles; none on paper.
    pub(crate) shadow: Option<Colour>,
    /// How much white is mixed into the vehicles' colours, in percent.
    pale: u8,
    /// How much of a vehicle's colour its rim keeps, in percent.
    rim: u8,
}

impl Theme {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Theme); 3] =
        [("light", Theme::Light), ("dark", Theme::Dark), ("print", Theme::Print)];

    pub(crate) fn ground(self) -> Ground {
        match self {
            Theme::Light => Ground {
                page: WHITE,
                frame: colour(0x3D4756),
                board: colour(0xD5DBE4),
                cell: colour(0xECEFF4),
                wall: colour(0x4C5665),
                hatching: colour(0x8A94A3),
                arrow: PRIMARY,
                text: colour(0x2A323D),
                shadow: Some(colour(0xA9B1BC)),
                pale: 0,
                rim: 72,
            },
            Theme::Dark => Ground {
                page: colour(0x12161C),
                frame: colour(0x5D6A7E),
                board: colour(0x1A2029),
                cell: colour(0x27303C),
                wall: colour(0x465364),
                hatching: colour(0x7E8CA0),
                arrow: colour(0xFF5A52),
                text: colour(0xD6DCE5),
                shadow: Some(colour(0x0B0E13)),
                pale: 0,
                rim: 72,
            },
            Theme::Print => Ground {
                page: WHITE,
                frame: colour(0x30363F),
                board: colour(0xDFE2E6),
                cell: WHITE,
                wall: colour(0x9AA1AB),
                hatching: colour(0x30363F),
                arrow: PRIMARY,
                text: colour(0x14181D),
                shadow: None,
                pale: 62,
                rim: 30,
            },
        }
    }
}

impl Ground {
    /// What a vehicle is painted in here. The primary keeps its red on paper too.
    pub(crate) fn paint(&self, piece: &Piece) -> Colour {
        if piece.primary { piece.paint() } else { piece.paint().mix(WHITE, self.pale) }
    }

    /// The line around a vehicle.
    pub(crate) fn rim(&self, piece: &Piece) -> Colour {
        piece.paint().shade(self.rim)
    }
}
