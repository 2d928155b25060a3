//! `rushlab formats`: lists the formats and notations in the registries.

use std::io::Write as _;

use anyhow::Result;
use rushlab::format::{Exits, FORMATS, RuleSupport, Sizes};
use rushlab::notation::NOTATIONS;

use crate::ExitStatus;
use crate::output::{self, STRONG};

pub(crate) fn run() -> Result<ExitStatus> {
    let mut out = output::stdout();
    writeln!(out, "{STRONG}Puzzle formats{STRONG:#} (--format, --to)")?;
    for about in FORMATS.iter().map(|format| format.about()) {
        writeln!(out, "  {:12} {}", about.name, about.summary)?;
        let can = about.capabilities;
        let mut parts = vec![match can.sizes {
            Sizes::Any => "any size",
            Sizes::Square => "square boards",
            Sizes::Six => "6×6",
            Sizes::Tight => "square boards that their vehicles fill",
        }];
        parts.extend(can.walls.then_some("walls"));
        parts.extend(can.fuel.then_some("fuel"));
        parts.extend((can.exits == Exits::Any).then_some("exit on any side"));
        parts.extend(match can.rules {
            RuleSupport::Plain => None,
            RuleSupport::Metric => Some("either metric"),
            RuleSupport::Header => Some("rules by a comment"),
            RuleSupport::All => Some("rules"),
        });
        writeln!(out, "  {:12} represents {}", "", parts.join(", "))?;
    }
    writeln!(out, "\n{STRONG}Move notations{STRONG:#} (solve --notation, replay --notation, --to)")?;
    for about in NOTATIONS.iter().map(|notation| notation.about()) {
        writeln!(out, "  {:12} {}", about.name, about.summary)?;
    }
    out.flush()?;
    Ok(ExitStatus::Success)
}
