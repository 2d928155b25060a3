//! `rushlab algorithms`: what the registries of searches and estimates know.

use std::io::Write as _;

use anyhow::Result;
use rushlab::heuristic::HEURISTICS;
use rushlab::search::ALGORITHMS;

use crate::Verdict;
use crate::output::{self, STRONG};

pub(crate) fn run() -> Result<Verdict> {
    let mut out = output::stdout();
    writeln!(out, "{STRONG}Algorithms{STRONG:#} (--algorithm)")?;
    for about in ALGORITHMS.iter().map(|algorithm| algorithm.about()) {
        writeln!(out, "  {:17} {}", about.name, about.summary)?;
        let mut parts = vec![format!("optimal: {}", about.optimal.words())];
        parts.extend(about.informed.then(|| "asks a heuristic".to_owned()));
        parts.extend(about.random.then(|| "draws lots (--seed)".to_owned()));
        parts.extend((!about.aliases.is_empty()).then(|| format!("also called {}", about.aliases.join(", "))));
        writeln!(out, "  {:17} {}", "", parts.join("; "))?;
    }
    writeln!(out, "\n{STRONG}Heuristics{STRONG:#} (--heuristic)")?;
    for about in HEURISTICS.iter().map(|heuristic| heuristic.about()) {
        writeln!(out, "  {:17} {}", about.name, about.summary)?;
        let (admissible, consistent) = (about.admissible.words(), about.consistent.words());
        writeln!(out, "  {:17} admissible: {admissible}; consistent: {consistent}", "")?;
    }
    out.flush()?;
    Ok(Verdict::Good)
}
