//! `rushlab list`: lists what the registries have.

use std::io::Write as _;

use anyhow::Result;
use clap::ValueEnum as _;
use rushlab::analysis::Level;
use rushlab::format::{Capabilities, Exits, FORMATS, RuleSupport, Sizes};
use rushlab::heuristic::{self, HEURISTICS};
use rushlab::notation::NOTATIONS;
use rushlab::puzzle::RULE_SETS;
use rushlab_census::RULES;
use rushlab_genetic::{Method, Setting, ValueType};

use crate::ExitStatus;
use crate::arguments::{ListOptions, ListTopic, Output, Parameter, all_algorithms};
use crate::output::{self, Columns, Rows, STRONG, Value};

/// What is listed about each item: `name` and `summary` come first.
struct Listing {
    columns: &'static [&'static str],
    items: Vec<Item>,
}

struct Item {
    values: Vec<Value<'static>>,
    /// What text says below the summary.
    details: String,
}

impl Item {
    fn new(name: &'static str, summary: &str, values: Vec<Value<'static>>, details: String) -> Item {
        let first = [name.into(), summary.to_owned().into()];
        Item { values: first.into_iter().chain(values).collect(), details }
    }
}

pub(crate) fn run(options: &ListOptions) -> Result<ExitStatus> {
    let listing = match options.topic {
        None => topics(),
        Some(ListTopic::Algorithms) => algorithms(),
        Some(ListTopic::Heuristics) => heuristics(),
        Some(ListTopic::Parameters) => parameters(),
        Some(ListTopic::Formats) => formats(),
        Some(ListTopic::Notations) => {
            names(NOTATIONS.iter().map(|notation| (notation.about().name, notation.about().summary)))
        }
        Some(ListTopic::Rules) => names(RULE_SETS.iter().map(|set| (set.name, set.summary))),
        Some(ListTopic::Levels) => levels(),
        Some(ListTopic::Definitions) => definitions(),
    };
    let mut out = output::stdout();
    match options.style.or_text() {
        Output::Text => {
            print_text(&mut out, &listing)?;
            out.flush()?;
        }
        style => {
            let columns = Columns { names: listing.columns, shortened: &["summary"], ..Columns::DEFAULT };
            let mut rows = Rows::new(out, style, columns)?;
            listing.items.iter().try_for_each(|item| rows.row(&item.values))?;
            rows.finish()?;
        }
    }
    Ok(ExitStatus::Success)
}

/// Prints each item: its name on the left, its summary and details beside it.
fn print_text(out: &mut impl std::io::Write, listing: &Listing) -> Result<()> {
    let names = listing.items.iter().filter_map(|item| item.values.first());
    let name_width = names.map(|name| name.shown().chars().count()).max().unwrap_or(0) + 2;
    let width = output::columns().saturating_sub(name_width).clamp(30, 100);
    for Item { values, details } in &listing.items {
        let [name, summary, ..] = values.as_slice() else { continue };
        let mut lines = output::wrap_words(&summary.shown(), width);
        if !details.is_empty() {
            lines.extend(output::wrap_words(details, width));
        }
        for (index, line) in lines.iter().enumerate() {
            let name = if index == 0 { name.shown() } else { "".into() };
            writeln!(out, "{STRONG}{name:name_width$}{STRONG:#}{line}")?;
        }
    }
    Ok(())
}

fn topics() -> Listing {
    let item = |topic: &ListTopic| {
        let value = topic.to_possible_value()?;
        let summary = value.get_help().map(ToString::to_string).unwrap_or_default();
        let name = value.get_name().to_owned();
        Some(Item { values: vec![name.into(), summary.into()], details: String::new() })
    };
    Listing { columns: &["name", "summary"], items: ListTopic::value_variants().iter().filter_map(item).collect() }
}

fn algorithms() -> Listing {
    let item = |about: &rushlab::search::About| {
        let mut details = vec![format!("optimal: {}", about.optimal.words())];
        details.extend(about.informed.then(|| "uses a heuristic".to_owned()));
        details.extend(about.random.then(|| "randomised (--seed)".to_owned()));
        details.extend((!about.aliases.is_empty()).then(|| format!("also called {}", about.aliases.join(", "))));
        let values = vec![
            about.optimal.words().into(),
            Value::Flag(about.informed),
            Value::Flag(about.random),
            about.aliases.join(" ").into(),
        ];
        Item::new(about.name, about.summary, values, details.join("; "))
    };
    let items = all_algorithms().iter().map(|algorithm| item(algorithm.about())).collect();
    Listing { columns: &["name", "summary", "optimal", "informed", "random", "aliases"], items }
}

fn heuristics() -> Listing {
    let item = |about: &heuristic::About| {
        let (admissible, consistent) = (about.admissible.words(), about.consistent.words());
        let parameters: Vec<&str> = about.parameters.iter().map(|parameter| parameter.name).collect();
        let mut details = format!("admissible: {admissible}; consistent: {consistent}");
        if !parameters.is_empty() {
            details += &format!("; parameters: {}", parameters.join(", "));
        }
        let values = vec![admissible.into(), consistent.into(), parameters.join(" ").into()];
        Item::new(about.name, about.summary, values, details)
    };
    let items = HEURISTICS.iter().map(|heuristic| item(&heuristic.about())).collect();
    Listing { columns: &["name", "summary", "admissible", "consistent", "parameters"], items }
}

fn parameters() -> Listing {
    Listing {
        columns: &[
            "name",
            "summary",
            "of",
            "least",
            "greatest",
            "default",
            "schlegel_faithful",
            "schlegel_refined",
            "grh_faithful",
            "grh_refined",
        ],
        items: Parameter::all().map(parameter).collect(),
    }
}

fn parameter(parameter: Parameter) -> Item {
    let missing = || [const { Value::Missing }; 4];
    match parameter {
        Parameter::Heuristic(own) => {
            let owners: Vec<&str> = heuristic::owners(own.name).map(|heuristic| heuristic.about().name).collect();
            let owners = owners.join(", ");
            let above = if own.min_is_excluded { "above " } else { "" };
            let [least, greatest, default] = [own.min, own.max, own.default].map(number);
            let details = format!("{owners}: {default}; {above}{least} to {greatest}");
            let [least, greatest, default] = [own.min, own.max, own.default].map(Value::exact);
            let values = [owners.into(), least, greatest, default].into_iter().chain(missing()).collect();
            Item::new(own.name, &format!("{}, {}", own.symbol, own.summary), values, details)
        }
        Parameter::Genetic(own) => {
            let defaults = |method: Method| Setting::ALL.map(|setting| own.default(method, setting));
            let (low, high) = own.range;
            let described = Method::ALL.into_iter().filter_map(|method| {
                let [Some(faithful), Some(refined)] = defaults(method) else { return None };
                let both = match faithful == refined {
                    true => number(faithful),
                    false => format!("{}, refined {}", number(faithful), number(refined)),
                };
                Some(format!("{}: {both}", method.name()))
            });
            let range = match own.value_type {
                ValueType::Boolean => "0 or 1".to_owned(),
                _ => format!("{} to {}", number(low), number(high)),
            };
            let details = described.chain([range]).collect::<Vec<_>>().join("; ");
            let owners = Method::ALL.into_iter().filter(|method| defaults(*method)[0].is_some()).map(Method::name);
            let owners = owners.collect::<Vec<_>>().join(", ");
            let mut values = vec![owners.into(), Value::exact(low), Value::exact(high), Value::Missing];
            let each = [Method::Schlegel, Method::Grh].into_iter().flat_map(defaults);
            values.extend(each.map(|default| default.map_or(Value::Missing, Value::exact)));
            Item::new(own.name, own.help, values, details)
        }
    }
}

fn number(number: f64) -> String {
    if number.fract() == 0.0 { output::grouped(number as usize) } else { number.to_string() }
}

fn formats() -> Listing {
    let items = FORMATS.iter().map(|format| {
        let about = format.about();
        let represents = represents(&about.capabilities).join(", ");
        let details = format!("represents {represents}");
        Item::new(about.name, about.summary, vec![represents.into()], details)
    });
    Listing { columns: &["name", "summary", "represents"], items: items.collect() }
}

fn represents(can: &Capabilities) -> Vec<&'static str> {
    let mut parts = vec![match can.sizes {
        Sizes::Any => "any size",
        Sizes::Square => "square boards",
        Sizes::Six => "6×6",
        Sizes::Tight => "square boards that their vehicles fill",
    }];
    parts.extend(can.walls.then_some("walls"));
    parts.extend(can.fuel.then_some("fuel"));
    parts.extend((can.exits == Exits::Any).then_some("exit on any side"));
    parts.extend(match can.rules {
        RuleSupport::Plain => None,
        RuleSupport::Metric => Some("either metric"),
        RuleSupport::Header => Some("rules by a comment"),
        RuleSupport::All => Some("rules"),
    });
    parts
}

/// Returns a list of names with their summaries.
fn names(items: impl Iterator<Item = (&'static str, &'static str)>) -> Listing {
    let item = |(name, summary)| Item::new(name, summary, Vec::new(), String::new());
    Listing { columns: &["name", "summary"], items: items.map(item).collect() }
}

fn levels() -> Listing {
    let items = Level::ALL.into_iter().map(|level| {
        let least = level.least_difficulty();
        let next = Level::ALL.into_iter().find(|next| *next > level).map(Level::least_difficulty);
        let range = next.map_or_else(
            || format!("difficulty from {least}"),
            |next| format!("difficulty from {least}, below {next}"),
        );
        let greatest = next.map_or(Value::Missing, |next| Value::Number(next.into()));
        Item::new(level.word(), &range, vec![Value::Number(least.into()), greatest], String::new())
    });
    Listing { columns: &["name", "summary", "from", "below"], items: items.collect() }
}

fn definitions() -> Listing {
    let items =
        RULES.iter().map(|rules| Item::new(rules.name, rules.summary, vec![rules.metric.word().into()], String::new()));
    Listing { columns: &["name", "summary", "metric"], items: items.collect() }
}
