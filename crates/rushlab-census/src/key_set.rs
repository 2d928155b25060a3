//! A set of position keys: a hash table with open addressing, linear probing and multiplicative hashing (Knuth, *The
//! Art of Computer Programming* 3, section 6.4), which is cheap to clear.

/// A set of keys. A key with all bits set cannot be stored.
#[derive(Clone, Debug)]
pub(super) struct KeySet {
    /// The inverted keys, so that an empty slot is zero. The length is a power of two.
    slots: Vec<u64>,
    /// Number of slots in use, minus one. Slots beyond it are empty.
    mask: usize,
    /// Right shift of the hash product. Only the highest bits of the product depend on all bits of the key.
    shift: u32,
    occupied: Vec<u32>,
}

/// Initial and least number of slots.
const MIN_SLOTS: usize = 1024;

impl Default for KeySet {
    fn default() -> KeySet {
        KeySet {
            slots: vec![0; MIN_SLOTS],
            mask: MIN_SLOTS - 1,
            shift: 64 - MIN_SLOTS.trailing_zeros(),
            occupied: Vec::new(),
        }
    }
}

impl KeySet {
    #[inline]
    fn home_slot(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    #[inline]
    pub(super) fn insert(&mut self, key: u64) -> bool {
        let mut slot = self.home_slot(key);
        loop {
            let stored = self.slots[slot & self.mask];
            if stored == !key {
                return false;
            }
            if stored == 0 {
                break;
            }
            slot += 1;
        }
        self.slots[slot & self.mask] = !key;
        self.occupied.push((slot & self.mask) as u32);
        if self.occupied.len() * 2 > self.mask {
            self.grow();
        }
        true
    }

    #[cold]
    fn grow(&mut self) {
        let old: Vec<u64> = self.occupied.iter().map(|slot| self.slots[*slot as usize]).collect();
        self.remove_all();
        self.mask = self.mask * 2 + 1;
        self.shift -= 1;
        self.slots.resize(self.slots.len().max(self.mask + 1), 0);
        for stored in old {
            let mut slot = self.home_slot(!stored);
            while self.slots[slot & self.mask] != 0 {
                slot += 1;
            }
            self.slots[slot & self.mask] = stored;
            self.occupied.push((slot & self.mask) as u32);
        }
    }

    /// Removes all keys, slot by slot, because most clusters are small.
    fn remove_all(&mut self) {
        for slot in self.occupied.drain(..) {
            self.slots[slot as usize] = 0;
        }
    }

    /// Removes all keys and reserves space for `capacity` keys.
    pub(super) fn clear(&mut self, capacity: usize) {
        self.remove_all();
        self.mask = (2 * capacity + 2).next_power_of_two().max(MIN_SLOTS) - 1;
        self.shift = (self.mask as u64).leading_zeros();
        self.slots.resize(self.slots.len().max(self.mask + 1), 0);
    }
}
