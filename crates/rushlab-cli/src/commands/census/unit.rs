//! `rushlab census unit`: the hardest boards of Unit Rush Hour.

use std::ops::ControlFlow;

use anyhow::{Result, bail};
use rushlab_census::UnitBoard;

use crate::arguments::UnitOptions;
use crate::output::{Rows, Value};
use crate::progress::ProgressLine;
use crate::{ExitStatus, interrupt, output};

/// The columns: the exit row, the steps from the hardest position, how many positions have a solution, how many of them
/// are the hardest, and one of these.
const COLUMNS: &[&str] = &["row", "steps", "positions", "hardest", "board"];

pub(super) fn run(options: &UnitOptions) -> Result<ExitStatus> {
    let (width, height) = (options.size.0, options.size.1);
    let Some(board) = UnitBoard::new(width.into(), height.into()) else {
        bail!("this census supports boards of at least 2x2 and at most 25 cells, not {width}x{height}");
    };
    interrupt::defer_to_command();
    let line = ProgressLine::message();
    let mut rows = Rows::new(output::stdout(), options.style.or_table(), COLUMNS)?;
    for row in board.rows() {
        let found = board.hardest(row, |positions| {
            line.show(|| format!("exit row {}: {} positions", row + 1, output::grouped(positions as usize)));
            if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let Some(found) = found else {
            line.finish();
            return Ok(ExitStatus::Interrupted);
        };
        let number = |figure: usize| Value::Number(figure as u64);
        rows.row(&[
            number(row + 1),
            number(found.steps),
            Value::Number(found.positions),
            Value::Number(found.hardest),
            found.board.into(),
        ])?;
    }
    line.finish();
    rows.finish()?;
    Ok(ExitStatus::Success)
}
