//! `rushlab man`: manual pages, generated from the same texts as the help.

use std::fs;
use std::io::Write as _;

use anyhow::{Context as _, Result, anyhow};
use clap::CommandFactory as _;

use crate::ExitStatus;
use crate::arguments::{Arguments, ManOptions};
use crate::{atomic_file, output};

pub(crate) fn run(options: &ManOptions) -> Result<ExitStatus> {
    let mut program = Arguments::command();
    program.build();
    if let Some(folder) = &options.out {
        fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
        for command in pages(&program) {
            let (name, text) = (name(command), page(command)?);
            // Manual pages are generated, so existing ones are replaced.
            atomic_file::write(&folder.join(format!("{name}.1")), true, |out| Ok(out.write_all(&text)?))?;
        }
        return Ok(ExitStatus::Success);
    }
    let wanted = options.command.join(" ");
    let page_name = format!("rushlab {wanted}").split_whitespace().collect::<Vec<_>>().join("-");
    let found = pages(&program).into_iter().find(|command| name(command) == page_name);
    let command = found.ok_or_else(|| anyhow!("there is no command `{wanted}`; `rushlab help` lists them"))?;
    let mut out = output::stdout();
    out.write_all(&page(command)?)?;
    out.flush()?;
    Ok(ExitStatus::Success)
}

/// Returns the names by which the pages of some commands are found: `solve`, `db-build`.
pub(super) fn topics(is_wanted: impl Fn(&clap::Command) -> bool) -> Vec<String> {
    let mut program = Arguments::command();
    program.build();
    let wanted = pages(&program).into_iter().filter(|command| is_wanted(command));
    wanted.filter_map(|command| name(command).strip_prefix("rushlab-").map(str::to_owned)).collect()
}

fn pages(command: &clap::Command) -> Vec<&clap::Command> {
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    std::iter::once(command).chain(below.flat_map(pages)).collect()
}

/// Returns the name of a command's page: `rushlab-db-build`.
fn name(command: &clap::Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

fn page(command: &clap::Command) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    Ok(text)
}
