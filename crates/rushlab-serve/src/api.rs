//! The HTTP API: a path for each request of the lab.

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use axum::routing::{get, post};
use rushlab_lab::evolve::EvolveRequest;
use rushlab_lab::explore::{ExploreRequest, ExploreResponse};
use rushlab_lab::game::{GameRequest, GameResponse};
use rushlab_lab::menu::{Menu, MenuRequest};
use rushlab_lab::puzzles::{DailyRequest, PuzzleRequest, PuzzleResponse, PuzzleSummary, PuzzlesRequest, RandomRequest};
use rushlab_lab::race::RaceRequest;
use rushlab_lab::solve::{SolveRequest, SolveResponse};
use rushlab_lab::text::{CheckRequest, CheckResponse, ReadRequest, ReadResponse, WriteRequest, WriteResponse};
use rushlab_lab::tree::{TreeRequest, TreeResponse};
use rushlab_lab::{LabError, Request};
use utoipa::OpenApi;

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
        #[derive(OpenApi)]
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
    daily: get "/api/daily" query::<DailyRequest> [params(DailyRequest)] -> (body = PuzzleResponse) 400 503;
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
    let json = HeaderValue::from_static("application/json");
    let document = Bytes::from(serde_json::to_string(&document()).unwrap_or_default());
    endpoint_routes().route("/api/openapi.json", get(async move || ([(header::CONTENT_TYPE, json)], document)))
}

/// Returns the OpenAPI document, which is also served at `/api/openapi.json`.
pub fn document() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

/// The result of a handler.
type Answer = Result<Response, ApiError>;

/// Answers a request whose fields are the query of its address.
async fn query<R: Request>(State(app): State<AppState>, query: Result<Query<R>, QueryRejection>) -> Answer {
    let Query(request) = query.map_err(|error| LabError::bad_request(error.body_text()))?;
    app.answer(request).await
}

/// Answers a request whose fields are parts of its path.
async fn path<R: Request + Send>(State(app): State<AppState>, path: Result<Path<R>, PathRejection>) -> Answer {
    let Path(request) = path.map_err(|error| LabError::bad_request(error.body_text()))?;
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

    #[test]
    fn the_document_has_exactly_the_endpoints_of_the_router() {
        let document = serde_json::to_value(document()).unwrap();
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
