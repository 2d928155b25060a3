//! `rushlab help`: prints the list of commands, the help of one, or a topic.

use std::io::Write as _;

use anyhow::{Result, bail};

use crate::ExitStatus;
use crate::arguments::{HelpOptions, TOPICS, command_tree, topic_page};
use crate::output;

pub(crate) fn run(options: &HelpOptions) -> Result<ExitStatus> {
    let mut words = options.words.iter();
    let mut command = command_tree();
    if let [name] = options.words.as_slice()
        && let Some(topic) = TOPICS.iter().find(|topic| topic.name == name)
    {
        return print(&topic_page(topic).render_help());
    }
    command.build();
    let found = words.try_fold(&mut command, |command, word| command.find_subcommand_mut(word));
    match found {
        Some(command) => print(&command.render_long_help()),
        None => {
            let words = options.words.join(" ");
            bail!("there is no command and no topic `{words}`; `rushlab help` lists them")
        }
    }
}

/// Prints the list of commands.
pub(crate) fn print_overview() -> Result<ExitStatus> {
    print(&command_tree().render_help())
}

fn print(text: &clap::builder::StyledStr) -> Result<ExitStatus> {
    let mut out = output::stdout();
    writeln!(out, "{}", text.ansi().to_string().trim_end())?;
    out.flush()?;
    Ok(ExitStatus::Success)
}
