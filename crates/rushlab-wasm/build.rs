//! Sets the memory of the module. The worker creates it, so that it knows how much there is.

/// The memory at the start, in bytes. `lab-worker.js` has the same number, in pages.
const INITIAL: u32 = 4 << 20;

/// The most memory, in bytes: more than any search may use (256 MiB), so that a search ends at its limit and not by a trap.
const MAXIMUM: u32 = 1 << 30;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|architecture| architecture == "wasm32") {
        println!("cargo:rustc-cdylib-link-arg=--import-memory");
        println!("cargo:rustc-cdylib-link-arg=--initial-memory={INITIAL}");
        println!("cargo:rustc-cdylib-link-arg=--max-memory={MAXIMUM}");
    }
}
