//! The summary of a census.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use rushlab_census::Counts;
use serde_json::json;

use super::rows::RowStatistics;
use super::scope::CensusScope;
use crate::arguments::Output;
use crate::output::{self, STRONG, grouped};

const HARDEST: usize = 5;

/// The width of the longest bar in characters.
const BAR: u64 = 30;

pub(super) fn summary(
    style: Output,
    census: &CensusScope,
    totals: &Counts,
    statistics: &RowStatistics,
    file: &Path,
) -> Result<()> {
    let mut out = output::stdout();
    let figures = figures(totals);
    match style {
        Output::Json | Output::Jsonl => writeln!(out, "{}", json(census, &figures, statistics))?,
        Output::Tsv => {
            writeln!(out, "{}", figures.map(|(name, ..)| name).join("\t"))?;
            writeln!(out, "{}", figures.map(|(_, figure, _)| figure.to_string()).join("\t"))?;
        }
        Output::Table | Output::Text => {
            text(&mut out, census, &figures, statistics)?;
            let all = if census.chunks.shard.is_whole() {
                String::new()
            } else {
                format!(" of shard {}", census.chunks.shard)
            };
            writeln!(out, "\nAll puzzles{all} are in {}, the hardest first.", file.display())?;
        }
    }
    out.flush()?;
    Ok(())
}

/// A figure with its name and its meaning.
type Figure = (&'static str, u64, &'static str);

fn figures(totals: &Counts) -> [Figure; 6] {
    let Counts { ids, canonical, solvable, minimal, positions, largest } = *totals;
    [
        ("ids", ids, "boards in which no vehicle can move left or up"),
        ("canonical", canonical, "boards that are the smallest of their cluster: the number of clusters"),
        ("solvable", solvable, "clusters with a solution"),
        ("minimal", minimal, "clusters whose hardest position is minimal: the number of puzzles"),
        ("positions", positions, "positions in all clusters"),
        ("largest", largest, "positions in the largest cluster"),
    ]
}

fn json(census: &CensusScope, figures: &[Figure], statistics: &RowStatistics) -> serde_json::Value {
    let mut object = json!({
        "definition": census.rules.name,
        "metric": census.metric.word(),
        "size": format!("{}x{}", census.size.width(), census.size.height()),
        "walls": [census.walls.0, census.walls.1],
        "first_id": census.chunks.ids.0,
        "last_id": census.chunks.ids.1.saturating_sub(1),
        "by_moves": statistics.by_moves,
        "by_walls": statistics.by_walls,
        "hardest": statistics.hardest,
    });
    if !census.chunks.shard.is_whole() {
        object["shard"] = census.chunks.shard.to_string().into();
    }
    for (name, figure, _) in figures {
        object[*name] = (*figure).into();
    }
    object
}

fn text(
    out: &mut impl Write,
    census: &CensusScope,
    figures: &[Figure],
    statistics: &RowStatistics,
) -> std::io::Result<()> {
    let RowStatistics { by_moves, by_walls, hardest, .. } = statistics;
    let width = figures.iter().map(|(_, figure, _)| grouped(*figure as usize).len()).max().unwrap_or(0);
    for (name, figure, meaning) in figures {
        writeln!(out, "{name:9}  {:>width$}  {meaning}", grouped(*figure as usize))?;
    }
    let most = by_moves.values().copied().max().unwrap_or(1);
    writeln!(out, "\n{STRONG}{}  puzzles{STRONG:#}", census.metric)?;
    for (moves, count) in by_moves.iter().rev() {
        let bar = "█".repeat((count * BAR).div_ceil(most) as usize);
        writeln!(out, "{moves:5}  {:>7}  {bar}", grouped(*count as usize))?;
    }
    if census.walls.1 > 0 {
        writeln!(out, "\n{STRONG}walls  puzzles{STRONG:#}")?;
        for (walls, count) in by_walls {
            writeln!(out, "{walls:5}  {:>7}", grouped(*count as usize))?;
        }
    }
    if !hardest.is_empty() {
        writeln!(out, "\nThe hardest, {}:", output::count(statistics.most_moves(), census.metric.unit()))?;
        let shown = hardest.iter().take(HARDEST).filter_map(|row| row.split(' ').nth(1));
        shown.into_iter().try_for_each(|board| writeln!(out, "  {board}"))?;
        let more = hardest.len().saturating_sub(HARDEST);
        if more > 0 {
            writeln!(out, "  and {} more", grouped(more))?;
        }
    }
    Ok(())
}
