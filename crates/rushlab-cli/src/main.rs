//! The command-line program `rushlab`, the Rush Hour laboratory.

mod arguments;
mod atomic_file;
mod batch;
mod checksum;
mod commands;
mod database;
mod durable;
mod input;
mod interrupt;
mod machine;
mod memory_budget;
mod output;
mod progress;
mod puzzle_file;
mod read;
mod rules_note;
mod search_progress;
mod watchdog;

use std::io::ErrorKind;
use std::process::ExitCode;

use arguments::Command;
use rushlab::search::Status;

/// Each puzzle of a batch allocates and frees large blocks. The system allocator returns them to the system every time,
/// which costs a tenth of the running time; mimalloc keeps them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = arguments::parse();
    if arguments.quiet {
        output::be_quiet();
    }
    let result = interrupt::install().and_then(|()| match arguments.command {
        None => commands::help::print_overview(),
        Some(Command::Play(options)) => commands::play::run(&options),
        Some(Command::Serve(options)) => commands::serve::run(&options),
        Some(Command::Show(options)) => commands::show::run(&options),
        Some(Command::Solve(options)) => commands::solve::run(&options),
        Some(Command::Check(options)) => commands::check::run(&options),
        Some(Command::Replay(options)) => commands::replay::run(&options),
        Some(Command::Explore(options)) => commands::explore::run(&options),
        Some(Command::Compare(options)) => commands::compare::run(&options),
        Some(Command::Maze(options)) => commands::maze::run(&options),
        Some(Command::Grade(options)) => commands::grade::run(&options),
        Some(Command::Evolve(options)) => commands::evolve::run(&options),
        Some(Command::Simulate(options)) => commands::simulate::run(&options),
        Some(Command::Train(options)) => commands::train::run(&options),
        Some(Command::Generate(options)) => commands::generate::run(&options),
        Some(Command::Render(options)) => commands::render::run(&options),
        Some(Command::Convert(options)) => commands::convert::run(&options),
        Some(Command::Census(options)) => commands::census::run(&options),
        Some(Command::Database(options)) => commands::database::run(&options),
        Some(Command::List(options)) => commands::list::run(&options),
        Some(Command::Help(options)) => commands::help::run(&options),
        Some(Command::Man(options)) => commands::man::run(&options),
        Some(Command::Completions(options)) => commands::completions::run(&options),
    });
    match result {
        Ok(status) => status.into(),
        // The reader has closed the pipe, as `head` does. This is not an error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::error(&format!("{:#}", name_standard_output(error)));
            ExitStatus::Invalid.into()
        }
    }
}

/// The exit status of the program, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ExitStatus {
    /// Every puzzle was solved or proved unsolvable.
    Success,
    /// A limit was reached, or too few puzzles were found.
    Incomplete,
    /// The command line or an input is invalid, or a file cannot be read or written.
    Invalid,
    Interrupted,
}

impl ExitStatus {
    /// Returns the exit status of a search.
    fn of(status: Status) -> ExitStatus {
        match status {
            Status::Solved | Status::Unsolvable => ExitStatus::Success,
            Status::Interrupted if interrupt::requested() => ExitStatus::Interrupted,
            Status::Limit(_) | Status::Interrupted => ExitStatus::Incomplete,
        }
    }

    fn worse(self, other: ExitStatus) -> ExitStatus {
        self.max(other)
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> ExitCode {
        ExitCode::from(match status {
            ExitStatus::Success => 0,
            ExitStatus::Incomplete => 1,
            ExitStatus::Invalid => 2,
            ExitStatus::Interrupted => 130,
        })
    }
}

/// Names standard output in an error of a full disk that names no file. Files are named where they are written.
fn name_standard_output(error: anyhow::Error) -> anyhow::Error {
    let full = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge];
    let is_full = |cause: &std::io::Error| full.contains(&cause.kind());
    let is_unnamed = error.chain().count() == 1 && error.downcast_ref().is_some_and(is_full);
    if is_unnamed { error.context("standard output cannot be written") } else { error }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |cause: &std::io::Error| cause.kind() == ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref()).any(broken)
}
