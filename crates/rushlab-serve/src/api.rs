//! The HTTP API: a path for each request of the lab. The doc comment of a handler is its description in the OpenAPI document.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
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

/// Defines the router and the OpenAPI document from one list of endpoints.
macro_rules! endpoints {
    ($($method:ident $path:literal $handler:ident,)*) => {
        #[derive(OpenApi)]
        #[openapi(
            info(
                title = "rushlab",
                description = "The Rush Hour laboratory over HTTP. Everything is JSON; errors are `{\"error\": \"a sentence\"}`. \
                               Live searches send server-sent events."
            ),
            paths($($handler),*)
        )]
        struct Document;

        fn endpoint_routes() -> Router<AppState> {
            Router::new()$(.route($path, $method($handler)))*
        }

        /// Method and path of every endpoint.
        #[cfg(test)]
        const ENDPOINTS: &[(&str, &str)] = &[$((stringify!($method), $path)),*];
    };
}

endpoints! {
    get "/api/menu" menu,
    get "/api/puzzles" puzzles,
    get "/api/random" random,
    get "/api/daily" daily,
    get "/api/puzzles/{id}" puzzle,
    post "/api/read" read,
    post "/api/write" write,
    post "/api/check" check,
    post "/api/game" game,
    post "/api/solve" solve,
    post "/api/race" race,
    post "/api/explore" explore,
    post "/api/evolve" evolve,
    post "/api/tree" tree,
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

/// The result of a handler.
type Answer = Result<Response, ApiError>;

/// Answers a request whose fields are the query of its address.
async fn answer_query<R: Request>(app: &AppState, query: Result<Query<R>, QueryRejection>) -> Answer {
    let Query(request) = query.map_err(|error| LabError::bad_request(error.body_text()))?;
    app.answer(request).await
}

/// Lists algorithms, heuristics, formats, notations, levels, colours and limits.
#[utoipa::path(get, path = "/api/menu", responses((status = 200, body = Menu)))]
async fn menu(State(app): State<AppState>) -> Answer {
    app.answer(MenuRequest::default()).await
}

/// Lists the built-in puzzles, easy ones first.
#[utoipa::path(get, path = "/api/puzzles", responses((status = 200, body = Vec<PuzzleSummary>)))]
async fn puzzles(State(app): State<AppState>) -> Answer {
    app.answer(PuzzlesRequest::default()).await
}

/// Returns one built-in puzzle.
#[utoipa::path(get, path = "/api/puzzles/{id}", params(PuzzleRequest),
    responses((status = 200, body = PuzzleResponse), (status = 404, body = LabError)))]
async fn puzzle(State(app): State<AppState>, Path(request): Path<PuzzleRequest>) -> Answer {
    app.answer(request).await
}

/// Generates a puzzle of a level.
#[utoipa::path(get, path = "/api/random", params(RandomRequest),
    responses((status = 200, body = PuzzleResponse), (status = 400, body = LabError), (status = 503, body = LabError)))]
async fn random(State(app): State<AppState>, query: Result<Query<RandomRequest>, QueryRejection>) -> Answer {
    answer_query(&app, query).await
}

/// Returns the puzzle of a date, which is the same for all users.
#[utoipa::path(get, path = "/api/daily", params(DailyRequest),
    responses((status = 200, body = PuzzleResponse), (status = 400, body = LabError), (status = 503, body = LabError)))]
async fn daily(State(app): State<AppState>, query: Result<Query<DailyRequest>, QueryRejection>) -> Answer {
    answer_query(&app, query).await
}

/// Reads puzzles in any format.
#[utoipa::path(post, path = "/api/read", request_body = ReadRequest,
    responses((status = 200, body = ReadResponse), (status = 422, body = LabError)))]
async fn read(State(app): State<AppState>, JsonBody(request): JsonBody<ReadRequest>) -> Answer {
    app.answer(request).await
}

/// Writes a puzzle in another format. The error names what the format cannot represent.
#[utoipa::path(post, path = "/api/write", request_body = WriteRequest,
    responses((status = 200, body = WriteResponse), (status = 422, body = LabError)))]
async fn write(State(app): State<AppState>, JsonBody(request): JsonBody<WriteRequest>) -> Answer {
    app.answer(request).await
}

/// Validates a puzzle and lists all its problems.
#[utoipa::path(post, path = "/api/check", request_body = CheckRequest,
    responses((status = 200, body = CheckResponse), (status = 422, body = LabError)))]
async fn check(State(app): State<AppState>, JsonBody(request): JsonBody<CheckRequest>) -> Answer {
    app.answer(request).await
}

/// Performs one action in a game: a move, undo, redo, reset, a hint, the solution.
#[utoipa::path(post, path = "/api/game", request_body = GameRequest,
    responses((status = 200, body = GameResponse), (status = 422, body = LabError), (status = 503, body = LabError)))]
async fn game(State(app): State<AppState>, JsonBody(request): JsonBody<GameRequest>) -> Answer {
    app.answer(request).await
}

/// Solves a puzzle. The search stops when the client disconnects.
#[utoipa::path(post, path = "/api/solve", request_body = SolveRequest,
    responses((status = 200, body = SolveResponse), (status = 422, body = LabError), (status = 503, body = LabError)))]
async fn solve(State(app): State<AppState>, JsonBody(request): JsonBody<SolveRequest>) -> Answer {
    app.answer(request).await
}

/// Races several algorithms. The events are `start` (`{board, entrants}`), `progress` (`{seconds, entrants: [{expanded, open, f, g, h,
/// position}]}`), `finish` for each entrant (`{entrant, seconds, real_seconds, status, cost, expanded, …, samples, last}`), and `end`.
#[utoipa::path(post, path = "/api/race", request_body = RaceRequest,
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 422, body = LabError),
        (status = 503, body = LabError)))]
async fn race(State(app): State<AppState>, JsonBody(request): JsonBody<RaceRequest>) -> Answer {
    app.answer(request).await
}

/// Explores the cluster of a puzzle.
#[utoipa::path(post, path = "/api/explore", request_body = ExploreRequest,
    responses((status = 200, body = ExploreResponse), (status = 422, body = LabError), (status = 503, body = LabError)))]
async fn explore(State(app): State<AppState>, JsonBody(request): JsonBody<ExploreRequest>) -> Answer {
    app.answer(request).await
}

/// Runs a genetic algorithm. The events are `start` (`{board}`), `generation` for each, and `end` (`{ending, text}`).
#[utoipa::path(post, path = "/api/evolve", request_body = EvolveRequest,
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 422, body = LabError),
        (status = 503, body = LabError)))]
async fn evolve(State(app): State<AppState>, JsonBody(request): JsonBody<EvolveRequest>) -> Answer {
    app.answer(request).await
}

/// Solves a puzzle, and returns the first nodes of the search tree in the order of their expansion.
#[utoipa::path(post, path = "/api/tree", request_body = TreeRequest,
    responses((status = 200, body = TreeResponse), (status = 422, body = LabError), (status = 503, body = LabError)))]
async fn tree(State(app): State<AppState>, JsonBody(request): JsonBody<TreeRequest>) -> Answer {
    app.answer(request).await
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

    #[test]
    fn every_request_of_the_lab_has_an_endpoint() {
        let path = |name: &str| if name == "puzzle" { "/api/puzzles/{id}".to_owned() } else { format!("/api/{name}") };
        let mut requests: Vec<String> = rushlab_lab::REQUESTS.iter().map(|(name, _)| path(name)).collect();
        let mut routed: Vec<&str> = ENDPOINTS.iter().map(|(_, path)| *path).collect();
        requests.sort_unstable();
        routed.sort_unstable();
        assert_eq!(requests, routed);
    }
}
