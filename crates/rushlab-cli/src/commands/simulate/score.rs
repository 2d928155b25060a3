//! How likely the recorded moves of people are.

use std::path::Path;

use anyhow::{Context as _, Result};
use rushlab_study::people::{Boards, Logit, Record, Table};

use crate::arguments::{Output, SimulateOptions};
use crate::output::{self, Rows, Value};
use crate::{ExitStatus, interrupt, read};

const COLUMNS: &[&str] = &["board", "moves", "log_likelihood", "uniform"];

/// Number of decimals of a log-likelihood.
const DECIMALS: usize = 6;

pub(super) fn run(options: &SimulateOptions, path: &Path) -> Result<ExitStatus> {
    interrupt::defer_to_command();
    let text = read::text(path, read::RECORDS)?;
    let table = Table::read(&text).with_context(|| path.display().to_string())?;
    let style = match options.style.or_text() {
        Output::Text => Output::Tsv,
        style => style,
    };
    let mut rows = Rows::new(output::stdout(), style, COLUMNS)?;
    let mut boards = Boards::default();
    let mut status = ExitStatus::Success;
    for record in table.records() {
        if interrupt::requested() {
            rows.finish()?;
            return Ok(interrupt::report("the rows before are printed"));
        }
        status = status.worse(score(&record, &mut boards, path, &mut |row| Ok(rows.row(row)?))?);
    }
    rows.finish()?;
    Ok(status)
}

/// Prints the row of a recorded game; without figures if it cannot be played.
fn score(
    record: &Record<'_>,
    boards: &mut Boards,
    path: &Path,
    print: &mut dyn FnMut(&[Value<'_>]) -> Result<()>,
) -> Result<ExitStatus> {
    match record.likelihood(&Logit::PEOPLE, boards) {
        Ok(likelihood) => {
            let [model, uniform] = [likelihood.model, likelihood.uniform];
            let decimal = |figure| Value::Decimal(figure, DECIMALS);
            print(&[record.board.into(), Value::Number(likelihood.moves as u64), decimal(model), decimal(uniform)])?;
            Ok(ExitStatus::Success)
        }
        Err(error) => {
            output::error(&format!("{}:{}: {error}", path.display(), record.line));
            print(&[record.board.into(), Value::Missing, Value::Missing, Value::Missing])?;
            Ok(ExitStatus::Invalid)
        }
    }
}
