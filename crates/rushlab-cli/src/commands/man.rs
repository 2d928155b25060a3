//! `rushlab man`: manual pages, made from the same tree of commands as the help.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;

use anyhow::{Context as _, Result, anyhow};
use clap::{Arg, Command};
use rushlab_study::words::capitalise;

use crate::ExitStatus;
use crate::arguments::{EXIT_CODES, ManOptions, TOPICS, command_tree, examples, topic_page};
use crate::{atomic_file, output};

pub(crate) fn run(options: &ManOptions) -> Result<ExitStatus> {
    let pages = pages();
    if let Some(folder) = &options.out {
        fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
        for (name, text) in pages {
            // Manual pages are generated, so existing ones are replaced.
            atomic_file::write(&folder.join(format!("{name}.1")), true, |out| Ok(out.write_all(text.as_bytes())?))?;
        }
        return Ok(ExitStatus::Success);
    }
    let wanted = options.words.join(" ");
    let wanted_name = format!("rushlab {wanted}").split_whitespace().collect::<Vec<_>>().join("-");
    let found = pages.into_iter().find(|(name, _)| *name == wanted_name);
    let (_, text) =
        found.ok_or_else(|| anyhow!("there is no command and no topic `{wanted}`; `rushlab help` lists them"))?;
    let mut out = output::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(ExitStatus::Success)
}

/// Returns all pages with their names: `rushlab`, `rushlab-db-build`, `rushlab-input`.
fn pages() -> Vec<(String, String)> {
    let mut program = command_tree();
    program.build();
    let commands = commands(&program).into_iter().map(|command| (name(command), page(command, true)));
    let topics = TOPICS.iter().map(|topic| {
        let mut command = topic_page(topic);
        command.build();
        (name(&command), page(&command, false))
    });
    commands.chain(topics).collect()
}

/// Returns the names by which the pages of some commands are found: `solve`, `db-build`.
pub(super) fn names(is_wanted: impl Fn(&Command) -> bool) -> Vec<String> {
    let mut program = command_tree();
    program.build();
    let wanted = commands(&program).into_iter().filter(|command| is_wanted(command));
    wanted.filter_map(|command| name(command).strip_prefix("rushlab-").map(str::to_owned)).collect()
}

/// Returns a command and those below it.
fn commands(command: &Command) -> Vec<&Command> {
    std::iter::once(command).chain(command.get_subcommands().flat_map(commands)).collect()
}

fn name(command: &Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_owned()
}

/// Returns a page in the macros of man. Commands have a synopsis and an exit status, and topics have not.
fn page(command: &Command, is_command: bool) -> String {
    let name = name(command);
    let mut text = format!(
        ".TH {} 1 \"\" \"rushlab {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
        name.to_uppercase().replace('-', "\\-"),
        env!("CARGO_PKG_VERSION"),
        escaped(&name),
        escaped(&command.get_about().map(ToString::to_string).unwrap_or_default()),
    );
    if is_command {
        let usage = command.clone().render_usage().to_string();
        let forms: Vec<String> = usage.trim_start_matches("Usage:").lines().map(|form| escaped(form.trim())).collect();
        let _ = write!(text, ".SH SYNOPSIS\n.B {}\n", forms.join("\n.br\n.B "));
    }
    description(command, &mut text);
    options(command, &mut text);
    let examples = examples(command);
    if !examples.is_empty() {
        let _ = write!(text, ".SH EXAMPLES\n.EX\n{}\n.EE\n", escaped(&examples.join("\n")));
    }
    if is_command {
        text += ".SH EXIT STATUS\n";
        for (code, meaning) in EXIT_CODES {
            let _ = write!(text, ".TP\n.B {code}\n{}.\n", capitalise(meaning));
        }
    }
    text + &see_also(&name)
}

fn description(command: &Command, text: &mut String) {
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    *text += ".SH DESCRIPTION\n";
    *text += &paragraphs(&about);
    if let Some(own) = command.get_before_help() {
        let _ = write!(text, ".PP\n.EX\n{}\n.EE\n", escaped(&own.to_string()));
    }
    let below: Vec<&Command> = command.get_subcommands().filter(|below| !below.is_hide_set()).collect();
    if !below.is_empty() {
        *text += ".SH COMMANDS\n";
    }
    for below in below {
        let about = below.get_about().map(ToString::to_string).unwrap_or_default();
        let _ = write!(text, ".TP\n.B {}\n{}\n", escaped(below.get_name()), escaped(&about));
    }
    let positionals: Vec<&Arg> = command.get_positionals().collect();
    if !positionals.is_empty() {
        *text += ".SH ARGUMENTS\n";
    }
    positionals.into_iter().for_each(|argument| *text += &entry(argument));
}

/// Writes the options in their groups.
fn options(command: &Command, text: &mut String) {
    let options: Vec<&Arg> =
        command.get_arguments().filter(|option| !option.is_positional() && !option.is_hide_set()).collect();
    let mut headings: Vec<Option<&str>> = Vec::new();
    for option in &options {
        if !headings.contains(&option.get_help_heading()) {
            headings.push(option.get_help_heading());
        }
    }
    headings.sort_by_key(Option::is_some);
    if !options.is_empty() {
        *text += ".SH OPTIONS\n";
    }
    for heading in headings {
        if let Some(heading) = heading {
            let _ = writeln!(text, ".SS {}", escaped(heading));
        }
        let own = options.iter().filter(|option| option.get_help_heading() == heading);
        own.for_each(|option| *text += &entry(option));
    }
}

/// Returns the entry of an argument: its forms, its help, and its default and possible values.
fn entry(argument: &Arg) -> String {
    let value = argument.get_value_names().and_then(<[_]>::first).filter(|_| argument.get_action().takes_values());
    let value = value.map(|name| format!("\\fI{}\\fR", escaped(name))).unwrap_or_default();
    let short = argument.get_short().map(|letter| format!("-{letter}"));
    let long = argument.get_long().map(|name| format!("--{name}"));
    let forms: Vec<String> = short.into_iter().chain(long).map(|form| format!("\\fB{}\\fR", escaped(&form))).collect();
    let forms = [forms.join(", "), value].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut text = format!(".TP\n{forms}\n{}", paragraphs(&help).replace(".PP\n", ".IP\n"));
    let values: Vec<String> = match argument.get_action().takes_values() && !argument.is_hide_possible_values_set() {
        true => argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect(),
        false => Vec::new(),
    };
    if !values.is_empty() {
        let _ = write!(text, ".IP\nPossible values: {}.\n", escaped(&values.join(", ")));
    }
    let default = argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect::<Vec<_>>();
    if argument.get_action().takes_values() && !default.is_empty() && !argument.is_hide_default_value_set() {
        let _ = write!(text, ".IP\nDefault: {}.\n", escaped(&default.join(", ")));
    }
    text
}

fn see_also(name: &str) -> String {
    let topics = TOPICS.map(|topic| format!("rushlab-{}", topic.name));
    let others = std::iter::once("rushlab".to_owned()).chain(topics).filter(|other| other != name);
    let others = others.map(|other| format!("\\fB{}\\fR(1)", escaped(&other))).collect::<Vec<_>>().join(", ");
    format!(".SH SEE ALSO\n{others}\n")
}

fn paragraphs(text: &str) -> String {
    let each = text.split("\n\n").map(|paragraph| escaped(paragraph.trim_end()) + "\n");
    each.collect::<Vec<_>>().join(".PP\n")
}

/// Returns a text without characters that have a meaning to roff.
fn escaped(text: &str) -> String {
    let character = |letter: char| match letter {
        '\\' => "\\e".to_owned(),
        '-' => "\\-".to_owned(),
        letter if letter.is_ascii() => letter.to_string(),
        letter => format!("\\[u{:04X}]", u32::from(letter)),
    };
    let text: String = text.chars().map(character).collect();
    let lines = text.lines().map(|line| match line.starts_with(['.', '\'']) {
        true => format!("\\&{line}"),
        false => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}
