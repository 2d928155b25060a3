//! Options for the parameters of heuristics. Each parameter that a heuristic declares in the library is an option. An option that no
//! search uses is an error.

use std::sync::Arc;

use anyhow::{Result, bail};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use rushlab::heuristic::{self, HEURISTICS, Heuristic, Parameter, Parameters};
use rushlab::search::Algorithm;
use rushlab_genetic::ALGORITHMS;

use rushlab_study::words;

/// The parameters of heuristics.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeuristicParameterArgs(Parameters);

/// Whether heuristics are named on the command line. It has no option of its own. It must be the first field of the options, because
/// the later fields take their values away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeuristicGiven(pub(crate) bool);

impl HeuristicParameterArgs {
    /// Fails if a heuristic or a parameter is given, and none of the algorithms uses one. `heuristic_option` is the option that names
    /// heuristics, if it is given, and `algorithm_option` the one that names algorithms.
    pub(crate) fn check_algorithms(
        &self,
        algorithms: &[&'static dyn Algorithm],
        heuristic_option: Option<&str>,
        algorithm_option: &str,
    ) -> Result<()> {
        let parameter = || self.0.values().next().map(|(name, _)| name);
        let Some(option) = heuristic_option.or_else(parameter) else { return Ok(()) };
        if algorithms.iter().any(|algorithm| algorithm.about().informed) {
            return Ok(());
        }
        let name = |algorithm: &&'static dyn Algorithm| algorithm.about().name;
        let uninformed: Vec<&str> = algorithms.iter().map(name).collect();
        let informed: Vec<&str> = ALGORITHMS.iter().filter(|algorithm| algorithm.about().informed).map(name).collect();
        let (uninformed, informed) = (words::list(&uninformed), words::alternatives(&informed));
        bail!("--{option} is not used by {uninformed}; use --{algorithm_option} {informed}")
    }

    /// Fails if a parameter is given that none of the heuristics has. `heuristic_option` is the option that names heuristics.
    pub(crate) fn check_heuristics(&self, heuristics: &[&'static dyn Heuristic], heuristic_option: &str) -> Result<()> {
        let names: Vec<&str> = heuristics.iter().map(|heuristic| heuristic.about().name).collect();
        for (parameter, _) in self.0.values() {
            let owners = heuristics_with(parameter);
            if !names.iter().any(|name| owners.contains(name)) {
                let (others, owners) = (words::alternatives(&names), words::alternatives(&owners));
                bail!(
                    "--{parameter} is a parameter of {owners}, not of {others}; omit it, or use --{heuristic_option} {owners}"
                );
            }
        }
        Ok(())
    }

    /// Returns a heuristic with the given values for its parameters.
    pub(crate) fn apply(&self, heuristic: &'static dyn Heuristic) -> Arc<dyn Heuristic> {
        heuristic::with_parameters(heuristic, &self.0)
    }

    /// Returns the value of a parameter of a heuristic, if it has a parameter with that name.
    pub(crate) fn value(&self, heuristic: &dyn Heuristic, name: &str) -> Option<f64> {
        heuristic
            .about()
            .parameters
            .iter()
            .find(|parameter| parameter.name == name)
            .map(|parameter| self.0.get(parameter))
    }

    /// Returns each parameter with its value, as in `weight 5`.
    pub(crate) fn describe(&self) -> Vec<String> {
        declared().map(|parameter| format!("{} {}", parameter.name, self.0.get(parameter))).collect()
    }
}

/// Returns the parameters that heuristics declare, each name once.
fn declared() -> impl Iterator<Item = &'static Parameter> {
    let mut seen: Vec<&str> = Vec::new();
    let all = HEURISTICS.iter().flat_map(|heuristic| heuristic.about().parameters);
    all.filter(move |parameter| {
        let new = !seen.contains(&parameter.name);
        seen.push(parameter.name);
        new
    })
}

impl FromArgMatches for HeuristicParameterArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<HeuristicParameterArgs, clap::Error> {
        let mut parameters = Parameters::default();
        for parameter in declared() {
            if let Some(value) = matches.get_one::<f64>(parameter.name) {
                // The option's parser has checked the value.
                let _ = parameters.set(parameter.name, *value);
            }
        }
        Ok(HeuristicParameterArgs(parameters))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = HeuristicParameterArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for HeuristicParameterArgs {
    fn augment_args(command: Command) -> Command {
        declared().fold(command, |command, parameter| command.arg(option(parameter)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        HeuristicParameterArgs::augment_args(command)
    }
}

impl FromArgMatches for HeuristicGiven {
    fn from_arg_matches(matches: &ArgMatches) -> Result<HeuristicGiven, clap::Error> {
        let is_given = |option: &str| matches.value_source(option) == Some(ValueSource::CommandLine);
        let mut present = matches.ids().map(clap::Id::as_str);
        Ok(HeuristicGiven(present.any(|option| matches!(option, "heuristic" | "heuristics") && is_given(option))))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = HeuristicGiven::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for HeuristicGiven {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

/// Returns the names of the heuristics that declare a parameter with a name.
fn heuristics_with(parameter: &str) -> Vec<&'static str> {
    let all = HEURISTICS.iter().map(|heuristic| heuristic.about());
    all.filter(|about| about.parameters.iter().any(|other| other.name == parameter)).map(|about| about.name).collect()
}

/// Returns the option of a parameter.
fn option(parameter: &'static Parameter) -> Arg {
    let read = move |text: &str| {
        let value: f64 = text.parse().map_err(|_| "write a number".to_owned())?;
        Parameters::default().set(parameter.name, value).map_err(|error| error.to_string())?;
        Ok::<f64, String>(value)
    };
    Arg::new(parameter.name).long(parameter.name).value_name("X").value_parser(read).help(format!(
        "{}, {} (only for --heuristic {}) [default: {}]",
        parameter.symbol,
        parameter.summary,
        heuristics_with(parameter.name).join(", "),
        parameter.default
    ))
}
