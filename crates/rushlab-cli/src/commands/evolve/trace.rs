//! Prints how a generation was made: the parents, the cuts, the children that failed and why, and the mutations. The
//! form follows Figure 2 of Schlegel's paper; for programs there is a JSON object for each couple and each individual.

mod json;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Mutex;

use rushlab::notation::{self, NamedMove, Notation};
use rushlab::position::Move;
use rushlab_genetic::{
    Attempt, Change, Couple, Crossover, Evolution, Failure, Individual, MutationAttempt, Origin, Parent, RouletteSlot,
    Source, Trace,
};

use super::individuals::{fitness, notation_of};
use super::run::Job;
use crate::arguments::{EvolveOptions, Output};
use crate::output::{self, count};

/// The trace of an evolution, in a file or on standard output.
pub(super) struct TraceWriter<'a> {
    /// The file; `None` for standard output.
    file: Option<Mutex<&'a mut (dyn Write + Send)>>,
    is_json: bool,
    /// The first error of the file.
    failed: Mutex<Option<io::Error>>,
}

impl<'a> TraceWriter<'a> {
    /// Returns the writer of `--trace`; `None` without this option. `file` is `None` for standard output.
    pub(super) fn new(options: &EvolveOptions, file: Option<&'a mut (dyn Write + Send)>) -> Option<TraceWriter<'a>> {
        let path = options.trace.as_deref()?;
        let is_json = match file {
            Some(_) => path.extension().is_some_and(|ending| ending == "jsonl"),
            None => options.style.or_text() == Output::Jsonl,
        };
        Some(TraceWriter { file: file.map(Mutex::new), is_json, failed: Mutex::default() })
    }

    /// Writes how the current generation was made.
    pub(super) fn write(&self, options: &EvolveOptions, job: &Job, evolution: &Evolution) {
        // On standard output, the list of individuals before it has the same heading.
        let with_heading = self.file.is_some() || !options.individuals;
        let text = match self.is_json {
            true => Printer::new(options, notation::LETTERS, evolution).json(job),
            false => Printer::new(options, notation_of(evolution.method()), evolution).text(with_heading),
        };
        let Some(file) = &self.file else {
            // A closed pipe is not an error here; the final output reports it.
            let _ = output::stdout().write_all(text.as_bytes());
            return;
        };
        if let (Ok(mut file), Ok(mut failed)) = (file.lock(), self.failed.lock())
            && failed.is_none()
        {
            *failed = file.write_all(text.as_bytes()).err();
        }
    }

    /// Returns the first error of the file.
    pub(super) fn finish(self) -> io::Result<()> {
        self.failed.into_inner().ok().flatten().map_or(Ok(()), Err)
    }
}

struct Printer<'a> {
    notation: &'static dyn Notation,
    evolution: &'a Evolution,
    individuals: Vec<Individual>,
}

impl<'a> Printer<'a> {
    fn new(options: &EvolveOptions, default: &'static dyn Notation, evolution: &'a Evolution) -> Printer<'a> {
        let notation = options.notation.map_or(default, |name| name.0);
        Printer { notation, evolution, individuals: evolution.individuals().collect() }
    }

    fn text(&self, with_heading: bool) -> String {
        let mut out = String::new();
        if with_heading {
            let _ = writeln!(out, "Generation {}:", self.evolution.generation().number);
        }
        let Some(trace) = self.evolution.trace() else {
            return out + &count(self.individuals.len(), "individual") + " without parents\n\n";
        };
        for (index, couple) in trace.couples.iter().enumerate() {
            let [one, other] = &couple.parents;
            let _ = writeln!(out, "Crossover of {} and {}:", name(one), name(other));
            match couple.attempts.first().map(|attempt| &attempt.crossover) {
                Some(Crossover::Transfer { .. }) => self.boards(&mut out, couple, trace),
                _ => self.sequences(&mut out, index, couple, trace),
            }
        }
        self.others(&mut out, trace);
        out.push('\n');
        out
    }

    /// Writes a crossover of two sequences.
    fn sequences(&self, out: &mut String, index: usize, couple: &Couple, trace: &Trace) {
        for parent in &couple.parents {
            let moves = self.moves(&parent.moves);
            let _ = writeln!(out, "  {} {moves} {}", name(parent), fitness(parent.fitness));
        }
        for Attempt { crossover, failure, .. } in &couple.attempts {
            if let Crossover::Cut { head, tail, moves } = crossover {
                let child = self.named(moves);
                let _ = writeln!(out, "  cut after {head} and {tail}: {child} {}", result(failure.as_ref()));
            }
        }
        let of_couple = |source: Source| match source {
            Source::Child { couple, .. } => couple == index,
            Source::Copy { couple, .. } => couple == Some(index),
            Source::Initial | Source::Survivor(_) => false,
        };
        match trace.origins.iter().position(|origin| of_couple(origin.source)) {
            None => out.push_str("  not kept\n"),
            Some(individual) => {
                let origin = &trace.origins[individual];
                for mutation in &origin.mutations {
                    let _ = writeln!(out, "  mutation{} {}", self.change(mutation), result(mutation.failure.as_ref()));
                }
                let what = if matches!(origin.source, Source::Copy { .. }) { "copy" } else { "child" };
                let _ = writeln!(out, "  {what}: {}", self.individual(individual));
            }
        }
    }

    /// Writes a crossover of two boards.
    fn boards(&self, out: &mut String, couple: &Couple, trace: &Trace) {
        let [one, other] = couple.parents.each_ref().map(|parent| match parent.slot {
            Some(slot) => format!("fitness {}, {}", fitness(parent.fitness), weight(slot)),
            None => format!("fitness {}", fitness(parent.fitness)),
        });
        let _ = writeln!(out, "  {one}; {other}");
        let mut last = None;
        for Attempt { crossover, failure, individual, .. } in &couple.attempts {
            let Crossover::Transfer { mates, slots, board, mv } = crossover else { continue };
            let names =
                couple.parents.each_ref().map(|parent| parent.index.map_or("known".to_owned(), |_| name(parent)));
            if last.replace(mates) != Some(mates) {
                let [one, other] = mates.map(|mate| self.one(&mate));
                let [one_weight, other_weight] = slots.map(weight);
                let _ = writeln!(out, "  {} {one} x {} {other}: {one_weight}; {other_weight}", names[0], names[1]);
            }
            let path = [mates[*board], *mv].map(|mv| self.one(&mv)).join(" ");
            let _ = write!(out, "    {} {path}", names[*board]);
            let _ = match (failure, individual) {
                (Some(_), _) => writeln!(out, " {}", result(failure.as_ref())),
                (None, None) => writeln!(out, ", not kept"),
                (None, Some(individual)) => {
                    for mutation in &trace.origins[*individual].mutations {
                        let _ =
                            write!(out, ", mutation{} {}", self.change(mutation), result(mutation.failure.as_ref()));
                    }
                    let value = fitness(self.individuals[*individual].fitness);
                    writeln!(out, " -> {}, fitness {value}", individual + 1)
                }
            };
        }
    }

    /// Writes the individuals that are not children of a couple.
    fn others(&self, out: &mut String, trace: &Trace) {
        let list = |select: &dyn Fn(&Origin) -> Option<usize>| -> Vec<String> {
            let numbered = trace.origins.iter().enumerate();
            numbered.filter_map(|(new, origin)| Some(format!("{} -> {}", select(origin)? + 1, new + 1))).collect()
        };
        let survivors = list(&|origin| if let Source::Survivor(of) = origin.source { Some(of) } else { None });
        let copies = list(&|origin| match origin.source {
            Source::Copy { of, couple: None } => Some(of),
            _ => None,
        });
        for (what, list) in [("survivors", survivors), ("no child was legal; copies", copies)] {
            if !list.is_empty() {
                let text = format!("{what}: {}", list.join("; "));
                output::wrap_clauses(&text, output::columns()).iter().for_each(|line| *out += &format!("{line}\n"));
            }
        }
        let first = trace.origins.iter().filter(|origin| origin.source == Source::Initial).count();
        if first > 0 {
            let _ = writeln!(out, "restarted with {} without parents", count(first, "individual"));
        }
        if trace.discarded > 0 {
            let _ = writeln!(out, "{} not kept", count(trace.discarded, "other individual"));
        }
    }

    /// Returns an individual of the generation: its number, moves and fitness.
    fn individual(&self, index: usize) -> String {
        let Individual { moves, fitness: value, .. } = &self.individuals[index];
        format!("{} {} {}", index + 1, self.moves(moves), fitness(*value))
    }

    /// Returns what a mutation changed, after a space.
    fn change(&self, mutation: &MutationAttempt) -> String {
        let Some(Change { index, before, after }) = &mutation.change else { return String::new() };
        match (before, after) {
            (Some(before), Some(after)) => format!(" {} -> {}", self.one(before), self.one(after)),
            (Some(before), None) => format!(" without {}", self.one(before)),
            (None, Some(after)) => format!(" with {} as move {}", self.one(after), index + 1),
            (None, None) => String::new(),
        }
    }

    fn moves(&self, moves: &[Move]) -> String {
        notation::write(self.notation, self.evolution.puzzle(), moves).trim_end().to_owned()
    }

    fn named(&self, moves: &[NamedMove]) -> String {
        self.notation.write(self.evolution.puzzle(), moves).trim_end().to_owned()
    }

    /// Returns one move. The notation `lisp` has parentheses around a list, which are left out.
    fn one(&self, mv: &NamedMove) -> String {
        let text = self.named(&[*mv]);
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        inner.filter(|_| self.notation.about().name == "lisp").map_or(text.clone(), str::to_owned)
    }
}

/// Returns the number of a parent in the generation before.
fn name(parent: &Parent) -> String {
    parent.index.map_or_else(|| "a known board".to_owned(), |index| (index + 1).to_string())
}

/// Returns the size of a slot of the roulette, and its share of the wheel.
fn weight(slot: RouletteSlot) -> String {
    format!("weight {} ({:.1}%)", fitness(slot.weight), 100.0 * slot.probability)
}

fn result(failure: Option<&Failure>) -> String {
    failure.map_or_else(|| "legal".to_owned(), |failure| format!("failed: {failure}"))
}
