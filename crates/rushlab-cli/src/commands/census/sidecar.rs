//! The sidecar of a census file: a JSON file next to it that describes the census and carries the checksum of the rows.
//!
//! The census file itself contains only rows, as in the published database.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use rushlab::puzzle::Metric;
use rushlab_census::{Chunks, Counts, FOGLEMAN, Shard, Size, rules_by_name};
use serde::{Deserialize, Serialize};

use super::scope::CensusScope;
use crate::arguments::BoardSize;
use crate::{atomic_file, checksum, read};

/// The version of census files: sidecar, rows with their order, and ids. The program reads this version only.
const VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sidecar {
    census: u32,
    /// The version of the program that wrote the file.
    pub(super) program: String,
    /// The definition; `None` for that of the published database, in moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    definition: Option<String>,
    /// The metric; there is one if there is a definition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    metric: Option<String>,
    pub(super) size: String,
    walls: (u8, u8),
    /// The first id, and the id after the last.
    ids: (u64, u64),
    /// The shard; `None` if the file has the puzzles of all ids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<ShardFields>,
    canonical: u64,
    solvable: u64,
    pub(super) minimal: u64,
    positions: u64,
    largest: u64,
    pub(super) sha256: String,
    /// The checksum of the other fields.
    checksum: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShardFields {
    index: u32,
    count: u32,
    /// Number of ids in a chunk. Shard `index` has the chunks `index`, `index + count`, `index + 2 * count`, …
    chunk: u64,
}

impl Sidecar {
    pub(super) fn new(census: &CensusScope, totals: &Counts, sha256: String) -> Sidecar {
        let Shard { index, count } = census.chunks.shard;
        let mut sidecar = Sidecar {
            census: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            definition: census.other_definition().map(|_| census.rules.name.to_owned()),
            metric: census.other_definition().map(|_| census.metric.word().to_owned()),
            size: format!("{}x{}", census.size.width(), census.size.height()),
            walls: census.walls,
            ids: census.chunks.ids,
            shard: (!census.chunks.shard.is_whole()).then(|| ShardFields {
                index,
                count,
                chunk: census.chunks.chunk_ids(),
            }),
            canonical: totals.canonical,
            solvable: totals.solvable,
            minimal: totals.minimal,
            positions: totals.positions,
            largest: totals.largest,
            sha256,
            checksum: String::new(),
        };
        sidecar.checksum = sidecar.own_checksum();
        sidecar
    }

    /// Returns what the census file covers; `None` if no census of this program does.
    pub(super) fn scope(&self) -> Option<CensusScope> {
        let BoardSize(width, height) = self.size.parse().ok()?;
        let shard = self.shard.map_or(Some(Shard::WHOLE), |fields| Shard::new(fields.index, fields.count))?;
        let size = Size::new(width.into(), height.into())?;
        let rules = self.definition.as_ref().map_or(Some(&FOGLEMAN), |name| rules_by_name(name))?;
        let metric = self.metric.as_ref().map_or(Some(FOGLEMAN.metric), |word| Metric::from_word(word))?;
        let scope = CensusScope { rules, metric, size, walls: self.walls, chunks: Chunks { ids: self.ids, shard } };
        let same_chunks = |fields: ShardFields| fields.chunk == scope.chunks.chunk_ids();
        (self.ids.0 <= self.ids.1 && self.shard.is_none_or(same_chunks)).then_some(scope)
    }

    pub(super) fn totals(&self, scope: &CensusScope) -> Counts {
        let Sidecar { canonical, solvable, minimal, positions, largest, .. } = *self;
        Counts { ids: scope.chunks.id_count(), canonical, solvable, minimal, positions, largest }
    }

    fn own_checksum(&self) -> String {
        let fields = Sidecar { checksum: String::new(), ..self.clone() };
        // The fields are plain data with text keys, so serialising them cannot fail.
        checksum::of_record("sidecar", &serde_json::to_string(&fields).unwrap_or_default())
    }

    pub(super) fn write(&self, census_file: &Path) -> Result<()> {
        atomic_file::write(&path_of(census_file), true, |out| Ok(out.write_all(self.text().as_bytes())?))
    }

    fn text(&self) -> String {
        // As above, serialising cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    pub(super) fn read(census_file: &Path) -> Result<Sidecar> {
        let path = path_of(census_file);
        let shown = path.display();
        if !path.exists() {
            bail!("there is no {shown}, which carries its checksum; copy it too, or run the census again");
        }
        let text = read::bytes(&path, read::SIDECAR).with_context(|| format!("{shown} cannot be read"))?;
        if let Ok(AnyVersion { census }) = serde_json::from_slice(&text)
            && census != VERSION
        {
            bail!(
                "{shown} was written by another version of rushlab: its census format is {census}, and this program \
                 reads {VERSION}; use that version, or run the census again"
            );
        }
        let sidecar: Option<Sidecar> = serde_json::from_slice(&text).ok();
        let is_undamaged =
            |sidecar: &Sidecar| sidecar.checksum == sidecar.own_checksum() && sidecar.text().as_bytes() == text;
        let Some(sidecar) = sidecar.filter(is_undamaged) else {
            bail!("{shown} is damaged; copy it again, or run the census again with --force")
        };
        Ok(sidecar)
    }
}

/// What the sidecars of all versions have.
#[derive(Deserialize)]
struct AnyVersion {
    census: u32,
}

pub(super) fn path_of(census_file: &Path) -> PathBuf {
    let mut name = OsString::from(census_file);
    name.push(".json");
    PathBuf::from(name)
}
