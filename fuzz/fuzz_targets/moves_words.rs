//! Any text as moves in the notation `words`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| rushlab_fuzz::reads_moves("words", text));
