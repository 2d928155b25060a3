//! The colours of vehicles. A label has the same colour on every board: A is always amber.
//!
//! The cards of the original game use the labels A to K and O to R besides the red car, so there are eighteen colours,
//! one for each of A to R. People with a colour vision deficiency cannot distinguish eighteen hues, so light and dark
//! colours alternate along the alphabet. Only the primary is red or similar to red.

use rushlab::puzzle::Label;

/// A colour in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    /// The red component.
    pub red: u8,
    /// The green component.
    pub green: u8,
    /// The blue component.
    pub blue: u8,
}

/// The text colour on dark colours.
pub const WHITE: Colour = colour(0xFFFFFF);

/// The text colour on light colours.
pub const BLACK: Colour = colour(0x000000);

/// The red of the primary.
pub const PRIMARY: Colour = colour(0xD7191C);

/// The brightness of the outline of a vehicle relative to its colour, on a screen, in percent.
pub(crate) const RIM_PERCENT: u8 = 72;

/// The colours of all other vehicles.
pub const COLOURS: [Colour; 18] = [
    colour(0xF2A93B), // A amber
    colour(0x2F6FDE), // B blue
    colour(0x9BE3BC), // C mint
    colour(0x7D45C8), // D purple
    colour(0x7CC7F2), // E sky
    colour(0x1D7A45), // F forest
    colour(0xC4CCD4), // G silver
    colour(0x825A1E), // H brown
    colour(0xB5D43C), // I lime
    colour(0x242CA0), // J navy
    colour(0xE8D5AF), // K sand
    colour(0x5C6670), // L slate
    colour(0x43D0D4), // M aqua
    colour(0x8C8A1F), // N olive
    colour(0xF6DD55), // O yellow
    colour(0x0C6A70), // P teal
    colour(0xB8A4EE), // Q lavender
    colour(0x45AD4E), // R green
];

/// Returns the colour `#rrggbb`.
pub const fn colour(hexadecimal: u32) -> Colour {
    let [_, red, green, blue] = hexadecimal.to_be_bytes();
    Colour { red, green, blue }
}

/// Returns the index of a label's colour in [`COLOURS`]. A is 0, B is 1, a number is its value, and successive longer
/// labels have successive colours. The page of rushlab-serve has the same function for its editor; a browser test
/// compares the two.
pub fn index(label: Label) -> usize {
    let text = label.as_str();
    let number = text.parse::<u32>().ok();
    // 31 and 18 have no common factor, so every character of a long label has an effect.
    let spelled = || text.chars().fold(0, |sum: u32, character| sum.wrapping_mul(31).wrapping_add(value(character)));
    number.unwrap_or_else(spelled) as usize % COLOURS.len()
}

/// Returns the colour of a vehicle.
pub fn colour_of(label: Label, primary: bool) -> Colour {
    if primary { PRIMARY } else { COLOURS[index(label)] }
}

fn value(character: char) -> u32 {
    match character.to_ascii_uppercase() {
        letter @ 'A'..='Z' => u32::from(letter) - u32::from('A'),
        other => u32::from(other),
    }
}

impl Colour {
    /// Returns black or white: the text colour that is easier to read on this colour.
    pub fn ink(self) -> Colour {
        if self.brightness() >= 125 { BLACK } else { WHITE }
    }

    /// Returns the luma, from 0 to 255.
    fn brightness(self) -> u32 {
        // The weights of ITU-R BT.601.
        (299 * u32::from(self.red) + 587 * u32::from(self.green) + 114 * u32::from(self.blue)) / 1000
    }

    /// Returns the nearest of the 256 xterm colours, without the first 16, which depend on the user's settings.
    pub fn xterm(self) -> u8 {
        (16..=255).min_by_key(|index| self.distance(Colour::of_xterm(*index))).unwrap_or(16)
    }

    /// Returns the xterm colour of an index from 16: a cube of 6 × 6 × 6 colours, then 24 greys.
    fn of_xterm(index: u8) -> Colour {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        if index >= 232 {
            let grey = 8 + 10 * (index - 232);
            return Colour { red: grey, green: grey, blue: grey };
        }
        let level = |step: u8| LEVELS[usize::from(index.saturating_sub(16) / step % 6)];
        Colour { red: level(36), green: level(6), blue: level(1) }
    }

    fn distance(self, other: Colour) -> u32 {
        let square = |one: u8, two: u8| u32::from(one.abs_diff(two)).pow(2);
        square(self.red, other.red) + square(self.green, other.green) + square(self.blue, other.blue)
    }

    /// Returns the colour mixed with `percent` of another.
    pub fn mix(self, other: Colour, percent: u8) -> Colour {
        let share = u16::from(percent.min(100));
        let blend = |one: u8, two: u8| ((u16::from(one) * (100 - share) + u16::from(two) * share + 50) / 100) as u8;
        Colour {
            red: blend(self.red, other.red),
            green: blend(self.green, other.green),
            blue: blend(self.blue, other.blue),
        }
    }

    /// Returns the colour of the outline of a vehicle on a screen.
    pub fn rim(self) -> Colour {
        self.shade(RIM_PERCENT)
    }

    /// Returns the colour darkened to `percent` of its components.
    pub(crate) fn shade(self, percent: u8) -> Colour {
        let dim = |amount: u8| (u16::from(amount) * u16::from(percent.min(100)) / 100) as u8;
        Colour { red: dim(self.red), green: dim(self.green), blue: dim(self.blue) }
    }
}

/// Formats the colour as `#d7191c`.
impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn all() -> impl Iterator<Item = Colour> {
        COLOURS.into_iter().chain([PRIMARY])
    }

    #[test]
    fn labels_have_their_indices() {
        let index_of = |text| index(Label::new(text).unwrap());
        assert_eq!((index_of("A"), index_of("b"), index_of("R"), index_of("S")), (0, 1, 17, 0));
        assert_eq!((index_of("0"), index_of("7"), index_of("18")), (0, 7, 0));
        assert_eq!(index_of("AC"), index_of("AB") + 1);
        assert_ne!(index_of("CA"), index_of("AC"));
    }

    #[test]
    fn all_colours_differ_in_a_terminal() {
        let indices: BTreeSet<u8> = all().map(Colour::xterm).collect();
        assert_eq!(indices.len(), COLOURS.len() + 1);
        for index in 16..=255 {
            let shown = Colour::of_xterm(index);
            assert_eq!(Colour::of_xterm(shown.xterm()), shown);
        }
    }

    #[test]
    fn only_the_primary_is_red() {
        let reddish = |colour: &Colour| {
            let other = colour.green.max(colour.blue);
            u32::from(colour.red) * 2 > u32::from(other) * 3
        };
        assert!(reddish(&PRIMARY));
        assert_eq!(COLOURS.iter().find(|colour| reddish(colour)), None);
    }

    #[test]
    fn every_label_is_readable() {
        let light = |amount: u8| {
            let share = f64::from(amount) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        let luminance =
            |colour: Colour| 0.2126 * light(colour.red) + 0.7152 * light(colour.green) + 0.0722 * light(colour.blue);
        for colour in all() {
            for shown in [colour, Colour::of_xterm(colour.xterm())] {
                let (one, two) = (luminance(shown), luminance(colour.ink()));
                let contrast = (one.max(two) + 0.05) / (one.min(two) + 0.05);
                assert!(contrast >= 4.5, "{shown} has a contrast of {contrast:.1}");
            }
        }
    }

    #[test]
    fn neighbours_in_the_alphabet_differ_in_lightness() {
        for pair in COLOURS.windows(2) {
            let apart = pair[0].brightness().abs_diff(pair[1].brightness());
            assert!(apart >= 20, "{} and {} are only {apart} apart", pair[0], pair[1]);
        }
    }
}
