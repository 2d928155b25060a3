//! Sets the limit on the memory of the module.

/// The most memory, in bytes: more than any search may use (256 MiB), so that a search ends at its limit and not by a
/// trap.
const MAXIMUM: u32 = 1 << 30;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|architecture| architecture == "wasm32") {
        println!("cargo:rustc-cdylib-link-arg=--max-memory={MAXIMUM}");
    }
}
