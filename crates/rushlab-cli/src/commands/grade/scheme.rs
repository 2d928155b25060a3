//! The points of each criterion, in a TOML file.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use rushlab_study::grade::Scheme;
use serde::Deserialize;

use crate::read;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SchemeFile {
    points: BTreeMap<String, f64>,
}

/// Reads a scheme; without a path it is that of the handout.
pub(super) fn read(path: Option<&Path>) -> Result<Scheme> {
    let Some(path) = path else { return Ok(Scheme::default()) };
    let text = read::text(path, read::SCHEME)?;
    let file: SchemeFile = toml::from_str(&text)
        .map_err(|error| anyhow!("{}", error.to_string().trim_end().to_owned()))
        .with_context(|| format!("{} is not a scheme such as `[points]` with `solutions = 20`", path.display()))?;
    Scheme::new(file.points).with_context(|| path.display().to_string())
}
