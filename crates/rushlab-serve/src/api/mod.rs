//! The HTTP API, one file per subject. The doc comment of a handler is its description in the OpenAPI document.

mod evolve;
mod explore;
mod game;
mod menu;
mod puzzles;
mod race;
mod solve;
mod text;

use axum::routing::{get, post};
use axum::{Json, Router};
use utoipa::OpenApi;

use crate::AppState;

/// Defines the router and the OpenAPI document from one list of endpoints.
macro_rules! endpoints {
    ($($method:ident $path:literal $module:ident::$handler:ident,)*) => {
        #[derive(OpenApi)]
        #[openapi(
            info(
                title = "rushlab",
                description = "The Rush Hour laboratory over HTTP. Everything is JSON; errors are `{\"error\": \"a sentence\"}`. \
                               Live searches send server-sent events."
            ),
            paths($($module::$handler),*)
        )]
        struct Document;

        fn endpoint_routes() -> Router<AppState> {
            Router::new()$(.route($path, $method($module::$handler)))*
        }

        /// Method and path of every endpoint.
        #[cfg(test)]
        const ENDPOINTS: &[(&str, &str)] = &[$((stringify!($method), $path)),*];
    };
}

endpoints! {
    get "/api/menu" menu::menu,
    get "/api/puzzles" puzzles::list_puzzles,
    get "/api/random" puzzles::random,
    get "/api/daily" puzzles::daily,
    get "/api/puzzles/{id}" puzzles::get_puzzle,
    post "/api/read" text::read,
    post "/api/write" text::write,
    post "/api/check" text::check,
    post "/api/game" game::game,
    post "/api/solve" solve::solve,
    post "/api/race" race::race,
    post "/api/explore" explore::explore,
    post "/api/evolve" evolve::evolve,
}

/// Returns the routes of the API and of the document that describes them.
pub(crate) fn routes() -> Router<AppState> {
    let document = document();
    endpoint_routes().route("/api/openapi.json", get(move || async move { Json(document) }))
}

/// Returns the OpenAPI document, which is also served at `/api/openapi.json`.
pub fn document() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_has_exactly_the_endpoints_of_the_router() {
        let document = serde_json::to_value(document()).unwrap();
        let mut described = Vec::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            described.extend(methods.as_object().unwrap().keys().map(|method| (method.as_str(), path.as_str())));
        }
        let mut routed = ENDPOINTS.to_vec();
        described.sort_unstable();
        routed.sort_unstable();
        assert_eq!(described, routed);
    }
}
