//! Rows `moves board positions`, whose numbers are copied without exploring.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use rushlab::analysis::KnownFacts;
use rushlab::format::{self, Lines};

use crate::arguments::InputArgs;
use crate::commands::census;
use crate::database::Entry;
use crate::output::printable;
use crate::{ExitStatus, interrupt, output};

pub(super) fn read(args: &InputArgs, entries: &mut Vec<Entry>) -> Result<ExitStatus> {
    if args.inputs.is_empty() {
        bail!("--trust-input needs files with rows `moves board positions`, or `-`");
    }
    let filter = args.filter.filter();
    let in_rows = KnownFacts { moves: Some(0), positions: Some(0), ..KnownFacts::default() };
    if filter.needs_search(in_rows) {
        bail!("--trust-input knows only moves and positions; omit the other conditions on solutions");
    }
    let max = args.count.unwrap_or(usize::MAX);
    let mut status = ExitStatus::Success;
    for name in &args.inputs {
        let (rows, name) = open(name)?;
        let mut lines = Lines::new(BufReader::new(rows));
        while let Some(line) = lines.next().map(str::to_owned) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            if interrupt::requested() {
                return Ok(ExitStatus::Interrupted);
            }
            match parse(&line) {
                Ok(entry) if entry.puzzle().is_ok_and(|puzzle| filter.admits_board(&puzzle)) => {
                    entries.extend(Some(entry).filter(|entry| filter.admits_facts(entry.known())));
                }
                Ok(_) => {}
                Err(reason) => {
                    status = ExitStatus::Invalid;
                    output::error(&format!("{name}:{}: {reason}", lines.number()));
                }
            }
            if entries.len() >= max {
                return Ok(status);
            }
        }
        if let Some(error) = lines.take_error() {
            return Err(error).with_context(|| format!("{name} cannot be read"));
        }
    }
    Ok(status)
}

/// Opens a file or standard input. Returns its name too.
fn open(name: &OsStr) -> Result<(Box<dyn Read>, String)> {
    if name == "-" {
        return Ok((Box::new(io::stdin()), "-".to_owned()));
    }
    let shown = printable(&name.to_string_lossy()).into_owned();
    census::check_sidecar(Path::new(name))?;
    let file = File::open(name).with_context(|| format!("{shown} cannot be read"))?;
    Ok((Box::new(file), shown))
}

fn parse(line: &str) -> Result<Entry, String> {
    let mut fields = line.split_whitespace();
    let (Some(moves), Some(cells), Some(positions), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err("a row is `moves board positions`".to_owned());
    };
    let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
    let puzzle = format::parse(cells).map_err(|error| error.to_string())?;
    Ok(Entry::unexplored(&puzzle, number(moves)?, number(positions)?))
}
