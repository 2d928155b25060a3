//! Any text as moves in the notation `signed`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| rushlab_fuzz::reads_moves("signed", text));
