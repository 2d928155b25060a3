//! A heuristic of a list: its name in the registry, a file with an expression, or an expression.

use std::ffi::OsStr;
use std::path::{Component, Path};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use rushlab::heuristic::{self, Expression, HEURISTICS, Heuristic};

use super::names::{ALL, HeuristicName};
use crate::read;

#[derive(Clone)]
pub(super) struct HeuristicParser;

impl TypedValueParser for HeuristicParser {
    type Value = HeuristicName;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<HeuristicName, clap::Error> {
        let text = value.to_string_lossy();
        let found = if text.starts_with('(') {
            parse(&text, "expression", &text)
        } else if text.contains(['.', '/', '\\']) {
            of_file(Path::new(value))
        } else {
            let name = registered().parse_ref(command, argument, value)?;
            return Ok(HeuristicName(match name.as_str() {
                ALL => HEURISTICS.to_vec(),
                name => heuristic::by_name(name).into_iter().collect(),
            }));
        };
        found
            .map(|heuristic| HeuristicName(vec![heuristic]))
            .map_err(|message| command.clone().error(ErrorKind::ValueValidation, format!("--heuristic: {message}")))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = HEURISTICS.iter().map(|heuristic| heuristic.about().name).chain([ALL]);
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

fn registered() -> PossibleValuesParser {
    PossibleValuesParser::new(HEURISTICS.iter().map(|heuristic| heuristic.about().name).chain([ALL]))
}

/// Reads an expression from a file. Its name is the path, so that two files in a comparison are told apart.
fn of_file(path: &Path) -> Result<&'static dyn Heuristic, String> {
    let text = read::text(path, read::HEURISTIC).map_err(|error| format!("{error:#}"))?;
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy()),
        _ => None,
    });
    parse(&text, &parts.collect::<Vec<_>>().join("-"), &path.display().to_string())
}

fn parse(text: &str, name: &str, place: &str) -> Result<&'static dyn Heuristic, String> {
    let expression: Expression = text.parse().map_err(|error| format!("{place}: {error}"))?;
    // The options live as long as the program.
    Ok(Box::leak(Box::new(expression.heuristic(name.to_owned().leak()))))
}
