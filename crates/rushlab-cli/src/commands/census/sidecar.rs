//! The sidecar of a census file: a JSON file next to it that describes the census and carries the checksum of the rows.
//!
//! The census file itself contains only rows, as in the published database.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};

use super::{CensusScope, CensusTotals};
use crate::{atomic_file, checksum};

/// The version this program writes, and the newest it reads.
const VERSION: u32 = 1;

/// The description of a census file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sidecar {
    census: u32,
    /// The version of the program that wrote the file.
    program: String,
    /// The rules and the metric; `None` for those of the published database.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rules: Option<String>,
    pub(super) size: String,
    /// The fewest and the most walls.
    pub(super) walls: (u8, u8),
    /// The first id, and the id after the last.
    pub(super) ids: (u64, u64),
    pub(super) canonical: u64,
    pub(super) solvable: u64,
    pub(super) minimal: u64,
    pub(super) positions: u64,
    pub(super) largest: u64,
    /// The SHA-256 of the census file.
    pub(super) sha256: String,
    /// The checksum of the other fields.
    checksum: String,
}

impl Sidecar {
    pub(super) fn new(census: &CensusScope, totals: &CensusTotals, rows: &[u8]) -> Sidecar {
        let mut sidecar = Sidecar {
            census: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            rules: census.other_rules(),
            size: format!("{}x{}", census.size.width(), census.size.height()),
            walls: census.walls,
            ids: census.ids,
            canonical: totals.canonical,
            solvable: totals.solvable,
            minimal: totals.minimal,
            positions: totals.positions,
            largest: totals.largest,
            sha256: checksum::of_file(rows),
            checksum: String::new(),
        };
        sidecar.checksum = sidecar.own_checksum();
        sidecar
    }

    fn own_checksum(&self) -> String {
        let fields = Sidecar { checksum: String::new(), ..self.clone() };
        // The fields are plain data with text keys, so serialising them cannot fail.
        checksum::of_record("sidecar", &serde_json::to_string(&fields).unwrap_or_default())
    }

    /// Writes the sidecar of a census file.
    pub(super) fn write(&self, census_file: &Path) -> Result<()> {
        atomic_file::write(&path_of(census_file), true, |out| Ok(out.write_all(self.text().as_bytes())?))
    }

    fn text(&self) -> String {
        // As above, serialising cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads the sidecar of a census file.
    pub(super) fn read(census_file: &Path) -> Result<Sidecar> {
        let path = path_of(census_file);
        let shown = path.display();
        if !path.exists() {
            bail!("there is no {shown}, which carries its checksum; copy it too, or run the census again");
        }
        let text = fs::read(&path).with_context(|| format!("{shown} cannot be read"))?;
        let sidecar: Option<Sidecar> = serde_json::from_slice(&text).ok();
        let is_undamaged =
            |sidecar: &Sidecar| sidecar.checksum == sidecar.own_checksum() && sidecar.text().as_bytes() == text;
        match sidecar.filter(is_undamaged) {
            Some(sidecar) if sidecar.census == VERSION => Ok(sidecar),
            Some(_) => bail!("{shown} was written by another version of rushlab; run the census again"),
            None => bail!("{shown} is damaged; run the census again"),
        }
    }
}

/// Returns the path of the sidecar of a census file.
pub(super) fn path_of(census_file: &Path) -> PathBuf {
    let mut name = OsString::from(census_file);
    name.push(".json");
    PathBuf::from(name)
}
