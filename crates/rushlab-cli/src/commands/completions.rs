//! `rushlab completions`: prints a shell script that completes commands and options.

use std::io::Write as _;

use anyhow::Result;
use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::ExitStatus;
use crate::arguments::{Arguments, CompletionsOptions, TOPICS};
use crate::commands::man;
use crate::input::BUILT_IN;
use crate::output;

pub(crate) fn run(options: &CompletionsOptions) -> Result<ExitStatus> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "rushlab", &mut script);
    if options.shell == Shell::Bash {
        script = complete_values(&String::from_utf8_lossy(&script)).into_bytes();
    }
    let mut out = output::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(ExitStatus::Success)
}

/// A function for bash that adds to the generated completion: the last value of a list such as `--algorithm bfs,as`,
/// except values that the list has already; the pages of `man` and `help`; and `built-in`, besides files, for commands
/// that read puzzles.
const VALUES: &str = r#"
_rushlab_values() {
    local before="" cur="$2" command="${COMP_WORDS[1]}" value values=() IFS=$'\n'
    if [[ "$3" == --* && "$cur" == *,* ]]; then
        before="${cur%,*},"
        cur="${cur##*,}"
    fi
    IFS=$' \t\n' _rushlab "$1" "$cur" "$3"
    if [[ -n "$before" ]]; then
        for value in "${COMPREPLY[@]}"; do
            [[ ",$before" == *",$value,"* ]] || values+=("$before$value")
        done
        COMPREPLY=("${values[@]}")
    fi
    [[ "$command" == db ]] && command="db-${COMP_WORDS[2]}"
    [[ "$cur" == -* || "$3" == --* ]] && return
    case "$command" in
        man|help) COMPREPLY+=($(IFS=$' \t\n'; compgen -W "TOPICS" -- "$cur")) ;;
        READERS) [[ -n "$cur" && BUILT_IN == "$cur"* ]] && COMPREPLY+=(BUILT_IN $(compgen -f -- "$cur")) ;;
    esac
}

"#;

/// Adds the completion of values to the script for bash.
fn complete_values(script: &str) -> String {
    let (functions, registration) = script.split_at(script.rfind("\nif [[").unwrap_or(script.len()));
    let topics = TOPICS.iter().map(|topic| topic.name.to_owned());
    let pages: Vec<String> = man::names(|_| true).into_iter().chain(topics).collect();
    let values = VALUES.replace("TOPICS", &pages.join(" "));
    let values = values.replace("READERS", &man::names(reads_puzzles).join("|")).replace("BUILT_IN", BUILT_IN);
    format!("{functions}{values}{}", registration.trim_start().replace("-F _rushlab ", "-F _rushlab_values "))
}

fn reads_puzzles(command: &clap::Command) -> bool {
    let is_input = |argument: &clap::Arg| argument.get_id() == "inputs";
    command.get_positionals().any(is_input)
}
