//! The commands, one file each.

pub(crate) mod algorithms;
pub(crate) mod canonical;
pub(crate) mod census;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod database;
pub(crate) mod evolve;
pub(crate) mod explore;
pub(crate) mod formats;
pub(crate) mod generate;
pub(crate) mod man;
pub(crate) mod play;
pub(crate) mod properties;
pub(crate) mod render;
pub(crate) mod replay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
