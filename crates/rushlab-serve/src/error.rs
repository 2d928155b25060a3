//! Error responses: always JSON with a sentence, `{"error": "…"}`.

use axum::Json;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rushlab_lab::LabError;
use serde::Serialize;

/// An error of the lab or of HTTP.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    content: ErrorContent,
}

/// The body of an error response.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ErrorContent {
    Lab(LabError),
    Http { error: String },
}

impl ApiError {
    fn new(status: StatusCode, error: impl Into<String>) -> ApiError {
        ApiError { status, content: ErrorContent::Http { error: error.into() } }
    }

    pub(crate) fn not_found(error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, error)
    }

    /// Returns the error of a request whose host or origin is not allowed.
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

    /// Returns the error at the limit on concurrent searches.
    pub(crate) fn busy() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy: too many searches are running; try again in a moment")
    }
}

impl From<LabError> for ApiError {
    fn from(error: LabError) -> ApiError {
        let status = StatusCode::from_u16(error.kind().http_status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        ApiError { status, content: ErrorContent::Lab(error) }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(self.content)).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

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
