//! `rushlab completions`: prints a shell script that completes commands and options.

use std::io::Write as _;

use anyhow::Result;
use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::ExitStatus;
use crate::arguments::{Arguments, CompletionsOptions};
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

/// A function for bash that completes the last value of a list such as `--algorithms bfs,as`, except with a value that the list has already.
const LISTS: &str = r#"
_rushlab_lists() {
    local before="" cur="$2"
    if [[ "$3" == --* && "$cur" == *,* ]]; then
        before="${cur%,*},"
        cur="${cur##*,}"
    fi
    _rushlab "$1" "$cur" "$3"
    if [[ -n "$before" ]]; then
        local value values=()
        for value in "${COMPREPLY[@]}"; do
            [[ ",$before" == *",$value,"* ]] || values+=("$before$value")
        done
        COMPREPLY=("${values[@]}")
    fi
}

"#;

/// Adds the completion of lists, of the input `built-in` and of the commands of `man` to the script for bash.
fn complete_values(script: &str) -> String {
    // The generated script offers the placeholders of arguments.
    let script = script.replace("[INPUT]...", BUILT_IN).replace("[INPUT]", BUILT_IN);
    let script = script.replace("[COMMAND]...", &man::topics().join(" "));
    let (functions, registration) = script.split_at(script.rfind("\nif [[").unwrap_or(script.len()));
    format!("{functions}{LISTS}{}", registration.trim_start().replace("-F _rushlab ", "-F _rushlab_lists "))
}
