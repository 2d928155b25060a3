//! The configuration of a search, and the way from the names that a user gives to it. Every front end resolves names
//! here, so all of them have the same defaults and refuse the same inputs.

use std::sync::Arc;

use super::configuration_error::{ConfigurationError, ConfigurationField};
use super::{ASTAR, Algorithm, DEFAULT, Duplicates, Solver};
use crate::heuristic::{self, Expression, HEURISTICS, Heuristic, Parameters};
use crate::position::Position;
use crate::puzzle::Puzzle;

/// What a user says about a search. Everything may be left out.
///
/// ```
/// use rushlab::Puzzle;
/// use rushlab::search::{ALGORITHMS, Selection};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let configuration = Selection { heuristic: Some("h1".into()), ..Selection::default() }.resolve(ALGORITHMS)?;
/// assert_eq!(configuration.name(), "astar h1");
/// assert_eq!(configuration.solver(&puzzle).run().cost(), Some(2));
///
/// let unused = Selection { algorithm: Some("bfs".into()), heuristic: Some("h1".into()), ..Selection::default() };
/// let error = unused.resolve(ALGORITHMS).err().map(|error| error.to_string());
/// assert!(error.is_some_and(|error| error.starts_with("the heuristic is not used by bfs")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Selection {
    /// Name or alias of the algorithm; if it is left out, `astar` with a heuristic and `auto` without one.
    pub algorithm: Option<String>,
    /// Heuristic of an informed algorithm; the default one if it is left out.
    pub heuristic: Option<HeuristicChoice>,
    /// Values for parameters of the heuristic, by name.
    pub parameters: Vec<(String, f64)>,
    /// Random seed; 1 if it is left out. Every algorithm accepts one: the result of an algorithm without random numbers
    /// is the same for any.
    pub seed: Option<u64>,
    /// Rule for duplicate detection.
    pub duplicates: Duplicates,
}

/// A heuristic: the name of a registered one, or one that is in no registry.
#[derive(Clone)]
pub enum HeuristicChoice {
    /// Name of a heuristic of [`HEURISTICS`], or an [`Expression`] in parentheses, such as the text of its file.
    Name(String),
    /// Any other heuristic.
    Custom(Arc<dyn Heuristic>),
}

/// What a user says about several searches: every algorithm, and informed ones with every heuristic.
#[derive(Clone, Default)]
pub struct Selections {
    /// Names or aliases of the algorithms.
    pub algorithms: Vec<String>,
    /// Heuristics of informed algorithms; if there are none, [`default_heuristics`](Selections::default_heuristics).
    pub heuristics: Vec<HeuristicChoice>,
    /// Heuristics that are used if the user names none.
    pub default_heuristics: Vec<&'static dyn Heuristic>,
    /// Values for parameters of the heuristics, by name.
    pub parameters: Vec<(String, f64)>,
    /// Random seed; 1 if it is left out.
    pub seed: Option<u64>,
    /// Rule for duplicate detection.
    pub duplicates: Duplicates,
}

/// A search without its puzzle and its limits: an algorithm with everything that its result depends on.
#[non_exhaustive]
#[derive(Clone)]
pub struct Configuration {
    /// Algorithm.
    pub algorithm: &'static dyn Algorithm,
    /// Heuristic, if the algorithm is informed.
    pub heuristic: Option<Arc<dyn Heuristic>>,
    /// Random seed.
    pub seed: u64,
    /// Rule for duplicate detection.
    pub duplicates: Duplicates,
}

impl From<&str> for HeuristicChoice {
    fn from(name: &str) -> HeuristicChoice {
        HeuristicChoice::Name(name.to_owned())
    }
}

impl HeuristicChoice {
    fn resolve(&self) -> Result<Arc<dyn Heuristic>, ConfigurationError> {
        match self {
            HeuristicChoice::Custom(heuristic) => Ok(heuristic.clone()),
            HeuristicChoice::Name(name) => match heuristic::by_name(name) {
                Some(heuristic) => Ok(Arc::new(heuristic)),
                None if name.trim_start().starts_with(['(', ';']) => {
                    Ok(Arc::new(name.parse::<Expression>()?.heuristic("expression")))
                }
                None => Err(ConfigurationError::Unknown {
                    field: ConfigurationField::Heuristic,
                    name: name.clone(),
                    known: HEURISTICS.iter().map(|heuristic| heuristic.about().name).collect(),
                }),
            },
        }
    }
}

impl Selection {
    /// Finds the names in the registries and fills in the defaults. `algorithms` is the registry of algorithms.
    ///
    /// # Errors
    ///
    /// Fails if a name is unknown, if a parameter has no such value, or if the search would not use what is selected.
    pub fn resolve(&self, algorithms: &[&'static dyn Algorithm]) -> Result<Configuration, ConfigurationError> {
        let heuristic = self.heuristic.as_ref().map(HeuristicChoice::resolve).transpose()?;
        let algorithm = match &self.algorithm {
            Some(name) => find(algorithms, name)?,
            None if heuristic.is_some() => ASTAR,
            None => DEFAULT,
        };
        let parameters = parameters(&self.parameters)?;
        let (given, heuristic) = (heuristic.is_some(), heuristic.unwrap_or_else(|| Arc::new(heuristic::DEFAULT)));
        check_algorithms(algorithms, &[algorithm], given, &parameters)?;
        let heuristic = configured(std::slice::from_ref(&heuristic), &parameters)?.pop();
        Ok(Configuration {
            algorithm,
            heuristic: heuristic.filter(|_| algorithm.about().informed),
            seed: self.seed.unwrap_or(Configuration::DEFAULT_SEED),
            duplicates: self.duplicates,
        })
    }
}

impl Selections {
    /// Returns the configurations in the order of the names, without duplicates; `algorithms` is the registry.
    ///
    /// # Errors
    ///
    /// Fails if a name is unknown, if a parameter has no such value, or if no search would use a part of the selection.
    pub fn resolve(&self, algorithms: &[&'static dyn Algorithm]) -> Result<Vec<Configuration>, ConfigurationError> {
        let selected = self.algorithms.iter().map(|name| find(algorithms, name)).collect::<Result<Vec<_>, _>>()?;
        let parameters = parameters(&self.parameters)?;
        check_algorithms(algorithms, &selected, !self.heuristics.is_empty(), &parameters)?;
        let heuristics: Vec<Arc<dyn Heuristic>> = if self.heuristics.is_empty() {
            self.default_heuristics.iter().map(|heuristic| Arc::new(*heuristic) as Arc<dyn Heuristic>).collect()
        } else {
            self.heuristics.iter().map(HeuristicChoice::resolve).collect::<Result<_, _>>()?
        };
        let heuristics = configured(&heuristics, &parameters)?;
        let mut configurations: Vec<Configuration> = Vec::new();
        for algorithm in selected {
            let informed = algorithm.about().informed;
            let with = heuristics.iter().filter(|_| informed).map(|heuristic| Some(heuristic.clone()));
            for heuristic in with.chain((!informed).then_some(None)) {
                let (seed, duplicates) = (self.seed.unwrap_or(Configuration::DEFAULT_SEED), self.duplicates);
                let configuration = Configuration { algorithm, heuristic, seed, duplicates };
                if configurations.iter().all(|other| other.stem() != configuration.stem()) {
                    configurations.push(configuration);
                }
            }
        }
        Ok(configurations)
    }
}

impl Configuration {
    /// Random seed of configurations without one.
    pub const DEFAULT_SEED: u64 = 1;

    /// Returns a solver for a puzzle, without limits and with one thread.
    pub fn solver<'a>(&'a self, puzzle: &'a Puzzle) -> Solver<'a> {
        let solver = Solver::new(puzzle).algorithm(self.algorithm).seed(self.seed).duplicates(self.duplicates);
        match &self.heuristic {
            Some(heuristic) => solver.heuristic(heuristic.as_ref()),
            None => solver,
        }
    }

    /// Returns the names of the algorithm and the heuristic, with the values of its parameters: `bfs`, `astar h3 λ=5`.
    pub fn name(&self) -> String {
        let name = self.algorithm.about().name;
        self.heuristic.as_ref().map_or_else(|| name.to_owned(), |heuristic| format!("{name} {}", heuristic.title()))
    }

    /// Returns the name for tables: `UCS`, `GBFS h1`.
    pub fn title(&self) -> String {
        self.joined(self.algorithm.about().title, ' ')
    }

    /// Returns the beginning of file names: `ucs`, `gbfs-h1`.
    pub fn stem(&self) -> String {
        self.joined(self.algorithm.about().stem, '-')
    }

    fn joined(&self, algorithm: &str, separator: char) -> String {
        let heuristic = self.heuristic.as_ref().map(|heuristic| heuristic.about().name);
        heuristic.map_or_else(|| algorithm.to_owned(), |heuristic| format!("{algorithm}{separator}{heuristic}"))
    }

    /// Returns whether the search has a tree. An algorithm with random numbers has none.
    pub fn has_tree(&self) -> bool {
        !self.algorithm.about().random
    }

    /// Returns the estimated cost of the start of a puzzle; `None` without a heuristic, or if the start is known to be
    /// unsolvable.
    pub fn start_estimate(&self, puzzle: &Puzzle) -> Option<f64> {
        let heuristic = self.heuristic.as_ref()?;
        let estimate = heuristic.compile(puzzle).estimate(&Position::start(puzzle))?;
        Some(f64::from(estimate) / f64::from(heuristic.scale().max(1)))
    }
}

/// Returns heuristics with values for their parameters, by name, for uses other than a search.
///
/// # Errors
///
/// Fails if a parameter has no such value, or if none of the heuristics has the parameter.
pub fn configure_heuristics(
    heuristics: &[&'static dyn Heuristic],
    values: &[(String, f64)],
) -> Result<Vec<Arc<dyn Heuristic>>, ConfigurationError> {
    let shared: Vec<Arc<dyn Heuristic>> =
        heuristics.iter().map(|heuristic| Arc::new(*heuristic) as Arc<dyn Heuristic>).collect();
    configured(&shared, &parameters(values)?)
}

/// Returns heuristics with the values for their parameters. Fails if a value belongs to none of them.
fn configured(
    heuristics: &[Arc<dyn Heuristic>],
    parameters: &Parameters,
) -> Result<Vec<Arc<dyn Heuristic>>, ConfigurationError> {
    for (parameter, _) in parameters.values() {
        if !heuristics.iter().any(|heuristic| heuristic.about().has_parameter(parameter)) {
            return Err(ConfigurationError::ForeignParameter {
                parameter: parameter.to_owned(),
                heuristics: heuristics.iter().map(|heuristic| heuristic.about().name).collect(),
                owners: heuristic::owners(parameter).map(|heuristic| heuristic.about().name).collect(),
            });
        }
    }
    let with_values =
        |heuristic: &Arc<dyn Heuristic>| heuristic.configured(parameters).unwrap_or_else(|| heuristic.clone());
    Ok(heuristics.iter().map(with_values).collect())
}

/// Fails if a heuristic or a parameter is given and no selected algorithm uses a heuristic.
fn check_algorithms(
    registry: &[&'static dyn Algorithm],
    selected: &[&'static dyn Algorithm],
    heuristic_given: bool,
    parameters: &Parameters,
) -> Result<(), ConfigurationError> {
    if selected.iter().any(|algorithm| algorithm.about().informed) {
        return Ok(());
    }
    let algorithms = selected.iter().map(|algorithm| algorithm.about().name).collect();
    let informed = || registry.iter().map(|algorithm| algorithm.about()).filter(|about| about.informed);
    let informed = informed().map(|about| about.name).collect();
    if heuristic_given {
        return Err(ConfigurationError::UnusedHeuristic { algorithms, informed });
    }
    match parameters.values().next() {
        Some((parameter, _)) => {
            Err(ConfigurationError::UnusedParameter { parameter: parameter.to_owned(), algorithms, informed })
        }
        None => Ok(()),
    }
}

fn find(registry: &[&'static dyn Algorithm], name: &str) -> Result<&'static dyn Algorithm, ConfigurationError> {
    let found = registry.iter().copied().find(|algorithm| algorithm.about().has_name(name));
    found.ok_or_else(|| ConfigurationError::Unknown {
        field: ConfigurationField::Algorithm,
        name: name.to_owned(),
        known: registry.iter().map(|algorithm| algorithm.about().name).collect(),
    })
}

fn parameters(values: &[(String, f64)]) -> Result<Parameters, ConfigurationError> {
    let mut parameters = Parameters::default();
    for (name, value) in values {
        parameters.set(name, *value)?;
    }
    Ok(parameters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ALGORITHMS;

    fn resolve(algorithm: &str, heuristic: &str, parameter: Option<(&str, f64)>) -> Result<String, ConfigurationError> {
        let selection = Selection {
            algorithm: Some(algorithm).filter(|name| !name.is_empty()).map(str::to_owned),
            heuristic: Some(heuristic).filter(|name| !name.is_empty()).map(HeuristicChoice::from),
            parameters: parameter.map(|(name, value)| (name.to_owned(), value)).into_iter().collect(),
            ..Selection::default()
        };
        selection.resolve(ALGORITHMS).map(|configuration| configuration.name())
    }

    #[test]
    fn what_is_left_out_has_a_default() {
        for (algorithm, heuristic, name) in [
            ("", "", "auto"),
            ("", "h1", "astar h1"),
            ("ucs", "", "dijkstra"),
            ("a*", "", "astar h4"),
            ("greedy", "h3", "greedy h3 λ=5"),
            ("idastar", "; a comment\n(max h4 pdb)", "idastar expression (max h4 pdb)"),
        ] {
            assert_eq!(resolve(algorithm, heuristic, None).as_deref(), Ok(name), "{algorithm} {heuristic}");
        }
        assert_eq!(resolve("", "h3", Some(("weight", 1.5))).as_deref(), Ok("astar h3 λ=1.5"));
    }

    #[test]
    fn what_no_search_uses_is_refused() {
        let message =
            |algorithm, heuristic, parameter| resolve(algorithm, heuristic, parameter).unwrap_err().to_string();
        for (algorithm, heuristic, parameter, words) in [
            ("bsf", "", None, "there is no algorithm \"bsf\"; choose one of auto, bfs"),
            ("", "h9", None, "there is no heuristic \"h9\"; choose one of h0, h1"),
            ("auto", "h1", None, "the heuristic is not used by auto; use the algorithm greedy, astar"),
            ("", "", Some(("weight", 2.0)), "the weight is not used by auto; use the algorithm greedy"),
            (
                "astar",
                "",
                Some(("weight", 2.0)),
                "the weight is a parameter of h3, not of h4; omit it, or use the heuristic h3",
            ),
            ("astar", "h3", Some(("weight", 0.5)), "λ, the weight, must be greater than 1"),
            ("idastar", "(max h4 h9)", None, "the heuristic: `h9` is no measure; the measures are h1, h2"),
            ("astar", "h3", Some(("height", 2.0)), "no heuristic has a parameter `height`"),
        ] {
            let message = message(algorithm, heuristic, parameter);
            assert!(message.starts_with(words), "{message}");
        }
    }

    #[test]
    fn several_searches_have_no_duplicates() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let selections = Selections {
            algorithms: names(&["ucs", "a", "dijkstra"]),
            heuristics: vec!["h1".into(), "h3".into(), "h1".into()],
            ..Selections::default()
        };
        let configurations = selections.resolve(ALGORITHMS).unwrap();
        let stems: Vec<String> = configurations.iter().map(Configuration::stem).collect();
        assert_eq!(stems, ["ucs", "a-h1", "a-h3"]);
        assert_eq!(configurations[1].title(), "A/A* h1");
    }
}
