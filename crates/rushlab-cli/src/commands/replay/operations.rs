//! `rushlab replay --mutations` and `--crossovers`: what Schlegel's algorithm can make of a list of moves.

use std::io::Write;

use anyhow::{Result, bail};
use rushlab::Puzzle;
use rushlab::notation::{self, NamedMove};
use rushlab::position::{Move, Replay, replay};
use rushlab_genetic::{Candidate, Crossover, Method, ParameterValues, Setting};

use crate::arguments::ReplayOptions;
use crate::commands::evolve::{Possible, change_text, one_move};

/// Returns whether one of the lists is wanted.
pub(super) fn are_wanted(options: &ReplayOptions) -> bool {
    options.mutations || options.crossovers.is_some()
}

/// Prints the lists that are wanted.
pub(super) fn print(out: &mut impl Write, options: &ReplayOptions, puzzle: &Puzzle, replayed: &Replay) -> Result<()> {
    let moves = moves_of(replayed);
    let parameters = ParameterValues::new(Method::Schlegel, Setting::Faithful);
    let notation = options.rewrite.or(options.notation).map_or(notation::LISP, |name| name.0);
    let one = |mv: &NamedMove| one_move(notation, puzzle, mv);
    if options.mutations {
        let candidates = rushlab_genetic::mutations(puzzle, &parameters, &moves).unwrap_or_default();
        writeln!(out, "mutations: {}", Possible::of(&candidates))?;
        for candidate in &candidates {
            writeln!(out, "  {} {}", change_text(&candidate.operation, &one), result(candidate))?;
        }
    }
    if let Some(text) = &options.crossovers {
        let other = replay(puzzle, &notation::read(text, options.notation.map(|name| name.0))?);
        if let Some(reason) = &other.error {
            bail!("--crossovers: move {} is illegal: {reason}", other.played.len() + 1);
        }
        let candidates =
            rushlab_genetic::crossovers(puzzle, &parameters, [&moves, &moves_of(&other)]).unwrap_or_default();
        writeln!(out, "crossovers: {}", Possible::of(&candidates))?;
        for candidate in &candidates {
            if let Crossover::Cut { head, tail, moves } = &candidate.operation {
                let child = notation.write(puzzle, moves.as_slice());
                writeln!(out, "  cut after {head} and {tail}: {} {}", child.trim_end(), result(candidate))?;
            }
        }
    }
    Ok(())
}

fn moves_of(replayed: &Replay) -> Vec<Move> {
    replayed.played.iter().map(|(mv, _)| *mv).collect()
}

fn result<T>(candidate: &Candidate<T>) -> String {
    match &candidate.result {
        Ok(fitness) => format!("legal, fitness {fitness}"),
        Err(failure) => format!("failed: {failure}"),
    }
}
