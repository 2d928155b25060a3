//! The HTTP API: a path for each request of the lab.

use std::error::Error as _;

use axum::Router;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::Response;
use axum::routing::{get, post};
use rushlab_lab::daily::DailyRequest;
use rushlab_lab::evolve::EvolveRequest;
use rushlab_lab::explore::ExploreRequest;
use rushlab_lab::game::GameRequest;
use rushlab_lab::menu::MenuRequest;
use rushlab_lab::puzzles::{PuzzleRequest, PuzzlesRequest, RandomRequest};
use rushlab_lab::race::RaceRequest;
use rushlab_lab::solve::SolveRequest;
use rushlab_lab::text::{CheckRequest, ReadRequest, WriteRequest};
use rushlab_lab::tree::TreeRequest;
use rushlab_lab::{LabError, Request};
#[cfg(feature = "openapi")]
use rushlab_lab::{
    explore::ExploreResponse,
    game::GameResponse,
    menu::Menu,
    puzzles::{PuzzleResponse, PuzzleSummary},
    solve::SolveResponse,
    text::{CheckResponse, ReadResponse, WriteResponse},
    tree::TreeResponse,
};

use crate::AppState;
use crate::error::ApiError;
use crate::json_body::JsonBody;

/// Defines the router and the OpenAPI document from one list of endpoints. Each has the name of its request; its doc
/// comment is its description in the document.
macro_rules! endpoints {
    ($(
        $(#[$description:meta])*
        $name:ident: $method:ident $path:literal $handler:ident::<$request:ty> $([$($fields:tt)*])?
            -> ($($answer:tt)*) $($error:literal)*;
    )*) => {
        #[cfg(feature = "openapi")]
        #[derive(utoipa::OpenApi)]
        #[openapi(
            info(
                title = "rushlab",
                description = "The Rush Hour laboratory over HTTP. Everything is JSON; errors are `{\"error\": \"a sentence\"}`. \
                               Live searches send server-sent events."
            ),
            paths($($name),*)
        )]
        struct Document;

        $(
            #[cfg(feature = "openapi")]
            $(#[$description])*
            #[utoipa::path($method, path = $path, $($($fields)*,)?
                responses((status = 200, $($answer)*) $(, (status = $error, body = LabError))*))]
            #[expect(dead_code, reason = "only its description is used")]
            fn $name() {}
        )*

        fn endpoint_routes() -> Router<AppState> {
            Router::new()$(.route($path, $method($handler::<$request>)))*
        }

        /// Name, method and path of every endpoint.
        #[cfg(test)]
        const ENDPOINTS: &[(&str, &str, &str)] = &[$((stringify!($name), stringify!($method), $path)),*];
    };
}

endpoints! {
    /// Lists requests, algorithms, heuristics, formats, notations, levels, colours and limits.
    menu: get "/api/menu" query::<MenuRequest> -> (body = Menu);
    /// Lists the built-in puzzles, easy ones first.
    puzzles: get "/api/puzzles" query::<PuzzlesRequest> -> (body = Vec<PuzzleSummary>);
    /// Generates a puzzle of a level.
    random: get "/api/random" query::<RandomRequest> [params(RandomRequest)] -> (body = PuzzleResponse) 400 503;
    /// Returns the puzzle of a date, which is the same for all users.
    daily: get "/api/daily" query::<DailyRequest> [params(DailyRequest)] -> (body = PuzzleResponse) 400;
    /// Returns one built-in puzzle.
    puzzle: get "/api/puzzles/{id}" path::<PuzzleRequest> [params(PuzzleRequest)] -> (body = PuzzleResponse) 404;
    /// Reads puzzles in any format.
    read: post "/api/read" body::<ReadRequest> [request_body = ReadRequest] -> (body = ReadResponse) 422;
    /// Writes a puzzle in another format. The error names what the format cannot represent.
    write: post "/api/write" body::<WriteRequest> [request_body = WriteRequest] -> (body = WriteResponse) 422;
    /// Validates a puzzle and lists all its problems.
    check: post "/api/check" body::<CheckRequest> [request_body = CheckRequest] -> (body = CheckResponse) 422;
    /// Performs one action in a game: a move, undo, redo, reset, a hint, the solution.
    game: post "/api/game" body::<GameRequest> [request_body = GameRequest] -> (body = GameResponse) 422 503;
    /// Solves a puzzle. The search stops when the client disconnects.
    solve: post "/api/solve" body::<SolveRequest> [request_body = SolveRequest] -> (body = SolveResponse) 422 503;
    /// Races several algorithms. The events are `start` (`{board, entrants}`), of each entrant `progress`
    /// (`{entrant, seconds, expanded, open, f, g, h, position}`) and `finish`
    /// (`{entrant, seconds, real_seconds, status, cost, expanded, …, samples, last}`), and `end`.
    race: post "/api/race" body::<RaceRequest> [request_body = RaceRequest]
        -> (content_type = "text/event-stream", body = String) 422 503;
    /// Explores the cluster of a puzzle.
    explore: post "/api/explore" body::<ExploreRequest> [request_body = ExploreRequest]
        -> (body = ExploreResponse) 422 503;
    /// Runs a genetic algorithm. The events are `start` (`{board}`), `generation` for each, and `end`
    /// (`{ending, text}`).
    evolve: post "/api/evolve" body::<EvolveRequest> [request_body = EvolveRequest]
        -> (content_type = "text/event-stream", body = String) 422 503;
    /// Solves a puzzle, and returns the first nodes of the search tree in the order of their expansion.
    tree: post "/api/tree" body::<TreeRequest> [request_body = TreeRequest] -> (body = TreeResponse) 422 503;
}

/// Returns the routes of the API and of the document that describes them.
pub(crate) fn routes() -> Router<AppState> {
    endpoint_routes().route("/api/openapi.json", get(async || ([(header::CONTENT_TYPE, "application/json")], OPENAPI)))
}

/// OpenAPI document, which is served at `/api/openapi.json`. The feature `openapi` makes it from the code.
pub static OPENAPI: &str = include_str!("openapi.json");

/// Makes the OpenAPI document from the code.
#[cfg(feature = "openapi")]
pub fn document() -> utoipa::openapi::OpenApi {
    <Document as utoipa::OpenApi>::openapi()
}

/// The result of a handler.
type Answer = Result<Response, ApiError>;

/// Answers a request whose fields are the query of its address.
async fn query<R: Request>(State(app): State<AppState>, query: Result<Query<R>, QueryRejection>) -> Answer {
    let sentence = |error: QueryRejection| {
        let reason = error.source().map_or_else(String::new, |reason| format!(": {reason}"));
        LabError::bad_request(format!("the query of the address cannot be read{reason}"))
    };
    let Query(request) = query.map_err(sentence)?;
    app.answer(request).await
}

/// Answers a request whose fields are parts of its path.
async fn path<R: Request + Send>(State(app): State<AppState>, path: Result<Path<R>, PathRejection>) -> Answer {
    let Path(request) = path.map_err(|_| LabError::bad_request("the path of the address is not UTF-8"))?;
    app.answer(request).await
}

/// Answers a request that is the body.
async fn body<R: Request>(State(app): State<AppState>, JsonBody(request): JsonBody<R>) -> Answer {
    app.answer(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's host of the lab over HTTP.
    const LAB_HTTP: &str = include_str!("../../../page/lab-http.js");

    /// Set `UPDATE_OPENAPI` to write the document.
    #[cfg(feature = "openapi")]
    #[test]
    fn the_served_document_is_the_one_of_the_code() {
        let document = document().to_pretty_json().unwrap() + "\n";
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json"), &document).unwrap();
        }
        assert_eq!(OPENAPI, document, "write it with UPDATE_OPENAPI=1 cargo test -p rushlab-serve --features openapi");
    }

    #[test]
    fn the_document_has_exactly_the_endpoints_of_the_router() {
        let document: serde_json::Value = serde_json::from_str(OPENAPI).unwrap();
        let mut described = Vec::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            let endpoint = |(method, operation): (&String, &serde_json::Value)| {
                (operation["operationId"].as_str().unwrap().to_owned(), method.clone(), path.clone())
            };
            described.extend(methods.as_object().unwrap().iter().map(endpoint));
        }
        let routed = ENDPOINTS.iter().map(|(name, method, path)| [name, method, path].map(|text| (*text).to_owned()));
        let mut routed: Vec<(String, String, String)> = routed.map(<[String; 3]>::into).collect();
        described.sort_unstable();
        routed.sort_unstable();
        assert_eq!(described, routed);
    }

    #[test]
    fn every_request_of_the_lab_has_an_endpoint() {
        let requests: Vec<&str> = rushlab_lab::REQUESTS.iter().map(|entry| entry.name).collect();
        let endpoints: Vec<&str> = ENDPOINTS.iter().map(|(name, ..)| *name).collect();
        assert_eq!(endpoints, requests);
    }

    #[test]
    fn the_page_sends_every_request_to_its_endpoint() {
        let (start, end) = ("const GET = {\n", "};\n");
        let (_, table) = LAB_HTTP.split_once(start).unwrap();
        let listed: Vec<&str> = table.split_once(end).unwrap().0.lines().map(str::trim).collect();
        let fetched = ENDPOINTS.iter().filter(|(_, method, _)| *method == "get");
        let expected: Vec<String> = fetched.map(|(name, _, path)| format!("{name}: '{}',", &path[1..])).collect();
        assert_eq!(listed, expected);
        for (name, method, path) in ENDPOINTS {
            assert!(*method == "get" || *path == format!("/api/{name}"), "{name} is sent to api/{name}");
        }
    }
}
