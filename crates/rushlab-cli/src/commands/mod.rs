//! The commands, one file each.

pub(crate) mod census;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod database;
pub(crate) mod evolve;
pub(crate) mod explore;
pub(crate) mod generate;
pub(crate) mod grade;
pub(crate) mod help;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod maze;
pub(crate) mod play;
pub(crate) mod render;
pub(crate) mod replay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod simulate;
pub(crate) mod solve;
pub(crate) mod train;
