//! The body of a request: JSON, with a limit on its size and on the time it takes to arrive.

use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use rushlab_lab::LabError;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::AppState;
use crate::error::ApiError;
use crate::settings::MAX_BODY;

pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<JsonBody<T>, ApiError> {
        // A form on another site cannot send this content type without a preflight request.
        if !is_json(request.headers()) {
            return Err(ApiError::unsupported_media_type());
        }
        if content_length(request.headers()).is_some_and(|length| length > MAX_BODY as u64) {
            return Err(ApiError::payload_too_large(MAX_BODY));
        }
        let body = to_bytes(request.into_body(), MAX_BODY);
        let bytes = timeout(app.pool.settings.receive_timeout, body).await.map_err(|_| ApiError::request_timeout())?;
        let bytes = bytes.map_err(|_| ApiError::payload_too_large(MAX_BODY))?;
        let parsed = serde_json::from_slice(&bytes);
        Ok(JsonBody(parsed.map_err(|error| LabError::bad_request(format!("the request cannot be read: {error}")))?))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().is_some_and(|media_type| media_type.trim().eq_ignore_ascii_case("application/json"))
}

fn content_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
