//! Common options that are of no use to some commands: these take them all the same, unsaid in their help, so that a script can give
//! every command the same options.
#![allow(dead_code, reason = "what is of no use is not used")]

use clap::Args;

use super::{Size, ThreadArgs, Timeout};

/// Of no use where nothing is drawn by lot.
#[derive(Args, Debug)]
pub(crate) struct UnusedSeed {
    #[arg(long, value_name = "N", hide = true)]
    seed: Option<u64>,
}

/// Of no use where nothing is searched.
#[derive(Args, Debug)]
pub(crate) struct UnusedLimits {
    #[arg(long, value_name = "N", hide = true)]
    max_states: Option<u64>,
    #[arg(long, value_name = "SIZE", hide = true)]
    max_memory: Option<Size>,
}

/// Of no use where everything is done in turn.
#[derive(Args, Debug)]
pub(crate) struct UnusedThreads {
    #[arg(long, value_name = "N", hide = true, value_parser = ThreadArgs::parser())]
    threads: Option<u16>,
}

/// Of no use where nobody waits.
#[derive(Args, Debug)]
pub(crate) struct UnusedTimeout {
    #[arg(long, value_name = "DURATION", hide = true)]
    timeout: Option<Timeout>,
}

/// All of them: for commands that only read and write.
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
