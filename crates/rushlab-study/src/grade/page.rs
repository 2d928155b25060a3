//! The page that a student gets back.

use super::assignment::Assignment;
use super::ranking::Standing;
use super::report::{FileReport, StudentReport, Verdict};
use crate::report::document::{Document, Section};
use crate::words;

/// Returns the page of a student.
pub fn page(assignment: &Assignment, report: &StudentReport, standing: &Standing) -> Document {
    let sections = vec![points(assignment, report, standing), files(report)];
    Document { title: format!("COMP 472: {}", report.student), sections }
}

fn points(assignment: &Assignment, report: &StudentReport, standing: &Standing) -> Section {
    let mut section = Section::new("points", "Points", None);
    let puzzles = words::count(assignment.puzzles.len(), "puzzle");
    section.answer(format!("{} of {} points on {puzzles}.", report.points(), report.possible()));
    let row = |criterion: &super::CriterionReport| {
        let right = words::part_of(criterion.right, criterion.files);
        vec![criterion.criterion.to_string(), right, format!("{:.2}", criterion.points), criterion.possible.to_string()]
    };
    let headings = ["Criterion", "Files that meet it", "Points", "Possible"];
    section.table("Points by criterion", &headings, report.criteria.iter().map(row).collect());
    let total = format!(
        "Solutions of {} without mistake, with a total cost of {}, {} above the optimum.",
        words::count(standing.solved, "puzzle"),
        standing.cost,
        standing.excess
    );
    section.text(total);
    section
}

fn files(report: &StudentReport) -> Section {
    let mut section = Section::new("files", "Files", None);
    let right = words::part_of(report.count(Verdict::Ok), report.files.len());
    section.answer(format!("Right files: {right}."));
    let row = |file: &FileReport| {
        let problems: Vec<String> = file.problems.iter().map(ToString::to_string).collect();
        vec![file.name.clone(), file.verdict.word().to_owned(), problems.join("; ")]
    };
    let wrong = report.files.iter().filter(|file| file.verdict != Verdict::Ok);
    section.table("Files to correct", &["File", "Verdict", "Problems"], wrong.map(row).collect());
    let notes =
        |file: &FileReport| -> Vec<String> { file.notes.iter().map(|note| format!("{}: {note}", file.name)).collect() };
    section.list(report.files.iter().flat_map(notes).collect());
    section
}
