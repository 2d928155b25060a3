//! The sections of the report, one file each. Each begins with its main result in a sentence.

mod appendix;
mod branching;
mod difficulty;
mod effort;
mod fuel;
mod greedy;
mod heuristic_cost;
mod heuristics;
mod lengths;
mod overview;
mod reasons;
mod repetitions;
mod slides;
#[cfg(test)]
mod tests;
mod unsolvable;

use super::data::Data;
use crate::report::document::{Document, Section};
use crate::words::count;
pub(super) use slides::slides;

pub(super) fn document(data: &Data<'_>) -> Document {
    let mut sections = vec![
        overview::section(data),
        lengths::section(data),
        heuristics::section(data),
        effort::section(data),
        reasons::section(data),
        other_facts(data),
    ];
    sections.push(appendix::section(data));
    Document { title: title(data), sections }
}

fn title(data: &Data<'_>) -> String {
    let searches = match data.comparison.configurations.len() {
        1 => "1 search".to_owned(),
        many => format!("{many} searches"),
    };
    format!("Rush Hour: {searches} on {}", count(data.comparison.entries.len(), "puzzle"))
}

fn other_facts(data: &Data<'_>) -> Section {
    let question = "What else is interesting?";
    let mut section = Section::new("facts", "Other facts", Some(question));
    heuristic_cost::add_to(data, &mut section);
    greedy::add_to(data, &mut section);
    branching::add_to(data, &mut section);
    difficulty::add_to(data, &mut section);
    unsolvable::add_to(data, &mut section);
    fuel::add_to(data, &mut section);
    section
}
