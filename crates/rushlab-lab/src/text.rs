//! Puzzles as text: reads and writes all formats, and lists the problems of invalid puzzles.

use std::sync::Arc;

use rushlab::Puzzle;
use rushlab::format::{self, Format, Reader};
use rushlab::puzzle::{Metric, Rules};
use serde::{Deserialize, Serialize};

use crate::Lab;
use crate::error::{LabError, ProblemField, problem_fields};
use crate::fields::{BoardField, PuzzleField, read_error};
use crate::task::{Request, Task};

/// Requests the puzzles of a text.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    /// Puzzles in any format.
    text: String,
    /// The format; detected from the text if it is left out.
    format: Option<String>,
}

/// The puzzles of a text.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ReadResponse {
    /// The format that was read.
    format: &'static str,
    /// The valid puzzles among the first hundred.
    boards: Vec<BoardField>,
    /// The errors of the invalid ones among the first hundred.
    errors: Vec<LabError>,
}

/// The number of puzzles that are read from one text.
const MAX_PUZZLES: usize = 100;

impl Request for ReadRequest {
    fn task(self, _: &Arc<Lab>) -> Result<Task, LabError> {
        Ok(Task::instant(move || read(&self)))
    }
}

fn read(request: &ReadRequest) -> Result<ReadResponse, LabError> {
    let format = request.format.as_deref().map(find_format).transpose()?;
    let reader = Reader::open(request.text.as_bytes(), format, None).map_err(|error| read_error(&error))?;
    let mut response = ReadResponse { format: reader.format().about().name, boards: Vec::new(), errors: Vec::new() };
    for draft in reader.take(MAX_PUZZLES) {
        let puzzle = draft.map_err(|error| read_error(&error)).and_then(|draft| Ok(Puzzle::try_from(draft)?));
        match puzzle {
            Ok(puzzle) => response.boards.push(BoardField::from(&puzzle)),
            Err(error) => response.errors.push(error),
        }
    }
    if response.boards.is_empty() {
        let none = || LabError::unprocessable("the text contains no puzzle");
        return Err(response.errors.into_iter().next().unwrap_or_else(none));
    }
    Ok(response)
}

/// Requests a puzzle in another format.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WriteRequest {
    puzzle: PuzzleField,
    /// The format to write.
    format: String,
    /// Whether to replace the labels by labels that the format can write.
    #[serde(default)]
    relabel: bool,
}

/// A puzzle as text.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct WriteResponse {
    text: String,
}

impl Request for WriteRequest {
    fn task(self, _: &Arc<Lab>) -> Result<Task, LabError> {
        Ok(Task::instant(move || write(&self)))
    }
}

fn write(request: &WriteRequest) -> Result<WriteResponse, LabError> {
    let format = find_format(&request.format)?;
    let mut puzzle = request.puzzle.puzzle()?;
    let unsupported = |error: format::UnsupportedPuzzle| LabError::unprocessable(error.to_string());
    if request.relabel {
        puzzle = format::relabel(format, &puzzle).map_err(unsupported)?;
    }
    let text = format::write(format, &puzzle).map_err(unsupported)?;
    // The domain of a planning problem precedes it.
    let preamble = format::preamble(format, &puzzle).map_or_else(String::new, |preamble| preamble.text + "\n");
    Ok(WriteResponse { text: preamble + &text })
}

fn find_format(name: &str) -> Result<&'static dyn Format, LabError> {
    format::by_name(name)
        .ok_or_else(|| LabError::bad_request(format!("no format has that name; there are {}", format::names())))
}

/// Requests all problems of a puzzle.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    puzzle: PuzzleField,
    /// Rules that replace those of the puzzle: `plain` or `comp472`.
    rules: Option<RuleSet>,
    /// A metric that replaces the one of the puzzle: `moves` or `steps`.
    metric: Option<MetricField>,
}

/// Named rules.
#[derive(Clone, Copy, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RuleSet {
    /// No valet, and no default fuel.
    Plain,
    /// The rules of the COMP 472 project.
    Comp472,
}

/// The name of a metric.
#[derive(Clone, Copy, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MetricField {
    /// One vehicle moved any distance costs 1.
    Moves,
    /// One vehicle moved by one cell costs 1.
    Steps,
}

impl CheckRequest {
    /// Returns the rules of this request for a puzzle.
    fn rules(&self, puzzle: &Puzzle) -> Rules {
        let given = puzzle.rules();
        let metric = match self.metric {
            Some(MetricField::Moves) => Metric::Moves,
            Some(MetricField::Steps) => Metric::Steps,
            None => given.metric,
        };
        match self.rules {
            Some(RuleSet::Plain) => Rules::plain(metric),
            Some(RuleSet::Comp472) => Rules::comp472(metric),
            None => Rules { metric, ..given },
        }
    }
}

/// All problems of a puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CheckResponse {
    valid: bool,
    /// All problems of the puzzle; empty if it is valid.
    problems: Vec<ProblemField>,
    /// The board, if the puzzle is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<BoardField>,
}

impl Request for CheckRequest {
    fn task(self, _: &Arc<Lab>) -> Result<Task, LabError> {
        Ok(Task::instant(move || check(&self)))
    }
}

fn check(request: &CheckRequest) -> Result<CheckResponse, LabError> {
    Ok(match Puzzle::try_from(request.puzzle.draft()?) {
        Ok(puzzle) => {
            let rules = request.rules(&puzzle);
            let board = BoardField::from(&puzzle.with_rules(rules));
            CheckResponse { valid: true, problems: Vec::new(), board: Some(board) }
        }
        Err(problems) => CheckResponse { valid: false, problems: problem_fields(&problems), board: None },
    })
}
