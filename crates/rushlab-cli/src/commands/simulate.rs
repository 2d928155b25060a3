//! `rushlab simulate`: simulated players on puzzles, and the likelihood of recorded moves (`score.rs`).

mod score;

use std::io::Write as _;
use std::time::Instant;

use anyhow::Result;
use rushlab::{Position, Solver, notation};
use rushlab_render::{Scene, draw_text, side_by_side};
use rushlab_study::people::{Game, Logit, Players, Simulated, simulate};

use crate::arguments::{Output, SimulateOptions};
use crate::input::InputPuzzle;
use crate::output::{self, Columns, GOOD, Rows, STRONG, Value, count, grouped};
use crate::progress::ProgressLine;
use crate::watchdog::Watchdog;
use crate::{ExitStatus, batch, interrupt};

const COLUMNS: &[&str] = &[
    "puzzle",
    "players",
    "within",
    "solved",
    "quarter",
    "half",
    "three_quarters",
    "moves",
    "hint",
    "solved_with_hint",
    "half_with_hint",
    "lost",
    "returns",
];

/// The simulated players of a puzzle.
struct Finding {
    id: String,
    result: std::result::Result<Played, String>,
}

struct Played {
    simulated: Simulated,
    /// The length of a shortest solution, if one was found.
    optimal: Option<u32>,
    /// The first move of that solution, and what players do after it.
    hint: Option<(String, Simulated)>,
}

pub(crate) fn run(options: &SimulateOptions) -> Result<ExitStatus> {
    if let Some(table) = &options.score {
        return score::run(options, table);
    }
    interrupt::defer_to_command();
    options.seed.note_if_random();
    let style = options.style.or_text();
    let columns = Columns { names: COLUMNS, shortened: &["lost"], ..Columns::DEFAULT };
    let mut is_first = true;
    let mut rows = (style != Output::Text).then(|| Rows::new(output::stdout(), style, columns)).transpose()?;
    let line = ProgressLine::message();
    let status = batch::run(
        &options.input,
        options.threads.count(),
        &line,
        |item, share| play(options, share.searches, &item),
        |finding| {
            match (&finding.result, &mut rows) {
                (Err(_), _) if interrupt::requested() => return Ok(ExitStatus::Interrupted),
                (Err(message), _) => {
                    output::error(message);
                    return Ok(ExitStatus::Incomplete);
                }
                (Ok(played), Some(rows)) => rows.row(&row(options, &finding.id, played))?,
                (Ok(played), None) => {
                    print(options, &finding.id, played, std::mem::take(&mut is_first))?;
                }
            }
            Ok(ExitStatus::Success)
        },
    )?;
    line.finish();
    rows.map_or(Ok(()), Rows::finish)?;
    if status == ExitStatus::Interrupted || interrupt::requested() {
        return Ok(interrupt::report("the puzzles before are printed"));
    }
    Ok(status)
}

fn play(options: &SimulateOptions, concurrency: usize, item: &InputPuzzle<'_>) -> Finding {
    let deadline = options.limits.deadline();
    let mut watchdog = Watchdog::until(deadline);
    let outcome = Solver::new(&item.puzzle).limits(options.limits.per_search(concurrency)).run_with(&mut watchdog);
    let players = Players { count: options.players, most_moves: options.within, seed: options.seed.value() };
    let stopped = || interrupt::requested() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let played = || {
        let mut game = Game::new(&item.puzzle)
            .ok_or("people are simulated under the plain rules only: moves, no fuel, no valet")?;
        let late = "not simulated in time; raise --timeout, or use fewer --players";
        let simulated = simulate(&Logit::PEOPLE, &game, players, stopped).ok_or(late)?;
        let first = outcome.solution.as_ref().and_then(|solution| solution.moves().first().copied());
        let hint = match first.filter(|mv| game.play(*mv).is_ok()) {
            None => None,
            Some(mv) => {
                let named = notation::write(notation::LETTERS, &item.puzzle, &[mv]).trim().to_owned();
                Some((named, simulate(&Logit::PEOPLE, &game, players, stopped).ok_or(late)?))
            }
        };
        let optimal = outcome.solution.as_ref().map(|solution| solution.moves().len() as u32);
        Ok(Played { simulated, optimal, hint })
    };
    let result = played().map_err(|reason: &str| item.origin.message(&reason));
    Finding { id: item.origin.id(), result }
}

fn row<'a>(options: &SimulateOptions, id: &'a str, played: &Played) -> [Value<'a>; COLUMNS.len()] {
    let number = |number: Option<u32>| number.map_or(Value::Missing, |number| Value::Number(number.into()));
    let Played { simulated, optimal, hint } = played;
    let lost = simulated.lost.as_ref();
    [
        id.into(),
        Value::Number(options.players.into()),
        Value::Number(options.within.into()),
        Value::Decimal(simulated.share_solved(), 3),
        number(simulated.moves_of(0.25)),
        number(simulated.moves_of(0.5)),
        number(simulated.moves_of(0.75)),
        number(*optimal),
        hint.as_ref().map_or(Value::Missing, |(mv, _)| mv.clone().into()),
        hint.as_ref().map_or(Value::Missing, |(_, hinted)| Value::Decimal(hinted.share_solved(), 3)),
        number(hint.as_ref().and_then(|(_, hinted)| hinted.moves_of(0.5))),
        lost.map_or(Value::Missing, |(position, _)| position.to_string().into()),
        number(lost.map(|(_, returns)| *returns)),
    ]
}

fn print(options: &SimulateOptions, id: &str, played: &Played, is_first: bool) -> Result<()> {
    let mut out = output::stdout();
    if !is_first {
        writeln!(out)?;
    }
    let Played { simulated, optimal, hint } = played;
    let within = |share: f64, simulated: &Simulated| match simulated.moves_of(share) {
        Some(moves) => count(moves as usize, "move"),
        None => format!("more than {}", grouped(options.within as usize)),
    };
    let percent = |simulated: &Simulated| format!("{:.0}%", 100.0 * simulated.share_solved());
    writeln!(out, "{STRONG}{id}{STRONG:#}")?;
    let limit = count(options.within as usize, "move");
    let players = count(options.players as usize, "simulated player");
    writeln!(out, "solved        by {GOOD}{}{GOOD:#} of {players} within {limit}", percent(simulated))?;
    let quartiles = [0.25, 0.5, 0.75].map(|share| within(share, simulated));
    let [quarter, half, three_quarters] = quartiles;
    writeln!(out, "moves         a quarter needs {quarter}, half {half}, three quarters {three_quarters}")?;
    if let Some(optimal) = optimal {
        writeln!(out, "shortest      {}", count(*optimal as usize, "move"))?;
    }
    if let Some((mv, hinted)) = hint {
        let half = within(0.5, hinted);
        writeln!(out, "with a hint   {mv}: solved by {}, half need {half} more", percent(hinted))?;
    }
    if let Some((position, returns)) = &simulated.lost {
        writeln!(out, "lost          players come back {} here", count(*returns as usize, "time"))?;
        write!(out, "{}", draw(position))?;
    }
    Ok(out.flush()?)
}

fn draw(position: &Position) -> String {
    side_by_side(&[draw_text(&Scene::at(position))], output::columns())
}
