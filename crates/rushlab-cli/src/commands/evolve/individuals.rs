//! Prints every individual of a generation as in the papers. Schlegel: its number, moves and fitness, one per line.
//! GRH: its board as a matrix of numbers. Then the average fitness.

use std::collections::HashMap;
use std::io::Write as _;

use rushlab::notation::{self, Notation};
use rushlab::position::{Occupant, Position};
use rushlab::puzzle::Label;
use rushlab::{Cell, Puzzle, format};
use rushlab_genetic::{Evolution, Individual, Method};

use crate::arguments::EvolveOptions;
use crate::output;

/// The spaces between two matrices.
const GAP: usize = 4;

/// Returns the notation in which moves are printed if none is named.
pub(super) fn notation_of(method: Method) -> &'static dyn Notation {
    match method {
        Method::Schlegel => notation::LISP,
        Method::Grh => notation::LETTERS,
    }
}

/// Formats a fitness with at most two decimals.
pub(super) fn fitness(value: f64) -> String {
    format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(super) fn print(options: &EvolveOptions, evolution: &Evolution) {
    let mut out = output::stdout();
    let generation = evolution.generation();
    let mut lines = vec![format!("Generation {}:", generation.number)];
    match (evolution.method(), options.notation) {
        (Method::Grh, None) => lines.extend(matrices(evolution, output::columns())),
        (method, name) => {
            let notation = name.map_or_else(|| notation_of(method), |name| name.0);
            lines.extend(evolution.individuals().enumerate().map(|(index, individual)| {
                let moves = notation::write(notation, evolution.puzzle(), &individual.moves);
                format!("{} {} {}", index + 1, moves.trim_end(), fitness(individual.fitness))
            }));
        }
    }
    lines.push(format!("average fitness = {:.2}", generation.mean));
    if generation.solutions > 0 {
        lines.push("Solution found!".to_owned());
    }
    // A closed pipe is not an error here; the final output reports it.
    let _ = writeln!(out, "{}\n", lines.join("\n"));
}

/// Returns the boards of all individuals as matrices, side by side, each below its number and fitness.
fn matrices(evolution: &Evolution, columns: usize) -> Vec<String> {
    let numbers = numbers(evolution.puzzle());
    let block = |(index, individual): (usize, Individual)| {
        let caption = format!("{}: fitness {}", index + 1, fitness(individual.fitness));
        [vec![caption], matrix(&individual.position, &numbers)].concat()
    };
    let blocks: Vec<Vec<String>> = evolution.individuals().enumerate().map(block).collect();
    let width = blocks.iter().flatten().map(String::len).max().unwrap_or(0);
    let in_a_row = ((columns + GAP) / (width + GAP)).max(1);
    let mut lines = Vec::new();
    for row in blocks.chunks(in_a_row) {
        for line in 0..row.first().map_or(0, Vec::len) {
            let cells: Vec<String> = row.iter().map(|block| format!("{:width$}", block[line])).collect();
            lines.push(cells.join(&" ".repeat(GAP)).trim_end().to_owned());
        }
        lines.push(String::new());
    }
    lines
}

/// Returns the number of each vehicle in the format `matrix`: 51 the primary, odd horizontal, even vertical.
fn numbers(puzzle: &Puzzle) -> HashMap<Label, Label> {
    let labels = |puzzle: &Puzzle| puzzle.vehicles().iter().map(|vehicle| vehicle.label).collect::<Vec<_>>();
    let numbered = format::relabel(format::MATRIX, puzzle).map_or_else(|_| labels(puzzle), |new| labels(&new));
    labels(puzzle).into_iter().zip(numbered).collect()
}

/// Returns the rows of a board as numbers: 0 is empty, `#` is a wall.
fn matrix(position: &Position, numbers: &HashMap<Label, Label>) -> Vec<String> {
    let number = |cell: Cell| match position.occupant(cell) {
        None => "0".to_owned(),
        Some(Occupant::Wall) => "#".to_owned(),
        Some(Occupant::Vehicle(label)) => numbers.get(&label).unwrap_or(&label).to_string(),
    };
    let (width, height) = (position.puzzle().width(), position.puzzle().height());
    let widest = numbers.values().map(|number| number.as_str().len()).max().unwrap_or(1);
    let row = |row: u8| -> Vec<String> {
        (0..width).map(|column| format!("{:>widest$}", number(Cell { row, column }))).collect()
    };
    (0..height).map(|index| row(index).join(" ")).collect()
}
