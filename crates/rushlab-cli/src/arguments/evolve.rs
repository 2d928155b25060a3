//! The options of `rushlab evolve`.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use rushlab::puzzle::Metric;
use rushlab_genetic::{GRH, Method, Setting};

use super::help::{OUTPUT, SEARCH};
use super::names::{NotationName, notation_parser};
use super::parameters::ParameterArgs;
use super::{AlgorithmArgs, DurationArg, InputArgs, LimitArgs, Output, SeedArgs, StyleArgs, ThreadArgs};
use crate::input::{self, Input};

#[derive(Args, Debug)]
pub(crate) struct EvolveOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) algorithm: AlgorithmArgs,
    /// As published, or with all refinements; `faithful,refined` compares both
    ///
    /// `refined` if not given; both with --table.
    #[arg(long, value_name = "LIST", value_parser = setting_parser(), value_delimiter = ',', help_heading = SEARCH)]
    setting: Vec<Setting>,
    #[command(flatten)]
    pub(crate) parameters: ParameterArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Run everything this many times
    ///
    /// The evolutions of each puzzle have seeds derived from --seed, and their statistics are printed. 5 if there are
    /// several configurations.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,
    /// Start from the first population of this file, as Schlegel's Appendix A prints it
    ///
    /// A line for each individual: `1 (((2 3) W 1) ((3 2) E 1)) 98`. The parameter `population` is their number if it
    /// is not set. With --runs, the average fitness of the file's next populations is compared with that of the runs.
    #[arg(long, value_name = "FILE", help_heading = SEARCH)]
    pub(crate) initial: Option<PathBuf>,
    /// Print every individual of every generation, as in the papers
    ///
    /// Moves (`schlegel`) or matrices (`grh`).
    #[arg(long, conflicts_with = "runs")]
    pub(crate) individuals: bool,
    /// Write what happens in the search to this file; `-` is standard output
    ///
    /// How every generation was made: parents, cuts, children and mutations, and why some failed. A .jsonl file, and
    /// standard output with --jsonl, has JSON objects.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["runs", "table"])]
    pub(crate) trace: Option<PathBuf>,
    /// The notation of moves: see `rushlab list notations`
    #[arg(long, value_name = "NAME", value_parser = notation_parser(), conflicts_with_all = ["runs", "table"], hide_possible_values = true)]
    pub(crate) notation: Option<NotationName>,
    /// A pause after each generation
    #[arg(long, value_name = "DURATION")]
    pub(crate) pace: Option<DurationArg>,
    /// Write a row for each run to this file: .csv, .tsv or .jsonl
    #[arg(long, value_name = "FILE")]
    pub(crate) rows: Option<PathBuf>,
    /// Write every generation to this file: .csv, .tsv or .jsonl
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Plot fitness over generations to this SVG file
    ///
    /// Ten runs and more are drawn as median and quartiles.
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl EvolveOptions {
    /// Returns whether the trace is printed among the results.
    pub(crate) fn traces_to_stdout(&self) -> bool {
        self.trace.as_deref() == Some(Path::new("-"))
    }

    /// Returns the genetic algorithms; `grh` if none is named.
    ///
    /// # Errors
    ///
    /// Fails if another algorithm is named.
    pub(crate) fn methods(&self) -> Result<Vec<Method>> {
        let named = self.algorithm.named();
        let named = if named.is_empty() { vec![GRH] } else { named };
        let names = named.iter().map(|algorithm| algorithm.about().name);
        let method = |name| {
            let method = Method::by_name(name);
            method.ok_or_else(|| anyhow!("{name} is not a genetic algorithm; run it with `rushlab solve`"))
        };
        names.map(method).collect()
    }

    /// Returns the settings; if none is named, both for the table, and refined otherwise.
    pub(crate) fn settings(&self) -> &[Setting] {
        match self.setting.as_slice() {
            [] if self.prints_table() => &Setting::ALL,
            [] => &[Setting::Refined],
            named => named,
        }
    }

    /// Returns the inputs. The table is that of the collection `grh-table` if there is no other input.
    pub(crate) fn inputs(&self) -> Vec<Input> {
        input::inputs_or(&self.input, if self.prints_table() { input::GRH_TABLE } else { input::BUILT_IN })
    }

    /// Returns the metric of all puzzles, or `None` if each keeps its own. GRH counts steps (rule 3 of its paper) if no
    /// metric is named.
    ///
    /// # Errors
    ///
    /// Fails if an algorithm is named that is not genetic.
    pub(crate) fn metric(&self) -> Result<Option<Metric>> {
        let of_grh = self.methods()?.contains(&Method::Grh).then_some(Metric::Steps);
        Ok(self.input.parse.metric.or(of_grh))
    }

    /// Returns whether several configurations are compared.
    pub(crate) fn is_comparison(&self) -> bool {
        self.has_several_algorithms_or_values() || self.settings().len() > 1
    }

    /// Returns whether several configurations are compared that differ in more than the setting.
    pub(crate) fn has_several_algorithms_or_values(&self) -> bool {
        self.parameters.has_lists() || self.algorithm.named().len() > 1
    }

    /// Returns whether the table of GRH is printed: one row per puzzle, beside the rows of the paper.
    pub(crate) fn prints_table(&self) -> bool {
        self.style.given() == Some(Output::Table)
    }

    /// Returns the number of runs of each puzzle in each configuration.
    pub(crate) fn runs(&self) -> u32 {
        self.runs.unwrap_or(if self.prints_table() || self.is_comparison() { 5 } else { 1 })
    }

    /// Returns whether statistics are printed instead of a solution.
    pub(crate) fn prints_statistics(&self) -> bool {
        self.runs.is_some() || self.prints_table() || self.is_comparison()
    }
}

pub(super) fn method_parser() -> impl clap::builder::TypedValueParser<Value = Method> {
    PossibleValuesParser::new(Method::ALL.map(Method::name))
        .try_map(|name| Method::by_name(&name).ok_or("no such algorithm"))
}

fn setting_parser() -> impl clap::builder::TypedValueParser<Value = Setting> {
    PossibleValuesParser::new(Setting::ALL.map(Setting::name))
        .try_map(|name| Setting::by_name(&name).ok_or("no such setting"))
}
