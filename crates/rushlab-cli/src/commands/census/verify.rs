//! `rushlab census verify`: checks census files against the checksums in their sidecars, and recomputes a part of them.

use std::io::Write as _;
use std::path::Path;

use anyhow::Result;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng as _;
use rushlab_census::BoardNumbering;

use super::recompute::{Recomputed, recompute};
use super::scope::CensusScope;
use super::{census_file, scope};
use crate::arguments::VerifyOptions;
use crate::{ExitStatus, interrupt, output};

pub(super) fn run(options: &VerifyOptions) -> Result<ExitStatus> {
    interrupt::defer_to_command();
    let seed = options.seed.value();
    let mut verifier = Verifier { options, random: Pcg64Mcg::seed_from_u64(seed), numbering: None };
    let mut status = ExitStatus::Success;
    let mut out = output::stdout();
    for path in &census_file::list(&options.files)? {
        match verifier.verify(path) {
            Ok(Some(report)) => writeln!(out, "{}: {report}", path.display())?,
            Ok(None) => {
                status = ExitStatus::Interrupted;
                break;
            }
            Err(error) => {
                output::error(&format!("{error:#}"));
                status = ExitStatus::Invalid;
            }
        }
        out.flush()?;
    }
    if verifier.numbering.is_some() {
        options.seed.note_if_random();
    }
    Ok(status)
}

struct Verifier<'a> {
    options: &'a VerifyOptions,
    random: Pcg64Mcg,
    /// The numbering of the boards of the last file, and its census.
    numbering: Option<(CensusScope, BoardNumbering)>,
}

impl Verifier<'_> {
    /// Verifies a file. Returns the result in words, or `None` if Ctrl-C was pressed.
    fn verify(&mut self, path: &Path) -> Result<Option<String>> {
        let (sidecar, census, _) = census_file::check(path)?;
        let mut report =
            format!("undamaged, {} of {}, {census}", output::count(sidecar.minimal as usize, "puzzle"), sidecar.size,);
        let amount = self.options.recompute;
        if amount.of(census.chunks.numbers().len()) == 0 {
            return Ok(Some(report));
        }
        let last = self.numbering.take().filter(|(last, _)| last.options() == census.options());
        let numbering = match last {
            Some((_, numbering)) => numbering,
            None => match scope::number_boards(census.rules, census.size, census.walls)? {
                Some(numbering) => numbering,
                None => return Ok(None),
            },
        };
        let threads = self.options.threads.count();
        let recomputed = recompute(path, &census, &numbering, amount, threads, &mut self.random);
        self.numbering = Some((census.clone(), numbering));
        let Some(Recomputed { chunks, rows }) = recomputed? else { return Ok(None) };
        report += &format!(
            "; {} of {} chunks recomputed{}, no difference",
            output::grouped(chunks),
            output::grouped(census.chunks.numbers().len()),
            if rows == 0 { String::new() } else { format!(" and {} analysed", output::count(rows, "puzzle")) }
        );
        Ok(Some(report))
    }
}
