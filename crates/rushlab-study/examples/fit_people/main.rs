//! How well models predict the moves of people: prints the figures of `docs/difficulty.md`.
//!
//! The argument is a table with a header line and the columns `board`, `moves` and `person`, separated by tabs.
#![allow(clippy::print_stdout, reason = "an example prints its results")]

mod report;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(path) = std::env::args().nth(1) else {
        println!("Give the path of a file such as moves.tsv, with the columns board, moves and person.");
        return Ok(());
    };
    print!("{}", report::Fitted::of(&std::fs::read_to_string(path)?)?.report());
    Ok(())
}
