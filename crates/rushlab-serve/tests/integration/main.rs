//! The tests of the server over real sockets, in one binary.

mod api;
mod attacks;
#[path = "../common/mod.rs"]
mod common;
mod documents;
mod icons;
mod laboratory;
mod malformed;
