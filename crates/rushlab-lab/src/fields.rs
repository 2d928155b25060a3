//! JSON fields that several requests and responses share: puzzles, boards, positions and moves.

use rushlab::Puzzle;
use rushlab::format::{self, ReadError, Reader};
use rushlab::position::{Move, Position};
use rushlab::puzzle::{Draft, Given, Orientation};
use rushlab::search::Configuration;
use rushlab_render::palette::{self, Colour};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::error::LabError;

/// Reads a random seed, which may be text, as in the query of an address.
pub(crate) fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let seed = match &value {
        Value::Null => return Ok(None),
        Value::String(text) => text.parse().ok(),
        value => value.as_u64(),
    };
    seed.map(Some)
        .ok_or_else(|| D::Error::custom(format!("{value} is not a seed, a whole number from 0 to {}", u64::MAX)))
}

/// Returns the random seed of a request without one.
pub(crate) fn default_seed() -> u64 {
    Configuration::DEFAULT_SEED
}

/// A puzzle in a request: an object in rushlab's own format `json`, or text in any format.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", schema(value_type = Object, example = "......A..B..AXXB..A..B......CC......"))]
pub struct PuzzleField(Value);

impl PuzzleField {
    /// Parses the puzzle without validating it.
    pub(crate) fn draft(&self, given: &Given) -> Result<Draft, LabError> {
        match &self.0 {
            Value::String(text) => read_first(text, None, given),
            Value::Object(_) => read_first(&self.0.to_string(), Some("json"), given),
            _ => Err(LabError::bad_request("a puzzle is an object in the format `json`, or text in any format")),
        }
    }

    /// Parses and validates the puzzle.
    pub(crate) fn puzzle(&self) -> Result<Puzzle, LabError> {
        Ok(Puzzle::try_from(self.draft(&Given::default())?)?)
    }
}

fn read_first(text: &str, format: Option<&str>, given: &Given) -> Result<Draft, LabError> {
    let drafts =
        Reader::open(text.as_bytes(), format.and_then(format::by_name), None).map_err(|error| read_error(&error))?;
    drafts.given(given).first().map_err(|error| read_error(&error))
}

pub(crate) fn read_error(error: &ReadError) -> LabError {
    LabError::unprocessable(error.to_string())
}

/// Returns a puzzle as an object in the format `json`.
pub(crate) fn json_object(puzzle: &Puzzle) -> Value {
    let text = format::write(format::JSON, puzzle).ok();
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// A puzzle with everything needed to draw it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardField {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    width: u8,
    height: u8,
    exit: ExitField,
    /// Row and column of each wall, from 0.
    walls: Vec<[u8; 2]>,
    vehicles: Vec<VehicleField>,
    rules: RulesField,
    /// The puzzle as an object in the format `json`.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    puzzle: Value,
    /// The permanent id of the puzzle, for links and saved games. It contains everything but the name and the labels.
    key: String,
    /// The labels in the order of the vehicles, separated by spaces; left out if the puzzle that is read from the id
    /// has the same ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct ExitField {
    /// `right`, `left`, `top` or `bottom`.
    side: &'static str,
    /// The row (exit at the left or right) or column (exit at the top or bottom), from 0.
    line: u8,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct RulesField {
    /// `moves` or `steps`.
    metric: &'static str,
    valet: bool,
    default_fuel: Option<u16>,
}

/// A vehicle of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VehicleField {
    label: String,
    primary: bool,
    horizontal: bool,
    length: u8,
    /// The row of a horizontal vehicle, the column of a vertical one; from 0.
    line: u8,
    /// The offset of the first cell in that line at the start; from 0.
    offset: u8,
    /// The fuel at the start; `null` means unlimited.
    fuel: Option<u16>,
    #[serde(flatten)]
    colours: VehicleColours,
}

/// The colours of a vehicle, as `#rrggbb`. They come from the palette of rushlab-render, so the page has none of its
/// own.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VehicleColours {
    /// The body.
    colour: String,
    /// The outline of the body.
    rim: String,
    /// The label.
    ink: String,
}

impl From<Colour> for VehicleColours {
    fn from(colour: Colour) -> VehicleColours {
        let [rim, ink] = [colour.rim(), colour.ink()].map(|colour| colour.to_string());
        VehicleColours { colour: colour.to_string(), rim, ink }
    }
}

impl From<&Puzzle> for BoardField {
    fn from(puzzle: &Puzzle) -> BoardField {
        let rules = puzzle.rules();
        BoardField {
            name: puzzle.name().map(str::to_owned),
            width: puzzle.width(),
            height: puzzle.height(),
            exit: ExitField { side: puzzle.exit().side.word(), line: puzzle.exit().line },
            walls: puzzle.walls().iter().map(|wall| [wall.row, wall.column]).collect(),
            vehicles: (0..puzzle.vehicles().len()).map(|index| VehicleField::of(puzzle, index)).collect(),
            rules: RulesField { metric: rules.metric.word(), valet: rules.valet, default_fuel: rules.default_fuel },
            puzzle: json_object(puzzle),
            key: puzzle.id(),
            labels: own_labels(puzzle),
        }
    }
}

/// Returns the labels of a puzzle, unless they are the canonical ones.
fn own_labels(puzzle: &Puzzle) -> Option<String> {
    let canonical = puzzle.canonical();
    let same = puzzle.vehicles().iter().zip(canonical.vehicles()).all(|(own, other)| own.label == other.label);
    let labels =
        || puzzle.vehicles().iter().map(|vehicle| vehicle.label.to_string()).collect::<Vec<String>>().join(" ");
    (!same).then(labels)
}

impl VehicleField {
    fn of(puzzle: &Puzzle, index: usize) -> VehicleField {
        let vehicle = puzzle.vehicles()[index];
        let primary = index == puzzle.primary_index();
        VehicleField {
            label: vehicle.label.to_string(),
            primary,
            horizontal: vehicle.orientation == Orientation::Horizontal,
            length: vehicle.length,
            line: vehicle.line(),
            offset: vehicle.offset(),
            fuel: puzzle.tank(index),
            colours: palette::colour_of(vehicle.label, primary).into(),
        }
    }
}

/// A position: the offset of every vehicle, and the fuel left.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionField {
    /// The offset of each vehicle's first cell in its line; `null` for a vehicle that the valet has removed.
    offsets: Vec<Option<u8>>,
    /// The fuel left of each vehicle; left out if no vehicle has a tank.
    #[serde(skip_serializing_if = "Option::is_none")]
    fuel: Option<Vec<Option<u16>>>,
}

impl From<&Position> for PositionField {
    fn from(position: &Position) -> PositionField {
        let tanks = position.fuel().iter().any(Option::is_some);
        PositionField { offsets: position.offsets().to_vec(), fuel: tanks.then(|| position.fuel().to_vec()) }
    }
}

impl PositionField {
    pub(crate) fn offsets(&self) -> &[Option<u8>] {
        &self.offsets
    }
}

/// A move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveField {
    /// The index in the list of vehicles, from 0.
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

/// A value of f or h. A whole number is written without decimals.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Evaluation(pub(crate) f64);

impl Serialize for Evaluation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            whole if whole.fract() == 0.0 => serializer.serialize_u64(whole as u64),
            fraction => serializer.serialize_f64(fraction),
        }
    }
}
