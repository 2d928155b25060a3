//! The options of `rushlab evolve`. Each parameter in the library's table is an option.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use rushlab_genetic::{Method, PARAMETERS, Parameter, ParameterKey, Setting, ValueType};

use super::names::{NotationName, notation_parser};
use super::{DurationArg, InputArgs, LimitArgs, RowStyleArgs, SeedArgs, ThreadArgs};

#[derive(Args, Debug)]
pub(crate) struct EvolveOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The algorithm: `schlegel` evolves sequences of moves, `grh` boards; several names, separated by commas, are
    /// compared
    #[arg(long, value_name = "NAME", value_parser = method_parser(), value_delimiter = ',', default_value = "grh")]
    pub(crate) algorithm: Vec<Method>,
    /// As published, or with all refinements; `faithful,refined` compares both
    #[arg(long, value_name = "SETTING", value_parser = setting_parser(), value_delimiter = ',', default_value = "refined")]
    pub(crate) setting: Vec<Setting>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Run everything this many times
    ///
    /// The evolutions of each puzzle have seeds derived from --seed, and their statistics are printed. 5 if there are
    /// several configurations.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,
    /// Print a table as in GRH, one row per puzzle with the name of its file (5 runs by default); without INPUT, the
    /// built-in levels in steps, beside the table of the paper
    #[arg(long, conflicts_with_all = ["individuals", "trace", "notation"])]
    pub(crate) table: bool,
    /// Print every individual of every generation, as in the papers: moves (`schlegel`) or matrices (`grh`)
    #[arg(long, conflicts_with = "runs")]
    pub(crate) individuals: bool,
    /// Write what happens in the search to this file; `-` is standard output
    ///
    /// How every generation was made: parents, cuts, children and mutations, and why some failed. A .jsonl file, and
    /// standard output with --jsonl, has JSON objects.
    #[arg(long, value_name = "FILE", conflicts_with = "runs")]
    pub(crate) trace: Option<PathBuf>,
    /// The notation of moves: see `rushlab list notations`
    #[arg(long, value_name = "NAME", value_parser = notation_parser(), conflicts_with = "runs")]
    pub(crate) notation: Option<NotationName>,
    /// A pause after each generation
    #[arg(long, value_name = "DURATION")]
    pub(crate) pace: Option<DurationArg>,
    /// Write a row for each run to this file: .csv, .tsv or .jsonl
    #[arg(long, value_name = "FILE")]
    pub(crate) rows: Option<PathBuf>,
    /// Write every generation to this file: .csv, .tsv, or else a JSON object per line
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Plot fitness over generations to this SVG file; more than 50 runs are drawn as median and quartiles
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) style: RowStyleArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) parameters: GeneticParameterArgs,
}

impl EvolveOptions {
    /// Returns whether the trace is printed among the results.
    pub(crate) fn traces_to_stdout(&self) -> bool {
        self.trace.as_deref() == Some(Path::new("-"))
    }

    /// Returns whether several configurations are compared.
    pub(crate) fn is_comparison(&self) -> bool {
        let parameters = self.parameters.0.iter().map(|(_, values)| values.len());
        parameters.chain([self.algorithm.len(), self.setting.len()]).any(|values| values > 1)
    }

    /// Returns the number of runs of each puzzle in each configuration.
    pub(crate) fn runs(&self) -> u32 {
        self.runs.unwrap_or(if self.table || self.is_comparison() { 5 } else { 1 })
    }

    /// Returns whether statistics are printed instead of a solution.
    pub(crate) fn prints_statistics(&self) -> bool {
        self.runs.is_some() || self.table || self.is_comparison()
    }
}

/// The given parameters of genetic algorithms, each with one or more values.
#[derive(Clone, Debug, Default)]
pub(crate) struct GeneticParameterArgs(pub(crate) Vec<(ParameterKey, Vec<f64>)>);

impl FromArgMatches for GeneticParameterArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GeneticParameterArgs, clap::Error> {
        let given = |parameter: &Parameter| {
            let values = matches.get_many::<f64>(parameter.name)?;
            Some((parameter.key, values.copied().collect()))
        };
        Ok(GeneticParameterArgs(PARAMETERS.iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GeneticParameterArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for GeneticParameterArgs {
    fn augment_args(command: Command) -> Command {
        PARAMETERS.iter().fold(command, |command, parameter| command.arg(option(parameter)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        GeneticParameterArgs::augment_args(command)
    }
}

/// Returns the option of a parameter.
fn option(parameter: &'static Parameter) -> Arg {
    let read = move |text: &str| {
        let value: f64 = text.parse().map_err(|_| "write a number".to_owned())?;
        parameter.validate(value).map(|()| value)
    };
    let name = match parameter.value_type {
        ValueType::Integer => "N",
        ValueType::Real => "X",
        ValueType::Boolean => "0|1",
    };
    let defaults = Method::ALL.into_iter().filter_map(|method| {
        let faithful = parameter.default(method, Setting::Faithful)?;
        let refined = parameter.default(method, Setting::Refined)?;
        let both = if faithful == refined { faithful.to_string() } else { format!("{faithful}, refined {refined}") };
        Some(format!("{} {both}", method.name()))
    });
    let defaults: Vec<String> = defaults.collect();
    let help = format!("{} [{}]", parameter.help, defaults.join("; "));
    Arg::new(parameter.name)
        .long(parameter.name)
        .value_name(name)
        .value_parser(read)
        .value_delimiter(',')
        .help(help)
        .help_heading("Parameters [defaults of each algorithm]; several values, separated by commas, are compared")
}

pub(super) fn method_parser() -> impl clap::builder::TypedValueParser<Value = Method> {
    PossibleValuesParser::new(Method::ALL.map(Method::name))
        .try_map(|name| Method::by_name(&name).ok_or("no such algorithm"))
}

fn setting_parser() -> impl clap::builder::TypedValueParser<Value = Setting> {
    PossibleValuesParser::new(Setting::ALL.map(Setting::name))
        .try_map(|name| Setting::by_name(&name).ok_or("no such setting"))
}
