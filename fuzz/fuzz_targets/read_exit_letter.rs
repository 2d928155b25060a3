//! Any bytes as the format `exit-letter`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| rushlab_fuzz::reads("exit-letter", bytes));
