//! A game in play. The server keeps none: the client sends the saved game with what is to be done, and gets it back as it is then.

use axum::Json;
use axum::extract::State;
use rushlab::puzzle::Direction;
use rushlab::search::Limits;
use rushlab::session::{Hint, HintError, Session};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Lab;
use crate::board::{Board, MoveField, Place, PuzzleField};
use crate::body::Body;
use crate::failure::Failure;
use crate::workshop::Watch;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GameRequest {
    /// A game as it was saved; or `puzzle`, to begin one.
    game: Option<String>,
    puzzle: Option<PuzzleField>,
    /// What to do; nothing, if it is left out.
    #[serde(default)]
    action: Action,
}

/// What to do in a game.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Action {
    /// Just look.
    #[default]
    Look,
    /// Move a vehicle.
    Move {
        /// Its place in the list of vehicles, from 0.
        vehicle: usize,
        /// How far: to the right or down, or, if negative, to the left or up.
        cells: i16,
    },
    /// Take the last move back.
    Undo,
    /// Make it again.
    Redo,
    /// Start again.
    Reset,
    /// Find out what a shortest solution costs.
    Par,
    /// The next hint in this position: what is left, then which vehicle, then its move.
    Hint,
    /// All moves from here to the exit.
    Solution,
}

#[derive(Serialize, ToSchema)]
pub(super) struct GameAnswer {
    /// The game as a line, to be sent with the next request.
    game: String,
    board: Board,
    place: Place,
    /// How far each vehicle can go back (left or up) and forth (right or down).
    reach: Vec<[u8; 2]>,
    moves: u32,
    steps: u32,
    /// What is compared with par: moves or steps, as the rules say.
    cost: u32,
    /// What a shortest solution costs, if it is known.
    par: Option<u32>,
    finished: bool,
    /// From 1 to 3, once the game is finished and par is known.
    stars: Option<u8>,
    /// How many hints were asked for.
    hints: u32,
    can_undo: bool,
    can_redo: bool,
    /// The last move made.
    last: Option<MoveField>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<Advice>,
    /// All moves to the exit, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<MoveField>>,
}

/// A hint.
#[derive(Serialize, ToSchema)]
struct Advice {
    text: String,
    /// The vehicle it is about, if it says so much.
    vehicle: Option<usize>,
    /// The move, if it says so much.
    mv: Option<MoveField>,
}

/// Plays: a move, undo, redo, reset, a hint, the solution.
#[utoipa::path(post, path = "/api/game", request_body = GameRequest,
    responses((status = 200, body = GameAnswer), (status = 422, body = Failure), (status = 503, body = Failure)))]
pub(super) async fn game(
    State(lab): State<Lab>,
    Body(request): Body<GameRequest>,
) -> Result<Json<GameAnswer>, Failure> {
    let session = match (&request.game, &request.puzzle) {
        (Some(game), None) => Session::restore(game).map_err(|bad| Failure::cannot(bad.to_string()))?,
        (None, Some(puzzle)) => Session::new(puzzle.puzzle()?),
        _ => return Err(Failure::bad("send either `game`, a saved game, or `puzzle`, to begin one")),
    };
    let needs_search = match request.action {
        Action::Hint | Action::Solution => true,
        Action::Par => session.known_par().is_none(),
        _ => false,
    };
    let limits = lab.workshop.settings.limits();
    if needs_search {
        lab.workshop.search(move |watch| act(session, &request.action, limits, Some(watch))).await?
    } else {
        act(session, &request.action, limits, None)
    }
    .map(Json)
}

fn act(
    mut session: Session,
    action: &Action,
    limits: Limits,
    watch: Option<&mut Watch>,
) -> Result<GameAnswer, Failure> {
    let hint_error = |error: HintError| Failure::cannot(error.to_string());
    let nobody = &mut ();
    let observer: &mut dyn rushlab::search::Observer = match watch {
        Some(watch) => watch,
        None => nobody,
    };
    let (mut hint, mut solution) = (None, None);
    match action {
        Action::Look => {}
        Action::Move { vehicle, cells } => mv(&mut session, *vehicle, *cells)?,
        Action::Undo => drop(session.undo().ok_or_else(|| Failure::cannot("there is no move to take back"))?),
        Action::Redo => drop(session.redo().ok_or_else(|| Failure::cannot("there is no move to make again"))?),
        Action::Reset => session.reset(),
        Action::Par => drop(session.par(limits, observer).map_err(hint_error)?),
        Action::Hint => hint = Some(session.hint(limits, observer).map_err(hint_error)?),
        Action::Solution => solution = Some(session.solution(limits, observer).map_err(hint_error)?),
    }
    let puzzle = session.puzzle();
    let step = |mv: &rushlab::reference::Move| MoveField::of(puzzle, mv);
    Ok(GameAnswer {
        game: session.save(),
        board: Board::from(puzzle),
        place: Place::from(session.position()),
        reach: (puzzle.vehicles().iter().enumerate())
            .map(|(index, vehicle)| vehicle.orientation.directions().map(|direction| session.reach(index, direction)))
            .collect(),
        moves: session.moves(),
        steps: session.steps(),
        cost: session.cost(),
        par: session.known_par(),
        finished: session.finished(),
        stars: session.stars().map(rushlab::session::Stars::count),
        hints: session.hints(),
        can_undo: !session.played().is_empty(),
        can_redo: !session.undone().is_empty(),
        last: session.played().last().map(step),
        hint: hint.map(|hint| Advice {
            text: hint.text(puzzle),
            vehicle: match hint {
                Hint::Remaining { .. } => None,
                Hint::Vehicle(vehicle) => Some(vehicle),
                Hint::Move(mv) => Some(mv.vehicle),
            },
            mv: match hint {
                Hint::Move(mv) => Some(step(&mv)),
                _ => None,
            },
        }),
        solution: solution.map(|moves| moves.iter().map(step).collect()),
    })
}

fn mv(session: &mut Session, vehicle: usize, cells: i16) -> Result<(), Failure> {
    let about = session.puzzle().vehicles().get(vehicle);
    let about = about.ok_or_else(|| Failure::cannot(format!("there is no vehicle number {vehicle}")))?;
    let [back, forth]: [Direction; 2] = about.orientation.directions();
    let direction = if cells < 0 { back } else { forth };
    let cells = u8::try_from(cells.unsigned_abs()).map_err(|_| Failure::cannot("no board is that long"))?;
    let played = session.play(rushlab::reference::Move { vehicle, direction, cells });
    played.map_err(|error| Failure::cannot(error.to_string()))
}
