//! The fate of individuals: what became of them in the next generation.

use rushlab_genetic::{Source, Trace};
use serde::Serialize;

/// What became of an individual of the generation before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct FateField {
    /// Its number in the generation before, from 1.
    number: usize,
    /// Whether it is in this generation too.
    survived: bool,
    /// Whether this generation contains a copy of it, because no crossover was legal.
    copied: bool,
    /// How often it was chosen as a parent.
    chosen: usize,
    /// Number of its children in this generation.
    children: usize,
}

/// Returns the fate of individuals of the generation before, given by their indices.
pub(super) fn fates(indices: &[usize], trace: Option<&Trace>) -> Vec<FateField> {
    let Some(trace) = trace else { return Vec::new() };
    let fate = |index: usize| {
        let is_parent = |couple: usize| {
            trace.couples.get(couple).is_some_and(|couple| couple.parents.iter().any(|one| one.index == Some(index)))
        };
        let origins = || trace.origins.iter().map(|origin| origin.source);
        FateField {
            number: index + 1,
            survived: origins().any(|source| source == Source::Survivor(index)),
            copied: origins().any(|source| matches!(source, Source::Copy { of, .. } if of == index)),
            chosen: (0..trace.couples.len()).filter(|couple| is_parent(*couple)).count(),
            children: origins()
                .filter(|source| matches!(source, Source::Child { couple, .. } if is_parent(*couple)))
                .count(),
        }
    };
    indices.iter().map(|index| fate(*index)).collect()
}
