//! A game. The lab stores none: the request contains the saved game and an action, the answer is the saved game after
//! it.

use std::sync::Arc;

use rushlab::puzzle::{Direction, Puzzle};
use rushlab::search::{Limits, Observer};
use rushlab::session::{Detour, Hint, HintError, Session, Stars};
use serde::{Deserialize, Serialize};

use crate::Lab;
use crate::error::LabError;
use crate::fields::{BoardField, MoveField, PositionField, PuzzleField};
use crate::job::{Job, Request};

/// Requests one action in a game: a move, undo, redo, reset, a hint, the solution.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    /// A saved game; or `puzzle`, to begin one.
    game: Option<String>,
    puzzle: Option<PuzzleField>,
    /// The action; `look` if it is left out.
    #[serde(default)]
    action: Action,
}

/// An action in a game.
#[derive(Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// Returns the game unchanged.
    #[default]
    Look,
    /// Moves a vehicle.
    Move {
        /// The index in the list of vehicles, from 0.
        vehicle: usize,
        /// The distance in cells: positive to the right or down, negative to the left or up.
        cells: i16,
    },
    /// Takes the last move back.
    Undo,
    /// Repeats the move that was undone last.
    Redo,
    /// Returns to the start.
    Reset,
    /// Computes par, the cost of an optimal solution.
    Par,
    /// Gives the next hint in this position: first the number of moves left, then the vehicle, then its move.
    Hint,
    /// Lists all moves from here to the exit.
    Solution,
    /// Computes the cost of a shortest solution from here. This is no hint.
    Remaining,
    /// Finds the move that left the shortest solutions.
    Review,
}

/// A game after an action.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct GameResponse {
    /// The saved game, one line, for the next request.
    game: String,
    board: BoardField,
    position: PositionField,
    /// How many cells each vehicle can move left or up, and right or down.
    reach: Vec<[u8; 2]>,
    moves: u32,
    steps: u32,
    /// The cost so far in the puzzle's metric, to compare with par.
    cost: u32,
    /// The cost of an optimal solution, if known.
    par: Option<u32>,
    finished: bool,
    /// 1 to 3, once the game is finished and par is known.
    stars: Option<u8>,
    /// The greatest cost that earns two stars, if par is known.
    two_stars: Option<u32>,
    /// Number of hints given.
    hints: u32,
    can_undo: bool,
    can_redo: bool,
    /// The last move.
    last: Option<MoveField>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<HintField>,
    /// All moves to the exit, after the action `solution`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<MoveField>>,
    /// The cost of a shortest solution from here, after the action `remaining`; `null` if there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    remaining: Option<Option<u32>>,
    /// The move that left the shortest solutions, after the action `review`; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    detour: Option<DetourField>,
}

/// The first move of a game after which no shortest solution could be reached.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct DetourField {
    /// Number of moves before it.
    index: usize,
    played: MoveField,
    /// The first move of a shortest solution from the same position.
    shortest: MoveField,
    /// How much the move has added to the cost; `null` if the puzzle became unsolvable.
    extra_cost: Option<u32>,
    /// The saved game just before the move.
    game: String,
}

impl DetourField {
    fn of(session: &Session, detour: &Detour) -> DetourField {
        let mut before = session.clone();
        while before.played().len() > detour.index && before.undo().is_some() {}
        let puzzle = session.puzzle();
        DetourField {
            index: detour.index,
            played: MoveField::of(puzzle, &detour.played),
            shortest: MoveField::of(puzzle, &detour.shortest),
            extra_cost: detour.extra_cost,
            game: before.save(),
        }
    }
}

/// A hint.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct HintField {
    text: String,
    /// The vehicle, if the hint names one.
    vehicle: Option<usize>,
    /// The move, if the hint names one.
    #[serde(rename = "move")]
    mv: Option<MoveField>,
}

impl HintField {
    fn of(puzzle: &Puzzle, hint: &Hint) -> HintField {
        let (vehicle, mv) = match hint {
            Hint::Remaining { .. } => (None, None),
            Hint::Vehicle(vehicle) => (Some(*vehicle), None),
            Hint::Move(mv) => (Some(mv.vehicle), Some(MoveField::of(puzzle, mv))),
        };
        HintField { text: hint.text(puzzle), vehicle, mv }
    }
}

impl Request for GameRequest {
    fn job(self, lab: &Arc<Lab>) -> Result<Job, LabError> {
        let session = match (&self.game, &self.puzzle) {
            (Some(game), None) => Session::restore(game).map_err(|error| LabError::unprocessable(error.to_string()))?,
            (None, Some(puzzle)) => Session::new(puzzle.puzzle()?),
            _ => return Err(LabError::bad_request("send either `game`, a saved game, or `puzzle`, to begin one")),
        };
        let needs_search = match self.action {
            Action::Hint | Action::Solution | Action::Remaining | Action::Review => true,
            Action::Par => session.known_par().is_none(),
            _ => false,
        };
        let limits = lab.settings.search_limits();
        Ok(if needs_search {
            let timeout = lab.settings.search_timeout;
            Job::search(timeout, move |observer| perform(session, &self.action, limits, observer))
        } else {
            Job::instant(move || perform(session, &self.action, limits, &mut ()))
        })
    }
}

fn perform(
    mut session: Session,
    action: &Action,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<GameResponse, LabError> {
    let unprocessable = |why: HintError| LabError::unprocessable(why.to_string());
    let (mut hint, mut solution, mut remaining, mut detour) = (None, None, None, None);
    match action {
        Action::Look => {}
        Action::Move { vehicle, cells } => make_move(&mut session, *vehicle, *cells)?,
        Action::Undo => drop(session.undo().ok_or_else(|| LabError::unprocessable("there is no move to undo"))?),
        Action::Redo => drop(session.redo().ok_or_else(|| LabError::unprocessable("there is no move to redo"))?),
        Action::Reset => session.reset(),
        Action::Par => drop(session.par(limits, observer).map_err(unprocessable)?),
        Action::Hint => hint = Some(session.hint(limits, observer).map_err(unprocessable)?),
        Action::Solution => solution = Some(session.solution(limits, observer).map_err(unprocessable)?),
        Action::Remaining => {
            // The answer has par too, because the sum of the cost so far and this one is compared with it.
            let cost = session.par(limits, observer).and_then(|_| session.remaining(limits, observer));
            remaining = Some(match cost {
                Err(HintError::Unsolvable) => None,
                cost => Some(cost.map_err(unprocessable)?),
            });
        }
        Action::Review => detour = session.first_detour(limits, observer).map_err(unprocessable)?,
    }
    let puzzle = session.puzzle();
    let move_field = |mv: &rushlab::position::Move| MoveField::of(puzzle, mv);
    Ok(GameResponse {
        game: session.save(),
        board: BoardField::from(puzzle),
        position: PositionField::from(session.position()),
        reach: (puzzle.vehicles().iter().enumerate())
            .map(|(index, vehicle)| vehicle.orientation.directions().map(|direction| session.reach(index, direction)))
            .collect(),
        moves: session.move_count(),
        steps: session.steps(),
        cost: session.cost(),
        par: session.known_par(),
        finished: session.finished(),
        stars: session.stars().map(Stars::count),
        two_stars: session.known_par().map(Stars::greatest_cost_of_two),
        hints: session.hints(),
        can_undo: !session.played().is_empty(),
        can_redo: !session.undone().is_empty(),
        last: session.played().last().map(move_field),
        hint: hint.map(|hint| HintField::of(puzzle, &hint)),
        solution: solution.map(|moves| moves.iter().map(move_field).collect()),
        remaining,
        detour: detour.map(|detour| DetourField::of(&session, &detour)),
    })
}

fn make_move(session: &mut Session, vehicle: usize, cells: i16) -> Result<(), LabError> {
    let found = session.puzzle().vehicles().get(vehicle);
    let found = found.ok_or_else(|| LabError::unprocessable(format!("there is no vehicle number {vehicle}")))?;
    let [backward, forward]: [Direction; 2] = found.orientation.directions();
    let direction = if cells < 0 { backward } else { forward };
    let cells = u8::try_from(cells.unsigned_abs())
        .map_err(|_| LabError::unprocessable("the distance exceeds the length of every board"))?;
    let moved = session.play(rushlab::position::Move { vehicle, direction, cells });
    moved.map_err(|error| LabError::unprocessable(error.to_string()))
}
