//! Prints how many ids and positions a GPU classifies per second, and the share of each kernel, on ids spread over a
//! census:
//!
//! ```sh
//! cargo run --release -p rushlab-cuda --example profile -- 6 0 2 64
//! ```
//!
//! The arguments: the number of rows and columns, the fewest and the most walls, the number of chunks of 65,536 ids.

#![allow(clippy::print_stdout, reason = "the program prints a table")]

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use rushlab::Metric;
use rushlab_census::{BoardNumbering, FOGLEMAN, Size};
use rushlab_cuda::CudaCensus;

const CHUNK_IDS: u32 = 1 << 16;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = std::env::args().skip(1).map(|argument| argument.parse()).collect::<Result<Vec<u64>, _>>()?;
    let [cells, fewest, most, count] = arguments[..] else {
        return Err("give size, walls from, walls to, chunks".into());
    };
    let size = Size::new(cells as usize, cells as usize).ok_or("no such size")?;
    let start = Instant::now();
    let numbering = BoardNumbering::new(&FOGLEMAN, size, fewest as u8..=most as u8, |_| ControlFlow::Continue(()))?;
    println!("{} ids, counted in {:.2?}", numbering.count(), start.elapsed());
    let start = Instant::now();
    let census = CudaCensus::new(&numbering, Metric::Moves)?;
    println!("{}: prepared in {:.2?}", census.name()?, start.elapsed());
    let mut stream = census.stream(CHUNK_IDS)?;
    println!("{} chunks in a batch", stream.max_chunks());
    let all = numbering.count().div_ceil(CHUNK_IDS.into());
    let numbers: Vec<u64> = (0..count.min(all)).map(|number| number * all / count.min(all)).collect();
    let chunk = |number: &u64| {
        let first = number * u64::from(CHUNK_IDS);
        (first, (first + u64::from(CHUNK_IDS)).min(numbering.count()))
    };
    let chunks: Vec<(u64, u64)> = numbers.iter().map(chunk).collect();
    let ids: u64 = chunks.iter().map(|(first, end)| end - first).sum();
    let mut totals = [0_u64; 6];
    let mut phases = BTreeMap::<&str, f32>::new();
    let start = Instant::now();
    for batch in chunks.chunks(stream.max_chunks()) {
        for result in stream.classify(batch)? {
            let figures = [
                result.counts.canonical,
                result.counts.solvable,
                result.counts.positions,
                result.puzzles.len() as u64,
                result.unclassified.len() as u64,
                result.undecided.len() as u64,
            ];
            totals.iter_mut().zip(figures).for_each(|(total, figure)| *total += figure);
        }
        for (name, milliseconds) in stream.phases()? {
            *phases.entry(name).or_default() += milliseconds;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let [canonical, solvable, positions, puzzles, unclassified, undecided] = totals;
    println!("{ids} ids: {canonical} clusters, {solvable} solvable, {positions} positions, {puzzles} minimal puzzles");
    println!("left to the host: {unclassified} clusters, {undecided} hardest positions");
    println!(
        "{seconds:.3} s: {:.1} million ids/s, {:.2} billion positions/s",
        ids as f64 / seconds / 1e6,
        positions as f64 / seconds / 1e9
    );
    println!("the whole census would take {:.0} s", numbering.count() as f64 * seconds / ids as f64);
    let sum: f32 = phases.values().sum();
    for (name, milliseconds) in phases {
        println!("{name:10} {milliseconds:9.1} ms {:5.1}%", 100.0 * milliseconds / sum);
    }
    Ok(())
}
