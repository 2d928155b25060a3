//! Options for the parameters of heuristics. Each parameter that a heuristic declares in the library is an option.

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use rushlab::heuristic::{self, HEURISTICS, Parameter, Parameters};

/// The parameters of heuristics.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeuristicParameterArgs(Parameters);

impl HeuristicParameterArgs {
    /// Returns the values, by name.
    pub(crate) fn values(&self) -> Vec<(String, f64)> {
        self.0.values().map(|(name, value)| (name.to_owned(), value)).collect()
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

/// Returns the option of a parameter.
fn option(parameter: &'static Parameter) -> Arg {
    let read = move |text: &str| {
        let value: f64 = text.parse().map_err(|_| "write a number".to_owned())?;
        Parameters::default().set(parameter.name, value).map_err(|error| error.to_string())?;
        Ok::<f64, String>(value)
    };
    let owners: Vec<&str> = heuristic::owners(parameter.name).map(|heuristic| heuristic.about().name).collect();
    Arg::new(parameter.name).long(parameter.name).value_name("X").value_parser(read).help(format!(
        "{}, {} (only for --heuristic {}) [default: {}]",
        parameter.symbol,
        parameter.summary,
        owners.join(", "),
        parameter.default
    ))
}
