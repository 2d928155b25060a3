//! `rushlab evolve`: runs the genetic algorithms. Runs are parallel, each with its own seed; the results do not depend on the number of
//! threads.

mod individuals;
mod live;
mod log;
mod paper;
mod plot;
mod print;
mod run;
mod statistics;
mod table;
mod trace;

use anyhow::{Result, bail};
use rushlab::genetic::{PARAMETERS, ParameterValues};

use self::live::LiveDisplay;
use self::print::Printer;
use self::run::{Job, Run, StopReason};
use self::statistics::Summary;
use crate::ExitStatus;
use crate::arguments::{EvolveOptions, Output};
use crate::{atomic_file, batch, input, interrupt, parallel};

pub(crate) fn run(options: &EvolveOptions) -> Result<ExitStatus> {
    let values = parameter_values(options)?;
    if options.individuals && options.output != Output::Text {
        bail!("--individuals requires --output text");
    }
    if options.trace && !matches!(options.output, Output::Text | Output::Json) {
        bail!("--trace requires --output text or --output json");
    }
    // Checked before the evolution, which may take hours.
    if options.log.is_some() && options.log == options.plot {
        bail!("--log and --plot cannot be the same file");
    }
    if let Some(path) = options.plot.as_ref().filter(|path| path.extension().is_none_or(|ending| ending != "svg")) {
        bail!("a plot is an SVG picture; name it for example {}", path.with_extension("svg").display());
    }
    for path in [&options.log, &options.plot].into_iter().flatten() {
        atomic_file::check_new(path, options.force)?;
    }
    interrupt::defer_to_command();
    let mut history = Vec::new();
    let status = evolve_all(options, &values, &mut history)?;
    if let Some(path) = &options.log {
        atomic_file::write(path, options.force, |out| log::write(out, &history))?;
    }
    if let Some(path) = &options.plot {
        atomic_file::write(path, options.force, |out| Ok(out.write_all(plot::fitness(options, &history).as_bytes())?))?;
    }
    Ok(status)
}

/// Returns the parameters of the algorithm, with the given values.
fn parameter_values(options: &EvolveOptions) -> Result<ParameterValues> {
    let (method, setting) = (options.algorithm, options.setting);
    let mut values = ParameterValues::new(method, setting);
    for (key, value) in &options.parameters.0 {
        let known = PARAMETERS.iter().find(|parameter| parameter.key == *key);
        if let Some(other) = known.filter(|parameter| parameter.default(method, setting).is_none()) {
            bail!("--{} is not a parameter of {}; omit it", other.name, method.name());
        }
        values.set(*key, *value).map_err(anyhow::Error::msg)?;
    }
    Ok(values)
}

/// Runs all evolutions. Fills `history` if there is a log or a plot.
fn evolve_all(options: &EvolveOptions, values: &ParameterValues, history: &mut Vec<(Job, Run)>) -> Result<ExitStatus> {
    let needs_history = options.log.is_some() || options.plot.is_some();
    let mut printer = Printer::new(options)?;
    let live = LiveDisplay::new(options);
    let threads = if options.individuals || options.trace { 1 } else { options.threads.count() };
    let inputs = input::inputs(&options.input);
    let (mut read_status, mut run_status) = (ExitStatus::Success, ExitStatus::Success);
    let mut runs: Vec<Run> = Vec::new();
    parallel::in_order(
        threads,
        |submit| {
            read_status = batch::read_valid(&options.input, &inputs, live.line(), |item| {
                Job::all(options, item).try_for_each(&mut *submit)
            })?;
            Ok(())
        },
        |job| {
            let run = run::evolve(options, values, &job, &live);
            let last = job.number + 1 == options.runs();
            let optimum = if last && options.prints_statistics() {
                statistics::optimum(&job.puzzle, options.limits.per_search(threads))
            } else {
                None
            };
            (job, run, optimum)
        },
        |(job, run, optimum)| {
            run_status = run_status.worse(match run.ended {
                StopReason::Solved => ExitStatus::Success,
                StopReason::GenerationLimit | StopReason::Timeout => ExitStatus::Incomplete,
                StopReason::Interrupted => ExitStatus::Interrupted,
            });
            let last = job.number + 1 == options.runs();
            if !options.prints_statistics() {
                live.line().suspend(|| printer.solution(&job, &run))?;
            }
            if needs_history {
                history.push((job.clone(), run.clone()));
            }
            runs.push(run);
            if last && options.prints_statistics() {
                let summary = Summary::of(&runs, optimum);
                live.line().suspend(|| printer.summary(&job, &summary))?;
            }
            if last {
                runs.clear();
            }
            Ok(())
        },
    )?;
    live.finish();
    printer.finish()?;
    Ok(read_status.worse(run_status))
}
