//! Puzzles as text: reads and writes all formats, and lists the problems of invalid puzzles.

use axum::Json;
use rushlab::Puzzle;
use rushlab::format::{self, Format, Reader};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{ApiError, ProblemField, problem_fields};
use crate::fields::{BoardField, PuzzleField, read_error};
use crate::json_body::JsonBody;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadRequest {
    /// Puzzles in any format.
    text: String,
    /// The format; detected from the text if it is left out.
    format: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct ReadResponse {
    /// The format that was read.
    format: &'static str,
    /// The valid puzzles among the first hundred.
    boards: Vec<BoardField>,
    /// The errors of the invalid ones among the first hundred.
    errors: Vec<ApiError>,
}

/// The number of puzzles that are read from one text.
const MAX_PUZZLES: usize = 100;

/// Reads puzzles in any format.
#[utoipa::path(post, path = "/api/read", request_body = ReadRequest,
    responses((status = 200, body = ReadResponse), (status = 422, body = ApiError)))]
pub(super) async fn read(JsonBody(request): JsonBody<ReadRequest>) -> Result<Json<ReadResponse>, ApiError> {
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
        let none = || ApiError::unprocessable("the text contains no puzzle");
        return Err(response.errors.into_iter().next().unwrap_or_else(none));
    }
    Ok(Json(response))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WriteRequest {
    puzzle: PuzzleField,
    /// The format to write.
    format: String,
    /// Whether to replace the labels by labels that the format can write.
    #[serde(default)]
    relabel: bool,
}

#[derive(Serialize, ToSchema)]
pub(super) struct WriteResponse {
    text: String,
}

/// Writes a puzzle in another format. The error names what the format cannot represent.
#[utoipa::path(post, path = "/api/write", request_body = WriteRequest,
    responses((status = 200, body = WriteResponse), (status = 422, body = ApiError)))]
pub(super) async fn write(JsonBody(request): JsonBody<WriteRequest>) -> Result<Json<WriteResponse>, ApiError> {
    let format = find_format(&request.format)?;
    let mut puzzle = request.puzzle.puzzle()?;
    let unsupported = |error: format::UnsupportedPuzzle| ApiError::unprocessable(error.to_string());
    if request.relabel {
        puzzle = format::relabel(format, &puzzle).map_err(unsupported)?;
    }
    let text = format::write(format, &puzzle).map_err(unsupported)?;
    // The domain of a planning problem precedes it.
    let preamble = format::preamble(format, &puzzle).map_or_else(String::new, |preamble| preamble.text + "\n");
    Ok(Json(WriteResponse { text: preamble + &text }))
}

fn find_format(name: &str) -> Result<&'static dyn Format, ApiError> {
    format::by_name(name)
        .ok_or_else(|| ApiError::bad_request(format!("no format has that name; there are {}", format::names())))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckRequest {
    puzzle: PuzzleField,
}

#[derive(Serialize, ToSchema)]
pub(super) struct CheckResponse {
    valid: bool,
    /// All problems of the puzzle; empty if it is valid.
    problems: Vec<ProblemField>,
    /// The board, if the puzzle is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<BoardField>,
}

/// Validates a puzzle and lists all its problems.
#[utoipa::path(post, path = "/api/check", request_body = CheckRequest,
    responses((status = 200, body = CheckResponse), (status = 422, body = ApiError)))]
pub(super) async fn check(JsonBody(request): JsonBody<CheckRequest>) -> Result<Json<CheckResponse>, ApiError> {
    Ok(Json(match Puzzle::try_from(request.puzzle.draft()?) {
        Ok(puzzle) => CheckResponse { valid: true, problems: Vec::new(), board: Some(BoardField::from(&puzzle)) },
        Err(problems) => CheckResponse { valid: false, problems: problem_fields(&problems), board: None },
    }))
}
