//! A set of keys, quick to fill and quick to empty.

/// A set of keys. No key has all bits set.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Keys, inverted so that an empty slot is zero; a power of two of them.
    slots: Vec<u64>,
    /// How many slots are in use, less one; those beyond are empty.
    mask: usize,
    /// Only the highest bits of a product depend on all bits of the key: how far they are shifted down.
    shift: u32,
    /// The slots that are taken.
    taken: Vec<u32>,
}

/// How many slots there are at first.
const FIRST: usize = 1024;

impl Default for Table {
    fn default() -> Table {
        Table { slots: vec![0; FIRST], mask: FIRST - 1, shift: 64 - FIRST.trailing_zeros(), taken: Vec::new() }
    }
}

impl Table {
    #[inline]
    fn place(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// Adds a key; whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, key: u64) -> bool {
        let mut place = self.place(key);
        loop {
            let slot = self.slots[place & self.mask];
            if slot == !key {
                return false;
            }
            if slot == 0 {
                break;
            }
            place += 1;
        }
        self.slots[place & self.mask] = !key;
        self.taken.push((place & self.mask) as u32);
        if self.taken.len() * 2 > self.mask {
            self.grow();
        }
        true
    }

    #[cold]
    fn grow(&mut self) {
        let old: Vec<u64> = self.taken.iter().map(|slot| self.slots[*slot as usize]).collect();
        self.empty();
        self.mask = self.mask * 2 + 1;
        self.shift -= 1;
        self.slots.resize(self.slots.len().max(self.mask + 1), 0);
        for slot in old {
            let mut place = self.place(!slot);
            while self.slots[place & self.mask] != 0 {
                place += 1;
            }
            self.slots[place & self.mask] = slot;
            self.taken.push((place & self.mask) as u32);
        }
    }

    /// Takes out all keys, one by one: most clusters are small.
    fn empty(&mut self) {
        for slot in self.taken.drain(..) {
            self.slots[slot as usize] = 0;
        }
    }

    /// Takes out all keys, and makes room for so many.
    pub(super) fn clear(&mut self, room: usize) {
        self.empty();
        self.mask = (2 * room + 2).next_power_of_two().max(FIRST) - 1;
        self.shift = (self.mask as u64).leading_zeros();
        self.slots.resize(self.slots.len().max(self.mask + 1), 0);
    }
}
