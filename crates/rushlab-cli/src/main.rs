//! The command-line program `rushlab`, the Rush Hour laboratory.

mod arguments;
mod atomic_file;
mod batch;
mod commands;
mod input;
mod interrupt;
mod output;
mod parallel;
mod progress;
mod report;
mod watchdog;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use clap::Parser as _;

/// Each puzzle of a batch allocates and frees large blocks. The system allocator returns them to the system every time, which costs a
/// tenth of the running time; mimalloc keeps them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = interrupt::install().and_then(|()| match arguments.command {
        Command::Solve(options) => commands::solve::run(&options),
        Command::Check(options) => commands::check::run(&options),
        Command::Show(options) => commands::show::run(&options),
        Command::Render(options) => commands::render::run(&options),
        Command::Convert(options) => commands::convert::run(&options),
        Command::Replay(options) => commands::replay::run(&options),
        Command::Properties(options) => commands::properties::run(&options),
        Command::Compare(options) => commands::compare::run(&options),
        Command::Explore(options) => commands::explore::run(&options),
        Command::Generate(options) => commands::generate::run(&options),
        Command::Play(options) => commands::play::run(&options),
        Command::Serve(options) => commands::serve::run(&options),
        Command::Census(options) => commands::census::run(&options),
        Command::Database(options) => commands::database::run(&options),
        Command::Evolve(options) => commands::evolve::run(&options),
        Command::Algorithms => commands::algorithms::run(),
        Command::Formats => commands::formats::run(),
        Command::Completions(options) => commands::completions::run(&options),
        Command::Man(options) => commands::man::run(&options),
    });
    match result {
        Ok(verdict) => verdict.into(),
        // The reader has closed the pipe, as `head` does. This is not an error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::error(&format!("{error:#}"));
            Verdict::Wrong.into()
        }
    }
}

/// The result of a command, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// Every puzzle was decided.
    Good,
    /// A limit was reached before an answer.
    Limit,
    /// The command or an input was wrong.
    Wrong,
    /// Ctrl-C was pressed.
    Interrupted,
}

impl Verdict {
    /// Returns the worse of two verdicts.
    fn worse(self, other: Verdict) -> Verdict {
        self.max(other)
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> ExitCode {
        ExitCode::from(match verdict {
            Verdict::Good => 0,
            Verdict::Limit => 1,
            Verdict::Wrong => 2,
            Verdict::Interrupted => 130,
        })
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |cause: &std::io::Error| cause.kind() == std::io::ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref()).any(broken)
}
