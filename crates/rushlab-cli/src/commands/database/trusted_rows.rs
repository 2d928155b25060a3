//! Rows `moves board positions`, whose numbers are copied without exploring.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use rushlab::format;

use super::entry::Entry;
use crate::commands::census;
use crate::{ExitStatus, interrupt, output};

pub(super) fn read(files: &[String], entries: &mut Vec<Entry>) -> Result<ExitStatus> {
    if files.is_empty() {
        bail!("--trust-input needs files with rows `moves board positions`, or `-`");
    }
    let mut status = ExitStatus::Success;
    for name in files {
        let read_error = || format!("{name} cannot be read");
        let rows: Box<dyn BufRead> = if name == "-" {
            Box::new(io::stdin().lock())
        } else {
            census::check_sidecar(Path::new(name))?;
            Box::new(BufReader::new(File::open(name).with_context(read_error)?))
        };
        for (index, line) in rows.lines().enumerate() {
            let line = line.with_context(read_error)?;
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            if interrupt::requested() {
                return Ok(ExitStatus::Interrupted);
            }
            match parse(&line) {
                Ok(entry) => entries.push(entry),
                Err(reason) => {
                    status = ExitStatus::Invalid;
                    output::error(&format!("{name}:{}: {reason}", index + 1));
                }
            }
        }
    }
    Ok(status)
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
