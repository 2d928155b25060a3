//! Fuel. The COMP 472 program treats two positions as duplicates if their vehicles are equal; fuel is ignored. Then
//! there are fewer positions, but the one that is kept may be the one with an empty tank.

use rushlab::search::{Duplicates, Verdict};

use super::super::checks::BoardDuplicatesResult;
use super::super::data::Data;
use crate::comparison::PuzzleEntry;
use crate::report::document::Section;
use crate::words::{capitalise, count, grouped, plural};

const DRAWN: usize = 3;

/// The effect of detecting duplicates by the board alone.
enum Difference {
    Longer(u32, u32),
    Missed(u32),
}

pub(super) fn add_to(data: &Data<'_>, section: &mut Section) {
    section.heading("Fuel: duplicates detected by the board alone");
    section.text(headline(data).unwrap_or_else(|| "No puzzle has fuel.".to_owned()));
    let differences: Vec<(usize, Difference)> = differences(data).collect();
    let board = |(entry, difference): &(usize, Difference)| {
        let name = capitalise(&data.name(*entry));
        let caption = match difference {
            Difference::Longer(exact, board) => {
                format!(
                    "{name}: the optimum is {}; with duplicates detected by the board, the search finds {board}.",
                    data.cost(*exact)
                )
            }
            Difference::Missed(exact) => {
                format!(
                    "{name}: the optimum is {}; with duplicates detected by the board, the search finds no solution.",
                    data.cost(*exact)
                )
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
    let with_given_fuel = data
        .comparison
        .entries
        .iter()
        .filter(|entry| entry.puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some()));
    let with_given_fuel = with_given_fuel.count();
    let has_tank =
        |entry: &PuzzleEntry| (0..entry.puzzle.vehicles().len()).any(|vehicle| entry.puzzle.tank(vehicle).is_some());
    let tanks = data.comparison.entries.iter().filter(|entry| has_tank(entry)).count();
    if tanks == 0 {
        return None;
    }
    let mut text =
        format!("{} with fuel, {} of them with given amounts. ", count(tanks, "puzzle"), grouped(with_given_fuel));
    let differences: Vec<(usize, Difference)> = differences(data).collect();
    let missed = differences.iter().filter(|(_, difference)| matches!(difference, Difference::Missed(_))).count();
    let longer = differences.len() - missed;
    text += "Uniform-cost search with duplicates detected by the board ";
    text += &match (longer, missed) {
        (0, 0) => "finds a shortest solution wherever the optimum is known.".to_owned(),
        _ => format!(
            "decides {} of them; on {} its solution is not optimal, and on {} it finds no solution although there is one.",
            grouped(checked.len()),
            grouped(longer),
            grouped(missed)
        ),
    };
    if let Some((by_board, exact)) = searched(data) {
        let (by_board, exact) = (grouped(by_board as usize), grouped(exact as usize));
        text += &format!(" It searches {by_board} states, and {exact} with exact duplicates.");
    }
    let undecided = tanks - checked.len();
    if undecided > 0 {
        text += &format!(" {} {} too large.", count(undecided, "puzzle"), plural(undecided, "was", "were"));
    }
    Some(text)
}

/// Returns the states of uniform-cost search by the board and with exact duplicates, if it is in the comparison.
fn searched(data: &Data<'_>) -> Option<(u64, u64)> {
    let (uniform, _) =
        data.configurations().find(|(_, configuration)| configuration.algorithm.about().name == "dijkstra")?;
    let pairs = data.checks.by_board.iter().map(|by_board| {
        let result = &data.run(by_board.entry, uniform).result;
        (result.status != Verdict::Limit).then_some((by_board.states, result.statistics.states))
    });
    let decided = pairs.flatten().reduce(|one, other| (one.0 + other.0, one.1 + other.1));
    decided.filter(|_| data.comparison.duplicates() == Duplicates::Exact)
}

fn differences<'a>(data: &'a Data<'_>) -> impl Iterator<Item = (usize, Difference)> + 'a {
    data.checks.by_board.iter().filter_map(|BoardDuplicatesResult { entry, cost, .. }| {
        let optimum = &data.results.puzzles[*entry].optimum;
        let exact = optimum.cost().filter(|_| optimum.status == Verdict::Solved)?;
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

    use super::super::super::checks::ReportChecks;
    use super::*;
    use crate::comparison::{Comparison, PuzzleResults, Results, SearchResult, Times};
    use crate::report::document::Block;

    #[test]
    fn puzzles_whose_result_depends_on_fuel_are_listed() {
        let boards = ["..............AA.B.....B............ B3"; 3];
        let puzzle = rushlab::format::parse(boards[0]).unwrap();
        let solved = |moves: &str| SearchResult {
            status: Verdict::Solved,
            solution: Some(Solution::parse(&puzzle, moves).unwrap()),
            statistics: Statistics::default(),
            times: Times::first(0.0),
            passes: 1,
        };
        let comparison = Comparison::new(boards.map(|board| rushlab::format::parse(board).unwrap()), Vec::new());
        let optima = ["BD1 AR2", "BD1 AR1 AR1", "AL1 BD1 AR1 AR2"].map(solved);
        let puzzles = optima.map(|optimum| PuzzleResults { optimum, runs: Vec::new() }).into();
        let results = Results { comparison, puzzles };
        let by_board = [Some(2), Some(5), None].into_iter().enumerate();
        let by_board = by_board.map(|(entry, cost)| BoardDuplicatesResult { entry, cost, states: 10 }).collect();
        let data = Data::new(&results, ReportChecks { by_board, ..ReportChecks::default() });
        let text = headline(&data).unwrap();
        assert!(
            text.ends_with("decides 3 of them; on 1 its solution is not optimal, and on 1 it finds no solution although there is one."),
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
                "Puzzle 2: the optimum is 3 moves; with duplicates detected by the board, the search finds 5.",
                "Puzzle 3: the optimum is 4 moves; with duplicates detected by the board, the search finds no solution.",
            ]
        );
    }
}
