//! The start of each puzzle and all boards one move away, as Esau draws them: as a picture, as text, and by the
//! variable position of each vehicle.

use std::io::Write as _;

use anyhow::Result;
use rushlab::{NamedMove, Position, notation};
use rushlab_render::{Scene, draw_text, side_by_side};

use crate::ExitStatus;
use crate::arguments::ExploreOptions;
use crate::batch;
use crate::output::{self, Printer, STRONG, Value, count, plain_rows};
use crate::progress::ProgressLine;

const COLUMNS: &[&str] = &["puzzle", "move", "board", "positions"];

/// A board, with the move that leads to it from the start.
struct Neighbour {
    mv: Option<NamedMove>,
    position: Position,
}

pub(super) fn run(options: &ExploreOptions) -> Result<ExitStatus> {
    let mut printer = Printer::new(options.style.or_text(), COLUMNS)?;
    let status = batch::for_each(&options.input, &ProgressLine::message(), |item| {
        let start = item.puzzle.start();
        let neighbours: Vec<Neighbour> = around(&start).collect();
        let id = item.origin.id();
        printer.print(
            |out| {
                let name = output::name_of(&item.puzzle);
                let boards = count(neighbours.len() - 1, "board");
                writeln!(out, "{STRONG}{id}{name}{STRONG:#}: {boards} one move away")?;
                print(out, &neighbours)
            },
            |rows| Ok(neighbours.iter().try_for_each(|neighbour| rows.row(&row(&id, neighbour)))?),
        )?;
        Ok(ExitStatus::Success)
    })?;
    printer.finish()?;
    Ok(status)
}

/// Returns the start, and what its moves lead to.
fn around(start: &Position) -> impl Iterator<Item = Neighbour> + '_ {
    let moves = start.legal_moves();
    let named = |mv| notation::named_moves(start.puzzle(), &[mv]).first().copied();
    let after =
        moves.into_iter().filter_map(move |mv| Some(Neighbour { mv: named(mv), position: start.play(mv).ok()? }));
    std::iter::once(Neighbour { mv: None, position: start.clone() }).chain(after)
}

/// Returns the variable position of each vehicle, from 0.
fn variables(position: &Position) -> String {
    let vehicles = position.puzzle().vehicles().iter().zip(position.offsets());
    let shown = vehicles.filter_map(|(vehicle, offset)| Some(format!("{}={}", vehicle.label, (*offset)?)));
    shown.collect::<Vec<_>>().join(" ")
}

fn caption(neighbour: &Neighbour) -> String {
    neighbour.mv.map_or_else(|| "start".to_owned(), |mv| mv.to_string())
}

fn row(id: &str, neighbour: &Neighbour) -> [Value<'static>; COLUMNS.len()] {
    [
        id.to_owned().into(),
        neighbour.mv.map_or(Value::Missing, |mv| mv.to_string().into()),
        neighbour.position.to_string().into(),
        variables(&neighbour.position).into(),
    ]
}

fn print(out: &mut impl std::io::Write, neighbours: &[Neighbour]) -> Result<()> {
    let pictures: Vec<_> = neighbours
        .iter()
        .map(|neighbour| draw_text(&Scene::at(&neighbour.position)).captioned(&caption(neighbour)))
        .collect();
    write!(out, "{}", side_by_side(&pictures, output::columns()))?;
    for neighbour in neighbours {
        writeln!(out, "\n{}: {}", caption(neighbour), variables(&neighbour.position))?;
        plain_rows(&neighbour.position, None).iter().try_for_each(|row| writeln!(out, "{row}"))?;
    }
    Ok(())
}
