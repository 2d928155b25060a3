//! Fuel. The course's program took two positions for one when all vehicles stand alike, whatever is in their tanks: that is fewer
//! positions, but the one it keeps may be the one whose tank is empty.

use super::super::checks::ByBoard;
use super::super::data::Data;
use super::super::document::Section;
use super::super::words::{begin, either, of};
use crate::commands::compare::model::Ending;
use crate::output::{count, grouped};

/// How many puzzles are drawn.
const DRAWN: usize = 3;

/// What comes of judging by the board.
enum Difference {
    Longer(u32, u32),
    Missed(u32),
}

pub(super) fn tell(data: &Data<'_>, section: &mut Section) {
    section.heading("Fuel: duplicates exact, or by the board alone");
    section.text(headline(data).unwrap_or_else(|| "No tank was in play.".to_owned()));
    let differences: Vec<(usize, Difference)> = differences(data).collect();
    let board = |(subject, difference): &(usize, Difference)| {
        let (name, unit) = (begin(&data.name(*subject)), data.unit());
        let caption = match difference {
            Difference::Longer(exact, board) => format!("{name}: {exact} {unit} are enough, but {board} are found by the board alone."),
            Difference::Missed(exact) => format!("{name}: {exact} {unit} are enough, but by the board alone no solution is found."),
        };
        data.board(*subject, caption)
    };
    section.pictures(differences.iter().take(DRAWN).map(board).collect());
    section.list(differences.iter().skip(DRAWN).map(|difference| board(difference).caption).collect());
}

/// On how many puzzles it matters, if any has a tank.
pub(super) fn headline(data: &Data<'_>) -> Option<String> {
    let checked = &data.checks.by_board;
    let figures = data.comparison.subjects.iter().filter(|subject| subject.puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some()));
    let figures = figures.count();
    let has_tank = |subject: &crate::commands::compare::model::Subject| {
        (0..subject.puzzle.vehicles().len()).any(|vehicle| subject.puzzle.tank(vehicle).is_some())
    };
    let tanks = data.comparison.subjects.iter().filter(|subject| has_tank(subject)).count();
    if tanks == 0 {
        return None;
    }
    let mut text = format!(
        "{} with fuel, {} with a figure for some tank: ",
        count(tanks, "puzzle"),
        grouped(figures)
    );
    let differences: Vec<(usize, Difference)> = differences(data).collect();
    let missed = differences.iter().filter(|(_, difference)| matches!(difference, Difference::Missed(_))).count();
    let longer = differences.len() - missed;
    text += &match (longer, missed) {
        (0, 0) => format!("uniform-cost search that judges duplicates by the board alone finds the same lengths on all {} that it decides", grouped(checked.len())),
        _ => format!(
            "of {} that it decides, uniform-cost search that judges duplicates by the board alone finds too long a solution on {} and misses the solution on {}",
            grouped(checked.len()),
            grouped(longer),
            grouped(missed)
        ),
    };
    text.push('.');
    let given_up = tanks - checked.len();
    if given_up > 0 {
        text += &format!(" {} {} given up.", of(given_up, tanks), either(given_up, "was", "were"));
    }
    Some(text)
}

fn differences<'a>(data: &'a Data<'_>) -> impl Iterator<Item = (usize, Difference)> + 'a {
    data.checks.by_board.iter().filter_map(|ByBoard { subject, cost, .. }| {
        let optimum = &data.comparison.optima[*subject];
        let exact = optimum.cost.filter(|_| optimum.ending == Ending::Solved)?;
        match cost {
            None => Some((*subject, Difference::Missed(exact))),
            Some(cost) if *cost > exact => Some((*subject, Difference::Longer(exact, *cost))),
            Some(_) => None,
        }
    })
}
