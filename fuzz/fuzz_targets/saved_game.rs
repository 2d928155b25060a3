//! Any text as a saved game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rushlab_fuzz::restores;

fuzz_target!(|text: &str| restores(text));
