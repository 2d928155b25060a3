//! How a generation was made, as a JSON object for each couple and each individual.

use std::fmt::Write as _;

use rushlab::notation::NamedMove;
use rushlab_genetic::{
    Attempt, Change, Couple, Crossover, Failure, Individual, MutationAttempt, Origin, Parent, RouletteSlot, Source,
    Trace,
};
use serde_json::{Value, json};

use super::Printer;
use crate::commands::evolve::run::Job;

impl Printer<'_> {
    pub(super) fn json(&self, job: &Job) -> String {
        let generation = self.evolution.generation().number;
        let head = json!({ "puzzle": job.id, "seed": job.seed, "generation": generation });
        let initial = Trace::default();
        let trace = self.evolution.trace().unwrap_or(&initial);
        let couples = trace.couples.iter().enumerate().map(|(index, couple)| self.couple_json(index, couple));
        let individuals =
            (0..self.individuals.len()).map(|index| self.individual_json(index, trace.origins.get(index)));
        let mut out = String::new();
        for object in couples.chain(individuals) {
            let mut line = head.clone();
            if let (Some(line), Value::Object(object)) = (line.as_object_mut(), object) {
                line.extend(object);
            }
            let _ = writeln!(out, "{line}");
        }
        out
    }

    fn couple_json(&self, index: usize, couple: &Couple) -> Value {
        let slot = |slot: RouletteSlot| json!({ "weight": slot.weight, "probability": slot.probability });
        let parent = |Parent { index, moves, fitness, slot: own, .. }: &Parent| {
            json!({
                "individual": index.map(|index| index + 1),
                "moves": self.moves(moves),
                "fitness": fitness,
                "roulette": own.map(slot),
            })
        };
        let attempt = |Attempt { crossover, failure, individual, .. }: &Attempt| {
            let (failure, individual) = (failure.as_ref().map(Failure::to_string), individual.map(|index| index + 1));
            match crossover {
                Crossover::Cut { head, tail, moves } => json!({
                    "cuts": [head, tail], "moves": self.named(moves), "failure": failure, "individual": individual,
                }),
                Crossover::Transfer { mates, slots, board, mv } => json!({
                    "mates": mates.map(|mate| self.one(&mate)),
                    "roulette": slots.map(slot),
                    "board": board + 1,
                    "move": self.one(mv),
                    "failure": failure,
                    "individual": individual,
                }),
            }
        };
        json!({
            "couple": index + 1,
            "parents": couple.parents.iter().map(parent).collect::<Vec<_>>(),
            "crossovers": couple.attempts.iter().map(attempt).collect::<Vec<_>>(),
        })
    }

    fn individual_json(&self, index: usize, origin: Option<&Origin>) -> Value {
        let Individual { moves, fitness, cost, is_solution, .. } = &self.individuals[index];
        let (origin_word, of, couple) = match origin.map_or(Source::Initial, |origin| origin.source) {
            Source::Initial => ("initial", None, None),
            Source::Survivor(of) => ("survivor", Some(of + 1), None),
            Source::Copy { of, couple } => ("copy", Some(of + 1), couple.map(|couple| couple + 1)),
            Source::Child { couple, .. } => ("child", None, Some(couple + 1)),
        };
        let mutation = |attempt: &MutationAttempt| {
            let part = |select: fn(&Change) -> Option<NamedMove>| {
                attempt.change.as_ref().and_then(select).map(|mv| self.one(&mv))
            };
            json!({
                "move": attempt.change.as_ref().map(|change| change.index + 1),
                "before": part(|change| change.before),
                "after": part(|change| change.after),
                "failure": attempt.failure.as_ref().map(Failure::to_string),
            })
        };
        let mutations = origin.map_or(&[][..], |origin| &origin.mutations);
        json!({
            "individual": index + 1,
            "moves": self.moves(moves),
            "fitness": fitness,
            "cost": cost,
            "solution": is_solution,
            "origin": origin_word,
            "of": of,
            "couple": couple,
            "mutations": mutations.iter().map(mutation).collect::<Vec<_>>(),
        })
    }
}
