//! Prints every individual of a generation as in the papers: its number, moves and fitness; then the average.

use std::io::Write as _;

use rushlab::genetic::{Evolution, Method};
use rushlab::notation;

use crate::output;

/// Returns the notation in which the paper prints moves.
pub(super) fn notation_of(method: Method) -> &'static str {
    match method {
        Method::Schlegel => "lisp",
        Method::Grh => "letters",
    }
}

/// Formats a fitness with at most two decimals.
pub(super) fn fitness(value: f64) -> String {
    format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(super) fn print(method: Method, evolution: &Evolution) {
    let mut out = output::stdout();
    let generation = evolution.generation();
    let notation = notation::by_name(notation_of(method));
    let mut lines = vec![format!("Generation {}:", generation.number)];
    for (index, individual) in evolution.individuals().enumerate() {
        let moves = notation.map(|notation| notation::write(notation, evolution.puzzle(), &individual.moves));
        let moves = moves.unwrap_or_default();
        lines.push(format!("{} {} {}", index + 1, moves.trim_end(), fitness(individual.fitness)));
    }
    lines.push(format!("average fitness = {:.2}", generation.mean));
    if generation.solutions > 0 {
        lines.push("Solution found!".to_owned());
    }
    // A closed pipe is not an error here; the final output reports it.
    let _ = writeln!(out, "{}\n", lines.join("\n"));
}
