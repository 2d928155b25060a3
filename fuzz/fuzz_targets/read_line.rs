//! Any bytes as the format `line`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| rushlab_fuzz::reads("line", bytes));
