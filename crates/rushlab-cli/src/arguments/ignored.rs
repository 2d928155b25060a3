//! Common options that some commands accept and ignore, hidden from their help. A script can pass the same options to
//! every command.
#![allow(dead_code, reason = "the values are ignored")]

use clap::Args;

use super::{ByteSize, DurationArg, ThreadArgs};

/// For commands without randomness.
#[derive(Args, Debug)]
pub(crate) struct IgnoredSeed {
    #[arg(long, value_name = "N", hide = true)]
    seed: Option<u64>,
}

/// For commands without a search.
#[derive(Args, Debug)]
pub(crate) struct IgnoredLimits {
    #[arg(long, value_name = "N", hide = true)]
    max_states: Option<u64>,
    #[arg(long, value_name = "SIZE", hide = true)]
    max_memory: Option<ByteSize>,
}

/// For commands that use one thread.
#[derive(Args, Debug)]
pub(crate) struct IgnoredThreads {
    #[arg(long, value_name = "N", hide = true, value_parser = ThreadArgs::parser())]
    threads: Option<u16>,
}

/// For commands without a time limit.
#[derive(Args, Debug)]
pub(crate) struct IgnoredTimeout {
    #[arg(long, value_name = "DURATION", hide = true)]
    timeout: Option<DurationArg>,
}

/// For commands that only read and write.
#[derive(Args, Debug)]
pub(crate) struct IgnoredOptions {
    #[command(flatten)]
    seed: IgnoredSeed,
    #[command(flatten)]
    limits: IgnoredLimits,
    #[command(flatten)]
    threads: IgnoredThreads,
    #[command(flatten)]
    timeout: IgnoredTimeout,
}
