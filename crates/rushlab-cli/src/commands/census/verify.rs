//! `rushlab census verify`: checks census files against the checksums in their sidecars.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::sidecar::Sidecar;
use crate::arguments::VerifyOptions;
use crate::{ExitStatus, output};

pub(super) fn run(options: &VerifyOptions) -> Result<ExitStatus> {
    let mut status = ExitStatus::Success;
    let mut out = output::stdout();
    for path in &options.files {
        match verify(path) {
            Ok(sidecar) => writeln!(
                out,
                "{}: undamaged, {} of {}, {}ids {}..{}",
                path.display(),
                output::count(sidecar.minimal as usize, "puzzle"),
                sidecar.size,
                sidecar.rules.map(|rules| format!("rules {rules}, ")).unwrap_or_default(),
                sidecar.ids.0,
                sidecar.ids.1.saturating_sub(1),
            )?,
            Err(error) => {
                output::error(&format!("{}: {error:#}", path.display()));
                status = ExitStatus::Invalid;
            }
        }
    }
    out.flush()?;
    Ok(status)
}

fn verify(path: &Path) -> Result<Sidecar> {
    let rows = fs::read(path).context("it cannot be read")?;
    let sidecar = Sidecar::read(path)?;
    if crate::checksum::of_file(&rows) != sidecar.sha256 {
        bail!("it is damaged: its checksum is not the one of the census; copy it again, or run the census again");
    }
    Ok(sidecar)
}
