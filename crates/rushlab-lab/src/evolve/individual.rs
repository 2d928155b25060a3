//! The individuals of a generation: their parents, and the operators that made them.

use rushlab::notation::NamedMove;
use rushlab_genetic::{Attempt, Crossover, Failure, Individual, MutationAttempt, Origin, Source, Trace};
use serde::Serialize;

use crate::fields::PositionField;

/// Number of failures that are listed of one crossover or mutation.
const MAX_FAILURES: usize = 3;

/// An individual. Individuals are numbered from 1.
#[derive(Serialize)]
pub(super) struct IndividualField {
    number: usize,
    fitness: f64,
    /// Whether the primary can move to the exit.
    is_solution: bool,
    /// Number of its moves.
    length: usize,
    position: PositionField,
    /// `initial`, `survivor`, `copy` or `child`.
    origin: &'static str,
    /// The numbers of its parents in the generation before; `null` for a known board that was not in it.
    parents: Vec<Option<usize>>,
    /// The crossover that made it.
    crossover: Option<CrossoverField>,
    /// Number of crossovers of its parents that failed, and the first of them.
    failed: usize,
    failures: Vec<String>,
    /// The mutations that were tried on it; at most the last one is legal.
    mutations: Vec<MutationField>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum CrossoverField {
    /// Schlegel: the number of moves from the first parent, and the number left out of the second.
    Cut { cuts: [usize; 2] },
    /// GRH: each parent makes a move; then, on one of the boards (1 or 2), a vehicle moves to its place on the other.
    Transfer {
        mates: [String; 2],
        board: usize,
        #[serde(rename = "move")]
        mv: String,
    },
}

#[derive(Serialize)]
struct MutationField {
    before: Option<String>,
    after: Option<String>,
    failure: Option<String>,
}

/// Returns the indices of the fittest individuals, the fittest first.
pub(super) fn fittest_indices(individuals: &[Individual], most: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..individuals.len()).collect();
    if most == 0 {
        return Vec::new();
    }
    order.sort_by(|one, other| individuals[*other].fitness.total_cmp(&individuals[*one].fitness));
    order.truncate(most);
    order
}

/// Returns individuals given by their indices, with their origins in the trace of the generation.
pub(super) fn fields(indices: &[usize], individuals: &[Individual], trace: Option<&Trace>) -> Vec<IndividualField> {
    indices.iter().map(|index| field(*index, &individuals[*index], trace)).collect()
}

fn field(index: usize, individual: &Individual, trace: Option<&Trace>) -> IndividualField {
    let origin = trace.and_then(|trace| trace.origins.get(index));
    let couple = origin.and_then(couple_of).and_then(|couple| trace?.couples.get(couple));
    let attempts = couple.map_or(&[][..], |couple| &couple.attempts);
    let failures = || attempts.iter().filter_map(|attempt| attempt.failure.as_ref());
    let (word, parents, attempt) = match origin.map_or(Source::Initial, |origin| origin.source) {
        Source::Initial => ("initial", Vec::new(), None),
        Source::Survivor(of) => ("survivor", vec![Some(of + 1)], None),
        Source::Copy { of, .. } => ("copy", vec![Some(of + 1)], None),
        Source::Child { attempt, .. } => {
            let numbers = couple.iter().flat_map(|couple| &couple.parents).map(|parent| parent.index);
            ("child", numbers.map(|number| number.map(|index| index + 1)).collect(), attempts.get(attempt))
        }
    };
    IndividualField {
        number: index + 1,
        fitness: individual.fitness,
        is_solution: individual.is_solution,
        length: individual.moves.len(),
        position: PositionField::from(&individual.position),
        origin: word,
        parents,
        crossover: attempt.map(crossover),
        failed: failures().count(),
        failures: failures().take(MAX_FAILURES).map(Failure::to_string).collect(),
        mutations: origin.map_or_else(Vec::new, |origin| mutations(&origin.mutations)),
    }
}

fn couple_of(origin: &Origin) -> Option<usize> {
    match origin.source {
        Source::Child { couple, .. } => Some(couple),
        Source::Copy { couple, .. } => couple,
        Source::Initial | Source::Survivor(_) => None,
    }
}

fn crossover(attempt: &Attempt) -> CrossoverField {
    match &attempt.crossover {
        Crossover::Cut { head, tail, .. } => CrossoverField::Cut { cuts: [*head, *tail] },
        Crossover::Transfer { mates, board, mv, .. } => {
            let mates = mates.map(|mate| mate.to_string());
            CrossoverField::Transfer { mates, board: board + 1, mv: mv.to_string() }
        }
    }
}

/// Returns the last mutations, of which the very last may be legal.
fn mutations(attempts: &[MutationAttempt]) -> Vec<MutationField> {
    let written = |mv: Option<NamedMove>| mv.map(|mv| mv.to_string());
    let field = |attempt: &MutationAttempt| MutationField {
        before: written(attempt.change.and_then(|change| change.before)),
        after: written(attempt.change.and_then(|change| change.after)),
        failure: attempt.failure.as_ref().map(Failure::to_string),
    };
    attempts[attempts.len().saturating_sub(MAX_FAILURES)..].iter().map(field).collect()
}
