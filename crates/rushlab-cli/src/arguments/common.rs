//! Common options that some commands accept and ignore, hidden from their help. A script can pass the same options to every command.
#![allow(dead_code, reason = "the values are ignored")]

use clap::Args;

use super::{Size, ThreadArgs, Timeout};

/// For commands without randomness.
#[derive(Args, Debug)]
pub(crate) struct UnusedSeed {
    #[arg(long, value_name = "N", hide = true)]
    seed: Option<u64>,
}

/// For commands without a search.
#[derive(Args, Debug)]
pub(crate) struct UnusedLimits {
    #[arg(long, value_name = "N", hide = true)]
    max_states: Option<u64>,
    #[arg(long, value_name = "SIZE", hide = true)]
    max_memory: Option<Size>,
}

/// For commands that use one thread.
#[derive(Args, Debug)]
pub(crate) struct UnusedThreads {
    #[arg(long, value_name = "N", hide = true, value_parser = ThreadArgs::parser())]
    threads: Option<u16>,
}

/// For commands without a time limit.
#[derive(Args, Debug)]
pub(crate) struct UnusedTimeout {
    #[arg(long, value_name = "DURATION", hide = true)]
    timeout: Option<Timeout>,
}

/// For commands that only read and write.
#[derive(Args, Debug)]
pub(crate) struct UnusedOptions {
    #[command(flatten)]
    seed: UnusedSeed,
    #[command(flatten)]
    limits: UnusedLimits,
    #[command(flatten)]
    threads: UnusedThreads,
    #[command(flatten)]
    timeout: UnusedTimeout,
}
