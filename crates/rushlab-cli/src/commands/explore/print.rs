//! Prints the findings as text or as rows.

use std::io::Write;

use anyhow::Result;
use rushlab::analysis::Difficulty;
use rushlab_render::{Scene, draw_text, side_by_side};
use rushlab_study::exploration::{Findings, Solved, difficulty_reasons};

use super::json;
use super::unexplored::Unexplored;
use crate::arguments::Output;
use crate::output::{self, BAD, Column, Columns, GOOD, Printer, STRONG, Value, count, grouped, names, values};

/// The columns of the results. Tables have the first [`TABLE_COLUMNS`]. `moves` is empty if the metric is steps; `cost`
/// and `depth` are in the metric.
const COLUMNS: [Column<Findings, ()>; 18] = [
    ("puzzle", |findings, ()| findings.id.as_str().into()),
    ("positions", |findings, ()| findings.positions.into()),
    ("goals", |findings, ()| findings.goals().into()),
    ("solvable", |findings, ()| findings.solved.is_some().into()),
    ("moves", |findings, ()| findings.moves().into()),
    ("depth", |findings, ()| findings.solved.as_ref().map(|solved| solved.depth).into()),
    ("hardest", |findings, ()| findings.solved.as_ref().and_then(Solved::hardest_line).into()),
    ("minimal", |findings, ()| findings.solved.as_ref().map(|solved| solved.start.minimal).into()),
    ("hardest_minimal", |findings, ()| findings.solved.as_ref().map(|solved| solved.hardest.minimal).into()),
    ("difficulty", |findings, ()| tenths(findings, Difficulty::in_tenths)),
    ("level", |findings, ()| difficulty(findings).map(|own| own.level().word()).into()),
    ("difficulty_length", |findings, ()| tenths(findings, |own| own.points_in_tenths().length)),
    ("difficulty_misleading", |findings, ()| tenths(findings, |own| own.points_in_tenths().misleading)),
    ("difficulty_stuck", |findings, ()| tenths(findings, |own| own.points_in_tenths().stuck)),
    ("difficulty_depth", |findings, ()| tenths(findings, |own| own.points_in_tenths().depth)),
    ("hard_because", |findings, ()| difficulty(findings).map(|own| difficulty_reasons(own).join("; ")).into()),
    ("metric", |findings, ()| findings.puzzle.rules().metric.word().into()),
    ("cost", |findings, ()| findings.solved.as_ref().map(|solved| solved.length).into()),
];

const NAMES: [&str; COLUMNS.len()] = names(&COLUMNS);

fn difficulty(findings: &Findings) -> Option<&Difficulty> {
    findings.solved.as_ref()?.start.difficulty.as_ref()
}

fn tenths(findings: &Findings, value: fn(&Difficulty) -> u32) -> Value<'static> {
    difficulty(findings).map(|own| Value::Decimal(f64::from(value(own)) / 10.0, 1)).into()
}

const TABLE_COLUMNS: usize = 11;

const TABLE: Columns<'static> = Columns {
    names: NAMES.split_at(TABLE_COLUMNS).0,
    least_important: &["hardest_minimal", "hardest", "goals", "solvable"],
    ..Columns::DEFAULT
};

/// The width of the longest bar of a histogram in characters.
const BAR: usize = 44;

pub(super) fn printer(style: Output) -> Result<Printer> {
    Printer::new(style, if style == Output::Table { TABLE } else { Columns::from(&NAMES) })
}

pub(super) fn print(printer: &mut Printer, findings: &Findings) -> Result<()> {
    printer.print(
        |out| print_text(out, findings),
        |rows| match rows.is_json() {
            true => Ok(rows.object(&json::object(findings))?),
            false => Ok(rows.row(&values(&COLUMNS, findings, &()))?),
        },
    )
}

/// Prints what is known about a puzzle whose cluster is too large.
pub(super) fn print_unexplored(printer: &mut Printer, unexplored: &Unexplored) -> Result<()> {
    let known = |name: &&str| match *name {
        "puzzle" => unexplored.id.as_str().into(),
        "solvable" => unexplored.solvable().into(),
        "moves" => unexplored.moves().into(),
        "metric" => unexplored.metric().word().into(),
        "cost" => unexplored.optimum().into(),
        _ => Value::Missing,
    };
    printer.print(
        |out| Ok(write!(out, "{}", unexplored.text())?),
        |rows| match rows.is_json() {
            true => Ok(rows.object(&unexplored.json())?),
            false => Ok(rows.row(&NAMES.iter().map(known).collect::<Vec<_>>())?),
        },
    )
}

fn print_text(out: &mut impl Write, findings: &Findings) -> Result<()> {
    let Findings { id, puzzle, positions, .. } = findings;
    let name = output::name_of(puzzle);
    let positions = count(*positions, "position");
    let Some(solved) = &findings.solved else {
        writeln!(out, "{STRONG}{id}{name}{STRONG:#}: {positions}, {BAD}none of them solved{BAD:#}")?;
        write!(out, "{}", side_by_side(&[draw_text(&Scene::of(puzzle))], output::columns()))?;
        return print_facts(out, &findings.facts());
    };
    let goals = count(findings.goals(), "goal");
    let (length, depth) = (findings.cost(solved.length), solved.depth);
    writeln!(
        out,
        "{STRONG}{id}{name}{STRONG:#}: {positions}, {goals}; {GOOD}{length}{GOOD:#} from the start, {depth} from the hardest position"
    )?;
    let hardest = match solved.hardest_count {
        1 => "the hardest".to_owned(),
        hardest_count => format!("hardest, one of {}", grouped(hardest_count)),
    };
    let drawings = [
        draw_text(&Scene::of(puzzle)).captioned("start"),
        draw_text(&Scene::of(&solved.hardest.puzzle)).captioned(&hardest),
    ];
    let drawings = if solved.starts_at_hardest() { &drawings[..1] } else { &drawings[..] };
    write!(out, "{}", side_by_side(drawings, output::columns()))?;
    print_histogram(out, findings, solved)?;
    print_facts(out, &findings.facts())
}

/// Prints the number of positions at each distance as bars.
fn print_histogram(out: &mut impl Write, findings: &Findings, solved: &Solved) -> Result<()> {
    let metric = findings.puzzle.rules().metric;
    let most = findings.histogram.iter().copied().max().unwrap_or(1).max(1);
    writeln!(out, "{STRONG}{metric} to the exit, and the number of positions at that distance{STRONG:#}")?;
    for (distance, number) in findings.histogram.iter().enumerate() {
        // In eighths of a block, rounded up so that no bar is empty.
        let eighths = (number * BAR * 8).div_ceil(most);
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        let bar = format!("{}{rest}", "█".repeat(eighths / 8));
        let start =
            if distance == solved.length as usize { format!("  {GOOD}← start{GOOD:#}") } else { String::new() };
        writeln!(out, "{distance:>4} {:>8}  {bar}{start}", grouped(*number))?;
    }
    Ok(())
}

/// Prints facts in two columns; the second is wrapped.
fn print_facts(out: &mut impl Write, facts: &[(&'static str, String)]) -> Result<()> {
    const NAME_WIDTH: usize = 14;
    let width = output::columns().min(100).saturating_sub(NAME_WIDTH).max(30);
    for (name, fact) in facts {
        for (index, line) in output::wrap_words(fact, width).iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            writeln!(out, "{STRONG}{name:<NAME_WIDTH$}{STRONG:#}{line}")?;
        }
    }
    Ok(())
}
