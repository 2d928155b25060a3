//! The effective branching factor b* of each search.

use super::super::data::Data;
use crate::report::axis::{Axis, format_count};
use crate::report::document::{Picture, Section};
use crate::report::plot;

pub(super) fn add_to(data: &Data<'_>, section: &mut Section) {
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
        "The branching factor b* is that of a uniform tree with the depth of the solution and as many positions as were expanded. On \
         average it is {least:.2} for {}, the narrowest search, and {most:.2} for {}, the broadest.",
        data.title(*narrowest),
        data.title(*broadest),
    ));
    let rows = data.rows(|configuration| data.summaries[configuration].mean_branching.into_iter().collect());
    let axis = Axis::linear(
        "b*, mean over the solved puzzles",
        rows.iter().flat_map(|row| row.values.iter().copied()),
        0.0,
        format_count,
    );
    let title = "Effective branching factor of each search";
    section.pictures(vec![Picture::plot(title, plot::bars(title, &axis, &rows, |value| format!("{value:.2}")))]);
}
