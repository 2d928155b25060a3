//! One colour for each label, on every board: who has seen A in amber once finds it again in the next picture.
//!
//! The printed cards use the labels A to K and O to R besides the red car, so there are eighteen colours: A to R all differ. No
//! eighteen hues stay apart for every eye, so light and dark take turns along the alphabet, and red, with all that could be
//! taken for it, is kept for the primary.

use rushlab::puzzle::Label;

/// A colour to paint with, red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    /// The amount of red.
    pub red: u8,
    /// The amount of green.
    pub green: u8,
    /// The amount of blue.
    pub blue: u8,
}

/// What is written in on a dark colour.
pub const WHITE: Colour = colour(0xFFFFFF);

/// What is written in on a light colour.
pub const BLACK: Colour = colour(0x000000);

/// The red of the vehicle that must leave.
pub const PRIMARY: Colour = colour(0xD7191C);

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

/// The colour that documents write so.
pub(crate) const fn colour(hexadecimal: u32) -> Colour {
    let [_, red, green, blue] = hexadecimal.to_be_bytes();
    Colour { red, green, blue }
}

/// The place of a label in [`COLOURS`]: A is 0, B is 1, a number is itself, and longer labels that follow each other get colours
/// that do.
pub fn index(label: Label) -> usize {
    let text = label.as_str();
    let number = text.parse::<u32>().ok();
    // 31 shares no factor with 18, so each character of a long label counts.
    let spelled = || text.chars().fold(0, |sum: u32, character| sum.wrapping_mul(31).wrapping_add(value(character)));
    number.unwrap_or_else(spelled) as usize % COLOURS.len()
}

/// What the vehicle of a label is painted in, everywhere.
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
    /// Black or white, whichever reads better on it.
    pub fn ink(self) -> Colour {
        if self.brightness() >= 125 { BLACK } else { WHITE }
    }

    /// How light it looks, from 0 to 255.
    fn brightness(self) -> u32 {
        // The eye's weights for the three, as television has them.
        (299 * u32::from(self.red) + 587 * u32::from(self.green) + 114 * u32::from(self.blue)) / 1000
    }

    /// The nearest of the 256 colours of a terminal, leaving out the first 16, which every user may set to anything.
    pub fn xterm(self) -> u8 {
        (16..=255).min_by_key(|index| self.distance(Colour::of_xterm(*index))).unwrap_or(16)
    }

    /// What a terminal shows for an index from 16 on: a cube of 6 × 6 × 6 colours, then 24 greys.
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

    /// The same colour with so many percent of another in it.
    pub(crate) fn mix(self, other: Colour, percent: u8) -> Colour {
        let share = u16::from(percent.min(100));
        let blend = |one: u8, two: u8| ((u16::from(one) * (100 - share) + u16::from(two) * share + 50) / 100) as u8;
        Colour {
            red: blend(self.red, other.red),
            green: blend(self.green, other.green),
            blue: blend(self.blue, other.blue),
        }
    }

    /// The same colour, darker: `percent` of its light.
    pub(crate) fn shade(self, percent: u8) -> Colour {
        let dim = |amount: u8| (u16::from(amount) * u16::from(percent.min(100)) / 100) as u8;
        Colour { red: dim(self.red), green: dim(self.green), blue: dim(self.blue) }
    }
}

/// As documents write it: `#d7191c`.
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
    fn labels_have_their_colours() {
        let place = |text| index(Label::new(text).unwrap());
        assert_eq!((place("A"), place("b"), place("R"), place("S")), (0, 1, 17, 0));
        assert_eq!((place("0"), place("7"), place("18")), (0, 7, 0));
        assert_eq!(place("AC"), place("AB") + 1);
        assert_ne!(place("CA"), place("AC"));
    }

    #[test]
    fn no_two_colours_are_one_in_a_terminal() {
        let indices: BTreeSet<u8> = all().map(Colour::xterm).collect();
        assert_eq!(indices.len(), COLOURS.len() + 1);
        for index in 16..=255 {
            let shown = Colour::of_xterm(index);
            assert_eq!(Colour::of_xterm(shown.xterm()), shown);
        }
    }

    #[test]
    fn nobody_but_the_primary_is_red() {
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
