//! From a request to its response: runs the job of the lab, at once or in the pool, and sends the answer or the events.

use std::convert::Infallible;

use axum::http::{HeaderValue, header};
use axum::response::sse::{self, KeepAlive};
use axum::response::{IntoResponse as _, Response, Sse};
use rushlab_lab::{Event, Job, Kind, LabError, Request};
use tokio::sync::mpsc::channel;
use tokio::task::spawn_blocking;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::ReceiverStream;

use crate::AppState;
use crate::error::ApiError;
use crate::host::ThreadHost;

/// Number of events that wait for a slow client before the job waits too.
const MAX_UNSENT_EVENTS: usize = 32;

impl AppState {
    /// Answers a request. Dropping the returned future cancels its job.
    pub(crate) async fn answer(&self, request: impl Request) -> Result<Response, ApiError> {
        let job = request.job(&self.lab)?;
        match job.kind() {
            Kind::Instant => json(self.pool.short(move |host| job.run(host)).await?),
            Kind::Search => json(self.pool.search(move |host| job.run(host)).await?),
            Kind::Stream => self.stream(job),
        }
    }

    fn stream(&self, job: Job) -> Result<Response, ApiError> {
        let permit = self.pool.stream_permit()?;
        let (events, receiver) = channel(MAX_UNSENT_EVENTS);
        drop(spawn_blocking(move || {
            // The answer of a live search is empty.
            let _ = job.run(&mut ThreadHost::with_events(events));
            drop(permit);
        }));
        let written = |event: Event| Ok::<_, Infallible>(sse::Event::default().event(event.name).data(event.data));
        Ok(Sse::new(ReceiverStream::new(receiver).map(written)).keep_alive(KeepAlive::default()).into_response())
    }
}

fn json(answer: Result<String, LabError>) -> Result<Response, ApiError> {
    let json = HeaderValue::from_static("application/json");
    Ok(([(header::CONTENT_TYPE, json)], answer?).into_response())
}
