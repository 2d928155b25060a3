//! The memory of a search: what is allocated, and what a growth that is under way or near will allocate.
//!
//! A search ends at its limit on memory before a large allocation, not after it. So the limit is compared with the sum
//! of both, and the statistics report what was allocated.

use std::collections::HashMap;
use std::ops::Add;

/// An amount of memory in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// The allocated bytes.
    pub allocated: u64,
    /// The bytes that will be allocated in addition.
    pub growth: u64,
}

impl Footprint {
    /// Returns the footprint of a vector that doubles when it is full, and frees the old values after they are copied.
    pub fn of_vec<T>(values: &Vec<T>) -> Footprint {
        let bytes = |len: usize| (len * size_of::<T>()) as u64;
        let is_nearly_full = values.capacity() - values.len() <= values.capacity() / 16;
        let growth = if is_nearly_full { bytes(2 * values.capacity()) } else { 0 };
        Footprint { allocated: bytes(values.capacity()), growth }
    }

    /// Returns the footprint of a hash map that doubles when seven eighths of its slots are full.
    pub fn of_map<K, V>(map: &HashMap<K, V>) -> Footprint {
        // One byte for each slot marks whether it is full.
        let bytes = |len: usize| (len / 7 * 8 * (size_of::<(K, V)>() + 1)) as u64;
        let is_nearly_full = map.capacity() - map.len() <= map.capacity() / 16;
        let growth = if is_nearly_full { bytes(2 * map.capacity()) } else { 0 };
        Footprint { allocated: bytes(map.capacity()), growth }
    }

    /// Returns the footprint of many small allocations of the same size.
    pub fn of_allocations(number: usize, bytes: usize) -> Footprint {
        Footprint::from((number * bytes.next_multiple_of(16)) as u64)
    }

    /// Returns the sum of both amounts.
    pub fn total(self) -> u64 {
        self.allocated.saturating_add(self.growth)
    }
}

impl From<u64> for Footprint {
    fn from(allocated: u64) -> Footprint {
        Footprint { allocated, growth: 0 }
    }
}

impl<T: Into<Footprint>> Add<T> for Footprint {
    type Output = Footprint;

    fn add(self, other: T) -> Footprint {
        let other = other.into();
        Footprint { allocated: self.allocated + other.allocated, growth: self.growth + other.growth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_announces_its_growth_before_it_doubles() {
        let mut values: Vec<u32> = Vec::with_capacity(1600);
        assert_eq!(Footprint::of_vec(&values), Footprint { allocated: 6400, growth: 0 });
        values.resize(1600, 0);
        assert_eq!(Footprint::of_vec(&values), Footprint { allocated: 6400, growth: 12_800 });
        values.push(0);
        assert_eq!(Footprint::of_vec(&values), Footprint { allocated: 12_800, growth: 0 });
    }

    #[test]
    fn a_map_announces_its_growth_before_it_doubles() {
        let mut map: HashMap<u64, u64> = HashMap::with_capacity(1000);
        let before = Footprint::of_map(&map);
        assert!(before.growth == 0 && before.allocated >= 16_000, "{before:?}");
        let capacity = map.capacity() as u64;
        for key in 0..capacity {
            map.insert(key, key);
        }
        let full = Footprint::of_map(&map);
        assert_eq!((full.allocated, full.growth), (before.allocated, 2 * before.allocated));
        map.insert(u64::MAX, 0);
        assert_eq!(Footprint::of_map(&map), Footprint { allocated: full.growth, growth: 0 });
    }

    #[test]
    fn sums_keep_allocation_and_growth_apart() {
        let sum = Footprint { allocated: 5, growth: 7 } + 11 + Footprint { allocated: 1, growth: 2 };
        assert_eq!((sum.allocated, sum.growth, sum.total()), (17, 9, 26));
    }
}
