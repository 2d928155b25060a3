//! The colour table of an animation. GIF allows 256 colours.
//!
//! A board has a few dozen colours, and thousands of blends at the edges between them. The table takes the most
//! frequent colours first, and skips those that look like one it already has.

use std::collections::HashMap;

type Colour = [u8; 3];

/// At most 255 colours; the last index means an unchanged pixel.
pub(super) struct ColourTable {
    colours: Vec<Colour>,
}

impl ColourTable {
    /// The index of an unchanged pixel.
    pub(super) const UNCHANGED: u8 = 255;

    pub(super) fn new(pixels: impl Iterator<Item = Colour>) -> ColourTable {
        let mut counts: HashMap<Colour, u64> = HashMap::new();
        pixels.for_each(|colour| *counts.entry(colour).or_default() += 1);
        let mut common: Vec<(Colour, u64)> = counts.into_iter().collect();
        common.sort_unstable_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        let mut colours: Vec<Colour> = Vec::new();
        // Uses the smallest minimum distance for which all colours fit into the table.
        for min_distance in [12, 16, 22, 30, 40, 60, 90, 130] {
            colours.clear();
            for (colour, _) in &common {
                if colours.iter().all(|taken| distance(*taken, *colour) >= min_distance * min_distance) {
                    colours.push(*colour);
                }
            }
            if colours.len() <= usize::from(ColourTable::UNCHANGED) {
                break;
            }
        }
        colours.truncate(ColourTable::UNCHANGED.into());
        ColourTable { colours }
    }

    /// Returns the table in the form of the file: red, green and blue of each colour.
    pub(super) fn bytes(&self) -> &[u8] {
        self.colours.as_flattened()
    }

    pub(super) fn finder(&self) -> Finder<'_> {
        Finder { table: self, cache: HashMap::new() }
    }
}

/// Finds the nearest colours of a table, with a cache.
pub(super) struct Finder<'a> {
    table: &'a ColourTable,
    cache: HashMap<Colour, u8>,
}

impl Finder<'_> {
    pub(super) fn find(&mut self, colour: Colour) -> u8 {
        let nearest = || (0..).zip(&self.table.colours).min_by_key(|(_, known)| distance(**known, colour));
        *self.cache.entry(colour).or_insert_with(|| nearest().map_or(0, |(index, _)| index))
    }
}

/// Returns the squared distance of two colours, weighted by the sensitivity of the eye: most to green, least to blue.
fn distance(one: Colour, two: Colour) -> u32 {
    let square = |index: usize| u32::from(one[index].abs_diff(two[index])).pow(2);
    (2 * square(0) + 4 * square(1) + square(2)) / 2
}
