//! The tiers of the kernels `search` and `minimal`: how many threads work on one cluster, and with how much memory.

/// Where the set of visited positions is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// In shared memory, with this many bytes.
    Shared(u32),
    /// In as much shared memory as a thread block can have.
    AllShared,
    /// In device memory, with this many bytes.
    Device(u32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Tier {
    pub(crate) name: &'static str,
    pub(crate) threads: u32,
    pub(crate) memory: Memory,
    /// Room for column blocks; `search` only.
    pub(crate) max_blocks: u32,
    pub(crate) max_positions: u32,
}

/// The tiers of `search`, the smallest first.
pub(crate) const SEARCH: [Tier; 6] = [
    Tier { name: "search 1", threads: 32, memory: Memory::Shared(4 << 10), max_blocks: 384, max_positions: 4 << 10 },
    Tier { name: "search 2", threads: 64, memory: Memory::Shared(12 << 10), max_blocks: 768, max_positions: 16 << 10 },
    Tier {
        name: "search 3",
        threads: 128,
        memory: Memory::Shared(32 << 10),
        max_blocks: 3 << 10,
        max_positions: 64 << 10,
    },
    Tier {
        name: "search 4",
        threads: 256,
        memory: Memory::Shared(96 << 10),
        max_blocks: 6 << 10,
        max_positions: 128 << 10,
    },
    Tier { name: "search 5", threads: 512, memory: Memory::AllShared, max_blocks: 12 << 10, max_positions: 256 << 10 },
    Tier {
        name: "search 6",
        threads: 512,
        memory: Memory::Device(32 << 20),
        max_blocks: 192 << 10,
        max_positions: 1 << 20,
    },
];

/// The tiers of `minimal`, the smallest first.
pub(crate) const MINIMAL: [Tier; 6] = [
    Tier { name: "minimal 1", threads: 32, memory: Memory::Shared(4 << 10), max_blocks: 0, max_positions: 384 },
    Tier { name: "minimal 2", threads: 64, memory: Memory::Shared(16 << 10), max_blocks: 0, max_positions: 3 << 9 },
    Tier { name: "minimal 3", threads: 256, memory: Memory::Shared(64 << 10), max_blocks: 0, max_positions: 6 << 10 },
    Tier { name: "minimal 4", threads: 512, memory: Memory::AllShared, max_blocks: 0, max_positions: 12 << 10 },
    Tier { name: "minimal 5", threads: 512, memory: Memory::Device(1 << 20), max_blocks: 0, max_positions: 96 << 10 },
    Tier { name: "minimal 6", threads: 512, memory: Memory::Device(16 << 20), max_blocks: 0, max_positions: 3 << 19 },
];
