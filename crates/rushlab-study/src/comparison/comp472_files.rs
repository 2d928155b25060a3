//! The COMP 472 text files, byte for byte as the course's own program writes them, or as the handout prints them; see
//! the handout, section 2.3.
//!
//! Fuel is shown for tanks without the default amount, in the order in which vehicles first appear on the initial
//! board. A search file shows only the tanks that the last pass has tracked: see `Comparison::write_search`.

use std::io::{self, Write};

use rushlab::position::{Move, Position};
use rushlab::puzzle::Vehicle;
use rushlab::search::{Configuration, Verdict, Visit};
use rushlab::{Puzzle, notation};

use super::SearchResult;

/// The layout of the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// The files of the course's own program.
    #[default]
    Course,
    /// The examples in the handout: no separators, no fuel beside boards, and only `no solution` if there is none.
    Handout,
}

/// The first and last line of a file.
const SEPARATOR: &str = "--------------------------------------------------------------------------------";

/// Returns the name of the solution file of a search, such as `a-h1`, on a puzzle.
pub fn solution_name(stem: &str, puzzle: usize) -> String {
    format!("{stem}-sol-{puzzle}.txt")
}

/// Returns the name of the search file of a search on a puzzle.
pub fn search_name(stem: &str, puzzle: usize) -> String {
    format!("{stem}-search-{puzzle}.txt")
}

/// Writes the solution file of a run.
///
/// # Errors
///
/// Fails if `out` fails.
pub fn solution(out: &mut dyn Write, puzzle: &Puzzle, result: &SearchResult, layout: Layout) -> io::Result<()> {
    let start = Position::start(puzzle);
    match (layout, result.status) {
        (Layout::Course, _) => writeln!(out, "{SEPARATOR}\n")?,
        (Layout::Handout, Verdict::Unsolvable) => return writeln!(out, "no solution"),
        (Layout::Handout, _) => {}
    }
    writeln!(out, "Initial board configuration: {}{}\n", start, fuel(&start))?;
    board(out, &start, layout)?;
    let tank = |(vehicle, units): (usize, Option<u16>)| {
        let label = puzzle.vehicles()[vehicle].label;
        units.map_or_else(|| format!("{label}:unlimited"), |units| format!("{label}:{units}"))
    };
    let tanks: Vec<String> = start.fuel().iter().copied().enumerate().map(tank).collect();
    writeln!(out, "\nCar fuel available: {}\n", tanks.join(", "))?;
    match result.status {
        Verdict::Solved => path(out, puzzle, result, layout)?,
        Verdict::Unsolvable => failure(out, "no solution found", result)?,
        Verdict::Limit => failure(out, "stopped at a limit", result)?,
    }
    if layout == Layout::Course { writeln!(out, "{SEPARATOR}\n") } else { Ok(()) }
}

pub(super) fn visit(
    out: &mut dyn Write,
    configuration: &Configuration,
    visit: &Visit<'_>,
    layout: Layout,
) -> io::Result<()> {
    let Visit { f, g, h, position, .. } = visit;
    // A value that the search does not use is 0.
    let g = if configuration.algorithm.about().name == "greedy" { 0 } else { *g };
    writeln!(out, "{f} {g} {h} {position}{}", beside(position, layout))
}

/// Writes a solution: its length, its moves in one line, then each move with the board after it.
fn path(out: &mut dyn Write, puzzle: &Puzzle, result: &SearchResult, layout: Layout) -> io::Result<()> {
    let Some(solution) = &result.solution else { return Ok(()) };
    writeln!(out, "Runtime: {:.6} seconds", result.seconds())?;
    writeln!(out, "Search path length: {} states", result.statistics.states)?;
    writeln!(out, "Solution path length: {} {}", solution.cost(), puzzle.rules().metric)?;
    writeln!(out, "Solution path: {}\n", solution.to_notation(notation::WORDS))?;
    let widest = puzzle.vehicles().iter().map(|vehicle| vehicle.label.as_str().chars().count()).max().unwrap_or(1);
    let mut last = puzzle.start();
    for (mv, position) in solution.moves().iter().zip(solution.positions().skip(1)) {
        let Move { vehicle, direction, cells } = *mv;
        let label = puzzle.vehicles()[vehicle].label;
        let left = position.fuel()[vehicle].map_or_else(|| "-".to_owned(), |units| units.to_string());
        writeln!(out, "{label:widest$} {direction:>5} {cells} {left:>8} {position}{}", beside(&position, layout))?;
        last = position;
    }
    writeln!(out)?;
    board(out, &last, layout)?;
    if layout == Layout::Course { writeln!(out) } else { Ok(()) }
}

fn failure(out: &mut dyn Write, reason: &str, result: &SearchResult) -> io::Result<()> {
    writeln!(out, "Sorry, could not solve the puzzle as specified.\nError: {reason}\n")?;
    writeln!(out, "Runtime: {:.6} seconds", result.seconds())
}

/// Writes the board row by row; the course has a line with the fuel before it.
fn board(out: &mut dyn Write, position: &Position, layout: Layout) -> io::Result<()> {
    if layout == Layout::Course {
        writeln!(out, "!{}", fuel(position))?;
    }
    let cells = position.to_string();
    let width = usize::from(position.puzzle().width());
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

/// Returns the fuel that stands beside a board in lists of boards.
fn beside(position: &Position, layout: Layout) -> String {
    if layout == Layout::Course { fuel(position) } else { String::new() }
}

/// Returns the fuel as ` K6 M0`, with a space before each tank.
fn fuel(position: &Position) -> String {
    let puzzle = position.puzzle();
    let default_fuel = puzzle.rules().default_fuel;
    let shown = |(vehicle, units): (&Vehicle, &Option<u16>)| {
        units.filter(|_| *units != default_fuel).map(|units| format!(" {}{units}", vehicle.label))
    };
    puzzle.vehicles().iter().zip(position.fuel()).filter_map(shown).collect()
}
