//! Any text as moves in one notation.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rushlab_fuzz::{notation, reads_moves};

fuzz_target!(init: { notation(); }, |text: &str| reads_moves(notation(), text));
