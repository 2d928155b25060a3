//! Error responses: always JSON with a sentence, `{"error": "…"}`.

use axum::Json;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rushlab::puzzle::{Problem, Problems};
use serde::Serialize;
use utoipa::ToSchema;

/// An error.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ApiError {
    #[serde(skip)]
    status: StatusCode,
    /// A sentence for the user.
    error: String,
    /// All problems of an invalid puzzle; left out for other errors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<ProblemField>,
}

/// A problem of an invalid puzzle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ProblemField {
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

impl ApiError {
    fn new(status: StatusCode, error: impl Into<String>) -> ApiError {
        ApiError { status, error: error.into(), problems: Vec::new() }
    }

    /// The request is malformed.
    pub(crate) fn bad_request(error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, error)
    }

    /// The request is well-formed, but cannot be carried out.
    pub(crate) fn unprocessable(error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    pub(crate) fn not_found(error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, error)
    }

    /// The host or the origin of the request is not allowed.
    pub(crate) fn forbidden(error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, error)
    }

    pub(crate) fn unsupported_media_type() -> ApiError {
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "send JSON, with the header `content-type: application/json`")
    }

    pub(crate) fn payload_too_large(limit: usize) -> ApiError {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the request is larger than {limit} bytes"))
    }

    pub(crate) fn request_timeout() -> ApiError {
        ApiError::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive")
    }

    /// The limit on concurrent searches is reached.
    pub(crate) fn busy() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy: too many searches are running; try again in a moment")
    }

    /// A search has panicked.
    pub(crate) fn internal() -> ApiError {
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the search failed because of a bug in rushlab; please report it",
        )
    }
}

impl From<Problems> for ApiError {
    fn from(problems: Problems) -> ApiError {
        let error = match problems.0.len() {
            1 => format!("the puzzle is invalid: {problems}"),
            count => format!("the puzzle is invalid, with {count} problems: {problems}"),
        };
        ApiError { problems: problem_fields(&problems), ..ApiError::unprocessable(error) }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(self)).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// Returns the error for an unknown path.
pub(crate) async fn unknown_path(uri: Uri) -> ApiError {
    let path: String = uri.path().chars().take(80).collect();
    ApiError::not_found(format!("there is nothing at {path}; GET /api/openapi.json lists all paths"))
}

/// Returns the error for a method that the path does not support.
pub(crate) async fn unknown_method(method: Method) -> ApiError {
    let method: String = method.as_str().chars().take(20).collect();
    let error = format!("this path does not support the method {method}; GET /api/openapi.json lists the methods");
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, error)
}
