//! Any bytes as the format `princeton`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| rushlab_fuzz::reads("princeton", bytes));
