//! The effective branching factor: how many ways a search goes on at each step, as it were.

use super::super::axis::{Axis, counts};
use super::super::data::Data;
use super::super::document::{Picture, Section};
use super::super::plot;

pub(super) fn tell(data: &Data<'_>, section: &mut Section) {
    section.heading("Effective branching factor");
    let mut known: Vec<(f64, usize)> = (data.summaries.iter().enumerate())
        .filter_map(|(configuration, summary)| Some((summary.mean_branching?, configuration)))
        .collect();
    known.sort_by(|one, other| one.0.total_cmp(&other.0));
    let [(least, narrowest), .., (most, broadest)] = known.as_slice() else {
        section.text("Fewer than two searches solved a puzzle, so there are no branching factors to compare.");
        return;
    };
    section.text(format!(
        "An even tree that is as deep as the solution and has as many positions as were expanded would branch {least:.2} ways under \
         {}, the narrowest search on average, and {most:.2} ways under {}, the broadest.",
        data.title(*narrowest),
        data.title(*broadest),
    ));
    let rows = data.rows(|configuration| data.summaries[configuration].mean_branching.into_iter().collect());
    let axis = Axis::linear(
        "b*, mean over the puzzles solved",
        rows.iter().flat_map(|row| row.values.iter().copied()),
        0.0,
        counts,
    );
    let title = "How many ways each search goes on";
    section.pictures(vec![Picture::plot(title, plot::bars(title, &axis, &rows, |value| format!("{value:.2}")))]);
}
