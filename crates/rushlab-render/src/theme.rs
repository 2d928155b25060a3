//! Colour themes: light, dark, and for print.

use crate::palette::{Colour, PRIMARY, RIM_PERCENT, WHITE, colour};
use crate::scene::SceneVehicle;

/// A colour theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For documents with dark text on a light background.
    #[default]
    Light,
    /// For documents with light text on a dark background.
    Dark,
    /// For paper: a white background, thin lines and pale vehicles. The primary is the darkest also in black and white.
    Print,
}

/// The colours of a theme. All are opaque, so formats without transparency give the same image.
#[derive(Clone, Copy)]
pub(crate) struct ThemeColours {
    pub(crate) page: Colour,
    pub(crate) frame: Colour,
    pub(crate) board: Colour,
    pub(crate) cell: Colour,
    pub(crate) wall: Colour,
    pub(crate) hatching: Colour,
    pub(crate) arrow: Colour,
    pub(crate) text: Colour,
    /// The shadow of vehicles; none for print.
    pub(crate) shadow: Option<Colour>,
    /// The share of white mixed into the vehicles' colours, in percent.
    white_percent: u8,
    /// The brightness of a vehicle's outline relative to its colour, in percent.
    rim_percent: u8,
}

impl Theme {
    /// All themes, with their names.
    pub const ALL: [(&'static str, Theme); 3] =
        [("light", Theme::Light), ("dark", Theme::Dark), ("print", Theme::Print)];

    pub(crate) fn colours(self) -> ThemeColours {
        match self {
            Theme::Light => ThemeColours {
                page: WHITE,
                frame: colour(0x3D4756),
                board: colour(0xD5DBE4),
                cell: colour(0xECEFF4),
                wall: colour(0x4C5665),
                hatching: colour(0x8A94A3),
                arrow: PRIMARY,
                text: colour(0x2A323D),
                shadow: Some(colour(0xA9B1BC)),
                white_percent: 0,
                rim_percent: RIM_PERCENT,
            },
            Theme::Dark => ThemeColours {
                page: colour(0x12161C),
                frame: colour(0x5D6A7E),
                board: colour(0x1A2029),
                cell: colour(0x27303C),
                wall: colour(0x465364),
                hatching: colour(0x7E8CA0),
                arrow: colour(0xFF5A52),
                text: colour(0xD6DCE5),
                shadow: Some(colour(0x0B0E13)),
                white_percent: 0,
                rim_percent: RIM_PERCENT,
            },
            Theme::Print => ThemeColours {
                page: WHITE,
                frame: colour(0x30363F),
                board: colour(0xDFE2E6),
                cell: WHITE,
                wall: colour(0x9AA1AB),
                hatching: colour(0x30363F),
                arrow: PRIMARY,
                text: colour(0x14181D),
                shadow: None,
                white_percent: 62,
                rim_percent: 30,
            },
        }
    }
}

impl ThemeColours {
    /// Returns the body colour of a vehicle. The primary stays red in print.
    pub(crate) fn body(&self, vehicle: &SceneVehicle) -> Colour {
        if vehicle.primary { vehicle.colour() } else { vehicle.colour().mix(WHITE, self.white_percent) }
    }

    pub(crate) fn rim(&self, vehicle: &SceneVehicle) -> Colour {
        vehicle.colour().shade(self.rim_percent)
    }
}
