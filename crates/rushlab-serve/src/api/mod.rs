//! The HTTP API, one file a subject. What is written above each handler is what the OpenAPI document says of it.

mod evolve;
mod explore;
mod game;
mod level;
mod menu;
mod race;
mod solve;
mod text;

use axum::routing::get;
use axum::{Json, Router};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Lab;

#[derive(OpenApi)]
#[openapi(info(
    title = "rushlab",
    description = "The Rush Hour laboratory over HTTP. Everything is JSON; errors are `{\"error\": \"a sentence\"}`. \
                   Live searches answer with server-sent events."
))]
struct About;

/// Every address of the API, with what is to be said of it.
fn described() -> OpenApiRouter<Lab> {
    OpenApiRouter::with_openapi(About::openapi())
        .routes(routes!(menu::menu))
        .routes(routes!(level::levels))
        .routes(routes!(level::random))
        .routes(routes!(level::daily))
        .routes(routes!(level::level))
        .routes(routes!(text::read))
        .routes(routes!(text::write))
        .routes(routes!(text::check))
        .routes(routes!(game::game))
        .routes(routes!(solve::solve))
        .routes(routes!(race::race))
        .routes(routes!(explore::explore))
        .routes(routes!(evolve::evolve))
}

/// The API's routes, and the document that describes them.
pub(crate) fn routes() -> Router<Lab> {
    let (router, document) = described().split_for_parts();
    router.route("/api/openapi.json", get(move || async move { Json(document) }))
}

/// What the API is: the OpenAPI document, also served at `/api/openapi.json`.
pub fn document() -> Document {
    described().into_openapi()
}
