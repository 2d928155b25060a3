//! Every individual of a generation, as the papers print them: its number, its moves, its fitness; then the average.

use std::io::Write as _;

use rushlab::genetic::{Evolution, Method};
use rushlab::notation;

use crate::output;

/// The notation that tells a species' moves.
pub(super) fn notation_of(species: Method) -> &'static str {
    match species {
        Method::Schlegel => "lisp",
        Method::Grh => "letters",
    }
}

/// A fitness with two digits after the point, without zeros at the end.
pub(super) fn fitness(value: f64) -> String {
    format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(super) fn print(species: Method, evolution: &Evolution) {
    let mut out = output::stdout();
    let generation = evolution.generation();
    let notation = notation::named(notation_of(species));
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
    // Whoever reads no more has seen enough.
    let _ = writeln!(out, "{}\n", lines.join("\n"));
}
