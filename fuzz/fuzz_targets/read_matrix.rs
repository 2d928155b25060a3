//! Any bytes as the format `matrix`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| rushlab_fuzz::reads("matrix", bytes));
