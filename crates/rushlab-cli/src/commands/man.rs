//! `rushlab man`: manual pages, made from the same words as the help.

use std::fs;
use std::io::Write as _;

use anyhow::{Context as _, Result, anyhow};
use clap::CommandFactory as _;

use crate::Verdict;
use crate::arguments::{Arguments, ManOptions};
use crate::output;

pub(crate) fn run(options: &ManOptions) -> Result<Verdict> {
    let mut program = Arguments::command();
    program.build();
    if let Some(folder) = &options.out {
        fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
        let pages = std::iter::once(&program).chain(program.get_subcommands());
        for command in pages {
            let name = command.get_display_name().unwrap_or(command.get_name());
            let text = page(command)?;
            // Pages are ours: a newer one takes the place of an older one.
            output::write_file(&folder.join(format!("{name}.1")), true, |out| Ok(out.write_all(&text)?))?;
        }
        return Ok(Verdict::Good);
    }
    let command = match &options.command {
        None => &program,
        Some(name) => program
            .find_subcommand(name)
            .ok_or_else(|| anyhow!("there is no command `{name}`; `rushlab help` lists them"))?,
    };
    let mut out = output::stdout();
    out.write_all(&page(command)?)?;
    out.flush()?;
    Ok(Verdict::Good)
}

fn page(command: &clap::Command) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    Ok(text)
}
