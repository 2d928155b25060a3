//! Prints the table of all students and what is wrong with their files, or an object for each student.

use std::io::Write;

use anyhow::Result;
use rushlab_study::grade::ranking::Standing;
use rushlab_study::grade::{Assignment, Optimum, StudentReport, Verdict};
use serde_json::{Value as Json, json};

use crate::arguments::Output;
use crate::output::{self, BAD, JsonLayout, Rows, STRONG, Value, count, grouped};

const COLUMNS: &[&str] = &[
    "student", "points", "possible", "ok", "missing", "empty", "wrong", "rank", "solved", "cost", "excess", "seconds",
];

/// Number of files of a student whose problems are printed as text.
const MAX_SHOWN: usize = 20;

pub(super) fn print(
    style: Output,
    assignment: &Assignment,
    reports: &[StudentReport],
    standings: &[Standing],
) -> Result<()> {
    let mut out = output::stdout();
    if matches!(style, Output::Json | Output::Jsonl) {
        let mut layout = JsonLayout::of(style);
        for (report, standing) in reports.iter().zip(standings) {
            write!(out, "{}{}{}", layout.before(), object(report, standing), layout.after())?;
        }
        write!(out, "{}", layout.end())?;
        return Ok(out.flush()?);
    }
    let mut rows = Rows::new(&mut out, style, COLUMNS)?;
    for (report, standing) in reports.iter().zip(standings) {
        let number = |number: usize| Value::Number(number as u64);
        let verdict = |verdict| number(report.count(verdict));
        rows.row(&[
            report.student.as_str().into(),
            Value::exact(report.points()),
            Value::exact(report.possible()),
            verdict(Verdict::Ok),
            verdict(Verdict::Missing),
            verdict(Verdict::Empty),
            verdict(Verdict::Wrong),
            number(standing.rank),
            number(standing.solved),
            Value::Number(standing.cost),
            Value::Number(standing.excess),
            standing.seconds.map_or(Value::Missing, Value::seconds),
        ])?;
    }
    rows.finish()?;
    if style == Output::Text {
        reports.iter().try_for_each(|report| print_problems(&mut out, report))?;
        let costs = assignment.puzzles.iter().filter_map(|puzzle| match puzzle.optimum {
            Optimum::Cost(cost) => Some(cost as usize),
            _ => None,
        });
        let (solvable, least) = costs.fold((0, 0), |(puzzles, sum), cost| (puzzles + 1, sum + cost));
        let puzzles = count(assignment.puzzles.len(), "puzzle");
        writeln!(out, "\n{puzzles}, {solvable} with a solution; optimal total cost {}", grouped(least))?;
    }
    Ok(out.flush()?)
}

fn print_problems(out: &mut impl Write, report: &StudentReport) -> Result<()> {
    let wrong: Vec<_> = report.files.iter().filter(|file| file.verdict != Verdict::Ok).collect();
    let noted = report.files.iter().flat_map(|file| file.notes.iter().map(move |note| (&file.name, note)));
    if wrong.is_empty() && noted.clone().next().is_none() {
        return Ok(());
    }
    writeln!(out, "\n{STRONG}{}{STRONG:#}", report.student)?;
    for file in wrong.iter().take(MAX_SHOWN) {
        let problems: Vec<String> = file.problems.iter().map(ToString::to_string).collect();
        writeln!(out, "  {BAD}{}{BAD:#} {}", file.name, problems.join("; "))?;
    }
    if wrong.len() > MAX_SHOWN {
        let more = count(wrong.len() - MAX_SHOWN, "file");
        writeln!(out, "  and {more} more, which --json and the pages of --out list")?;
    }
    noted.take(MAX_SHOWN).try_for_each(|(name, note)| writeln!(out, "  {name}: note: {note}"))?;
    Ok(())
}

fn object(report: &StudentReport, standing: &Standing) -> String {
    let files = report.files.iter().map(|file| {
        let problems: Vec<String> = file.problems.iter().map(ToString::to_string).collect();
        json!({ "file": file.name, "verdict": file.verdict.word(), "problems": problems, "notes": file.notes })
    });
    let criteria = report.criteria.iter().map(|own| {
        let points = (own.points * 100.0).floor() / 100.0;
        json!({ "criterion": own.criterion.word(), "files": own.files, "right": own.right, "points": points, "possible": own.possible })
    });
    let fields: [(&str, Json); 10] = [
        ("student", report.student.as_str().into()),
        ("points", report.points().into()),
        ("possible", report.possible().into()),
        ("files", files.collect()),
        ("criteria", criteria.collect()),
        ("rank", standing.rank.into()),
        ("solved", standing.solved.into()),
        ("cost", standing.cost.into()),
        ("excess", standing.excess.into()),
        ("seconds", standing.seconds.into()),
    ];
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", fields.join(","))
}
