//! Any bytes as the format `inf421`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| rushlab_fuzz::reads("inf421", bytes));
