//! Any bytes as the format `psychology`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| rushlab_fuzz::reads("psychology", bytes));
