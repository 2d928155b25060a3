//! Prints the findings as text or as rows.

use std::io::Write;

use anyhow::Result;
use rushlab_render::{Scene, draw_text, side_by_side};
use rushlab_study::exploration::{Findings, Solved, difficulty_reasons};

use super::json;
use super::unexplored::Unexplored;
use crate::arguments::Output;
use crate::output::{self, BAD, Columns, GOOD, JsonLayout, Rows, STRONG, Value, count, grouped};

/// The columns of the results. Tables have the first [`TABLE_COLUMNS`]. `moves` is empty if the metric is steps; `cost`
/// and `depth` are in the metric.
const COLUMNS: [&str; 18] = [
    "puzzle",
    "positions",
    "goals",
    "solvable",
    "moves",
    "depth",
    "hardest",
    "minimal",
    "hardest_minimal",
    "difficulty",
    "level",
    "difficulty_length",
    "difficulty_misleading",
    "difficulty_stuck",
    "difficulty_depth",
    "hard_because",
    "metric",
    "cost",
];

const TABLE_COLUMNS: usize = 11;

const TABLE: Columns<'static> = Columns {
    names: COLUMNS.split_at(TABLE_COLUMNS).0,
    least_important: &["hardest_minimal", "hardest", "goals", "solvable"],
    ..Columns::DEFAULT
};

/// The width of the longest bar of a histogram in characters.
const BAR: usize = 44;

pub(super) enum Printer {
    Text { out: Box<dyn Write + Send>, printed: usize },
    Json { out: Box<dyn Write + Send>, layout: JsonLayout },
    Rows(Rows<'static, Box<dyn Write + Send>>),
}

impl Printer {
    pub(super) fn new(style: Output) -> Result<Printer> {
        let out: Box<dyn Write + Send> = Box::new(output::stdout());
        Ok(match style {
            Output::Text => Printer::Text { out, printed: 0 },
            Output::Json | Output::Jsonl => Printer::Json { out, layout: JsonLayout::of(style) },
            Output::Table => Printer::Rows(Rows::new(out, style, TABLE)?),
            Output::Tsv => Printer::Rows(Rows::new(out, style, &COLUMNS)?),
        })
    }

    pub(super) fn print(&mut self, findings: &Findings) -> Result<()> {
        match self {
            Printer::Text { out, printed } => {
                if *printed > 0 {
                    writeln!(out)?;
                }
                *printed += 1;
                print_text(out, findings)?;
                Ok(out.flush()?)
            }
            Printer::Json { out, layout } => {
                Ok(write!(out, "{}{}{}", layout.before(), json::object(findings), layout.after())?)
            }
            Printer::Rows(rows) => Ok(rows.row(&row(findings))?),
        }
    }

    /// Prints what is known about a puzzle whose cluster is too large.
    pub(super) fn unexplored(&mut self, unexplored: &Unexplored) -> Result<()> {
        match self {
            Printer::Text { out, printed } => {
                *printed += 1;
                write!(out, "{}{}", if *printed > 1 { "\n" } else { "" }, unexplored.text())?;
                Ok(out.flush()?)
            }
            Printer::Json { out, layout } => {
                Ok(write!(out, "{}{}{}", layout.before(), unexplored.json(), layout.after())?)
            }
            Printer::Rows(rows) => {
                let number = |number: Option<u32>| number.map_or(Value::Missing, |number| Value::Number(number.into()));
                let mut row = [const { Value::Missing }; COLUMNS.len()];
                for (name, value) in [
                    ("puzzle", unexplored.id.as_str().into()),
                    ("solvable", unexplored.solvable().map_or(Value::Missing, Value::Flag)),
                    ("moves", number(unexplored.moves())),
                    ("metric", unexplored.metric().word().into()),
                    ("cost", number(unexplored.optimum())),
                ] {
                    if let Some(column) = COLUMNS.iter().position(|column| *column == name) {
                        row[column] = value;
                    }
                }
                Ok(rows.row(&row)?)
            }
        }
    }

    pub(super) fn finish(self) -> Result<()> {
        match self {
            Printer::Text { mut out, .. } => Ok(out.flush()?),
            Printer::Json { mut out, layout } => {
                write!(out, "{}", layout.end())?;
                Ok(out.flush()?)
            }
            Printer::Rows(rows) => Ok(rows.finish()?),
        }
    }
}

fn row(findings: &Findings) -> [Value<'_>; COLUMNS.len()] {
    let solved = findings.solved.as_ref();
    let difficulty = solved.and_then(|solved| solved.start.difficulty);
    let number = |number: Option<u32>| number.map_or(Value::Missing, |number| Value::Number(number.into()));
    let points = difficulty.map(|own| own.points_in_tenths());
    let tenths =
        |tenths: Option<u32>| tenths.map_or(Value::Missing, |tenths| Value::Decimal(f64::from(tenths) / 10.0, 1));
    let reasons = difficulty.map(|own| difficulty_reasons(&own).join("; ")).filter(|reasons| !reasons.is_empty());
    [
        findings.id.as_str().into(),
        Value::Number(findings.positions as u64),
        Value::Number(findings.goals() as u64),
        Value::Flag(solved.is_some()),
        number(findings.moves()),
        number(solved.map(|solved| solved.depth)),
        solved.and_then(Solved::hardest_line).map_or(Value::Missing, Value::from),
        solved.map_or(Value::Missing, |solved| Value::Flag(solved.start.minimal)),
        solved.map_or(Value::Missing, |solved| Value::Flag(solved.hardest.minimal)),
        tenths(difficulty.map(|own| own.in_tenths())),
        difficulty.map_or(Value::Missing, |own| own.level().word().into()),
        tenths(points.map(|points| points.length)),
        tenths(points.map(|points| points.misleading)),
        tenths(points.map(|points| points.stuck)),
        tenths(points.map(|points| points.depth)),
        reasons.map_or(Value::Missing, Value::from),
        findings.puzzle.rules().metric.word().into(),
        number(solved.map(|solved| solved.length)),
    ]
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
