//! `rushlab train`: evolves a heuristic for IDA* by genetic programming, and tries it on other puzzles.

mod report;
mod work;

use std::io::Write;

use anyhow::{Result, bail};
use rushlab_genetic::{EvolvedHeuristic, HeuristicEvolution, HeuristicOrigin, HeuristicParameters, TrainingPuzzle};

use self::work::Work;
use crate::arguments::{InputArgs, TrainOptions};
use crate::progress::ProgressLine;
use crate::{ExitStatus, atomic_file, batch, interrupt, output};

/// The most training puzzles, and the most puzzles of the test.
const MAX_PUZZLES: usize = 10_000;

/// The columns of the trace.
const COLUMNS: &str = "generation\tindividual\tfitness\tsize\torigin\tof\texpression";

pub(crate) fn run(options: &TrainOptions) -> Result<ExitStatus> {
    if let Some(path) = options.out.as_deref() {
        atomic_file::check_new(path, options.force)?;
    }
    interrupt::defer_to_command();
    let Some(path) = options.trace.as_deref() else { return train(options, None) };
    let mut status = ExitStatus::Success;
    atomic_file::write_or_print(path, options.force, |out| {
        writeln!(out, "{COLUMNS}")?;
        status = train(options, Some(out))?;
        Ok(())
    })?;
    Ok(status)
}

fn train(options: &TrainOptions, mut trace: Option<&mut (dyn Write + Send + '_)>) -> Result<ExitStatus> {
    let work = Work::new(options);
    let (training, mut status) = puzzles(&options.input, &work)?;
    let test_input = InputArgs { inputs: options.test.clone(), ..options.input.clone() };
    let test = if options.test.is_empty() { Vec::new() } else { puzzles(&test_input, &work)?.0 };
    if interrupt::requested() {
        return Ok(interrupt::report("nothing was evolved"));
    }
    if training.is_empty() {
        bail!(
            "none of the puzzles can be used for training: IDA* with h4 solves none that needs a move; see --max-states"
        );
    }
    options.seed.note_if_random();
    let parameters = HeuristicParameters {
        population: options.population as usize,
        max_size: options.max_size as usize,
        ..HeuristicParameters::default()
    };
    let progress = ProgressLine::message();
    progress.show(|| "generation 0".to_owned());
    let mut evaluate = |expressions: &[_]| work.fitness(&training, expressions);
    let Some(mut evolution) = HeuristicEvolution::new(parameters, options.seed.value(), &mut evaluate) else {
        return Ok(interrupt::report("the first generation was not finished"));
    };
    let mut history = Vec::new();
    loop {
        write_generation(trace.as_deref_mut(), &evolution)?;
        history.extend(evolution.individuals().first().cloned());
        let next = evolution.generation() + 1;
        progress.show(|| format!("generation {next}"));
        if next > options.generations || evolution.next_generation(&mut evaluate).is_none() {
            break;
        }
    }
    progress.finish();
    let Some(best) = history.last() else { bail!("there is no individual; raise --population") };
    if let Some(path) = options.out.as_deref() {
        atomic_file::write(path, options.force, |out| {
            Ok(writeln!(out, "{}", report::file(options, best, evolution.generation(), training.len()))?)
        })?;
    }
    report::print(&history, &evolution, &work, [&training, &test])?;
    if interrupt::requested() {
        status = interrupt::report("the best heuristic so far is printed");
    }
    Ok(status)
}

/// Reads puzzles, and solves them with IDA* and `h4`; those that it cannot solve are left out with a note.
fn puzzles(input: &InputArgs, work: &Work) -> Result<(Vec<TrainingPuzzle>, ExitStatus)> {
    let remedy = || "; take the first with --count".to_owned();
    let (entries, status) = batch::entries(input, MAX_PUZZLES, remedy)?;
    let read = entries.len();
    let solved = work.references(entries.into_iter().map(|entry| entry.puzzle).collect());
    if solved.len() < read && !interrupt::requested() {
        output::note(&format!(
            "{} left out: without a solution, solved at the start, or beyond the limits of IDA* with h4",
            output::count(read - solved.len(), "puzzle")
        ));
    }
    Ok((solved, status))
}

fn write_generation(out: Option<&mut (dyn Write + Send + '_)>, evolution: &HeuristicEvolution) -> Result<()> {
    let Some(out) = out else { return Ok(()) };
    for (index, individual) in evolution.individuals().iter().enumerate() {
        let EvolvedHeuristic { expression, fitness, origin, .. } = individual;
        let (word, of) = match origin {
            HeuristicOrigin::Initial => ("initial", "-".to_owned()),
            HeuristicOrigin::Survivor(of) => ("survivor", (of + 1).to_string()),
            HeuristicOrigin::Crossover([one, other]) => ("crossover", format!("{},{}", one + 1, other + 1)),
            HeuristicOrigin::Mutation(of) => ("mutation", (of + 1).to_string()),
        };
        let (generation, number, size) = (evolution.generation(), index + 1, expression.size());
        writeln!(out, "{generation}\t{number}\t{fitness:.4}\t{size}\t{word}\t{of}\t{expression}")?;
    }
    Ok(())
}
