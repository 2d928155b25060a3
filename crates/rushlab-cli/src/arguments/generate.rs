//! The options of `rushlab generate`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use rushlab::analysis::{Filter, Level};
use rushlab::generate::Constraints;
use rushlab::puzzle::{Label, MAX_FUEL, MAX_VEHICLES, Metric, PLAIN, Puzzle, RuleSet, Side};

use super::help::{CONSTRAINTS, LIMITS, OUTPUT, PUZZLE};
use super::names::{count_parser, format_parser, level_parser, metric_parser, rule_set_parser, side_parser};
use super::{BoardSize, DurationArg, FormatName, NumberRange, Range, SeedArgs, ThreadArgs, TimeArgs};

/// A difficulty that no generated puzzle reaches.
const MAX_DIFFICULTY: u32 = 1000;

#[derive(Args, Debug)]
pub(crate) struct GenerateOptions {
    /// Number of puzzles, at most
    ///
    /// 1 if not given.
    #[arg(short = 'n', long, value_name = "N", value_parser = count_parser())]
    count: Option<usize>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Select puzzles of a database or a compact list, or of `sample`, at random
    ///
    /// `sample` is the built-in sample of all minimal 6×6 puzzles. Constraints that are not given leave everything
    /// open; what is not known about a puzzle is computed.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "metric", "unsolvable", "patience"])]
    pub(crate) from: Option<PathBuf>,
    /// The board: columns, then rows
    ///
    /// 6x6 if not given.
    #[arg(long, value_name = "WxH", help_heading = CONSTRAINTS)]
    size: Option<BoardSize>,
    /// The number of moves of a shortest solution
    ///
    /// For example 25..30, 30.. or 12.
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    moves: Option<NumberRange>,
    /// The number of steps of a shortest solution
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    steps: Option<NumberRange>,
    /// The number of vehicles, including the primary
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    vehicles: Option<NumberRange>,
    /// The lengths of the vehicles
    ///
    /// 2..3 if not given.
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    lengths: Option<NumberRange>,
    /// The number of walls
    ///
    /// 0 if not given.
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    walls: Option<NumberRange>,
    /// The rules of the puzzle: see `rushlab list rules`
    ///
    /// With `comp472`, vehicles in the exit row that the valet must remove, tanks that are too small for the shortest
    /// solution without fuel, and the primary A.
    #[arg(long, value_name = "RULES", value_parser = rule_set_parser(), default_value = PLAIN.name, help_heading = PUZZLE)]
    rules: &'static RuleSet,
    /// The fuel of one to four random vehicles
    ///
    /// 0..9 with `--rules comp472` if not given.
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    fuel: Option<NumberRange>,
    /// The level: how hard the puzzle is for a person
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), help_heading = CONSTRAINTS)]
    level: Option<Level>,
    /// The difficulty, a number: see `rushlab list levels`
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    difficulty: Option<Range<f64>>,
    /// A set: numbers for each level, or difficulties
    ///
    /// The easiest first. 5,5,5,5 is a set of five beginner, intermediate, advanced and expert puzzles. With 20..80,
    /// `--count` gives the number of puzzles, and their difficulties are spread evenly.
    #[arg(long, value_name = "SET", conflicts_with_all = ["level", "difficulty", "unsolvable"], help_heading = CONSTRAINTS)]
    pub(crate) levels: Option<Levels>,
    /// The solution is shorter without any one vehicle or wall
    #[arg(long, help_heading = CONSTRAINTS)]
    minimal: bool,
    /// All shortest solutions have the same moves, in any order
    #[arg(long, help_heading = CONSTRAINTS)]
    unique: bool,
    /// The share of puzzles without a solution: 20% or 0.2
    #[arg(long, value_name = "SHARE", default_value = "0", help_heading = CONSTRAINTS)]
    pub(crate) unsolvable: Share,
    /// The side of the board with the exit
    ///
    /// Right if not given.
    #[arg(long, value_name = "SIDE", value_parser = side_parser(), help_heading = PUZZLE)]
    exit: Option<Side>,
    /// What a shortest solution minimises: moves, or steps of one cell
    #[arg(long, value_name = "METRIC", value_parser = metric_parser(), default_value = "moves", help_heading = PUZZLE)]
    metric: Metric,
    /// The format to write: see `rushlab list formats`
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = format_parser(),
        hide_possible_values = true,
        default_value = "line"
    )]
    pub(crate) to: FormatName,
    /// The label of the primary, which must reach the exit
    ///
    /// If not given, A with `--rules comp472`, otherwise that of the format, usually X.
    #[arg(long, value_name = "LABEL", help_heading = PUZZLE)]
    primary: Option<Label>,
    /// Write to this file or folder
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long, requires = "out", help_heading = OUTPUT)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Stop after this time without a new puzzle: 500ms, 10s, 2m
    ///
    /// The levels of a set share it.
    #[arg(long, value_name = "DURATION", default_value = "1m", help_heading = LIMITS)]
    pub(crate) patience: DurationArg,
    #[command(flatten)]
    pub(crate) time: TimeArgs,
}

impl GenerateOptions {
    /// Returns the number of puzzles, if `--levels` does not give it.
    pub(crate) fn count(&self) -> usize {
        self.count.unwrap_or(1)
    }

    /// Returns an error about options that do not fit together.
    pub(crate) fn problem(&self) -> Option<&'static str> {
        match self.levels? {
            Levels::Counts(_) if self.count.is_some() => {
                Some("--count cannot be used with numbers of --levels, which give the number of puzzles")
            }
            _ => None,
        }
    }

    /// Returns the constraints on each new puzzle.
    pub(crate) fn constraints(&self) -> Constraints {
        let rules = self.rules.with_metric(self.metric);
        self.constrain(Constraints { rules, fuel: self.rules.fuel.clone(), ..Constraints::default() })
    }

    /// Returns the constraints on a puzzle of a database. What is not constrained is as in the puzzle.
    pub(crate) fn constraints_on(&self, puzzle: &Puzzle) -> Constraints {
        let has_fuel = puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some());
        self.constrain(Constraints {
            width: puzzle.width(),
            height: puzzle.height(),
            exit: puzzle.exit().side,
            rules: puzzle.rules(),
            walls: puzzle.walls().len()..=puzzle.walls().len(),
            lengths: 1..=usize::from(u8::MAX),
            fuel: has_fuel.then_some(0..=MAX_FUEL.into()),
            ..Constraints::default()
        })
    }

    /// Returns constraints with the given ones in place of those that are open.
    fn constrain(&self, open: Constraints) -> Constraints {
        let range = |range: Option<NumberRange>, greatest: usize| range.map(|range| range.up_to(greatest));
        let (width, height) = self.size.map_or((open.width, open.height), |size| (size.0, size.1));
        Constraints {
            width,
            height,
            exit: self.exit.unwrap_or(open.exit),
            vehicles: range(self.vehicles, MAX_VEHICLES),
            walls: range(self.walls, usize::from(width) * usize::from(height)).unwrap_or(open.walls),
            lengths: range(self.lengths, width.max(height).into()).unwrap_or(open.lengths),
            moves: range(self.moves, u32::MAX as usize),
            steps: range(self.steps, u32::MAX as usize),
            fuel: range(self.fuel, MAX_FUEL.into()).or(open.fuel),
            level: self.level,
            difficulty: self.difficulty.map(points),
            minimal: self.minimal,
            unique: self.unique,
            rules: open.rules,
        }
    }

    /// Returns the conditions on a puzzle of `--from` that may be known without a search.
    pub(crate) fn filter(&self, level: Option<Level>) -> Filter {
        let range = |range: Option<NumberRange>| range.map(|range| range.between(0, u32::MAX));
        Filter {
            size: self.size.map(|BoardSize(width, height)| (width, height)),
            moves: range(self.moves),
            steps: range(self.steps),
            level,
            vehicles: range(self.vehicles),
            walls: range(self.walls),
            minimal: self.minimal,
            exit: self.exit,
            tanks: self.fuel.map(|_| 1..=u32::MAX),
            ..Filter::default()
        }
    }

    /// Returns the label of the primary; `None` for that of the format.
    pub(crate) fn primary(&self) -> Option<Label> {
        let by_rules = self.rules.primary.filter(|_| self.to.0.about().capabilities.has_free_primary());
        self.primary.or(by_rules.and_then(Label::from_char))
    }
}

/// Returns a range of difficulties in whole points.
fn points(range: Range<f64>) -> RangeInclusive<u32> {
    // Conversions saturate.
    range.first.map_or(0, |first| first.floor() as u32)..=range.last.map_or(u32::MAX, |last| last.floor() as u32)
}

/// A share from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share(pub(crate) f64);

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Share, String> {
        let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
        let share = number.trim().parse::<f64>().ok().map(|number| number / whole);
        share
            .filter(|share| (0.0..=1.0).contains(share))
            .map(Share)
            .ok_or_else(|| "write a share such as 20% or 0.2".to_owned())
    }
}

/// The puzzles of a set.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Levels {
    /// The number of puzzles of each level.
    Counts([usize; Level::ALL.len()]),
    /// The least and the greatest difficulty.
    Difficulties(u32, u32),
}

impl Levels {
    /// Returns the constraints on the puzzles of each part of a set, easiest first, with their number; `count` is the
    /// number of puzzles if the difficulties are given.
    pub(crate) fn parts(self, open: &Constraints, count: usize) -> Vec<(Constraints, usize)> {
        match self {
            Levels::Counts(counts) => (Level::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0))
                .map(|(level, count)| (Constraints { level: Some(level), ..open.clone() }, count))
                .collect(),
            Levels::Difficulties(least, greatest) => {
                let parts = count.min((greatest - least) as usize + 1);
                let first = |part: usize| least + ((greatest - least + 1) as usize * part / parts) as u32;
                let part = |part: usize| {
                    let difficulty = Some(first(part)..=first(part + 1) - 1);
                    let number = count * (part + 1) / parts - count * part / parts;
                    (Constraints { difficulty, ..open.clone() }, number)
                };
                (0..parts).map(part).collect()
            }
        }
    }
}

impl FromStr for Levels {
    type Err = String;

    fn from_str(text: &str) -> Result<Levels, String> {
        if text.contains("..") {
            let range: NumberRange = text.parse()?;
            let ends = range.first.zip(range.last).filter(|(_, last)| *last <= MAX_DIFFICULTY);
            let advice = || format!("write both ends of the difficulties, up to {MAX_DIFFICULTY}: 20..80");
            return ends.map(|(least, greatest)| Levels::Difficulties(least, greatest)).ok_or_else(advice);
        }
        let counts: Option<Vec<usize>> =
            text.split(',').map(|count| count.trim().parse::<u32>().ok().map(|count| count as usize)).collect();
        let counts = counts.and_then(|counts| <[usize; Level::ALL.len()]>::try_from(counts).ok());
        let counts = counts.ok_or(
            "write four numbers, for beginner, intermediate, advanced and expert: 5,5,5,5; or a range of difficulties: 20..80",
        )?;
        if counts.iter().all(|count| *count == 0) {
            return Err("at least one of the four numbers must be greater than 0".to_owned());
        }
        Ok(Levels::Counts(counts))
    }
}
