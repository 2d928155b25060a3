//! The results of runs in sentences.

use std::io::Write;

use anyhow::Result;
use rushlab::notation;
use rushlab::position::Move;
use rushlab::puzzle::Metric;
use rushlab_genetic::{Generation, Rate};
use rushlab_study::evolution::{EvolutionSummary, ReachedAverage, Run, StopReason};
use rushlab_study::words::share;

use super::super::live::percent;
use super::super::run::Job;
use super::written;
use crate::arguments::EvolveOptions;
use crate::output::{self, BAD, GOOD, STRONG, count, grouped, time, wrap_clauses};

pub(super) fn solution(out: &mut impl Write, options: &EvolveOptions, job: &Job, run: &Run) -> Result<()> {
    let name = output::name_of(&job.puzzle);
    write!(out, "{STRONG}{}{name}{STRONG:#}: ", job.id)?;
    let generations = count(run.last.number as usize, "generation");
    match &run.solution {
        None => {
            let after = match run.ended {
                StopReason::Interrupted => "stopped",
                StopReason::Timeout => "out of time",
                StopReason::MemoryLimit => "out of memory",
                StopReason::Solved | StopReason::GenerationLimit => "no solution",
            };
            writeln!(
                out,
                "{BAD}undecided{BAD:#}: {after} after {generations}; this does not prove that there is none"
            )?;
        }
        Some(solution) => {
            let (cost, generation) = (costs(&job.puzzle.rules().metric, &solution.moves), solution.generation);
            let final_move = if options.individuals { ", including the final move" } else { "" };
            writeln!(out, "{GOOD}solved{GOOD:#} in {cost}{final_move}, found in generation {generation}")?;
            let moves = written(options, notation::WORDS, job, &solution.moves);
            for line in moves.lines().flat_map(|line| wrap_clauses(line, output::columns().min(100))) {
                writeln!(out, "{line}")?;
            }
            if solution.cost < solution.evolved_cost {
                writeln!(out, "evolved at a cost of {}, shortened to {}", solution.evolved_cost, solution.cost)?;
            }
        }
    }
    let last = &run.last;
    let (population, boards) = (grouped(last.population), count(last.boards, "distinct board"));
    // A run that ends with its first solution has no population.
    if last.population == 0 {
        writeln!(out, "{generations}, {boards}")?;
    } else {
        let Generation { best, mean, diversity, .. } = last;
        writeln!(out, "{generations} of about {population}, {boards}")?;
        writeln!(out, "last generation: best fitness {best:.2}, mean {mean:.2}, diversity {diversity:.2}")?;
    }
    writeln!(out, "{}; seed {}", rates(run.total.mutations, run.total.crossovers), job.seed)?;
    Ok(())
}

/// Prints the statistics of all runs on a puzzle.
pub(super) fn summary(out: &mut impl Write, job: &Job, summary: &EvolutionSummary) -> Result<()> {
    let name = output::name_of(&job.puzzle);
    let EvolutionSummary { runs, solved, .. } = summary;
    let metric = job.puzzle.rules().metric;
    writeln!(out, "{STRONG}{}{name}{STRONG:#}: {} of {} solved", job.id, grouped(*solved), count(*runs, "run"))?;
    if let (Some(best), Some(mean), Some(worst)) = (summary.best(), summary.mean(), summary.worst()) {
        let optimum = summary.optimum.map_or_else(String::new, |optimum| {
            format!("; optimum {optimum}, reached by {}", count(summary.optimal(), "run"))
        });
        writeln!(out, "{metric}: best {best}, mean {mean:.2}, worst {worst}{optimum}")?;
    }
    let latest = summary.found.iter().copied().max().unwrap_or(0);
    if !summary.found.is_empty() {
        let within = |most: u32| summary.found.iter().filter(|found| **found <= most).count();
        let shown = (0..=latest.min(5)).map(|generation| format!("{generation}: {}", grouped(within(generation))));
        let shown: Vec<String> = shown.collect();
        writeln!(out, "runs solved by generation {}; last solution in generation {latest}", shown.join(", "))?;
    }
    let (generations, seconds, slowest) = (summary.generations, summary.seconds, summary.slowest);
    let (mean, slowest) = (time(seconds), time(slowest));
    writeln!(out, "on average {generations:.1} generations in {mean}; the slowest run took {slowest}")?;
    writeln!(out, "{}", rates(summary.mutations, summary.crossovers))?;
    for ReachedAverage { generation, printed, runs, reached, mean, .. } in &summary.reached {
        let (of_runs, reached) = (count(*runs, "run"), share(*reached, *runs));
        writeln!(
            out,
            "generation {generation}: average fitness {printed:.2} in the file; {reached} of {of_runs} reach it, mean {mean:.2}"
        )?;
    }
    Ok(())
}

/// Returns the cost of a solution, in the puzzle's metric first.
fn costs(metric: &Metric, moves: &[Move]) -> String {
    let steps = moves.iter().map(|mv| usize::from(mv.cells)).sum();
    let (moves, steps) = (count(moves.len(), "move"), count(steps, "step"));
    match metric {
        Metric::Moves => format!("{moves} ({steps})"),
        Metric::Steps => format!("{steps} ({moves})"),
    }
}

fn rates(mutations: Rate, crossovers: Rate) -> String {
    format!(
        "legal: {} of {}, {} of {}",
        percent(mutations),
        count(mutations.tried as usize, "mutation"),
        percent(crossovers),
        count(crossovers.tried as usize, "crossover")
    )
}
