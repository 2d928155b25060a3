//! The body of a request: JSON, not too large, not too slow.

use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::Lab;
use crate::failure::Failure;
use crate::settings::BODY;

/// What a client has sent.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Lab> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, lab: &Lab) -> Result<Body<T>, Failure> {
        // A form of another site cannot send this type without being asked for it first.
        if !is_json(request.headers()) {
            return Err(Failure::not_json());
        }
        if announced(request.headers()).is_some_and(|length| length > BODY as u64) {
            return Err(Failure::too_large(BODY));
        }
        let sending = lab.workshop.settings.sending;
        let bytes = timeout(sending, to_bytes(request.into_body(), BODY)).await.map_err(|_| Failure::too_slow())?;
        let bytes = bytes.map_err(|_| Failure::too_large(BODY))?;
        let read = serde_json::from_slice(&bytes);
        read.map(Body).map_err(|error| Failure::bad(format!("the request is not what was expected: {error}")))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn announced(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
