//! Damage to files: flipped bits, deleted, duplicated and zeroed blocks, truncations.

/// A small random number generator (xorshift64*, Vigna 2016), so that every run makes the same damages.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end.max(1)
    }
}

/// Returns damaged copies of a file, each with a description. None is equal to the file.
pub(crate) fn damages(bytes: &[u8], count: usize, seed: u64) -> Vec<(String, Vec<u8>)> {
    let mut random = Random::new(seed);
    let mut damages = Vec::new();
    while damages.len() < count {
        let start = random.below(bytes.len());
        let length = 1 + random.below((bytes.len() - start).min(200));
        let (before, block, after) = (&bytes[..start], &bytes[start..start + length], &bytes[start + length..]);
        let (what, damaged) = match damages.len() % 6 {
            0 => {
                let mut flipped = bytes.to_vec();
                flipped[start] ^= 1 << random.below(8);
                ("bit flipped", flipped)
            }
            1 => {
                let mut replaced = bytes.to_vec();
                replaced[start] = b" 0123456789abcxyz\n"[random.below(18)];
                ("byte replaced", replaced)
            }
            2 => ("block deleted", [before, after].concat()),
            3 => ("block duplicated", [before, block, block, after].concat()),
            4 => ("block zeroed", [before, &vec![0; length], after].concat()),
            _ => ("truncated", before.to_vec()),
        };
        if damaged != bytes {
            damages.push((format!("{what}, {length} at {start}"), damaged));
        }
    }
    damages
}
