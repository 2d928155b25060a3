//! Any bytes as the format `uva`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| rushlab_fuzz::reads("uva", bytes));
