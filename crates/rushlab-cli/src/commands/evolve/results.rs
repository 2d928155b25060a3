//! Collects the results of the runs in their order: prints them, writes them to the files, and summarises each puzzle.

use std::sync::Arc;

use anyhow::Result;
use rushlab_genetic::Generation;
use rushlab_study::evolution::{
    Curve, EvolutionSummary, FitnessPlot, GeneticConfiguration, PrintedPopulations, Run, StopReason,
};

use super::live::LiveDisplay;
use super::log::Log;
use super::print::Printer;
use super::rows::RunFile;
use super::run::Job;
use crate::arguments::EvolveOptions;
use crate::output::count;
use crate::{ExitStatus, interrupt};

pub(super) struct Results<'a> {
    options: &'a EvolveOptions,
    live: &'a LiveDisplay,
    printer: Printer<'a>,
    pub(super) rows: Option<RunFile<'a>>,
    pub(super) log: Option<Log<'a>>,
    pub(super) plot: Option<FitnessPlot>,
    /// The generations of `--initial`.
    pub(super) printed: Option<&'a PrintedPopulations>,
    /// The finished runs of the current puzzle and configuration.
    runs: Vec<Run>,
    /// Their fitness, if there is a plot.
    curves: Vec<Curve>,
    summaries: Vec<(Arc<GeneticConfiguration>, EvolutionSummary)>,
    finished: usize,
    status: ExitStatus,
}

impl<'a> Results<'a> {
    pub(super) fn new(options: &'a EvolveOptions, live: &'a LiveDisplay) -> Result<Results<'a>> {
        Ok(Results {
            options,
            live,
            printer: Printer::new(options)?,
            rows: None,
            log: None,
            plot: None,
            printed: None,
            runs: Vec::new(),
            curves: Vec::new(),
            summaries: Vec::new(),
            finished: 0,
            status: ExitStatus::Success,
        })
    }

    /// Adds the next result and its generations; `None` if the run was not started. Statistics and files count finished
    /// runs only.
    pub(super) fn add(&mut self, job: &Job, run: Option<(Run, Vec<Generation>)>) -> Result<()> {
        self.status = self.status.worse(match run.as_ref().map(|(run, _)| run.ended) {
            Some(StopReason::Solved) => ExitStatus::Success,
            Some(StopReason::GenerationLimit | StopReason::Timeout | StopReason::MemoryLimit) => ExitStatus::Incomplete,
            Some(StopReason::Interrupted) | None => ExitStatus::Interrupted,
        });
        if let Some((run, generations)) = run {
            self.add_run(job, run, &generations)?;
        }
        if job.ends_configuration(self.options) {
            self.end_configuration(job);
        }
        if job.is_last {
            self.end_puzzle(job)?;
        }
        Ok(())
    }

    fn add_run(&mut self, job: &Job, mut run: Run, generations: &[Generation]) -> Result<()> {
        let is_single = !self.options.prints_statistics();
        let is_finished = run.ended != StopReason::Interrupted;
        if is_single {
            self.live.line().suspend(|| self.printer.solution(job, &run))?;
        }
        if is_single || is_finished {
            if let Some(log) = &mut self.log {
                log.write(job, &run, generations)?;
            }
            let compared = self.printed.map_or(0, PrintedPopulations::generations).min(run.fitness.len());
            let first = run.fitness[..compared].to_vec();
            let curve = Curve::take(&mut run);
            run.fitness = first;
            self.curves.extend(self.plot.is_some().then_some(curve));
        }
        if is_finished {
            self.finished += 1;
            if let Some(rows) = &mut self.rows {
                rows.write(job, &run)?;
            }
            self.runs.push(run);
        }
        Ok(())
    }

    fn end_configuration(&mut self, job: &Job) {
        if let Some(plot) = &mut self.plot {
            plot.add(&job.id, &job.configuration, std::mem::take(&mut self.curves));
        }
        if !self.runs.is_empty() {
            let mut summary = EvolutionSummary::of(&self.runs, job.known_optimum());
            summary.reached = self.printed.map_or_else(Vec::new, |printed| printed.reached(&self.runs));
            self.summaries.push((Arc::clone(&job.configuration), summary));
            self.runs.clear();
        }
    }

    fn end_puzzle(&mut self, job: &Job) -> Result<()> {
        let summaries = std::mem::take(&mut self.summaries);
        if summaries.is_empty() || !self.options.prints_statistics() {
            return Ok(());
        }
        self.live.line().suspend(|| match summaries.as_slice() {
            [(_, summary)] if !self.options.is_comparison() => self.printer.summary(job, summary),
            summaries => self.printer.comparison(job, summaries),
        })
    }

    /// Prints the end of the results. Returns the exit status of the runs and of the input.
    pub(super) fn finish(self, input: ExitStatus) -> Result<ExitStatus> {
        self.printer.finish()?;
        let status = self.status.worse(input);
        if status != ExitStatus::Interrupted {
            return Ok(status);
        }
        let finished = count(self.finished, "finished run");
        let kept = match self.options.prints_statistics() {
            true => format!("the statistics are those of the {finished}"),
            false => format!("{finished} printed, and the others as far as they were evolved"),
        };
        let file = self.options.rows.as_ref();
        let file = file.map_or_else(String::new, |path| format!("; {} contains them", path.display()));
        Ok(interrupt::report(&format!("{kept}{file}")))
    }
}
