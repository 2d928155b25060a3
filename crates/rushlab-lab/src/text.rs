//! Puzzles as text: reads and writes all formats, and lists the problems of invalid puzzles.

use std::sync::Arc;

use rushlab::Puzzle;
use rushlab::format::{self, Format, Reader};
use rushlab::puzzle::{Given, Metric, RULE_SETS, RuleSet};
use serde::{Deserialize, Serialize};

use crate::Lab;
use crate::error::{LabError, ProblemField, problem_fields};
use crate::fields::{BoardField, PuzzleField, read_error};
use crate::job::{Job, Request};

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
    /// Whether the text contains more than a hundred puzzles.
    more: bool,
}

/// Number of puzzles that are read from one text.
const MAX_PUZZLES: usize = 100;

impl Request for ReadRequest {
    fn job(self, _: &Arc<Lab>) -> Result<Job, LabError> {
        Ok(Job::instant(move || read(&self)))
    }
}

fn read(request: &ReadRequest) -> Result<ReadResponse, LabError> {
    let format = request.format.as_deref().map(find_format).transpose()?;
    let mut reader = Reader::open(request.text.as_bytes(), format, None).map_err(|error| read_error(&error))?;
    let format = reader.format().about().name;
    let mut response = ReadResponse { format, boards: Vec::new(), errors: Vec::new(), more: false };
    for draft in reader.by_ref().take(MAX_PUZZLES) {
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
    response.more = reader.next().is_some();
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
    fn job(self, _: &Arc<Lab>) -> Result<Job, LabError> {
        Ok(Job::instant(move || write(&self)))
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
    /// A set of rules of the menu, which replaces that of the puzzle.
    rules: Option<String>,
    /// A metric that replaces the one of the puzzle: `moves` or `steps`.
    metric: Option<String>,
}

impl CheckRequest {
    /// Returns what the request says about the puzzle besides its text.
    fn given(&self) -> Result<Given, LabError> {
        let unknown = |what: &str, known: Vec<&str>| {
            LabError::bad_request(format!("no {what} has that name; there are {}", known.join(", ")))
        };
        let rules = |name: &String| {
            let known = || RULE_SETS.iter().map(|set| set.name).collect();
            RuleSet::by_name(name).ok_or_else(|| unknown("set of rules", known()))
        };
        let metric = |word: &String| {
            Metric::from_word(word).ok_or_else(|| unknown("metric", Metric::ALL.map(Metric::word).to_vec()))
        };
        Ok(Given {
            rules: self.rules.as_ref().map(rules).transpose()?,
            metric: self.metric.as_ref().map(metric).transpose()?,
            ..Given::default()
        })
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
    fn job(self, _: &Arc<Lab>) -> Result<Job, LabError> {
        let given = self.given()?;
        Ok(Job::instant(move || check(&self.puzzle, given)))
    }
}

fn check(puzzle: &PuzzleField, given: Given) -> Result<CheckResponse, LabError> {
    Ok(match given.validate(puzzle.draft(&given)?) {
        Ok(puzzle) => CheckResponse { valid: true, problems: Vec::new(), board: Some(BoardField::from(&puzzle)) },
        Err(problems) => CheckResponse { valid: false, problems: problem_fields(&problems), board: None },
    })
}
