//! `rushlab evolve`: runs the genetic algorithms. Runs are parallel, each with its own seed; the results do not depend
//! on the number of threads.

mod comparison;
mod individuals;
mod live;
mod log;
mod place;
mod print;
mod records;
mod results;
mod rows;
mod run;
mod table;
mod trace;

use std::fs::File;
use std::io::{Read as _, Write};
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use rushlab::puzzle::Rules;
use rushlab_genetic::ParameterKey;
use rushlab_study::evolution::{FitnessPlot, GeneticConfiguration, PrintedPopulations};
use rushlab_study::parallel;

use self::live::LiveDisplay;
use self::log::Log;
use self::records::RecordFormat;
use self::results::Results;
use self::rows::RunFile;
use self::run::Job;
use self::trace::TraceWriter;
use crate::ExitStatus;
use crate::arguments::{EvolveOptions, Output};
use crate::input::InputPuzzle;
use crate::rules_note::{self, RulesNote};
use crate::{atomic_file, batch, interrupt, output};

/// Maximum size of the file of `--initial`.
const MAX_INITIAL_BYTES: u64 = 64 << 20;

pub(crate) fn run(options: &EvolveOptions) -> Result<ExitStatus> {
    let printed = options.initial.as_deref().map(read_initial).transpose()?;
    let configurations = configurations(options, printed.as_ref())?;
    check(options)?;
    interrupt::defer_to_command();
    let columns = rows::columns();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let format = |path: &Option<_>| path.as_deref().and_then(RecordFormat::of).unwrap_or(RecordFormat::JsonLines);
    // The files are opened before the evolution, which may take hours, and get their names after it.
    with_file(options.rows.as_deref(), options.force, |rows| {
        with_file(options.log.as_deref(), options.force, |log| {
            with_file(options.plot.as_deref(), options.force, |plot| {
                let trace_file = options.trace.as_deref().filter(|_| !options.traces_to_stdout());
                with_file(trace_file, options.force, |trace| {
                    let live = LiveDisplay::new(options);
                    let mut results = Results::new(options, &live)?;
                    results.rows = rows.map(|out| RunFile::new(out, format(&options.rows), &columns)).transpose()?;
                    results.log = log.map(|out| Log::new(out, format(&options.log))).transpose()?;
                    results.plot = plot.as_ref().map(|_| FitnessPlot::default());
                    results.printed = printed.as_ref();
                    let trace = TraceWriter::new(options, trace);
                    let read = evolve_all(options, &configurations, &live, trace.as_ref(), &mut results)?;
                    trace.map_or(Ok(()), TraceWriter::finish)?;
                    if let (Some(out), Some(drawn)) = (plot, results.plot.take()) {
                        out.write_all(drawn.finish(&configurations).svg_file().as_bytes())?;
                    }
                    results.finish(read)
                })
            })
        })
    })
}

/// Reads the populations of `--initial`.
fn read_initial(path: &Path) -> Result<PrintedPopulations> {
    let failed = |error: &dyn std::fmt::Display| anyhow!("{}: {error}", path.display());
    let mut text = String::new();
    let file = File::open(path).map_err(|error| failed(&error))?;
    file.take(MAX_INITIAL_BYTES).read_to_string(&mut text).map_err(|error| failed(&error))?;
    PrintedPopulations::read(&text).map_err(|error| failed(&error))
}

/// Returns all combinations of the given algorithms, settings and parameter values. If no size of the population is
/// set, it is that of a given first population.
fn configurations(options: &EvolveOptions, printed: Option<&PrintedPopulations>) -> Result<Vec<GeneticConfiguration>> {
    let mut parameters = options.parameters.of_genetic_algorithms()?;
    if let Some(printed) = printed
        && parameters.iter().all(|(key, _)| *key != ParameterKey::Population)
    {
        parameters.push((ParameterKey::Population, vec![printed.first_size() as f64]));
    }
    Ok(GeneticConfiguration::all(&options.methods()?, options.settings(), &parameters)?)
}

fn check(options: &EvolveOptions) -> Result<()> {
    let style = options.style.or_text();
    if options.individuals && style != Output::Text {
        bail!("--individuals prints text; omit it, or the style");
    }
    if options.traces_to_stdout() && !matches!(style, Output::Text | Output::Jsonl) {
        bail!("--trace - prints text or --jsonl; name a file, or omit the style");
    }
    if options.prints_table() && options.has_several_algorithms_or_values() {
        bail!("--table has one algorithm and one value of each parameter; run the others separately");
    }
    if options.is_comparison() && (options.individuals || options.trace.is_some()) {
        let option = if options.trace.is_some() { "--trace" } else { "--individuals" };
        bail!("{option} has one algorithm, one setting and one value of each parameter; run the others separately");
    }
    if let Some(path) = options.rows.as_ref().filter(|path| RecordFormat::of(path).is_none()) {
        bail!(
            "a table of runs ends in .csv, .tsv or .jsonl; name it for example {}",
            path.with_extension("csv").display()
        );
    }
    if let Some(path) = options.plot.as_ref().filter(|path| path.extension().is_none_or(|ending| ending != "svg")) {
        bail!("a plot is an SVG picture; name it for example {}", path.with_extension("svg").display());
    }
    let trace = if options.traces_to_stdout() { &None } else { &options.trace };
    let files = [("--rows", &options.rows), ("--log", &options.log), ("--plot", &options.plot), ("--trace", trace)];
    for (index, (option, path)) in files.iter().enumerate() {
        let same = files[..index].iter().find(|(_, other)| other.is_some() && other == path);
        if let Some((other, _)) = same {
            bail!("{other} and {option} cannot be the same file");
        }
    }
    Ok(())
}

/// Calls `work` with a file that gets its name when `work` succeeds, or with `None` if there is no path.
fn with_file(
    path: Option<&Path>,
    force: bool,
    work: impl FnOnce(Option<&mut (dyn Write + Send)>) -> Result<ExitStatus>,
) -> Result<ExitStatus> {
    let Some(path) = path else { return work(None) };
    let mut status = ExitStatus::Success;
    atomic_file::write(path, force, |out| {
        status = work(Some(out))?;
        Ok(())
    })?;
    Ok(status)
}

/// Runs all evolutions. Returns the exit status of the input.
fn evolve_all(
    options: &EvolveOptions,
    configurations: &[GeneticConfiguration],
    live: &LiveDisplay,
    trace: Option<&TraceWriter<'_>>,
    results: &mut Results<'_>,
) -> Result<ExitStatus> {
    let threads = if options.individuals || options.trace.is_some() { 1 } else { options.threads.count() };
    let needs_optimum = options.prints_statistics() || options.rows.is_some();
    let (inputs, metric, printed) = (options.inputs(), options.metric()?, results.printed);
    let mut status = ExitStatus::Success;
    let mut note = RulesNote::new();
    let mut changed_metric = false;
    let done = parallel::in_order(
        threads,
        |submit| {
            status = batch::read_valid(&options.input, &inputs, live.line(), |item| {
                let limits = options.limits.per_search(threads);
                note.add(rules_note::hint_without_search(&options.input.parse, &item.puzzle, limits));
                live.add_runs(configurations.len() * options.runs() as usize);
                let item = match metric {
                    Some(metric) if item.puzzle.rules().metric != metric => {
                        changed_metric = true;
                        let rules = Rules { metric, ..item.puzzle.rules() };
                        InputPuzzle { puzzle: item.puzzle.with_rules(rules), ..item }
                    }
                    _ => item,
                };
                // After Ctrl-C, only the end of each configuration is reported.
                let jobs = Job::all(options, configurations, printed, item)?;
                let submitted = |job: &Job| !interrupt::requested() || job.ends_configuration(options);
                jobs.filter(submitted).try_for_each(&mut *submit)
            })?;
            Ok(())
        },
        |job| {
            let limits = options.limits.per_search(threads);
            if needs_optimum {
                job.find_optimum(limits);
            }
            let run = run::evolve(options, &job, limits.memory, live, trace);
            (job, run)
        },
        |(job, run)| results.add(&job, run),
    );
    live.finish();
    note.print();
    if changed_metric {
        output::note("note: grh counts steps, as its paper does; --metric moves counts moves");
    }
    done.map(|()| status)
}
