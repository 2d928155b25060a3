//! Errors: a kind, which a front end may translate, and a sentence for the user.

use std::fmt;

use rushlab::analysis::Level;
use rushlab::puzzle::{Problem, Problems};
use serde::Serialize;

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request is malformed.
    BadRequest,
    /// The request is well-formed, but cannot be carried out.
    Unprocessable,
    /// What is requested does not exist.
    NotFound,
    /// A bug in rushlab.
    Internal,
}

impl ErrorKind {
    /// Returns the status of this kind in HTTP, which is also the number that the page gets.
    pub fn http_status(self) -> u16 {
        match self {
            ErrorKind::BadRequest => 400,
            ErrorKind::NotFound => 404,
            ErrorKind::Unprocessable => 422,
            ErrorKind::Internal => 500,
        }
    }
}

/// An error.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ApiError))]
#[non_exhaustive]
pub struct LabError {
    #[serde(skip)]
    kind: ErrorKind,
    /// A sentence for the user.
    error: String,
    /// All problems of an invalid puzzle; left out for other errors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<ProblemField>,
}

/// A problem of an invalid puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ProblemField {
    /// A sentence for the user.
    text: String,
    /// The line of the text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The row of the board, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<i64>,
    /// The column of the board, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<i64>,
}

impl From<&Problem> for ProblemField {
    fn from(problem: &Problem) -> ProblemField {
        let (row, column) = problem.location.cell.unzip();
        ProblemField { text: problem.kind.to_string(), line: problem.location.line, row, column }
    }
}

/// Returns all problems of an invalid puzzle.
pub(crate) fn problem_fields(problems: &Problems) -> Vec<ProblemField> {
    problems.0.iter().map(ProblemField::from).collect()
}

impl LabError {
    fn new(kind: ErrorKind, error: impl Into<String>) -> LabError {
        LabError { kind, error: error.into(), problems: Vec::new() }
    }

    /// Returns the error of a malformed request.
    pub fn bad_request(error: impl Into<String>) -> LabError {
        LabError::new(ErrorKind::BadRequest, error)
    }

    /// Returns the error of a request with a level that does not exist.
    pub(crate) fn unknown_level() -> LabError {
        LabError::bad_request(format!("the levels are {}", Level::ALL.map(Level::word).join(", ")))
    }

    /// Returns the error of a well-formed request that cannot be carried out.
    pub fn unprocessable(error: impl Into<String>) -> LabError {
        LabError::new(ErrorKind::Unprocessable, error)
    }

    /// Returns the error of a request for what does not exist.
    pub fn not_found(error: impl Into<String>) -> LabError {
        LabError::new(ErrorKind::NotFound, error)
    }

    /// Returns the error of a job that failed because of a bug.
    pub fn internal() -> LabError {
        LabError::new(ErrorKind::Internal, "the search failed because of a bug in rushlab; please report it")
    }

    /// Returns the error as JSON: `{"error": "…"}`.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the kind.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.error)
    }
}

impl std::error::Error for LabError {}

impl From<Problems> for LabError {
    fn from(problems: Problems) -> LabError {
        let error = match problems.0.len() {
            1 => format!("the puzzle is invalid: {problems}"),
            count => format!("the puzzle is invalid, with {count} problems: {problems}"),
        };
        LabError { problems: problem_fields(&problems), ..LabError::unprocessable(error) }
    }
}
