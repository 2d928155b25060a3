//! Any text as moves in the notation `pddl`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| rushlab_fuzz::reads_moves("pddl", text));
