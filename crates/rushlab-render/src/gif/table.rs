//! The colours of a film: a GIF has 256.
//!
//! A board has some dozens of colours, and many thousand shades on the edges between them. The commonest colours are taken first, and
//! none that the eye would not tell from one that is there already.

use std::collections::HashMap;

type Colour = [u8; 3];

/// At most 255 colours; the last number stands for a pixel that does not change.
pub(super) struct Table {
    colours: Vec<Colour>,
}

impl Table {
    /// The number of a pixel that does not change.
    pub(super) const UNCHANGED: u8 = 255;

    pub(super) fn new(pixels: impl Iterator<Item = Colour>) -> Table {
        let mut counts: HashMap<Colour, u64> = HashMap::new();
        pixels.for_each(|colour| *counts.entry(colour).or_default() += 1);
        let mut common: Vec<(Colour, u64)> = counts.into_iter().collect();
        common.sort_unstable_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        let mut colours: Vec<Colour> = Vec::new();
        // The farther apart colours must be, the more of all shades the table spans; the first distance that leaves room is best.
        for apart in [12, 16, 22, 30, 40, 60, 90, 130] {
            colours.clear();
            for (colour, _) in &common {
                if colours.iter().all(|taken| distance(*taken, *colour) >= apart * apart) {
                    colours.push(*colour);
                }
            }
            if colours.len() <= usize::from(Table::UNCHANGED) {
                break;
            }
        }
        colours.truncate(Table::UNCHANGED.into());
        Table { colours }
    }

    /// As the file holds it.
    pub(super) fn bytes(&self) -> &[u8] {
        self.colours.as_flattened()
    }

    pub(super) fn finder(&self) -> Finder<'_> {
        Finder { table: self, found: HashMap::new() }
    }
}

/// Finds the nearest colour of a table, and remembers.
pub(super) struct Finder<'a> {
    table: &'a Table,
    found: HashMap<Colour, u8>,
}

impl Finder<'_> {
    pub(super) fn find(&mut self, colour: Colour) -> u8 {
        let nearest = || (0..).zip(&self.table.colours).min_by_key(|(_, known)| distance(**known, colour));
        *self.found.entry(colour).or_insert_with(|| nearest().map_or(0, |(index, _)| index))
    }
}

/// How far apart two colours look: the eye sees green best and blue least.
fn distance(one: Colour, two: Colour) -> u32 {
    let square = |index: usize| u32::from(one[index].abs_diff(two[index])).pow(2);
    (2 * square(0) + 4 * square(1) + square(2)) / 2
}
