//! Any bytes as the format `lisp`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| rushlab_fuzz::reads("lisp", bytes));
