//! Any text as moves in the notation `esau`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| rushlab_fuzz::reads_moves("esau", text));
