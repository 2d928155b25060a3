//! Any bytes as a puzzle file in one format.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rushlab_fuzz::{format, reads};

fuzz_target!(init: { format(); }, |bytes: &[u8]| reads(format(), bytes));
