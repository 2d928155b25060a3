//! `rushlab algorithms`: lists the algorithms and heuristics in the registries.

use std::io::Write;

use anyhow::Result;
use rushlab::heuristic::HEURISTICS;
use rushlab_genetic::ALL_ALGORITHMS;

use crate::ExitStatus;
use crate::output::{self, STRONG};

pub(crate) fn run() -> Result<ExitStatus> {
    let mut out = output::stdout();
    writeln!(out, "{STRONG}Algorithms{STRONG:#} (--algorithm)")?;
    for about in ALL_ALGORITHMS.iter().map(|algorithm| algorithm.about()) {
        entry(&mut out, about.name, about.summary)?;
        let mut parts = vec![format!("optimal: {}", about.optimal.words())];
        parts.extend(about.informed.then(|| "uses a heuristic".to_owned()));
        parts.extend(about.random.then(|| "randomised (--seed)".to_owned()));
        parts.extend((!about.aliases.is_empty()).then(|| format!("also called {}", about.aliases.join(", "))));
        entry(&mut out, "", &parts.join("; "))?;
    }
    writeln!(out, "\n{STRONG}Heuristics{STRONG:#} (--heuristic)")?;
    for about in HEURISTICS.iter().map(|heuristic| heuristic.about()) {
        entry(&mut out, about.name, about.summary)?;
        let (admissible, consistent) = (about.admissible.words(), about.consistent.words());
        entry(&mut out, "", &format!("admissible: {admissible}; consistent: {consistent}"))?;
    }
    out.flush()?;
    Ok(ExitStatus::Success)
}

/// Prints a text in a column to the right of a name.
fn entry(out: &mut impl Write, name: &str, text: &str) -> Result<()> {
    const NAME: usize = 17;
    let width = output::columns().saturating_sub(NAME + 3).clamp(30, 100);
    for (index, line) in output::wrap_words(text, width).iter().enumerate() {
        writeln!(out, "  {:NAME$} {line}", if index == 0 { name } else { "" })?;
    }
    Ok(())
}
