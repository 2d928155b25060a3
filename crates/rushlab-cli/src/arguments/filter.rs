//! The conditions on puzzles that are read.

use clap::Args;
use rushlab::analysis::{Filter, Level};
use rushlab::puzzle::{Puzzle, RuleSet, Side};

use super::help::CONSTRAINTS;
use super::names::{level_parser, rule_set_parser, side_parser};
use super::{BoardSize, NumberRange, Range};

/// The conditions on puzzles.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct FilterArgs {
    /// The number of moves of a shortest solution
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    moves: Option<NumberRange>,
    /// The number of steps of a shortest solution
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    steps: Option<NumberRange>,
    /// The number of vehicles, including the primary
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    vehicles: Option<NumberRange>,
    /// The number of walls
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    walls: Option<NumberRange>,
    /// The board: columns, then rows
    #[arg(long, value_name = "WxH", help_heading = CONSTRAINTS)]
    size: Option<BoardSize>,
    /// The number of vehicles with a tank: 0 for puzzles without fuel, 1.. for puzzles with fuel
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    tanks: Option<NumberRange>,
    /// The level: how hard the puzzle is for a person
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), help_heading = CONSTRAINTS)]
    level: Option<Level>,
    /// The difficulty, a number: see `rushlab list levels`
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    difficulty: Option<Range<f64>>,
    /// The number of positions in the cluster
    #[arg(long, value_name = "A..B", help_heading = CONSTRAINTS)]
    positions: Option<NumberRange>,
    /// The solution is shorter without any one vehicle or wall
    #[arg(long, help_heading = CONSTRAINTS)]
    minimal: bool,
    /// The puzzle with this id, or the one that differs from this board only in labels
    #[arg(long, value_name = "ID", help_heading = CONSTRAINTS)]
    id: Option<Puzzle>,
    /// The exit is on this side
    #[arg(long, value_name = "SIDE", value_parser = side_parser(), help_heading = CONSTRAINTS)]
    with_exit: Option<Side>,
    /// The puzzle has these rules
    #[arg(long, value_name = "RULES", value_parser = rule_set_parser(), help_heading = CONSTRAINTS)]
    with_rules: Option<&'static RuleSet>,
}

impl FilterArgs {
    pub(crate) fn filter(&self) -> Filter {
        let range = |range: Option<NumberRange>| range.map(|range| range.between(0, u32::MAX));
        Filter {
            same_as: self.id.clone(),
            size: self.size.map(|BoardSize(width, height)| (width, height)),
            vehicles: range(self.vehicles),
            walls: range(self.walls),
            tanks: range(self.tanks),
            exit: self.with_exit,
            rules: self.with_rules,
            moves: range(self.moves),
            steps: range(self.steps),
            positions: range(self.positions),
            level: self.level,
            difficulty: self.difficulty.map(|range| range.between(f64::NEG_INFINITY, f64::INFINITY)),
            minimal: self.minimal,
        }
    }
}
