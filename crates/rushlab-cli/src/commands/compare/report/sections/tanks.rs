//! Fuel. The course's program treats two positions as duplicates if the vehicles are in the same places, whatever their fuel. There are
//! fewer positions then, but the one that is kept may be the one with an empty tank.

use rushlab::search::Duplicates;

use super::super::checks::ByBoard;
use super::super::data::Data;
use super::super::document::Section;
use super::super::words::{begin, either};
use crate::commands::compare::model::{Ending, PuzzleEntry};
use crate::output::{count, grouped};

/// The number of puzzles that are drawn.
const DRAWN: usize = 3;

/// The effect of comparing duplicates by the board.
enum Difference {
    Longer(u32, u32),
    Missed(u32),
}

pub(super) fn add_to(data: &Data<'_>, section: &mut Section) {
    section.heading("Fuel: duplicates exact or by the board");
    section.text(headline(data).unwrap_or_else(|| "No puzzle has fuel.".to_owned()));
    let differences: Vec<(usize, Difference)> = differences(data).collect();
    let board = |(entry, difference): &(usize, Difference)| {
        let (name, unit) = (begin(&data.name(*entry)), data.unit());
        let caption = match difference {
            Difference::Longer(exact, board) => {
                format!("{name}: {exact} {unit} are enough, but {board} are found by the board.")
            }
            Difference::Missed(exact) => {
                format!("{name}: {exact} {unit} are enough, but by the board no solution is found.")
            }
        };
        data.board(*entry, caption)
    };
    section.pictures(differences.iter().take(DRAWN).map(board).collect());
    section.list(differences.iter().skip(DRAWN).map(|difference| board(difference).caption).collect());
}

/// Describes on how many puzzles it matters, if any has a tank.
pub(super) fn headline(data: &Data<'_>) -> Option<String> {
    let checked = &data.checks.by_board;
    let figures = data
        .comparison
        .entries
        .iter()
        .filter(|entry| entry.puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some()));
    let figures = figures.count();
    let has_tank =
        |entry: &PuzzleEntry| (0..entry.puzzle.vehicles().len()).any(|vehicle| entry.puzzle.tank(vehicle).is_some());
    let tanks = data.comparison.entries.iter().filter(|entry| has_tank(entry)).count();
    if tanks == 0 {
        return None;
    }
    let mut text = format!("{} with fuel, {} of them with given amounts. ", count(tanks, "puzzle"), grouped(figures));
    let differences: Vec<(usize, Difference)> = differences(data).collect();
    let missed = differences.iter().filter(|(_, difference)| matches!(difference, Difference::Missed(_))).count();
    let longer = differences.len() - missed;
    text += "Uniform-cost search that compares duplicates by the board ";
    text += &match (longer, missed) {
        (0, 0) => "finds a shortest solution wherever the optimum is known.".to_owned(),
        _ => format!(
            "decides {}; on {} it finds too long a solution, and on {} it misses all of them.",
            grouped(checked.len()),
            grouped(longer),
            grouped(missed)
        ),
    };
    if let Some((by_board, exact)) = searched(data) {
        let (by_board, exact) = (grouped(by_board as usize), grouped(exact as usize));
        text += &format!(" It searches {by_board} states, and {exact} where duplicates are exact.");
    }
    let given_up = tanks - checked.len();
    if given_up > 0 {
        text += &format!(" {} {} too large.", count(given_up, "puzzle"), either(given_up, "was", "were"));
    }
    Some(text)
}

/// Returns the states of uniform-cost search by the board and with exact duplicates, if it is in the comparison.
fn searched(data: &Data<'_>) -> Option<(u64, u64)> {
    let (uniform, _) =
        data.configurations().find(|(_, configuration)| configuration.algorithm.about().name == "dijkstra")?;
    let pairs = data.checks.by_board.iter().map(|by_board| {
        let finding = &data.run(by_board.entry, uniform).finding;
        (finding.ending != Ending::Limit).then_some((by_board.states, finding.statistics.states))
    });
    let decided = pairs.flatten().reduce(|one, other| (one.0 + other.0, one.1 + other.1));
    decided.filter(|_| data.comparison.duplicates == Duplicates::Exact)
}

fn differences<'a>(data: &'a Data<'_>) -> impl Iterator<Item = (usize, Difference)> + 'a {
    data.checks.by_board.iter().filter_map(|ByBoard { entry, cost, .. }| {
        let optimum = &data.comparison.optima[*entry];
        let exact = optimum.cost().filter(|_| optimum.ending == Ending::Solved)?;
        match cost {
            None => Some((*entry, Difference::Missed(exact))),
            Some(cost) if *cost > exact => Some((*entry, Difference::Longer(exact, *cost))),
            Some(_) => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use rushlab::Solution;
    use rushlab::search::Statistics;

    use super::super::super::checks::Checks;
    use super::super::super::document::Block;
    use super::*;
    use crate::commands::compare::model::{Comparison, Finding};

    #[test]
    fn puzzles_are_listed_where_the_board_misleads() {
        let entry = |(number, board): (usize, &str)| PuzzleEntry {
            number,
            id: number.to_string(),
            puzzle: rushlab::format::parse(board).unwrap(),
        };
        let boards = ["..............AA.B.....B............ B3"; 3];
        let puzzle = rushlab::format::parse(boards[0]).unwrap();
        let solved = |moves: &str| Finding {
            ending: Ending::Solved,
            solution: Some(Solution::parse(&puzzle, moves).unwrap()),
            statistics: Statistics::default(),
            seconds: 0.0,
        };
        let comparison = Comparison {
            entries: (1..).zip(boards).map(entry).collect(),
            configurations: Vec::new(),
            optima: vec![solved("BD1 AR2"), solved("BD1 AR1 AR1"), solved("AL1 BD1 AR1 AR2")],
            runs: Vec::new(),
            duplicates: Duplicates::Exact,
        };
        let by_board = [Some(2), Some(5), None].into_iter().enumerate();
        let by_board = by_board.map(|(entry, cost)| ByBoard { entry, cost, states: 10 }).collect();
        let data = Data::new(&comparison, Checks { by_board, ..Checks::default() });
        let text = headline(&data).unwrap();
        assert!(
            text.ends_with("decides 3; on 1 it finds too long a solution, and on 1 it misses all of them."),
            "{text}"
        );
        let mut section = Section::new("", "", None);
        add_to(&data, &mut section);
        let captions: Vec<&str> = (section.blocks.iter())
            .filter_map(|block| if let Block::Pictures(pictures) = block { Some(pictures) } else { None })
            .flatten()
            .map(|picture| picture.caption.as_str())
            .collect();
        assert_eq!(
            captions,
            [
                "Puzzle 2: 3 moves are enough, but 5 are found by the board.",
                "Puzzle 3: 4 moves are enough, but by the board no solution is found.",
            ]
        );
    }
}
