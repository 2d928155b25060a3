//! What can be typed after `rushlab evolve`. Its parameters are those of the library's table, an option each.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use rushlab::genetic::{Key, Kind, PARAMETERS, Parameter, Setting, Species};

use super::{InputArgs, LimitArgs, Output, ThreadArgs, Timeout};

#[derive(Args, Debug)]
pub(crate) struct EvolveOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// What evolves: `schlegel` sequences of moves, `grh` boards
    #[arg(long, value_name = "NAME", value_parser = species_parser(), default_value = "grh")]
    pub(crate) algorithm: Species,
    /// As its paper has it, or with all refinements
    #[arg(long, value_name = "SETTING", value_parser = setting_parser(), default_value = "refined")]
    pub(crate) setting: Setting,
    /// What chance begins from: the same seed, the same result
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Evolve each puzzle so many times, with seeds derived from the seed, and print statistics
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,
    /// Print a table of levels as in seed 001, a row a puzzle; the level is the name of its file (5 runs if not given)
    #[arg(long, conflicts_with = "individuals")]
    pub(crate) table: bool,
    /// Print every individual of every generation, as the papers print them
    #[arg(long, conflicts_with = "runs")]
    pub(crate) individuals: bool,
    /// Wait so long after each generation, to watch
    #[arg(long, value_name = "DURATION")]
    pub(crate) pace: Option<Timeout>,
    /// Write every generation to this file, a JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Draw fitness over generations into this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Replace files that are there already
    #[arg(long)]
    pub(crate) force: bool,
    /// How to print the results
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) chosen: Chosen,
}

impl EvolveOptions {
    /// How many runs for each puzzle.
    pub(crate) fn runs(&self) -> u32 {
        self.runs.unwrap_or(if self.table { 5 } else { 1 })
    }

    /// Whether statistics are wanted, not a solution.
    pub(crate) fn many(&self) -> bool {
        self.runs.is_some() || self.table
    }
}

/// The parameters that were given, with their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chosen(pub(crate) Vec<(Key, f64)>);

impl FromArgMatches for Chosen {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Chosen, clap::Error> {
        let given = |parameter: &Parameter| Some((parameter.key, *matches.get_one::<f64>(parameter.name)?));
        Ok(Chosen(PARAMETERS.iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Chosen::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Chosen {
    fn augment_args(command: Command) -> Command {
        PARAMETERS.iter().fold(command, |command, parameter| command.arg(option(parameter)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Chosen::augment_args(command)
    }
}

/// The option of a parameter.
fn option(parameter: &'static Parameter) -> Arg {
    let read = move |text: &str| {
        let value: f64 = text.parse().map_err(|_| "write a number".to_owned())?;
        parameter.fault(value).map_or(Ok(value), Err)
    };
    let name = match parameter.kind {
        Kind::Whole => "N",
        Kind::Real => "X",
        Kind::Switch => "0|1",
    };
    let defaults = Species::ALL.into_iter().filter_map(|species| {
        let faithful = parameter.default(species, Setting::Faithful)?;
        let refined = parameter.default(species, Setting::Refined)?;
        let both = if faithful == refined { faithful.to_string() } else { format!("{faithful}, refined {refined}") };
        Some(format!("{} {both}", species.name()))
    });
    let defaults: Vec<String> = defaults.collect();
    let help = format!("{} [{}]", parameter.help, defaults.join("; "));
    Arg::new(parameter.name)
        .long(parameter.name)
        .value_name(name)
        .value_parser(read)
        .help(help)
        .help_heading("Parameters [what each algorithm has when nobody chooses]")
}

fn species_parser() -> impl clap::builder::TypedValueParser<Value = Species> {
    PossibleValuesParser::new(Species::ALL.map(Species::name))
        .try_map(|name| Species::named(&name).ok_or("no such algorithm"))
}

fn setting_parser() -> impl clap::builder::TypedValueParser<Value = Setting> {
    PossibleValuesParser::new(Setting::ALL.map(Setting::name))
        .try_map(|name| Setting::named(&name).ok_or("no such setting"))
}
