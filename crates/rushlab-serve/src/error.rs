//! What a client is told when something is wrong: always JSON with a sentence, `{"error": "…"}`.

use axum::Json;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rushlab::puzzle::{Problem, Problems};
use serde::Serialize;
use utoipa::ToSchema;

/// What is wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Failure {
    #[serde(skip)]
    status: StatusCode,
    /// A sentence for a person.
    error: String,
    /// Everything that is wrong with a puzzle, where that is what is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<Trouble>,
}

/// One thing that is wrong with a puzzle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Trouble {
    /// A sentence for a person.
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

impl From<&Problem> for Trouble {
    fn from(problem: &Problem) -> Trouble {
        let (row, column) = problem.place.cell.unzip();
        Trouble { text: problem.fault.to_string(), line: problem.place.line, row, column }
    }
}

/// All that is wrong with a puzzle.
pub(crate) fn troubles(problems: &Problems) -> Vec<Trouble> {
    problems.0.iter().map(Trouble::from).collect()
}

impl Failure {
    fn new(status: StatusCode, error: impl Into<String>) -> Failure {
        Failure { status, error: error.into(), problems: Vec::new() }
    }

    /// The request makes no sense.
    pub(crate) fn bad(error: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, error)
    }

    /// The request makes sense, but cannot be done.
    pub(crate) fn cannot(error: impl Into<String>) -> Failure {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// There is no such thing.
    pub(crate) fn missing(error: impl Into<String>) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, error)
    }

    /// Who asks may not.
    pub(crate) fn forbidden(error: impl Into<String>) -> Failure {
        Failure::new(StatusCode::FORBIDDEN, error)
    }

    /// The body is not what it should be.
    pub(crate) fn not_json() -> Failure {
        Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "send JSON, with the header `content-type: application/json`")
    }

    /// The body is too large.
    pub(crate) fn too_large(limit: usize) -> Failure {
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the request is larger than {limit} bytes"))
    }

    /// The body does not come.
    pub(crate) fn too_slow() -> Failure {
        Failure::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive")
    }

    /// Too much is going on already.
    pub(crate) fn busy() -> Failure {
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "busy: too many searches are running; try again in a moment")
    }

    /// A fault of this program.
    pub(crate) fn ours() -> Failure {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the search failed; that is a fault of rushlab, please report it",
        )
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Failure {
        let error = match problems.0.len() {
            1 => format!("the puzzle is wrong: {problems}"),
            count => format!("{count} things are wrong with the puzzle: {problems}"),
        };
        Failure { problems: troubles(&problems), ..Failure::cannot(error) }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(self)).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// For addresses where nothing is.
pub(crate) async fn nothing_here(uri: Uri) -> Failure {
    let path: String = uri.path().chars().take(80).collect();
    Failure::missing(format!("nothing is at {path}; GET /api/openapi.json lists what there is"))
}

/// For addresses where something else can be done.
pub(crate) async fn wrong_method(method: Method) -> Failure {
    let method: String = method.as_str().chars().take(20).collect();
    let error = format!("{method} cannot be done here; GET /api/openapi.json says what can");
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, error)
}
