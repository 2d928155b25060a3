//! Recomputation of a part of a census file, to find errors of the machine or of the program that wrote it.
//!
//! Chunks are chosen at random and processed again; every puzzle found must be in the file. Rows of the file are chosen
//! at random and computed again by the analysis, which shares no code with the census. If all chunks are recomputed,
//! the file must have no other rows, and the counts of its sidecar must be the same.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Result, anyhow};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use rushlab::analysis::{Cluster, Stopped, hardest, redundant};
use rushlab::format;
use rushlab::puzzle::{Metric, Rules};
use rushlab::search::Limits;
use rushlab_census::{BoardNumbering, Counts};
use rushlab_study::parallel;

use super::census_file::RowReader;
use super::chunks::{self, LibraryClassifier};
use super::rows;
use super::scope::CensusScope;
use crate::arguments::RecomputeAmount;
use crate::progress::ProgressLine;
use crate::watchdog::Watchdog;
use crate::{interrupt, output};

/// The maximum number of rows that a message lists.
const LISTED: usize = 3;

/// What was recomputed, without a difference.
pub(super) struct Recomputed {
    pub(super) chunks: usize,
    pub(super) rows: usize,
}

/// Recomputes a part of a census file. Fails if there is a difference. Returns `None` if Ctrl-C was pressed.
pub(super) fn recompute(
    path: &Path,
    census: &CensusScope,
    numbering: &BoardNumbering,
    amount: RecomputeAmount,
    threads: usize,
    random: &mut Pcg64Mcg,
) -> Result<Option<Recomputed>> {
    let mut numbers: Vec<usize> = census.chunks.numbers().collect();
    let all = numbers.len();
    numbers.shuffle(random);
    numbers.truncate(amount.of(all));
    numbers.sort_unstable();
    let is_complete = numbers.len() == all;
    let (mut missing, totals) = process(census, numbering, &numbers, threads)?;
    if interrupt::requested() {
        return Ok(None);
    }
    let mut file = RowReader::open(path)?;
    let (mut other, mut sample) = (Vec::new(), Vec::new());
    let share = numbers.len() as f64 / all.max(1) as f64;
    while let Some(row) = file.next()? {
        let is_known = missing.remove(row).is_some();
        if is_complete && !is_known {
            other.push(row.to_owned());
        } else if !is_complete && random.random_bool(share) {
            sample.push(row.to_owned());
        }
    }
    let mut differences = Vec::new();
    if !missing.is_empty() {
        let ranges = || missing.values().map(|number| census.chunks.range(*number));
        let first = ranges().map(|(first, _)| first).min().unwrap_or(0);
        let last = ranges().map(|(_, end)| end - 1).max().unwrap_or(0);
        differences.push(difference(missing.into_keys().collect(), &format!("of ids {first}..{last} "), "missing"));
    }
    if !other.is_empty() {
        differences.push(difference(other, "", "not found again"));
    }
    let recorded = file.sidecar().totals(census);
    if is_complete && totals != recorded {
        differences.push(format!("the counts are {}, but its sidecar has {}", counts(&totals), counts(&recorded)));
    }
    let rows = sample.len();
    let Some(wrong) = wrong_rows(sample, census.metric, threads)? else { return Ok(None) };
    if !wrong.is_empty() {
        differences.push(difference(wrong, "", "wrong"));
    }
    if differences.is_empty() {
        return Ok(Some(Recomputed { chunks: numbers.len(), rows }));
    }
    Err(anyhow!(
        "{} differs from what was recomputed: {}; the machine or the program that wrote it made an error: run the census again \
         with --force",
        path.display(),
        differences.join("; ")
    ))
}

/// Processes chunks. Returns their rows, each with the number of its chunk, and their totals.
fn process(
    census: &CensusScope,
    numbering: &BoardNumbering,
    numbers: &[usize],
    threads: usize,
) -> Result<(HashMap<String, usize>, Counts)> {
    let ids = numbers.iter().map(|number| census.chunks.length(*number)).sum();
    let line = ProgressLine::ticking(Some(ids), "{bar:20} {percent}% of {human_len} boards recomputed, {eta} left");
    let (mut rows, mut totals) = (HashMap::new(), Counts::default());
    chunks::process(
        threads,
        || Ok(LibraryClassifier::new(numbering, census)),
        numbers,
        &line,
        |chunk| {
            totals.merge(&chunk.counts);
            rows.extend(chunk.rows.into_iter().map(|row| (row, chunk.number)));
            Ok(())
        },
    )?;
    line.finish();
    Ok((rows, totals))
}

/// Returns the rows that the analysis does not confirm, or `None` if Ctrl-C was pressed.
fn wrong_rows(rows: Vec<String>, metric: Metric, threads: usize) -> Result<Option<Vec<String>>> {
    let line = ProgressLine::ticking(Some(rows.len() as u64), "{bar:20} {percent}% of {human_len} puzzles analysed");
    let mut wrong = Vec::new();
    parallel::in_order(
        threads,
        |submit| rows.into_iter().try_for_each(submit),
        |row| {
            let computed = analyse(&row, metric);
            line.increment(1);
            (computed.as_ref() != Ok(&Some(row.clone())) && !interrupt::requested()).then_some(row)
        },
        |row| {
            wrong.extend(row);
            anyhow::Ok(())
        },
    )?;
    line.finish();
    Ok((!interrupt::requested()).then_some(wrong))
}

/// Computes a row from its board: the hardest position of its cluster, if it is minimal.
fn analyse(row: &str, metric: Metric) -> Result<Option<String>, Stopped> {
    let Some(Ok(puzzle)) = row.split(' ').nth(1).map(format::parse) else { return Ok(None) };
    let rules = Rules { metric, ..puzzle.rules() };
    let puzzle = puzzle.with_rules(rules);
    let mut watchdog = Watchdog::until_interrupt();
    let cluster = Cluster::new(&puzzle, Limits::default(), &mut watchdog)?;
    let (Some(moves), Some(hardest)) = (cluster.greatest_distance(), hardest(&cluster)) else { return Ok(None) };
    let hardest = cluster.position(hardest).to_puzzle().ok().and_then(|puzzle| puzzle.with_canonical_labels());
    let Some(hardest) = hardest else { return Ok(None) };
    let redundant = redundant(&hardest, Limits::default(), &mut watchdog)?;
    let is_minimal = redundant.is_some_and(|redundant| redundant.is_empty());
    let board = format::board_line(&hardest).filter(|_| is_minimal);
    Ok(board.map(|board| rows::text(moves as usize, &board, cluster.size() as u64)))
}

/// Describes rows, as in `2 puzzles are missing: …`; `which` says more about them.
fn difference(mut rows: Vec<String>, which: &str, what: &str) -> String {
    let (puzzles, are) = (output::count(rows.len(), "puzzle"), if rows.len() == 1 { "is" } else { "are" });
    rows.sort_unstable_by(|one, other| rows::compare(one, other));
    let more = if rows.len() > LISTED { ", …" } else { "" };
    rows.truncate(LISTED);
    format!("{puzzles} {which}{are} {what}: {}{more}", rows.join(", "))
}

fn counts(totals: &Counts) -> String {
    let Counts { canonical, solvable, minimal, positions, largest, .. } = totals;
    format!("canonical {canonical}, solvable {solvable}, minimal {minimal}, positions {positions}, largest {largest}")
}
