//! Puzzles in and out: what a client sends for one, and all that it takes to draw one.

use rushlab::Puzzle;
use rushlab::format::{self, ReadError, Reader};
use rushlab::puzzle::{Draft, Orientation};
use rushlab::reference::{Move, Position};
use rushlab_render::palette;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::failure::Failure;

/// A puzzle as it is sent: an object in rushlab's own format `json`, or text in any format.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = Object, example = "......A..B..AXXB..A..B......CC......")]
pub(crate) struct PuzzleField(Value);

impl PuzzleField {
    /// What was sent, unchecked.
    pub(crate) fn draft(&self) -> Result<Draft, Failure> {
        match &self.0 {
            Value::String(text) => first(text, None),
            Value::Object(_) => first(&self.0.to_string(), Some("json")),
            _ => Err(Failure::bad("a puzzle is an object in the format `json`, or text in any format")),
        }
    }

    /// The puzzle that was sent.
    pub(crate) fn puzzle(&self) -> Result<Puzzle, Failure> {
        Ok(Puzzle::try_from(self.draft()?)?)
    }
}

/// The first puzzle of a text.
fn first(text: &str, format: Option<&str>) -> Result<Draft, Failure> {
    let mut drafts =
        Reader::open(text.as_bytes(), format.and_then(format::named), None).map_err(|error| unread(&error))?;
    drafts.next().unwrap_or(Err(ReadError::Empty)).map_err(|error| unread(&error))
}

/// Why nothing could be read; there are no options here.
pub(crate) fn unread(error: &ReadError) -> Failure {
    Failure::cannot(match error {
        ReadError::Unknown => format!("the text is in no format known here ({})", format::names()),
        other => format!("the text {other}"),
    })
}

/// A puzzle as an object in rushlab's own format.
pub(crate) fn object(puzzle: &Puzzle) -> Value {
    let text = format::named("json").and_then(|json| format::write(json, puzzle).ok());
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// A puzzle as text, as short as can be: what a link holds.
pub(crate) fn short(puzzle: &Puzzle) -> String {
    // What the format `line` says must be all there is: a name is not worth a long link.
    let line = format::named("line").and_then(|line| format::write(line, puzzle).ok());
    line.map_or_else(|| object(puzzle).to_string(), |text| text.trim_end().to_owned())
}

/// All that it takes to draw a puzzle.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Board {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    width: u8,
    height: u8,
    exit: ExitField,
    /// Row and column of each, from 0.
    walls: Vec<[u8; 2]>,
    vehicles: Vec<Piece>,
    rules: RulesField,
    /// The puzzle as an object in the format `json`.
    #[schema(value_type = Object)]
    puzzle: Value,
    /// The puzzle as text, as short as can be: what a link holds.
    short: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct ExitField {
    /// `right`, `left`, `top` or `bottom`.
    side: &'static str,
    /// The row or column, from 0.
    line: u8,
}

#[derive(Debug, Serialize, ToSchema)]
struct RulesField {
    /// `moves` or `steps`.
    metric: &'static str,
    valet: bool,
    default_fuel: Option<u16>,
}

/// A vehicle of a board.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Piece {
    label: String,
    primary: bool,
    horizontal: bool,
    length: u8,
    /// Its row if it is horizontal, its column if not; from 0.
    line: u8,
    /// How far into its line its first cell lies at the start; from 0.
    offset: u8,
    /// Its tank at the start; `null`: it never runs dry.
    fuel: Option<u16>,
    /// What it is painted in.
    colour: String,
    /// What is written in on that.
    ink: String,
}

impl From<&Puzzle> for Board {
    fn from(puzzle: &Puzzle) -> Board {
        let rules = puzzle.rules();
        Board {
            name: puzzle.name().map(str::to_owned),
            width: puzzle.width(),
            height: puzzle.height(),
            exit: ExitField { side: puzzle.exit().side.word(), line: puzzle.exit().line },
            walls: puzzle.walls().iter().map(|wall| [wall.row, wall.column]).collect(),
            vehicles: (0..puzzle.vehicles().len()).map(|index| Piece::of(puzzle, index)).collect(),
            rules: RulesField { metric: rules.metric.word(), valet: rules.valet, default_fuel: rules.default_fuel },
            puzzle: object(puzzle),
            short: short(puzzle),
        }
    }
}

impl Piece {
    fn of(puzzle: &Puzzle, index: usize) -> Piece {
        let vehicle = puzzle.vehicles()[index];
        let primary = index == puzzle.primary_index();
        let colour = match primary {
            true => palette::PRIMARY,
            false => palette::COLOURS[palette::index(vehicle.label) % palette::COLOURS.len()],
        };
        Piece {
            label: vehicle.label.to_string(),
            primary,
            horizontal: vehicle.orientation == Orientation::Horizontal,
            length: vehicle.length,
            line: vehicle.line(),
            offset: vehicle.offset(),
            fuel: puzzle.tank(index),
            colour: colour.to_string(),
            ink: colour.ink().to_string(),
        }
    }
}

/// Where every vehicle is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Place {
    /// How far into its line each vehicle's first cell lies; `null` for one that the valet has taken.
    offsets: Vec<Option<u8>>,
    /// What each tank holds; left out where no vehicle has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    fuel: Option<Vec<Option<u16>>>,
}

impl From<&Position> for Place {
    fn from(position: &Position) -> Place {
        let tanks = position.fuel.iter().any(Option::is_some);
        Place { offsets: position.offsets.clone(), fuel: tanks.then(|| position.fuel.clone()) }
    }
}

/// A move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MoveField {
    /// The vehicle's place in the list of vehicles, from 0.
    vehicle: usize,
    label: String,
    /// `up`, `down`, `left` or `right`.
    direction: &'static str,
    cells: u8,
}

impl MoveField {
    pub(crate) fn of(puzzle: &Puzzle, mv: &Move) -> MoveField {
        MoveField {
            vehicle: mv.vehicle,
            label: puzzle.vehicles()[mv.vehicle].label.to_string(),
            direction: mv.direction.word(),
            cells: mv.cells,
        }
    }
}
