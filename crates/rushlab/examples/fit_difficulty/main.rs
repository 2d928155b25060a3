//! How well the difficulty predicts people: prints the figures of `docs/difficulty.md`.
//!
//! The argument is a file with a header line and a line for each puzzle, separated by tabs. The columns `board`,
//! `people` (who tried it), `solved` (who solved it) and `median_seconds` are used.
#![allow(clippy::print_stdout, reason = "an example prints its results")]

mod report;
mod statistics;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(path) = std::env::args().nth(1) else {
        println!(
            "Give the path of a file such as people.tsv, with the columns board, people, solved and median_seconds."
        );
        return Ok(());
    };
    print!("{}", report::report(&std::fs::read_to_string(path)?)?);
    Ok(())
}
