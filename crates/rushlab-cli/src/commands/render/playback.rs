//! The content of a picture: a puzzle and the moves to draw.

use rushlab::Puzzle;
use rushlab::notation;
use rushlab::position::{Move, replay};
use rushlab::puzzle::RulesInWords;
use rushlab::search::{Outcome, Solver, Status};

use crate::ExitStatus;
use crate::arguments::RenderOptions;
use crate::output::count;
use crate::progress::ProgressLine;
use crate::search_progress::SearchProgress;
use crate::watchdog::Watchdog;
use rushlab_study::words::capitalise;

pub(super) struct Playback<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) moves: Vec<Move>,
    pub(super) title: String,
}

impl<'a> Playback<'a> {
    /// Returns the puzzle with the moves of `--moves`, or with a solution if the picture needs moves. The error is the
    /// exit status and the reason.
    pub(super) fn new(
        options: &RenderOptions,
        id: &str,
        puzzle: &'a Puzzle,
        needs_moves: bool,
        line: &ProgressLine,
    ) -> Result<(Playback<'a>, ExitStatus), (ExitStatus, String)> {
        let mut status = ExitStatus::Success;
        let mut moves = Vec::new();
        let mut word = "";
        if let Some(text) = &options.play {
            moves = parse_moves(puzzle, text, options).map_err(|reason| (ExitStatus::Invalid, reason))?;
        } else if needs_moves {
            let outcome = solution(options, id, puzzle, line);
            let Some(found) = &outcome.solution else {
                let (status, reason) = match outcome.status {
                    Status::Unsolvable => (
                        ExitStatus::Invalid,
                        "there is no solution to draw; omit --storyboard, or choose another file type than .gif",
                    ),
                    _ => {
                        (ExitStatus::Incomplete, "no solution was found within the limits; allow more, or give --moves")
                    }
                };
                return Err((status, reason.to_owned()));
            };
            word = if outcome.is_optimal() { "solved in " } else { "best known solution: " };
            status = ExitStatus::of(outcome.status);
            moves = found.moves().to_vec();
        }
        let steps = moves.iter().map(|mv| usize::from(mv.cells)).sum();
        let rules = match RulesInWords::of(puzzle).names().as_str() {
            "" => String::new(),
            names => format!(", with {names}"),
        };
        let length = format!("{} ({}){rules}", count(moves.len(), "move"), count(steps, "step"));
        let title = match puzzle.name() {
            Some(name) => format!("{name}: {word}{length}"),
            None => capitalise(&format!("{word}{length}")),
        };
        Ok((Playback { puzzle, moves, title }, status))
    }
}

fn parse_moves(puzzle: &Puzzle, moves: &str, options: &RenderOptions) -> Result<Vec<Move>, String> {
    let moves = notation::read(moves, options.notation.map(|name| name.0)).map_err(|error| error.to_string())?;
    let replayed = replay(puzzle, &moves);
    match replayed.error {
        Some(reason) => Err(format!("move {} is not legal: {reason}", replayed.played.len() + 1)),
        None => Ok(replayed.played.into_iter().map(|(mv, _)| mv).collect()),
    }
}

/// Searches for a shortest solution.
pub(super) fn solution(options: &RenderOptions, id: &str, puzzle: &Puzzle, line: &ProgressLine) -> Outcome {
    let limits = options.limits.per_search(1);
    let display = SearchProgress::new(id);
    let watchdog = Watchdog::until(options.limits.deadline());
    let mut watchdog = watchdog.with_progress(line, |progress| display.describe(progress));
    Solver::new(puzzle).limits(limits).run_with(&mut watchdog)
}
