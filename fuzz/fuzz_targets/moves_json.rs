//! Any text as moves in the notation `json`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| rushlab_fuzz::reads_moves("json", text));
