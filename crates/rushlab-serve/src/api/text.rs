//! Puzzles as text: read any format, write any, say what is wrong.

use axum::Json;
use rushlab::Puzzle;
use rushlab::format::{self, Format, Reader};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::board::{Board, PuzzleField, unread};
use crate::body::Body;
use crate::failure::{Failure, Trouble, troubles};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadRequest {
    /// Puzzles in any format.
    text: String,
    /// The format, instead of the one the text looks like.
    format: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct ReadAnswer {
    /// The format it was read in.
    format: &'static str,
    /// The puzzles, up to a hundred.
    boards: Vec<Board>,
    /// What is wrong with others, up to a hundred.
    failures: Vec<Failure>,
}

/// How many puzzles of one text are read.
const MOST: usize = 100;

/// Reads puzzles in any format.
#[utoipa::path(post, path = "/api/read", request_body = ReadRequest,
    responses((status = 200, body = ReadAnswer), (status = 422, body = Failure)))]
pub(super) async fn read(Body(request): Body<ReadRequest>) -> Result<Json<ReadAnswer>, Failure> {
    let format = request.format.as_deref().map(named).transpose()?;
    let reader = Reader::open(request.text.as_bytes(), format, None).map_err(|error| unread(&error))?;
    let mut answer = ReadAnswer { format: reader.format().about().name, boards: Vec::new(), failures: Vec::new() };
    for draft in reader.take(MOST) {
        let puzzle = draft.map_err(|error| unread(&error)).and_then(|draft| Ok(Puzzle::try_from(draft)?));
        match puzzle {
            Ok(puzzle) => answer.boards.push(Board::from(&puzzle)),
            Err(failure) => answer.failures.push(failure),
        }
    }
    if answer.boards.is_empty() {
        let none = || Failure::cannot("the text holds no puzzle");
        return Err(answer.failures.into_iter().next().unwrap_or_else(none));
    }
    Ok(Json(answer))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WriteRequest {
    puzzle: PuzzleField,
    /// The format to write.
    format: String,
    /// Give the vehicles labels that the format can write.
    #[serde(default)]
    relabel: bool,
}

#[derive(Serialize, ToSchema)]
pub(super) struct WriteAnswer {
    text: String,
}

/// Writes a puzzle in another format, or says why that cannot hold it.
#[utoipa::path(post, path = "/api/write", request_body = WriteRequest,
    responses((status = 200, body = WriteAnswer), (status = 422, body = Failure)))]
pub(super) async fn write(Body(request): Body<WriteRequest>) -> Result<Json<WriteAnswer>, Failure> {
    let format = named(&request.format)?;
    let mut puzzle = request.puzzle.puzzle()?;
    let refused = |refusal: format::Refusal| {
        // There are no options here, but a box to tick.
        Failure::cannot(
            refusal
                .to_string()
                .replace("add --relabel", "choose new labels")
                .replace("--rules plain --metric moves", "plain rules"),
        )
    };
    if request.relabel {
        puzzle = format::relabel(format, &puzzle).map_err(refused)?;
    }
    Ok(Json(WriteAnswer { text: format::write(format, &puzzle).map_err(refused)? }))
}

fn named(name: &str) -> Result<&'static dyn Format, Failure> {
    format::named(name).ok_or_else(|| Failure::bad(format!("no format has that name; there are {}", format::names())))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckRequest {
    puzzle: PuzzleField,
}

#[derive(Serialize, ToSchema)]
pub(super) struct CheckAnswer {
    valid: bool,
    /// Everything that is wrong with it.
    problems: Vec<Trouble>,
    /// What it looks like, if it is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
}

/// Says everything that is wrong with a puzzle.
#[utoipa::path(post, path = "/api/check", request_body = CheckRequest,
    responses((status = 200, body = CheckAnswer), (status = 422, body = Failure)))]
pub(super) async fn check(Body(request): Body<CheckRequest>) -> Result<Json<CheckAnswer>, Failure> {
    Ok(Json(match Puzzle::try_from(request.puzzle.draft()?) {
        Ok(puzzle) => CheckAnswer { valid: true, problems: Vec::new(), board: Some(Board::from(&puzzle)) },
        Err(problems) => CheckAnswer { valid: false, problems: troubles(&problems), board: None },
    }))
}
