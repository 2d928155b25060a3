//! Whether some files are all parts of one census.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, bail};
use rushlab_census::{Chunks, Shard};

use super::Part;
use crate::commands::census::scope::CensusScope;
use crate::output;

/// The maximum number of missing shards that are listed.
const LISTED: usize = 5;

/// The shards of one range of ids, by number.
struct Range<'a> {
    scope: &'a CensusScope,
    shards: BTreeMap<u32, &'a Path>,
}

/// Returns what the files cover together. Fails if they are not parts of one census, or if parts overlap or are
/// missing. The whole census has the ids below `id_count`.
pub(super) fn combine(parts: &[Part], id_count: u64) -> Result<CensusScope> {
    let Some(first) = parts.first() else { bail!("there is nothing to merge") };
    for part in parts {
        if part.scope.options() != first.scope.options() {
            bail!(
                "{} and {} are of different censuses ({} and {}); merge the parts of one",
                first.path.display(),
                part.path.display(),
                first.scope.options(),
                part.scope.options()
            );
        }
    }
    let ranges = ranges(parts)?;
    for pair in ranges.windows(2) {
        check_order(&pair[0], &pair[1])?;
    }
    for range in &ranges {
        check_complete(range, id_count)?;
    }
    let ends = ranges.iter().fold(first.scope.chunks.ids, |ends, range| {
        (ends.0.min(range.scope.chunks.ids.0), ends.1.max(range.scope.chunks.ids.1))
    });
    Ok(CensusScope { chunks: Chunks { ids: ends, shard: Shard::WHOLE }, ..first.scope.clone() })
}

/// Groups the parts by their range of ids. Returns the ranges in order.
fn ranges(parts: &[Part]) -> Result<Vec<Range<'_>>> {
    let mut ranges: BTreeMap<((u64, u64), u32), Range<'_>> = BTreeMap::new();
    for Part { path, scope, .. } in parts {
        let range = ranges.entry((scope.chunks.ids, scope.chunks.shard.count));
        let range = range.or_insert_with(|| Range { scope, shards: BTreeMap::new() });
        if let Some(other) = range.shards.insert(scope.chunks.shard.index, path) {
            let both = if other == path {
                format!("{} is given twice", path.display())
            } else {
                format!("{} and {} overlap: both are {scope}", other.display(), path.display())
            };
            bail!("{both}; leave one out");
        }
    }
    Ok(ranges.into_values().collect())
}

/// Checks that one range begins where the other ends.
fn check_order(one: &Range<'_>, other: &Range<'_>) -> Result<()> {
    let (end, start) = (one.scope.chunks.ids.1, other.scope.chunks.ids.0);
    let name =
        |range: &Range<'_>| range.shards.values().next().map_or_else(String::new, |path| path.display().to_string());
    let (one_name, other_name) = (name(one), name(other));
    if start < end {
        bail!(
            "{one_name} ({}) and {other_name} ({}) overlap; leave one out, or merge the shards of one division",
            one.scope,
            other.scope
        );
    }
    if start > end {
        bail!(
            "ids {end}..{} are missing between {one_name} and {other_name}; take them with `rushlab census {} --ids {end}..{} --out FILE`",
            start - 1,
            one.scope.options(),
            start - 1
        );
    }
    Ok(())
}

fn check_complete(range: &Range<'_>, id_count: u64) -> Result<()> {
    let count = range.scope.chunks.shard.count;
    let missing: Vec<u32> = (0..count).filter(|index| !range.shards.contains_key(index)).collect();
    let Some(index) = missing.first() else { return Ok(()) };
    let shard = |index: u32| Shard { index, count }.to_string();
    let mut listed: Vec<String> = missing.iter().take(LISTED).map(|index| shard(*index)).collect();
    if missing.len() > LISTED {
        listed.push(format!("and {} more", output::grouped(missing.len() - LISTED)));
    }
    let (noun, verb) = if missing.len() == 1 { ("shard", "is") } else { ("shards", "are") };
    let (first, end) = range.scope.chunks.ids;
    let ids = if (first, end) == (0, id_count) { String::new() } else { format!(" --ids {first}..{}", end - 1) };
    bail!(
        "{noun} {} {verb} missing; take {} with `rushlab census {}{ids} --shard {} --out FILE`",
        listed.join(", "),
        if missing.len() == 1 { "it" } else { "the first" },
        range.scope.options(),
        shard(*index)
    );
}
