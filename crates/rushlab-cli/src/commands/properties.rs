//! `rushlab properties`: checks on every position of a puzzle whether heuristics are admissible and consistent.

use std::io::Write;
use std::sync::Arc;

use anyhow::Result;
use rushlab::analysis::{Cluster, Inconsistency, Overestimate, Properties, Stopped};
use rushlab::format;
use rushlab::heuristic::{About, HEURISTICS, Heuristic};
use rushlab::position::Position;
use rushlab::puzzle::{Metric, Puzzle, Rules};
use rushlab::search::{Limit, Limits, configure_heuristics};
use rushlab_render::{Scene, draw_text, side_by_side};

use crate::ExitStatus;
use crate::arguments::{Output, PropertiesOptions};
use crate::commands::explore::describe;
use crate::output::{self, BAD, Rows, STRONG, Value, count};
use crate::progress::ProgressLine;
use crate::rules_note::{self, RulesNote};
use crate::watchdog::Watchdog;
use crate::{batch, interrupt};

const COLUMNS: &[&str] = &[
    "puzzle",
    "heuristic",
    "positions",
    "admissible",
    "consistent",
    "too_high",
    "inconsistent",
    "worst",
    "mean_error",
    "exact",
    "counterexample",
    "estimate",
    "distance",
    "inconsistency",
    "move",
    "estimate_before",
    "estimate_after",
];

/// The findings about one puzzle.
struct PuzzleFindings {
    id: String,
    cluster: Cluster,
    findings: Vec<HeuristicFindings>,
}

/// The findings about one heuristic.
struct HeuristicFindings {
    about: About,
    properties: Properties,
}

/// The default of `--max-states`.
const DEFAULT_MAX_STATES: u64 = 5_000_000;

pub(crate) fn run(options: &PropertiesOptions) -> Result<ExitStatus> {
    let heuristics = configure_heuristics(&chosen(options), &options.parameters.values())
        .map_err(|error| output::configuration_error(&error, ""))?;
    interrupt::defer_to_command();
    let mut printer = Printer::new(options.output)?;
    let progress = ProgressLine::message();
    let mut note = RulesNote::new();
    let mut finished = 0;
    let status = batch::for_each(&options.input, &progress, |item| {
        note.add(rules_note::hint_without_search(&options.input.parse, &item.puzzle, options.limits.per_search(1)));
        match examine(options, &heuristics, &progress, item.origin.id(), &item.puzzle) {
            Ok(puzzle_findings) => {
                progress.suspend(|| printer.print(&puzzle_findings))?;
                finished += 1;
                Ok(ExitStatus::Success)
            }
            Err(Stopped::Interrupted) if interrupt::requested() => Ok(ExitStatus::Interrupted),
            Err(stopped) => {
                let max = count(max_states(options) as usize, "position");
                let what = match stopped {
                    Stopped::Limit(Limit::States) => format!("more than {max}; raise --max-states to check them all"),
                    Stopped::Limit(_) => format!("{stopped}; raise --max-memory to check all positions"),
                    Stopped::Interrupted => "not explored in time; raise --timeout".to_owned(),
                };
                progress.suspend(|| output::error(&item.origin.message(&what)));
                Ok(ExitStatus::Incomplete)
            }
        }
    })?;
    progress.finish();
    printer.finish()?;
    note.print();
    Ok(match status {
        ExitStatus::Interrupted => interrupt::report(&format!("{} checked and printed", count(finished, "puzzle"))),
        status => status,
    })
}

fn max_states(options: &PropertiesOptions) -> u64 {
    options.limits.max_states.unwrap_or(DEFAULT_MAX_STATES)
}

/// Returns the heuristics that the options name; all if they name none.
fn chosen(options: &PropertiesOptions) -> Vec<&'static dyn Heuristic> {
    match options.heuristic.as_slice() {
        [] => HEURISTICS.to_vec(),
        names => names.iter().map(|name| name.0).collect(),
    }
}

fn examine(
    options: &PropertiesOptions,
    heuristics: &[Arc<dyn Heuristic>],
    progress: &ProgressLine,
    id: String,
    puzzle: &Puzzle,
) -> Result<PuzzleFindings, Stopped> {
    let limits = Limits { states: max_states(options), ..options.limits.per_search(1) };
    let mut watchdog =
        Watchdog::until(options.limits.deadline()).with_progress(progress, |progress| describe(&id, progress));
    let cluster = Cluster::new(puzzle, limits, &mut watchdog)?;
    drop(watchdog);
    let mut findings = Vec::with_capacity(heuristics.len());
    for heuristic in heuristics {
        if interrupt::requested() {
            return Err(Stopped::Interrupted);
        }
        progress.show(|| format!("{id}: {}", heuristic.about().name));
        let properties = Properties::of(&cluster, heuristic.as_ref());
        findings.push(HeuristicFindings { about: heuristic.about(), properties });
    }
    Ok(PuzzleFindings { id, cluster, findings })
}

impl HeuristicFindings {
    /// Returns the properties that the registry claims under these rules and the check refutes. Each is a bug in rushlab.
    fn refuted(&self, rules: Rules) -> Vec<&'static str> {
        let HeuristicFindings { about, properties } = self;
        let claims = [
            ("admissible", about.admissible, properties.is_admissible()),
            ("consistent", about.consistent, properties.is_consistent()),
        ];
        claims.into_iter().filter(|(_, claim, holds)| claim.holds(rules) && !holds).map(|(word, ..)| word).collect()
    }

    /// Returns a position where the heuristic is not admissible, or else one where it is not consistent.
    fn counterexample(&self) -> Option<&Position> {
        let Properties { overestimate_example, inconsistency_example, .. } = &self.properties;
        let inconsistent = inconsistency_example.as_ref().map(|example| &example.position);
        overestimate_example.as_ref().map(|example| &example.position).or(inconsistent)
    }
}

enum Printer {
    Text { out: Box<dyn Write>, printed: usize },
    Rows(Rows<'static, Box<dyn Write>>),
}

impl Printer {
    fn new(style: Output) -> Result<Printer> {
        let out: Box<dyn Write> = Box::new(output::stdout());
        Ok(match style {
            Output::Text => Printer::Text { out, printed: 0 },
            style => Printer::Rows(Rows::new(out, style, COLUMNS)?),
        })
    }

    fn print(&mut self, puzzle_findings: &PuzzleFindings) -> Result<()> {
        match self {
            Printer::Text { out, printed } => {
                if *printed > 0 {
                    writeln!(out)?;
                }
                *printed += 1;
                print_text(out, puzzle_findings)?;
                out.flush()?;
            }
            Printer::Rows(rows) => {
                for finding in &puzzle_findings.findings {
                    rows.row(&row(puzzle_findings, finding))?;
                    for word in finding.refuted(puzzle_findings.cluster.puzzle().rules()) {
                        let name = finding.about.name;
                        output::error(&format!(
                            "{}: {name} is not {word}; the registry claims otherwise",
                            puzzle_findings.id
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<()> {
        match self {
            Printer::Text { mut out, .. } => Ok(out.flush()?),
            Printer::Rows(rows) => Ok(rows.finish()?),
        }
    }
}

fn row<'a>(puzzle_findings: &'a PuzzleFindings, finding: &HeuristicFindings) -> [Value<'a>; 17] {
    let HeuristicFindings { about, properties } = finding;
    let Properties { overestimate_example, inconsistency_example, .. } = properties;
    let figure = |figure: Option<f64>| figure.map_or(Value::Missing, |figure| Value::Decimal(figure, 4));
    let estimate = |estimate: Option<f64>| estimate.map_or_else(|| "unsolvable".into(), Value::exact);
    let vehicles = puzzle_findings.cluster.puzzle().vehicles();
    let too_high = overestimate_example.as_ref();
    let inconsistent = inconsistency_example.as_ref();
    [
        puzzle_findings.id.as_str().into(),
        about.name.into(),
        Value::Number(puzzle_findings.cluster.size() as u64),
        Value::Flag(properties.is_admissible()),
        Value::Flag(properties.is_consistent()),
        Value::Number(properties.overestimate_count as u64),
        Value::Number(properties.inconsistency_count as u64),
        properties.worst.map_or(Value::Missing, Value::exact),
        figure(properties.mean_error()),
        figure(properties.exact_share()),
        finding.counterexample().map_or(Value::Missing, |position| board(position).into()),
        too_high.map_or(Value::Missing, |example| estimate(example.estimate)),
        too_high.map_or(Value::Missing, |example| Value::Number(example.distance.into())),
        inconsistent.map_or(Value::Missing, |example| board(&example.position).into()),
        inconsistent.map_or(Value::Missing, |Inconsistency { mv, .. }| {
            format!("{} {} {}", vehicles[mv.vehicle].label, mv.direction, mv.cells).into()
        }),
        inconsistent.map_or(Value::Missing, |example| estimate(example.before)),
        inconsistent.map_or(Value::Missing, |example| Value::exact(example.after)),
    ]
}

/// Returns a position as text that rushlab reads: as a line without rules, which that format cannot represent, or else as JSON, which
/// represents everything.
fn board(position: &Position) -> String {
    // Only a tank with more fuel than a puzzle can state makes a position that is no puzzle. It is drawn instead.
    let Ok(puzzle) = position.to_puzzle() else { return position.to_string() };
    let line = format::write(format::LINE, &puzzle.clone().with_rules(Rules::default()));
    let text = line.or_else(|_| format::write(format::JSON, &puzzle));
    text.map_or_else(|_| position.to_string(), |text| text.trim_end().to_owned())
}

fn print_text(out: &mut impl Write, puzzle_findings: &PuzzleFindings) -> Result<()> {
    let PuzzleFindings { id, cluster, findings } = puzzle_findings;
    let puzzle = cluster.puzzle();
    let name = output::name_of(puzzle);
    let goals = match cluster.distance(0).zip(cluster.greatest_distance()) {
        None => "no goal can be reached".to_owned(),
        Some((start, farthest)) => {
            let (goals, start) = (count(cluster.goals(), "goal"), costs(puzzle, start));
            format!("{goals}; {start} from the start, {farthest} from the farthest")
        }
    };
    writeln!(out, "{STRONG}{id}{name}{STRONG:#}: {}, {goals}", count(cluster.size(), "position"))?;
    let heads = ["heuristic", "admissible", "consistent", "mean error", "  exact"];
    let mut table = Rows::new(&mut *out, Output::Table, &heads)?;
    for HeuristicFindings { about, properties } in findings {
        let answer = |failures: usize, noun| match failures {
            0 => "yes".to_owned(),
            failures => format!("no ({})", count(failures, noun)),
        };
        let error = properties.mean_error().map_or_else(|| format!("{:>10}", "-"), |error| format!("{error:>10.2}"));
        let share = properties.exact_share().map(|share| format!("{:>6.1}%", 100.0 * share));
        table.row(&[
            about.name.into(),
            answer(properties.overestimate_count, "position").into(),
            answer(properties.inconsistency_count, "move").into(),
            error.into(),
            share.unwrap_or_else(|| format!("{:>7}", "-")).into(),
        ])?;
    }
    table.finish()?;
    findings.iter().try_for_each(|finding| print_failures(out, puzzle, finding))
}

/// Prints a sentence and a board for each property that a heuristic lacks. If one position shows both, its board is printed once.
fn print_failures(out: &mut impl Write, puzzle: &Puzzle, finding: &HeuristicFindings) -> Result<()> {
    let name = finding.about.name;
    let refuted = finding.refuted(puzzle.rules());
    let failures = failures(puzzle, &finding.properties);
    for (index, (word, what, position)) in failures.iter().enumerate() {
        let shown = |other: usize| failures.get(other).is_some_and(|(.., other)| other == position);
        if index == 0 || !shown(index - 1) {
            writeln!(out)?;
        }
        writeln!(out, "{STRONG}{name}{STRONG:#} is {BAD}not {word}{BAD:#}: {what}")?;
        if refuted.contains(word) {
            writeln!(out, "{BAD}the registry claims otherwise{BAD:#}: this is a bug in rushlab")?;
        }
        if !shown(index + 1) {
            write!(out, "{}", side_by_side(&[draw_text(&Scene::at(position))], output::columns()))?;
        }
    }
    Ok(())
}

/// Returns each property that a heuristic lacks, the reason, and a position that shows it.
fn failures<'a>(puzzle: &Puzzle, properties: &'a Properties) -> Vec<(&'static str, String, &'a Position)> {
    let too_high = properties.overestimate_example.iter().map(|Overestimate { position, estimate, distance }| {
        let estimate_text =
            estimate.map_or_else(|| "no solution from here".to_owned(), |estimate| format!("{estimate} here"));
        let enough = if *distance == 1 { "is enough" } else { "are enough" };
        ("admissible", format!("{estimate_text}, but {} {enough}", costs(puzzle, *distance)), position)
    });
    let inconsistent = properties.inconsistency_example.iter().map(|Inconsistency { position, mv, before, after }| {
        let label = puzzle.vehicles()[mv.vehicle].label;
        let before = before.map_or_else(|| "no solution".to_owned(), |before| before.to_string());
        let mv = format!("{label} {} {}", mv.direction, mv.cells);
        ("consistent", format!("{mv} lowers it from {before} to {after}"), position)
    });
    too_high.chain(inconsistent).collect()
}

/// Returns a cost with its noun.
fn costs(puzzle: &Puzzle, cost: u32) -> String {
    let noun = match puzzle.rules().metric {
        Metric::Moves => "move",
        Metric::Steps => "step",
    };
    count(cost as usize, noun)
}
