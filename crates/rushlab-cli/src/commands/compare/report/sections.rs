//! What the report tells, a section a file. Each says in a sentence what is most worth knowing, and then all of it.

mod appendix;
mod branching;
mod dead_ends;
mod difficulty;
mod effort;
mod greedy;
mod heuristics;
mod lengths;
mod price;
mod short;
mod tanks;

use super::data::Data;
use super::document::{Document, Section};
use crate::output::count;

pub(super) fn document(data: &Data<'_>) -> Document {
    let searches = match data.comparison.configurations.len() {
        1 => "1 search".to_owned(),
        many => format!("{many} searches"),
    };
    let title = format!("Rush Hour: {searches} on {}", count(data.comparison.entries.len(), "puzzle"));
    let mut sections = vec![
        short::section(data),
        lengths::section(data),
        heuristics::section(data),
        effort::section(data),
        other_facts(data),
    ];
    sections.push(appendix::section(data));
    Document { title, sections }
}

fn other_facts(data: &Data<'_>) -> Section {
    let question = "What else is worth telling?";
    let mut section = Section::new("facts", "Other facts", Some(question));
    price::tell(data, &mut section);
    greedy::tell(data, &mut section);
    branching::tell(data, &mut section);
    difficulty::tell(data, &mut section);
    dead_ends::tell(data, &mut section);
    tanks::tell(data, &mut section);
    section
}
