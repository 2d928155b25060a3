//! Any bytes as the format `pddl`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| rushlab_fuzz::reads("pddl", bytes));
