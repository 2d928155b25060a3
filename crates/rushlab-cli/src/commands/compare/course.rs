//! The course's text files, to the byte as its own program wrote them; see seed 003, section 2.3.
//!
//! Fuel is shown for tanks that are not as full as the rules make them, in the order in which vehicles first appear on the initial
//! board. In a search file only tanks that are part of the position are shown: see `runner.rs`.

use std::io::{self, Write};

use rushlab::puzzle::Vehicle;
use rushlab::reference::{Move, Position};
use rushlab::search::Visit;
use rushlab::{Puzzle, notation};

use super::configuration::Configuration;
use super::model::{Ending, Finding};

/// What a file begins and ends with.
const RULE: &str = "--------------------------------------------------------------------------------";

/// The solution file of a run.
pub(super) fn solution(out: &mut dyn Write, puzzle: &Puzzle, finding: &Finding) -> io::Result<()> {
    let start = Position::start(puzzle);
    writeln!(out, "{RULE}\n")?;
    writeln!(out, "Initial board configuration: {}{}\n", start.cells(puzzle), fuel(puzzle, &start))?;
    board(out, puzzle, &start)?;
    let tank = |(vehicle, units): (usize, Option<u16>)| {
        let label = puzzle.vehicles()[vehicle].label;
        units.map_or_else(|| format!("{label}:unlimited"), |units| format!("{label}:{units}"))
    };
    let tanks: Vec<String> = start.fuel.iter().copied().enumerate().map(tank).collect();
    writeln!(out, "\nCar fuel available: {}\n", tanks.join(", "))?;
    match finding.ending {
        Ending::Solved => way(out, puzzle, finding, start)?,
        Ending::Unsolvable => nothing(out, "no solution found", finding)?,
        Ending::Limit => nothing(out, "stopped at a limit before an answer", finding)?,
    }
    writeln!(out, "{RULE}\n")
}

/// A line of a search file.
pub(super) fn visit(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    configuration: &Configuration,
    visit: &Visit<'_>,
) -> io::Result<()> {
    let Visit { f, g, h, position, .. } = visit;
    // A value that means nothing to the search is 0.
    let g = if configuration.is_greedy() { 0 } else { *g };
    writeln!(out, "{f} {g} {h} {}{}", position.cells(puzzle), fuel(puzzle, position))
}

/// The solution: how long it is, its moves in a line, then each with the board after it.
fn way(out: &mut dyn Write, puzzle: &Puzzle, finding: &Finding, start: Position) -> io::Result<()> {
    let told = finding.told(puzzle.rules().metric);
    let words = notation::named("words").map(|words| notation::write(words, puzzle, &told)).unwrap_or_default();
    let length = finding.cost.unwrap_or_default();
    writeln!(out, "Runtime: {:.6} seconds", finding.seconds)?;
    writeln!(out, "Search path length: {} states", finding.statistics.states)?;
    writeln!(out, "Solution path length: {length} {}", puzzle.rules().metric)?;
    writeln!(out, "Solution path: {}\n", words.trim_end())?;
    let widest = puzzle.vehicles().iter().map(|vehicle| vehicle.label.as_str().chars().count()).max().unwrap_or(1);
    let mut position = start;
    for mv in told {
        position = position.play(puzzle, mv).map_err(io::Error::other)?;
        let Move { vehicle, direction, cells } = mv;
        let label = puzzle.vehicles()[vehicle].label;
        let left = position.fuel[vehicle].map_or_else(|| "-".to_owned(), |units| units.to_string());
        let (after, tanks) = (position.cells(puzzle), fuel(puzzle, &position));
        writeln!(out, "{label:widest$} {direction:>5} {cells} {left:>8} {after}{tanks}")?;
    }
    writeln!(out)?;
    board(out, puzzle, &position)?;
    writeln!(out)
}

fn nothing(out: &mut dyn Write, why: &str, finding: &Finding) -> io::Result<()> {
    writeln!(out, "Sorry, could not solve the puzzle as specified.\nError: {why}\n")?;
    writeln!(out, "Runtime: {:.6} seconds", finding.seconds)
}

/// The board, row by row, below a line with the fuel.
fn board(out: &mut dyn Write, puzzle: &Puzzle, position: &Position) -> io::Result<()> {
    writeln!(out, "!{}", fuel(puzzle, position))?;
    let cells = position.cells(puzzle);
    let width = usize::from(puzzle.width());
    if cells.contains(' ') {
        let cells: Vec<&str> = cells.split(' ').collect();
        let widest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(1);
        for row in cells.chunks(width) {
            let row: Vec<String> = row.iter().map(|cell| format!("{cell:widest$}")).collect();
            writeln!(out, "{}", row.join(" ").trim_end())?;
        }
    } else {
        let cells: Vec<char> = cells.chars().collect();
        cells.chunks(width).try_for_each(|row| writeln!(out, "{}", row.iter().collect::<String>()))?;
    }
    Ok(())
}

/// ` K6 M0`: a space before each.
fn fuel(puzzle: &Puzzle, position: &Position) -> String {
    let usual = puzzle.rules().default_fuel;
    let shown = |(vehicle, units): (&Vehicle, &Option<u16>)| {
        units.filter(|_| *units != usual).map(|units| format!(" {}{units}", vehicle.label))
    };
    puzzle.vehicles().iter().zip(&position.fuel).filter_map(shown).collect()
}
